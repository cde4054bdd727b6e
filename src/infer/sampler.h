/* Estimating what cannot be counted: chains of layouts that walk through all explanations.
 *
 * Gibbs sampling, made smooth: one ship is taken up, all places where it could lie given the others
 * are found at once with row masks, each of them gets its share 1/n, and one is drawn. Where a hit
 * would be left without explanation, two ships move together through it. Several chains are kept
 * from shot to shot; those that a new answer refutes start again as copies of survivors. The spread
 * between chains gives the standard error. Work is bounded by the number of sweeps, so that a seed
 * gives the same estimate everywhere.
 *
 * A sampler is large plain memory; callers own it. */
#ifndef BROADSIDE_INFER_SAMPLER_H
#define BROADSIDE_INFER_SAMPLER_H

#include "infer/evidence.h"

enum { MAX_CHAINS = 16 };

/* Horizontal and vertical places of one class: a bit per column in a word per row. */
struct place_masks {
    uint32_t across[MAX_SIDE], down[MAX_SIDE];
};

struct chain {
    struct placement ship[MAX_SLOTS];
};

/* Sums over the sweeps of one chain: how often a ship of the class starts at a place. */
struct place_sums {
    double across[MAX_SLOTS][MAX_CELLS], down[MAX_SLOTS][MAX_CELLS];
};

struct sampler {
    const struct evidence *evidence;
    int ships;
    uint8_t class_of[MAX_SLOTS];
    struct place_masks allowed[MAX_SLOTS]; /* per class, by its own evidence */
    int chains;                            /* that hold a layout */
    struct chain chain[MAX_CHAINS];
    /* Estimates of the last run: chance that a ship of the class starts there. */
    struct place_sums share;
    double probability[MAX_CELLS], error[MAX_CELLS];
    struct place_sums scratch;
};

void sampler_init(struct sampler *sampler);

/* Runs `chains` chains for `sweeps` sweeps each. ERR_FULL where no layout was found to start from.
 */
enum error sampler_run(struct sampler *sampler, const struct evidence *evidence, int chains,
                       int sweeps, struct rng *rng, struct message *message);

#endif
