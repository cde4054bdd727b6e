/* Prepares the evidence for the moves, runs the chains, and turns their sums into estimates. */
#include "infer/sampler_internal.h"

#include <math.h>
#include <stdlib.h>

enum {
    TRIES = 20,             /* to find a first layout */
    FIRST_NODES = 400,      /* steps of the first tries; then twice as many, and so on */
    MANY_NODES = 100000,    /* up to this many */
    LAST_NODES = 2000000,   /* steps of the last try, which decides whether there is a layout */
    NODES_PER_SWEEP = 4,    /* steps to move a group of ships, for each sweep of the run */
    MOST_NODES = 600,       /* and at most this many */
    MOST_LISTED = 160000,   /* steps to list all explanations */
    SWEEPS_PER_RESTART = 8, /* jumps to a new layout */
    FEWEST_SWEEPS = 8,      /* of a chain, even if they take too much work */
    LIST_SHARE = 8,         /* each list of explanations may take this part of the work */
    LEAST_SHARE = 2,        /* the sweeps may take this part of it, or what is left */
    NEAR = 2                /* hits in line at most this far apart form a group */
};

/* The chains have not mixed if the variance between them is this many times the variance that the
 * halves of the chains suggest. By chance alone, one run in ten thousand exceeds it. */
static const double most_spread = 8;

void sampler_init(struct sampler *sampler)
{
    sampler->evidence = NULL;
    sampler->ships = sampler->chains = 0;
}

/* --- what the evidence allows ------------------------------------------------------------------*/

static void list_allowed(struct sampler *sampler)
{
    const struct evidence *evidence = sampler->evidence;
    const struct rules *rules = &evidence->rules;
    int ships = 0;

    memset(sampler->allowed, 0, sizeof sampler->allowed);
    memset(&sampler->hits, 0, sizeof sampler->hits);
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
            sampler->hits.row[cell / rules->width] |= (uint32_t)1 << cell % rules->width;
    for (int c = 0; c < evidence->classes; c++) {
        struct place_masks *allowed = &sampler->allowed[c];
        struct placement place[2 * MAX_CELLS];
        int places = evidence_places(evidence, c, place);

        for (int i = 0; i < evidence->ship_class[c].count; i++)
            sampler->class_of[ships++] = (uint8_t)c;
        for (int i = 0; i < places; i++)
            (place[i].vertical ? allowed->down : allowed->across)[place[i].row] |=
                (uint32_t)1 << place[i].column;
    }
    if (ships != sampler->ships)
        sampler->chains = 0; /* a reinforcement has changed the fleet */
    sampler->ships = ships;
}

/* A ship of this class is at this placement in every layout. Removes all placements that conflict
 * with it. */
static void fix_ship(struct sampler *sampler, int ship_class, struct placement at,
                     struct place_masks *fixed)
{
    const struct evidence *evidence = sampler->evidence;
    const struct rules *rules = &evidence->rules;
    struct row_masks closed = {{0}};

    sampler->fixed_class[sampler->fixed] = (uint8_t)ship_class;
    sampler->fixed_place[sampler->fixed++] = at;
    row_masks_mark(&closed, rules, at, evidence->ship_class[ship_class].length, !rules->touch);
    (at.vertical ? fixed[ship_class].down : fixed[ship_class].across)[at.row] |= (uint32_t)1
                                                                                 << at.column;
    for (int c = 0; c < evidence->classes; c++) {
        struct place_masks fitting = sampler->allowed[c];

        if (c == ship_class &&
            place_masks_count(&fixed[c], rules->height) == evidence->ship_class[c].count) {
            sampler->allowed[c] = fixed[c];
            continue;
        }
        place_masks_fit(&fitting, &sampler->allowed[c], evidence->ship_class[c].length,
                        rules->height, &closed);
        sampler->allowed[c] = fitting;
        if (c == ship_class)
            (at.vertical ? sampler->allowed[c].down : sampler->allowed[c].across)[at.row] |=
                (uint32_t)1 << at.column;
    }
}

/* Finds the explanation of the hit, if there is only one. Returns the number of explanations, or 2
 * if there are more. */
static int find_only(const struct sampler *sampler, int cell, int *ship_class, struct placement *at)
{
    static const struct row_masks nothing = {{0}};
    struct placement place[2 * MAX_LENGTH];
    int found = 0;

    for (int c = 0; c < sampler->evidence->classes && found < 2; c++) {
        int count = sampler_explanations(sampler, c, cell, &nothing, place);

        if (count > 0) {
            *ship_class = c;
            *at = place[0];
        }
        found += count;
    }
    return found < 2 ? found : 2;
}

/* Fixes the ships at hits that have only one explanation, until there are none left, and lists the
 * other hits. */
