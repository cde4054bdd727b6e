/* admiral: learns where this enemy places its ships, and shoots there.
 *
 * It shoots the cell with the highest chance of a ship under a prior learned from the earlier
 * rounds of the match (enemy_prior.h). Once few layouts are left, it lists them, weighted by the
 * prior, and looks ahead as endgame does (shot_tree.h). It plays like endgame as long as nothing
 * distinguishes the enemy from one that places uniformly, and under rules that cannot be counted
 * with weights. With special moves it plans like endgame and aims by the prior.
 *
 * It forgets everything when the match ends. Against a person it also expects what people do, and
 * it learns from the fleets of earlier games that it is given (bot_study). */
#include "bots/best_move.h"
#include "bots/bot.h"
#include "bots/enemy_prior.h"
#include "bots/fleet_plan.h"
#include "bots/shot_tree.h"

#include <stdio.h>
#include <stdlib.h>

extern const struct bot_kind bot_admiral;

enum {
    LAYOUTS = 5000,
    MOST_LAYOUTS = 1000000,
    STEPS_PER_LAYOUT = 1000, /* for listing; far more than any position takes */
    WEIGHTED_LAYOUTS = 1500,
    WEIGHTED_POLICY = 2,
};

struct admiral_state {
    struct bot *endgame;
    struct enemy_prior *prior; /* NULL if it does not apply */
    struct fleet_plan *fleet;  /* NULL to place uniformly */
    struct layout_list list;
    struct shot_tree *tree;
    struct evidence evidence;
    struct hit_chances chances; /* for special moves */
    uint64_t layouts;           /* the option */
    bool layouts_set;
    bool random_fleet; /* the option */
    bool person;       /* the option: expect the fleets of a person, whoever plays */
    unsigned without;  /* the option: a set of models to leave out */
    bool no_race;      /* the option without=race */
    bool started;      /* the prior has been started for this round */
    bool failed;       /* the prior cannot be counted in this round */
};

static const struct {
    const char *name;
    int model;
} models[] = {{"frequency", PRIOR_FREQUENCY},
              {"reaction", PRIOR_REACTION},
              {"human", PRIOR_HUMAN},
              {"area", PRIOR_AREA},
              {"repeat", PRIOR_MODELS}};

static enum error set_without(struct admiral_state *state, struct slice value,
                              struct message *message)
{
    if (slice_is(value, "race")) {
        state->no_race = true;
        return OK;
    }
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
        if (slice_is(value, models[i].name)) {
            state->without |= 1u << models[i].model;
            return OK;
        }
    return error_set(ERR_RANGE, message,
                     "admiral: without must be 'frequency', 'reaction', 'human', 'area', 'repeat' "
                     "or 'race', not '%s'",
                     slice_quote(value).text);
}

static enum error admiral_option(struct bot *bot, struct slice key, struct slice value,
                                 struct message *message)
{
    struct admiral_state *state = bot->state;

    if (slice_is(key, "without"))
        return set_without(state, value, message);
    if (slice_is(key, "fleet"))
        return bot_option_either(bot, key, value, "random", "chosen", &state->random_fleet,
                                 message);
    if (slice_is(key, "enemy"))
        return bot_option_either(bot, key, value, "person", "bot", &state->person, message);
    if (!slice_is(key, "layouts"))
        return error_set(ERR_UNKNOWN, message,
                         "admiral has no option '%s'; its options are layouts=N, fleet=chosen, "
                         "fleet=random, enemy=person and without=MODEL",
                         slice_quote(key).text);
    if (!slice_number(value, MOST_LAYOUTS, &state->layouts))
        return error_set(ERR_RANGE, message,
                         "admiral: layouts must be a number from 0 to %d, not '%s'", MOST_LAYOUTS,
                         slice_quote(value).text);
    state->layouts_set = true;
    return OK;
}

static void admiral_release(struct bot *bot)
{
    struct admiral_state *state = bot->state;

    bot_free(state->endgame);
    enemy_prior_free(state->prior);
    fleet_plan_free(state->fleet);
    layout_list_free(&state->list);
    shot_tree_free(state->tree);
}

static void admiral_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct admiral_state *state = bot->state;
    char spec[64];

    admiral_release(bot);
    state->endgame = NULL;
    if (!state->layouts_set)
        state->layouts = LAYOUTS;
    snprintf(spec, sizeof spec, "endgame:fleet=random:layouts=%d", (int)state->layouts);
    if (bot_new(spec, &state->endgame, NULL) != OK)
        state->endgame = NULL;
    else
        bot_match_start(state->endgame, terms);
    state->prior =
        enemy_prior_applies(terms->rules)
            ? enemy_prior_new(terms->rules, state->person || terms->enemy_is_person, state->without)
            : NULL;
    state->fleet = state->random_fleet ? NULL : fleet_plan_new(terms->rules);
    layout_list_init(&state->list, (uint32_t)state->layouts);
    state->tree = shot_tree_new(&endgame_settings);
    state->started = false;
}

static void admiral_study(struct bot *bot, const struct layout *fleet)
{
    struct admiral_state *state = bot->state;

    if (state->prior)
        enemy_prior_study(state->prior, fleet);
}

static void admiral_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct admiral_state *state = bot->state;

    state->started = state->failed = false;
    if (state->endgame)
        bot_round_start(state->endgame, view, round);
}

static enum broken admiral_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    struct admiral_state *state = bot->state;
    enum error error = state->fleet ? fleet_plan_draw(state->fleet, &bot->rng, layout)
                                    : layout_random(&view->rules, &bot->rng, layout);

    return error ? BROKEN_PLACEMENT : BROKEN_NONE;
}

