/* The results of puzzles: a small text file of lines as in session/training.h.
 *
 * An invalid line is ignored and stays. The file is replaced as a whole or not at all, and only its
 * owner can read it. */
#ifndef BROADSIDE_STORE_TRAINING_FILE_H
#define BROADSIDE_STORE_TRAINING_FILE_H

#include "base/buffer.h"
#include "session/training.h"

/* Appends the text of the file to `text`, which needs an initialised buffer; nothing if there is
 * none. A file that cannot be read is an error. */
enum error training_file_read(struct buffer *text, struct message *message);

/* Adds a result, unless the file has an answer to this puzzle. `text` gets the new content. */
enum error training_file_add(const struct training_result *result, struct buffer *text,
                             struct message *message);

#endif
