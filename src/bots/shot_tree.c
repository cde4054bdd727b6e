/* The list is stored by cell: a row of bits, one per layout, says which layouts cover the cell. A
 * part of the list is a mask over these bits, so counting a cell is a population count and a split
 * is a bitwise and. When a part has become much smaller than its table, the table is built again
 * for this part alone; for up to 64 layouts a row is one word. */
#include "bots/shot_tree_internal.h"

#include <string.h>

/* Each policy saves shots compared with the one before. Policy 3 for lists of up to 1,500 layouts
 * takes 1.5 times as long as policy 2; for all lists it takes five times as long and saves 0.01
 * shots more. docs/STRENGTH.md has the figures (bench/endgame.c) and what else was tried. */
const struct tree_settings endgame_settings = {{
    [1] = {30, UINT32_MAX, 2, 75, 2},
    [2] = {30, UINT32_MAX, 6, 60, 3},
    [3] = {1, 1500, 6, 60, 2},
}};

static const uint64_t no_bound = UINT64_MAX;

/* --- counting --------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) uint32_t weigh_row(const struct tree_part *part,
                                                                const uint64_t *row)
{
    int words = part->table->words;
    uint32_t weight = 0;

    for (int p = 0; p < PLANES; p++)
        for (int w = 0; w < words; w++)
            weight += (uint32_t)__builtin_popcountll(row[w] & part->mask[w] &
                                                     part->table->plane[p * words + w])
                      << p;
    return weight;
}

/* Notes the count of the next slot. The first of the largest counts is the greedy cell. */
static inline __attribute__((always_inline)) void note_count(struct tree_counts *counts, int slot,
                                                             uint32_t count, uint32_t *most)
{
    counts->slot[counts->slots] = (uint8_t)slot;
    counts->count[counts->slots] = count;
    counts->best = count > *most ? counts->slots : counts->best;
    *most = count > *most ? count : *most;
    counts->slots += count > 0;
}

static inline __attribute__((always_inline)) void count_inline(const struct tree_part *part,
                                                               struct tree_counts *counts)
{
    const uint64_t *rows = part->table->row, *mask = part->mask;
    int words = part->table->words;
    uint32_t most = 0;

    counts->slots = counts->best = 0;
    for (int i = 0; i < part->slots && words == 1 && !part->table->plane; i++)
        note_count(counts, part->slot[i],
                   (uint32_t)__builtin_popcountll(rows[part->slot[i]] & *mask), &most);
    for (int i = 0; i < part->slots && (words > 1 || part->table->plane); i++) {
        const uint64_t *row = rows + part->slot[i] * words;
        uint32_t count = 0;

        for (int w = 0; w < words; w++)
            count += (uint32_t)__builtin_popcountll(row[w] & mask[w]);
        if (part->table->plane && count > 0)
            count = weigh_row(part, row);
        note_count(counts, part->slot[i], count, &most);
    }
}

static void count_plain(const struct tree_part *part, struct tree_counts *counts)
{
    count_inline(part, counts);
}

#ifdef __x86_64__
__attribute__((target("popcnt"))) static void count_popcnt(const struct tree_part *part,
                                                           struct tree_counts *counts)
{
    count_inline(part, counts);
}
#endif

count_function *tree_choose_count(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("popcnt"))
        return count_popcnt;
#endif
    return count_plain;
}

/* --- splitting -------------------------------------------------------------------------------- */

/* Transposes 64 x 64 bits: bit c of word r becomes bit r of word c. */
static void transpose(uint64_t block[64])
{
    uint64_t mask = 0x00000000ffffffff;

    for (int step = 32; step > 0; step /= 2, mask ^= mask << step)
        for (int start = 0; start < 64; start += 2 * step)
            for (int i = start; i < start + step; i++) {
                uint64_t swap = (block[i] >> step ^ block[i + step]) & mask;

                block[i] ^= swap << step;
                block[i + step] ^= swap;
            }
}

