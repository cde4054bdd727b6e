/* The numbers carry the information; colours only help. */
#include "report/heat_picture.h"

#include "rules/cell.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The colours nearest to scale_heat out of 256, each darker than the one before. From FIRST_DARK on
 * white numbers have more contrast than black ones. */
static const int shades[] = {230, 193, 151, 79, 74, 37, 31, 25, 19, 17};

enum { SHADES = sizeof shades / sizeof shades[0], FIRST_DARK = 7, LABEL = 3 };

#define RESET "\033[0m"

static const struct {
    char mark;
    const char *words;
} keys[] = {{'o', "o miss"}, {'*', "* hit"}, {'#', "# sunk"}, {'.', ". water"}};

static bool is_certain(double probability)
{
    return probability >= 1 - 1e-12;
}

/* The percentage or the mark of a cell. */
static void cell_text(const struct heat_picture *heat, int cell, char text[8])
{
    double p = heat->probability[cell];
    char mark = heat->mark ? heat->mark[cell] : ' ';

    if (mark != ' ')
        snprintf(text, 8, "%c", mark);
    else if (p < 0)
        snprintf(text, 8, "-");
    else if (is_certain(p))
        snprintf(text, 8, "100");
    else if (p > 0 && p < 0.005)
        snprintf(text, 8, "<1");
    else
        snprintf(text, 8, "%d", p > 0 ? (int)fmin(99, floor(100 * p + 0.5)) : 0);
}

struct heat_print {
    const struct heat_picture *heat;
    bool colour;
    int digits; /* of a cell, which also has a space before them */
    double top;
    struct writer *writer;
};

static struct heat_print map_of(const struct heat_picture *heat, bool colour, struct writer *writer)
{
    struct heat_print map = {heat, colour, 2, 0, writer};

    for (int cell = 0; cell < heat->width * heat->height; cell++) {
        map.top = fmax(map.top, heat->probability[cell]);
        if (is_certain(heat->probability[cell]))
            map.digits = 3;
    }
    if (!(map.top > 0))
        map.top = 1;
    return map;
}

/* Starts the colours of a cell; known cells have the colours of the terminal. */
static void start_colour(const struct heat_print *map, int cell)
{
    double p = map->heat->probability[cell];
    int shade;

    if (!map->colour || p < 0)
        return;
    shade = p > 0 ? (int)fmin(SHADES - 1, p / map->top * SHADES) : 0;
    writer_format(map->writer, "\033[48;5;%d;38;5;%dm", shades[shade],
                  shade >= FIRST_DARK ? 231 : 16);
}

static void end_colour(const struct heat_print *map, int cell)
{
    if (map->colour && !(map->heat->probability[cell] < 0))
        writer_put(map->writer, RESET);
}

static void print_row(const struct heat_print *map, int row, int from, int to)
{
    const struct heat_picture *heat = map->heat;
    bool close = false;

    writer_format(map->writer, "%*d", LABEL, row + 1);
    for (int column = from; column < to; column++) {
        int cell = row * heat->width + column;
        bool chosen = cell == heat->highlight;
        char text[8];

        cell_text(heat, cell, text);
        start_colour(map, cell);
        writer_format(map->writer, "%s%*s", chosen ? "[" : close ? "]" : " ", map->digits, text);
        end_colour(map, cell);
        close = chosen;
    }
    writer_put(map->writer, close ? "]\n" : "\n");
}

/* One part of the board, from a column to before another. */
static void print_part(const struct heat_print *map, int from, int to)
{
    writer_format(map->writer, "%*s", LABEL, "");
    for (int column = from; column < to; column++)
        writer_format(map->writer, " %*s", map->digits, cell_column_name(column).text);
    writer_put(map->writer, "\n");
    for (int row = 0; row < map->heat->height; row++)
        print_row(map, row, from, to);
}

static void print_key(const struct heat_print *map)
{
    const struct heat_picture *heat = map->heat;
    size_t cells = (size_t)heat->width * (size_t)heat->height;

    writer_format(map->writer, "%*s percent chance of a ship", LABEL, "");
    for (size_t i = 0; heat->mark && i < sizeof keys / sizeof keys[0]; i++)
        if (memchr(heat->mark, keys[i].mark, cells))
            writer_format(map->writer, ", %s", keys[i].words);
    writer_put(map->writer, heat->highlight >= 0 ? ", [ ] the shot\n" : "\n");
    if (!map->colour)
        return;
    writer_format(map->writer, "%*s 0 ", LABEL, "");
    for (int i = 0; i < SHADES; i++)
        writer_format(map->writer, "\033[48;5;%dm  ", shades[i]);
    writer_format(map->writer, RESET " %.0f\n", 100 * map->top);
}

void heat_picture_print(const struct heat_picture *heat, bool colour, int columns,
                        struct writer *writer)
{
    struct heat_print map = map_of(heat, colour, writer);
    int fit = (columns - LABEL - 1) / (map.digits + 1);
    int part = columns <= 0 || fit >= heat->width ? heat->width : fit > 1 ? fit : 1;
    char clean[256];

    assert(heat->width > 0 && heat->width <= MAX_SIDE);
    assert(heat->height > 0 && heat->height <= MAX_SIDE);
    if (heat->caption && heat->caption[0]) {
        text_printable(clean, sizeof clean, heat->caption);
        writer_format(writer, "%*s %s\n", LABEL, "", clean);
    }
    for (int from = 0; from < heat->width; from += part) {
        if (from > 0)
            writer_put(writer, "\n");
        print_part(&map, from, from + part < heat->width ? from + part : heat->width);
    }
    print_key(&map);
}
