/* Measures how we place our fleet (bots/fleet_plan.h).
 *
 *     build/release/bench/placement shooter BOT [MATCHES [ROUNDS [STYLE]]]
 *
 * We place by a plan, the bot shoots and may learn, and the plan learns, for ROUNDS rounds (1000)
 * of each of MATCHES matches (20). Prints the mean number of the bot's shots by part of the match,
 * with its error over the matches, how often each style was used, and its mean. With STYLE only
 * that style is used after the first round. BOT may be `learner` or `learner:DECAY`: exact with the
 * frequencies of our placements so far as its prior. After each round, earlier placements keep this
 * part of their weight.
 *
 * Without arguments: heatmap, 20 matches of 100 rounds.
 *
 *     build/release/bench/placement frontier [FLEETS [NAME]]
 *
 * The shots that `exact` needs against several ways to choose a fleet: first as a stranger, then if
 * it knows how often we place each ship where (from FLEETS fleets, 4000 by default, in all eight
 * symmetries).
 *
 *     build/release/bench/placement strategy LAYOUTS STRENGTH...
 *
 * Computes mixed strategies: the best of LAYOUTS random layouts by one game of `exact`, minus a
 * penalty for each place, which is STRENGTH times the logarithm of how much likelier than in a
 * random fleet the strategy makes it. For one pair of numbers it prints the penalties, in tenths of
 * a shot; `strategy 24 4` gives the table of bots/stranger_fleet.c. */
#include "bench.h"
#include "bots/fleet_plan.h"
#include "bots/stranger_fleet.h"
#include "bots/trial.h"
#include "infer/exact_count.h"
#include "rules/game.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED = 1, PARTS = 3 };
static const int part_end[PARTS] = {10, 100, INT_MAX};

static struct game game;

static void give_up(const char *why)
{
    fprintf(stderr, "placement: %s\n", why);
    exit(1);
}

struct tally {
    double count, sum, squares;
};

static void tally_add(struct tally *tally, double value)
{
    tally->count++;
    tally->sum += value;
    tally->squares += value * value;
}

static double tally_mean(const struct tally *tally)
{
    return tally->count > 0 ? tally->sum / tally->count : 0;
}

static double tally_error(const struct tally *tally)
{
    double mean = tally_mean(tally), n = tally->count;

    return n > 1 ? sqrt(fabs(tally->squares / n - mean * mean) / (n - 1)) : 0;
}

/* --- a shooter with a prior --------------------------------------------------------------------*/

/* Shoots like exact, with the frequencies of our placements as its prior. A weight of PRIOR draws
 * is spread evenly over the places of each ship. */
enum { PRIOR = 6, BUDGET = 100000000, SLOTS = 1 << 20 };

struct prior_shooter {
    struct exact_count exact;
    struct evidence evidence;
    struct ship_weights weights;
    double count[MAX_SLOTS][2][EXACT_CELLS], total;
    uint64_t key[SLOTS]; /* of positions whose best cell is known */
    uint8_t best[SLOTS];
};
static struct prior_shooter prior;

static void prior_clear(void)
{
    memset(&prior, 0, sizeof prior);
}

/* Counts a layout, after earlier ones have lost some weight. */
static void prior_count(const struct rules *rules, const struct layout *layout, double decay)
{
    for (int kind = 0; decay < 1 && kind < rules->ships; kind++)
        for (int i = 0; i < 2 * EXACT_CELLS; i++)
            prior.count[kind][i / EXACT_CELLS][i % EXACT_CELLS] *= decay;
    prior.total = prior.total * decay + 1;
    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement at = layout->ship[ship];

        prior.count[rules->fleet[ship].kind][at.vertical][at.row * rules->width + at.column]++;
    }
}

/* Turns the counts into weights. */
static void prior_set(const struct rules *rules)
{
    for (int ship = 0; ship < rules->ships; ship++) {
        int kind = rules->fleet[ship].kind, length = rules->fleet[ship].length;
        int places = (rules->width - length + 1) * rules->height +
                     (rules->height - length + 1) * rules->width;

        for (int i = 0; i < 2 * EXACT_CELLS; i++)
            prior.weights.at[kind][i / EXACT_CELLS][i % EXACT_CELLS] =
                (float)((prior.count[kind][i / EXACT_CELLS][i % EXACT_CELLS] +
                         (double)PRIOR / places) /
                        (prior.total + PRIOR));
    }
    memset(prior.key, 0, sizeof prior.key);
}

