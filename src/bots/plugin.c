/* Converts views to flat arrays, and moves and outcomes to text and back. Text that does not parse
 * counts as an illegal move or placement of the plugin. */
#include "bots/plugin.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_SIZE = 4096 };

/* Both interfaces use the same feature bits. */
_Static_assert((int)BROADSIDE_PLAYS_SALVO == (int)FEATURE_SALVO, "salvo");
_Static_assert((int)BROADSIDE_PLAYS_HIT_AGAIN == (int)FEATURE_HIT_AGAIN, "hit-again");
_Static_assert((int)BROADSIDE_PLAYS_SPECIALS == (int)FEATURE_SPECIALS, "specials");
_Static_assert((int)BROADSIDE_PLAYS_REINFORCE == (int)FEATURE_REINFORCE, "reinforce");
_Static_assert((int)BROADSIDE_PLAYS_RACE == (int)FEATURE_RACE, "race");
_Static_assert((int)BROADSIDE_PLAYS_WRECKS == (int)FEATURE_WRECKS, "wrecks");
_Static_assert((int)BROADSIDE_PLAYS_NO_TOUCH == (int)FEATURE_NO_TOUCH, "no-touch");
_Static_assert((int)BROADSIDE_PLAYS_UNNAMED == (int)FEATURE_UNNAMED, "unnamed");

struct plugin_state {
    const struct broadside_bot *table;
    void *self;
    struct bot_kind kind; /* built from the table */
    struct broadside_view view;
    unsigned char enemy[MAX_CELLS], own[MAX_CELLS], afloat[MAX_SLOTS];
};

static const struct broadside_view *flatten(struct plugin_state *state, const struct view *view)
{
    int cells = rules_cells(&view->rules);

    for (int cell = 0; cell < cells; cell++) {
        int slot = view->own.ship_at[cell];
        int shot = cellset_has(&view->incoming.shot, cell) ? BROADSIDE_SHOT : 0;

        state->own[cell] = (unsigned char)((slot == NO_SHIP ? 0 : slot + 1) | shot);
        state->enemy[cell] = cellset_has(&view->tracking.hit, cell)     ? BROADSIDE_HIT
                             : cellset_has(&view->tracking.shot, cell)  ? BROADSIDE_MISS
                             : cellset_has(&view->tracking.water, cell) ? BROADSIDE_WATER
                                                                        : BROADSIDE_UNKNOWN;
    }
    memcpy(state->afloat, view->enemy_afloat, sizeof state->afloat);
    state->view = (struct broadside_view){
        .size = sizeof state->view,
        .width = view->rules.width,
        .height = view->rules.height,
        .enemy = state->enemy,
        .own = state->own,
        .enemy_afloat = state->afloat,
        .enemy_sunk = view->enemy_sunk,
        .salvo = view_salvo(view),
        .radar = view->stock.radar,
        .smoke = view->stock.smoke,
        .artillery = (view->stock.unlocked & SPECIAL_ARTILLERY) != 0,
        .torpedo = (view->stock.unlocked & SPECIAL_TORPEDO) != 0,
        .hints = view->stock.hints,
    };
    return &state->view;
}

static void plugin_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct plugin_state *state = bot->state;
    struct broadside_ship fleet[MAX_SHIPS];
    char text[TEXT_SIZE];
    struct writer writer;

    if (!state->table->match_start)
        return;
    writer_init(&writer, text, sizeof text);
    rules_print(terms->rules, &writer);
    for (int i = 0; i < terms->rules->ships; i++)
        fleet[i] =
            (struct broadside_ship){terms->rules->fleet[i].name, terms->rules->fleet[i].length};
    state->table->match_start(state->self, &(struct broadside_match){
                                               .size = sizeof(struct broadside_match),
                                               .rules = text,
                                               .width = terms->rules->width,
                                               .height = terms->rules->height,
                                               .ships = terms->rules->ships,
                                               .fleet = fleet,
                                               .rounds = terms->rounds,
                                               .seed = terms->seed,
                                           });
}

static void plugin_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct plugin_state *state = bot->state;

    (void)view;
    if (state->table->round_start)
        state->table->round_start(state->self, round);
}

static enum broken plugin_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    struct plugin_state *state = bot->state;
    char text[TEXT_SIZE] = "";

    state->table->place(state->self, flatten(state, view), text, sizeof text);
    text[sizeof text - 1] = '\0';
    return layout_parse(slice_of(text), &view->rules, layout, NULL) == OK ? BROKEN_NONE
                                                                          : BROKEN_PLACEMENT;
}

