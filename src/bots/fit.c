/* fit: follows one damaged ship along the axis on which most ships afloat fit.
 *
 * It shoots at random until the first hit. From there it takes the axis, and the direction on it,
 * in which more of the ships afloat fit, ties at random. It keeps a direction while it hits, turns
 * around after a miss or at the edge, and changes the axis when both ends have failed. It always
 * follows the oldest open hit; when there is none, it shoots at random again.
 *
 * All of this is derived from the shot map, mainly from the order of the shots. The bot has no
 * other memory, so it can resume a game at any point.
 *
 * Measured on classic, 100,000 uniform boards: 59.5 +- 0.05 shots; hunt-line needs 59.7. */
#include "bots/shot_map.h"

extern const struct bot_kind bot_fit;

/* One side of the line through a hit. */
struct line_side {
    int end;   /* the first cell that is not a hit of this line; OFF_BOARD at the edge */
    int space; /* consecutive cells that may contain the rest of the ship */
    int last;  /* the latest shot at this side after the hit itself; -1 for none */
};

static struct line_side read_side(const struct shot_map *map, int hit, int direction)
{
    struct line_side side = {.end = map->next[hit][direction], .last = -1};

    while (shot_map_joined(map, hit, side.end)) {
        if (map->when[side.end] > map->when[hit] && map->when[side.end] > side.last)
            side.last = map->when[side.end];
        side.end = map->next[side.end][direction];
        side.space++;
    }
    if (map->mark[side.end] == CELL_MISS && side.end != OFF_BOARD &&
        map->when[side.end] > map->when[hit])
        side.last = map->when[side.end];
    for (int cell = side.end; shot_map_is_open(map, cell) || shot_map_joined(map, hit, cell);
         cell = map->next[cell][direction])
        side.space++;
    return side;
}

/* Counts the ships afloat that fit into this many cells. */
static int ships_within(const struct shot_map *map, int space)
{
    int count = 0;

    for (int length = 1; length <= space && length <= MAX_LENGTH; length++)
        count += map->afloat[length];
    return count;
}

/* Is b larger? Ties at random. */
static bool is_more(int a, int b, struct rng *rng)
{
    return a != b ? b > a : rng_below(rng, 2);
}

/* The next shot along a line: onwards or back; by free space if neither side was tried. */
static int follow_line(const struct shot_map *map, const struct line_side *ahead,
                       const struct line_side *behind, struct rng *rng)
{
    bool back = ahead->last != behind->last ? behind->last > ahead->last
                                            : is_more(ships_within(map, ahead->space + 1),
                                                      ships_within(map, behind->space + 1), rng);
    int first = back ? behind->end : ahead->end, second = back ? ahead->end : behind->end;

    return shot_map_is_open(map, first)    ? first
           : shot_map_is_open(map, second) ? second
                                           : OFF_BOARD;
}

/* The next shot at the ship that was hit here; OFF_BOARD if no cell beside it is open. */
static int follow_hit(const struct shot_map *map, int hit, struct rng *rng)
{
    struct line_side side[DIRECTIONS];
    int last[2], fits[2], axis, cell;

    for (int direction = 0; direction < DIRECTIONS; direction++)
        side[direction] = read_side(map, hit, direction);
    for (axis = 0; axis < 2; axis++) {
        const struct line_side *ahead = &side[axis], *behind = &side[axis ^ 2];

        last[axis] = ahead->last > behind->last ? ahead->last : behind->last;
        fits[axis] = ships_within(map, ahead->space + behind->space + 1);
    }
    axis = last[0] != last[1] ? last[1] > last[0] : is_more(fits[0], fits[1], rng);
    cell = follow_line(map, &side[axis], &side[axis ^ 2], rng);
    axis ^= 1;
    return cell != OFF_BOARD ? cell : follow_line(map, &side[axis], &side[axis ^ 2], rng);
}

static int fit_choose(struct bot *bot)
{
    const struct shot_map *map = bot->state;
    int cell = OFF_BOARD;

    for (int i = 0; i < map->hits && cell == OFF_BOARD; i++)
        cell = follow_hit(map, map->hit[i], &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(map, &bot->rng);
}

static enum broken fit_act(struct bot *bot, const struct view *view, struct move *move)
{
    return shot_map_fire(bot, view, move, fit_choose);
}

const struct bot_kind bot_fit = {
    .name = "fit",
    .authors = "Broadside",
    .summary = "follows a hit along the axis where most ships fit",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct shot_map),
    .round_start = shot_map_round_start,
    .act = fit_act,
};
