/* Thompson sampling over styles of placement. Each style has a mean result so far, in shots of the
 * enemy, with a prior from measurements like those below. Before each round a result is drawn for
 * every style, and the style with the best draw places the fleet. `repeat` and `change` start from
 * the best layouts so far. They are judged by how far they fall short of the results of these
 * layouts, so a single round in which an enemy sinks a repeated fleet at once counts a lot. Results
 * are forgotten slowly, and faster for a style in use, so that the plan notices when an enemy
 * starts to learn.
 *
 * Mean shots of the enemy in rounds 1 to 10, 11 to 100 and from 101 (bench/placement.c, 20 matches
 * of 1000 rounds, seed 1): exact 59.9, 68.1, 71.5; heatmap 55.9, 61.6, 64.1. docs/STRENGTH.md has
 * learning shooters too, and what was tried and dropped.
 *
 * Alone, 6 to 8 matches of 100 rounds, rounds 1 to 10 and 11 to 100, +- 0.3 to 1.0:
 *
 *                                     heatmap       exact         sparring:style=learn-ships-decay
 *   simulated                         58.7  62.0    57.9  65.9
 *   replay, best of 300               50.1  52.6    50.6  55.2    48.4  46.1
 *   replay, best of 50, 100 changes   53.1  57.3    53.4  58.8    51.0  46.2
 *   replay, best of 50, 300 changes   55.2  58.9    54.6  60.1    48.7  45.4
 */
#include "bots/fleet_plan.h"

#include "bots/fleet_choice.h"
#include "bots/hunt_order.h"
#include "bots/layout_search.h"
#include "bots/trial_pool.h"

#include <math.h>
#include <stdlib.h>

enum {
    KEPT = 24,       /* layouts remembered with their results */
    LEAST_SHOTS = 5, /* a round with fewer shots of the enemy says nothing */
    REPLAY_STARTS = 50,
    REPLAY_CHANGES = 200,
    COLD_STARTS = 50,
    COLD_CHANGES = 300,
};

/* What a style has been worth: a weighted number of rounds and the sum of their results. */
struct worth {
    double rounds, sum;
};

/* A layout that has been played. */
struct kept_layout {
    struct layout layout;
    double prior; /* the result that was expected the first time */
    double rounds, sum;
};

struct fleet_plan {
    struct rules rules;
    bool learns;
    struct fleet_choice *choice;
    struct trial_pool *pool;
    struct hunt_order order;
    struct worth worth[FLEET_STYLES];
    struct worth surprise; /* how far predictable styles fell short, beyond bad luck */
    int kept;
    struct kept_layout kept_layout[KEPT];
    double spread, spread_rounds; /* of the results of one layout: squares, and their weight */
    enum fleet_style only, style; /* the only one to use; that of the last layout */
    bool drawn;
    struct layout layout; /* the last one drawn */
    double expected;      /* its expected result */
    double promised;      /* the expected result of the kept layout that it started from */
};

/* What is assumed of a style before any round: its result compared with that of STYLE_STRANGER, in
 * shots on a board of 100 cells, and how many rounds this counts for. The last two styles are
 * compared with the expected result of the kept layout that they start from. */
struct style_fact {
    const char *name;
    double prior, weight;
};
static const struct style_fact facts[FLEET_STYLES] = {
    [STYLE_STRANGER] = {"stranger", 0, 2},   [STYLE_UNIFORM] = {"uniform", -5, 2},
    [STYLE_REPLAY] = {"replay", 4, 2},       [STYLE_COLD] = {"cold", 1, 2},
    [STYLE_SIMULATED] = {"simulated", 7, 2}, [STYLE_REPEAT] = {"repeat", 0, 2},
    [STYLE_CHANGE] = {"change", -5, 2},
};

/* The result of STYLE_STRANGER, and the standard deviation of results. If turns decide, hardly
 * anything is known of the former before the first round, so it has little weight. */
static const double stranger_shots = 50, result_sd = 8.6, weight_of_turns = 0.25;

/* The part of a style's results that remains after each round, and after a round that uses the
 * style; the part of a layout's results that remains when the layout is used again. */
static const double round_decay = 0.998, used_decay = 0.97, kept_decay = 0.9;

