/* An evolutionary search: take a layout of the pool, usually a good one, move a ship and play a few
 * games. If the new layout lasts longer than the worst of the pool, it replaces that one. Against a
 * shooter with random ties, layouts are tried again, so that luck does not keep them in the pool.
 *
 * The share of equal shots tells which bot the enemy is like (30 uniform boards):
 *
 *   enemy                      heatmap   without diagonals   exact
 *   exact                      0.44      0.49                1.00
 *   endgame                    0.43      0.47                0.87
 *   heatmap                    0.63      0.51                0.47
 *   hard                       0.51      0.45                0.44
 *   sparring, learn-cells      0.37      0.39                0.41
 *   parity-line                0.23      0.22                0.22
 *   sparring, fixed-rows       0.27      0.27                0.27
 *
 * Simulating hard with hard itself takes six times as long as with heatmap. With the same work the
 * fleets are sunk sooner: 53.5 shots in rounds 1 to 10 and 59.3 in 11 to 100, not 55.1 and 60.3. */
#include "bots/trial_pool.h"

#include "bots/layout_search.h"
#include "bots/stranger_fleet.h"
#include "bots/trial.h"

#include <stdlib.h>

enum {
    POOL = 32,
    FRESH = 8,       /* random layouts to start with */
    TOP = 8,         /* the most layouts to draw from: the best quarter of the pool */
    FIRST_DRAWS = 8, /* these improve the pool by FIRST_GAMES, later ones by LATER_GAMES */
    FIRST_GAMES = 100,
    LATER_GAMES = 30,
    LAST_DRAW = 150, /* from then on LAST_GAMES */
    LAST_GAMES = 8,
    COMPARED = 3, /* the first rounds, in which the shooters are compared with the enemy */
};

struct shooter_fact {
    const char *spec;
    int cost; /* of a game, compared with heatmap */
};
static const struct shooter_fact shooters[] = {
    {"heatmap", 1},
    {"heatmap:parity=no:corners=no", 1},
    {"exact:cache=4", 4},
};
enum { SHOOTERS = sizeof shooters / sizeof shooters[0], HEATMAP = 0, EXACT = 2 };

/* If no shooter is this much like the enemy, the games are not worth their time. */
static const double least_likeness = 0.35;

struct pool_layout {
    struct layout layout;
    double sum;
    int games;
};

struct trial_pool {
    struct rules rules;
    struct trial *trial[SHOOTERS];
    bool has_exact;
    double agreement[SHOOTERS];
    int rounds, draws, shooter;
    int count;
    struct pool_layout entry[POOL];
};

struct trial_pool *trial_pool_new(const struct rules *rules)
{
    struct trial_pool *pool = calloc(1, sizeof *pool);

    if (!pool)
        return NULL;
    pool->rules = *rules;
    pool->has_exact = rules_cells(rules) <= 100 && rules->ships <= 5 &&
                      (rules->announce == ANNOUNCE_NAME || rules->announce == ANNOUNCE_EACH_HIT);
    for (int i = 0; i < SHOOTERS; i++) {
        pool->trial[i] = trial_new(rules, shooters[i].spec);
        if (!pool->trial[i]) {
            trial_pool_free(pool);
            return NULL;
        }
    }
    return pool;
}

void trial_pool_free(struct trial_pool *pool)
{
    for (int i = 0; pool && i < SHOOTERS; i++)
        trial_free(pool->trial[i]);
    free(pool);
}

double trial_pool_likeness(const struct trial_pool *pool)
{
    return pool->agreement[pool->shooter];
}

enum error trial_pool_stranger(struct trial_pool *pool, struct rng *rng, struct layout *layout)
{
    return stranger_fleet_draw(pool->trial[pool->has_exact ? EXACT : HEATMAP], &pool->rules, rng,
                               layout);
}

/* The mean, as if two more games had taken a typical number of shots. */
static double value_of(const struct trial_pool *pool, const struct pool_layout *entry)
{
    return (entry->sum + 2 * 0.5 * rules_cells(&pool->rules)) / (entry->games + 2);
}

/* Plays some games and returns their cost. */
static int play_games(struct trial_pool *pool, struct pool_layout *entry, int games,
                      struct rng *rng)
{
    for (int i = 0; i < games; i++)
        entry->sum += trial_shots(pool->trial[pool->shooter], &entry->layout, 0, rng_next(rng));
    entry->games += games;
    return games * shooters[pool->shooter].cost;
}

