/* See html.h. Text is decoded into code points, and each is encoded again, so that nothing invalid
 * slips through. */
#include "report/html.h"

#include "base/sha256.h"

#include <inttypes.h>
#include <time.h>

enum { REPLACEMENT = 0xfffd };

/* --- code points -------------------------------------------------------------------------------*/

static size_t sequence_length(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc2 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

/* The next code point of the text, which is not empty. */
static uint32_t next_point(struct slice *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text->text;
    size_t length = sequence_length(bytes[0]), used = 1;
    uint32_t point = length > 1 ? bytes[0] & (0x7fU >> length) : bytes[0];

    while (used < length && used < text->length && (bytes[used] & 0xc0) == 0x80)
        point = point << 6 | (bytes[used++] & 0x3f);
    text->text += used;
    text->length -= used;
    if (length == 0 || used < length || point < least[length] || point > 0x10ffff ||
        (point >= 0xd800 && point <= 0xdfff))
        return REPLACEMENT;
    return point;
}

/* Control characters, direction marks and invisible characters. Joiners, which some scripts need,
 * are kept. */
static bool is_hidden(uint32_t point)
{
    static const uint32_t ranges[][2] = {
        {0, 0x1f},        {0x7f, 0x9f},      {0xad, 0xad},     {0x61c, 0x61c},   {0x115f, 0x1160},
        {0x17b4, 0x17b5}, {0x180b, 0x180f},  {0x200b, 0x200b}, {0x200e, 0x200f}, {0x2028, 0x202e},
        {0x2060, 0x206f}, {0x3164, 0x3164},  {0xfdd0, 0xfdef}, {0xfeff, 0xfeff}, {0xffa0, 0xffa0},
        {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};

    if ((point & 0xfffe) == 0xfffe)
        return true;
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (point >= ranges[i][0] && point <= ranges[i][1])
            return true;
    return false;
}

static void put_point(FILE *file, uint32_t point)
{
    if (point < 0x80) {
        putc((int)point, file);
    } else if (point < 0x800) {
        putc((int)(0xc0 | point >> 6), file);
        putc((int)(0x80 | (point & 0x3f)), file);
    } else {
        if (point < 0x10000) {
            putc((int)(0xe0 | point >> 12), file);
        } else {
            putc((int)(0xf0 | point >> 18), file);
            putc((int)(0x80 | (point >> 12 & 0x3f)), file);
        }
        putc((int)(0x80 | (point >> 6 & 0x3f)), file);
        putc((int)(0x80 | (point & 0x3f)), file);
    }
}

/* --- text --------------------------------------------------------------------------------------*/

static void put_escaped(FILE *file, uint32_t point)
{
    switch (point) {
    case '&':
        fputs("&amp;", file);
        break;
    case '<':
        fputs("&lt;", file);
        break;
    case '>':
        fputs("&gt;", file);
        break;
    case '"':
        fputs("&quot;", file);
        break;
    case '\'':
        fputs("&#39;", file);
        break;
    case '`':
        fputs("&#96;", file);
        break;
    default:
        put_point(file, is_hidden(point) ? REPLACEMENT : point);
    }
}

void html_text(FILE *file, const char *text)
{
    struct slice rest = slice_of(text);

    while (rest.length > 0) {
        uint32_t point = next_point(&rest);

        put_escaped(file, point == '\n' || point == '\t' ? ' ' : point);
    }
}

void html_lines(FILE *file, struct slice text)
{
    while (text.length > 0) {
        uint32_t point = next_point(&text);

        if (point == '\n' || point == '\t')
            putc((int)point, file);
        else if (point != '\r' || text.length == 0 || text.text[0] != '\n')
            put_escaped(file, point);
    }
}

/* `<`, `>` and `&` are escaped, so the text cannot end a script or start a comment. */
void html_json_part(FILE *file, struct slice text)
{
    while (text.length > 0) {
        uint32_t point = next_point(&text);

        if (point == '\n')
            fputs("\\n", file);
        else if (point == '\t')
            fputs("\\t", file);
        else if (point == '"' || point == '\\' || point == '<' || point == '>' || point == '&' ||
                 point == '\'')
            fprintf(file, "\\u%04x", (unsigned)point);
        else
            put_point(file, is_hidden(point) ? REPLACEMENT : point);
    }
}

void html_json(FILE *file, struct slice text)
{
    putc('"', file);
    html_json_part(file, text);
    putc('"', file);
}

/* --- figures -----------------------------------------------------------------------------------*/

void html_count(FILE *file, uint64_t count)
{
    if (count >= 1000) {
        html_count(file, count / 1000);
        fprintf(file, ",%03u", (unsigned)(count % 1000));
    } else {
        fprintf(file, "%u", (unsigned)count);
    }
}

void html_date(FILE *file, int64_t seconds)
{
    time_t when = (time_t)seconds;
    struct tm parts;
    char text[64];

    if (gmtime_r(&when, &parts) && strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &parts) > 0)
        html_text(file, text);
    else
        fprintf(file, "%" PRId64, seconds);
}

void html_base64(FILE *file, struct slice bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *byte = (const unsigned char *)bytes.text;
    char group[5] = "";

    for (size_t i = 0; i < bytes.length; i += 3) {
        size_t left = bytes.length - i;
        uint32_t value = (uint32_t)byte[i] << 16 | (left > 1 ? (uint32_t)byte[i + 1] << 8 : 0) |
                         (left > 2 ? byte[i + 2] : 0);

        group[0] = digits[value >> 18];
        group[1] = digits[value >> 12 & 63];
        group[2] = left > 1 ? digits[value >> 6 & 63] : '=';
        group[3] = left > 2 ? digits[value & 63] : '=';
        fputs(group, file);
    }
}

void html_hash(FILE *file, struct slice bytes)
{
    struct sha256 state;
    uint8_t hash[SHA256_SIZE];

    sha256_init(&state);
    sha256_update(&state, bytes.text, bytes.length);
    sha256_finish(&state, hash);
    fputs("sha256-", file);
    html_base64(file, (struct slice){(const char *)hash, sizeof hash});
}
