/* medium: shoots on a checkerboard, then beside hits and along lines of hits.
 *
 * The checkerboard includes A1; when it is used up, any open cell will do. It uses each special
 * move in stock with a chance of 30 % a turn, at the area or line with the highest value. A
 * checkerboard cell counts 1; a cell beside an open hit, in line with two hits or in a radar
 * contact counts much more, so special moves go to known targets first. */
#include "bots/level.h"
#include "bots/special.h"

#include <string.h>

extern const struct bot_kind bot_medium;

enum { CHECKERBOARD = 2, TARGET_VALUE = 8 };

struct medium {
    struct shot_map map; /* must be first */
    int contacts;
    struct cellset contact; /* cells of sweeps that found a ship not hit since */
};

static void medium_read(struct bot *bot, const struct view *view)
{
    struct medium *medium = bot->state;

    medium->contacts = view->sightings ? special_contacts(view, &medium->map, &medium->contact) : 0;
}

static bool medium_has_target(const struct bot *bot)
{
    const struct medium *medium = bot->state;
    struct rng any;

    rng_seed(&any, 0); /* any cell will do */
    return medium->contacts > 0 || shot_map_beside(&medium->map, true, &any) != OFF_BOARD;
}

/* The value of an open cell due to the hits around it. */
static uint32_t target_value(const struct shot_map *map, int cell)
{
    uint32_t value = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int beside = map->next[cell][direction];

        if (map->mark[beside] != CELL_HIT)
            continue;
        value += TARGET_VALUE;
        value += shot_map_joined(map, beside, map->next[beside][direction]) ? TARGET_VALUE : 0;
    }
    return value;
}

static void set_values(const struct medium *medium, uint32_t value[MAX_CELLS])
{
    const struct shot_map *map = &medium->map;

    memset(value, 0, sizeof value[0] * (size_t)(map->width * map->height));
    for (int i = 0; i < map->open; i++) {
        int cell = map->cell[i];

        value[cell] = shot_map_is_spaced(map, cell, CHECKERBOARD) + target_value(map, cell);
        if (medium->contacts && cellset_has(&medium->contact, cell))
            value[cell] += TARGET_VALUE;
    }
}

/* Sweeping the same cells again finds nothing new. */
static void clear_swept(const struct view *view, uint32_t value[MAX_CELLS])
{
    for (int i = 0; i < view->sightings; i++) {
        int cells[4], count = view_area_cells(&view->rules, view->sighting[i].cell, cells);

        for (int j = 0; j < count; j++)
            value[cells[j]] = 0;
    }
}

static bool medium_aim(struct bot *bot, const struct view *view, enum move_kind kind,
                       struct move *move)
{
    uint32_t value[MAX_CELLS];

    if (kind == MOVE_SMOKE)
        special_smoke_values(view, value);
    else
        set_values(bot->state, value);
    if (kind == MOVE_RADAR)
        clear_swept(view, value);
    return special_best(view, kind, value, &bot->rng, move);
}

/* A random open cell of a contact; OFF_BOARD if there is none. */
static int contact_cell(const struct medium *medium, struct rng *rng)
{
    const struct shot_map *map = &medium->map;
    uint16_t found[MAX_CELLS];
    uint32_t count = 0;

    for (int i = 0; medium->contacts && i < map->open; i++)
        if (cellset_has(&medium->contact, map->cell[i]))
            found[count++] = map->cell[i];
    return count ? found[rng_below(rng, count)] : OFF_BOARD;
}

static int medium_choose(struct bot *bot)
{
    const struct medium *medium = bot->state;
    int cell = shot_map_beside(&medium->map, true, &bot->rng);

    if (cell == OFF_BOARD)
        cell = contact_cell(medium, &bot->rng);
    if (cell == OFF_BOARD)
        cell = shot_map_spaced(&medium->map, CHECKERBOARD, &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(&medium->map, &bot->rng);
}

static enum broken medium_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 30,
                                       .takes_hints = true,
                                       .read = medium_read,
                                       .has_target = medium_has_target,
                                       .aim = medium_aim,
                                       .choose = medium_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_medium = {
    .name = "medium",
    .authors = "Broadside",
    .summary = "checkerboard, then along lines of hits; special moves in 30 % of turns",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct medium),
    .round_start = shot_map_round_start,
    .act = medium_act,
};
