/* Messages have a fixed size, so reporting an error never allocates and never fails. */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 2, 0))) static void
message_vset(struct message *message, const char *format, va_list arguments)
{
    if (message)
        vsnprintf(message->text, sizeof message->text, format, arguments);
}

void message_set(struct message *message, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vset(message, format, arguments);
    va_end(arguments);
}

enum error error_set(enum error error, struct message *message, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    message_vset(message, format, arguments);
    va_end(arguments);
    return error;
}

void message_prefix(struct message *message, const char *format, ...)
{
    va_list arguments;
    char rest[MESSAGE_SIZE];
    size_t used;

    if (!message)
        return;
    memcpy(rest, message->text, sizeof rest);
    va_start(arguments, format);
    message_vset(message, format, arguments);
    va_end(arguments);
    used = strlen(message->text);
    snprintf(message->text + used, sizeof message->text - used, ": %s", rest);
}