/* The variance between the layouts of a style, and that of the results of one layout, as assumed
 * before any has been played twice; how many rounds the latter assumption counts for. */
static const double between = 36, within = 36, within_weight = 4;

/* If a predictable style falls short by more than `bad_luck` shots, the enemy probably learns, and
 * the excess lowers the expected result of all predictable styles. Figures with and without this:
 * admiral 41.9 +- 1.6 and 36.3 +- 1.6 shots in rounds 1 to 10, 43.9 and 43.8 in 11 to 100 (4
 * matches of 100 rounds); sparring styles in 11 to 100: learn-ships 48.7 +- 0.4 and 47.7 +- 0.3,
 * learn-ships-decay 46.3 and 46.1 +- 0.5, learn-exact 46.7 and 48.1 +- 0.3; heatmap and exact
 * equal. */
static const double bad_luck = 10, surprise_decay = 0.9, surprise_weight = 2;

/* Thompson sampling draws with this part of the standard deviation. */
static const double caution = 0.7;

const char *fleet_plan_style_name(enum fleet_style style)
{
    return facts[style].name;
}

enum fleet_style fleet_plan_style(const struct fleet_plan *plan)
{
    return plan->style;
}

void fleet_plan_only(struct fleet_plan *plan, enum fleet_style style)
{
    plan->only = style;
}

struct fleet_plan *fleet_plan_new(const struct rules *rules)
{
    struct fleet_plan *plan = calloc(1, sizeof *plan);

    if (!plan)
        return NULL;
    plan->rules = *rules;
    plan->only = FLEET_STYLES;
    plan->learns = rules->touch && rules_cells(rules) <= HUNT_CELLS;
    plan->choice = plan->learns ? NULL : fleet_choice_new(rules);
    plan->pool = plan->learns ? trial_pool_new(rules) : NULL;
    if (!plan->choice && !plan->pool) {
        fleet_plan_free(plan);
        return NULL;
    }
    return plan;
}

void fleet_plan_free(struct fleet_plan *plan)
{
    if (plan) {
        fleet_choice_free(plan->choice);
        trial_pool_free(plan->pool);
    }
    free(plan);
}

/* --- what layouts and styles are worth ---------------------------------------------------------*/

/* Results scale with the board. */
static double scale_of(const struct fleet_plan *plan)
{
    return rules_cells(&plan->rules) / 100.0;
}

/* The mean result against the mixed strategy. */
static double base_of(const struct fleet_plan *plan)
{
    const struct worth *worth = &plan->worth[STYLE_STRANGER];
    double weight = facts[STYLE_STRANGER].weight;

    if (rules_turns_decide(&plan->rules))
        weight = weight_of_turns;
    return (weight * stranger_shots * scale_of(plan) + worth->sum) / (weight + worth->rounds);
}

/* The variance of the results of one layout. Small for an enemy without randomness. */
static double spread_of(const struct fleet_plan *plan)
{
    double scale = scale_of(plan);

    return (within_weight * within * scale * scale + plan->spread) /
           (within_weight + plan->spread_rounds);
}

/* The result to expect from a layout that has been played, and the variance of this estimate. */
static double value_of(const struct fleet_plan *plan, const struct kept_layout *kept,
                       double *variance)
{
    double scale = scale_of(plan), prior = 1 / (between * scale * scale);
    double data = kept->rounds / spread_of(plan);

    if (variance)
        *variance = 1 / (prior + data);
    return (prior * kept->prior + data * kept->sum / kept->rounds) / (prior + data);
}

/* What the simulated style gains if a known bot would have fired this share of the enemy's shots.
 * Two bots that count placements share 0.44 to 0.64 of their shots. A bot that searches at random
 * or in a fixed order shares 0.2 to 0.3 with them. */
static double simulated_gain(double likeness)
{
    static const double counting = 0.47, slope_below = 60, slope_above = 8, least = -8;
    double off = likeness - counting, gain = off * (off < 0 ? slope_below : slope_above);

    return gain > least ? gain : least;
}

/* Roughly normal with mean 0 and variance 1: a sum of uniform numbers, the same on every machine.
 */
static double draw_normal(struct rng *rng)
{
    uint64_t sum = 0;

    for (int i = 0; i < 12; i++)
        sum += rng_next(rng) >> 32;
    return (double)sum / 4294967296.0 - 6;
}