/* Sets the bits of up to 64 layouts in word `word` of the rows. */
static void fill_word(const struct shot_tree *tree, const struct tree_part *part,
                      const uint32_t *id, int layouts, uint64_t *rows, int words, int word)
{
    uint64_t block[2][64];

    if (layouts < TRANSPOSE_LEAST) {
        for (int i = 0; i < part->slots; i++)
            rows[part->slot[i] * words + word] = 0;
        for (int i = 0; i < layouts; i++)
            for (wide cover = tree->cover[id[i]] & ~part->shot; cover; cover &= cover - 1)
                rows[wide_first(cover) * words + word] |= (uint64_t)1 << i;
        return;
    }
    for (int i = 0; i < layouts; i++) {
        block[0][i] = (uint64_t)tree->cover[id[i]];
        block[1][i] = (uint64_t)(tree->cover[id[i]] >> 64);
    }
    for (int i = layouts; i < 64; i++)
        block[0][i] = block[1][i] = 0;
    transpose(block[0]);
    if (tree->slots > 64)
        transpose(block[1]);
    for (int i = 0; i < part->slots; i++)
        rows[part->slot[i] * words + word] = block[part->slot[i] / 64][part->slot[i] % 64];
}

/* Splits the weights of these layouts into bits. */
static uint64_t *build_planes(struct shot_tree *tree, const uint32_t *id, int layouts, int words)
{
    uint64_t *plane = tree_push_words(tree, (size_t)words * PLANES);

    memset(plane, 0, (size_t)words * PLANES * sizeof *plane);
    for (int i = 0; i < layouts; i++)
        for (int p = 0; p < PLANES; p++)
            if (tree->weight[id[i]] >> p & 1)
                plane[p * words + i / 64] |= (uint64_t)1 << i % 64;
    return plane;
}

void tree_build_table(struct shot_tree *tree, struct tree_part *part, struct tree_table *table)
{
    int n = (int)part->layouts, found = 0;
    int words = (n + 63) / 64, old_words = part->table->words;
    uint64_t *rows = tree_push_words(tree, (size_t)words * (size_t)tree->slots);
    uint64_t *mask = tree_push_words(tree, (size_t)words);
    uint32_t *id = (uint32_t *)(void *)tree_push_words(tree, ((size_t)n + 1) / 2);

    for (int w = 0; w < old_words; w++)
        for (uint64_t bits = part->mask[w]; bits; bits &= bits - 1)
            id[found++] = part->table->id[64 * w + __builtin_ctzll(bits)];
    for (int w = 0; w < words; w++) {
        fill_word(tree, part, id + 64 * w, n - 64 * w < 64 ? n - 64 * w : 64, rows, words, w);
        mask[w] = ~(uint64_t)0;
    }
    if (n % 64)
        mask[words - 1] = ((uint64_t)1 << n % 64) - 1;
    *table = (struct tree_table){words, id, rows, NULL};
    if (tree->weighted)
        table->plane = build_planes(tree, id, n, words);
    part->table = table;
    part->mask = mask;
}

/* What is announced when a ship of this kind is hit: a number from 0 on. */
static int answer_to_hit(const struct shot_tree *tree, int kind, bool sunk)
{
    switch (tree->announce) {
    case ANNOUNCE_EACH_HIT:
        return 2 * kind + sunk;
    case ANNOUNCE_NAME:
        return sunk ? kind + 1 : 0;
    case ANNOUNCE_UNNAMED:
        return sunk;
    default:
        return 0;
    }
}

static bool is_sinking(const struct shot_tree *tree, int answer)
{
    switch (tree->announce) {
    case ANNOUNCE_EACH_HIT:
        return answer % 2 == 1;
    case ANNOUNCE_NONE:
        return false;
    default:
        return answer > 0;
    }
}

int tree_answer(const struct shot_tree *tree, uint32_t layout, wide shot, wide cell)
{
    const uint16_t *at = tree->at + (size_t)layout * (size_t)tree->ships;

    for (int ship = 0; ship < tree->ships; ship++) {
        wide open = tree->open[at[ship]];

        if (open & cell)
            return answer_to_hit(tree, tree->kind[at[ship]], (open & ~shot) == cell);
    }
    return 0; /* not reached: the layout covers the cell */
}

/* The kind of ship that the answer names. */
static int named_kind(const struct shot_tree *tree, int answer)
{
    switch (tree->announce) {
    case ANNOUNCE_EACH_HIT:
        return answer / 2;
    case ANNOUNCE_NAME:
        return answer > 0 ? answer - 1 : NO_SHIP;
    default:
        return NO_SHIP;
    }
}

static uint64_t value(struct shot_tree *tree, const struct tree_part *part, int policy,
                      uint64_t bound);

