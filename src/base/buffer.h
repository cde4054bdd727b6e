/* A byte buffer that grows up to a cap set at birth, for files and results outside the rules layer.
 * The buffer owns its memory; `data` is always terminated and never NULL after the first append. */
#ifndef BROADSIDE_BASE_BUFFER_H
#define BROADSIDE_BASE_BUFFER_H

#include "base/error.h"

#include <stddef.h>

struct buffer {
    char *data;
    size_t length, room, cap;
};

void buffer_init(struct buffer *buffer, size_t cap);
void buffer_release(struct buffer *buffer);

/* ERR_FULL beyond the cap, ERR_MEMORY where the system says no; the buffer then stays as it was. */
enum error buffer_append(struct buffer *buffer, const void *data, size_t size);
enum error buffer_put(struct buffer *buffer, const char *text);

/* The whole file; a file longer than the cap is ERR_FULL. The message names the file. */
enum error buffer_read_file(struct buffer *buffer, const char *path, struct message *message);

#endif
