/* Text without surprises: bounded writing into the caller's memory, and cutting a text into words.
 *
 * A writer never overruns: what does not fit is dropped and `full` says so; the text is always
 * terminated. A `struct slice` points into somebody else's text and owns nothing; it need not be
 * terminated and may hold any byte. Character classes are ASCII, whatever the locale. */
#ifndef BROADSIDE_BASE_TEXT_H
#define BROADSIDE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct writer {
    char *text;
    size_t size, length;
    bool full;
};

/* `size` counts the terminator and is at least 1. */
void writer_init(struct writer *writer, char *memory, size_t size);
void writer_put(struct writer *writer, const char *text);
void writer_format(struct writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct slice {
    const char *text;
    size_t length;
};

struct slice slice_of(const char *text);
struct slice slice_trim(struct slice slice);
bool slice_is(struct slice slice, const char *text);        /* same bytes */
bool slice_is_nocase(struct slice slice, const char *text); /* same but for ASCII case */

/* Takes the part before the first `separator` off the front of `rest`, and the separator with it.
 * False, and an empty part, when nothing is left. */
bool slice_cut(struct slice *rest, char separator, struct slice *part);

/* Takes the next run of non-blank characters off the front of `rest`; false when there is none. */
bool slice_word(struct slice *rest, struct slice *word);

/* A whole number in decimal, digits only, at most `most`. No sign, no blanks, no leading zero. */
bool slice_number(struct slice slice, uint64_t most, uint64_t *number);

/* For messages: the slice cut to about 40 characters, with anything unprintable as `?`. */
struct quoted {
    char text[48];
};
struct quoted slice_quote(struct slice slice);

/* Copies text with control characters and broken UTF-8 replaced by `?`, so that a hostile name can
 * neither steer a terminal nor break a line. `size` counts the terminator. */
void text_printable(char *to, size_t size, const char *from);

/* Lower-case hexadecimal of `size` bytes; `hex` has room for 2 * size + 1. */
void text_hex(const uint8_t *bytes, size_t size, char *hex);

char text_lower(char c);

bool text_starts_with(const char *text, const char *start);
bool text_ends_with(const char *text, const char *end);

#endif
