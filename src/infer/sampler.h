/* Sampled inference, for positions that cannot be counted.
 *
 * Gibbs sampling over the layouts that explain the evidence: pick up one ship, find the placements
 * that the others allow, add to each its share, and put the ship down at one of them. Where one
 * ship alone could not move without leaving a hit unexplained, two ships move together, or all
 * ships at a group of hits. Hints give placements different weights (struct hint).
 *
 * The first layouts come from a complete search, which also proves that there is none. Several
 * chains are kept from shot to shot; a chain that a new answer rules out restarts as a copy of
 * another one. The standard error is estimated from the differences between the chains and between
 * the two halves of each. If the chains differ much more than their halves, they have not mixed,
 * and the estimate has not converged. Work is bounded by counts, so a seed gives the same estimate
 * on every machine.
 *
 * A sampler is large and plain memory owned by the caller. */
#ifndef BROADSIDE_INFER_SAMPLER_H
#define BROADSIDE_INFER_SAMPLER_H

#include "infer/evidence.h"
#include "infer/row_masks_internal.h"

enum { MAX_CHAINS = 16, MAX_CHOICES = 2 * MAX_CELLS, MAX_RESTARTS = 1024 };

struct chain {
    struct placement ship[MAX_SLOTS];
};

/* How often a ship of each class starts at each cell, summed over the sweeps of a chain. */
struct place_sums {
    double across[MAX_SLOTS][MAX_CELLS], down[MAX_SLOTS][MAX_CELLS];
};

/* One step of the search for a first layout. The higher the key, the earlier it is tried: a random
 * number, larger for placements that cover more hits. */
struct sampler_choice {
    uint32_t key;
    uint8_t ship_class, vertical, column, row;
};

/* An explanation of the evidence: ships that cover all hits. */
struct sampler_restart {
    uint8_t ships;
    struct placement place[MAX_SLOTS];
    uint8_t class_at[MAX_SLOTS];
};

struct sampler {
    const struct evidence *evidence;
    int ships;
    uint8_t class_of[MAX_SLOTS];
    /* Per class: the placements possible for that ship alone, without those that conflict with hits
     * that have only one explanation. */
    struct place_masks allowed[MAX_SLOTS];
    bool is_fixed[MAX_SLOTS]; /* per class: all its ships are where they are allowed */
    int fixed;                /* ships that are in the same place in every layout */
    struct placement fixed_place[MAX_SLOTS];
    uint8_t fixed_class[MAX_SLOTS];
    struct place_masks hinted[MAX_SLOTS];       /* per class: the placements that meet a hint */
    uint8_t hint_weight[MAX_BLOCKS][MAX_CELLS]; /* what each cell adds to each hint */
    struct row_masks hits;
    int loose; /* hits with more than one explanation */
    uint16_t loose_hit[MAX_CELLS];
    int groups; /* of loose hits that are close to each other */
    uint16_t group_of[MAX_CELLS];
    int chains; /* chains in use */
    struct chain chain[MAX_CHAINS];
    struct place_sums share; /* estimate: the chance that a ship of the class starts there */
    double probability[MAX_CELLS], error[MAX_CELLS];
    bool converged; /* the chains agree with each other */
    /* Scratch memory, too large for the stack. */
    struct place_sums scratch[2]; /* the halves of a chain */
    double half[2][MAX_CELLS], drift[MAX_CELLS];
    double weight[MAX_CHOICES];
    struct place_masks meeting[MAX_SLOTS]; /* per class: the placements that meet a focus */
    int restarts, next_restart;
    int sweep, restart_every; /* sweeps of all chains so far, and those from restart to restart */
    uint64_t work, most_work; /* so far, and the limit for the search for a first layout */
    struct sampler_restart restart[MAX_RESTARTS];
    struct sampler_choice choice[MAX_SLOTS + 1][MAX_CHOICES]; /* by the number of ships placed */
};

void sampler_init(struct sampler *sampler);

/* Chains are kept from run to run: under other rules, call sampler_init first (as posterior_clear
 * does). Runs `chains` chains for `sweeps` sweeps each, or for fewer if they would take more than
 * `work` (0: no limit). A unit of work is a place where a ship of some class might explain a hit: a
 * few nanoseconds. ERR_MISMATCH if no layout fits the evidence, ERR_FULL if that could not be
 * decided, or if there are no chains. */
enum error sampler_run(struct sampler *sampler, const struct evidence *evidence, int chains,
                       int sweeps, uint64_t work, struct rng *rng, struct message *message);

#endif
