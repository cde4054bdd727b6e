/* See sampled.h. A board is an array of 32-bit rows, so that all places of a ship are found with a
 * few shifts: a ship of length 3 fits across at column c if the cells c, c + 1, c + 2 are free,
 * which is free & free >> 1 & free >> 2, for a whole row at a time. */
#include "infer/sampler.h"

#include <math.h>
#include <string.h>

enum { START_TRIES = 200, START_NODES = 400, PAIRS_PER_SWEEP = 2 };

struct row_masks {
    uint32_t row[MAX_SIDE];
};

void sampler_init(struct sampler *sampler)
{
    sampler->evidence = NULL;
    sampler->chains = 0;
}

static int length_of(const struct sampler *sampler, int ship)
{
    return sampler->evidence->ship_class[sampler->class_of[ship]].length;
}

/* Marks a ship, and with `gap` everything around it. */
static void mark(struct row_masks *rows, const struct rules *rules, struct placement at, int length,
                 int gap)
{
    int height = at.vertical ? length : 1, width = at.vertical ? 1 : length;
    int top = at.row - gap < 0 ? 0 : at.row - gap;
    int bottom = at.row + height + gap > rules->height ? rules->height : at.row + height + gap;
    uint64_t bits = (((uint64_t)1 << width) - 1) << at.column;

    if (gap)
        bits |= bits << 1 | bits >> 1;
    for (int row = top; row < bottom; row++)
        rows->row[row] |= (uint32_t)bits;
}

static bool row_bit(const struct row_masks *rows, int column, int row)
{
    return rows->row[row] >> column & 1;
}

/* Everything a chain's other ships take, and the hits they explain. */
static void others(const struct sampler *sampler, const struct chain *chain, int without,
                   int without_too, struct row_masks *taken, struct row_masks *covered)
{
    const struct rules *rules = &sampler->evidence->rules;

    memset(taken, 0, sizeof *taken);
    memset(covered, 0, sizeof *covered);
    for (int ship = 0; ship < sampler->ships; ship++) {
        if (ship == without || ship == without_too || !chain->ship[ship].placed)
            continue;
        mark(covered, rules, chain->ship[ship], length_of(sampler, ship), 0);
        mark(taken, rules, chain->ship[ship], length_of(sampler, ship), !rules->touch);
    }
}

static bool is_hit(const struct evidence *evidence, int cell)
{
    return evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS;
}

/* The hits that nobody explains yet; returns how many, at most `most` of them listed. */
static int open_hits(const struct evidence *evidence, const struct row_masks *covered,
                     uint16_t *hit, int most)
{
    int width = evidence->rules.width, count = 0;

    for (int cell = 0; cell < rules_cells(&evidence->rules) && count < most; cell++)
        if (is_hit(evidence, cell) && !row_bit(covered, cell % width, cell / width))
            hit[count++] = (uint16_t)cell;
    return count;
}

/* Places from which a ship of this length covers the cell. */
static void through(const struct rules *rules, int length, int cell, struct place_masks *places)
{
    int column = cell % rules->width, row = cell / rules->width;

    memset(places, 0, sizeof *places);
    for (int i = 0; i < length; i++) {
        if (column - i >= 0)
            places->across[row] |= (uint32_t)1 << (column - i);
        if (row - i >= 0 && length > 1)
            places->down[row - i] |= (uint32_t)1 << column;
    }
}

static void intersect(struct place_masks *places, const struct place_masks *with, int height)
{
    for (int row = 0; row < height; row++) {
        places->across[row] &= with->across[row];
        places->down[row] &= with->down[row];
    }
}

static void unite(struct place_masks *places, const struct place_masks *with, int height)
{
    for (int row = 0; row < height; row++) {
        places->across[row] |= with->across[row];
        places->down[row] |= with->down[row];
    }
}