/* The highest policy, from this one down, that is made for this many layouts. */
static int best_suited(const struct tree_settings *settings, const struct tree_part *part,
                       int policy)
{
    const struct tree_policy *at = settings->policy + policy;

    while (at > settings->policy && (part->layouts < at->least || part->layouts > at->most))
        at--;
    return (int)(at - settings->policy);
}

/* The misses of a part that is too small for a table. */
static uint64_t value_of_small(struct shot_tree *tree, const struct tree_part *part, uint64_t bound)
{
    struct tree_few few = {
        .left = part->left, .spare = part->spare, .shot = part->shot, .near = part->near};

    for (int w = 0; few.layouts < (int)part->layouts; w++)
        for (uint64_t bits = part->mask[w]; bits; bits &= bits - 1)
            few.id[few.layouts++] = part->table->id[64 * w + __builtin_ctzll(bits)];
    return tree_value_of_few(tree, &few, bound);
}

/* In a race, the same position is worth different amounts with different numbers of misses to
 * spare; all the same once it is lost. */
static uint64_t memo_key(const struct shot_tree *tree, const struct tree_part *part, int policy)
{
    int spare = part->spare < -1 ? -2 : part->spare;

    return part->key + (uint64_t)policy +
           (tree->toll ? rng_mix_seed(4, EXACT_CELLS + (uint64_t)spare) : 0);
}

/* The misses of a part that has been split off, remembered if possible. If the part is much smaller
 * than its table, it gets a table of its own. */
static uint64_t value_of_split(struct shot_tree *tree, struct tree_part *part, int policy,
                               uint64_t bound)
{
    uint64_t key = memo_key(tree, part, policy), misses;
    struct tree_memo *memo = &tree->memo[key % MEMO_SLOTS];
    size_t used = tree->stack_used;
    struct tree_table table;

    if (part->layouts == 1)
        return 0;
    if (part->layouts < MEMO_LEAST && !tree->weighted &&
        best_suited(&tree->settings, part, policy) == 0)
        return value_of_small(tree, part, bound);
    if (part->layouts >= MEMO_LEAST && memo->key == key)
        return memo->misses;
    if (part->table->words > 1 &&
        (part->layouts <= 64 || part->layouts * SHRINK <= 64 * (uint32_t)part->table->words))
        tree_build_table(tree, part, &table);
    misses = value(tree, part, policy, bound);
    tree->stack_used = used;
    if (misses < bound && part->layouts >= MEMO_LEAST)
        *memo = (struct tree_memo){key, misses};
    return misses;
}

/* Marks the berths whose ships sink if this cell is hit. Returns whether there are any. */
static bool mark_sinks(struct shot_tree *tree, wide shot, int slot, int mark)
{
    bool any = false;

    for (uint32_t i = tree->first_through[slot]; i < tree->first_through[slot + 1]; i++) {
        int berth = tree->through[i];

        if ((tree->open[berth] & ~shot) == wide_bit(slot)) {
            tree->sinks[berth] = (uint8_t)mark;
            any = true;
        }
    }
    return any;
}

/* The answer of a layout that the shot hits, once mark_sinks has marked the berths. */
static int answer_if_marked(const struct shot_tree *tree, uint32_t layout)
{
    const uint16_t *at = tree->at + (size_t)layout * (size_t)tree->ships;

    for (int ship = 0; ship < tree->ships; ship++)
        if (tree->sinks[at[ship]])
            return answer_to_hit(tree, tree->kind[at[ship]], true);
    return 0;
}

/* Sorts the layouts that a shot hits by the answer. Returns how many answers there are. */
static int sort_hits(struct shot_tree *tree, const struct tree_part *hits, int slot, bool marked,
                     struct tree_reply *answer)
{
    int words = hits->table->words, count = 0;

    for (int w = 0; w < words; w++)
        for (uint64_t bits = hits->mask[w]; bits; bits &= bits - 1) {
            uint32_t layout = hits->table->id[64 * w + __builtin_ctzll(bits)];
            int number =
                marked ? answer_if_marked(tree, layout)
                       : tree_answer(tree, layout, hits->shot & ~wide_bit(slot), wide_bit(slot));
            int i = 0;

            while (i < count && answer[i].number != number)
                i++;
            if (i == count) {
                answer[count++] =
                    (struct tree_reply){number, 0, 0, tree_push_words(tree, (size_t)words)};
                for (int k = 0; k < words; k++)
                    answer[i].mask[k] = 0;
            }
            answer[i].mask[w] |= bits & -bits;
            answer[i].layouts++;
            answer[i].weight += tree->weighted ? tree->weight[layout] : 1;
        }
    return count;
}