static int prior_cell(const struct view *view)
{
    double chance[EXACT_CELLS];
    uint64_t key = 1;
    int best = NO_CELL;

    for (int i = 0; i < view->tracking.shots; i++)
        key = rng_mix_seed(key, (uint64_t)view->tracking.order[i].cell << 8 |
                                    (uint64_t)view->tracking.order[i].answer);
    key |= 1;
    if (prior.key[key % SLOTS] == key)
        return prior.best[key % SLOTS];
    if (evidence_from_view(view, &prior.evidence, NULL) != OK ||
        exact_count_run_weighted(&prior.exact, &prior.evidence, &prior.weights, BUDGET, NULL) != OK)
        give_up("cannot count");
    exact_count_chances(&prior.exact, chance);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (!cellset_has(&view->tracking.shot, cell) &&
            (best == NO_CELL || chance[cell] > chance[best]))
            best = cell;
    prior.key[key % SLOTS] = key;
    prior.best[key % SLOTS] = (uint8_t)best;
    return best;
}

/* --- a shooter ---------------------------------------------------------------------------------*/

/* The bot shoots at the layout; if it is NULL, the shooter with a prior does. Leaves the game in
 * `game`. Returns the number of shots. */
static int play_round(struct bot *bot, const struct rules *rules, const struct layout *layout,
                      uint64_t round)
{
    struct layout own;
    struct message message;

    game_init_solo(&game, rules);
    if (bot) {
        bot_round_start(bot, &game.view[SIDE_A], round);
        bot_place(bot, &game.view[SIDE_A], &own);
    }
    if (game_place(&game, SIDE_B, layout, &message) != OK)
        give_up(message.text);
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move = {0};

        if (!bot)
            move_fire(&move, prior_cell(&game.view[SIDE_A]));
        if ((bot && bot_act(bot, &game.view[SIDE_A], &move) != BROKEN_NONE) ||
            game_apply_legal(&game, &move, &outcome, &message) != OK)
            give_up("the bot broke the rules");
        if (bot)
            bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
    }
    if (bot)
        bot_round_end(bot, &game.view[SIDE_A], round);
    return game_status(&game)->shots[SIDE_A];
}

struct style_tally {
    struct tally of[FLEET_STYLES];
};

static void play_match(const char *spec, const struct rules *rules, int match, int rounds,
                       enum fleet_style only, struct tally *parts, struct style_tally *styles,
                       double *seconds)
{
    struct match_terms terms = {
        .rules = rules, .rounds = (uint64_t)rounds, .seed = rng_mix_seed(SEED, (uint64_t)match)};
    struct tally part[PARTS] = {{0}};
    struct fleet_plan *plan = fleet_plan_new(rules);
    struct message message;
    struct bot *bot = NULL;
    double decay = 0;

    if (strncmp(spec, "learner", 7) == 0)
        decay = spec[7] == ':' ? strtod(spec + 8, NULL) : 1;
    if (!plan)
        give_up("out of memory");
    if (decay == 0 && bot_new(spec, &bot, &message) != OK)
        give_up(message.text);
    fleet_plan_only(plan, only);
    prior_clear();
    if (bot)
        bot_match_start(bot, &terms);
    for (int round = 1; round <= rounds; round++) {
        struct layout layout;
        struct rng rng;
        double start = bench_cpu_seconds();
        int shots, p = 0;

        rng_derive(&rng, &(struct seed){.number = SEED}, "fleet", (uint64_t)match, (uint64_t)round);
        if (fleet_plan_draw(plan, &rng, &layout) != OK)
            give_up("cannot place the fleet");
        *seconds += bench_cpu_seconds() - start;
        if (bot)
            rng_derive(&bot->rng, &(struct seed){.number = SEED}, "bot", (uint64_t)match,
                       (uint64_t)round);
        else
            prior_set(rules);
        shots = play_round(bot, rules, &layout, (uint64_t)round);
        if (!bot)
            prior_count(rules, &layout, decay);
        start = bench_cpu_seconds();
        fleet_plan_learn(plan, &game.view[SIDE_B]);
        *seconds += bench_cpu_seconds() - start;
        while (round > part_end[p])
            p++;
        tally_add(&part[p], shots);
        tally_add(&styles[p].of[fleet_plan_style(plan)], shots);
    }
    for (int p = 0; p < PARTS; p++)
        if (part[p].count > 0)
            tally_add(&parts[p], tally_mean(&part[p]));
    if (bot)
        bot_match_end(bot, 0, 0, 0);
    bot_free(bot);
    fleet_plan_free(plan);
}

