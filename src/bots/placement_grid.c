/* Counts line by line. Prefix sums tell how many cells of a segment are closed to ships, hit, open
 * or required; a difference array turns placements into counts in one pass. */
#include "bots/placement_grid.h"

#include <string.h>

/* A row or column. Each sum is over the cells before the index. */
struct grid_line {
    int cells;
    uint16_t cell[MAX_SIDE];
    uint8_t closed[MAX_SIDE + 1], hit[MAX_SIDE + 1], open[MAX_SIDE + 1], required[MAX_SIDE + 1];
};

struct grid_counter {
    struct placement_grid *grid;
    const struct shot_map *map;
    const struct placement_filter *filter;
    bool any;
};

static void read_line(struct grid_line *line, const struct grid_counter *counter, int first,
                      int direction)
{
    const struct shot_map *map = counter->map;
    const struct placement_filter *filter = counter->filter;
    int n = 0;

    for (int cell = first; cell != OFF_BOARD; cell = map->next[cell][direction], n++) {
        bool empty = filter->empty && cellset_has(filter->empty, cell);
        bool hit = map->mark[cell] == CELL_HIT;
        bool open = map->mark[cell] == CELL_OPEN && !empty;
        bool required = filter->through && cellset_has(filter->through, cell);

        line->cell[n] = (uint16_t)cell;
        line->closed[n + 1] = (uint8_t)(line->closed[n] + !(hit || open));
        line->hit[n + 1] = (uint8_t)(line->hit[n] + hit);
        line->open[n + 1] = (uint8_t)(line->open[n] + open);
        line->required[n + 1] = (uint8_t)(line->required[n] + required);
    }
    line->cells = n;
}

/* If every hit names its ship, a placement cannot cover hits of two kinds of ships. */
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

static bool is_possible(const struct shot_map *map, const struct grid_line *line, int start,
                        int end)
{
    return line->closed[end] == line->closed[start] && line->open[end] > line->open[start] &&
           (line->hit[end] < line->hit[start] + 2 || hits_agree(map, line, start, end));
}

/* Adds the placements of the ships of one length in a line. */
static void count_placements(struct grid_counter *counter, const struct grid_line *line, int length,
                             uint32_t change[MAX_SIDE + 1])
{
    const struct shot_map *map = counter->map;
    uint32_t ships = map->afloat[length];

    for (int start = 0; start + length <= line->cells; start++) {
        int end = start + length;
        uint32_t weight = ships;

        if (counter->filter->through)
            weight *= (uint32_t)(line->required[end] - line->required[start]);
        if (!weight || !is_possible(map, line, start, end))
            continue;
        change[start] += weight;
        change[end] -= weight;
        counter->any = true;
    }
}

static void count_line(struct grid_counter *counter, int first, int direction)
{
    struct grid_line line = {0};
    uint32_t change[MAX_SIDE + 1] = {0}, sum = 0;

    read_line(&line, counter, first, direction);
    /* Count a ship of one cell only across, or it would count twice. */
    for (int length = direction == EAST ? 1 : 2; length <= MAX_LENGTH; length++)
        if (counter->map->afloat[length])
            count_placements(counter, &line, length, change);
    for (int i = 0; i < line.cells; i++) {
        int cell = line.cell[i];

        sum += change[i];
        counter->grid->count[cell] +=
            sum * (counter->map->mark[cell] == CELL_HIT ? HIT_WEIGHT : 1u);
    }
}

static void count_lines(struct grid_counter *counter)
{
    const struct shot_map *map = counter->map;

    for (int row = 0; row < map->height; row++)
        count_line(counter, row * map->width, EAST);
    for (int column = 0; column < map->width; column++)
        count_line(counter, column, SOUTH);
}

bool placement_grid_count(struct placement_grid *grid, const struct shot_map *map,
                          const struct placement_filter *filter)
{
    struct grid_counter counter = {.grid = grid, .map = map, .filter = filter};

    memset(grid->count, 0, sizeof grid->count[0] * (size_t)(map->width * map->height));
    count_lines(&counter);
    return counter.any;
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