/* Draws a kept layout, usually the best one. */
static const struct kept_layout *draw_kept(const struct fleet_plan *plan, struct rng *rng)
{
    const struct kept_layout *best = NULL;
    double most = 0;

    for (int i = 0; i < plan->kept; i++) {
        double variance, value = value_of(plan, &plan->kept_layout[i], &variance);

        value += 0.4 * sqrt(variance) * draw_normal(rng);
        if (!best || value > most) {
            most = value;
            best = &plan->kept_layout[i];
        }
    }
    return best;
}

/* Does the style place in a way that an enemy could learn? */
static bool is_predictable(enum fleet_style style)
{
    return style != STYLE_STRANGER && style != STYLE_UNIFORM;
}

/* The result to expect from a style, given the layout that it would start from. */
static double mean_of(const struct fleet_plan *plan, enum fleet_style style,
                      const struct kept_layout *kept)
{
    const struct worth *worth = &plan->worth[style];
    double weight = facts[style].weight, prior = facts[style].prior, base = base_of(plan);
    bool from_kept = style == STYLE_REPEAT || style == STYLE_CHANGE;

    if (style == STYLE_SIMULATED)
        prior += simulated_gain(trial_pool_likeness(plan->pool));
    if (is_predictable(style))
        prior += plan->surprise.sum / (surprise_weight + plan->surprise.rounds) / scale_of(plan);
    if (from_kept)
        return value_of(plan, kept, NULL) +
               (weight * prior * scale_of(plan) + worth->sum) / (weight + worth->rounds);
    return (weight * (base + prior * scale_of(plan)) + worth->sum) / (weight + worth->rounds);
}

/* Thompson sampling: draws what each style may be worth, and takes the best. */
static enum fleet_style draw_style(const struct fleet_plan *plan, const struct kept_layout *kept,
                                   struct rng *rng)
{
    enum fleet_style best = STYLE_STRANGER;
    double most = 0;

    if (plan->only != FLEET_STYLES)
        return plan->only;
    for (int style = 0; style < FLEET_STYLES; style++) {
        double weight = facts[style].weight + plan->worth[style].rounds;
        double value = mean_of(plan, (enum fleet_style)style, kept) +
                       caution * result_sd * scale_of(plan) / sqrt(weight) * draw_normal(rng);

        if (style == 0 || value > most) {
            most = value;
            best = (enum fleet_style)style;
        }
    }
    return best;
}

/* --- the styles --------------------------------------------------------------------------------*/

static double replay_value(const void *model, const struct layout *layout)
{
    const struct fleet_plan *plan = model;

    return hunt_order_value(&plan->order, &plan->rules, layout);
}

static double cold_value(const void *model, const struct layout *layout)
{
    const struct fleet_plan *plan = model;

    return hunt_order_coldness(&plan->order, &plan->rules, layout);
}

enum error fleet_plan_stranger(struct fleet_plan *plan, struct rng *rng, struct layout *layout)
{
    if (!plan->learns)
        return fleet_choice_draw(plan->choice, &plan->rules, rng, layout);
    return trial_pool_stranger(plan->pool, rng, layout);
}

/* Moves a ship of a kept layout, or two, to where the enemy hunts late. */
static void change_kept(const struct fleet_plan *plan, const struct kept_layout *kept,
                        struct rng *rng, struct layout *layout)
{
    double most = 0;

    for (int i = 0; i < 4; i++) {
        struct layout other = kept->layout;
        double value;

        layout_search_move(&plan->rules, rng, &other);
        if (rng_below(rng, 4) == 0)
            layout_search_move(&plan->rules, rng, &other);
        value = replay_value(plan, &other);
        if (i == 0 || value > most) {
            most = value;
            *layout = other;
        }
    }
}

enum error fleet_plan_draw(struct fleet_plan *plan, struct rng *rng, struct layout *layout)
{
    const struct kept_layout *kept = plan->kept > 0 ? draw_kept(plan, rng) : NULL;
    enum error error = OK;

