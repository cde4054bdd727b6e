/* The numbers are the coach's, so that they agree with its hints and reviews. */
#include "session/heat.h"

#include "session/coach.h"

#include <stdlib.h>

enum { SLOTS = 128, EMPTY = -1 };

struct heat_slot {
    int side, number;
    struct heat_numbers heat;
};

struct heat_cache {
    struct coach *coach;
    struct heat_slot slot[SLOTS];
};

struct heat_cache *heat_cache_new(void)
{
    struct heat_cache *cache = calloc(1, sizeof *cache);

    if (!cache)
        return NULL;
    for (int i = 0; i < SLOTS; i++)
        cache->slot[i].side = EMPTY;
    cache->coach = coach_new();
    if (cache->coach)
        return cache;
    free(cache);
    return NULL;
}

void heat_cache_free(struct heat_cache *cache)
{
    if (!cache)
        return;
    coach_free(cache->coach);
    free(cache);
}

/* A cell has room for two digits, and 99 is not certain. */
static void print_percent(double chance, char text[3])
{
    int percent = coach_percent(chance);
    struct writer writer;

    writer_init(&writer, text, 3);
    if (percent >= 100)
        writer_put(&writer, HEAT_CERTAIN);
    else
        writer_format(&writer, "%d", percent);
}

static void fill_heat(struct heat_numbers *heat, const struct hit_chances *chances,
                      const struct view *view)
{
    int best = hit_chances_best(chances, view);

    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        double chance = chances->chance[cell];
        int step;

        heat->text[cell][0] = '\0';
        if (cellset_has(&view->tracking.shot, cell) || (chances->is_exact && chance <= 0))
            continue;
        print_percent(chance, heat->text[cell]);
        step = chance > 0 ? (int)(HEAT_STEPS * chance / chances->chance[best]) : 0;
        heat->step[cell] = (uint8_t)(step < HEAT_STEPS ? step : HEAT_STEPS - 1);
    }
}

static void compute(struct heat_cache *cache, const struct view *view, struct heat_numbers *heat)
{
    const struct hit_chances *chances;

    heat->is_known = coach_chances(cache->coach, view, &chances, &heat->why) == OK;
    heat->is_exact = heat->is_known && coach_is_exact(chances);
    if (heat->is_known)
        fill_heat(heat, chances, view);
}

const struct heat_numbers *heat_cache_find(struct heat_cache *cache, int side, int number,
                                           const struct view *view)
{
    struct heat_slot *slot = &cache->slot[(2 * number + side) % SLOTS];

    if (slot->side != side || slot->number != number) {
        slot->side = side;
        slot->number = number;
        compute(cache, view, &slot->heat);
    }
    return &slot->heat;
}
