/* Heat maps for people: the chance, in percent, that a cell of the enemy's board has a ship,
 * given one side's view. A map takes from milliseconds to tenths of a second, so maps are computed
 * on demand and cached by position.
 *
 * The caller owns the cache. A returned map stays valid until the next call. */
#ifndef BROADSIDE_SESSION_HEAT_H
#define BROADSIDE_SESSION_HEAT_H

#include "rules/view.h"

#define HEAT_CERTAIN "!!"

enum { HEAT_STEPS = 6 }; /* of colour */

struct coach;
struct hit_chances;
struct puzzle;

struct heat_numbers {
    bool is_known;  /* if not, `why` has the reason */
    bool is_exact;  /* if not, the numbers are estimates */
    double layouts; /* that explain the view; 0 if they were not counted */
    uint16_t best;  /* the likeliest cell, or NO_CELL */
    struct message why;
    /* "0" to "99", HEAT_CERTAIN, or "" for a cell that was shot at or is certainly water. */
    char text[MAX_CELLS][3];
    /* 0 to HEAT_STEPS - 1, relative to the hottest cell; valid where there is text. */
    uint8_t step[MAX_CELLS];
    float percent[MAX_CELLS]; /* valid where there is text */
};

/* Computes one map, or takes over chances that are known already. */
void heat_fill(struct coach *coach, const struct view *view, struct heat_numbers *heat);
void heat_from_chances(const struct hit_chances *chances, bool is_exact, const struct view *view,
                       struct heat_numbers *heat);

/* The same as heat_from_chances, as a new map that the caller frees. NULL if out of memory. */
struct heat_numbers *heat_new(const struct hit_chances *chances, const struct view *view);

/* Lists the cells that are as likely as the best one. Returns how many. */
int heat_best(const struct heat_numbers *heat, const struct rules *rules, int cells[MAX_CELLS]);

/* Describes the map in a sentence: how many layouts, counted or estimated. */
void heat_print_caption(const struct heat_numbers *heat, struct writer *writer);

/* The map of a puzzle, from the layouts that it lists. */
enum error heat_from_puzzle(const struct puzzle *puzzle, struct heat_numbers *heat,
                            struct message *message);

struct heat_cache;

/* Returns NULL if out of memory. */
struct heat_cache *heat_cache_new(void);
void heat_cache_free(struct heat_cache *cache);

/* The map for a side's view before move `number` (0 if it has not moved). Within one cache, the
 * same side and number must always mean the same position. */
const struct heat_numbers *heat_cache_find(struct heat_cache *cache, int side, int number,
                                           const struct view *view);

#endif
