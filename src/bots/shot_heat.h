/* How hot our own shots make each cell, and how places of ships rank by it.
 *
 * Many bots place their ships where the enemy shot late or never in earlier rounds. We know our own
 * shots, so we can tell which places look cold to such a bot. What it computes is unknown, so there
 * are several heats. In each, an early shot of a round adds more than a late one. Heats differ in
 * how fast they fade from round to round and in which shots count. The heat of a place is the sum
 * or the maximum over its cells.
 *
 * Heats are integers, so that equal places tie on every machine. */
#ifndef BROADSIDE_BOTS_SHOT_HEAT_H
#define BROADSIDE_BOTS_SHOT_HEAT_H

#include "bots/ship_places.h"
#include "rules/view.h"

/* Each heat gives four rankings: by the sum or by the maximum (BY_MAXIMUM), and with or without
 * ties (NO_TIES). Without ties, the first of equally hot places in the order of struct ship_places
 * is the coldest. */
enum { HEATS = 17, RANKINGS = 4 * HEATS, HEAT_MEMORY = 100 };
enum { BY_MAXIMUM = 1, NO_TIES = 2 }; /* the lowest bits of the number of a ranking */

struct shot_heat {
    uint64_t at[HEATS][EXACT_CELLS];
    uint8_t recent[HEAT_MEMORY][EXACT_CELLS]; /* what the last rounds have added, as a ring */
    uint64_t rounds;
};

/* The rank of a place, the coldest first: `below` places are colder, and `ties` have the same heat,
 * itself included. Without ties, `before` places are colder. */
struct heat_rank {
    uint16_t below, ties, before;
};

/* Adds the shots of a round that is over. Zero the heat at the start of the match. */
void shot_heat_add(struct shot_heat *heat, const struct track *track, const struct rules *rules);

/* Ranks all places. NO_TIES makes no difference: the result is for both. */
void shot_heat_rank(const struct shot_heat *heat, int ranking, const struct ship_places *places,
                    struct heat_rank *rank);

/* The rank of one place among those that avoid the cells `closed`. */
struct heat_rank shot_heat_rank_of(const struct shot_heat *heat, int ranking,
                                   const struct ship_places *places, wide closed, int place);

/* Ranks are grouped in buckets that grow with the rank: 0, 1, 2 to 3, 4 to 7, and so on. */
enum { RANK_BUCKETS = 9 };

/* Adds to each bucket the part of these tied ranks that it holds; the parts add up to 1. */
void shot_heat_split(int below, int ties, double part[RANK_BUCKETS]);

/* The bucket of a rank. */
int shot_heat_bucket(int rank);

/* The number of ranks in a bucket, for this many places. */
int shot_heat_bucket_size(int bucket, int places);

#endif
