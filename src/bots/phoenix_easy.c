/* phoenix-easy: the easy level of the game Phoenix, taken literally. Random shots; after a hit,
 * shots beside it until one misses.
 *
 * It does not follow lines, forgets a damaged ship after the first miss, ignores what its radar
 * finds and lays smoke anywhere. It uses each special move in stock in 10 % of its turns. It needs
 * 90 shots on classic, so it is no level to play against; `easy` is. */
#include "bots/level.h"
#include "bots/special.h"

extern const struct bot_kind bot_phoenix_easy;

struct phoenix {
    struct shot_map map; /* must be first */
    bool playing;        /* `known` and `begin` are valid */
    int known, begin;    /* number of shots at its latest turn; before the last turn with shots */
    int target;          /* an open hit with an open cell beside it; OFF_BOARD for none */
};

static int open_beside(const struct shot_map *map, int cell, uint16_t beside[DIRECTIONS])
{
    int count = 0;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (shot_map_is_open(map, map->next[cell][direction]))
            beside[count++] = map->next[cell][direction];
    return count;
}

/* Finds the shots of the last turn. In a resumed game, assumes it was the last shot only. */
static void find_last_turn(struct phoenix *phoenix, int shots)
{
    if (!phoenix->playing || phoenix->known > shots)
        phoenix->begin = shots > 0 ? shots - 1 : 0;
    else if (phoenix->known < shots)
        phoenix->begin = phoenix->known;
    phoenix->known = shots;
    phoenix->playing = true;
}

/* Finds the latest hit with an open neighbour. Gives up at a turn without a hit, and before the
 * last turn at any shot that is not a hit. */
static void phoenix_read(struct bot *bot, const struct view *view)
{
    struct phoenix *phoenix = bot->state;
    const struct track *track = &view->tracking;
    uint16_t beside[DIRECTIONS];
    bool chasing = false;

    find_last_turn(phoenix, track->shots);
    phoenix->target = OFF_BOARD;
    for (int i = track->shots - 1; i >= 0 && phoenix->target == OFF_BOARD; i--) {
        bool hit = track->order[i].answer == ANSWER_HIT;
        int cell = track->order[i].cell;

        if (i < phoenix->begin && !(hit && chasing))
            return;
        chasing |= hit;
        if (phoenix->map.mark[cell] == CELL_HIT && open_beside(&phoenix->map, cell, beside) > 0)
            phoenix->target = cell;
    }
}

static bool phoenix_has_target(const struct bot *bot)
{
    const struct phoenix *phoenix = bot->state;

    return phoenix->target != OFF_BOARD;
}

static bool phoenix_aim(struct bot *bot, const struct view *view, enum move_kind kind,
                        struct move *move)
{
    return special_random(view, kind, &bot->rng, move);
}

static int phoenix_choose(struct bot *bot)
{
    struct phoenix *phoenix = bot->state;
    uint16_t beside[DIRECTIONS];
    int count =
        phoenix->target == OFF_BOARD ? 0 : open_beside(&phoenix->map, phoenix->target, beside);

    return count ? beside[rng_below(&bot->rng, (uint32_t)count)]
                 : shot_map_any(&phoenix->map, &bot->rng);
}

static void phoenix_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct phoenix *phoenix = bot->state;

    shot_map_round_start(bot, view, round);
    phoenix->playing = false;
}

static enum broken phoenix_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 10,
                                       .read = phoenix_read,
                                       .has_target = phoenix_has_target,
                                       .aim = phoenix_aim,
                                       .choose = phoenix_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_phoenix_easy = {
    .name = "phoenix-easy",
    .authors = "Broadside",
    .summary = "easy in the game Phoenix: drops a target on a miss",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct phoenix),
    .round_start = phoenix_round_start,
    .act = phoenix_act,
};
