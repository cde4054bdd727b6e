/* medium: shoots on a checkerboard, then beside hits and along lines of hits.
 *
 * It does: use a checkerboard that includes A1, and any open cell when it is used up; extend a line
 * of two hits or more while it hits; shoot where its radar found a ship; and use each special move
 * in stock with a chance of 30 % a turn, at the area or line with the highest value. A checkerboard
 * cell counts 1; a cell beside an open hit, in line with two hits or in a radar contact counts much
 * more, so artillery and torpedoes go to known targets first. It uses radar, and takes hints, only
 * while it has no target.
 *
 * It does not: stay on a line after a miss, when it tries any cell beside the hits; count which
 * ships fit where; or learn from sweeps that found nothing, except not to repeat them. After a
 * sinking it may overlook another damaged ship for a while (level.h).
 *
 * Mean on classic, 20,000 uniform boards: 53.3 shots. */
#include "bots/level.h"
#include "bots/special.h"

#include <string.h>

extern const struct bot_kind bot_medium;

enum { CHECKERBOARD = 2, TARGET_VALUE = 8 };

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

static void set_values(const struct pursuit *pursuit, uint32_t value[MAX_CELLS])
{
    const struct shot_map *map = &pursuit->map;

    memset(value, 0, sizeof value[0] * (size_t)(map->width * map->height));
    for (int i = 0; i < map->open; i++) {
        int cell = map->cell[i];

        value[cell] = shot_map_is_spaced(map, cell, CHECKERBOARD);
        if (pursuit->has_wounded)
            value[cell] += target_value(map, cell);
        if (pursuit->contacts && cellset_has(&pursuit->contact, cell))
            value[cell] += TARGET_VALUE;
    }
}

/* Sweeping the same cells again finds nothing new. */
static void clear_swept(const struct view *view, uint32_t value[MAX_CELLS])
{
    for (int i = 0; i < view->sightings; i++) {
        int cells[4], count = view_area_cells(&view->rules, view->sighting[i].cell, cells);

        for (int j = 0; j < count && !view->sighting[i].is_hint; j++)
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

static int medium_choose(struct bot *bot)
{
    const struct pursuit *pursuit = bot->state;
    const struct shot_map *map = &pursuit->map;
    int cell = pursuit_choose(bot, map->last.answer != ANSWER_MISS);

    if (cell == OFF_BOARD)
        cell = shot_map_spaced(map, CHECKERBOARD, &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(map, &bot->rng);
}

static enum broken medium_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 30,
                                       .takes_hints = true,
                                       .read = pursuit_read,
                                       .has_target = pursuit_has_target,
                                       .aim = medium_aim,
                                       .choose = medium_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_medium = {
    .name = "medium",
    .authors = "Broadside",
    .summary = "checkerboard, then along hits; some special moves",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct pursuit),
    .round_start = shot_map_round_start,
    .act = medium_act,
};
