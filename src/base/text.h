/* Safe text handling: bounded writing into the caller's memory, and splitting text.
 *
 * A writer never overruns: it drops what does not fit and sets `full`; the text is always
 * terminated. A `struct slice` points into existing text and owns nothing; it need not be
 * terminated and may contain any byte. Character classes are ASCII, whatever the locale. */
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

/* `size` includes the terminator and is at least 1. */
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
struct slice slice_skip_bom(struct slice slice);     /* without a leading UTF-8 byte order mark */
bool slice_is(struct slice slice, const char *text); /* same bytes */
bool slice_is_nocase(struct slice slice, const char *text); /* ignores ASCII case */

/* Removes the part before the first `separator`, and the separator, from the front of `rest`.
 * False, with an empty part, if nothing is left. */
bool slice_cut(struct slice *rest, char separator, struct slice *part);

/* Removes the next word (a run of non-blank characters) from `rest`; false if there is none. */
bool slice_word(struct slice *rest, struct slice *word);

/* Parses a decimal number of at most `most`: digits only, no leading zero. */
bool slice_number(struct slice slice, uint64_t most, uint64_t *number);

/* For messages: at most 40 bytes of the slice, with `?` for anything unprintable. Characters stay
 * whole. */
struct quoted {
    char text[48];
};
struct quoted slice_quote(struct slice slice);

/* Copies text, replacing control characters and malformed UTF-8 with `?`, so that a hostile name
 * cannot control the terminal or break a line. `size` includes the terminator. */
void text_printable(char *to, size_t size, const char *from);
void slice_printable(char *to, size_t size, struct slice from);

/* The same for a name, which must look like what it is: also without invisible characters and marks
 * of direction, with one plain space for any run of spaces, and none at either end. It may become
 * empty. */
void slice_name(char *to, size_t size, struct slice from);

/* Decodes the first UTF-8 character. Returns its bytes, or 0 if the text is empty or malformed. */
size_t slice_code_point(struct slice text, uint32_t *c);

/* The last line that is not blank, trimmed: where compilers and interpreters report an error. */
struct slice slice_last_line(struct slice text);

/* Prints bytes as lower-case hexadecimal; `hex` has room for 2 * size + 1 characters. */
void text_hex(const uint8_t *bytes, size_t size, char *hex);

char text_lower(char c);
bool text_is_letter(char c); /* ASCII */
bool text_is_digit(char c);

/* The ending of the noun that is counted: "" or "s", and "" or "es" as in matches. */
const char *text_s(uint64_t count);
const char *text_es(uint64_t count);

/* "under a second", "about 1 second", "about 5 minutes", "about 3.2 hours", "about 2.5 days". */
struct duration_text {
    char text[32];
};
struct duration_text text_duration(double seconds);

bool text_starts_with(const char *text, const char *start);
bool text_ends_with(const char *text, const char *end);

#endif
