/* Each side has its own posterior, because an estimate continues the sampling of the previous move.
 * When the viewer steps back, the samples know too much and are discarded. */
#include "tui/heat.h"

#include "infer/posterior.h"
#include "tui/term.h"

#include <math.h>
#include <stdlib.h>

enum { SLOTS = 128, HEAT_SEED = 1, EMPTY = -1 };

struct heat_slot {
    int side, number;
    struct heat_numbers heat;
};

struct heat_cache {
    struct posterior *posterior[2];
    int latest[2]; /* the move each posterior was last updated for */
    struct heat_slot slot[SLOTS];
};

struct heat_cache *heat_cache_new(void)
{
    struct heat_cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    for (int i = 0; i < SLOTS; i++)
        cache->slot[i].side = EMPTY;
    for (int side = 0; side < 2; side++) {
        cache->posterior[side] = posterior_new();
        if (!cache->posterior[side]) {
            heat_cache_free(cache);
            return NULL;
        }
    }
    return cache;
}

void heat_cache_free(struct heat_cache *cache)
{
    if (!cache)
        return;
    posterior_free(cache->posterior[0]);
    posterior_free(cache->posterior[1]);
    free(cache);
}

/* At most two digits: certainty is shown as 99. */
static void print_percent(double chance, char text[3])
{
    int percent = (int)lround(100 * chance);
    struct writer writer;

    writer_init(&writer, text, 3);
    writer_format(&writer, "%d", percent > 99 ? 99 : percent);
}

static void fill_heat(struct heat_numbers *heat, const struct posterior *posterior,
                      const struct view *view)
{
    int cells = rules_cells(&view->rules);
    double most = 0;

    for (int cell = 0; cell < cells; cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            posterior_probability(posterior, cell) > most)
            most = posterior_probability(posterior, cell);
    for (int cell = 0; cell < cells; cell++) {
        double chance = posterior_probability(posterior, cell);
        int step = most > 0 ? (int)(HEAT_STEPS * chance / most) : 0;

        heat->text[cell][0] = '\0';
        if (cellset_has(&view->tracking.shot, cell) || (heat->is_exact && chance <= 0))
            continue;
        print_percent(chance, heat->text[cell]);
        heat->step[cell] = (uint8_t)(step < HEAT_STEPS ? step : HEAT_STEPS - 1);
    }
}

static void compute(struct heat_cache *cache, int side, int number, const struct view *view,
                    struct heat_numbers *heat)
{
    struct posterior *posterior = cache->posterior[side];
    struct rng rng;

    if (number < cache->latest[side])
        posterior_clear(posterior);
    cache->latest[side] = number;
    rng_seed(&rng, rng_mix_seed(HEAT_SEED, (uint64_t)number));
    heat->is_known = posterior_update(posterior, view, &infer_budget_move, &rng, &heat->why) == OK;
    heat->is_exact = heat->is_known && posterior_is_exact(posterior);
    if (heat->is_known)
        fill_heat(heat, posterior, view);
}

const struct heat_numbers *heat_cache_find(struct heat_cache *cache, int side, int number,
                                           const struct view *view)
{
    struct heat_slot *slot = &cache->slot[(2 * number + side) % SLOTS];

    if (slot->side != side || slot->number != number) {
        slot->side = side;
        slot->number = number;
        compute(cache, side, number, view, &slot->heat);
    }
    return &slot->heat;
}