static enum broken play_like_endgame(struct bot *bot, const struct view *view, struct move *move)
{
    struct admiral_state *state = bot->state;
    enum broken broken;

    state->endgame->rng = bot->rng;
    broken = bot_act(state->endgame, view, move);
    bot->rng = state->endgame->rng;
    return broken;
}

static int likeliest_cell(const struct admiral_state *state, const struct view *view)
{
    int best = NO_CELL;

    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            (best == NO_CELL ||
             enemy_prior_chance(state->prior, cell) > enemy_prior_chance(state->prior, best)))
            best = cell;
    return best;
}

/* Are there few enough layouts to list them? Looking ahead is slower with weights. */
static bool are_few(struct admiral_state *state)
{
    static const double uniform = 0.999;
    double weight[PRIOR_MODELS + 1];
    uint64_t most = state->layouts;

    if (most == 0 || !state->tree)
        return false;
    enemy_prior_weights(state->prior, weight);
    if (weight[PRIOR_UNIFORM] < uniform && most > WEIGHTED_LAYOUTS)
        most = WEIGHTED_LAYOUTS;
    return enemy_prior_has_at_most(state->prior, most);
}

/* Has the enemy already shot in a race, so that we know how many shots it took? */
static bool knows_goal(const struct admiral_state *state, const struct view *view)
{
    return view->rules.race && view->status.first != view->side && !state->no_race;
}

/* How many misses we can afford and still take fewer shots than the enemy took. */
static int count_spare(const struct admiral_state *state, const struct view *view)
{
    int left = -state->evidence.hits; /* ship cells that are still to be hit */

    for (int c = 0; c < state->evidence.classes; c++)
        left += state->evidence.ship_class[c].count * state->evidence.ship_class[c].length;
    return view->status.shots[1 - view->side] - 1 - view->tracking.shots - left;
}

/* Lists the layouts and looks ahead; NO_CELL if that is not possible. */
static int look_ahead(struct admiral_state *state, const struct view *view)
{
    uint64_t steps = STEPS_PER_LAYOUT * (state->layouts + 1000);

    if (layout_list_fill(&state->list, &state->evidence, steps) != OK ||
        enemy_prior_weigh(state->prior, &state->evidence, &state->list) != OK ||
        shot_tree_load(state->tree, &state->list, &state->evidence) != OK)
        return NO_CELL;
    if (knows_goal(state, view))
        shot_tree_race(state->tree, count_spare(state, view));
    return shot_tree_best(state->tree, state->list.weighted ? WEIGHTED_POLICY : ENDGAME_POLICY);
}

/* Should we shoot by the prior, and not like endgame? Starts the prior with the first shot of a
 * round, when the enemy's wrecks are known. */
static bool prior_matters(struct admiral_state *state, const struct view *view)
{
    if (!state->prior || state->failed)
        return false;
    if (!state->started)
        state->failed = enemy_prior_start(state->prior, view) != OK;
    state->started = true;
    return !state->failed && (knows_goal(state, view) || !enemy_prior_is_uniform(state->prior));
}

/* Plays like endgame, but aims by the prior and sweeps only if no cell is likely. A positive sweep
 * cannot be counted with weights: until hits explain it, endgame aims too. */
static enum broken act_with_specials(struct bot *bot, const struct view *view, struct move *move)
{
    static const double likely = 0.25;
    struct admiral_state *state = bot->state;
    enum broken broken = play_like_endgame(bot, view, move);
    struct hit_chances *chances = &state->chances;
    struct move shot;

    if (broken || move->kind == MOVE_SMOKE || !prior_matters(state, view) ||
        evidence_from_view(view, &state->evidence, NULL) != OK || state->evidence.blocks > 0)
        return broken;
    if (enemy_prior_update(state->prior, &state->evidence) != OK) {
        state->failed = true;
        return broken;
    }
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        chances->chance[cell] =
            cellset_has(&view->tracking.shot, cell) ? 0 : enemy_prior_chance(state->prior, cell);
    if (best_move_shot(chances, view, &shot) >= likely || move->kind != MOVE_RADAR)
        *move = shot;
    return broken;
}

static enum broken admiral_act(struct bot *bot, const struct view *view, struct move *move)
{
    static const double certain = 1 - 1e-6;
    struct admiral_state *state = bot->state;
    int best, better = NO_CELL;

    if (!state->endgame)
        return BROKEN_MEMORY;
    if (view->rules.specials)
        return act_with_specials(bot, view, move);
    if (!prior_matters(state, view))
        return play_like_endgame(bot, view, move);
    if (evidence_from_view(view, &state->evidence, NULL) != OK ||
        enemy_prior_update(state->prior, &state->evidence) != OK) {
        state->failed = true;
        return play_like_endgame(bot, view, move);
    }
    best = likeliest_cell(state, view);
    if (enemy_prior_chance(state->prior, best) < certain && are_few(state))
        better = look_ahead(state, view);
    move_fire(move, better == NO_CELL ? best : better);
    return BROKEN_NONE;
}

static void admiral_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    struct admiral_state *state = bot->state;

    (void)round;
    if (state->prior)
        enemy_prior_learn(state->prior, view);
    if (state->fleet)
        fleet_plan_learn(state->fleet, view);
}

const struct bot_kind bot_admiral = {
    .name = "admiral",
    .authors = "Broadside",
    .summary = "endgame that learns where the enemy puts its ships",
    .plays = FEATURE_ALL,
    .learns = true,
    .state_size = sizeof(struct admiral_state),
    .option = admiral_option,
    .release = admiral_release,
    .match_start = admiral_match_start,
    .study = admiral_study,
    .round_start = admiral_round_start,
    .place = admiral_place,
    .act = admiral_act,
    .round_end = admiral_round_end,
};
