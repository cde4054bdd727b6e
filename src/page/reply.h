/* A reply to the page: one JSON object, written in order. Nothing is kept but the text and the
 * brackets that are open. In arrays, keys are NULL.
 *
 * The reply owns its text, which has a cap. What does not fit sets `failed`. Bytes that are not
 * UTF-8 become `?`, so the text is valid JSON whatever it quotes. */
#ifndef BROADSIDE_PAGE_REPLY_H
#define BROADSIDE_PAGE_REPLY_H

#include "base/buffer.h"
#include "base/text.h"

enum { REPLY_CAP = 8 << 20, REPLY_DEPTH = 16 };

struct reply {
    struct buffer text;
    char bracket[REPLY_DEPTH]; /* the closing ones */
    bool has_items[REPLY_DEPTH];
    int depth;
    bool failed;
};

void reply_init(struct reply *reply);
void reply_release(struct reply *reply);

/* Starts again with an empty object, and closes it. */
void reply_begin(struct reply *reply);
void reply_end(struct reply *reply);

void reply_object(struct reply *reply, const char *key);
void reply_array(struct reply *reply, const char *key);
void reply_close(struct reply *reply); /* the innermost object or array */

void reply_text(struct reply *reply, const char *key, const char *text);
void reply_slice(struct reply *reply, const char *key, struct slice text);
void reply_format(struct reply *reply, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void reply_integer(struct reply *reply, const char *key, long long number);
void reply_decimal(struct reply *reply, const char *key, double number, int decimals);
void reply_bool(struct reply *reply, const char *key, bool value);
void reply_null(struct reply *reply, const char *key);

/* Items that are JSON already, separated by commas; none if the text is empty. */
void reply_raw(struct reply *reply, struct slice items);

#endif