static void measure_shooter(const char *spec, int matches, int rounds, enum fleet_style only)
{
    static const char *const names[PARTS] = {"1-10", "11-100", "101-"};
    const struct rules *rules = rules_find("tournament");
    struct tally parts[PARTS] = {{0}};
    struct style_tally styles[PARTS] = {{{{0}}}};
    double seconds = 0;

    for (int match = 1; match <= matches; match++)
        play_match(spec, rules, match, rounds, only, parts, styles, &seconds);
    printf("%s: %d matches of %d rounds, seed %d, %.2f ms a round\n%-10s %-16s", spec, matches,
           rounds, SEED, 1e3 * seconds / matches / rounds, "rounds", "shots");
    for (int style = 0; style < FLEET_STYLES; style++)
        printf(" %12s", fleet_plan_style_name((enum fleet_style)style));
    putchar('\n');
    for (int p = 0; p < PARTS; p++) {
        double all = 0;

        printf("%-10s %5.2f +- %-7.2f", names[p], tally_mean(&parts[p]), tally_error(&parts[p]));
        for (int style = 0; style < FLEET_STYLES; style++)
            all += styles[p].of[style].count;
        for (int style = 0; style < FLEET_STYLES; style++)
            printf(" %4.0f %% %5.1f", all > 0 ? 100 * styles[p].of[style].count / all : 0,
                   tally_mean(&styles[p].of[style]));
        putchar('\n');
    }
}

/* --- the frontier ------------------------------------------------------------------------------*/

/* A way to choose a fleet against a stranger: the best of `layouts` random ones by the sum of
 * `games` games of the judge. If `layouts` is 0: as the plan does. */
struct chooser {
    const char *name;
    int layouts, games;
    const char *judge;
};

/* Named after the judge and the number of layouts. heatmap plays two games because its ties are
 * random. */
static const struct chooser choosers[] = {
    {"uniform", 1, 0, "heatmap"},
    {"heatmap-3", 3, 2, "heatmap:corners=no"},
    {"heatmap-8", 8, 2, "heatmap:corners=no"},
    {"heatmap-24", 24, 2, "heatmap:corners=no"},
    {"exact-3", 3, 1, "exact"},
    {"exact-8", 8, 1, "exact"},
    {"exact-24", 24, 1, "exact"},
    {"admiral", 0, 0, "heatmap"},
};
enum { CHOOSERS = sizeof choosers / sizeof choosers[0], FLIPS = 4, SYMMETRIES = 8 };

struct chooser_work {
    struct trial *trial;
    struct fleet_plan *plan;
};

static void choose_fleet(const struct chooser *chooser, const struct chooser_work *work,
                         const struct rules *rules, struct rng *rng, struct layout *layout)
{
    double most = 0;

    if (chooser->layouts == 0) {
        if (fleet_plan_stranger(work->plan, rng, layout) != OK)
            give_up("cannot place the fleet");
        return;
    }
    for (int i = 0; i < chooser->layouts; i++) {
        struct layout other;
        double shots = 0;

        if (layout_random(rules, rng, &other) != OK)
            give_up("cannot place the fleet");
        for (int game_number = 0; game_number < chooser->games; game_number++) {
            uint64_t seed = rng_next(rng);

            shots += trial_shots(work->trial, &other, rng_below(rng, FLIPS), seed);
        }
        if (i == 0 || shots > most) {
            most = shots;
            *layout = other;
        }
    }
}

/* The layout mirrored by the bits of `symmetry`, on a square board. */
static struct layout turn(const struct layout *layout, const struct rules *rules, int symmetry)
{
    struct layout turned = *layout;

    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement *at = &turned.ship[ship];
        int length = rules->fleet[ship].length - 1, column;

        if (symmetry & 1)
            at->column = (int16_t)(rules->width - 1 - at->column - (at->vertical ? 0 : length));
        if (symmetry & 2)
            at->row = (int16_t)(rules->height - 1 - at->row - (at->vertical ? length : 0));
        if (symmetry & 4) {
            column = at->column;
            at->column = at->row;
            at->row = (int16_t)column;
            at->vertical = !at->vertical;
        }
    }
    return turned;
}

