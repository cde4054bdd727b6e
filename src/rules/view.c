/* Updating a view from the player's layout and the outcomes of moves. */
#include "rules/view_internal.h"

#include <string.h>

const struct ship *view_own_ship(const struct view *view, int slot)
{
    return slot < view->rules.ships ? &view->rules.fleet[slot] : &view->own.extra;
}

static int count_afloat(const struct view *view)
{
    return __builtin_popcountll(view->own.afloat);
}

static void track_init(struct track *track)
{
    memset(track, 0, offsetof(struct track, order));
}

void view_init(struct view *view, const struct rules *rules, int side)
{
    /* The long lists need not be cleared: their counts say how much is used. */
    memset(view, 0, offsetof(struct view, own));
    memset(&view->own, 0, offsetof(struct fleet, ship_at));
    memset(view->own.ship_at, NO_SHIP, (size_t)rules_cells(rules));
    track_init(&view->incoming);
    track_init(&view->tracking);
    view->rules = *rules;
    view->side = (uint8_t)side;
    view->status.turn = view->status.winner = NOBODY;
    view->stock.radar = rules->specials & SPECIAL_RADAR ? rules->radar : 0;
    view->stock.hints = rules->hints;
}

/* Adds a ship that is afloat. */
static void add_ship(struct view *view, int slot, struct placement placement, int length)
{
    int cells[MAX_LENGTH], count = placement_cells(placement, length, &view->rules, cells);

    for (int i = 0; i < count; i++)
        view->own.ship_at[cells[i]] = (uint8_t)slot;
    view->own.layout.ship[slot] = placement;
    view->own.left[slot] = (uint8_t)length;
    view->own.afloat |= (uint64_t)1 << slot;
}

void view_place(struct view *view, const struct layout *layout)
{
    const struct rules *rules = &view->rules;
    uint64_t wrecked = rules->wrecks ? layout_wrecked(layout, rules) : 0;

    view->own.slots = rules->ships;
    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement at = layout->ship[ship];

        at.vertical &= rules->fleet[ship].length > 1;
        if (wrecked >> ship & 1)
            view->own.layout.ship[ship] = at;
        else
            add_ship(view, ship, at, rules->fleet[ship].length);
    }
    view->stock.salvo = (uint8_t)count_afloat(view);
}

void view_start(struct view *view, const struct status *status,
                const uint8_t enemy_afloat[MAX_SLOTS])
{
    int afloat = 0;

    for (int kind = 0; kind < view->rules.ships; kind++)
        afloat += enemy_afloat[kind];
    memcpy(view->enemy_afloat, enemy_afloat, MAX_SLOTS);
    view->enemy_sunk = (uint8_t)(view->rules.ships - afloat);
    view->status = *status;
}

/* If ships may not touch, the connected hits around the last cell of a sunk ship are that ship, and
 * all their other neighbours are water. */
void view_mark_water(const struct view *view, struct track *track, int cell)
{
    int width = view->rules.width, height = view->rules.height;
    int left = cell % width, right = left, top = cell / width, bottom = top;

    while (left > 0 && cellset_has(&track->hit, top * width + left - 1))
        left--;
    while (right < width - 1 && cellset_has(&track->hit, top * width + right + 1))
        right++;
    while (top > 0 && cellset_has(&track->hit, (top - 1) * width + cell % width))
        top--;
    while (bottom < height - 1 && cellset_has(&track->hit, (bottom + 1) * width + cell % width))
        bottom++;
    for (int row = top - 1; row <= bottom + 1; row++)
        for (int column = left - 1; column <= right + 1; column++)
            if (row >= 0 && row < height && column >= 0 && column < width &&
                !cellset_has(&track->hit, row * width + column))
                cellset_add(&track->water, row * width + column);
}

/* Under `smoke = sweep`, an enemy sweep clears every screen that it overlaps. */
static void clear_swept_screens(struct view *view, int swept)
{
    struct fleet *own = &view->own;
    int area[4], screen[4], kept = 0, area_count = view_area_cells(&view->rules, swept, area);
    uint16_t cleared[MAX_SLOTS];

    own->cleared = 0;
    for (int i = 0; i < own->screens; i++) {
        int count = view_area_cells(&view->rules, own->screen[i], screen);
        bool touched = false;

        for (int j = 0; j < count; j++)
            for (int k = 0; k < area_count; k++)
                touched |= screen[j] == area[k];
        if (touched)
            cleared[own->cleared++] = own->screen[i];
        else
            own->screen[kept++] = own->screen[i];
    }
    own->screens = (uint8_t)kept;
    memcpy(own->screen + kept, cleared, own->cleared * sizeof *cleared);
}

static void note_sighting(struct view *view, const struct event *event, bool is_hint)
{
    if (view->sightings < MAX_SIGHTINGS)
        view->sighting[view->sightings++] =
            (struct sighting){event->cell,
                              (uint16_t)view->tracking.shots,
                              is_hint,
                              event->answer == ANSWER_HIT || is_hint,
                              view->enemy_screens,
                              view->enemy_raised != 0};
}