/* All places of a ship of the class that miss `taken`. */
static void fitting(const struct sampler *sampler, int ship_class, const struct row_masks *taken,
                    struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    const struct place_masks *allowed = &sampler->allowed[ship_class];
    int length = sampler->evidence->ship_class[ship_class].length;

    for (int row = 0; row < rules->height; row++) {
        uint32_t free = ~taken->row[row], run = free, column = free;

        for (int i = 1; i < length; i++) {
            run &= free >> i;
            column &= row + i < rules->height ? ~taken->row[row + i] : 0;
        }
        places->across[row] = allowed->across[row] & run;
        places->down[row] = allowed->down[row] & column;
    }
}

/* Blocks that the other ships leave empty must be met too. Here a reinforcement may also explain
 * what was seen before it came; the count knows better. */
static void meet_blocks(const struct sampler *sampler, int ship_class,
                        const struct row_masks *covered, struct place_masks *places)
{
    const struct evidence *evidence = sampler->evidence;
    const struct rules *rules = &evidence->rules;

    for (int i = 0; i < evidence->blocks; i++) {
        const struct block *block = &evidence->block[i];
        struct place_masks meeting = {{0}, {0}}, one;
        bool met = false;

        for (int j = 0; j < block->count; j++) {
            met |= row_bit(covered, block->cell[j] % rules->width, block->cell[j] / rules->width);
            through(rules, evidence->ship_class[ship_class].length, block->cell[j], &one);
            unite(&meeting, &one, rules->height);
        }
        if (!met)
            intersect(places, &meeting, rules->height);
    }
}

/* All places where the ship explains every open hit and every empty block. */
static void conditional(const struct sampler *sampler, int ship_class,
                        const struct row_masks *taken, const struct row_masks *covered,
                        struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    int length = sampler->evidence->ship_class[ship_class].length;
    uint16_t hit[MAX_LENGTH + 1];
    int hits = open_hits(sampler->evidence, covered, hit, MAX_LENGTH + 1);
    struct place_masks needed;

    if (hits > length) {
        memset(places, 0, sizeof *places);
        return;
    }
    fitting(sampler, ship_class, taken, places);
    for (int i = 0; i < hits; i++) {
        through(rules, length, hit[i], &needed);
        intersect(places, &needed, rules->height);
    }
    if (sampler->evidence->blocks)
        meet_blocks(sampler, ship_class, covered, places);
}

static int count_places(const struct place_masks *places, int height)
{
    int count = 0;

    for (int row = 0; row < height; row++)
        count += __builtin_popcount(places->across[row]) + __builtin_popcount(places->down[row]);
    return count;
}

/* The n-th place. */
static struct placement nth_place(const struct place_masks *places, int n)
{
    for (int row = 0; row < MAX_SIDE; row++) {
        for (int vertical = 0; vertical < 2; vertical++) {
            uint32_t bits = vertical ? places->down[row] : places->across[row];
            int count = __builtin_popcount(bits);

            if (n >= count) {
                n -= count;
                continue;
            }
            while (n-- > 0)
                bits &= bits - 1;
            return (struct placement){(int16_t)__builtin_ctz(bits), (int16_t)row, (uint8_t)vertical,
                                      1};
        }
    }
    return (struct placement){0};
}

static void share_out(struct place_sums *sums, int ship_class, const struct place_masks *places,
                      int count, const struct rules *rules)
{
    double share = 1.0 / count;

    for (int row = 0; row < rules->height; row++) {
        for (uint32_t bits = places->across[row]; bits; bits &= bits - 1)
            sums->across[ship_class][row * rules->width + __builtin_ctz(bits)] += share;
        for (uint32_t bits = places->down[row]; bits; bits &= bits - 1)
            sums->down[ship_class][row * rules->width + __builtin_ctz(bits)] += share;
    }
}

/* Moves one ship; adds its shares to the sums. */
static void move_ship(const struct sampler *sampler, struct chain *chain, int ship, struct rng *rng,
                      struct place_sums *sums)
{
    const struct rules *rules = &sampler->evidence->rules;
    int ship_class = sampler->class_of[ship], count;
    struct row_masks taken, covered;
    struct place_masks places;

