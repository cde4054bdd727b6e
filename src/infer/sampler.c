/* A board is an array of 32-bit rows, so that a few shifts find all placements of a ship: one of
 * length 3 fits across at column c if the cells c, c + 1 and c + 2 are free, which is
 * free & free >> 1 & free >> 2 for a whole row at a time. */
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

/* Marks the cells of a ship and, if `gap` is 1, their neighbours. */
static void mark_ship(struct row_masks *rows, const struct rules *rules, struct placement at,
                      int length, int gap)
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

/* Marks the cells that the chain's ships cover, and those that they close to other ships. Leaves
 * out two ships; -1 for none. */
static void mark_others(const struct sampler *sampler, const struct chain *chain, int without,
                        int without_too, struct row_masks *taken, struct row_masks *covered)
{
    const struct rules *rules = &sampler->evidence->rules;

    memset(taken, 0, sizeof *taken);
    memset(covered, 0, sizeof *covered);
    for (int ship = 0; ship < sampler->ships; ship++) {
        if (ship == without || ship == without_too || !chain->ship[ship].placed)
            continue;
        mark_ship(covered, rules, chain->ship[ship], length_of(sampler, ship), 0);
        mark_ship(taken, rules, chain->ship[ship], length_of(sampler, ship), !rules->touch);
    }
}

static bool is_hit(const struct evidence *evidence, int cell)
{
    return evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS;
}

/* Lists at most `most` hits that are not covered. Returns their number. */
static int list_open_hits(const struct evidence *evidence, const struct row_masks *covered,
                          uint16_t *hit, int most)
{
    int width = evidence->rules.width, count = 0;

    for (int cell = 0; cell < rules_cells(&evidence->rules) && count < most; cell++)
        if (is_hit(evidence, cell) && !row_bit(covered, cell % width, cell / width))
            hit[count++] = (uint16_t)cell;
    return count;
}

/* The placements of a ship of this length that cover the cell. */
static void find_covering(const struct rules *rules, int length, int cell,
                          struct place_masks *places)
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

/* The placements of a ship of the class that avoid `taken`. */
static void find_fitting(const struct sampler *sampler, int ship_class,
                         const struct row_masks *taken, struct place_masks *places)
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

/* Keeps the placements that have a cell in every block which the other ships leave empty. Unlike
 * the exact count, this lets a reinforcement explain a sighting from before it arrived. */
static void require_blocks(const struct sampler *sampler, int ship_class,
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
            find_covering(rules, evidence->ship_class[ship_class].length, block->cell[j], &one);
            unite(&meeting, &one, rules->height);
        }
        if (!met)
            intersect(places, &meeting, rules->height);
    }
}

/* The placements in which the ship explains every open hit and every empty block. */
static void find_explaining_all(const struct sampler *sampler, int ship_class,
                                const struct row_masks *taken, const struct row_masks *covered,
                                struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    int length = sampler->evidence->ship_class[ship_class].length;
    uint16_t hit[MAX_LENGTH + 1];
    int hits = list_open_hits(sampler->evidence, covered, hit, MAX_LENGTH + 1);
    struct place_masks needed;

    if (hits > length) {
        memset(places, 0, sizeof *places);
        return;
    }
    find_fitting(sampler, ship_class, taken, places);
    for (int i = 0; i < hits; i++) {
        find_covering(rules, length, hit[i], &needed);
        intersect(places, &needed, rules->height);
    }
    if (sampler->evidence->blocks)
        require_blocks(sampler, ship_class, covered, places);
}

static int count_places(const struct place_masks *places, int height)
{
    int count = 0;

    for (int row = 0; row < height; row++)
        count += __builtin_popcount(places->across[row]) + __builtin_popcount(places->down[row]);
    return count;
}

/* The n-th placement, counted from 0. */
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

