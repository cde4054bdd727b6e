/* exact: shoots the cell that is covered by the most layouts that explain everything seen so far.
 *
 * The chances are exact where the layouts can be counted, and sampled otherwise (src/infer). Ties
 * go to the first cell in reading order. Mean on classic, 100,000 uniform boards: 44.5 shots. With
 * special moves or hints it makes the best move as best_move.h defines it; under salvo it only
 * fires.
 *
 * Most games of a match start alike, so the best cell of each counted position is cached from game
 * to game. This only saves time: the best cell depends on nothing but the position. */
#include "bots/exact.h"

#include "bots/best_move.h"
#include "bots/search_cell.h"
#include "infer/sampler.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_MEGABYTES = 24, RETRY_SHOTS = 6, MAX_SWEEPS = 10000 };

/* Boards of more than EXACT_CELLS are searched as search_cell.h says, and with at most FEW_SHIPS
 * afloat they are counted in well under a millisecond. */
enum { FEW_SHIPS = 4, LARGE_STEPS = 500000 };

struct cached_cell {
    uint64_t key;
    uint16_t cell;
    uint32_t layouts; /* as exact_layouts gives them */
};

struct exact_state {
    struct posterior *posterior;
    struct evidence evidence;
    struct best_move *best_move; /* NULL without special moves and hints */
    struct cached_cell *cache;
    uint64_t slots; /* a power of two; 0 without a cache */
    uint64_t megabytes;
    bool cache_set;
    int chains, sweeps; /* of the sampler; 0 for the default */
    /* After counting took too long, do not try again before this shot or the next sinking. */
    int skip_until, skip_sunk;
    /* The shots in the key of the last position, and the two halves of the key. */
    int read;
    uint64_t misses, hits;
    struct shot known[MAX_CELLS];
    uint32_t layouts; /* of the last position */
};

static enum error exact_option(struct bot *bot, struct slice key, struct slice value,
                               struct message *message)
{
    static const struct {
        const char *name, *unit;
        uint64_t least, most;
    } options[] = {{"cache", "number of megabytes", 0, 4096},
                   {"chains", "number", 2, MAX_CHAINS},
                   {"sweeps", "number", 1, MAX_SWEEPS}};
    struct exact_state *state = bot->state;
    uint64_t number;

    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (!slice_is(key, options[i].name))
            continue;
        if (!slice_number(value, options[i].most, &number) || number < options[i].least)
            return error_set(ERR_RANGE, message, "exact: %s must be a %s from %d to %d, not '%s'",
                             options[i].name, options[i].unit, (int)options[i].least,
                             (int)options[i].most, slice_quote(value).text);
        if (i == 0) {
            state->megabytes = number;
            state->cache_set = true;
        } else {
            *(i == 1 ? &state->chains : &state->sweeps) = (int)number;
        }
        return OK;
    }
    return error_set(ERR_UNKNOWN, message,
                     "exact has no option '%s'; its options are cache=MB, chains=N and sweeps=N",
                     slice_quote(key).text);
}

static void exact_release(struct bot *bot)
{
    struct exact_state *state = bot->state;

    posterior_free(state->posterior);
    free(state->cache);
    free(state->best_move);
}

static void exact_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct exact_state *state = bot->state;
    uint64_t bytes = (state->cache_set ? state->megabytes : CACHE_MEGABYTES) << 20;

    exact_release(bot);
    state->posterior = posterior_new();
    state->best_move = state->posterior && (terms->rules->specials || terms->rules->hints)
                           ? calloc(1, sizeof *state->best_move)
                           : NULL;
    state->slots = 0;
    for (uint64_t slots = 1; slots * sizeof *state->cache <= bytes; slots *= 2)
        state->slots = slots;
    state->cache = state->slots ? calloc((size_t)state->slots, sizeof *state->cache) : NULL;
    if (!state->cache)
        state->slots = 0; /* play on without a cache */
}

