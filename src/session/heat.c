/* The numbers are the coach's, so that they agree with its hints and reviews. */
#include "session/heat.h"

#include "base/wide.h"
#include "session/coach.h"
#include "session/puzzle.h"

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

enum error heat_from_puzzle(const struct puzzle *puzzle, struct heat_numbers *heat,
                            struct message *message)
{
    struct hit_chances *chances = calloc(1, sizeof *chances); /* large */

    if (!chances)
        return error_set(ERR_MEMORY, message, "out of memory");
    chances->is_exact = true;
    chances->possible = puzzle->layouts;
    for (int cell = 0; cell < rules_cells(&puzzle->view.rules); cell++)
        if (puzzle_is_legal(puzzle, cell))
            chances->chance[cell] = (double)puzzle->shot[cell].hits / puzzle->layouts;
    heat_from_chances(chances, true, &puzzle->view, heat);
    free(chances);
    return OK;
}

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

void heat_from_chances(const struct hit_chances *chances, bool is_exact, const struct view *view,
                       struct heat_numbers *heat)
{
    int best = hit_chances_best(chances, view);

    heat->is_known = true;
    heat->is_exact = is_exact;
    heat->best = (uint16_t)best;
    heat->layouts = chances->possible;
    for (int cell = 0; cell < rules_cells(&view->rules); cell++) {
        double chance = chances->chance[cell];
        int step;

        heat->text[cell][0] = '\0';
        if (cellset_has(&view->tracking.shot, cell) || (chances->is_exact && chance <= 0))
            continue;
        print_percent(chance, heat->text[cell]);
        heat->percent[cell] = (float)(100 * chance);
        step = chance > 0 ? (int)(HEAT_STEPS * chance / chances->chance[best]) : 0;
        heat->step[cell] = (uint8_t)(step < HEAT_STEPS ? step : HEAT_STEPS - 1);
    }
}

struct heat_numbers *heat_new(const struct hit_chances *chances, const struct view *view)
{
    struct heat_numbers *heat = calloc(1, sizeof *heat);

    if (heat)
        heat_from_chances(chances, chances->is_exact, view, heat);
    return heat;
}

void heat_fill(struct coach *coach, const struct view *view, struct heat_numbers *heat)
{
    const struct hit_chances *chances;

    heat->is_known = coach_chances(coach, view, &chances, &heat->why) == OK;
    heat->is_exact = false;
    if (heat->is_known)
        heat_from_chances(chances, coach_is_exact(chances), view, heat);
}

int heat_best(const struct heat_numbers *heat, const struct rules *rules, int cells[MAX_CELLS])
{
    int count = 0;

    if (heat->best == NO_CELL || !heat->text[heat->best][0])
        return 0;
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (heat->text[cell][0] && heat->percent[cell] >= heat->percent[heat->best])
            cells[count++] = cell;
    return count;
}

void heat_print_caption(const struct heat_numbers *heat, struct writer *writer)
{
    if (!heat->is_known)
        writer_format(writer, "There is no heat map: %s.", heat->why.text);
    else if (heat->layouts >= 1e15)
        writer_format(writer, "About %.2e layouts explain the answers", heat->layouts);
    else if (heat->layouts > 0)
        writer_format(writer, "%s layout%s the answers",
                      wide_print_grouped((wide)heat->layouts).text,
                      heat->layouts > 1 ? "s explain" : " explains");
    else
        writer_put(writer, "There are too many layouts to count");
    if (heat->is_known)
        writer_put(writer,
                   heat->is_exact ? "; the chances are exact." : "; the chances are estimates.");
}

const struct heat_numbers *heat_cache_find(struct heat_cache *cache, int side, int number,
                                           const struct view *view)
{
    struct heat_slot *slot = &cache->slot[(2 * number + side) % SLOTS];

    if (slot->side != side || slot->number != number) {
        slot->side = side;
        slot->number = number;
        heat_fill(cache->coach, view, &slot->heat);
    }
    return &slot->heat;
}