/* Adds an equal share to each of the `count` placements. */
static void add_shares(struct place_sums *sums, int ship_class, const struct place_masks *places,
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

/* Moves one ship to a random placement that the others allow; adds the shares of all of them to the
 * sums, unless NULL. */
static void move_ship(const struct sampler *sampler, struct chain *chain, int ship, struct rng *rng,
                      struct place_sums *sums)
{
    const struct rules *rules = &sampler->evidence->rules;
    int ship_class = sampler->class_of[ship], count;
    struct row_masks taken, covered;
    struct place_masks places;

    mark_others(sampler, chain, ship, -1, &taken, &covered);
    memset(&places, 0, sizeof places);
    find_explaining_all(sampler, ship_class, &taken, &covered, &places);
    count = count_places(&places, rules->height);
    if (count == 0)
        return; /* impossible: its current placement fits */
    chain->ship[ship] = nth_place(&places, (int)rng_below(rng, (uint32_t)count));
    if (sums)
        add_shares(sums, ship_class, &places, count, rules);
}

/* Finds the placements of ship b when a is at `place`. Returns their number. */
static int find_places_left(const struct sampler *sampler, int a, struct placement place, int b,
                            const struct row_masks *taken, const struct row_masks *covered,
                            struct place_masks *places)
{
    const struct rules *rules = &sampler->evidence->rules;
    struct row_masks taken_too = *taken, covered_too = *covered;

    mark_ship(&taken_too, rules, place, length_of(sampler, a), !rules->touch);
    mark_ship(&covered_too, rules, place, length_of(sampler, a), 0);
    memset(places, 0, sizeof *places);
    find_explaining_all(sampler, sampler->class_of[b], &taken_too, &covered_too, places);
    return count_places(places, rules->height);
}

/* Moves two ships together if a hit is covered by one of them alone. Chooses uniformly among the
 * pairs of placements in which either ship covers that hit. */
static void move_pair(const struct sampler *sampler, struct chain *chain, int a, int b,
                      struct rng *rng)
{
    const struct rules *rules = &sampler->evidence->rules;
    struct row_masks taken, covered;
    struct place_masks needed, places, rest;
    uint32_t total = 0, chosen = 0;
    uint16_t hit;

    mark_others(sampler, chain, a, b, &taken, &covered);
    if (list_open_hits(sampler->evidence, &covered, &hit, 1) == 0)
        return;
    for (int pass = 0; pass < 2; pass++) {
        uint32_t seen = 0;

        for (int order = 0; order < 2; order++) {
            int first = order ? b : a, second = order ? a : b, count;

            memset(&places, 0, sizeof places);
            find_fitting(sampler, sampler->class_of[first], &taken, &places);
            find_covering(rules, length_of(sampler, first), hit, &needed);
            intersect(&places, &needed, rules->height);
            count = count_places(&places, rules->height);
            for (int i = 0; i < count; i++) {
                struct placement place = nth_place(&places, i);
                uint32_t ways = (uint32_t)find_places_left(sampler, first, place, second, &taken,
                                                           &covered, &rest);

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

/* The backtracking search for a first layout. It explains one open hit after the other, the hardest
 * first, within a limited number of nodes. */
struct start_search {
    struct sampler *sampler;
    struct chain *chain;
    struct rng *rng;
    int nodes;
    uint16_t hit[MAX_CELLS]; /* the open hits of the current node */
    uint8_t left[MAX_SLOTS]; /* ships of each class that are not placed yet */
};

/* The next ship of the class that is not placed yet. */
static int next_ship(const struct start_search *search, int ship_class)
{
    int ship = 0;

    while (search->sampler->class_of[ship] != ship_class || search->chain->ship[ship].placed)
        ship++;
    return ship;
}

/* Finds the placements of a class that cover the hit. Returns their number. */
static int find_explaining(const struct start_search *search, int ship_class,
                           const struct row_masks *taken, int hit, struct place_masks *places)
{
    const struct evidence *evidence = search->sampler->evidence;
    struct place_masks needed;

    memset(places, 0, sizeof *places);
    if (search->left[ship_class] == 0)
        return 0;
    find_fitting(search->sampler, ship_class, taken, places);
    find_covering(&evidence->rules, evidence->ship_class[ship_class].length, hit, &needed);
    intersect(places, &needed, evidence->rules.height);
    return count_places(places, evidence->rules.height);
}

/* The hit that the fewest placements cover. */
static int find_hardest_hit(const struct start_search *search, const struct row_masks *taken,
                            const uint16_t *hit, int hits)
{
    int hardest = 0, fewest = MAX_CELLS * MAX_SLOTS;
    struct place_masks places;

    for (int i = 0; i < hits; i++) {
        int count = 0;

        for (int c = 0; c < search->sampler->evidence->classes; c++)
            count += find_explaining(search, c, taken, hit[i], &places);
        if (count < fewest) {
            fewest = count;
            hardest = hit[i];
        }
    }
    return hardest;
}

/* Places the remaining ships anywhere once every hit is explained. The caller checks the blocks. */
static bool place_free_ships(struct start_search *search, struct row_masks taken)
{
    const struct rules *rules = &search->sampler->evidence->rules;

    for (int ship = 0; ship < search->sampler->ships; ship++) {
        struct place_masks places;
        int count;

        if (search->chain->ship[ship].placed)
            continue;
        memset(&places, 0, sizeof places);
        find_fitting(search->sampler, search->sampler->class_of[ship], &taken, &places);
        count = count_places(&places, rules->height);
        if (count == 0)
            return false;
        search->chain->ship[ship] =
            nth_place(&places, (int)rng_below(search->rng, (uint32_t)count));
        mark_ship(&taken, rules, search->chain->ship[ship], length_of(search->sampler, ship),
                  !rules->touch);
    }
    return true;
}

static int count_covered(const struct rules *rules, struct placement at, int length,
                         const uint16_t *hit, int hits)
{
    struct row_masks rows = {{0}};
    int count = 0;

    mark_ship(&rows, rules, at, length, 0);
    for (int i = 0; i < hits; i++)
        count += row_bit(&rows, hit[i] % rules->width, hit[i] / rules->width);
    return count;
}

/* Lists the explanations of the target, by descending key. Returns their number. */
static int list_choices(struct start_search *search, const struct row_masks *taken, int target,
                        const uint16_t *hit, int hits, struct sampler_choice *choice)
{
    const struct evidence *evidence = search->sampler->evidence;
    int choices = 0;

    for (int c = 0; c < evidence->classes; c++) {
        struct place_masks places;
        int count = find_explaining(search, c, taken, target, &places);

        for (int i = 0; i < count && choices < MAX_CHOICES; i++) {
            struct placement at = nth_place(&places, i);
            int covered =
                count_covered(&evidence->rules, at, evidence->ship_class[c].length, hit, hits);
            uint32_t key = (uint32_t)covered << 16 | rng_below(search->rng, 1 << 17);
            int slot = choices++;

            for (; slot > 0 && choice[slot - 1].key < key; slot--)
                choice[slot] = choice[slot - 1];
            choice[slot] = (struct sampler_choice){c, at, key};
        }
    }
    return choices;
}

/* `placed` is the number of ships that are placed so far. */
static bool explain_hits(struct start_search *search, int placed, const struct row_masks *taken,
                         const struct row_masks *covered)
{
    struct sampler *sampler = search->sampler;
    const struct evidence *evidence = sampler->evidence;
    const struct rules *rules = &evidence->rules;
    struct sampler_choice *choice = sampler->choice[placed];
    int hits = list_open_hits(evidence, covered, search->hit, MAX_CELLS), choices, room = 0;

    if (hits == 0)
        return place_free_ships(search, *taken);
    for (int c = 0; c < evidence->classes; c++)
        room += search->left[c] * evidence->ship_class[c].length;
    if (room < hits || --search->nodes < 0)
        return false;
    choices = list_choices(search, taken, find_hardest_hit(search, taken, search->hit, hits),
                           search->hit, hits, choice);
    for (int i = 0; i < choices && search->nodes >= 0; i++) {
        int ship = next_ship(search, choice[i].ship_class);
        int length = length_of(sampler, ship);
        struct row_masks taken_too = *taken, covered_too = *covered;
        struct chain before = *search->chain;

        search->chain->ship[ship] = choice[i].place;
        search->left[choice[i].ship_class]--;
        mark_ship(&taken_too, rules, choice[i].place, length, !rules->touch);
        mark_ship(&covered_too, rules, choice[i].place, length, 0);
        if (explain_hits(search, placed + 1, &taken_too, &covered_too))
            return true;
        search->left[choice[i].ship_class]++;
        *search->chain = before;
    }
    return false;
}

static bool try_start(struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    struct start_search search = {
        .sampler = sampler, .chain = chain, .rng = rng, .nodes = START_NODES};
    struct row_masks nothing = {{0}};

    memset(chain, 0, sizeof *chain);
    for (int c = 0; c < sampler->evidence->classes; c++)
        search.left[c] = sampler->evidence->ship_class[c].count;
    return explain_hits(&search, 0, &nothing, &nothing);
}

/* Does the layout of the chain explain the evidence? */
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
        mark_ship(&covered, &evidence->rules, at, length_of(sampler, ship), 0);
    }
    for (int i = 0; i < evidence->blocks; i++) {
        bool met = false;

        for (int j = 0; j < evidence->block[i].count; j++)
            met |= row_bit(&covered, evidence->block[i].cell[j] % width,
                           evidence->block[i].cell[j] / width);
        if (!met)
            return false;
    }
    return list_open_hits(evidence, &covered, &hit, 1) == 0;
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
        sampler->chains = 0; /* a reinforcement has changed the fleet */
    sampler->ships = ships;
}

/* Keeps the chains that the evidence still allows and replaces the others by copies of them. If
 * none is left, starts new ones. */
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
        return error_set(ERR_FULL, message, "found no layout that fits all answers in %d tries",
                         START_TRIES * chains);
    for (alive = sampler->chains; sampler->chains < chains; sampler->chains++)
        sampler->chain[sampler->chains] = sampler->chain[rng_below(rng, (uint32_t)alive)];
    return OK;
}

/* Moves the ship at a random hit together with another one. */
static void move_random_pair(const struct sampler *sampler, struct chain *chain, struct rng *rng)
{
    const struct evidence *evidence = sampler->evidence;
    int wanted = (int)rng_below(rng, (uint32_t)evidence->hits), cell = 0, a = 0, b;

    for (;; cell++)
        if (is_hit(evidence, cell) && wanted-- == 0)
            break;
    for (; a < sampler->ships - 1; a++) {
        struct row_masks rows = {{0}};

        mark_ship(&rows, &evidence->rules, chain->ship[a], length_of(sampler, a), 0);
        if (row_bit(&rows, cell % evidence->rules.width, cell / evidence->rules.width))
            break;
    }
    b = (int)rng_below(rng, (uint32_t)sampler->ships - 1);
    move_pair(sampler, chain, a, b + (b >= a), rng);
}

static void run_sweep(const struct sampler *sampler, struct chain *chain, struct rng *rng,
                      struct place_sums *sums)
{
    for (int ship = 0; ship < sampler->ships; ship++)
        move_ship(sampler, chain, ship, rng, sums);
    for (int i = 0; i < PAIRS_PER_SWEEP && sampler->ships > 1 && sampler->evidence->hits > 0; i++)
        move_random_pair(sampler, chain, rng);
}

/* Turns the sums of one chain into a chance per cell. */
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
    double *probability = sampler->chain_probability;
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
            run_sweep(sampler, &sampler->chain[i], rng, NULL);
        for (int number = 0; number < sweeps; number++)
            run_sweep(sampler, &sampler->chain[i], rng, sums);
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
