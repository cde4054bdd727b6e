/* The tables follow East Asian Width (wide and fullwidth) and the general categories Mn, Me and Cf
 * of Unicode, without the rarest scripts. */
#include "base/columns.h"

#include <stdio.h>
#include <string.h>

struct range {
    uint32_t first, last;
};

static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},     {0x591, 0x5bd},     {0x5bf, 0x5bf},   {0x5c1, 0x5c2},
    {0x5c4, 0x5c5},   {0x5c7, 0x5c7},     {0x610, 0x61a},     {0x61c, 0x61c},   {0x64b, 0x65f},
    {0x670, 0x670},   {0x6d6, 0x6dc},     {0x6df, 0x6e4},     {0x6e7, 0x6e8},   {0x6ea, 0x6ed},
    {0x711, 0x711},   {0x730, 0x74a},     {0x7a6, 0x7b0},     {0x900, 0x902},   {0x93a, 0x93a},
    {0x93c, 0x93c},   {0x941, 0x948},     {0x94d, 0x94d},     {0x951, 0x957},   {0x962, 0x963},
    {0x981, 0x981},   {0x9bc, 0x9bc},     {0x9c1, 0x9c4},     {0x9cd, 0x9cd},   {0xe31, 0xe31},
    {0xe34, 0xe3a},   {0xe47, 0xe4e},     {0xeb1, 0xeb1},     {0xeb4, 0xebc},   {0xec8, 0xecd},
    {0x1ab0, 0x1ace}, {0x1dc0, 0x1dff},   {0x200b, 0x200f},   {0x202a, 0x202e}, {0x2060, 0x206f},
    {0x20d0, 0x20f0}, {0x302a, 0x302d},   {0x3099, 0x309a},   {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    {0xfeff, 0xfeff}, {0x1d167, 0x1d169}, {0xe0100, 0xe01ef},
};

static const struct range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},
    {0x23f0, 0x23f0},   {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},
    {0x2648, 0x2653},   {0x267f, 0x267f},   {0x2693, 0x2693},   {0x26a1, 0x26a1},
    {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},   {0x26ce, 0x26ce},
    {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},
    {0x2728, 0x2728},   {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x27b0, 0x27b0},   {0x27bf, 0x27bf},
    {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},   {0x2e80, 0x303e},
    {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97c},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},
    {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x16fe0, 0x18cff}, {0x1b000, 0x1b2ff},
    {0x1f004, 0x1f004}, {0x1f0cf, 0x1f0cf}, {0x1f18e, 0x1f18e}, {0x1f191, 0x1f19a},
    {0x1f200, 0x1f265}, {0x1f300, 0x1f320}, {0x1f32d, 0x1f335}, {0x1f337, 0x1f37c},
    {0x1f37e, 0x1f393}, {0x1f3a0, 0x1f3ca}, {0x1f3cf, 0x1f3d3}, {0x1f3e0, 0x1f3f0},
    {0x1f3f4, 0x1f3f4}, {0x1f3f8, 0x1f43e}, {0x1f440, 0x1f440}, {0x1f442, 0x1f4fc},
    {0x1f4ff, 0x1f53d}, {0x1f54b, 0x1f54e}, {0x1f550, 0x1f567}, {0x1f57a, 0x1f57a},
    {0x1f595, 0x1f596}, {0x1f5a4, 0x1f5a4}, {0x1f5fb, 0x1f64f}, {0x1f680, 0x1f6c5},
    {0x1f6cc, 0x1f6cc}, {0x1f6d0, 0x1f6d2}, {0x1f6d5, 0x1f6d7}, {0x1f6dc, 0x1f6df},
    {0x1f6eb, 0x1f6ec}, {0x1f6f4, 0x1f6fc}, {0x1f7e0, 0x1f7eb}, {0x1f90c, 0x1f93a},
    {0x1f93c, 0x1f945}, {0x1f947, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd},
};

static bool is_in(uint32_t c, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count && c >= ranges[i].first; i++)
        if (c <= ranges[i].last)
            return true;
    return false;
}

int columns_next(struct slice text, size_t *bytes)
{
    uint32_t c;

    *bytes = slice_code_point(text, &c);
    if (*bytes == 0) {
        *bytes = 1;
        return 1;
    }
    if (is_in(c, marks, sizeof marks / sizeof *marks))
        return 0;
    return is_in(c, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

size_t columns_bytes(const char *text, int width)
{
    struct slice rest = slice_of(text);
    size_t bytes;

    while (rest.length > 0) {
        width -= columns_next(rest, &bytes);
        if (width < 0)
            break;
        rest.text += bytes;
        rest.length -= bytes;
    }
    return (size_t)(rest.text - text);
}

int columns_of(const char *text)
{
    struct slice rest = slice_of(text);
    size_t bytes;
    int width = 0;

    for (; rest.length > 0; rest.text += bytes, rest.length -= bytes)
        width += columns_next(rest, &bytes);
    return width;
}

struct columns columns_pad(const char *text, int width)
{
    struct columns padded;
    int rest = width - columns_of(text);

    snprintf(padded.text, sizeof padded.text, "%s%*s", text, rest > 0 ? rest : 0, "");
    return padded;
}

struct columns columns_fit(const char *text, int width)
{
    struct columns cut;

    snprintf(cut.text, sizeof cut.text, "%.*s", (int)columns_bytes(text, width), text);
    return columns_pad(cut.text, width);
}

bool columns_wrap(struct slice *rest, int width, struct slice *line)
{
    size_t end = 0, blank = 0, bytes = 0;
    int columns = 0;

    if (rest->length == 0)
        return false;
    for (; end < rest->length && rest->text[end] != '\n'; end += bytes) {
        if (rest->text[end] == ' ')
            blank = end;
        columns += columns_next((struct slice){rest->text + end, rest->length - end}, &bytes);
        if (columns > width && end > 0)
            break;
    }
    if (end < rest->length && rest->text[end] != '\n' && blank > 0)
        end = blank;
    *line = (struct slice){rest->text, end};
    while (end < rest->length && rest->text[end] == ' ')
        end++;
    if (end < rest->length && rest->text[end] == '\n')
        end++;
    *rest = (struct slice){rest->text + end, rest->length - end};
    return true;
}
