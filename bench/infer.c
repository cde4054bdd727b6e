/* Measures the speed of inference, of the bot `exact` and of the simulator, for classic rules.
 *
 *     make bench
 *
 * For each variant of the counting code that this processor has, and for a plain reference
 * (plain_count.h) as a measure that holds on any machine: the time to count the empty board, the
 * mean over all positions of 20 games, the slowest of the worst positions known, and the cost of
 * weights. Then the games per second of `exact` with its cache, over the first 3,000 boards, the
 * peak memory, and the games per second of the simulator on one thread and on two. Nothing is
 * stored from one count to the next, except by the bot. Measures processor time, which other work
 * on the machine affects little; only the comparison of two threads with one uses wall-clock time.
 * Where the work can be repeated, the best of several runs counts. */
#include "arena/boards.h"
#include "arena/sim.h"
#include "bench.h"
#include "infer/exact_count.h"
#include "infer/position.h"
#include "infer/posterior.h"
#include "plain_count.h"
#include "rules/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum {
    SEED = 1,
    RUNS = 5,
    GAMES = 20,
    MOST_POSITIONS = GAMES * 100,
    PLAIN_STEP = 25, /* the plain reference counts only every 25th position */
    MATCH = 3000
};

/* The slowest positions found by hill climbing over shots at random fleets: no player would get
 * into them. */
static const char *const worst[] = {
    "G1=miss C6=hit E5=hit E6=hit H8=hit C5=hit G4=hit I3=miss F9=miss A3=miss",
    "E1=miss A10=miss F5=hit H8=hit E9=miss D5=hit I4=hit D6=hit F6=hit A9=miss A8=miss "
    "H1=miss E7=miss A1=miss",
    "E6=hit C3=hit E7=hit B5=miss F6=hit G8=miss H4=hit F7=hit G9=miss",
};

static struct game game;
static struct view *positions;
static int position_count;
static struct posterior *posterior;

