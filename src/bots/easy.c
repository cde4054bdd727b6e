/* easy: random shots; after a hit, shots beside it until one misses.
 *
 * It does not follow lines, forgets a damaged ship after the first miss, ignores what its radar
 * finds and lays smoke anywhere. It uses each special move in stock in 10 % of its turns. */
#include "bots/level.h"
#include "bots/special.h"

extern const struct bot_kind bot_easy;

struct easy {
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
static void find_last_turn(struct easy *easy, int shots)
{
    if (!easy->playing || easy->known > shots)
        easy->begin = shots > 0 ? shots - 1 : 0;
    else if (easy->known < shots)
        easy->begin = easy->known;
    easy->known = shots;
    easy->playing = true;
}

/* Finds the latest hit with an open neighbour. Gives up at a turn without a hit, and before the
 * last turn at any shot that is not a hit. */
static void easy_read(struct bot *bot, const struct view *view)
{
    struct easy *easy = bot->state;
    const struct track *track = &view->tracking;
    uint16_t beside[DIRECTIONS];
    bool chasing = false;

    find_last_turn(easy, track->shots);
    easy->target = OFF_BOARD;
    for (int i = track->shots - 1; i >= 0 && easy->target == OFF_BOARD; i--) {
        bool hit = track->order[i].answer == ANSWER_HIT;
        int cell = track->order[i].cell;

        if (i < easy->begin && !(hit && chasing))
            return;
        chasing |= hit;
        if (easy->map.mark[cell] == CELL_HIT && open_beside(&easy->map, cell, beside) > 0)
            easy->target = cell;
    }
}

static bool easy_has_target(const struct bot *bot)
{
    const struct easy *easy = bot->state;

    return easy->target != OFF_BOARD;
}

static bool easy_aim(struct bot *bot, const struct view *view, enum move_kind kind,
                     struct move *move)
{
    return special_random(view, kind, &bot->rng, move);
}

static int easy_choose(struct bot *bot)
{
    struct easy *easy = bot->state;
    uint16_t beside[DIRECTIONS];
    int count = easy->target == OFF_BOARD ? 0 : open_beside(&easy->map, easy->target, beside);

    return count ? beside[rng_below(&bot->rng, (uint32_t)count)]
                 : shot_map_any(&easy->map, &bot->rng);
}

static void easy_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct easy *easy = bot->state;

    shot_map_round_start(bot, view, round);
    easy->playing = false;
}

static enum broken easy_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const struct level level = {.percent = 10,
                                       .read = easy_read,
                                       .has_target = easy_has_target,
                                       .aim = easy_aim,
                                       .choose = easy_choose};

    return level_act(bot, view, move, &level);
}

const struct bot_kind bot_easy = {
    .name = "easy",
    .authors = "Broadside",
    .summary = "random shots, beside a hit until a miss; special moves in 10 % of turns",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct easy),
    .round_start = easy_round_start,
    .act = easy_act,
};