static void fix_ships(struct sampler *sampler)
{
    const struct rules *rules = &sampler->evidence->rules;
    struct place_masks fixed[MAX_SLOTS];
    struct row_masks settled = {{0}};
    bool changed = true;

    memset(fixed, 0, sizeof fixed);
    sampler->fixed = 0;
    while (changed) {
        changed = false;
        sampler->loose = 0;
        for (int row = 0; row < rules->height; row++) {
            for (uint32_t bits = sampler->hits.row[row] & ~settled.row[row]; bits;
                 bits &= bits - 1) {
                int column = __builtin_ctz(bits), ship_class = 0;
                struct placement at = {0};

                if (row_masks_has(&settled, column, row))
                    continue;
                if (find_only(sampler, row * rules->width + column, &ship_class, &at) != 1) {
                    sampler->loose_hit[sampler->loose++] = (uint16_t)(row * rules->width + column);
                    continue;
                }
                fix_ship(sampler, ship_class, at, fixed);
                row_masks_mark(&settled, rules, at,
                               sampler->evidence->ship_class[ship_class].length, 0);
                changed = true;
            }
        }
    }
    for (int c = 0; c < sampler->evidence->classes; c++)
        sampler->is_fixed[c] =
            place_masks_count(&fixed[c], rules->height) == sampler->evidence->ship_class[c].count;
}

static bool are_near(const struct rules *rules, int a, int b)
{
    int across = abs(a % rules->width - b % rules->width);
    int down = abs(a / rules->width - b / rules->width);

    return (across <= 1 && down <= 1) || (across == 0 && down <= NEAR) ||
           (down == 0 && across <= NEAR);
}

/* Numbers the groups of loose hits. */
static void find_groups(struct sampler *sampler)
{
    uint16_t queue[MAX_CELLS];

    sampler->groups = 0;
    for (int i = 0; i < sampler->loose; i++)
        sampler->group_of[i] = UINT16_MAX;
    for (int i = 0; i < sampler->loose; i++) {
        int first = 0, last = 0;

        if (sampler->group_of[i] != UINT16_MAX)
            continue;
        sampler->group_of[i] = (uint16_t)sampler->groups;
        for (queue[last++] = (uint16_t)i; first < last; first++) {
            for (int j = i + 1; j < sampler->loose; j++) {
                if (sampler->group_of[j] == UINT16_MAX &&
                    are_near(&sampler->evidence->rules, sampler->loose_hit[queue[first]],
                             sampler->loose_hit[j])) {
                    sampler->group_of[j] = (uint16_t)sampler->groups;
                    queue[last++] = (uint16_t)j;
                }
            }
        }
        sampler->groups++;
    }
}

static void list_hinted(struct sampler *sampler)
{
    const struct evidence *evidence = sampler->evidence;
    int width = evidence->rules.width;

    memset(sampler->hinted, 0, sizeof sampler->hinted);
    memset(sampler->hint_weight, 0, (size_t)evidence->hints * sizeof sampler->hint_weight[0]);
    for (int i = 0; i < evidence->hints; i++)
        for (int j = 0; j < evidence->hint[i].count; j++)
            sampler->hint_weight[i][evidence->hint[i].cell[j]] = evidence->hint[i].weight[j];
    for (int c = 0; c < evidence->classes; c++)
        for (int i = 0; i < evidence->hints; i++)
            for (int j = 0; j < evidence->hint[i].count; j++)
                place_masks_add_covering(&sampler->hinted[c], evidence->ship_class[c].length,
                                         evidence->hint[i].cell[j] % width,
                                         evidence->hint[i].cell[j] / width);
}

/* --- chains ------------------------------------------------------------------------------------*/

bool sampler_is_possible(const struct sampler *sampler, const struct chain *chain)
{
    struct sampler_scene scene;
    uint16_t hit;

    for (int ship = 0; ship < sampler->ships; ship++)
        if (!chain->ship[ship].placed ||
            !place_masks_has(&sampler->allowed[sampler->class_of[ship]], chain->ship[ship]))
            return false;
    sampler_scene_of(sampler, chain, 0, &scene);
    return sampler_open_hits(sampler, &scene, &hit, 1) == 0 &&
           sampler_blocks_are_met(sampler, &scene) && sampler_weight(sampler, &scene) > 0;
}

/* Tries to find the first layouts of the chains that are not started yet. ERR_MISMATCH if there is
 * no layout. */
static enum error try_to_start(struct sampler *sampler, int chains, int tries, int nodes,
                               struct rng *rng)
{
    while (tries-- > 0 && sampler->chains < chains && sampler->work <= sampler->most_work) {
        enum error error = sampler_start(sampler, &sampler->chain[sampler->chains], nodes, rng);

        if (error == ERR_MISMATCH)
            return error;
        sampler->chains += error == OK;
    }
    return sampler->chains > 0 ? OK : ERR_FULL;
}

