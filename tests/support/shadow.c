#include "support/shadow.h"

#include <string.h>

/* Compares member by member: padding need not be equal. */
static bool rules_same(const struct rules *a, const struct rules *b)
{
    return strcmp(a->name, b->name) == 0 && rules_equal(a, b);
}

static bool status_same(const struct status *a, const struct status *b)
{
    return a->started == b->started && a->over == b->over && a->first == b->first &&
           a->turn == b->turn && a->last_move == b->last_move && a->winner == b->winner &&
           a->reason == b->reason && memcmp(a->turns, b->turns, sizeof a->turns) == 0 &&
           memcmp(a->shots, b->shots, sizeof a->shots) == 0 &&
           memcmp(a->points, b->points, sizeof a->points) == 0;
}

static bool stock_same(const struct stock *a, const struct stock *b)
{
    return a->radar == b->radar && a->smoke == b->smoke && a->hints == b->hints &&
           a->unlocked == b->unlocked && a->fresh == b->fresh && a->sunk == b->sunk &&
           a->misses == b->misses && a->raised == b->raised && a->salvo == b->salvo;
}

static bool ship_same(const struct ship *a, const struct ship *b)
{
    return strcmp(a->name, b->name) == 0 && a->length == b->length && a->kind == b->kind;
}

static bool fleet_same(const struct fleet *a, const struct fleet *b, int cells)
{
    return memcmp(&a->layout, &b->layout, sizeof a->layout) == 0 && a->slots == b->slots &&
           memcmp(a->left, b->left, sizeof a->left) == 0 && a->afloat == b->afloat &&
           ship_same(&a->extra, &b->extra) && a->screens == b->screens && a->shield == b->shield &&
           memcmp(a->screen, b->screen, a->screens * sizeof a->screen[0]) == 0 &&
           memcmp(a->ship_at, b->ship_at, (size_t)cells) == 0;
}

static bool track_same(const struct track *a, const struct track *b)
{
    return memcmp(&a->shot, &b->shot, sizeof a->shot) == 0 &&
           memcmp(&a->hit, &b->hit, sizeof a->hit) == 0 &&
           memcmp(&a->water, &b->water, sizeof a->water) == 0 && a->shots == b->shots &&
           a->hits == b->hits && a->wasted == b->wasted &&
           memcmp(a->order, b->order, (size_t)a->shots * sizeof a->order[0]) == 0;
}

static bool sightings_same(const struct view *a, const struct view *b)
{
    if (a->sightings != b->sightings)
        return false;
    for (int i = 0; i < a->sightings; i++) {
        const struct sighting *x = &a->sighting[i], *y = &b->sighting[i];

        if (x->cell != y->cell || x->after != y->after || x->is_hint != y->is_hint ||
            x->found != y->found || x->screens != y->screens || x->raised != y->raised)
            return false;
    }
    return true;
}

const char *view_difference(const struct view *a, const struct view *b)
{
    int cells = rules_cells(&a->rules);

    if (!rules_same(&a->rules, &b->rules))
        return "rules";
    if (!status_same(&a->status, &b->status))
        return "status";
    if (a->side != b->side)
        return "side";
    if (a->enemy_screens != b->enemy_screens)
        return "enemy_screens";
    if (a->enemy_sunk != b->enemy_sunk)
        return "enemy_sunk";
    if (a->enemy_raised != b->enemy_raised || a->enemy_raised_after != b->enemy_raised_after)
        return "enemy_raised";
    if (memcmp(a->enemy_afloat, b->enemy_afloat, sizeof a->enemy_afloat) != 0)
        return "enemy_afloat";
    if (!stock_same(&a->stock, &b->stock))
        return "stock";
    if (!fleet_same(&a->own, &b->own, cells))
        return "own";
    if (!track_same(&a->incoming, &b->incoming))
        return "incoming";
    if (!track_same(&a->tracking, &b->tracking))
        return "tracking";
    return sightings_same(a, b) ? NULL : "sighting";
}

/* Counts the ships of each kind that are not wrecked. */
static void count_afloat(const struct view *view, uint8_t afloat[MAX_SLOTS])
{
    const struct rules *rules = &view->rules;
    uint64_t wrecked = rules->wrecks ? layout_wrecked(&view->own.layout, rules) : 0;

    memset(afloat, 0, MAX_SLOTS);
    for (int ship = 0; ship < rules->ships; ship++)
        if (!(wrecked >> ship & 1))
            afloat[rules->fleet[ship].kind]++;
}

void shadow_start(struct shadow *shadow, const struct game *game)
{
    for (int side = 0; side < 2; side++) {
        struct view *view = &shadow->view[side];
        uint8_t afloat[MAX_SLOTS];

        memset(view, 0xa5, sizeof *view);
        view_init(view, game_rules(game), side);
        view_place(view, &game->view[side].own.layout);
        count_afloat(&game->view[1 - side], afloat);
        view_start(view, game_status(game), afloat);
    }
}

void shadow_note(struct shadow *shadow, const struct move *move, const struct outcome *outcome)
{
    struct move seen_move = *move;
    struct outcome seen = *outcome;

    view_note(&shadow->view[outcome->mover], move, outcome);
    outcome_conceal(&seen_move, &seen);
    view_note(&shadow->view[1 - outcome->mover], &seen_move, &seen);
}

const char *shadow_difference(const struct shadow *shadow, const struct game *game)
{
    const char *difference = view_difference(&shadow->view[0], &game->view[0]);

    return difference ? difference : view_difference(&shadow->view[1], &game->view[1]);
}
