/* See buffer.h. The memory doubles when it is full. */
#include "base/buffer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_init(struct buffer *buffer, size_t cap)
{
    *buffer = (struct buffer){.cap = cap};
}

void buffer_release(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){.cap = buffer->cap};
}

enum error buffer_append(struct buffer *buffer, const void *data, size_t size)
{
    size_t needed = buffer->length + size + 1;

    if (size > buffer->cap || needed > buffer->cap + 1)
        return ERR_FULL;
    if (needed > buffer->room) {
        size_t room = buffer->room ? buffer->room : 256;
        char *grown;

        while (room < needed)
            room *= 2;
        grown = realloc(buffer->data, room);
        if (!grown)
            return ERR_MEMORY;
        buffer->data = grown;
        buffer->room = room;
    }
    if (size > 0)
        memcpy(buffer->data + buffer->length, data, size);
    buffer->length += size;
    buffer->data[buffer->length] = '\0';
    return OK;
}

enum error buffer_put(struct buffer *buffer, const char *text)
{
    return buffer_append(buffer, text, strlen(text));
}

enum error buffer_read_file(struct buffer *buffer, const char *path, struct message *message)
{
    FILE *file = fopen(path, "rb");
    char chunk[8192];
    enum error error = OK;
    size_t got;

    if (!file)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    error = buffer_append(buffer, "", 0);
    while (!error && (got = fread(chunk, 1, sizeof chunk, file)) > 0)
        error = buffer_append(buffer, chunk, got);
    if (error == ERR_FULL)
        message_set(message, "%s: longer than %zu bytes", path, buffer->cap);
    else if (error)
        message_set(message, "%s: out of memory", path);
    else if (ferror(file))
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    fclose(file);
    return error;
}