static void measure_chooser(const struct chooser *chooser, const struct rules *rules, int fleets)
{
    struct chooser_work work = {trial_new(rules, chooser->judge), fleet_plan_new(rules)};
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = SEED};
    struct tally plain = {0}, informed = {0};
    double seconds;
    struct rng rng;
    struct bot *bot;

    if (!work.trial || !work.plan || bot_new("exact", &bot, NULL) != OK)
        give_up("out of memory");
    bot_match_start(bot, &terms);
    rng_seed(&rng, SEED);
    prior_clear();
    seconds = bench_cpu_seconds();
    for (int i = 0; i < fleets; i++) {
        struct layout layout, turned;

        choose_fleet(chooser, &work, rules, &rng, &layout);
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            turned = turn(&layout, rules, symmetry);
            prior_count(rules, &turned, 1);
        }
    }
    seconds = bench_cpu_seconds() - seconds;
    prior_set(rules);
    for (int i = 0; i < fleets / 2; i++) {
        struct layout layout;

        choose_fleet(chooser, &work, rules, &rng, &layout);
        layout = turn(&layout, rules, (int)rng_below(&rng, SYMMETRIES));
        tally_add(&plain, play_round(bot, rules, &layout, 1));
        tally_add(&informed, play_round(NULL, rules, &layout, 1));
    }
    printf("%-22s %5.2f +- %.2f %8.2f +- %.2f %10.2f\n", chooser->name, tally_mean(&plain),
           tally_error(&plain), tally_mean(&informed), tally_error(&informed),
           1e3 * seconds / fleets);
    fflush(stdout);
    trial_free(work.trial);
    fleet_plan_free(work.plan);
    bot_free(bot);
}

static void measure_frontier(int fleets, const char *only)
{
    const struct rules *rules = rules_find("tournament");

    printf("%d fleets to know, %d to shoot at, seed %d\n%-22s %-14s %-17s %s\n", fleets, fleets / 2,
           SEED, "fleet", "exact", "exact, informed", "ms a fleet");
    for (int i = 0; i < CHOOSERS; i++)
        if (!only || strstr(choosers[i].name, only))
            measure_chooser(&choosers[i], rules, fleets);
}

/* --- the mixed strategy ------------------------------------------------------------------------*/

/* A random layout and the shots that exact needs for it, in one game. */
struct judged_layout {
    struct layout layout;
    int shots;
};

enum { BANK = 40000, DRAWS = 40000, STEPS = 30 };
static struct judged_layout bank[BANK];
static double penalty[MAX_LENGTH + 1][STRANGER_CLASSES], usual[MAX_LENGTH + 1][STRANGER_CLASSES];

static void fill_bank(const struct rules *rules, struct rng *rng)
{
    struct trial *exact = trial_new(rules, "exact");

    if (!exact)
        give_up("out of memory");
    for (int i = 0; i < BANK; i++) {
        uint64_t seed = rng_next(rng);

        if (layout_random(rules, rng, &bank[i].layout) != OK)
            give_up("cannot place the fleet");
        bank[i].shots = trial_shots(exact, &bank[i].layout, rng_below(rng, 4), seed);
        for (int ship = 0; ship < rules->ships; ship++)
            usual[rules->fleet[ship].length]
                 [stranger_class(rules, rules->fleet[ship].length, bank[i].layout.ship[ship])]++;
    }
    trial_free(exact);
}

static double cost_of(const struct rules *rules, const struct layout *layout)
{
    double cost = 0;

    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        cost += penalty[length][stranger_class(rules, length, layout->ship[ship])];
    }
    return cost;
}

static const struct judged_layout *draw_from_bank(const struct rules *rules, int layouts,
                                                  struct rng *rng)
{
    const struct judged_layout *best = NULL;
    double most = 0;

    for (int i = 0; i < layouts; i++) {
        const struct judged_layout *other = &bank[rng_below(rng, BANK)];
        double value = other->shots - cost_of(rules, &other->layout);

        if (!best || value > most) {
            most = value;
            best = other;
        }
    }
    return best;
}

/* Finds the penalties by iteration: each place costs `strength` times the logarithm of how much
 * likelier the strategy makes it. */
