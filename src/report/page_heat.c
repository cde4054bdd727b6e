/* Boards as heat maps. All cells of one shade are a single path, which keeps the page small. */
#include "report/page_internal.h"

#include <math.h>

enum { SHADES = 10, CELL = 10, EDGE = 14 };

static uint64_t highest_of(const uint64_t *counts, int cells, int *where)
{
    uint64_t highest = 0;

    *where = 0;
    for (int i = 0; i < cells; i++)
        if (counts[i] > highest) {
            highest = counts[i];
            *where = i;
        }
    return highest;
}

static int lowest_of(const uint64_t *counts, int cells)
{
    int where = 0;

    for (int i = 1; i < cells; i++)
        if (counts[i] < counts[where])
            where = i;
    return where;
}

/* Shade 0 means never; the others are spread evenly up to the highest count of this board. */
static int shade_of(uint64_t count, uint64_t highest)
{
    int shade = count ? (int)ceil((double)count / (double)highest * (SHADES - 1)) : 0;

    return shade < SHADES ? shade : SHADES - 1;
}

static void put_shade(const struct rules *rules, const uint64_t *counts, uint64_t highest,
                      int shade, FILE *file)
{
    bool is_open = false;

    for (int row = 0; row < rules->height; row++)
        for (int column = 0; column < rules->width; column++) {
            int run = 0;

            while (column + run < rules->width &&
                   shade_of(counts[row * rules->width + column + run], highest) == shade)
                run++;
            if (run == 0)
                continue;
            if (!is_open)
                fprintf(file, "<path class=\"h%d\" d=\"", shade);
            is_open = true;
            fprintf(file, "M%d %dh%dv%dh-%dz", EDGE + column * CELL, EDGE + row * CELL, run * CELL,
                    CELL, run * CELL);
            column += run - 1;
        }
    if (is_open)
        fputs("\"/>", file);
}

static void put_letters(const struct rules *rules, FILE *file)
{
    int step = rules->width > 16 || rules->height > 16 ? 2 : 1;

    for (int column = 0; column < rules->width; column += step)
        fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                EDGE + column * CELL + CELL / 2, EDGE - 4, cell_column_name(column).text);
    for (int row = 0; row < rules->height; row += step)
        fprintf(file, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>", EDGE - 3,
                EDGE + row * CELL + CELL - 2, row + 1);
}

static double percent(uint64_t count, uint64_t rounds)
{
    return 100 * (double)count / (double)rounds;
}

void page_chart_heat(const struct rules *rules, const uint64_t *counts, uint64_t rounds,
                     const char *what, FILE *file)
{
    int most, least = lowest_of(counts, rules_cells(rules));
    uint64_t highest = highest_of(counts, rules_cells(rules), &most);

    fprintf(file, "<figure class=\"heat\"><figcaption>%s</figcaption>", what);
    fprintf(file,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s, as a heat map of the "
            "board\"><g class=\"cells\">",
            EDGE + rules->width * CELL + 1, EDGE + rules->height * CELL + 1, what);
    for (int shade = 0; shade < SHADES; shade++)
        put_shade(rules, counts, highest, shade, file);
    fputs("</g>", file);
    put_letters(rules, file);
    fputs("</svg>", file);
    if (highest > 0)
        fprintf(file, "<p>most: %s, %.0f&nbsp;%% of rounds<br>least: %s, %.0f&nbsp;%%</p>",
                cell_name(most, rules->width).text, percent(highest, rounds),
                cell_name(least, rules->width).text, percent(counts[least], rounds));
    fputs("</figure>\n", file);
}
