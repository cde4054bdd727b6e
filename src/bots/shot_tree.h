/* Looks ahead over a list of layouts: how many shots will be wasted, exactly, if play goes on by a
 * fixed policy, and which shot wastes fewest.
 *
 * Layouts are equally likely, or as likely as the weights of the list say. Every layout has the
 * same number of unhit ship cells, so only misses matter. A shot splits the list by its answer
 * (miss, hit, sunk NAME...), each part is split by the next shot, and so on until one layout is
 * left. The total number of misses over all layouts is an integer: results are exact and the same
 * on every machine. Work is bounded by the length of the list and the policy, never by time.
 *
 * The policies are nested. Policy 0 is greedy: it shoots the cell that most layouts cover, the
 * first of equals in reading order. Policy k shoots the cell for which policy k - 1, playing on,
 * misses least, if `least` to `most` layouts are left (struct tree_policy); otherwise it acts like
 * policy k - 1. Only leading cells are compared, from policy 2 on only those that are best if
 * policy k - 2 plays on. Policy 1 never misses more than policy 0. A higher one can miss more than
 * the one before, if the cell that is better has been dropped, but seldom does. */
#ifndef BROADSIDE_BOTS_SHOT_TREE_H
#define BROADSIDE_BOTS_SHOT_TREE_H

#include "infer/layout_list.h"

enum { TREE_POLICIES = 4 };

/* When a policy compares cells, and which. */
struct tree_policy {
    uint32_t least, most; /* layouts left */
    int candidates;       /* cells to compare */
    int percent;          /* of the greedy cell's layouts that a candidate must have */
    int keep;             /* candidates to keep after comparing them by policy k - 2 */
};

struct tree_settings {
    struct tree_policy policy[TREE_POLICIES]; /* policy[0] is not used */
};

/* What the bot endgame uses. */
extern const struct tree_settings endgame_settings;
enum { ENDGAME_POLICY = 3 };

struct shot_tree;

/* NULL if out of memory. */
struct shot_tree *shot_tree_new(const struct tree_settings *settings);
void shot_tree_free(struct shot_tree *tree);

/* Takes over a list. The evidence must be that of the list. ERR_FULL if the layouts have more than
 * 128 open cells, ERR_MEMORY. */
enum error shot_tree_load(struct shot_tree *tree, const struct layout_list *list,
                          const struct evidence *evidence);

/* From now on, until the next list, plays for a race: the round is won with at most `spare` more
 * misses, drawn with one more, and lost otherwise. Policies from 1 on then compare cells by the
 * half rounds that they lose, and only after that by misses; both are in the results below. */
void shot_tree_race(struct shot_tree *tree, int spare);

/* The cell that the policy shoots. NO_CELL if all ships are sunk. */
int shot_tree_best(struct shot_tree *tree, int policy);

/* The total of misses over all layouts if the policy plays to the end. If the list has weights, a
 * miss counts as often as the weight of its layout, scaled to eight bits if it is larger. */
uint64_t shot_tree_misses(struct shot_tree *tree, int policy);

/* The same if the next shot goes to this open cell. */
uint64_t shot_tree_misses_after(struct shot_tree *tree, int cell, int policy);

/* Splits of lists since the tree was made. */
uint64_t shot_tree_splits(const struct shot_tree *tree);

#endif
