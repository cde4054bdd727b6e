#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void writer_init(struct writer *writer, char *memory, size_t size)
{
    *writer = (struct writer){.text = memory, .size = size};
    memory[0] = '\0';
}

void writer_put(struct writer *writer, const char *text)
{
    size_t length = strlen(text), space = writer->size - 1 - writer->length;

    if (length > space) {
        length = space;
        writer->full = true;
    }
    memcpy(writer->text + writer->length, text, length);
    writer->length += length;
    writer->text[writer->length] = '\0';
}

void writer_format(struct writer *writer, const char *format, ...)
{
    va_list arguments;
    size_t space = writer->size - writer->length;
    int wanted;

    va_start(arguments, format);
    wanted = vsnprintf(writer->text + writer->length, space, format, arguments);
    va_end(arguments);
    if (wanted < 0 || (size_t)wanted >= space) {
        writer->full = true;
        writer->length = writer->size - 1;
    } else {
        writer->length += (size_t)wanted;
    }
}

struct slice slice_of(const char *text)
{
    return (struct slice){text, strlen(text)};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct slice slice_skip_bom(struct slice slice)
{
    size_t skip = slice.length >= 3 && memcmp(slice.text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;

    return (struct slice){slice.text + skip, slice.length - skip};
}

struct slice slice_trim(struct slice slice)
{
    while (slice.length > 0 && is_blank(slice.text[0])) {
        slice.text++;
        slice.length--;
    }
    while (slice.length > 0 && is_blank(slice.text[slice.length - 1]))
        slice.length--;
    return slice;
}

bool slice_is(struct slice slice, const char *text)
{
    return slice.length == strlen(text) && memcmp(slice.text, text, slice.length) == 0;
}

char text_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_is_letter(char c)
{
    return text_lower(c) >= 'a' && text_lower(c) <= 'z';
}

bool text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool slice_is_nocase(struct slice slice, const char *text)
{
    if (slice.length != strlen(text))
        return false;
    for (size_t i = 0; i < slice.length; i++)
        if (text_lower(slice.text[i]) != text_lower(text[i]))
            return false;
    return true;
}

bool slice_cut(struct slice *rest, char separator, struct slice *part)
{
    size_t i = 0;

    *part = (struct slice){rest->text, 0};
    if (rest->length == 0)
        return false;
    while (i < rest->length && rest->text[i] != separator)
        i++;
    part->length = i;
    i += i < rest->length;
    rest->text += i;
    rest->length -= i;
    return true;
}

bool slice_word(struct slice *rest, struct slice *word)
{
    size_t i = 0;

    *rest = slice_trim(*rest);
    while (i < rest->length && !is_blank(rest->text[i]))
        i++;
    *word = (struct slice){rest->text, i};
    rest->text += i;
    rest->length -= i;
    return i > 0;
}

bool slice_number(struct slice slice, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;

    if (slice.length == 0 || (slice.length > 1 && slice.text[0] == '0'))
        return false;
    for (size_t i = 0; i < slice.length; i++) {
        unsigned digit = (unsigned char)slice.text[i] - (unsigned)'0';

        if (digit > 9 || value > most / 10)
            return false;
        value = value * 10 + digit;
        if (value > most || value < digit)
            return false;
    }
    *number = value;
    return true;
}

/* The length of the UTF-8 sequence at `s`, or 0 if it is malformed. At most `left` bytes may be
 * read. */
static size_t well_formed(const unsigned char *s, size_t left)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

    if (length == 0 || length > left || s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) ||  /* overlong */
        (s[0] == 0xed && s[1] >= 0xa0) || /* surrogates */
        (s[0] == 0xf0 && s[1] < 0x90) ||  /* overlong */
        (s[0] == 0xf4 && s[1] >= 0x90))   /* beyond the last code point */
        return 0;
    return length;
}

/* The same, but 0 for control characters too. */
static size_t printable_sequence(const unsigned char *s, size_t left)
{
    size_t length = well_formed(s, left);

    if (length == 0 || s[0] < ' ' || s[0] == 0x7f || (s[0] == 0xc2 && s[1] < 0xa0) || /* C1 */
        (s[0] == 0xe2 && s[1] == 0x80 &&    /* line and paragraph separators, */
         (s[2] >= 0xa8 && s[2] <= 0xae)) || /* direction overrides */
        (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9))
        return 0;
    return length;
}

