/* What puzzle.c, puzzle_make.c and puzzle_words.c share. */
#ifndef BROADSIDE_SESSION_PUZZLE_INTERNAL_H
#define BROADSIDE_SESSION_PUZZLE_INTERNAL_H

#include "session/puzzle.h"

/* When is a question a good one? Percentages of the layouts, or of a shot. */
enum {
    LEAST_LAYOUTS = 25,
    LEAST_LOSS = 8,        /* what the likeliest shots lose */
    LEAST_TOP = 15,        /* the chance of the likeliest shot: below, it is a lottery */
    MOST_TOP = 80,         /* above, nobody looks further */
    LEAST_PLAUSIBLE = 5,   /* cells, and the best one is among them */
    PLAUSIBLE_PERCENT = 30 /* of the chance of the likeliest shot make a cell plausible */
};

/* The layouts in which a plausible shot hits, at least. */
uint32_t puzzle_plausible_hits(const struct puzzle *puzzle);

/* Are the chances such that the question can be a good one, whatever the values are? */
bool puzzle_is_open(const struct puzzle *puzzle);

/* What the likeliest shots lose, all of them, against the best one: in misses over all layouts. */
uint64_t puzzle_loss_of_likeliest(const struct puzzle *puzzle);

/* Fills in the question from the position and the layouts. */
void puzzle_ask(struct puzzle *puzzle);

#endif
