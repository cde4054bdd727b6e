/* See reply.h. */
#include "page/reply.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { FORMATTED_SIZE = 1024 };

void reply_init(struct reply *reply)
{
    memset(reply, 0, sizeof *reply);
    buffer_init(&reply->text, REPLY_CAP);
}

void reply_release(struct reply *reply)
{
    buffer_release(&reply->text);
}

static void put(struct reply *reply, const char *text)
{
    if (buffer_put(&reply->text, text) != OK)
        reply->failed = true;
}

static void put_bytes(struct reply *reply, const char *bytes, size_t size)
{
    if (buffer_append(&reply->text, bytes, size) != OK)
        reply->failed = true;
}

/* The bytes at the start that need no attention: nearly always all of them. */
static size_t plain_length(struct slice text)
{
    size_t length = 0;

    while (length < text.length && text.text[length] >= ' ' && text.text[length] < 0x7f &&
           text.text[length] != '"' && text.text[length] != '\\')
        length++;
    return length;
}

/* Escapes the first character. Returns its bytes. */
static size_t put_escaped(struct reply *reply, struct slice text)
{
    char escaped[8];
    uint32_t c;
    size_t bytes = slice_code_point(text, &c);

    if (bytes == 0) {
        put(reply, "?");
        return 1;
    }
    if (c == '"' || c == '\\' || c == '\n') {
        put(reply, c == '"' ? "\\\"" : c == '\n' ? "\\n" : "\\\\");
    } else if (c < ' ' || c == 0x7f) {
        snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)c);
        put(reply, escaped);
    } else {
        put_bytes(reply, text.text, bytes);
    }
    return bytes;
}

static void put_quoted(struct reply *reply, struct slice text)
{
    put(reply, "\"");
    while (text.length > 0) {
        size_t bytes = plain_length(text);

        if (bytes > 0)
            put_bytes(reply, text.text, bytes);
        else
            bytes = put_escaped(reply, text);
        text.text += bytes;
        text.length -= bytes;
    }
    put(reply, "\"");
}

/* The comma and the key before an item. */
static void start(struct reply *reply, const char *key)
{
    if (reply->has_items[reply->depth])
        put(reply, ",");
    reply->has_items[reply->depth] = true;
    if (!key)
        return;
    put_quoted(reply, slice_of(key));
    put(reply, ":");
}

static void open_bracket(struct reply *reply, const char *opening, char closing)
{
    assert(reply->depth + 1 < REPLY_DEPTH);
    put(reply, opening);
    reply->bracket[++reply->depth] = closing;
    reply->has_items[reply->depth] = false;
}

void reply_object(struct reply *reply, const char *key)
{
    start(reply, key);
    open_bracket(reply, "{", '}');
}

void reply_array(struct reply *reply, const char *key)
{
    start(reply, key);
    open_bracket(reply, "[", ']');
}

void reply_close(struct reply *reply)
{
    char closing[2] = {reply->bracket[reply->depth], '\0'};

    assert(reply->depth > 0);
    put(reply, closing);
    reply->depth--;
}

void reply_begin(struct reply *reply)
{
    reply->text.length = 0;
    reply->depth = 0;
    reply->failed = false;
    open_bracket(reply, "{", '}');
}

void reply_end(struct reply *reply)
{
    reply_close(reply);
    assert(reply->depth == 0);
}

void reply_slice(struct reply *reply, const char *key, struct slice text)
{
    start(reply, key);
    put_quoted(reply, text);
}

void reply_text(struct reply *reply, const char *key, const char *text)
{
    reply_slice(reply, key, slice_of(text));
}

void reply_format(struct reply *reply, const char *key, const char *format, ...)
{
    char text[FORMATTED_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reply_text(reply, key, text);
}

void reply_integer(struct reply *reply, const char *key, long long number)
{
    char text[32];

    start(reply, key);
    snprintf(text, sizeof text, "%lld", number);
    put(reply, text);
}

void reply_decimal(struct reply *reply, const char *key, double number, int decimals)
{
    char text[64];

    start(reply, key);
    snprintf(text, sizeof text, "%.*f", decimals, number);
    put(reply, text);
}

void reply_bool(struct reply *reply, const char *key, bool value)
{
    start(reply, key);
    put(reply, value ? "true" : "false");
}

void reply_null(struct reply *reply, const char *key)
{
    start(reply, key);
    put(reply, "null");
}

void reply_raw(struct reply *reply, struct slice items)
{
    if (items.length == 0)
        return;
    start(reply, NULL);
    if (buffer_append(&reply->text, items.text, items.length) != OK)
        reply->failed = true;
}
