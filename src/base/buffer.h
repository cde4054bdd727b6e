/* A byte buffer that grows up to a fixed cap. It owns its memory. After the first append, `data` is
 * not NULL and always terminated. */
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

/* ERR_FULL beyond the cap, ERR_MEMORY if out of memory. Errors leave the buffer unchanged. */
enum error buffer_append(struct buffer *buffer, const void *data, size_t size);
enum error buffer_put(struct buffer *buffer, const char *text);

/* Appends a whole file. ERR_FULL if it exceeds the cap. The message names the file. */
enum error buffer_read_file(struct buffer *buffer, const char *path, struct message *message);

#endif
