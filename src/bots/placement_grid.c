/* Line by line: sums along the line say of each stretch of it how many of its cells are closed to
 * ships, hit, open and asked for, and a list of changes turns places into counts in one pass. */
#include "bots/placement_grid.h"

#include <string.h>

/* A row or a column; each sum is over the cells before the index. */
struct grid_line {
    int cells;
    uint16_t cell[MAX_SIDE];
    uint8_t closed[MAX_SIDE + 1], hit[MAX_SIDE + 1], open[MAX_SIDE + 1], asked[MAX_SIDE + 1];
};

struct grid_counter {
    struct placement_grid
        *grid; /* NULL while only the most asked cells in one place are looked for */
    const struct shot_map *map;
    const struct placement_filter *filter;
    int least, most; /* asked cells that a place must cover; that one covered */
    bool any;
};

static void read_line(struct grid_line *line, const struct grid_counter *counting, int first,
                      int direction)
{
    const struct shot_map *map = counting->map;
    const struct placement_filter *filter = counting->filter;
    int n = 0;

    for (int cell = first; cell != OFF_BOARD; cell = map->next[cell][direction], n++) {
        bool empty = filter->empty && cellset_has(filter->empty, cell);
        bool hit = map->mark[cell] == CELL_HIT;
        bool open = map->mark[cell] == CELL_OPEN && !empty;
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
static bool hits_agree(const struct shot_map *map, const struct grid_line *line, int start, int end)
{
    int kind = -1;

    for (int i = start; i < end; i++) {
        int cell = line->cell[i];

        if (map->mark[cell] != CELL_HIT)
            continue;
        if (kind >= 0 && map->kind[cell] != kind)
            return false;
        kind = map->kind[cell];
    }
    return true;
}

static bool is_place(const struct shot_map *map, const struct grid_line *line, int start, int end)
{
    return line->closed[end] == line->closed[start] && line->open[end] > line->open[start] &&
           (line->hit[end] < line->hit[start] + 2 || hits_agree(map, line, start, end));
}

/* Finds the places of ships of one length in a line. */
static void find_places(struct grid_counter *counting, const struct grid_line *line, int length,
                        uint32_t change[MAX_SIDE + 1])
{
    const struct shot_map *map = counting->map;
    uint32_t ships = map->afloat[length];

    for (int start = 0; start + length <= line->cells; start++) {
        int end = start + length, asked = line->asked[end] - line->asked[start];

        if (asked < counting->least || !is_place(map, line, start, end))
            continue;
        if (asked > counting->most)
            counting->most = asked;
        change[start] += ships;
        change[end] -= ships;
        counting->any = true;
    }
}

static void count_line(struct grid_counter *counting, int first, int direction)
{
    struct grid_line line = {0};
    uint32_t change[MAX_SIDE + 1] = {0}, sum = 0;

    read_line(&line, counting, first, direction);
    /* A ship of one cell lies in its row only, or it would count twice. */
    for (int length = direction == EAST ? 1 : 2; length <= MAX_LENGTH; length++)
        if (counting->map->afloat[length])
            find_places(counting, &line, length, change);
    for (int i = 0; counting->grid && i < line.cells; i++) {
        int cell = line.cell[i];

        sum += change[i];
        counting->grid->count[cell] +=
            sum * (counting->map->mark[cell] == CELL_HIT ? HIT_WEIGHT : 1u);
    }
}

static void count_lines(struct grid_counter *counting)
{
    const struct shot_map *map = counting->map;

    for (int row = 0; row < map->height; row++)
        count_line(counting, row * map->width, EAST);
    for (int column = 0; column < map->width; column++)
        count_line(counting, column, SOUTH);
}

bool placement_grid_count(struct placement_grid *grid, const struct shot_map *map,
                          const struct placement_filter *filter)
{
    struct grid_counter counting = {.map = map, .filter = filter, .least = filter->through ? 1 : 0};

    if (filter->through && filter->most) {
        count_lines(&counting);
        counting.least = counting.most > 1 ? counting.most : 1;
        counting.any = false;
    }
    memset(grid->count, 0, sizeof grid->count[0] * (size_t)(map->width * map->height));
    counting.grid = grid;
    count_lines(&counting);
    return counting.any;
}

int placement_grid_best(const struct placement_grid *grid, const struct shot_map *map,
                        const struct cellset *among, struct rng *rng)
{
    uint32_t most = 1, ties = 0;
    int best = OFF_BOARD;

    for (int i = 0; i < map->open; i++) {
        int cell = map->cell[i];
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