/* The misses of the layouts that a shot hits, where it may sink a ship. */
static uint64_t value_of_hits(struct shot_tree *tree, struct tree_part *hits, int slot, int policy,
                              uint64_t bound)
{
    bool marked = hits->layouts >= MARK_LEAST && tree->announce != ANNOUNCE_EACH_HIT;
    struct tree_reply answer[ANSWERS];
    uint64_t total = 0;
    wide shot = hits->shot & ~wide_bit(slot);
    int count;

    if (marked && !mark_sinks(tree, shot, slot, 1)) {
        tree_note_hit(hits, tree->cell[slot], false, NO_SHIP);
        return value_of_split(tree, hits, policy, bound);
    }
    count = sort_hits(tree, hits, slot, marked, answer);
    if (marked)
        mark_sinks(tree, shot, slot, 0);
    for (int i = 0; i < count && total < bound; i++) {
        struct tree_part part = *hits;

        part.mask = answer[i].mask;
        part.layouts = answer[i].layouts;
        part.weight = answer[i].weight;
        tree_note_hit(&part, tree->cell[slot], is_sinking(tree, answer[i].number),
                      named_kind(tree, answer[i].number));
        total += value_of_split(tree, &part, policy, bound - total);
    }
    return total;
}

static uint32_t count_layouts(const uint64_t *mask, int words)
{
    uint32_t count = 0;

    for (int w = 0; w < words; w++)
        count += (uint32_t)__builtin_popcountll(mask[w]);
    return count;
}

/* The misses if the next shot goes to position `at` of counts->slot and the policy plays on. Any
 * number from `bound` up stands for too many. */
static uint64_t value_of_shot(struct shot_tree *tree, const struct tree_part *part,
                              const struct tree_counts *counts, int at, int policy, uint64_t bound)
{
    int slot = counts->slot[at], words = part->table->words;
    const uint64_t *row = part->table->row + slot * words;
    uint32_t hits = counts->count[at], misses = part->weight - hits;
    uint64_t total = misses * tree_cost_of_miss(tree, part->spare), *mask;
    size_t used = tree->stack_used;
    uint8_t slots[EXACT_CELLS];
    struct tree_part next = *part;

    tree->splits++;
    if (total >= bound)
        return total;
    memcpy(slots, counts->slot, (size_t)at);
    memcpy(slots + at, counts->slot + at + 1, (size_t)(counts->slots - at - 1));
    next.slot = slots;
    next.slots = counts->slots - 1;
    next.shot |= wide_bit(slot);
    if (hits > 1 && part->left > 1) {
        struct tree_part hit = next;

        mask = tree_push_words(tree, (size_t)words);
        for (int w = 0; w < words; w++)
            mask[w] = part->mask[w] & row[w];
        hit.mask = mask;
        hit.weight = hits;
        hit.layouts = tree->weighted ? count_layouts(mask, words) : hits;
        hit.left--;
        hit.near |= tree->beside[slot];
        if (part->near & wide_bit(slot)) {
            total += value_of_hits(tree, &hit, slot, policy, bound - total);
        } else {
            tree_note_hit(&hit, tree->cell[slot], false, NO_SHIP);
            total += value_of_split(tree, &hit, policy, bound - total);
        }
        tree->stack_used = used;
    }
    if (misses > 1 && total < bound) {
        mask = tree_push_words(tree, (size_t)words);
        for (int w = 0; w < words; w++)
            mask[w] = part->mask[w] & ~row[w];
        next.mask = mask;
        next.weight = misses;
        next.layouts = tree->weighted ? count_layouts(mask, words) : misses;
        next.spare--;
        tree_note_miss(&next, tree->cell[slot]);
        total += value_of_split(tree, &next, policy, bound - total);
        tree->stack_used = used;
    }
    return total;
}

/* --- policies --------------------------------------------------------------------------------- */

/* One ship cell is left: the cells are shot from the likeliest to the least likely. */
static uint64_t value_of_last_cell(const struct shot_tree *tree, const struct tree_part *part,
                                   struct tree_counts *counts)
{
    uint64_t misses = 0, cost = 0;

    for (int i = 1; i < counts->slots; i++) {
        uint32_t count = counts->count[i];
        int k = i;

        for (; k > 0 && counts->count[k - 1] < count; k--)
            counts->count[k] = counts->count[k - 1];
        counts->count[k] = count;
    }
    for (int i = 1; i < counts->slots; i++) {
        cost += tree_cost_of_miss(tree, part->spare - i + 1);
        misses += cost * counts->count[i];
    }
    return misses;
}

