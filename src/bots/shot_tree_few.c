/* Greedy play over a handful of layouts. Most parts that a search meets are as small as this. Their
 * cells are counted all at once, with the binary digits of the counts in one set of cells each. */
#include "bots/shot_tree_internal.h"

enum { DIGITS = 4 };
_Static_assert(MEMO_LEAST <= 1 << DIGITS, "a count of layouts fits in the digits");

/* The open cells that all layouts cover, and of the others those that the most layouts cover. */
struct covered {
    wide all, most;
};

static struct covered find_covered(const struct shot_tree *tree, const struct tree_few *few)
{
    struct covered covered = {.all = ~few->shot};
    wide digit[DIGITS] = {0}, any = 0;

    for (int i = 0; i < few->layouts; i++) {
        wide carry = tree->cover[few->id[i]] & ~few->shot;

        covered.all &= carry;
        any |= carry;
        for (int d = 0; d < DIGITS; d++) {
            wide sum = digit[d] ^ carry;

            carry &= digit[d];
            digit[d] = sum;
        }
    }
    covered.most = any & ~covered.all;
    for (int d = DIGITS - 1; d >= 0; d--)
        if (covered.most & digit[d])
            covered.most &= digit[d];
    return covered;
}

/* Moves the layouts that answer like the first one to `same`. */
static void take_same(struct tree_few *few, int *answer, struct tree_few *same)
{
    int first = answer[0], kept = 0;

    *same = *few;
    same->layouts = 0;
    for (int i = 0; i < few->layouts; i++)
        if (answer[i] == first) {
            same->id[same->layouts++] = few->id[i];
        } else {
            few->id[kept] = few->id[i];
            answer[kept++] = answer[i];
        }
    few->layouts = kept;
}

/* Notes a shot that hits all layouts. If they answer differently, returns false, with the misses in
 * `total` if each answer is played on. */
static bool hit_all(struct shot_tree *tree, struct tree_few *few, int slot, uint64_t bound,
                    uint64_t *total)
{
    int answer[MEMO_LEAST];
    wide cell = wide_bit(slot);
    bool differ = false;

    for (int i = 0; i < few->layouts && few->near & cell; i++) {
        answer[i] = tree_answer(tree, few->id[i], few->shot, cell);
        differ |= answer[i] != answer[0];
    }
    few->shot |= cell;
    few->near |= tree->beside[slot];
    few->left--;
    while (differ && few->layouts > 0 && *total < bound) {
        struct tree_few same;

        take_same(few, answer, &same);
        *total += tree_value_of_few(tree, &same, bound - *total);
    }
    return !differ;
}

/* Moves the layouts that cover the cell to `hits`. */
static void take_hits(const struct shot_tree *tree, struct tree_few *few, int slot,
                      struct tree_few *hits)
{
    int kept = 0;

    *hits = *few;
    hits->layouts = 0;
    for (int i = 0; i < few->layouts; i++)
        if (tree->cover[few->id[i]] & wide_bit(slot))
            hits->id[hits->layouts++] = few->id[i];
        else
            few->id[kept++] = few->id[i];
    few->layouts = kept;
    few->shot |= wide_bit(slot);
}

uint64_t tree_value_of_few(struct shot_tree *tree, struct tree_few *few, uint64_t bound)
{
    uint64_t total = 0;

    while (few->layouts > 1 && total < bound) {
        struct covered covered = find_covered(tree, few);
        struct tree_few hits;
        int slot;

        if (!covered.most)
            break; /* all layouts cover the same cells */
        for (; covered.all; covered.all &= covered.all - 1)
            if (!hit_all(tree, few, wide_first(covered.all), bound, &total))
                return total;
        slot = wide_first(covered.most);
        tree->splits++;
        take_hits(tree, few, slot, &hits);
        total += (unsigned)few->layouts * tree_cost_of_miss(tree, few->spare--);
        if (hits.layouts > 1 && hits.left > 1 && total < bound &&
            hit_all(tree, &hits, slot, bound, &total))
            total += tree_value_of_few(tree, &hits, bound - total);
    }
    return total;
}
