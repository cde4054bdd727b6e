/* A fleet that is being laid out: ships that lie, and one that is carried as a ghost. Knows no
 * terminal; the placing screen draws it.
 *
 * While nothing is carried every ship lies. A placing is a plain value; the rules are the caller's
 * and outlive it. */
#ifndef BROADSIDE_TUI_PLACING_H
#define BROADSIDE_TUI_PLACING_H

#include "rules/layout.h"

enum { PLACING_STEPS = 64, NOTHING = -1, PLACING_SENTENCE = 96 };

/* All that undo goes back to. */
struct placing_step {
    struct layout layout;
    int carried;             /* the ship that is a ghost, or NOTHING */
    struct placement ghost;  /* where it is now */
    struct placement origin; /* where it was taken up; not placed if it lay nowhere */
};

struct placing {
    const struct rules *rules;
    struct rng rng;
    struct placing_step now, before[PLACING_STEPS];
    int steps;                       /* that can be undone */
    int selected;                    /* the ship that was carried last */
    char sentence[PLACING_SENTENCE]; /* what went wrong with the last thing that was done */
};

/* A random fleet lies there; where none can be found the first ship is carried. */
void placing_init(struct placing *placing, const struct rules *rules, uint64_t seed);

/* Does the ghost fit where it is? The message is that of layout_fits. */
enum error placing_fits(const struct placing *placing, struct message *message);

/* The ship that lies on a cell, the ghost not counted; or NOTHING. */
int placing_ship_at(const struct placing *placing, int cell);

/* Puts the ghost down, whether it fits or not, and takes up the next ship that lies nowhere. */
void placing_put_down(struct placing *placing);

/* Puts the ghost back to where it was taken up; false where there is no such place. */
bool placing_put_back(struct placing *placing);

/* Takes up the next ship; the ghost goes down first where it fits. */
void placing_next_ship(struct placing *placing);

/* These take a ship up where none is carried. A ghost never leaves the board. */
void placing_move(struct placing *placing, int down, int right);
void placing_rotate(struct placing *placing);

/* A click: takes up the ship there; turns the ghost if it is there; brings the ghost there, and
 * puts it down if it fits. */
void placing_point(struct placing *placing, int cell);

void placing_random_ship(struct placing *placing);  /* the carried one, or the last one */
void placing_random_fleet(struct placing *placing); /* the rest, or all of it */
void placing_clear(struct placing *placing);
void placing_undo(struct placing *placing);

#endif