static void exact_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct exact_state *state = bot->state;

    (void)view;
    (void)round;
    if (state->posterior)
        posterior_clear(state->posterior);
    state->skip_until = 0;
    state->skip_sunk = 0;
    state->read = 0;
    state->misses = 0;
    state->hits = 1;
}

/* A hash of the position: misses in any order, hits in order. Never 0. Only the shots that are new
 * since the last call are read. */
static uint64_t position_key(struct exact_state *state, const struct view *view)
{
    const struct track *track = &view->tracking;

    if (state->read > track->shots ||
        memcmp(state->known, track->order, (size_t)state->read * sizeof state->known[0]) != 0) {
        state->read = 0;
        state->misses = 0;
        state->hits = 1;
    }
    for (; state->read < track->shots; state->read++) {
        const struct shot *shot = &track->order[state->read];

        state->known[state->read] = *shot;
        if (shot->answer == ANSWER_MISS)
            state->misses += rng_mix_seed(0, shot->cell);
        else
            state->hits = rng_mix_seed(state->hits, (uint64_t)shot->cell << 16 |
                                                        (uint64_t)shot->answer << 8 | shot->ship);
    }
    return rng_mix_seed(state->misses, state->hits) | 1;
}

static struct infer_budget move_budget(const struct exact_state *state, const struct view *view)
{
    struct infer_budget budget = infer_budget_move;

    if (rules_cells(&view->rules) > EXACT_CELLS)
        budget.steps = LARGE_STEPS;
    if (state->chains)
        budget.chains = state->chains;
    if (state->sweeps)
        budget.sweeps = state->sweeps;
    if (view->tracking.shots < state->skip_until && view->enemy_sunk == state->skip_sunk)
        budget.steps = 0;
    return budget;
}

/* The key covers only shots at the complete fleet. */
static bool can_be_cached(const struct exact_state *state, const struct view *view)
{
    return state->slots > 0 && !state->best_move && !view->rules.salvo && view->sightings == 0 &&
           !view->enemy_raised && !view->rules.wrecks && rules_cells(&view->rules) <= EXACT_CELLS &&
           move_budget(state, view).steps > 0;
}

/* The fallback without a posterior, when memory is short or the answers contradict each other. */
static int any_open_cell(struct bot *bot, const struct view *view)
{
    int cells = rules_cells(&view->rules), open = cells - view->tracking.shots;

    return cellset_nth_absent(&view->tracking.shot, cells,
                              (int)rng_below(&bot->rng, (uint32_t)open));
}

static void note_if_too_slow(struct exact_state *state, const struct view *view,
                             const struct infer_budget *budget, bool is_exact)
{
    if (budget->steps > 0 && !is_exact) {
        state->skip_until = view->tracking.shots + RETRY_SHOTS;
        state->skip_sunk = view->enemy_sunk;
    }
}

static enum error update_posterior(struct bot *bot, const struct view *view)
{
    struct exact_state *state = bot->state;
    struct infer_budget budget = move_budget(state, view);
    enum error error;

    if (!state->posterior)
        return ERR_MEMORY;
    error = posterior_update(state->posterior, view, &budget, &bot->rng, NULL);
    if (!error)
        note_if_too_slow(state, view, &budget, posterior_is_exact(state->posterior));
    return error;
}

/* Chooses a move under rules with special moves or hints. */
static void choose_best_move(struct bot *bot, const struct view *view, struct move *move)
{
    struct exact_state *state = bot->state;
    struct best_move *work = state->best_move;

    work->posterior = state->posterior;
    work->budget = move_budget(state, view);
    if (best_move_choose(work, view, &bot->rng, move) == OK) {
        note_if_too_slow(state, view, &work->budget, work->chances.is_exact);
        state->layouts =
            work->chances.possible < UINT32_MAX ? (uint32_t)work->chances.possible : UINT32_MAX;
    } else {
        move_fire(move, any_open_cell(bot, view));
    }
}

