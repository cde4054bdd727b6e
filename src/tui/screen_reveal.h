/* The announcement of a ranking for an audience: the whole screen, with large letters as far as
 * there is room, on a terminal of any size. */
#ifndef BROADSIDE_TUI_SCREEN_REVEAL_H
#define BROADSIDE_TUI_SCREEN_REVEAL_H

#include "contest/reveal.h"
#include "tui/term.h"

/* Any key shows the next slide, Backspace and Left the one before, q ends it. ERR_TERMINAL if the
 * terminal cannot be drawn on. */
enum error screen_reveal(const char *title, const struct reveal_slide *slides, int count,
                         const struct term_options *options, struct message *message);

#endif
