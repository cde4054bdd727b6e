/* Counts by branching and bit sets. */
#include "plain_count.h"

#include <string.h>

enum { WORDS = PLAIN_PLACES / 64 };

/* Counting bits is what this method does most, so use the instruction for it where there is one. */
#if defined __x86_64__ && defined __gnu_linux__
#define FAST_BITS __attribute__((target_clones("popcnt", "default")))
#else
#define FAST_BITS
#endif

/* The state of the search: what is left of the fleet and of each class's placements. */
struct state {
    struct plain_set open[PLAIN_CLASSES];
    int left[PLAIN_CLASSES], ships;
};

static int count_set(const struct plain_set *set)
{
    int count = 0;

    for (int i = 0; i < WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

static struct plain_set without(const struct plain_set *set, const struct plain_set *less)
{
    struct plain_set rest;

    for (int i = 0; i < WORDS; i++)
        rest.word[i] = set->word[i] & ~less->word[i];
    return rest;
}

/* The next member after `place`, or -1 if there is none. Start with -1. */
static int next_of(const struct plain_set *set, int place)
{
    place++;
    for (int i = place / 64; i < WORDS; i++) {
        uint64_t rest = set->word[i];

        if (i == place / 64)
            rest &= ~(uint64_t)0 << place % 64;
        if (rest)
            return 64 * i + __builtin_ctzll(rest);
    }
    return -1;
}

static void add(struct plain_set *set, int place)
{
    set->word[place / 64] |= (uint64_t)1 << place % 64;
}

/* Takes a ship out of the fleet and puts it at a placement. */
static void put(const struct plain_count *plain, const struct state *from, int c, int place,
                struct state *to)
{
    *to = *from;
    to->left[c]--;
    to->ships--;
    for (int d = 0; d < plain->evidence->classes; d++)
        if (to->left[d] > 0)
            to->open[d] = without(&from->open[d], &plain->conflict[c][place][d]);
}

/* Counts two free ships. Adds `times` the ways to the counts of their placements and returns the
 * ways. */
FAST_BITS static uint64_t count_two(struct plain_count *plain, const int class_of[2],
                                    const struct plain_set open[2], uint64_t times)
{
    uint64_t total = 0;

    for (int j = 0; j < 2; j++) {
        int b = class_of[j], c = class_of[1 - j], all = count_set(&open[1 - j]);

        total = 0;
        for (int i = next_of(&open[j], -1); i >= 0; i = next_of(&open[j], i)) {
            const struct plain_set *conflict = &plain->conflict[b][i][c];
            int less = 0;

            for (int k = 0; k < WORDS; k++)
                less += __builtin_popcountll(open[1 - j].word[k] & conflict->word[k]);
            plain->count[b][i] += times * (uint64_t)(all - less);
            total += (uint64_t)(all - less);
        }
    }
    return total;
}

/* The class with the fewest placements. */
static int scarcest(const struct plain_count *plain, const struct state *state)
{
    int best = -1, fewest = 0;

    for (int c = 0; c < plain->evidence->classes; c++) {
        int count = state->left[c] > 0 ? count_set(&state->open[c]) : 0;

        if (state->left[c] > 0 && (best < 0 || count < fewest)) {
            best = c;
            fewest = count;
        }
    }
    return best;
}

/* Counts the ships that have no hit to explain. */
static uint64_t count_free(struct plain_count *plain, const struct state *state, uint64_t times)
{
    int class_of[2], ships = 0, c;
    struct plain_set open[2];
    uint64_t total = 0;

    if (state->ships == 0)
        return 1;
    if (state->ships == 2) {
        for (c = 0; c < plain->evidence->classes; c++)
            for (int i = 0; i < state->left[c]; i++, ships++) {
                class_of[ships] = c;
                open[ships] = state->open[c];
            }
        return count_two(plain, class_of, open, times);
    }
    c = scarcest(plain, state);
    for (int i = next_of(&state->open[c], -1); i >= 0; i = next_of(&state->open[c], i)) {
        struct state next;
        uint64_t ways;

        put(plain, state, c, i, &next);
        ways = count_free(plain, &next, times);
        plain->count[c][i] += times * ways;
        total += ways;
    }
    return total;
}

static struct plain_set explanations(const struct plain_count *plain, const struct state *state,
                                     int c, int cell)
{
    struct plain_set set = {{0}};

    for (int i = 0; i < WORDS && state->left[c] > 0; i++)
        set.word[i] = state->open[c].word[i] & plain->over[c][cell].word[i];
    return set;
}

/* Explains the hit with the fewest explanations in every possible way, then the others. */
static uint64_t explain(struct plain_count *plain, const struct state *state, struct cellset hits,
                        uint64_t times)
{
    int hardest = -1, fewest = 0;
    uint64_t total = 0;

    for (int cell = 0; cell < rules_cells(&plain->evidence->rules); cell++) {
        int count = 0;

        if (!cellset_has(&hits, cell))
            continue;
        for (int c = 0; c < plain->evidence->classes; c++) {
            struct plain_set set = explanations(plain, state, c, cell);

            count += count_set(&set);
        }
        if (hardest < 0 || count < fewest) {
            hardest = cell;
            fewest = count;
        }
    }
    if (hardest < 0)
        return count_free(plain, state, times);
    for (int c = 0; c < plain->evidence->classes; c++) {
        struct plain_set set = explanations(plain, state, c, hardest);
        uint64_t equal = (uint64_t)state->left[c];

        for (int i = next_of(&set, -1); i >= 0; i = next_of(&set, i)) {
            struct cellset rest = hits;
            struct state next;
            int cells[MAX_LENGTH];
            int count = placement_cells(plain->place[c][i], plain->evidence->ship_class[c].length,
                                        &plain->evidence->rules, cells);
            uint64_t ways;

            for (int k = 0; k < count; k++)
                cellset_remove(&rest, cells[k]);
            put(plain, state, c, i, &next);
            ways = equal * explain(plain, &next, rest, times * equal);
            plain->count[c][i] += times * ways;
            total += ways;
        }
    }
    return total;
}

static void list_places(struct plain_count *plain, int c)
{
    const struct rules *rules = &plain->evidence->rules;
    int length = plain->evidence->ship_class[c].length, cells[MAX_LENGTH];

    plain->places[c] = 0;
    for (int i = 0; i < (length > 1 ? 2 : 1) * rules_cells(rules); i++) {
        int cell = i % rules_cells(rules), place = plain->places[c];
        struct placement at = {(int16_t)(cell % rules->width), (int16_t)(cell / rules->width),
                               i >= rules_cells(rules), 1};

        if ((at.vertical ? at.row + length > rules->height : at.column + length > rules->width) ||
            !evidence_allows(plain->evidence, c, at))
            continue;
        placement_cells(at, length, rules, cells);
        for (int k = 0; k < length; k++)
            add(&plain->over[c][cells[k]], place);
        plain->place[c][plain->places[c]++] = at;
    }
}

static void find_conflicts(struct plain_count *plain, int c, int place)
{
    const struct rules *rules = &plain->evidence->rules;
    int cells[MAX_LENGTH],
        count = placement_cells(plain->place[c][place], plain->evidence->ship_class[c].length,
                                rules, cells);

    for (int d = 0; d < plain->evidence->classes; d++)
        for (int k = 0; k < count; k++)
            for (int i = 0; i < WORDS; i++)
                plain->conflict[c][place][d].word[i] |= plain->over[d][cells[k]].word[i];
}

bool plain_count_run(struct plain_count *plain, const struct evidence *evidence)
{
    struct state state = {0};

    if (rules_cells(&evidence->rules) > PLAIN_CELLS || evidence->classes > PLAIN_CLASSES ||
        evidence->blocks + evidence->hints > 0 || !evidence->rules.touch)
        return false;
    memset(plain, 0, sizeof *plain);
    plain->evidence = evidence;
    for (int c = 0; c < evidence->classes; c++)
        list_places(plain, c);
    for (int c = 0; c < evidence->classes; c++) {
        state.left[c] = evidence->ship_class[c].count;
        state.ships += state.left[c];
        for (int i = 0; i < plain->places[c]; i++) {
            add(&state.open[c], i);
            find_conflicts(plain, c, i);
        }
    }
    plain->layouts = explain(plain, &state, evidence->hit, 1);
    return true;
}

uint64_t plain_count_cover(const struct plain_count *plain, int cell)
{
    uint64_t cover = 0;

    for (int c = 0; c < plain->evidence->classes; c++)
        for (int i = next_of(&plain->over[c][cell], -1); i >= 0;
             i = next_of(&plain->over[c][cell], i))
            cover += plain->count[c][i];
    return cover;
}
