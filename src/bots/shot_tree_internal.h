/* What shot_tree.c, shot_tree_few.c and shot_tree_load.c share. */
#ifndef BROADSIDE_BOTS_SHOT_TREE_INTERNAL_H
#define BROADSIDE_BOTS_SHOT_TREE_INTERNAL_H

#include "base/rng.h"
#include "bots/shot_tree.h"

enum {
    MEMO_SLOTS = 1 << 17,
    PLANES = 8,           /* bits of a weight */
    MEMO_LEAST = 16,      /* smaller parts are quicker to compute than to look up */
    TRANSPOSE_LEAST = 20, /* for fewer layouts, setting bit by bit is quicker */
    MARK_LEAST = 24,      /* layouts for which it pays to find the berths that sink first */
    SHRINK = 4,           /* build the table again when this many times smaller */
    RACE_TOLL = 64,       /* more misses than two ways to play on ever differ by */
    ANSWERS = 2 * MAX_SLOTS + 1
};

/* The cells of some of the layouts. */
struct tree_table {
    int words;             /* of a row */
    const uint32_t *id;    /* the number of each layout in the list */
    const uint64_t *row;   /* by slot */
    const uint64_t *plane; /* by bit: which weights have it; NULL if all layouts weigh the same */
};

/* A part of the list: the layouts that give the answers of some shots. */
struct tree_part {
    const struct tree_table *table;
    const uint64_t *mask;
    uint32_t layouts, weight;
    int left;           /* unhit ship cells of each layout */
    int spare;          /* in a race: misses that still win; one more draws, two more lose */
    wide shot, near;    /* cells shot; cells where a ship may sink: see find_near */
    uint64_t key, hits; /* hashes of the shots and of those that hit */
    int slots;
    const uint8_t *slot; /* open cells that may be covered, in reading order */
};

/* The weight of the layouts of a part that cover each of its cells (their number if all weigh the
 * same); `slot` has only cells with any. */
struct tree_counts {
    int slots;
    uint8_t slot[EXACT_CELLS];
    uint32_t count[EXACT_CELLS]; /* by position in `slot` */
    int best;                    /* likewise: the greedy cell */
};

/* The layouts of a part that give one answer. */
struct tree_reply {
    int number;
    uint32_t layouts, weight;
    uint64_t *mask;
};

/* A part of fewer than MEMO_LEAST layouts. */
struct tree_few {
    int layouts, left, spare; /* as in struct tree_part */
    wide shot, near;
    uint32_t id[MEMO_LEAST]; /* the number of each layout in the list */
};

struct tree_memo {
    uint64_t key, misses;
};

typedef void count_function(const struct tree_part *part, struct tree_counts *counts);

struct shot_tree {
    struct tree_settings settings;
    count_function *count;
    uint64_t splits;
    struct tree_memo *memo;
    /* The list. Cells are numbered in reading order, only open ones that a layout covers. */
    int slots, ships;
    uint16_t cell[EXACT_CELLS];
    uint8_t announce;
    uint32_t layouts;
    wide *cover;     /* by layout */
    uint8_t *weight; /* likewise; only if `weighted` */
    bool weighted;
    uint16_t *at; /* by layout and ship, only ships that are not sunk in all layouts */
    wide *open;   /* by berth: its unshot cells */
    uint8_t *kind;
    wide beside[EXACT_CELLS]; /* the neighbours of each cell */
    /* The berths at each cell: through[first_through[slot]] and so on. */
    uint16_t *through;
    uint32_t first_through[EXACT_CELLS + 1];
    uint8_t *sinks; /* by berth: the ship there sinks with this shot; all 0 between shots */
    uint32_t room;
    int berth_room;
    /* A stack for tables and masks. */
    uint64_t *stack;
    size_t stack_used, stack_room;
    uint32_t toll; /* in a race: what each half of the round costs, in misses; otherwise 0 */
    struct tree_table table;
    struct tree_part root;
    uint8_t root_slot[EXACT_CELLS];
};

static inline uint64_t *tree_push_words(struct shot_tree *tree, size_t words)
{
    uint64_t *at = tree->stack + tree->stack_used;

    tree->stack_used += words;
    return at;
}

/* Continue the hash of the position. The order of hits matters only for a sinking: the ship is
 * among the hits so far. */
static inline void tree_note_miss(struct tree_part *part, int cell)
{
    part->key += rng_mix_seed(1, (uint64_t)cell);
}

static inline void tree_note_hit(struct tree_part *part, int cell, bool sunk, int kind)
{
    part->hits += rng_mix_seed(2, (uint64_t)cell);
    part->key += rng_mix_seed(sunk ? part->hits : 3, (uint64_t)cell << 8 | (uint64_t)kind);
}

/* Builds a table of one part, on the stack, and makes the part use it. */
void tree_build_table(struct shot_tree *tree, struct tree_part *part, struct tree_table *table);

/* What one miss costs. In a race, that which draws the round and that which loses it cost more. */
static inline uint64_t tree_cost_of_miss(const struct shot_tree *tree, int spare)
{
    return 1 + (spare == 0 || spare == -1 ? tree->toll : 0);
}

/* The answer of a layout to a shot that hits it: a number. */
int tree_answer(const struct shot_tree *tree, uint32_t layout, wide shot, wide cell);

/* The misses if a part that has no weights is played on greedily. Any number from `bound` up stands
 * for too many. Changes the part. */
uint64_t tree_value_of_few(struct shot_tree *tree, struct tree_few *few, uint64_t bound);

/* The fastest way to count on this machine. */
count_function *tree_choose_count(void);

#endif