    others(sampler, chain, ship, -1, &taken, &covered);
    memset(&places, 0, sizeof places);
    conditional(sampler, ship_class, &taken, &covered, &places);
    count = count_places(&places, rules->height);
    if (count == 0)
        return; /* cannot be: the ship itself fits where it lies */
    chain->ship[ship] = nth_place(&places, (int)rng_below(rng, (uint32_t)count));
    if (sums)
        share_out(sums, ship_class, &places, count, rules);
}

/* How many places ship b has when a lies at `place`. */
static int places_left(const struct sampler *sampler, int a, struct placement place, int b,
                       const struct row_masks *taken, const struct row_masks *covered,
                       struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    struct row_masks taken_too = *taken, covered_too = *covered;

    mark(&taken_too, rules, place, length_of(sampler, a), !rules->touch);
    mark(&covered_too, rules, place, length_of(sampler, a), 0);
    memset(places, 0, sizeof *places);
    conditional(sampler, sampler->class_of[b], &taken_too, &covered_too, places);
    return count_places(places, rules->height);
}

/* Moves two ships together through a hit that only they explain: every pair of places in which the
 * one or the other explains it has the same chance. */
static void move_pair(const struct sampler *sampler, struct chain *chain, int a, int b,
                      struct rng *rng)
{
    const struct rules *rules = &sampler->evidence->rules;
    struct row_masks taken, covered;
    struct place_masks needed, places, rest;
    uint32_t total = 0, chosen = 0;
    uint16_t hit;

    others(sampler, chain, a, b, &taken, &covered);
    if (open_hits(sampler->evidence, &covered, &hit, 1) == 0)
        return;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t seen = 0;

        for (int order = 0; order < 2; order++) {
            int first = order ? b : a, second = order ? a : b, count;

            memset(&places, 0, sizeof places);
            fitting(sampler, sampler->class_of[first], &taken, &places);
            through(rules, length_of(sampler, first), hit, &needed);
            intersect(&places, &needed, rules->height);
            count = count_places(&places, rules->height);
            for (int i = 0; i < count; i++) {
                struct placement place = nth_place(&places, i);
                uint32_t ways =
                    (uint32_t)places_left(sampler, first, place, second, &taken, &covered, &rest);

                if (pass == 1 && chosen >= seen && chosen < seen + ways) {
                    chain->ship[first] = place;
                    chain->ship[second] = nth_place(&rest, (int)(chosen - seen));
                    return;
                }
                seen += ways;
            }
        }
        total = seen;
        if (total == 0)
            return;
        chosen = rng_below(rng, total);
    }
}

/* The search for a layout to start from: open hits are explained one after the other, hardest
 * first, and a choice that leads nowhere is taken back, within a number of nodes. */
struct start_search {
    const struct sampler *sampler;
    struct chain *chain;
    struct rng *rng;
    int nodes;
    uint8_t left[MAX_SLOTS]; /* ships of each class not placed yet */
};

/* The next ship of the class that is not placed. */
static int next_ship(const struct start_search *search, int ship_class)
{
    int ship = 0;

    while (search->sampler->class_of[ship] != ship_class || search->chain->ship[ship].placed)
        ship++;
    return ship;
}

/* Places of a class that explain the hit. */
static int explaining(const struct start_search *search, int ship_class,
                      const struct row_masks *taken, int hit, struct place_masks *places)
{
    const struct evidence *evidence = search->sampler->evidence;
    struct place_masks needed;

    memset(places, 0, sizeof *places);
    if (search->left[ship_class] == 0)
        return 0;
    fitting(search->sampler, ship_class, taken, places);
    through(&evidence->rules, evidence->ship_class[ship_class].length, hit, &needed);
    intersect(places, &needed, evidence->rules.height);
    return count_places(places, evidence->rules.height);
}

