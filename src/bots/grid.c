/* Line by line: sums along the line say of each stretch of it how many of its cells are closed to
 * ships, hit, open and asked for, and a list of changes turns places into counts in one pass. */
#include "bots/grid.h"

#include <string.h>

/* A row or a column; each sum is over the cells before the index. */
struct line {
    int cells;
    uint16_t cell[MAX_SIDE];
    uint8_t closed[MAX_SIDE + 1], hit[MAX_SIDE + 1], open[MAX_SIDE + 1], asked[MAX_SIDE + 1];
};

struct counting {
    struct grid *grid; /* NULL while only the most asked cells in one place are looked for */
    const struct chart *chart;
    const struct grid_filter *filter;
    int least, most; /* asked cells that a place must cover; that one covered */
    bool any;
};

static void read_line(struct line *line, const struct counting *counting, int first, int direction)
{
    const struct chart *chart = counting->chart;
    const struct grid_filter *filter = counting->filter;
    int n = 0;

    for (int cell = first; cell != OFF_BOARD; cell = chart->next[cell][direction], n++) {
        bool empty = filter->empty && cellset_has(filter->empty, cell);
        bool hit = chart->mark[cell] == CHART_HIT;
        bool open = chart->mark[cell] == CHART_OPEN && !empty;
        bool asked = filter->through && cellset_has(filter->through, cell);

        line->cell[n] = (uint16_t)cell;
        line->closed[n + 1] = (uint8_t)(line->closed[n] + !(hit || open));
        line->hit[n + 1] = (uint8_t)(line->hit[n] + hit);
        line->open[n + 1] = (uint8_t)(line->open[n] + open);
        line->asked[n + 1] = (uint8_t)(line->asked[n] + asked);
    }
    line->cells = n;
}

/* Where every hit names its ship, hits of two ships are not of one place. */
static bool hits_agree(const struct chart *chart, const struct line *line, int start, int end)
{
    int kind = -1;

    for (int i = start; i < end; i++) {
        int cell = line->cell[i];

        if (chart->mark[cell] != CHART_HIT)
            continue;
        if (kind >= 0 && chart->kind[cell] != kind)
            return false;
        kind = chart->kind[cell];
    }
    return true;
}

static bool is_place(const struct chart *chart, const struct line *line, int start, int end)
{
    return line->closed[end] == line->closed[start] && line->open[end] > line->open[start] &&
           (line->hit[end] < line->hit[start] + 2 || hits_agree(chart, line, start, end));
}

/* Finds the places of ships of one length in a line. */
static void find_places(struct counting *counting, const struct line *line, int length,
                        uint32_t change[MAX_SIDE + 1])
{
    const struct chart *chart = counting->chart;
    uint32_t ships = chart->afloat[length];

    for (int start = 0; start + length <= line->cells; start++) {
        int end = start + length, asked = line->asked[end] - line->asked[start];

        if (asked < counting->least || !is_place(chart, line, start, end))
            continue;
        if (asked > counting->most)
            counting->most = asked;
        change[start] += ships;
        change[end] -= ships;
        counting->any = true;
    }
}

static void count_line(struct counting *counting, int first, int direction)
{
    struct line line = {0};
    uint32_t change[MAX_SIDE + 1] = {0}, sum = 0;

    read_line(&line, counting, first, direction);
    /* A ship of one cell lies in its row only, or it would count twice. */
    for (int length = direction == EAST ? 1 : 2; length <= MAX_LENGTH; length++)
        if (counting->chart->afloat[length])
            find_places(counting, &line, length, change);
    for (int i = 0; counting->grid && i < line.cells; i++) {
        int cell = line.cell[i];

        sum += change[i];
        counting->grid->count[cell] +=
            sum * (counting->chart->mark[cell] == CHART_HIT ? GRID_HIT : 1u);
    }
}

static void count_lines(struct counting *counting)
{
    const struct chart *chart = counting->chart;

    for (int row = 0; row < chart->height; row++)
        count_line(counting, row * chart->width, EAST);
    for (int column = 0; column < chart->width; column++)
        count_line(counting, column, SOUTH);
}

bool grid_count(struct grid *grid, const struct chart *chart, const struct grid_filter *filter)
{
    struct counting counting = {.chart = chart, .filter = filter, .least = filter->through ? 1 : 0};

    if (filter->through && filter->most) {
        count_lines(&counting);
        counting.least = counting.most > 1 ? counting.most : 1;
        counting.any = false;
    }
    memset(grid->count, 0, sizeof grid->count[0] * (size_t)(chart->width * chart->height));
    counting.grid = grid;
    count_lines(&counting);
    return counting.any;
}

int grid_best(const struct grid *grid, const struct chart *chart, const struct cellset *among,
              struct rng *rng)
{
    uint32_t most = 1, ties = 0;
    int best = OFF_BOARD;

    for (int i = 0; i < chart->open; i++) {
        int cell = chart->cell[i];
        uint32_t count = grid->count[cell];

        if (count < most || (among && !cellset_has(among, cell)))
            continue;
        ties = count > most ? 1 : ties + 1;
        most = count;
        if (ties == 1 || rng_below(rng, ties) == 0)
            best = cell;
    }
    return best;
}
