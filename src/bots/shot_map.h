/* The shot map: what the shots so far say about the enemy's cells.
 *
 * A shot map belongs to one bot and follows one view. shot_map_follow reads the new shots, and
 * starts over if the view is not the one it followed (a new round, or a resumed game). It keeps
 *   - the open cells (not shot, not known to be water), as a list to draw a random cell from;
 *   - the open hits, oldest first: hits that no sinking explains. A sinking explains the cells that
 *     all possible placements of the sunk ship share, at once or when later sinkings rule out some
 *     of them. If sinkings are not announced, all hits stay open; a hit without open neighbours
 *     attracts no more shots;
 *   - the number of ships of each length that may be afloat. If sinkings are announced without a
 *     name, the length is known once only one fits; until then the ship counts as afloat.
 * Nothing is allocated. Following takes about 15 ns a shot. */
#ifndef BROADSIDE_BOTS_SHOT_MAP_H
#define BROADSIDE_BOTS_SHOT_MAP_H

#include "bots/bot.h"

/* What is known about a cell. CELL_SUNK + n: part of the n-th ship that sank, counted from 0. */
enum { CELL_OPEN, CELL_WATER, CELL_MISS, CELL_HIT, CELL_SUNK };

/* Directions; d and d ^ 2 are opposite, d & 1 is the axis. */
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };

/* The neighbour of a cell at the edge: never open, never hit. */
enum { OFF_BOARD = MAX_CELLS };

/* A sinking. The placement of the ship may not be known yet. */
struct sinking {
    uint16_t cell, shot; /* the last cell hit; the number of that shot */
    uint8_t length;      /* 0 if unknown */
    uint8_t settled;
};

struct shot_map {
    int width, height;
    int seen; /* shots that have been read */
    struct shot last;
    unsigned changes; /* incremented when more changes than the mark of the cell shot */
    uint8_t enemy_raised;

    int open, waters;         /* lengths of the first and second part of the list */
    uint16_t cell[MAX_CELLS]; /* the list: open cells, then unshot water, then the rest */
    uint16_t at[MAX_CELLS + 1];
    uint8_t mark[MAX_CELLS + 1];
    uint8_t kind[MAX_CELLS];  /* of a hit: the ship announced, or NO_SHIP */
    uint16_t when[MAX_CELLS]; /* of a shot cell: the number of the shot */
    uint16_t next[MAX_CELLS][DIRECTIONS];

    int hits;
    uint16_t hit[MAX_CELLS];

    uint8_t afloat[MAX_LENGTH + 1]; /* ships by length */
    int smallest, largest;          /* lengths afloat; 1 if none is known */

    int sinkings;
    struct sinking sinking[MAX_SLOTS];
};

/* Reads the new shots of the view. */
void shot_map_follow(struct shot_map *map, const struct view *view);

static inline bool shot_map_is_open(const struct shot_map *map, int cell)
{
    return map->at[cell] < map->open;
}

/* Are both open hits that may be on one ship? */
static inline bool shot_map_joined(const struct shot_map *map, int a, int b)
{
    return map->mark[a] == CELL_HIT && map->mark[b] == CELL_HIT && map->kind[a] == map->kind[b];
}

/* A random open cell. There must be one. */
int shot_map_any(const struct shot_map *map, struct rng *rng);

/* Is the cell on a diagonal with (row + column) mod spacing = 0? */
bool shot_map_is_spaced(const struct shot_map *map, int cell, int spacing);

/* A random open cell on such a diagonal; OFF_BOARD if there is none. */
int shot_map_spaced(const struct shot_map *map, int spacing, struct rng *rng);

/* A random open cell beside an open hit; OFF_BOARD if there is none. A cell beside several hits is
 * more likely in proportion. With `line`, cells that extend two hits in line come first. */
int shot_map_beside_hits(const struct shot_map *map, bool line, struct rng *rng);
static inline int shot_map_beside(const struct shot_map *map, bool line, struct rng *rng)
{
    return map->hits ? shot_map_beside_hits(map, line, rng) : OFF_BOARD;
}

/* The next length afloat below this one; 0 if there is none. */
int shot_map_next_length(const struct shot_map *map, int length);

/* Fires for a whole turn: follows the view and names as many cells as the rules require. `choose`
 * returns one open cell per call, and that cell is not open in the next call. When no open cell is
 * left, names water. The map must be the first member of the bot's state. */
enum broken shot_map_fire(struct bot *bot, const struct view *view, struct move *move,
                          int (*choose)(struct bot *bot));

/* The round_start slot of every bot with a shot map. */
void shot_map_round_start(struct bot *bot, const struct view *view, uint64_t round);

#endif