static int hardest_hit(const struct start_search *search, const struct row_masks *taken,
                       const uint16_t *hit, int hits)
{
    int hardest = 0, fewest = MAX_CELLS * MAX_SLOTS;
    struct place_masks places;

    for (int i = 0; i < hits; i++) {
        int count = 0;

        for (int c = 0; c < search->sampler->evidence->classes; c++)
            count += explaining(search, c, taken, hit[i], &places);
        if (count < fewest) {
            fewest = count;
            hardest = hit[i];
        }
    }
    return hardest;
}

/* With every hit explained the rest lies anywhere; blocks are checked at the end. */
static bool place_free_ships(struct start_search *search, struct row_masks taken)
{
    const struct rules *rules = &search->sampler->evidence->rules;

    for (int ship = 0; ship < search->sampler->ships; ship++) {
        struct place_masks places;
        int count;

        if (search->chain->ship[ship].placed)
            continue;
        memset(&places, 0, sizeof places);
        fitting(search->sampler, search->sampler->class_of[ship], &taken, &places);
        /* An explanation of a hit that has one already would lie on it, so nothing to exclude. */
        count = count_places(&places, rules->height);
        if (count == 0)
            return false;
        search->chain->ship[ship] =
            nth_place(&places, (int)rng_below(search->rng, (uint32_t)count));
        mark(&taken, rules, search->chain->ship[ship], length_of(search->sampler, ship),
             !rules->touch);
    }
    return true;
}

/* An explanation: a class and a place, with a random key that puts those of many hits first. */
struct choice {
    int ship_class;
    struct placement place;
    uint32_t key;
};

static int covers(const struct rules *rules, struct placement at, int length, const uint16_t *hit,
                  int hits)
{
    struct row_masks rows = {{0}};
    int count = 0;

    mark(&rows, rules, at, length, 0);
    for (int i = 0; i < hits; i++)
        count += row_bit(&rows, hit[i] % rules->width, hit[i] / rules->width);
    return count;
}

enum { MAX_CHOICES = 256 };

static int list_choices(struct start_search *search, const struct row_masks *taken, int target,
                        const uint16_t *hit, int hits, struct choice *choice)
{
    const struct evidence *evidence = search->sampler->evidence;
    int choices = 0;

    for (int c = 0; c < evidence->classes; c++) {
        struct place_masks places;
        int count = explaining(search, c, taken, target, &places);

        for (int i = 0; i < count && choices < MAX_CHOICES; i++) {
            struct placement at = nth_place(&places, i);
            int covered = covers(&evidence->rules, at, evidence->ship_class[c].length, hit, hits);
            uint32_t key = (uint32_t)covered << 16 | rng_below(search->rng, 1 << 17);
            int slot = choices++;

            for (; slot > 0 && choice[slot - 1].key < key; slot--)
                choice[slot] = choice[slot - 1];
            choice[slot] = (struct choice){c, at, key};
        }
    }
    return choices;
}

static bool explain_hits(struct start_search *search, const struct row_masks *taken,
                         const struct row_masks *covered)
{
    const struct rules *rules = &search->sampler->evidence->rules;
    uint16_t hit[MAX_CELLS];
    int hits = open_hits(search->sampler->evidence, covered, hit, MAX_CELLS), choices, room = 0;
    struct choice choice[MAX_CHOICES];

    if (hits == 0)
        return place_free_ships(search, *taken);
    for (int c = 0; c < search->sampler->evidence->classes; c++)
        room += search->left[c] * search->sampler->evidence->ship_class[c].length;
    if (room < hits || --search->nodes < 0)
        return false;
    choices = list_choices(search, taken, hardest_hit(search, taken, hit, hits), hit, hits, choice);
    for (int i = 0; i < choices && search->nodes >= 0; i++) {
        int ship = next_ship(search, choice[i].ship_class);
        int length = length_of(search->sampler, ship);
        struct row_masks taken_too = *taken, covered_too = *covered;
        struct chain before = *search->chain;

        search->chain->ship[ship] = choice[i].place;
        search->left[choice[i].ship_class]--;
        mark(&taken_too, rules, choice[i].place, length, !rules->touch);
        mark(&covered_too, rules, choice[i].place, length, 0);
        if (explain_hits(search, &taken_too, &covered_too))
            return true;
        search->left[choice[i].ship_class]++;
        *search->chain = before;
    }
    return false;
}