void slice_printable(char *to, size_t size, struct slice from)
{
    size_t used = 0;

    while (used < from.length) {
        const char *at = from.text + used;
        size_t length = printable_sequence((const unsigned char *)at, from.length - used);

        if (used + (length ? length : 1) >= size)
            break;
        if (length > 0)
            memcpy(to + used, at, length);
        else
            to[used] = '?';
        used += length ? length : 1;
    }
    to[used] = '\0';
}

struct quoted slice_quote(struct slice slice)
{
    struct quoted quoted;
    size_t length;

    slice_printable(quoted.text, 40 + 1, slice);
    length = strlen(quoted.text);
    if (length < slice.length)
        memcpy(quoted.text + length, "...", sizeof "...");
    return quoted;
}

void text_printable(char *to, size_t size, const char *from)
{
    slice_printable(to, size, slice_of(from));
}

/* Code points that take no room on the screen. */
static bool is_invisible(uint32_t c)
{
    return c == 0xad || c == 0x34f || c == 0x61c || (c >= 0x115f && c <= 0x1160) ||
           (c >= 0x17b4 && c <= 0x17b5) || (c >= 0x180b && c <= 0x180f) ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0x3164 || (c >= 0xfe00 && c <= 0xfe0f) ||
           c == 0xfeff || c == 0xffa0 || (c >= 0xfff9 && c <= 0xfffb) ||
           (c >= 0x1d173 && c <= 0x1d17a) || (c >= 0xe0000 && c <= 0xe0fff);
}

static bool is_space(uint32_t c)
{
    return c == ' ' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x2800 || c == 0x3000;
}

/* The code point of a well-formed sequence of this length. */
static uint32_t code_point(const unsigned char *s, size_t length)
{
    uint32_t c = length > 1 ? s[0] & (0x7fu >> length) : s[0];

    for (size_t i = 1; i < length; i++)
        c = c << 6 | (s[i] & 0x3f);
    return c;
}

size_t slice_code_point(struct slice text, uint32_t *c)
{
    const unsigned char *at = (const unsigned char *)text.text;
    size_t length = text.length > 0 ? well_formed(at, text.length) : 0;

    *c = length > 0 ? code_point(at, length) : 0;
    return length;
}

void slice_name(char *to, size_t size, struct slice from)
{
    size_t used = 0, length;
    bool gap = false;

    for (; from.length > 0; from.text += length, from.length -= length) {
        const unsigned char *at = (const unsigned char *)from.text;
        size_t known = well_formed(at, from.length);
        uint32_t c = known ? code_point(at, known) : '?';

        length = known ? known : 1;
        if (is_invisible(c))
            continue;
        if (is_space(c)) {
            gap = used > 0;
            continue;
        }
        if (used + gap + length >= size)
            break;
        if (gap)
            to[used++] = ' ';
        gap = false;
        if (!printable_sequence(at, length)) {
            to[used++] = '?';
            continue;
        }
        memcpy(to + used, at, length);
        used += length;
    }
    to[used] = '\0';
}

struct slice slice_last_line(struct slice text)
{
    struct slice line, last = {"", 0};

    while (slice_cut(&text, '\n', &line))
        if (slice_trim(line).length > 0)
            last = slice_trim(line);
    return last;
}

void text_hex(const uint8_t *bytes, size_t size, char *hex)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * size] = '\0';
}

const char *text_s(uint64_t count)
{
    return count == 1 ? "" : "s";
}

const char *text_es(uint64_t count)
{
    return count == 1 ? "" : "es";
}

struct duration_text text_duration(double seconds)
{
    struct duration_text duration = {"under a second"};
    const size_t size = sizeof duration.text;

    if (seconds >= 48 * 3600)
        snprintf(duration.text, size, "about %.1f days", seconds / 86400);
    else if (seconds >= 7200)
        snprintf(duration.text, size, "about %.1f hours", seconds / 3600);
    else if (seconds >= 120)
        snprintf(duration.text, size, "about %.0f minutes", seconds / 60);
    else if (seconds >= 1)
        snprintf(duration.text, size, "about %.0f second%s", seconds, seconds < 1.5 ? "" : "s");
    return duration;
}

bool text_starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

bool text_ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);

    return length >= tail && strcmp(text + length - tail, end) == 0;
}