/* Fires at the likeliest unshot cells. */
static void fire_salvo(struct bot *bot, const struct view *view, struct move *move)
{
    struct exact_state *state = bot->state;
    struct cellset named = view->tracking.shot;
    bool known = update_posterior(bot, view) == OK;

    move->kind = MOVE_FIRE;
    move->count = (uint8_t)view_salvo(view);
    for (int i = 0; i < move->count; i++) {
        int best = NO_CELL;

        for (int cell = 0; cell < rules_cells(&view->rules); cell++)
            if (!cellset_has(&named, cell) &&
                (best == NO_CELL || (known && posterior_probability(state->posterior, cell) >
                                                  posterior_probability(state->posterior, best))))
                best = cell;
        cellset_add(&named, best);
        move->cell[i] = (uint16_t)best;
    }
}

static uint32_t count_layouts(const struct exact_state *state)
{
    wide layouts = state->posterior ? posterior_layouts(state->posterior) : 0;

    return layouts < UINT32_MAX ? (uint32_t)layouts : UINT32_MAX;
}

uint32_t exact_layouts(const struct bot *bot)
{
    return ((const struct exact_state *)bot->state)->layouts;
}

/* NO_CELL if there is no posterior. */
static int choose_likeliest(struct bot *bot, const struct view *view)
{
    struct exact_state *state = bot->state;

    if (update_posterior(bot, view) != OK)
        return NO_CELL;
    state->layouts = count_layouts(state);
    return posterior_best(state->posterior);
}

/* Searches if no ship is damaged, and otherwise shoots the likeliest cell. If the announcements
 * tell what is afloat, searching needs no posterior; but with few ships, counting is quick, and
 * exact_layouts should be known. */
static int choose_on_large_board(struct bot *bot, const struct view *view)
{
    struct exact_state *state = bot->state;
    struct search_fleet fleet;
    int best = NO_CELL;
    bool is_known = evidence_from_view(view, &state->evidence, NULL) == OK &&
                    search_cell_read_fleet(&state->evidence, &fleet);

    if (!is_known || state->evidence.ships - view->enemy_sunk <= FEW_SHIPS)
        best = choose_likeliest(bot, view);
    if (!is_known && best == NO_CELL)
        return NO_CELL;
    if (!is_known)
        search_cell_expect_fleet(state->posterior, &fleet);
    if (fleet.damaged < 0.5) {
        int found = search_cell_choose(&state->evidence, &fleet, &bot->rng);

        best = found != NO_CELL ? found : best;
    }
    return best;
}

static enum broken exact_act(struct bot *bot, const struct view *view, struct move *move)
{
    struct exact_state *state = bot->state;
    struct cached_cell *slot = NULL;
    uint64_t key = 0;
    int best;

    state->layouts = 0;
    if (view->rules.salvo) {
        fire_salvo(bot, view, move);
        return BROKEN_NONE;
    }
    if (state->best_move) {
        choose_best_move(bot, view, move);
        return BROKEN_NONE;
    }
    if (can_be_cached(state, view)) {
        key = position_key(state, view);
        slot = &state->cache[(key >> 1) & (state->slots - 1)];
        if (slot->key == key) {
            move_fire(move, slot->cell);
            state->layouts = slot->layouts;
            return BROKEN_NONE;
        }
    }
    best = rules_cells(&view->rules) > EXACT_CELLS ? choose_on_large_board(bot, view)
                                                   : choose_likeliest(bot, view);
    if (best == NO_CELL)
        best = any_open_cell(bot, view);
    if (slot && state->layouts > 0)
        *slot = (struct cached_cell){key, (uint16_t)best, state->layouts};
    move_fire(move, best);
    return BROKEN_NONE;
}

const struct bot_kind bot_exact = {
    .name = "exact",
    .authors = "Broadside",
    .summary = "the likeliest cell or best move",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct exact_state),
    .option = exact_option,
    .release = exact_release,
    .match_start = exact_match_start,
    .round_start = exact_round_start,
    .act = exact_act,
};
