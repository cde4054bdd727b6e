/* easy: plays as many people begin. Random shots; after a hit, shots beside the hits until the ship
 * sinks.
 *
 * It does: remember a damaged ship, shoot where its radar found one, and use each special move in
 * stock in 10 % of its turns. It does not: see that two hits form a line, leave out cells where no
 * ship can be, aim special moves, or take hints. After a sinking it may overlook another damaged
 * ship for a while (level.h).
 *
 * Mean on classic, 20,000 uniform boards: 64.2 shots. */
#include "bots/level.h"
#include "bots/special.h"

extern const struct bot_kind bot_easy;

static bool easy_aim(struct bot *bot, const struct view *view, enum move_kind kind,
                     struct move *move)
{
    return special_random(view, kind, &bot->rng, move);
}

static int easy_choose(struct bot *bot)
{
    const struct pursuit *pursuit = bot->state;
    int cell = pursuit_choose(bot, false);

    return cell != OFF_BOARD ? cell : shot_map_any(&pursuit->map, &bot->rng);
}

static enum broken easy_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 10,
                                       .read = pursuit_read,
                                       .has_target = pursuit_has_target,
                                       .aim = easy_aim,
                                       .choose = easy_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_easy = {
    .name = "easy",
    .authors = "Broadside",
    .summary = "random shots, then beside hits; few special moves",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct pursuit),
    .round_start = shot_map_round_start,
    .act = easy_act,
};