static void give_up(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

static double time_count(const struct view *view)
{
    struct message message;
    double start = bench_cpu_seconds();

    if (posterior_update(posterior, view, &infer_budget_default, NULL, &message) != OK)
        give_up(message.text);
    return bench_cpu_seconds() - start;
}

static double best_time(const struct view *view, int runs)
{
    double best = 1e9;

    for (int run = 0; run < runs; run++)
        best = fmin(best, time_count(view));
    return best;
}

static struct placer *new_placer(const struct rules *rules)
{
    static struct boards *boards;
    struct placer *placer = NULL;
    struct message message;

    if ((!boards && boards_new("uniform", rules, &(struct seed){.number = SEED}, NULL, &boards,
                               &message) != OK) ||
        boards_placer_new(boards, &placer, &message) != OK)
        give_up(message.text);
    return placer;
}

static void start_game(struct placer *placer, const struct rules *rules, uint64_t board)
{
    struct layout layout;
    struct message message;

    game_init_solo(&game, rules);
    if (boards_draw(placer, board, &layout, &message) != OK ||
        game_place(&game, SIDE_B, &layout, &message) != OK)
        give_up(message.text);
}

/* Collects all positions of 20 games. */
static void play_positions(const struct rules *rules)
{
    struct placer *placer = new_placer(rules);

    for (uint64_t board = 1; board <= GAMES; board++) {
        start_game(placer, rules, board);
        while (!game_status(&game)->over) {
            struct outcome outcome;
            struct message message;
            struct move move;

            positions[position_count++] = game.view[SIDE_A];
            time_count(&game.view[SIDE_A]);
            move_fire(&move, posterior_best(posterior));
            if (game_apply_legal(&game, &move, &outcome, &message) != OK)
                give_up(message.text);
        }
    }
    boards_placer_free(placer);
}

/* Times in seconds. */
struct figures {
    double empty, mean, sample, worst; /* sample: the mean over every 25th position */
};

static struct figures measure_variant(void)
{
    struct figures figures = {.mean = 1e9, .sample = 1e9};

    figures.empty = best_time(&positions[0], 4 * RUNS);
    for (int run = 0; run < RUNS; run++) {
        double all = 0, some = 0;

        for (int i = 0; i < position_count; i++) {
            double seconds = time_count(&positions[i]);

            all += seconds;
            some += i % PLAIN_STEP == 0 ? seconds : 0;
        }
        figures.mean = fmin(figures.mean, all / position_count);
        figures.sample = fmin(figures.sample, some * PLAIN_STEP / position_count);
    }
    for (size_t i = 0; i < sizeof worst / sizeof worst[0]; i++) {
        static struct view view;
        struct message message;

        if (position_parse(slice_of(worst[i]), &positions[0].rules, &view, &message) != OK)
            give_up(message.text);
        figures.worst = fmax(figures.worst, best_time(&view, 4 * RUNS));
    }
    return figures;
}

/* Checks the results as well: the same counts for every cell. */
static double time_plain(struct plain_count *plain, const struct view *view)
{
    static struct evidence evidence;
    double start, seconds;

    if (evidence_from_view(view, &evidence, NULL) != OK)
        give_up("a position that contradicts itself");
    start = bench_cpu_seconds();
    if (!plain_count_run(plain, &evidence))
        give_up("a position that the plain reference cannot count");
    seconds = bench_cpu_seconds() - start;
    time_count(view);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        if (posterior_cover(posterior, cell) != plain_count_cover(plain, cell))
            give_up("the plain reference counts differently");
    return seconds;
}

static struct figures measure_plain(void)
{
    struct plain_count *plain = malloc(sizeof *plain);
    struct figures figures = {0};

    if (!plain)
        give_up("out of memory");
    for (int i = 0; i < position_count; i += PLAIN_STEP) {
        double seconds = time_plain(plain, &positions[i]);

        figures.empty = i == 0 ? seconds : figures.empty;
        figures.sample += seconds * PLAIN_STEP / position_count;
    }
    free(plain);
    return figures;
}

/* How much longer do counts with weights take, over all positions? */
static double measure_weights(void)
{
    static struct ship_weights weights;
    static struct evidence evidence;
    struct exact_count *exact = calloc(1, sizeof *exact);
    double plain = 0, weighted = 0;
    struct rng rng;

    if (!exact)
        give_up("out of memory");
    rng_seed(&rng, SEED);
    for (int i = 0; i < MAX_SLOTS * 2 * EXACT_CELLS; i++)
        weights.at[i / 2 / EXACT_CELLS][i / EXACT_CELLS % 2][i % EXACT_CELLS] =
            (float)(1 + rng_below(&rng, 100));
    for (int i = 0; i < position_count; i++) {
        double start = bench_cpu_seconds(), middle;

        if (i == 0 || positions[i].tracking.shots == 0)
            continue; /* symmetry makes the plain count of the empty board a special case */
        if (evidence_from_view(&positions[i], &evidence, NULL) != OK ||
            exact_count_run(exact, &evidence, UINT64_MAX, NULL) != OK)
            give_up("a position cannot be counted");
        middle = bench_cpu_seconds();
        if (exact_count_run_weighted(exact, &evidence, &weights, UINT64_MAX, NULL) != OK)
            give_up("a position cannot be counted with weights");
        plain += middle - start;
        weighted += bench_cpu_seconds() - middle;
    }
    free(exact);
    return weighted / plain;
}

/* The seconds that `exact` takes for the first boards. */
static double match_time(const struct rules *rules)
{
    struct match_terms terms = {.rules = rules, .rounds = 1, .seed = SEED};
    struct placer *placer = new_placer(rules);
    struct message message;
    struct bot *bot;
    double start;

    if (bot_new("exact", &bot, &message) != OK)
        give_up(message.text);
    start = bench_cpu_seconds();
    bot_match_start(bot, &terms);
    for (uint64_t board = 1; board <= MATCH; board++) {
        rng_derive(&bot->rng, &(struct seed){.number = SEED}, "bot", board, 0);
        start_game(placer, rules, board);
        bot_round_start(bot, &game.view[SIDE_A], board);
        while (!game_status(&game)->over) {
            struct outcome outcome;
            struct move move = {0};

            if (bot_act(bot, &game.view[SIDE_A], &move) != BROKEN_NONE ||
                game_apply_legal(&game, &move, &outcome, &message) != OK)
                give_up("exact broke the rules");
            bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
        }
    }
    start = bench_cpu_seconds() - start;
    bot_free(bot);
    boards_placer_free(placer);
    return start;
}

static double match_speed(const struct rules *rules)
{
    double best = 1e9;

    for (int run = 0; run < RUNS; run++)
        best = fmin(best, match_time(rules));
    return MATCH / best;
}

static void bench_counting(const struct rules *rules)
{
    struct figures plain;

    positions = malloc(MOST_POSITIONS * sizeof *positions);
    posterior = posterior_new();
    if (!positions || !posterior)
        give_up("out of memory");
    play_positions(rules);
    plain = measure_plain();
    printf(
        "count     plain reference  empty %8.0f ms    mean %8.0f us    every 25th position of %d "
        "games\n",
        1e3 * plain.empty, 1e6 * plain.sample, GAMES);
    for (int i = 0; flat_count_variant(i); i++) {
        const char *name = flat_count_variant(i);
        struct figures figures;

        flat_count_force(name);
        figures = measure_variant();
        printf("count     %-16s empty %8.3f ms    mean %8.1f us    worst %6.2f ms    weights %.1f "
               "times\n",
               name, 1e3 * figures.empty, 1e6 * figures.mean, 1e3 * figures.worst,
               measure_weights());
        printf("ratio     %-16s empty %8.0f times mean %8.0f times as fast as the reference\n",
               name, plain.empty / figures.empty, plain.sample / figures.sample);
        printf("games     %-16s       %8.0f per second, first %d boards\n", name,
               match_speed(rules), MATCH);
    }
    flat_count_force(NULL);
    posterior_free(posterior);
    free(positions);
}

struct times {
    double cpu, wall;
};

static struct times sim_time(const struct rules *rules, const char *bot, uint64_t games,
                             int threads)
{
    struct sim_terms terms = {.rules = rules,
                              .bot = {bot},
                              .bots = 1,
                              .placement = "uniform",
                              .games = games,
                              .seed = {.number = SEED},
                              .threads = threads};
    struct message message;
    struct sim *sim;
    double start = bench_cpu_seconds();
    struct times times;

    if (sim_new(&terms, &sim, &message) != OK || sim_run(sim, &message) != OK)
        give_up(message.text);
    times = (struct times){bench_cpu_seconds() - start, sim_seconds(sim)};
    sim_free(sim);
    return times;
}

/* Alternates between one thread and two, so that other work affects both alike. */
static void bench_sim(const struct rules *rules, const char *bot, uint64_t games)
{
    struct times best[2] = {{1e9, 1e9}, {1e9, 1e9}};

    for (int run = 0; run < RUNS; run++)
        for (int i = 0; i < 2; i++) {
            struct times times = sim_time(rules, bot, games, i + 1);

            best[i].cpu = fmin(best[i].cpu, times.cpu);
            best[i].wall = fmin(best[i].wall, times.wall);
        }
    printf("sim       %-16s %9.0f per second   two threads: %.2f times as fast\n", bot,
           (double)games / best[0].cpu, best[0].wall / best[1].wall);
}

int main(void)
{
    const struct rules *rules = rules_find("classic");
    struct rusage usage;

    setvbuf(stdout, NULL, _IOLBF, 0);
    bench_counting(rules);
    getrusage(RUSAGE_SELF, &usage);
    printf("memory    peak             %9.0f MB\n", (double)usage.ru_maxrss / 1024);
    bench_sim(rules, "random", 100000);
    bench_sim(rules, "hunt", 50000);
    bench_sim(rules, "heatmap", 3000);
    return 0;
}
