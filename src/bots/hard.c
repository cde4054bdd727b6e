/* hard: shoots the cell that most placements of ships afloat cover, on a checkerboard until it
 * hits.
 *
 * It does: after a hit, count only placements through open hits, once for every hit that they
 * cover, which makes it follow lines, and follow radar contacts in the same way; use each special
 * move in stock with a chance of 50 % a turn, at the area or line with the highest sum of the grid;
 * count cells that a sweep found empty as misses, or only lower their count where smoke may have
 * hidden a ship. It takes hints while it has no target. It lays smoke where medium does, at random
 * times that do not depend on the enemy's moves, so the timing reveals nothing.
 *
 * It does not: count fleets. Each ship is counted as if it were alone, so it overrates places that
 * leave no room for the other ships, and it uses special moves whether or not they pay.
 *
 * Mean on classic, 20,000 uniform boards: 45.4 shots. */
#include "bots/level.h"
#include "bots/placement_grid.h"
#include "bots/special.h"

#include <string.h>

extern const struct bot_kind bot_hard;

enum {
    CHECKERBOARD = 2,
    TRUST =
        3, /* after a doubtful sweep, counts shrink to screens / (screens + TRUST), rounded up */
};

struct hard {
    struct shot_map map; /* must be first */
    struct placement_grid hunting, targeting;
    bool has_target;       /* use the second grid ... */
    bool is_contact;       /* ... and only the wanted cells */
    struct cellset wanted; /* the open hits, or the cells of a contact */
    struct cellset checkerboard;
};

static void set_checkerboard(struct hard *hard)
{
    const struct shot_map *map = &hard->map;

    memset(&hard->checkerboard, 0, sizeof hard->checkerboard);
    for (int cell = 0; cell < map->width * map->height; cell++)
        if (shot_map_is_spaced(map, cell, CHECKERBOARD))
            cellset_add(&hard->checkerboard, cell);
}

static void lower_doubtful(struct placement_grid *grid, const struct sweeps *sweeps, int cells)
{
    for (int cell = 0; cell < cells; cell++) {
        uint32_t screens = sweeps->doubt[cell];

        if (screens)
            grid->count[cell] =
                (grid->count[cell] * screens + screens + TRUST - 1) / (screens + TRUST);
    }
}

/* Counts the placements through the open hits or, without any, through the radar contacts. */
static void find_target(struct hard *hard, const struct view *view, const struct sweeps *sweeps)
{
    struct shot_map *map = &hard->map;
    struct placement_filter filter = {.empty = &sweeps->empty, .through = &hard->wanted};

    memset(&hard->wanted, 0, sizeof hard->wanted);
    for (int i = 0; i < map->hits; i++)
        cellset_add(&hard->wanted, map->hit[i]);
    hard->has_target = map->hits > 0 && placement_grid_count(&hard->targeting, map, &filter);
    hard->is_contact = !hard->has_target && special_contacts(view, map, &hard->wanted) > 0;
    if (hard->is_contact)
        hard->has_target = placement_grid_count(&hard->targeting, map, &filter);
}

static void hard_read(struct bot *bot, const struct view *view)
{
    struct hard *hard = bot->state;
    struct sweeps sweeps;
    struct placement_filter filter = {.empty = &sweeps.empty};
    int cells = rules_cells(&view->rules);

    special_sweeps(view, &sweeps);
    set_checkerboard(hard);
    placement_grid_count(&hard->hunting, &hard->map, &filter);
    lower_doubtful(&hard->hunting, &sweeps, cells);
    find_target(hard, view, &sweeps);
}

static bool hard_has_target(const struct bot *bot)
{
    const struct hard *hard = bot->state;

    return hard->has_target;
}

static bool hard_aim(struct bot *bot, const struct view *view, enum move_kind kind,
                     struct move *move)
{
    const struct hard *hard = bot->state;
    const struct placement_grid *grid = hard->has_target ? &hard->targeting : &hard->hunting;
    uint32_t value[MAX_CELLS];

    if (kind != MOVE_SMOKE)
        return special_best(view, kind, grid->count, &bot->rng, move);
    special_smoke_values(view, value);
    return special_best(view, kind, value, &bot->rng, move);
}

static int hard_choose(struct bot *bot)
{
    const struct hard *hard = bot->state;
    int cell = OFF_BOARD;

    if (hard->has_target)
        cell = placement_grid_best(&hard->targeting, &hard->map,
                                   hard->is_contact ? &hard->wanted : NULL, &bot->rng);
    if (cell == OFF_BOARD)
        cell = placement_grid_best(&hard->hunting, &hard->map, &hard->checkerboard, &bot->rng);
    if (cell == OFF_BOARD)
        cell = placement_grid_best(&hard->hunting, &hard->map, NULL, &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(&hard->map, &bot->rng);
}

static enum broken hard_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 50,
                                       .takes_hints = true,
                                       .read = hard_read,
                                       .has_target = hard_has_target,
                                       .aim = hard_aim,
                                       .choose = hard_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_hard = {
    .name = "hard",
    .authors = "Broadside",
    .summary = "counts where ships fit; special moves half the time",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct hard),
    .round_start = shot_map_round_start,
    .act = hard_act,
};
