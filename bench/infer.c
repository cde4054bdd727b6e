/* Measures the speed of inference, of the bot `exact` and of the simulator.
 *
 *     make bench
 *
 * Prints, for classic rules: the time to count the empty board; the time `exact` takes per position
 * of its own games, without and with its table of positions; its games per second from a cold start
 * and once warm; the peak memory; and the games per second of the simulator on one thread and on
 * two. Measures processor time, which other work on the machine affects little; only the comparison
 * of two threads with one uses wall-clock time. Where the work can be repeated, the best of several
 * runs counts. */
#include "arena/boards.h"
#include "arena/sim.h"
#include "bench.h"
#include "infer/posterior.h"
#include "rules/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { SEED = 1, RUNS = 5, PLAIN_GAMES = 5, BATCH = 1000, BATCHES = 3 };

static struct game game;

static void give_up(const char *why)
{
    fprintf(stderr, "bench: %s\n", why);
    exit(1);
}

static void bench_empty(const struct rules *rules)
{
    static struct view view;
    struct posterior *posterior = posterior_new();
    struct message message;
    double best = 1e9;

    if (!posterior)
        give_up("out of memory");
    view_init(&view, rules, SIDE_A);
    for (int run = 0; run < RUNS; run++) {
        double start = bench_cpu_seconds(), seconds;

        if (posterior_update(posterior, &view, &infer_budget_default, NULL, &message) != OK)
            give_up(message.text);
        seconds = bench_cpu_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    printf("count     empty board      %9.1f ms      %s layouts\n", 1e3 * best,
           wide_print(posterior_layouts(posterior)).text);
    posterior_free(posterior);
}

/* Time spent in a bot's moves. */
struct spent {
    double seconds, first; /* all moves; the first moves of the games */
    int positions, games;
};

static void play(struct bot *bot, struct placer *placer, uint64_t board, struct spent *spent)
{
    struct layout layout;
    struct message message;
    const struct rules *rules = rules_find("classic");
    bool is_first = true;

    if (boards_draw(placer, board, &layout, &message) != OK)
        give_up(message.text);
    rng_derive(&bot->rng, &(struct seed){.number = SEED}, "bot", board, 0);
    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[SIDE_A], board);
    if (game_place(&game, SIDE_B, &layout, &message) != OK)
        give_up(message.text);
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move = {0};
        double start = bench_cpu_seconds(), seconds;

        if (bot_act(bot, &game.view[SIDE_A], &move) != BROKEN_NONE)
            give_up("exact broke the rules");
        seconds = bench_cpu_seconds() - start;
        spent->seconds += seconds;
        spent->first += is_first ? seconds : 0;
        spent->positions++;
        is_first = false;
        if (game_apply_legal(&game, &move, &outcome, &message) != OK)
            give_up(message.text);
        bot_outcome(bot, &game.view[SIDE_A], &move, &outcome);
    }
    spent->games++;
}

static struct bot *start_bot(const char *name, const struct rules *rules)
{
    struct match_terms terms = {rules, 1, SEED};
    struct message message;
    struct bot *bot;

    if (bot_new(name, &bot, &message) != OK)
        give_up(message.text);
    bot_match_start(bot, &terms);
    return bot;
}

static void bench_positions(const struct rules *rules)
{
    struct bot *bot;
    struct boards *boards;
    struct placer *placer;
    struct message message;
    struct spent plain = {0};

    if (boards_new("uniform", rules, &(struct seed){.number = SEED}, NULL, &boards, &message) !=
            OK ||
        boards_placer_new(boards, &placer, &message) != OK)
        give_up(message.text);
    bot = start_bot("exact:cache=0", rules);
    for (uint64_t i = 1; i <= PLAIN_GAMES; i++)
        play(bot, placer, i, &plain);
    printf("position  no table         %9.3f ms      %.3f not counting empty boards\n",
           1e3 * plain.seconds / plain.positions,
           1e3 * (plain.seconds - plain.first) / (plain.positions - plain.games));
    bot_free(bot);
    bot = start_bot("exact", rules);
    for (int batch = 0; batch < BATCHES; batch++) {
        struct spent spent = {0};
        double start = bench_cpu_seconds();

        for (int i = 0; i < BATCH; i++)
            play(bot, placer, (uint64_t)(batch * BATCH + i + 1), &spent);
        printf("position  games %4d-%-4d  %9.3f ms      %.0f games per second\n", batch * BATCH + 1,
               (batch + 1) * BATCH, 1e3 * spent.seconds / spent.positions,
               BATCH / (bench_cpu_seconds() - start));
    }
    bot_free(bot);
    boards_placer_free(placer);
    boards_free(boards);
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
    bench_empty(rules);
    bench_positions(rules);
    getrusage(RUSAGE_SELF, &usage);
    printf("memory    peak             %9.0f MB\n", (double)usage.ru_maxrss / 1024);
    bench_sim(rules, "random", 100000);
    bench_sim(rules, "hunt", 50000);
    bench_sim(rules, "heatmap", 3000);
    return 0;
}