static void solve(const struct rules *rules, int layouts, double strength, struct rng *rng)
{
    for (int step = 0; step < STEPS; step++) {
        double used[MAX_LENGTH + 1][STRANGER_CLASSES] = {{0}};

        for (int i = 0; i < DRAWS; i++) {
            const struct layout *layout = &draw_from_bank(rules, layouts, rng)->layout;

            for (int ship = 0; ship < rules->ships; ship++) {
                int length = rules->fleet[ship].length;

                used[length][stranger_class(rules, length, layout->ship[ship])]++;
            }
        }
        for (int length = 1; length <= MAX_LENGTH; length++)
            for (int c = 0; c < STRANGER_CLASSES; c++)
                if (usual[length][c] > 0)
                    penalty[length][c] += 0.3 * (strength * log((used[length][c] + 1) * BANK /
                                                                DRAWS / (usual[length][c] + 1)) -
                                                 penalty[length][c]);
    }
}

static void measure_solution(const struct rules *rules, int layouts, double strength,
                             struct rng *rng)
{
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = SEED};
    struct tally plain = {0}, informed = {0};
    struct bot *bot;

    if (bot_new("exact", &bot, NULL) != OK)
        give_up("out of memory");
    bot_match_start(bot, &terms);
    prior_clear();
    for (int i = 0; i < DRAWS; i++) {
        const struct judged_layout *drawn = draw_from_bank(rules, layouts, rng);
        struct layout turned = turn(&drawn->layout, rules, (int)rng_below(rng, SYMMETRIES));

        prior_count(rules, &turned, 1);
    }
    prior_set(rules);
    for (int i = 0; i < 1500; i++) {
        struct layout layout = turn(&draw_from_bank(rules, layouts, rng)->layout, rules,
                                    (int)rng_below(rng, SYMMETRIES));

        tally_add(&plain, play_round(bot, rules, &layout, 1));
        tally_add(&informed, play_round(NULL, rules, &layout, 1));
    }
    printf("best of %2d, strength %4.1f: %5.2f +- %.2f %8.2f +- %.2f\n", layouts, strength,
           tally_mean(&plain), tally_error(&plain), tally_mean(&informed), tally_error(&informed));
    fflush(stdout);
    bot_free(bot);
}

static void print_penalties(void)
{
    for (int length = 2; length <= 5; length++) {
        printf("    [%d] = {", length);
        for (int c = 0; c < STRANGER_CLASSES; c++)
            printf("%s%.0f", c ? ", " : "", 10 * penalty[length][c]);
        printf("},\n");
    }
}

static void compute_strategy(int pairs, char **pair)
{
    const struct rules *rules = rules_find("tournament");
    struct rng rng;

    rng_seed(&rng, SEED);
    fill_bank(rules, &rng);
    for (int i = 0; i + 1 < pairs; i += 2) {
        int layouts = atoi(pair[i]);
        double strength = strtod(pair[i + 1], NULL);

        if (layouts < 1)
            give_up("LAYOUTS must be at least 1");
        memset(penalty, 0, sizeof penalty);
        if (strength > 0)
            solve(rules, layouts, strength, &rng);
        measure_solution(rules, layouts, strength, &rng);
        if (pairs == 2)
            print_penalties();
    }
}

int main(int argc, char **argv)
{
    enum fleet_style only = FLEET_STYLES;

    if (argc > 1 && strcmp(argv[1], "frontier") == 0) {
        int fleets = argc > 2 ? atoi(argv[2]) : 4000;

        if (fleets < 2) /* half of them are shot at */
            give_up("FLEETS must be a number from 2 on");
        measure_frontier(fleets, argc > 3 ? argv[3] : NULL);
        return 0;
    }
    if (argc > 3 && strcmp(argv[1], "strategy") == 0) {
        compute_strategy(argc - 2, argv + 2);
        return 0;
    }
    if (argc > 1 && (argc < 3 || strcmp(argv[1], "shooter") != 0))
        give_up("usage: placement shooter BOT [MATCHES [ROUNDS [STYLE]]], placement frontier "
                "[FLEETS [NAME]] or placement strategy LAYOUTS STRENGTH...");
    for (int style = 0; argc > 5 && style < FLEET_STYLES; style++)
        if (strcmp(argv[5], fleet_plan_style_name((enum fleet_style)style)) == 0)
            only = (enum fleet_style)style;
    if (argc > 5 && only == FLEET_STYLES)
        give_up("there is no such style");
    measure_shooter(argc > 2 ? argv[2] : "heatmap", argc > 3 ? atoi(argv[3]) : 20,
                    argc > 4   ? atoi(argv[4])
                    : argc > 1 ? 1000
                               : 100,
                    only);
    return 0;
}
