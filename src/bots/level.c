/* A turn of a level, and how easy and medium follow a target. */
#include "bots/level.h"

#include "bots/special.h"

static bool is_drawn(struct bot *bot, const struct view *view, enum move_kind kind,
                     const struct level *level)
{
    return view_can(view, kind, NULL) == OK && rng_below(&bot->rng, 100) < level->percent &&
           !(kind == MOVE_RADAR && level->has_target(bot));
}

static bool make_special(struct bot *bot, const struct view *view, struct move *move,
                         const struct level *level)
{
    static const enum move_kind order[] = {MOVE_SMOKE, MOVE_TORPEDO, MOVE_ARTILLERY, MOVE_RADAR};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (is_drawn(bot, view, order[i], level) && level->aim(bot, view, order[i], move))
            return true;
    return false;
}

enum broken level_act(struct bot *bot, const struct view *view, struct move *move,
                      const struct level *level)
{
    shot_map_follow(bot->state, view);
    level->read(bot, view);
    if (level->takes_hints && view->rules.hints && view_can(view, MOVE_HINT, NULL) == OK &&
        !level->has_target(bot)) {
        *move = (struct move){.kind = MOVE_HINT, .cell = {NO_CELL}};
        return BROKEN_NONE;
    }
    if (view->rules.specials && make_special(bot, view, move, level))
        return BROKEN_NONE;
    return shot_map_fire(bot, view, move, level->choose);
}

/* --- following a target ------------------------------------------------------------------------*/

/* False for a while if the last hit was a sinking. */
static bool remembers_hits(const struct shot_map *map)
{
    int sunk = map->sinkings ? map->sinking[map->sinkings - 1].shot : -1;

    return map->hits &&
           (map->when[map->hit[map->hits - 1]] > sunk || map->seen > sunk + LEVEL_FORGETS);
}

void pursuit_read(struct bot *bot, const struct view *view)
{
    struct pursuit *pursuit = bot->state;
    const struct shot_map *map = &pursuit->map;
    struct rng any;

    rng_seed(&any, 0); /* any cell will do */
    pursuit->has_wounded = remembers_hits(map) && shot_map_beside(map, false, &any) != OFF_BOARD;
    pursuit->contacts = view->sightings ? special_contacts(view, map, &pursuit->contact) : 0;
}

bool pursuit_has_target(const struct bot *bot)
{
    const struct pursuit *pursuit = bot->state;

    return pursuit->has_wounded || pursuit->contacts > 0;
}

static int choose_contact(const struct pursuit *pursuit, struct rng *rng)
{
    const struct shot_map *map = &pursuit->map;
    uint16_t found[MAX_CELLS];
    uint32_t count = 0;

    for (int i = 0; pursuit->contacts && i < map->open; i++)
        if (cellset_has(&pursuit->contact, map->cell[i]))
            found[count++] = map->cell[i];
    return count ? found[rng_below(rng, count)] : OFF_BOARD;
}

int pursuit_choose(struct bot *bot, bool line)
{
    const struct pursuit *pursuit = bot->state;
    int cell = OFF_BOARD;

    if (pursuit->has_wounded)
        cell = shot_map_beside(&pursuit->map, line, &bot->rng);
    return cell != OFF_BOARD ? cell : choose_contact(pursuit, &bot->rng);
}