static enum broken plugin_act(struct bot *bot, const struct view *view, struct move *move)
{
    struct plugin_state *state = bot->state;
    char text[TEXT_SIZE] = "";

    state->table->act(state->self, flatten(state, view), text, sizeof text);
    text[sizeof text - 1] = '\0';
    return move_parse(slice_of(text), &view->rules, move, NULL) == OK ? BROKEN_NONE : BROKEN_MOVE;
}

/* Calls `outcome` or `enemy_move` of the plugin. */
static void report_move(struct plugin_state *state, const struct view *view,
                        const struct move *move, const struct outcome *outcome,
                        void (*slot)(void *self, const struct broadside_view *view,
                                     const char *move, const char *outcome))
{
    char move_text[TEXT_SIZE], outcome_text[TEXT_SIZE];
    struct writer writer;

    if (!slot)
        return;
    writer_init(&writer, move_text, sizeof move_text);
    move_print(move, &view->rules, &writer);
    writer_init(&writer, outcome_text, sizeof outcome_text);
    outcome_print(outcome, &view->rules, &writer);
    slot(state->self, flatten(state, view), move_text, outcome_text);
}

static void plugin_outcome(struct bot *bot, const struct view *view, const struct move *move,
                           const struct outcome *outcome)
{
    struct plugin_state *state = bot->state;

    report_move(state, view, move, outcome, state->table->outcome);
}

static void plugin_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                              const struct outcome *outcome)
{
    struct plugin_state *state = bot->state;

    report_move(state, view, move, outcome, state->table->enemy_move);
}

static void plugin_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    struct plugin_state *state = bot->state;
    int winner = view->status.winner;

    if (state->table->round_end)
        state->table->round_end(state->self, round,
                                winner == NOBODY       ? 0
                                : winner == view->side ? 1
                                                       : -1);
}

static void plugin_match_end(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn)
{
    struct plugin_state *state = bot->state;

    if (state->table->match_end)
        state->table->match_end(state->self, won, lost, drawn);
}

static void plugin_release(struct bot *bot)
{
    struct plugin_state *state = bot->state;

    if (state->table->destroy && state->self)
        state->table->destroy(state->self);
}

static enum error check_table(const struct broadside_bot *table, struct message *message)
{
    if (table->abi_version != BROADSIDE_BOT_ABI)
        return error_set(ERR_MISMATCH, message,
                         "the plugin uses ABI version %u; this program needs %d",
                         table->abi_version, BROADSIDE_BOT_ABI);
    if (table->size < sizeof *table)
        return error_set(ERR_MISMATCH, message, "the plugin's table has %zu bytes instead of %zu",
                         table->size, sizeof *table);
    if (!table->act || !table->name)
        return error_set(ERR_MISMATCH, message, "the plugin has no %s",
                         table->act ? "name" : "act");
    return OK;
}

enum error plugin_new(const struct broadside_bot *table, struct bot **bot, struct message *message)
{
    struct plugin_state *state;
    enum error error = check_table(table, message);

    *bot = NULL;
    if (error)
        return error;
    state = calloc(1, sizeof *state);
    *bot = calloc(1, sizeof **bot);
    if (state && *bot && table->create)
        state->self = table->create();
    if (!state || !*bot || (table->create && !state->self)) {
        free(state);
        free(*bot);
        *bot = NULL;
        return error_set(ERR_MEMORY, message, "%s: out of memory", table->name);
    }
    state->table = table;
    state->kind = (struct bot_kind){
        .name = table->name,
        .authors = table->authors ? table->authors : "",
        .summary = table->summary ? table->summary : "",
        .plays = table->plays & FEATURE_ALL,
        .learns = true, /* assume it does */
        .release = plugin_release,
        .match_start = plugin_match_start,
        .round_start = plugin_round_start,
        .place = table->place ? plugin_place : NULL,
        .act = plugin_act,
        .outcome = plugin_outcome,
        .enemy_move = plugin_enemy_move,
        .round_end = plugin_round_end,
        .match_end = plugin_match_end,
    };
    (*bot)->kind = &state->kind;
    (*bot)->state = state;
    rng_seed(&(*bot)->rng, 0);
    return OK;
}