/* How long a search takes depends on luck, so many short tries come before the last, long one. */
static enum error start_chains(struct sampler *sampler, int chains, struct rng *rng,
                               struct message *message)
{
    enum error error = ERR_FULL;
    int nodes = FIRST_NODES;

    for (; error == ERR_FULL && nodes < MANY_NODES; nodes *= 2)
        error = try_to_start(sampler, 1, TRIES, nodes, rng);
    if (error == ERR_FULL)
        error = try_to_start(sampler, 1, 1, LAST_NODES, rng);
    if (error == OK)
        error = try_to_start(sampler, chains, TRIES * chains, FIRST_NODES, rng);
    if (error == ERR_MISMATCH)
        return error_set(ERR_MISMATCH, message, "no layout of the fleet fits all of these answers");
    if (error)
        return error_set(ERR_FULL, message,
                         "cannot decide whether a layout fits all of these answers: a long search "
                         "found none, but has not tried all possibilities");
    return OK;
}

/* Keeps the chains that the evidence still allows and replaces the others by copies of them. If
 * none is left, starts new ones. */
static enum error prepare_chains(struct sampler *sampler, int chains, struct rng *rng,
                                 struct message *message)
{
    int alive = 0;
    enum error error = OK;

    for (int i = 0; i < sampler->chains; i++)
        if (sampler_is_possible(sampler, &sampler->chain[i]))
            sampler->chain[alive++] = sampler->chain[i];
    sampler->chains = alive;
    if (alive == 0)
        error = start_chains(sampler, chains, rng, message);
    if (error)
        return error;
    for (alive = sampler->chains; sampler->chains < chains; sampler->chains++)
        sampler->chain[sampler->chains] = sampler->chain[rng_below(rng, (uint32_t)alive)];
    return OK;
}

/* The number of sweeps before the first that counts. */
static int warm_up_sweeps(int sweeps)
{
    return sweeps / 4 + 1;
}

static void run_sweep(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng,
                      struct place_sums *sums)
{
    sampler->work += (uint64_t)sampler->ships * SAMPLER_SHIP_WORK;
    if (sampler->sweep++ % sampler->restart_every == 0)
        sampler_restart(sampler, chain, rng);
    for (int ship = 0; ship < sampler->ships; ship++) {
        if (!sampler->is_fixed[sampler->class_of[ship]])
            sampler_move_ship(sampler, chain, ship, rng, sums);
        else if (sums) {
            struct placement at = chain->ship[ship];

            (at.vertical ? sums->down
                         : sums->across)[sampler->class_of[ship]]
                                        [at.row * sampler->evidence->rules.width + at.column] += 1;
        }
    }
    if (sampler->ships < 2)
        return;
    if (sampler->loose > 0)
        sampler_move_pair(sampler, chain, rng);
    if (sampler->loose + sampler->evidence->blocks + sampler->evidence->hints > 0)
        sampler_move_group(sampler, chain, nodes, rng);
    sampler_move_any(sampler, chain, nodes / 8, rng);
}

/* --- estimates ---------------------------------------------------------------------------------*/

/* Turns sums over the sweeps into a chance per cell. */
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
    memset(sampler->drift, 0, sizeof sampler->drift);
}

/* Runs one chain, which has warmed up, and adds its estimates. */
static void run_chain(struct sampler *sampler, int number, int chains, int sweeps, int nodes,
                      struct rng *rng)
{
    const struct evidence *evidence = sampler->evidence;
    int cells = rules_cells(&evidence->rules);
    int part[2] = {sweeps / 2, sweeps - sweeps / 2};

    for (int half = 0; half < 2; half++) {
        struct place_sums *sums = &sampler->scratch[half];

        for (int c = 0; c < evidence->classes; c++) {
            memset(sums->across[c], 0, (size_t)cells * sizeof sums->across[c][0]);
            memset(sums->down[c], 0, (size_t)cells * sizeof sums->down[c][0]);
        }
        for (int i = 0; i < part[half]; i++)
            run_sweep(sampler, &sampler->chain[number], nodes, rng, sums);
        cover_cells(sampler, sums, part[half] ? part[half] : 1, sampler->half[half]);
        for (int c = 0; c < evidence->classes; c++) {
            for (int cell = 0; cell < cells; cell++) {
                sampler->share.across[c][cell] += sums->across[c][cell] / sweeps / chains;
                sampler->share.down[c][cell] += sums->down[c][cell] / sweeps / chains;
            }
        }
    }
    for (int cell = 0; cell < cells; cell++) {
        double chance =
            (part[0] * sampler->half[0][cell] + part[1] * sampler->half[1][cell]) / sweeps;
        double change = part[0] ? sampler->half[1][cell] - sampler->half[0][cell] : 0;

        sampler->probability[cell] += chance / chains;
        sampler->error[cell] += chance * chance / chains;
        sampler->drift[cell] += change * change / chains;
    }
}

