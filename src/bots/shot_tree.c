/* The list is stored by cell: a row of bits, one per layout, says which layouts cover the cell. A
 * part of the list is a mask over these bits, so counting a cell is a population count and a split
 * is a bitwise and. When a part has become much smaller than its table, the table is built again
 * for this part alone; for up to 64 layouts a row is one word. */
#include "bots/shot_tree.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

enum {
    TREE_CELLS = 128,
    MEMO_SLOTS = 1 << 17,
    MEMO_LEAST = 8,       /* smaller parts are quicker to compute than to look up */
    TRANSPOSE_LEAST = 20, /* for fewer layouts, setting bit by bit is quicker */
    MARK_LEAST = 24,      /* layouts for which it pays to find the berths that sink first */
    SHRINK = 4,           /* build the table again when this many times smaller */
    ANSWERS = 2 * MAX_SLOTS + 1
};

/* Shots saved against greedy play, as exact expectations over lists of up to 5,000 layouts, 60
 * boards (bench/endgame.c): policy 1 with six candidates 0.23; policy 2 as here 0.26; policy 3 for
 * lists up to 1,500 layouts 0.27, which takes 1.5 times as long; policy 3 for all lists 0.28, five
 * times as long. docs/STRENGTH.md lists what else was tried. */
const struct tree_settings endgame_settings = {{
    [1] = {30, UINT32_MAX, 2, 75, 2},
    [2] = {30, UINT32_MAX, 6, 60, 3},
    [3] = {1, 1500, 6, 60, 2},
}};

static const uint64_t no_bound = UINT64_MAX;

/* The cells of some of the layouts. */
struct table {
    int words;           /* of a row */
    const uint32_t *id;  /* the number of each layout in the list */
    const uint64_t *row; /* by slot */
};

/* A part of the list: the layouts that give the answers of some shots. */
struct part {
    const struct table *table;
    const uint64_t *mask;
    uint32_t layouts;
    int left;           /* unhit ship cells of each layout */
    wide shot, near;    /* cells shot; cells next to a hit, where a ship may sink */
    uint64_t key, hits; /* hashes of the shots and of those that hit */
    int slots;
    const uint8_t *slot; /* open cells that may be covered, in reading order */
};

/* How many layouts of a part cover each of its cells; `slot` has only those with any. */
struct counts {
    int slots;
    uint8_t slot[TREE_CELLS];
    uint32_t count[TREE_CELLS]; /* by position in `slot` */
    int best;                   /* likewise: the greedy cell */
};

/* The layouts of a part that give one answer. */
struct reply {
    int number;
    uint32_t layouts;
    uint64_t *mask;
};

struct memo {
    uint64_t key, misses;
};

typedef void count_function(const struct part *part, struct counts *counts);

struct shot_tree {
    struct tree_settings settings;
    count_function *count;
    uint64_t splits;
    struct memo *memo;
    /* The list. Cells are numbered in reading order, only open ones that a layout covers. */
    int slots, ships;
    uint16_t cell[TREE_CELLS];
    uint8_t announce;
    uint32_t layouts;
    wide *cover;  /* by layout */
    uint16_t *at; /* by layout and ship, only ships that are not sunk in all layouts */
    wide *open;   /* by berth: its unshot cells */
    uint8_t *kind;
    wide beside[TREE_CELLS]; /* the neighbours of each cell */
    /* The berths at each cell: through[first_through[slot]] and so on. */
    uint16_t *through;
    uint32_t first_through[TREE_CELLS + 1];
    uint8_t *sinks; /* by berth: the ship there sinks with this shot; all 0 between shots */
    uint32_t room;
    int berth_room;
    /* A stack for tables and masks. */
    uint64_t *stack;
    size_t stack_used, stack_room;
    struct table table;
    struct part root;
    uint8_t root_slot[TREE_CELLS];
};

