/* Takes over a list of layouts: the ships afloat, the targets of each kind of move, and how likely
 * each layout is. */
#include "bots/hit_chances.h"
#include "bots/special.h"
#include "bots/turn_plan_internal.h"

#include <stdlib.h>

enum { FULL_WEIGHT = 1 << 16 }; /* of a layout that no sweep contradicts */

bool turn_plan_supports(const struct rules *rules)
{
    return rules_cells(rules) <= EXACT_CELLS && !rules->salvo && !rules->race;
}

struct turn_plan *turn_plan_new(void)
{
    return calloc(1, sizeof(struct turn_plan));
}

static void free_arrays(struct turn_plan *plan)
{
    free(plan->mask);
    free(plan->at);
    free(plan->weight);
    free(plan->item);
    free(plan->copy);
    free(plan->size);
    free(plan->slot);
    plan->room = 0;
}

void turn_plan_free(struct turn_plan *plan)
{
    if (plan)
        free_arrays(plan);
    free(plan);
}

static enum error make_room(struct turn_plan *plan, uint32_t layouts)
{
    size_t room = 1024;

    if (layouts <= plan->room)
        return OK;
    while (room < layouts)
        room *= 2;
    free_arrays(plan);
    plan->mask = malloc(UINT16_MAX * sizeof *plan->mask);
    plan->at = malloc(room * MAX_SLOTS * sizeof *plan->at);
    plan->weight = malloc(room * sizeof *plan->weight);
    plan->item = malloc(room * sizeof *plan->item);
    plan->copy = malloc(room * sizeof *plan->copy);
    plan->size = malloc((room + FEW_ANSWERS) * sizeof *plan->size);
    plan->slot = malloc((2 * room + FEW_ANSWERS) * sizeof *plan->slot);
    if (!plan->mask || !plan->at || !plan->weight || !plan->item || !plan->copy || !plan->size ||
        !plan->slot)
        return ERR_MEMORY;
    plan->room = (uint32_t)room;
    return OK;
}

static void list_targets(struct turn_plan *plan)
{
    const struct rules *rules = &plan->rules;

    for (int cell = 0; cell < plan->cells; cell++) {
        plan->area_cells[cell] = view_area_cells(rules, cell, plan->area_cell[cell]);
        plan->area[cell] = 0;
        for (int i = 0; i < plan->area_cells[cell]; i++)
            plan->area[cell] |= wide_bit(plan->area_cell[cell][i]);
    }
    for (int line = 0; line < rules->width + rules->height; line++) {
        int cells[MAX_SIDE], count = special_cells(rules, MOVE_TORPEDO, line, cells);

        plan->line[line] = 0;
        for (int i = 0; i < count; i++)
            plan->line[line] |= wide_bit(cells[i]);
    }
}

/* The number in the list of layout `i` of the plan: all of them, or every n-th of a long list. */
static size_t listed(const struct turn_plan *plan, const struct layout_list *list, size_t i)
{
    return (size_t)((uint64_t)i * list->layouts / plan->layouts);
}

/* Finds the ships that have cells left to hit in some layout, and copies their berths. */
static void copy_layouts(struct turn_plan *plan, const struct layout_list *list,
                         const struct evidence *evidence)
{
    bool is_afloat[MAX_SLOTS] = {false};
    size_t ships = (size_t)list->ships;

    for (int i = 0; i < list->berths; i++) {
        plan->mask[i] = 0;
        for (int k = 0; k < list->berth[i].length; k++)
            plan->mask[i] |= wide_bit(list->berth[i].cell[k]);
    }
    for (size_t i = 0; i < list->layouts; i++)
        for (size_t ship = 0; ship < ships; ship++)
            is_afloat[ship] |= (plan->mask[list->at[i * ships + ship]] & ~plan->start.shot) != 0;
    plan->ships = 0;
    plan->berth = list->berth;
    for (size_t ship = 0; ship < ships; ship++) {
        const struct ship_class *class = &evidence->ship_class[list->ship_class[ship]];

        plan->start.left = (uint16_t)(plan->start.left + class->length);
        if (!is_afloat[ship])
            continue;
        plan->kind[plan->ships] = class->kind;
        plan->raised[plan->ships++] = class->raised;
    }
    for (size_t i = 0, to = 0; i < plan->layouts; i++) {
        size_t from = listed(plan, list, i) * ships;

        for (size_t ship = 0; ship < ships; ship++)
            if (is_afloat[ship])
                plan->at[to++] = list->at[from + ship];
    }
}

