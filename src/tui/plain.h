/* The game as lines of text: for pipes, plain terminals and people who like it so. */
#ifndef BROADSIDE_TUI_PLAIN_H
#define BROADSIDE_TUI_PLAIN_H

#include "session/session.h"

#include <stdio.h>

/* Plays one game to its end, or to the end of input, which is a normal way to leave. The first
 * person is side A. `save_path` is where `save` writes the record and where it goes at the end;
 * NULL for nowhere unless asked. ERR_IO where a file or the output fails, ERR_MISMATCH where a bot
 * broke. */
enum error plain_play(struct session *session, FILE *in, FILE *out, const char *save_path,
                      struct message *message);

#endif
