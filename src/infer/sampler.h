/* Sampled inference, for positions that cannot be counted.
 *
 * Gibbs sampling over the layouts that explain the evidence: pick up one ship, find the n
 * placements that the others allow, add 1/n to each, and put the ship down at one of them. Two
 * ships move together where one alone could not move without leaving a hit unexplained. Several
 * chains are kept from shot to shot; a chain that a new answer rules out restarts as a copy of
 * another one. The standard error is estimated from the differences between the chains. Work is
 * bounded by the number of sweeps, so a seed gives the same estimate on every machine.
 *
 * A sampler is large and plain memory owned by the caller. */
#ifndef BROADSIDE_INFER_SAMPLER_H
#define BROADSIDE_INFER_SAMPLER_H

#include "infer/evidence.h"

enum { MAX_CHAINS = 16, MAX_CHOICES = 256 };

/* A set of placements of one class, by their first cell: one word per row, one bit per column. */
struct place_masks {
    uint32_t across[MAX_SIDE], down[MAX_SIDE];
};

struct chain {
    struct placement ship[MAX_SLOTS];
};

/* How often a ship of each class starts at each cell, summed over the sweeps of a chain. */
struct place_sums {
    double across[MAX_SLOTS][MAX_CELLS], down[MAX_SLOTS][MAX_CELLS];
};

/* One way to explain a hit. The higher the key, the earlier it is tried: a random number, larger
 * for placements that cover more hits. */
struct sampler_choice {
    int ship_class;
    struct placement place;
    uint32_t key;
};

struct sampler {
    const struct evidence *evidence;
    int ships;
    uint8_t class_of[MAX_SLOTS];
    struct place_masks allowed[MAX_SLOTS]; /* per class, considering that ship alone */
    int chains;                            /* chains in use */
    struct chain chain[MAX_CHAINS];
    struct place_sums share; /* estimate: the chance that a ship of the class starts there */
    double probability[MAX_CELLS], error[MAX_CELLS];
    /* Scratch memory, too large for the stack. */
    struct place_sums scratch;
    double chain_probability[MAX_CELLS];
    struct sampler_choice choice[MAX_SLOTS + 1][MAX_CHOICES]; /* by the number of ships placed */
};

void sampler_init(struct sampler *sampler);

/* Runs `chains` chains for `sweeps` sweeps each. ERR_FULL if no layout was found to start from. */
enum error sampler_run(struct sampler *sampler, const struct evidence *evidence, int chains,
                       int sweeps, struct rng *rng, struct message *message);

#endif