/* --- counting --------------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) void count_inline(const struct part *part,
                                                               struct counts *counts)
{
    int words = part->table->words, found = 0, best = 0;
    uint32_t most = 0;

    for (int i = 0; i < part->slots; i++) {
        const uint64_t *row = part->table->row + part->slot[i] * words;
        uint32_t count = (uint32_t)__builtin_popcountll(row[0] & part->mask[0]);

        for (int w = 1; w < words; w++)
            count += (uint32_t)__builtin_popcountll(row[w] & part->mask[w]);
        counts->slot[found] = part->slot[i];
        counts->count[found] = count;
        if (count > most) {
            most = count;
            best = found;
        }
        found += count > 0;
    }
    counts->slots = found;
    counts->best = best;
}

static void count_plain(const struct part *part, struct counts *counts)
{
    count_inline(part, counts);
}

#ifdef __x86_64__
__attribute__((target("popcnt"))) static void count_popcnt(const struct part *part,
                                                           struct counts *counts)
{
    count_inline(part, counts);
}
#endif

static count_function *choose_count(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("popcnt"))
        return count_popcnt;
#endif
    return count_plain;
}

/* --- splitting ----------------------------------------------------------------------------------
 */

static wide bit(int slot)
{
    return (wide)1 << slot;
}

static int lowest_bit(wide bits)
{
    return (uint64_t)bits ? __builtin_ctzll((uint64_t)bits)
                          : 64 + __builtin_ctzll((uint64_t)(bits >> 64));
}