    if (!plan->learns)
        return fleet_plan_stranger(plan, rng, layout);
    if (kept) { /* from the second round on */
        error = trial_pool_improve(plan->pool, rng);
        if (error)
            return error;
    }
    plan->style = kept ? draw_style(plan, kept, rng) : STYLE_STRANGER;
    plan->expected = kept ? mean_of(plan, plan->style, kept) : base_of(plan);
    plan->promised = kept ? value_of(plan, kept, NULL) : 0;
    switch (plan->style) {
    case STYLE_STRANGER:
        error = fleet_plan_stranger(plan, rng, layout);
        break;
    case STYLE_REPLAY:
        error = layout_search_best(&plan->rules, replay_value, plan, REPLAY_STARTS, REPLAY_CHANGES,
                                   rng, layout);
        break;
    case STYLE_COLD:
        error = layout_search_best(&plan->rules, cold_value, plan, COLD_STARTS, COLD_CHANGES, rng,
                                   layout);
        break;
    case STYLE_SIMULATED:
        trial_pool_draw(plan->pool, rng, layout);
        break;
    case STYLE_REPEAT:
        *layout = kept->layout;
        break;
    case STYLE_CHANGE:
        change_kept(plan, kept, rng, layout);
        break;
    default:
        error = layout_random(&plan->rules, rng, layout);
        break;
    }
    plan->layout = *layout;
    plan->drawn = !error;
    return error;
}

/* --- learning ----------------------------------------------------------------------------------*/

/* How long the enemy took, or would have taken, to sink our fleet: in turns where they decide,
 * otherwise in shots. If the round ended before, add one for each ship cell that was not hit, and
 * five for each ship that was not found. */
static double result_of(const struct view *view)
{
    const struct rules *rules = &view->rules;
    int enemy = 1 - view->side, cells = rules_cells(rules), left = 0;
    double result =
        rules_turns_decide(rules) ? view->status.turns[enemy] : view->status.shots[enemy];

    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        left += view->own.left[ship] + (view->own.left[ship] == length ? 5 : 0);
    }
    result += left;
    return result < cells ? result : cells;
}

/* Remembers the result of the layout. If there is no room, the least promising layout goes. */
static void keep_layout(struct fleet_plan *plan, double result)
{
    struct kept_layout *at = NULL;
    double least = 0;

    for (int i = 0; i < plan->kept; i++) {
        struct kept_layout *kept = &plan->kept_layout[i];
        double value = value_of(plan, kept, NULL);

        if (layout_search_equal(&plan->rules, &kept->layout, &plan->layout)) {
            double off = result - kept->sum / kept->rounds;

            plan->spread =
                plan->spread * used_decay + off * off * kept->rounds / (kept->rounds + 1);
            plan->spread_rounds = plan->spread_rounds * used_decay + 1;
            kept->rounds = kept->rounds * kept_decay + 1;
            kept->sum = kept->sum * kept_decay + result;
            return;
        }
        if (!at || value < least) {
            least = value;
            at = kept;
        }
    }
    if (plan->kept < KEPT)
        at = &plan->kept_layout[plan->kept++];
    else if (plan->expected < least && result < least)
        return;
    *at = (struct kept_layout){plan->layout, plan->expected, 1, result};
}

void fleet_plan_learn(struct fleet_plan *plan, const struct view *view)
{
    struct worth *worth = &plan->worth[plan->style];
    double result;

    if (!plan->learns || !plan->drawn || view->incoming.shots < LEAST_SHOTS)
        return;
    plan->drawn = false;
    result = result_of(view);
    hunt_order_learn(&plan->order, view);
    trial_pool_learn(plan->pool, view);
    for (int style = 0; style < FLEET_STYLES; style++) {
        plan->worth[style].rounds *= round_decay;
        plan->worth[style].sum *= round_decay;
    }
    worth->rounds = worth->rounds * used_decay + 1;
    worth->sum = worth->sum * used_decay + result;
    if (plan->style == STYLE_REPEAT || plan->style == STYLE_CHANGE)
        worth->sum -= plan->promised;
    if (is_predictable(plan->style)) {
        double off = result - plan->expected + bad_luck * scale_of(plan);

        plan->surprise.rounds = plan->surprise.rounds * surprise_decay + 1;
        plan->surprise.sum = plan->surprise.sum * surprise_decay + (off < 0 ? off : 0);
    }
    keep_layout(plan, result);
}