/* Hints make some layouts likelier than others. */
static void weigh_layouts(struct turn_plan *plan, const struct layout_list *list)
{
    uint64_t most = 1;
    int shift = 0;

    for (uint32_t i = 0; i < list->layouts && list->weighted; i++)
        most = list->weight[i] > most ? list->weight[i] : most;
    while (most >> shift > FULL_WEIGHT)
        shift++;
    for (size_t i = 0; i < plan->layouts; i++)
        plan->weight[i] = list->weighted
                              ? (uint32_t)(list->weight[listed(plan, list, i)] >> shift) + 1
                              : FULL_WEIGHT;
}

/* The cells that were not shot when the sweep was made. */
static wide swept_cells(const struct view *view, const struct sighting *sweep)
{
    int cells[SIGHTING_CELLS], count = evidence_sighting_cells(&view->rules, sweep, cells);
    wide mask = 0;

    for (int i = 0; i < count; i++)
        mask |= wide_bit(cells[i]);
    for (int i = 0; i < sweep->after; i++)
        mask &= ~wide_bit(view->tracking.order[i].cell);
    return mask;
}

/* Lowers the weights of layouts that contradict an empty sweep, if smoke may have caused it. */
static void weigh_doubts(struct turn_plan *plan, const struct layout_list *list,
                         const struct evidence *evidence, const struct view *view)
{
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sweep = &view->sighting[i];
        wide cells;
        double hides;

        if (sweep->found || evidence_sweep_is_certain(view, i))
            continue;
        cells = swept_cells(view, sweep);
        hides = hit_chances_screens_hide(sweep->screens);
        for (uint32_t k = 0; k < plan->layouts; k++) {
            const uint16_t *at = &list->at[listed(plan, list, k) * (size_t)list->ships];
            bool contradicts = false;

            for (int ship = 0; ship < list->ships; ship++)
                contradicts |=
                    (plan->mask[at[ship]] & cells) &&
                    (sweep->raised || !evidence->ship_class[list->ship_class[ship]].raised);
            if (contradicts)
                plan->weight[k] = (uint32_t)(plan->weight[k] * hides) + 1;
        }
    }
}

enum error turn_plan_load(struct turn_plan *plan, const struct layout_list *list,
                          const struct evidence *evidence, const struct view *view, uint32_t most)
{
    uint32_t layouts = list->layouts < most ? list->layouts : most;
    enum error error = turn_plan_supports(&view->rules) ? make_room(plan, layouts) : ERR_RULES;

    if (error)
        return error;
    plan->layouts = layouts;
    plan->rules = view->rules;
    plan->cells = rules_cells(&view->rules);
    plan->start = (struct plan_state){
        .radar = view->stock.radar, .unlocked = view->stock.unlocked, .sunk = view->stock.sunk};
    for (int i = 0; i < view->tracking.shots; i++)
        plan->start.shot |= wide_bit(view->tracking.order[i].cell);
    list_targets(plan);
    copy_layouts(plan, list, evidence);
    plan->start.left = (uint16_t)(plan->start.left - view->tracking.hits);
    weigh_layouts(plan, list);
    weigh_doubts(plan, list, evidence, view);
    return plan->start.left > 0 && plan->ships > 0 ? OK : ERR_MISMATCH;
}