static bool try_start(const struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    struct start_search search = {
        .sampler = sampler, .chain = chain, .rng = rng, .nodes = START_NODES};
    struct row_masks nothing = {{0}};

    memset(chain, 0, sizeof *chain);
    for (int c = 0; c < sampler->evidence->classes; c++)
        search.left[c] = sampler->evidence->ship_class[c].count;
    return explain_hits(&search, &nothing, &nothing);
}

/* Does a chain's layout explain the evidence? */
static bool is_consistent(const struct sampler *sampler, const struct chain *chain)
{
    const struct evidence *evidence = sampler->evidence;
    int width = evidence->rules.width;
    struct row_masks covered = {{0}};
    uint16_t hit;

    for (int ship = 0; ship < sampler->ships; ship++) {
        const struct place_masks *allowed = &sampler->allowed[sampler->class_of[ship]];
        struct placement at = chain->ship[ship];

        if (!at.placed ||
            !((at.vertical ? allowed->down : allowed->across)[at.row] >> at.column & 1))
            return false;
        mark(&covered, &evidence->rules, at, length_of(sampler, ship), 0);
    }
    for (int i = 0; i < evidence->blocks; i++) {
        bool met = false;

        for (int j = 0; j < evidence->block[i].count; j++)
            met |= row_bit(&covered, evidence->block[i].cell[j] % width,
                           evidence->block[i].cell[j] / width);
        if (!met)
            return false;
    }
    return open_hits(evidence, &covered, &hit, 1) == 0;
}

static void list_allowed(struct sampler *sampler)
{
    const struct evidence *evidence = sampler->evidence;
    const struct rules *rules = &evidence->rules;
    int ships = 0;

    memset(sampler->allowed, 0, sizeof sampler->allowed);
    for (int c = 0; c < evidence->classes; c++) {
        int length = evidence->ship_class[c].length;

        for (int i = 0; i < evidence->ship_class[c].count; i++)
            sampler->class_of[ships++] = (uint8_t)c;
        for (int cell = 0; cell < rules_cells(rules); cell++) {
            struct placement at = {(int16_t)(cell % rules->width), (int16_t)(cell / rules->width),
                                   0, 1};

            if (at.column + length <= rules->width && evidence_allows(evidence, c, at))
                sampler->allowed[c].across[at.row] |= (uint32_t)1 << at.column;
            at.vertical = 1;
            if (length > 1 && at.row + length <= rules->height && evidence_allows(evidence, c, at))
                sampler->allowed[c].down[at.row] |= (uint32_t)1 << at.column;
        }
    }
    if (ships != sampler->ships)
        sampler->chains = 0; /* the fleet has changed: a reinforcement */
    sampler->ships = ships;
}

/* Survivors stay, the refuted become copies of them, and the rest starts anew. */
static enum error prepare_chains(struct sampler *sampler, int chains, struct rng *rng,
                                 struct message *message)
{
    int alive = 0;

    for (int i = 0; i < sampler->chains; i++)
        if (is_consistent(sampler, &sampler->chain[i]))
            sampler->chain[alive++] = sampler->chain[i];
    sampler->chains = alive;
    for (int tries = 0; sampler->chains < (alive ? 0 : chains) && tries < START_TRIES * chains;
         tries++)
        if (try_start(sampler, &sampler->chain[sampler->chains], rng) &&
            is_consistent(sampler, &sampler->chain[sampler->chains]))
            sampler->chains++;
    if (sampler->chains == 0)
        return error_set(ERR_FULL, message,
                         "no layout that explains all answers was found in %d tries",
                         START_TRIES * chains);
    for (alive = sampler->chains; sampler->chains < chains; sampler->chains++)
        sampler->chain[sampler->chains] = sampler->chain[rng_below(rng, (uint32_t)alive)];
    return OK;
}

