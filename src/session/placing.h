/* A fleet being placed: the ships on the board, and the one being moved, called the ghost. The
 * placing screen and the page draw it.
 *
 * If there is no ghost, all ships are placed. The caller owns the rules, which outlive this. */
#ifndef BROADSIDE_SESSION_PLACING_H
#define BROADSIDE_SESSION_PLACING_H

#include "rules/layout.h"

enum { PLACING_STEPS = 64, PLACING_NONE = -1, PLACING_SENTENCE = 96 };

/* The state that undo restores. */
struct placing_step {
    struct layout layout;
    struct layout drawn; /* the last whole fleet that was placed at random; else unplaced */
    int carried;         /* the ship that is the ghost, or PLACING_NONE */
    struct placement ghost;
    struct placement origin; /* where the ghost was picked up; may be unplaced */
};

struct placing {
    const struct rules *rules;
    struct rng rng;
    struct placing_step now, before[PLACING_STEPS];
    int steps;                       /* number of steps to undo */
    int selected;                    /* the ship that was moved last */
    char sentence[PLACING_SENTENCE]; /* why the last command failed, or empty */
};

/* Places a random fleet. If none is found, picks up the first ship. */
void placing_init(struct placing *placing, const struct rules *rules, uint64_t seed);

/* Starts with this fleet instead. */
void placing_offer(struct placing *placing, const struct layout *fleet);

/* Goes on with a fleet that was being placed before, and picks up its first missing ship.
 * `is_drawn`: it was placed at random as a whole. */
void placing_restore(struct placing *placing, const struct layout *fleet, bool is_drawn);

/* Are all ships where a random fleet had them? */
bool placing_is_drawn(const struct placing *placing);

/* Does the ghost fit where it is? See layout_fits. */
enum error placing_fits(const struct placing *placing, struct message *message);

/* The ship on a cell, not counting the ghost; or PLACING_NONE. */
int placing_ship_at(const struct placing *placing, int cell);

/* Places the ghost, whether it fits or not, and picks up the next unplaced ship. */
void placing_put_down(struct placing *placing);

/* Puts the ghost back where it was picked up; false if it was not placed before. */
bool placing_put_back(struct placing *placing);

/* Picks up the next ship, after placing the ghost if it fits. */
void placing_next_ship(struct placing *placing);

/* These pick up a ship if there is no ghost. The ghost never leaves the board. */
void placing_move(struct placing *placing, int down, int right);
void placing_rotate(struct placing *placing);

/* A click picks up the ship there. With a ghost, it rotates the ghost if it is there, else moves it
 * there and places it if it fits. */
void placing_point(struct placing *placing, int cell);

/* What front ends ask before they place a ship anyway. */
#define PLACING_ANYWAY "That wrecks ships. Place it anyway?"

/* The same for any ship and place at once, for front ends where ships are dragged. A ghost of
 * another ship stays unplaced. If the ship does not fit, nothing changes and the message says why;
 * with `anyway` it is placed all the same, which only rules with wrecks allow. */
enum error placing_set(struct placing *placing, int ship, struct placement place, bool anyway,
                       struct message *message);

/* Turns a placed ship around one of its cells: the first, if it then fits, else the next. At the
 * edge it moves inwards. */
enum error placing_turn(struct placing *placing, int ship, struct message *message);

/* Places this ship at random where it fits. */
enum error placing_draw_ship(struct placing *placing, int ship, struct message *message);

/* Takes over a whole fleet that the player has used before. */
void placing_load(struct placing *placing, const struct layout *fleet);

/* Places the remaining ships at random around the others. False if they do not fit. */
bool placing_draw_rest(const struct rules *rules, struct rng *rng, struct layout *layout);

void placing_random_ship(struct placing *placing);  /* the ghost, or the ship moved last */
void placing_random_fleet(struct placing *placing); /* the unplaced ships, or all */
void placing_clear(struct placing *placing);
void placing_undo(struct placing *placing);

#endif
