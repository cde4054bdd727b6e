/* A recursive reader of RFC 8259 without blanks, which the replies do not have. */
#include "support/json_text.h"

#include <string.h>

static bool read_value(struct slice *rest, int depth);

static bool take(struct slice *rest, const char *text)
{
    size_t length = strlen(text);

    if (rest->length < length || memcmp(rest->text, text, length) != 0)
        return false;
    rest->text += length;
    rest->length -= length;
    return true;
}

static bool take_escape(struct slice *rest)
{
    if (!take(rest, "u"))
        return take(rest, "\"") || take(rest, "\\") || take(rest, "n");
    for (int i = 0; i < 4; i++) {
        if (rest->length == 0 || !strchr("0123456789abcdef", *rest->text))
            return false;
        rest->text++;
        rest->length--;
    }
    return true;
}

static bool read_string(struct slice *rest)
{
    if (!take(rest, "\""))
        return false;
    while (!take(rest, "\"")) {
        uint32_t c;
        size_t bytes = slice_code_point(*rest, &c);

        if (bytes == 0 || c < ' ')
            return false;
        rest->text += bytes;
        rest->length -= bytes;
        if (c == '\\' && !take_escape(rest))
            return false;
    }
    return true;
}

static bool read_digits(struct slice *rest)
{
    size_t before = rest->length;

    while (rest->length > 0 && text_is_digit(*rest->text)) {
        rest->text++;
        rest->length--;
    }
    return rest->length < before;
}

static bool read_number(struct slice *rest)
{
    take(rest, "-");
    return read_digits(rest) && (!take(rest, ".") || read_digits(rest));
}

static bool read_items(struct slice *rest, const char *closing, bool has_keys, int depth)
{
    if (take(rest, closing))
        return true;
    do
        if ((has_keys && !(read_string(rest) && take(rest, ":"))) || !read_value(rest, depth + 1))
            return false;
    while (take(rest, ","));
    return take(rest, closing);
}

static bool read_value(struct slice *rest, int depth)
{
    if (depth > 32)
        return false;
    if (take(rest, "{"))
        return read_items(rest, "}", true, depth);
    if (take(rest, "["))
        return read_items(rest, "]", false, depth);
    if (rest->length > 0 && *rest->text == '"')
        return read_string(rest);
    return take(rest, "true") || take(rest, "false") || take(rest, "null") || read_number(rest);
}

bool json_text_is_valid(struct slice text)
{
    return read_value(&text, 0) && text.length == 0;
}