/* A random hit's ship and another one move together. */
static void move_some_pair(const struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    const struct evidence *evidence = sampler->evidence;
    int wanted = (int)rng_below(rng, (uint32_t)evidence->hits), cell = 0, a = 0, b;

    for (;; cell++)
        if (is_hit(evidence, cell) && wanted-- == 0)
            break;
    for (; a < sampler->ships - 1; a++) {
        struct row_masks rows = {{0}};

        mark(&rows, &evidence->rules, chain->ship[a], length_of(sampler, a), 0);
        if (row_bit(&rows, cell % evidence->rules.width, cell / evidence->rules.width))
            break;
    }
    b = (int)rng_below(rng, (uint32_t)sampler->ships - 1);
    move_pair(sampler, chain, a, b + (b >= a), rng);
}

static void sweep(const struct sampler *sampler, struct chain *chain, struct rng *rng,
                  struct place_sums *sums)
{
    for (int ship = 0; ship < sampler->ships; ship++)
        move_ship(sampler, chain, ship, rng, sums);
    for (int i = 0; i < PAIRS_PER_SWEEP && sampler->ships > 1 && sampler->evidence->hits > 0; i++)
        move_some_pair(sampler, chain, rng);
}

/* Chances per cell from the sums of one chain. */
static void cover_cells(const struct sampler *sampler, const struct place_sums *sums, int sweeps,
                        double *probability)
{
    const struct evidence *evidence = sampler->evidence;
    int width = evidence->rules.width, cells = rules_cells(&evidence->rules);

    memset(probability, 0, (size_t)cells * sizeof *probability);
    for (int c = 0; c < evidence->classes; c++) {
        for (int cell = 0; cell < cells; cell++) {
            for (int i = 0; i < evidence->ship_class[c].length; i++) {
                if (sums->across[c][cell] > 0)
                    probability[cell + i] += sums->across[c][cell] / sweeps;
                if (sums->down[c][cell] > 0)
                    probability[cell + i * width] += sums->down[c][cell] / sweeps;
            }
        }
    }
}

static void clear_estimates(struct sampler *sampler)
{
    memset(&sampler->share, 0, sizeof sampler->share);
    memset(sampler->probability, 0, sizeof sampler->probability);
    memset(sampler->error, 0, sizeof sampler->error);
}

enum error sampler_run(struct sampler *sampler, const struct evidence *evidence, int chains,
                       int sweeps, struct rng *rng, struct message *message)
{
    struct place_sums *sums = &sampler->scratch;
    int cells = rules_cells(&evidence->rules);
    double probability[MAX_CELLS];
    enum error error;

    sampler->evidence = evidence;
    list_allowed(sampler);
    error = prepare_chains(sampler, chains, rng, message);
    if (error)
        return error;
    clear_estimates(sampler);
    for (int i = 0; i < chains; i++) {
        memset(sums, 0, sizeof *sums);
        for (int number = 0; number < sweeps / 4 + 1; number++)
            sweep(sampler, &sampler->chain[i], rng, NULL);
        for (int number = 0; number < sweeps; number++)
            sweep(sampler, &sampler->chain[i], rng, sums);
        cover_cells(sampler, sums, sweeps, probability);
        for (int cell = 0; cell < cells; cell++) {
            sampler->probability[cell] += probability[cell] / chains;
            sampler->error[cell] += probability[cell] * probability[cell] / chains;
        }
        for (int c = 0; c < evidence->classes; c++) {
            for (int cell = 0; cell < cells; cell++) {
                sampler->share.across[c][cell] += sums->across[c][cell] / sweeps / chains;
                sampler->share.down[c][cell] += sums->down[c][cell] / sweeps / chains;
            }
        }
    }
    for (int cell = 0; cell < cells; cell++) {
        double mean = sampler->probability[cell];
        double variance = sampler->error[cell] - mean * mean;

        sampler->error[cell] = chains > 1 && variance > 0 ? sqrt(variance / (chains - 1)) : 0;
    }
    return OK;
}