static void warm_up(struct sampler *sampler, int number, int sweeps, int nodes, struct rng *rng)
{
    for (int i = 0; i < warm_up_sweeps(sweeps); i++)
        run_sweep(sampler, &sampler->chain[number], nodes, rng, NULL);
}

/* How many of the sweeps each chain can have within the work, if they take as much as those of the
 * first chain's warm-up. */
static int affordable_sweeps(int chains, int sweeps, uint64_t warm_up_work, uint64_t work)
{
    uint64_t all = work * (uint64_t)warm_up_sweeps(sweeps) / (warm_up_work + 1);
    uint64_t each = all * 4 / 5 / (uint64_t)chains;

    if (each >= (uint64_t)sweeps)
        return sweeps;
    return each < FEWEST_SWEEPS ? FEWEST_SWEEPS : (int)each;
}

static uint64_t work_left(const struct sampler *sampler, uint64_t work)
{
    uint64_t least = work / LEAST_SHARE;

    return work > sampler->work + least ? work - sampler->work : least;
}

static void run_chains(struct sampler *sampler, int chains, int sweeps, uint64_t work,
                       struct rng *rng)
{
    int nodes = NODES_PER_SWEEP * sweeps < MOST_NODES ? NODES_PER_SWEEP * sweeps : MOST_NODES;
    uint64_t before = sampler->work;

    warm_up(sampler, 0, sweeps, nodes, rng);
    if (work)
        sweeps = affordable_sweeps(chains, sweeps, sampler->work - before, work);
    for (int i = 0; i < chains; i++) {
        if (i > 0)
            warm_up(sampler, i, sweeps, nodes, rng);
        run_chain(sampler, i, chains, sweeps, nodes, rng);
    }
}

/* If the chains have mixed, both the variance between chains and a quarter of the mean squared
 * change between the halves of a chain estimate the variance of a chain's mean. The errors are
 * widened so that two of them cover 95 % although the variance is known from few chains only. */
static void estimate_errors(struct sampler *sampler, int chains)
{
    int cells = rules_cells(&sampler->evidence->rules);
    double between_all = 0, within_all = 0;
    double few = chains > 1 ? 1 + 1.2 / (chains - 1) : 1; /* Student's t distribution */

    for (int cell = 0; cell < cells; cell++) {
        double mean = sampler->probability[cell], within = sampler->drift[cell] / 4;
        double between =
            chains > 1 ? (sampler->error[cell] - mean * mean) * chains / (chains - 1) : within;
        double variance;

        between = between > 1e-18 ? between : 0;
        variance = between > within ? between : (between + within) / 2;
        sampler->error[cell] = few * sqrt(variance / chains);
        between_all += between;
        within_all += within;
    }
    sampler->converged = between_all <= most_spread * within_all + 1e-12;
}

enum error sampler_run(struct sampler *sampler, const struct evidence *evidence, int chains,
                       int sweeps, uint64_t work, struct rng *rng, struct message *message)
{
    int all_sweeps = chains * (sweeps + warm_up_sweeps(sweeps)), nodes;
    enum error error;

    if (chains == 0)
        return error_set(ERR_FULL, message, "counting takes too many steps");
    sampler->evidence = evidence;
    list_allowed(sampler);
    fix_ships(sampler);
    find_groups(sampler);
    list_hinted(sampler);
    sampler->work = 0;
    sampler->most_work = work ? work : UINT64_MAX;
    error = prepare_chains(sampler, chains, rng, message);
    if (error)
        return error;
    sampler->restart_every = all_sweeps / MAX_RESTARTS + 1;
    if (sampler->restart_every < SWEEPS_PER_RESTART)
        sampler->restart_every = SWEEPS_PER_RESTART;
    nodes = sweeps * sweeps < MOST_LISTED ? sweeps * sweeps : MOST_LISTED;
    if (work && work / LIST_SHARE / sampler_node_work(sampler, sampler->loose) < (uint64_t)nodes)
        nodes = (int)(work / LIST_SHARE / sampler_node_work(sampler, sampler->loose));
    sampler_draw_restarts(sampler, all_sweeps / sampler->restart_every + 1, nodes, rng);
    sampler->sweep = 0;
    clear_estimates(sampler);
    run_chains(sampler, chains, sweeps, work_left(sampler, work), rng);
    estimate_errors(sampler, chains);
    return OK;
}
