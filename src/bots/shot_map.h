/* A map of the enemy's waters: what the shots so far say, in the form in which hunters ask.
 *
 * A map belongs to one bot and follows one view: shot_map_follow reads the shots it has not read
 * yet, and starts over when the view is not the one it followed (a new round, a game taken up in
 * the middle). It keeps
 *   - the open cells (not shot, not known to be water) as a list from which a random one is taken
 *     in one draw;
 *   - the open hits, oldest first: hits that no sinking explains. A sinking explains the cells that
 *     every possible place of the sunk ship has in common, at once or when later sinkings leave
 *     fewer places. Where sinkings are not told, all hits stay open; one whose neighbours are shot
 *     attracts no more shots;
 *   - how many ships of each length may still be afloat. Where sinkings are told without a name the
 *     length is the one that fits, if only one does; until then the ship counts as afloat.
 * Nothing is allocated. Following costs about 15 ns a shot. */
#ifndef BROADSIDE_BOTS_SHOT_MAP_H
#define BROADSIDE_BOTS_SHOT_MAP_H

#include "bots/bot.h"

/* What is known of a cell. CELL_SUNK + n: part of the n-th ship sunk, counted from 0. */
enum { CELL_OPEN, CELL_WATER, CELL_MISS, CELL_HIT, CELL_SUNK };

/* Directions; d and d ^ 2 are opposite, d & 1 is the axis. */
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };

/* The neighbour of a cell at the edge: never open, never hit. */
enum { OFF_BOARD = MAX_CELLS };

/* A sinking whose place may not be certain yet. */
struct sinking {
    uint16_t cell, shot; /* the last cell; its number in the order of shots */
    uint8_t length;      /* 0 while it is not known */
    uint8_t settled;
};

struct shot_map {
    int width, height;
    int seen; /* answered shots that have been read */
    struct shot last;
    unsigned changes; /* grows whenever more changed than the mark of a cell that was shot */
    uint8_t enemy_raised;

    int open, waters;         /* cells in the first and the second part of the list */
    uint16_t cell[MAX_CELLS]; /* the open cells, then unshot water, then all others */
    uint16_t at[MAX_CELLS + 1];
    uint8_t mark[MAX_CELLS + 1];
    uint8_t kind[MAX_CELLS];  /* of a hit: the ship that was named, or NO_SHIP */
    uint16_t when[MAX_CELLS]; /* of a shot cell: its number in the order of shots */
    uint16_t next[MAX_CELLS][DIRECTIONS];

    int hits;
    uint16_t hit[MAX_CELLS];

    uint8_t afloat[MAX_LENGTH + 1]; /* ships by length */
    int smallest, largest;          /* lengths afloat; 1 if nothing is known to be */

    int sinkings;
    struct sinking sinking[MAX_SLOTS];
};

/* Reads what is new in the view. */
void shot_map_follow(struct shot_map *map, const struct view *view);

static inline bool shot_map_is_open(const struct shot_map *map, int cell)
{
    return map->at[cell] < map->open;
}

/* Are these open hits that may be of one ship? */
static inline bool shot_map_joined(const struct shot_map *map, int a, int b)
{
    return map->mark[a] == CELL_HIT && map->mark[b] == CELL_HIT && map->kind[a] == map->kind[b];
}

/* A random open cell; there is one. */
int shot_map_any(const struct shot_map *map, struct rng *rng);

/* Does the cell lie on the diagonals where (row + column) mod spacing is 0? */
bool shot_map_is_spaced(const struct shot_map *map, int cell, int spacing);

/* A random open cell on those diagonals; OFF_BOARD if there is none. */
int shot_map_spaced(const struct shot_map *map, int spacing, struct rng *rng);

/* A random open cell beside an open hit, counted once per hit that it lies beside; OFF_BOARD if
 * there is none. With `line` the cells that prolong two hits in line go first. */
int shot_map_beside_hits(const struct shot_map *map, bool line, struct rng *rng);
static inline int shot_map_beside(const struct shot_map *map, bool line, struct rng *rng)
{
    return map->hits ? shot_map_beside_hits(map, line, rng) : OFF_BOARD;
}

/* The next length afloat below this one; 0 if there is none. */
int shot_map_next_length(const struct shot_map *map, int length);

/* A whole turn of firing: follows the view and names as many cells as the rules ask for. `choose`
 * is asked for one open cell after the other; what it has named is not open any more. The map
 * must be the first member of the bot's state. When no open cell is left, water is named. */
enum broken shot_map_fire(struct bot *bot, const struct view *view, struct move *move,
                          int (*choose)(struct bot *bot));

/* The slot round_start of every bot with a map. */
void shot_map_round_start(struct bot *bot, const struct view *view, uint64_t round);

#endif