static uint64_t *push_words(struct shot_tree *tree, size_t words)
{
    uint64_t *at = tree->stack + tree->stack_used;

    tree->stack_used += words;
    return at;
}

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
static void fill_word(const struct shot_tree *tree, const struct part *part, const uint32_t *id,
                      int layouts, uint64_t *rows, int words, int word)
{
    uint64_t block[2][64];

    if (layouts < TRANSPOSE_LEAST) {
        for (int i = 0; i < part->slots; i++)
            rows[part->slot[i] * words + word] = 0;
        for (int i = 0; i < layouts; i++)
            for (wide cover = tree->cover[id[i]] & ~part->shot; cover; cover &= cover - 1)
                rows[lowest_bit(cover) * words + word] |= (uint64_t)1 << i;
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

/* Builds a table of one part. */
static void build_table(struct shot_tree *tree, struct part *part, struct table *table)
{
    int n = (int)part->layouts, found = 0;
    int words = (n + 63) / 64, old_words = part->table->words;
    uint64_t *rows = push_words(tree, (size_t)words * (size_t)tree->slots);
    uint64_t *mask = push_words(tree, (size_t)words);
    uint32_t *id = (uint32_t *)(void *)push_words(tree, ((size_t)n + 1) / 2);

    for (int w = 0; w < old_words; w++)
        for (uint64_t bits = part->mask[w]; bits; bits &= bits - 1)
            id[found++] = part->table->id[64 * w + __builtin_ctzll(bits)];
    for (int w = 0; w < words; w++) {
        fill_word(tree, part, id + 64 * w, n - 64 * w < 64 ? n - 64 * w : 64, rows, words, w);
        mask[w] = ~(uint64_t)0;
    }
    if (n % 64)
        mask[words - 1] = ((uint64_t)1 << n % 64) - 1;
    *table = (struct table){words, id, rows};
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

static int answer_of_layout(const struct shot_tree *tree, uint32_t layout, wide shot, wide cell)
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

static void note_miss(struct part *part, int cell)
{
    part->key += rng_mix_seed(1, (uint64_t)cell);
}

/* The order of hits matters only for a sinking: the ship is among the hits so far. */
static void note_hit(struct part *part, int cell, bool sunk, int kind)
{
    part->hits += rng_mix_seed(2, (uint64_t)cell);
    part->key += rng_mix_seed(sunk ? part->hits : 3, (uint64_t)cell << 8 | (uint64_t)kind);
}

static uint64_t value(struct shot_tree *tree, const struct part *part, int policy, uint64_t bound);

/* The misses of a part that has been split off, from memory if possible. The table of a much
 * smaller part is built again. */
static uint64_t value_of_split(struct shot_tree *tree, struct part *part, int policy,
                               uint64_t bound)
{
    uint64_t key = part->key + (uint64_t)policy, misses;
    struct memo *memo = &tree->memo[key % MEMO_SLOTS];
    size_t used = tree->stack_used;
    struct table table;

    if (part->layouts == 1)
        return 0;
    if (part->layouts >= MEMO_LEAST && memo->key == key)
        return memo->misses;
    if (part->table->words > 1 &&
        (part->layouts <= 64 || part->layouts * SHRINK <= 64 * (uint32_t)part->table->words))
        build_table(tree, part, &table);
    misses = value(tree, part, policy, bound);
    tree->stack_used = used;
    if (misses < bound && part->layouts >= MEMO_LEAST)
        *memo = (struct memo){key, misses};
    return misses;
}

/* Marks the berths whose ships sink if this cell is hit. Returns whether there are any. */
static bool mark_sinks(struct shot_tree *tree, wide shot, int slot, int mark)
{
    bool any = false;

    for (uint32_t i = tree->first_through[slot]; i < tree->first_through[slot + 1]; i++) {
        int berth = tree->through[i];

        if ((tree->open[berth] & ~shot) == bit(slot)) {
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
static int sort_hits(struct shot_tree *tree, const struct part *hits, int slot, bool marked,
                     struct reply *answer)
{
    int words = hits->table->words, count = 0;

    for (int w = 0; w < words; w++)
        for (uint64_t bits = hits->mask[w]; bits; bits &= bits - 1) {
            uint32_t layout = hits->table->id[64 * w + __builtin_ctzll(bits)];
            int number = marked
                             ? answer_if_marked(tree, layout)
                             : answer_of_layout(tree, layout, hits->shot & ~bit(slot), bit(slot));
            int i = 0;

            while (i < count && answer[i].number != number)
                i++;
            if (i == count) {
                answer[count++] = (struct reply){number, 0, push_words(tree, (size_t)words)};
                for (int k = 0; k < words; k++)
                    answer[i].mask[k] = 0;
            }
            answer[i].mask[w] |= bits & -bits;
            answer[i].layouts++;
        }
    return count;
}

/* The misses of the layouts that a shot hits, where it may sink a ship. */
static uint64_t value_of_hits(struct shot_tree *tree, struct part *hits, int slot, int policy,
                              uint64_t bound)
{
    bool marked = hits->layouts >= MARK_LEAST && tree->announce != ANNOUNCE_EACH_HIT;
    struct reply answer[ANSWERS];
    uint64_t total = 0;
    wide shot = hits->shot & ~bit(slot);
    int count;

    if (marked && !mark_sinks(tree, shot, slot, 1)) {
        note_hit(hits, tree->cell[slot], false, NO_SHIP);
        return value_of_split(tree, hits, policy, bound);
    }
    count = sort_hits(tree, hits, slot, marked, answer);
    if (marked)
        mark_sinks(tree, shot, slot, 0);
    for (int i = 0; i < count && total < bound; i++) {
        struct part part = *hits;

        part.mask = answer[i].mask;
        part.layouts = answer[i].layouts;
        note_hit(&part, tree->cell[slot], is_sinking(tree, answer[i].number),
                 named_kind(tree, answer[i].number));
        total += value_of_split(tree, &part, policy, bound - total);
    }
    return total;
}

/* The misses if the next shot goes to position `at` of counts->slot and the policy plays on. Any
 * number from `bound` up stands for too many. */
static uint64_t value_of_shot(struct shot_tree *tree, const struct part *part,
                              const struct counts *counts, int at, int policy, uint64_t bound)
{
    int slot = counts->slot[at], words = part->table->words;
    const uint64_t *row = part->table->row + slot * words;
    uint32_t hits = counts->count[at], misses = part->layouts - hits;
    uint64_t total = misses, *mask;
    size_t used = tree->stack_used;
    uint8_t slots[TREE_CELLS];
    struct part next = *part;

    tree->splits++;
    if (total >= bound)
        return total;
    memcpy(slots, counts->slot, (size_t)at);
    memcpy(slots + at, counts->slot + at + 1, (size_t)(counts->slots - at - 1));
    next.slot = slots;
    next.slots = counts->slots - 1;
    next.shot |= bit(slot);
    if (hits > 1 && part->left > 1) {
        struct part hit = next;

        mask = push_words(tree, (size_t)words);
        for (int w = 0; w < words; w++)
            mask[w] = part->mask[w] & row[w];
        hit.mask = mask;
        hit.layouts = hits;
        hit.left--;
        hit.near |= tree->beside[slot];
        if (part->near & bit(slot)) {
            total += value_of_hits(tree, &hit, slot, policy, bound - total);
        } else {
            note_hit(&hit, tree->cell[slot], false, NO_SHIP);
            total += value_of_split(tree, &hit, policy, bound - total);
        }
        tree->stack_used = used;
    }
    if (misses > 1 && total < bound) {
        mask = push_words(tree, (size_t)words);
        for (int w = 0; w < words; w++)
            mask[w] = part->mask[w] & ~row[w];
        next.mask = mask;
        next.layouts = misses;
        note_miss(&next, tree->cell[slot]);
        total += value_of_split(tree, &next, policy, bound - total);
        tree->stack_used = used;
    }
    return total;
}

/* --- policies -----------------------------------------------------------------------------------
 */

/* One ship cell is left: the cells are shot from the likeliest to the least likely. */
static uint64_t value_of_last_cell(struct counts *counts)
{
    uint64_t misses = 0;

    for (int i = 1; i < counts->slots; i++) {
        uint32_t count = counts->count[i];
        int k = i;

        for (; k > 0 && counts->count[k - 1] < count; k--)
            counts->count[k] = counts->count[k - 1];
        counts->count[k] = count;
    }
    for (int i = 1; i < counts->slots; i++)
        misses += (uint64_t)i * counts->count[i];
    return misses;
}

/* The leading cells, the likeliest first. Returns how many. */
static int list_candidates(const struct tree_policy *policy, const struct counts *counts,
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
static int keep_best(struct shot_tree *tree, const struct part *part, const struct counts *counts,
                     int *candidate, int candidates, int keep, int policy)
{
    uint64_t misses[TREE_CELLS];
    int kept = 0;

    for (int i = 0; i < candidates; i++) {
        int this = candidate[i], k = kept;
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
static int choose(struct shot_tree *tree, const struct part *part, const struct counts *counts,
                  int policy)
{
    int candidate[TREE_CELLS], candidates;
    const struct tree_policy *settings;

    while (policy > 0 && (part->layouts > tree->settings.policy[policy].most ||
                          part->layouts < tree->settings.policy[policy].least))
        policy--;
    /* A certain hit costs nothing and tells something. */
    if (policy == 0 || counts->count[counts->best] == part->layouts)
        return counts->best;
    settings = &tree->settings.policy[policy];
    candidates = list_candidates(settings, counts, candidate);
    /* Two policies lower is cheap: only the best by that are worth a closer look. */
    if (policy > 1 && candidates > settings->keep)
        candidates =
            keep_best(tree, part, counts, candidate, candidates, settings->keep, policy - 2);
    if (candidates > 1)
        keep_best(tree, part, counts, candidate, candidates, 1, policy - 1);
    return candidate[0];
}

/* The misses if the policy plays on. Any number from `bound` up stands for too many. */
static uint64_t value(struct shot_tree *tree, const struct part *part, int policy, uint64_t bound)
{
    struct counts counts;

    tree->count(part, &counts);
    if (counts.slots == part->left)
        return 0; /* all layouts cover the same cells */
    if (part->left == 1)
        return value_of_last_cell(&counts);
    return value_of_shot(tree, part, &counts, choose(tree, part, &counts, policy), policy, bound);
}

int shot_tree_best(struct shot_tree *tree, int policy)
{
    struct counts counts;

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
    struct counts counts;

    tree->count(&tree->root, &counts);
    for (int i = 0; i < counts.slots; i++)
        if (tree->cell[counts.slot[i]] == cell)
            return value_of_shot(tree, &tree->root, &counts, i, policy, no_bound);
    return tree->root.layouts + shot_tree_misses(tree, policy); /* no ship can be there */
}

uint64_t shot_tree_splits(const struct shot_tree *tree)
{
    return tree->splits;
}

/* --- loading ------------------------------------------------------------------------------------
 */

struct shot_tree *shot_tree_new(const struct tree_settings *settings)
{
    struct shot_tree *tree = calloc(1, sizeof *tree);

    if (!tree)
        return NULL;
    tree->settings = *settings;
    tree->count = choose_count();
    tree->memo = calloc(MEMO_SLOTS, sizeof *tree->memo);
    if (!tree->memo) {
        free(tree);
        return NULL;
    }
    return tree;
}

void shot_tree_free(struct shot_tree *tree)
{
    if (!tree)
        return;
    free(tree->cover);
    free(tree->at);
    free(tree->open);
    free(tree->kind);
    free(tree->through);
    free(tree->sinks);
    free(tree->stack);
    free(tree->memo);
    free(tree);
}

/* Numbers the open cells that the layouts cover, in reading order, and notes for each berth which
 * of them it has. */
static enum error number_cells(struct shot_tree *tree, const struct layout_list *list,
                               const struct evidence *evidence)
{
    size_t entries = (size_t)list->layouts * (size_t)list->ships;
    int16_t slot[MAX_CELLS];

    memset(slot, 0xff, sizeof slot);
    for (size_t i = 0; i < entries; i++) {
        const struct listed_berth *berth = &list->berth[list->at[i]];

        for (int k = 0; k < berth->length; k++)
            if (evidence->time[berth->cell[k]] < 0)
                slot[berth->cell[k]] = 0;
    }
    tree->slots = 0;
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (slot[cell] < 0)
            continue;
        if (tree->slots == TREE_CELLS)
            return ERR_FULL;
        slot[cell] = (int16_t)tree->slots;
        tree->cell[tree->slots++] = (uint16_t)cell;
    }
    for (int i = 0; i < list->berths; i++) {
        const struct listed_berth *berth = &list->berth[i];

        tree->kind[i] = evidence->ship_class[berth->ship_class].kind;
        tree->open[i] = 0;
        for (int k = 0; k < berth->length; k++)
            if (slot[berth->cell[k]] >= 0)
                tree->open[i] |= bit(slot[berth->cell[k]]);
    }
    return OK;
}

/* Lists the berths at each cell that are used in some layout. */
static void list_through(struct shot_tree *tree, const struct layout_list *list)
{
    size_t entries = (size_t)list->layouts * (size_t)list->ships;
    uint32_t used = 0;

    memset(tree->sinks, 0, (size_t)list->berths);
    for (size_t i = 0; i < entries; i++)
        tree->sinks[list->at[i]] = 1;
    for (int slot = 0; slot < tree->slots; slot++) {
        tree->first_through[slot] = used;
        for (int i = 0; i < list->berths; i++)
            if (tree->sinks[i] && tree->open[i] & bit(slot))
                tree->through[used++] = (uint16_t)i;
    }
    tree->first_through[tree->slots] = used;
    memset(tree->sinks, 0, (size_t)list->berths);
}

/* Copies the layouts, without the ships that are sunk in all of them. */
static void copy_layouts(struct shot_tree *tree, const struct layout_list *list)
{
    bool afloat[MAX_SLOTS] = {false};
    uint16_t *to = tree->at;

    for (uint32_t i = 0; i < list->layouts; i++)
        for (int ship = 0; ship < list->ships; ship++)
            afloat[ship] |= tree->open[list->at[i * (size_t)list->ships + (size_t)ship]] != 0;
    tree->ships = 0;
    for (int ship = 0; ship < list->ships; ship++)
        tree->ships += afloat[ship];
    for (uint32_t i = 0; i < list->layouts; i++) {
        tree->cover[i] = 0;
        for (int ship = 0; ship < list->ships; ship++) {
            uint16_t berth = list->at[i * (size_t)list->ships + (size_t)ship];

            tree->cover[i] |= tree->open[berth];
            if (afloat[ship])
                *to++ = berth;
        }
    }
}

/* A hash of the position, continued by note_miss and note_hit. */
static void hash_position(struct part *part, const struct evidence *evidence)
{
    int order[MAX_CELLS];

    part->key = (uint64_t)evidence->classes << 8 | (uint64_t)evidence->ships;
    for (int i = 0; i < evidence->blocks; i++)
        for (int k = 0; k < evidence->block[i].count; k++)
            part->key = rng_mix_seed(part->key, evidence->block[i].cell[k] + ((uint64_t)i << 16));
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (evidence->empty[cell])
            part->key = rng_mix_seed(part->key, (uint64_t)cell << 8 | evidence->empty[cell]);
        if (evidence->time[cell] >= 0)
            order[evidence->time[cell]] = cell;
    }
    for (int i = 0; i < evidence->shots; i++) {
        int answer = evidence->answer[order[i]], named = evidence->named[order[i]];

        if (answer == ANSWER_MISS)
            note_miss(part, order[i]);
        else
            note_hit(part, order[i], answer == ANSWER_SUNK, named);
    }
}

/* Where may the next hit sink a ship? Beside a hit, or anywhere if every hit is named or there are
 * ships of one cell. */
static void find_near(struct shot_tree *tree, const struct layout_list *list,
                      const struct evidence *evidence)
{
    const struct rules *rules = &evidence->rules;
    int16_t slot[MAX_CELLS];
    bool anywhere = rules->announce == ANNOUNCE_EACH_HIT;

    for (int i = 0; i < list->berths; i++)
        anywhere |= list->berth[i].length == 1;
    memset(slot, 0xff, sizeof slot);
    for (int i = 0; i < tree->slots; i++)
        slot[tree->cell[i]] = (int16_t)i;
    tree->root.near = anywhere ? ~(wide)0 : 0;
    for (int i = 0; i < tree->slots; i++) {
        int column = tree->cell[i] % rules->width, row = tree->cell[i] / rules->width;

        tree->beside[i] = 0;
        for (int k = 0; k < 4; k++) {
            int x = column + (k == 0) - (k == 1), y = row + (k == 2) - (k == 3),
                cell = y * rules->width + x;

            if (x < 0 || x >= rules->width || y < 0 || y >= rules->height)
                continue;
            if (slot[cell] >= 0)
                tree->beside[i] |= bit(slot[cell]);
            if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
                tree->root.near |= bit(i);
        }
    }
}

/* The root has the table of all layouts. */
static void start_root(struct shot_tree *tree, const struct evidence *evidence)
{
    struct part *root = &tree->root;
    int words = (int)((tree->layouts + 63) / 64);
    uint32_t *id;
    uint64_t *mask;

    tree->stack_used = 0;
    id = (uint32_t *)(void *)push_words(tree, ((size_t)tree->layouts + 1) / 2);
    mask = push_words(tree, (size_t)words);
    memset(mask, 0, (size_t)words * sizeof *mask);
    for (uint32_t i = 0; i < tree->layouts; i++) {
        id[i] = i;
        mask[i / 64] |= (uint64_t)1 << i % 64;
    }
    for (int i = 0; i < tree->slots; i++)
        tree->root_slot[i] = (uint8_t)i;
    tree->table = (struct table){words, id, NULL};
    *root = (struct part){.table = &tree->table,
                          .mask = mask,
                          .layouts = tree->layouts,
                          .slots = tree->slots,
                          .slot = tree->root_slot};
    for (wide cover = tree->cover[0]; cover; cover &= cover - 1)
        root->left++;
    hash_position(root, evidence);
    build_table(tree, root, &tree->table);
}

static bool make_room(struct shot_tree *tree, const struct layout_list *list)
{
    size_t words = (size_t)list->layouts / 64 + 1, layouts = list->layouts;
    /* Masks: at most one per answer and level. Tables: each is at most a quarter of the one
     * before. */
    size_t stack = words * TREE_CELLS * 2 * ((size_t)list->ships + 1) +
                   2 * (words + 16) * (TREE_CELLS + 1) + 4 * (layouts + 64);

    if (stack <= tree->stack_room && layouts <= tree->room && list->berths <= tree->berth_room)
        return true;
    free(tree->cover);
    free(tree->at);
    free(tree->open);
    free(tree->kind);
    free(tree->through);
    free(tree->sinks);
    free(tree->stack);
    tree->cover = malloc(layouts * sizeof *tree->cover);
    tree->at = malloc(layouts * MAX_SLOTS * sizeof *tree->at);
    tree->open = malloc((size_t)list->berths * sizeof *tree->open);
    tree->kind = malloc((size_t)list->berths);
    tree->through = malloc((size_t)list->berths * MAX_LENGTH * sizeof *tree->through);
    tree->sinks = malloc((size_t)list->berths);
    tree->stack = malloc(stack * sizeof *tree->stack);
    tree->room = list->layouts;
    tree->berth_room = list->berths;
    tree->stack_room = stack;
    if (tree->cover && tree->at && tree->open && tree->kind && tree->through && tree->sinks &&
        tree->stack)
        return true;
    tree->room = 0;
    return false;
}

enum error shot_tree_load(struct shot_tree *tree, const struct layout_list *list,
                          const struct evidence *evidence)
{
    enum error error;

    if (!make_room(tree, list))
        return ERR_MEMORY;
    error = number_cells(tree, list, evidence);
    if (error)
        return error;
    tree->announce = evidence->rules.announce;
    tree->layouts = list->layouts;
    copy_layouts(tree, list);
    list_through(tree, list);
    start_root(tree, evidence);
    find_near(tree, list, evidence);
    return OK;
}