/* The leading cells, the likeliest first. Returns how many. */
static int list_candidates(const struct tree_policy *policy, const struct tree_counts *counts,
                           int *candidate)
{
    uint64_t least = (uint64_t)counts->count[counts->best] * (uint64_t)policy->percent;
    int found = 0;

    for (int i = 0; i < counts->slots; i++) {
        int k = found;

        if (100 * (uint64_t)counts->count[i] < least)
            continue;
        for (; k > 0 && counts->count[candidate[k - 1]] < counts->count[i]; k--)
            if (k < policy->candidates)
                candidate[k] = candidate[k - 1];
        if (k < policy->candidates)
            candidate[k] = i;
        found += found < policy->candidates;
    }
    return found;
}

/* Keeps the candidates for which the policy, playing on, misses least, the best first. Returns how
 * many. */
static int keep_best(struct shot_tree *tree, const struct tree_part *part,
                     const struct tree_counts *counts, int *candidate, int candidates, int keep,
                     int policy)
{
    uint64_t misses[EXACT_CELLS];
    int kept = 0;

    for (int i = 0; i < candidates; i++) {
        int this = candidate[i], k;
        uint64_t value = value_of_shot(tree, part, counts, this, policy,
                                       kept == keep ? misses[kept - 1] : no_bound);

        if (kept == keep && value >= misses[kept - 1])
            continue;
        for (k = kept < keep ? kept++ : keep - 1; k > 0 && misses[k - 1] > value; k--) {
            misses[k] = misses[k - 1];
            candidate[k] = candidate[k - 1];
        }
        misses[k] = value;
        candidate[k] = this;
    }
    return kept;
}

/* Which position of counts->slot the policy shoots. */
static int choose(struct shot_tree *tree, const struct tree_part *part,
                  const struct tree_counts *counts, int policy)
{
    int candidate[EXACT_CELLS], candidates;
    const struct tree_policy *settings;

    policy = best_suited(&tree->settings, part, policy);
    /* A certain hit wastes no shot and may still tell something. */
    if (policy == 0 || counts->count[counts->best] == part->weight)
        return counts->best;
    settings = &tree->settings.policy[policy];
    candidates = list_candidates(settings, counts, candidate);
    /* Policy k - 2 is cheap: let it choose the cells that are worth a closer look. */
    if (policy > 1 && candidates > settings->keep)
        candidates =
            keep_best(tree, part, counts, candidate, candidates, settings->keep, policy - 2);
    if (candidates > 1)
        keep_best(tree, part, counts, candidate, candidates, 1, policy - 1);
    return candidate[0];
}

/* The misses if the policy plays on. Any number from `bound` up stands for too many. */
static uint64_t value(struct shot_tree *tree, const struct tree_part *part, int policy,
                      uint64_t bound)
{
    struct tree_counts counts;

    tree->count(part, &counts);
    if (counts.slots == part->left)
        return 0; /* all layouts cover the same cells */
    if (part->left == 1)
        return value_of_last_cell(tree, part, &counts);
    return value_of_shot(tree, part, &counts, choose(tree, part, &counts, policy), policy, bound);
}

int shot_tree_best(struct shot_tree *tree, int policy)
{
    struct tree_counts counts;

    tree->count(&tree->root, &counts);
    if (counts.slots == 0)
        return NO_CELL;
    return tree->cell[counts.slot[choose(tree, &tree->root, &counts, policy)]];
}

uint64_t shot_tree_misses(struct shot_tree *tree, int policy)
{
    return tree->root.layouts > 1 && tree->root.left > 0
               ? value(tree, &tree->root, policy, no_bound)
               : 0;
}

uint64_t shot_tree_misses_after(struct shot_tree *tree, int cell, int policy)
{
    struct tree_counts counts;

    tree->count(&tree->root, &counts);
    for (int i = 0; i < counts.slots; i++)
        if (tree->cell[counts.slot[i]] == cell)
            return value_of_shot(tree, &tree->root, &counts, i, policy, no_bound);
    return tree->root.weight + shot_tree_misses(tree, policy); /* no ship can be there */
}

uint64_t shot_tree_splits(const struct shot_tree *tree)
{
    return tree->splits;
}