/* A new entry with no games, or the worst one if the pool is full. */
static struct pool_layout *make_room(struct trial_pool *pool)
{
    struct pool_layout *worst = NULL;

    if (pool->count < POOL) {
        worst = &pool->entry[pool->count++];
        *worst = (struct pool_layout){.games = 0};
        return worst;
    }
    for (int i = 0; i < POOL; i++)
        if (!worst || value_of(pool, &pool->entry[i]) < value_of(pool, worst))
            worst = &pool->entry[i];
    return worst;
}

/* The best of three random layouts. */
static struct pool_layout *draw_parent(struct trial_pool *pool, struct rng *rng)
{
    struct pool_layout *best = NULL;

    for (int i = 0; i < 3; i++) {
        struct pool_layout *other = &pool->entry[rng_below(rng, (uint32_t)pool->count)];

        if (!best || value_of(pool, other) > value_of(pool, best))
            best = other;
    }
    return best;
}

/* Changes a layout of the pool and tries the result. Returns the cost. */
static int try_change(struct trial_pool *pool, struct rng *rng)
{
    bool exact = pool->shooter == EXACT;
    struct pool_layout *parent = draw_parent(pool, rng), child = {.layout = parent->layout}, *worst;
    int cost = 0;

    if (!exact && rng_below(rng, 3) == 0)
        return play_games(pool, parent, 2, rng);
    layout_search_move(&pool->rules, rng, &child.layout);
    if (rng_below(rng, 4) == 0)
        layout_search_move(&pool->rules, rng, &child.layout);
    cost += play_games(pool, &child, exact ? 1 : 2, rng);
    if (!exact && child.sum / child.games > value_of(pool, parent) - 4)
        cost += play_games(pool, &child, 4, rng);
    worst = make_room(pool);
    if (worst->games == 0 || value_of(pool, &child) > value_of(pool, worst))
        *worst = child;
    return cost;
}

enum error trial_pool_improve(struct trial_pool *pool, struct rng *rng)
{
    int games = pool->draws < FIRST_DRAWS ? FIRST_GAMES : LATER_GAMES;

    while (pool->count < FRESH) {
        struct pool_layout *entry = &pool->entry[pool->count];
        enum error error = layout_random(&pool->rules, rng, &entry->layout);

        if (error)
            return error;
        entry->sum = 0;
        entry->games = 0;
        pool->count++;
        games -= play_games(pool, entry, 2, rng);
    }
    if (trial_pool_likeness(pool) < least_likeness)
        return OK;
    pool->draws++;
    if (pool->draws > LAST_DRAW)
        games = LAST_GAMES;
    while (games > 0)
        games -= try_change(pool, rng);
    return OK;
}

void trial_pool_draw(const struct trial_pool *pool, struct rng *rng, struct layout *layout)
{
    const struct pool_layout *best[TOP] = {NULL};
    int top = (pool->count + 3) / 4;

    for (int i = 0; i < pool->count; i++) {
        const struct pool_layout *entry = &pool->entry[i];

        for (int k = 0; k < TOP && entry; k++) {
            if (!best[k] || value_of(pool, entry) > value_of(pool, best[k])) {
                const struct pool_layout *next = best[k];

                best[k] = entry;
                entry = next;
            }
        }
    }
    *layout = best[rng_below(rng, (uint32_t)top)]->layout;
}

void trial_pool_learn(struct trial_pool *pool, const struct view *view)
{
    int best = 0;

    pool->rounds++;
    if (pool->rounds > COMPARED)
        return;
    for (int i = 0; i < SHOOTERS; i++) {
        double share;

        if (i == EXACT && !pool->has_exact)
            continue;
        share = trial_agreement(pool->trial[i], view, (uint64_t)pool->rounds);

        pool->agreement[i] += (share - pool->agreement[i]) / pool->rounds;
        if (pool->agreement[i] > pool->agreement[best])
            best = i;
    }
    if (best != pool->shooter) {
        pool->shooter = best;
        for (int i = 0; i < pool->count; i++) {
            pool->entry[i].sum = 0;
            pool->entry[i].games = 0;
        }
    }
}