static void note_own_raise(struct view *view, const struct move *move)
{
    struct fleet *own = &view->own;
    struct placement at = move->placement;
    int slot = view->rules.ships;

    own->extra = move->ship < view->rules.ships ? view->rules.fleet[move->ship]
                                                : rules_new_ship(&view->rules);
    own->slots = (uint8_t)(slot + 1);
    at.vertical &= own->extra.length > 1;
    add_ship(view, slot, at, own->extra.length);
    view->stock.radar = view->stock.smoke = view->stock.unlocked = view->stock.fresh = 0;
    view->stock.raised = 1;
    view->stock.salvo++;
}

static void note_own_event(struct view *view, const struct move *move, const struct event *event)
{
    struct stock *stock = &view->stock;

    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        break;
    case EVENT_RADAR:
        stock->radar--;
        note_sighting(view, event, false);
        break;
    case EVENT_SMOKE:
        stock->smoke--;
        view->own.screen[view->own.screens++] = event->cell;
        view->own.shield = view->rules.smoke == SMOKE_SHIELD ? view->own.screens : 0;
        break;
    case EVENT_HINT:
        stock->hints--;
        stock->misses = 0;
        note_sighting(view, event, true);
        break;
    case EVENT_RAISE:
        note_own_raise(view, move);
        break;
    case EVENT_GAIN:
        stock->sunk++;
        stock->smoke = (uint8_t)(stock->smoke + (event->answer & SPECIAL_SMOKE ? 1 : 0));
        stock->unlocked |= event->answer & (SPECIAL_ARTILLERY | SPECIAL_TORPEDO);
        stock->fresh |= event->answer & (SPECIAL_ARTILLERY | SPECIAL_TORPEDO);
        if (event->answer && view->rules.announce == ANNOUNCE_NONE && view->tracking.shots > 0)
            cellset_add(&view->tracking.gained,
                        view->tracking.order[view->tracking.shots - 1].cell);
        break;
    case EVENT_LOST:
        break;
    }
}

static void note_enemy_event(struct view *view, const struct event *event)
{
    if (event->kind == EVENT_RADAR && view->rules.smoke == SMOKE_SWEEP) {
        clear_swept_screens(view, event->cell);
    } else if (event->kind == EVENT_SMOKE) {
        view->enemy_screens++;
    } else if (event->kind == EVENT_RAISE) {
        view->enemy_raised = (uint8_t)(event->ship + 1);
        view->enemy_raised_after = (uint16_t)view->tracking.shots;
        view->enemy_afloat[event->ship]++;
    }
}

void view_event(struct view *view, int mover, const struct move *move, const struct event *event)
{
    if (event->kind == EVENT_SHOT && mover == view->side)
        view_add_answer(view, event);
    else if (event->kind == EVENT_SHOT)
        view_add_shot(view, event);
    else if (mover == view->side)
        note_own_event(view, move, event);
    else
        note_enemy_event(view, event);
}

/* Consumes the unlock before the sinkings of this very move can renew it. */
void view_use(struct view *view, int mover, const struct move *move)
{
    uint8_t used = move->kind == MOVE_ARTILLERY ? SPECIAL_ARTILLERY
                   : move->kind == MOVE_TORPEDO ? SPECIAL_TORPEDO
                                                : 0;

    if (mover == view->side) {
        view->stock.unlocked &= (uint8_t)~used;
        view->stock.fresh &= (uint8_t)~used;
    }
}

static void count_misses(struct stock *stock, const struct outcome *outcome)
{
    bool shot = false;

    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind != EVENT_SHOT)
            continue;
        shot = true;
        if (event->answer == ANSWER_HIT || event->answer == ANSWER_SUNK) {
            stock->misses = 0;
            return;
        }
    }
    if (shot && stock->misses < UINT8_MAX)
        stock->misses++;
}

void view_settle(struct view *view, const struct outcome *outcome)
{
    struct stock *stock = &view->stock;

    view_settle_status(view, outcome);
    if (outcome->mover == view->side) {
        view->own.cleared = 0;
        if (view->rules.hints)
            count_misses(stock, outcome);
        if (outcome->turn_over) {
            if (view->rules.unlock == UNLOCK_TURN)
                stock->unlocked &= stock->fresh;
            stock->fresh = 0;
        }
    } else if (outcome->turn_over) {
        view->own.shield = 0;
        /* A sunk fleet keeps its last salvo for the last move under equal-turns. */
        if (view->rules.salvo && view->own.afloat)
            stock->salvo = (uint8_t)count_afloat(view);
    }
}

void view_note(struct view *view, const struct move *move, const struct outcome *outcome)
{
    bool lost = outcome->count > 0 && outcome->event[0].kind == EVENT_LOST;

    if (!lost)
        view_use(view, outcome->mover, move);
    for (int i = 0; i < outcome->count; i++)
        view_event(view, outcome->mover, move, &outcome->event[i]);
    view_settle(view, outcome);
}

void view_print_fleet(const struct view *view, struct writer *writer)
{
    layout_print(&view->own.layout, &view->rules, writer);
    if (view->own.slots > view->rules.ships) {
        writer_format(writer, ", %s ", view->own.extra.name);
        placement_print(view->own.layout.ship[view->rules.ships], &view->rules, writer);
    }
}

enum mark view_tracking_mark(const struct view *view, int cell)
{
    const struct track *track = &view->tracking;

    if (cellset_has(&track->hit, cell))
        return MARK_HIT;
    if (cellset_has(&track->shot, cell) && view->rules.tracking == TRACKING_EASY)
        return MARK_MISS;
    return cellset_has(&track->water, cell) ? MARK_WATER : MARK_UNKNOWN;
}
