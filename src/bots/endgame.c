/* endgame: plays like exact until few layouts are left, then lists them all and looks ahead.
 *
 * Shooting the likeliest cell is the best choice for the next shot alone. Once the layouts can be
 * listed, endgame compares the leading cells by the exact number of misses to come (shot_tree.h).
 *
 * With special moves or hints it compares moves of all kinds by the expected number of turns
 * (turn_plan.h). Under salvo, and where exact cannot count, it plays like exact.
 *
 * It places a fleet that lasts long (fleet_choice.h); `fleet=random` places it uniformly. */
#include "bots/best_move.h"
#include "bots/exact.h"
#include "bots/fleet_choice.h"
#include "bots/shot_tree.h"
#include "bots/turn_plan.h"

#include <stdlib.h>

extern const struct bot_kind bot_endgame;

enum {
    LAYOUTS = 5000,
    MOST_LAYOUTS = 1000000,
    STEPS_PER_LAYOUT = 1000, /* for listing; far more than any position takes */
    LISTED_PER_PLANNED = 8,  /* with special moves: a long list is thinned out this much */
};

struct endgame_state {
    struct bot *exact;
    uint64_t layouts; /* the option */
    bool layouts_set;
    bool listed;        /* the layouts have been listed in this round, so few are left */
    uint64_t ways;      /* to swap ships with the same name; exact counts each as a layout */
    uint64_t list_most; /* layouts to list */
    struct layout_list list;
    struct shot_tree *tree;
    struct turn_plan *plan; /* NULL without special moves and hints */
    struct fleet_choice *fleet;
    bool random_fleet; /* the option */
    struct evidence evidence;
};

static enum error endgame_option(struct bot *bot, struct slice key, struct slice value,
                                 struct message *message)
{
    struct endgame_state *state = bot->state;

    if (slice_is(key, "fleet"))
        return bot_option_either(bot, key, value, "random", "chosen", &state->random_fleet,
                                 message);
    if (!slice_is(key, "layouts"))
        return error_set(
            ERR_UNKNOWN, message,
            "endgame has no option '%s'; its options are layouts=N, fleet=chosen and fleet=random",
            slice_quote(key).text);
    if (!slice_number(value, MOST_LAYOUTS, &state->layouts))
        return error_set(ERR_RANGE, message,
                         "endgame: layouts must be a number from 0 to %d, not '%s'", MOST_LAYOUTS,
                         slice_quote(value).text);
    state->layouts_set = true;
    return OK;
}

static void endgame_release(struct bot *bot)
{
    struct endgame_state *state = bot->state;

    bot_free(state->exact);
    layout_list_free(&state->list);
    shot_tree_free(state->tree);
    turn_plan_free(state->plan);
    fleet_choice_free(state->fleet);
}

/* How many ways there are to swap ships with the same name. */
static uint64_t count_ways(const struct rules *rules)
{
    uint64_t ways = 1;

    for (int i = 0; i < rules->ships; i++) {
        uint64_t same = 1;

        for (int k = 0; k < i; k++)
            same += rules->fleet[k].kind == rules->fleet[i].kind;
        ways = ways > UINT32_MAX ? ways : ways * same;
    }
    return ways;
}

static void endgame_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct endgame_state *state = bot->state;
    bool has_plan = terms->rules->specials || terms->rules->hints;

    endgame_release(bot);
    state->exact = NULL;
    if (!state->layouts_set)
        state->layouts = LAYOUTS;
    if (bot_new("exact", &state->exact, NULL) != OK)
        state->exact = NULL;
    else
        bot_match_start(state->exact, terms);
    state->list_most = state->layouts * (has_plan ? LISTED_PER_PLANNED : 1);
    state->plan = has_plan ? turn_plan_new() : NULL;
    state->fleet = state->random_fleet ? NULL : fleet_choice_new(terms->rules);
    layout_list_init(&state->list, (uint32_t)state->list_most);
    state->tree = shot_tree_new(&endgame_settings);
    state->ways = count_ways(terms->rules);
}

static void endgame_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct endgame_state *state = bot->state;

    state->listed = false;
    if (state->exact)
        bot_round_start(state->exact, view, round);
}

/* Plays as exact does. */
static enum broken play_like_exact(struct bot *bot, const struct view *view, struct move *move)
{
    struct endgame_state *state = bot->state;
    enum broken broken;

    state->exact->rng = bot->rng;
    broken = bot_act(state->exact, view, move);
    bot->rng = state->exact->rng;
    return broken;
}

/* Lists the layouts and chooses a move; false if that is not possible. */
static bool look_ahead(struct endgame_state *state, const struct view *view, struct move *move)
{
    uint64_t steps = STEPS_PER_LAYOUT * (state->list_most + 1000);
    int cell = NO_CELL;

    if (evidence_from_view(view, &state->evidence, NULL) != OK ||
        layout_list_fill(&state->list, &state->evidence, steps) != OK)
        return false;
    if (state->plan) {
        uint32_t most = (uint32_t)state->layouts;

        if (state->list.layouts > most)
            most = (most + 1) / 2; /* of a thinned-out list, half as many are as good */
        if (turn_plan_load(state->plan, &state->list, &state->evidence, view, most) != OK)
            return false;
        turn_plan_choose(state->plan, move);
        return true;
    }
    if (state->tree && shot_tree_load(state->tree, &state->list, &state->evidence) == OK)
        cell = shot_tree_best(state->tree, ENDGAME_POLICY);
    if (cell != NO_CELL)
        move_fire(move, cell);
    return cell != NO_CELL;
}

static enum broken endgame_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    struct endgame_state *state = bot->state;

    return fleet_choice_draw(state->fleet, &view->rules, &bot->rng, layout) == OK
               ? BROKEN_NONE
               : BROKEN_PLACEMENT;
}

static enum broken endgame_act(struct bot *bot, const struct view *view, struct move *move)
{
    struct endgame_state *state = bot->state;

    if (!state->exact)
        return BROKEN_MEMORY;
    if (state->plan && best_move_call(view, &bot->rng, move))
        return BROKEN_NONE;
    if (!state->listed) {
        enum broken broken = play_like_exact(bot, view, move);
        uint64_t layouts = exact_layouts(state->exact);

        if (broken || layouts == 0 || layouts == UINT32_MAX ||
            layouts / state->ways > state->list_most)
            return broken;
    }
    if (look_ahead(state, view, move)) {
        state->listed = true;
        return BROKEN_NONE;
    }
    return state->listed ? play_like_exact(bot, view, move) : BROKEN_NONE;
}

const struct bot_kind bot_endgame = {
    .name = "endgame",
    .authors = "Broadside",
    .summary = "exact that looks ahead when few layouts are left",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct endgame_state),
    .option = endgame_option,
    .release = endgame_release,
    .match_start = endgame_match_start,
    .round_start = endgame_round_start,
    .place = endgame_place,
    .act = endgame_act,
};
