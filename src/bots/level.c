/* A turn of the levels easy, medium and hard. */
#include "bots/level.h"

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
