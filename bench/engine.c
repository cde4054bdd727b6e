/* Measures the speed of the engine, and shows whether it still plays the same games.
 *
 *     make bench
 *
 * Prints, on one core: whole games per second through the bot interface for every preset; the time
 * to apply one shot on 10x10 and on 30x30, and their ratio; the time to draw a uniform layout; and
 * a signature, a hash of all results for the seed, which changes only when the rules or the random
 * generator do. The best of several runs counts: other work on the machine only slows a run down.
 */
#include "arena/match.h"
#include "base/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SEED = 1, RUNS = 9 };

static uint64_t bench_games(const struct rules *rules, uint64_t rounds)
{
    struct match match = {.rules = rules,
                          .bot = {"random", "random"},
                          .rounds = rounds,
                          .seed = {.number = SEED},
                          .threads = 1,
                          .max_broken = 3};
    struct contest_match result;
    struct message message;
    double best = 1e9;

    for (int run = 0; run < RUNS; run++) {
        double start = clock_seconds(), seconds;

        if (match_play(&match, &result, &message) != OK) {
            printf("%s\n", message.text);
            return 0;
        }
        seconds = clock_seconds() - start;
        best = seconds < best ? seconds : best;
    }
    printf("games     %-16s %9.0f per second   %6.1f ns a shot   signature %016" PRIx64 "\n",
           rules->name, (double)rounds / best,
           1e9 * best / (double)(result.side[0].shots + result.side[1].shots), result.signature);
    return result.signature;
}

/* Fills in the cells of the board in random order. */
static void shuffle(uint16_t *cell, int cells, struct rng *rng)
{
    for (int i = 0; i < cells; i++)
        cell[i] = (uint16_t)i;
    for (int i = cells - 1; i > 0; i--) {
        uint32_t j = rng_below(rng, (uint32_t)i + 1);
        uint16_t other = cell[j];

        cell[j] = cell[i];
        cell[i] = other;
    }
}

/* Times game_apply_legal() alone: whole games with shots chosen in advance. */
static double bench_apply(const struct rules *rules, int games)
{
    static struct game fresh, game;
    static uint16_t order[2][MAX_CELLS];
    struct layout layout;
    struct outcome outcome;
    struct move move;
    struct rng rng;
    double best = 1e9;

    rng_seed(&rng, SEED);
    game_init(&fresh, rules, SIDE_A);
    for (int side = 0; side < 2; side++) {
        layout_random(rules, &rng, &layout);
        game_place(&fresh, side, &layout, NULL);
        shuffle(order[side], rules_cells(rules), &rng);
    }
    for (int run = 0; run < RUNS; run++) {
        uint64_t shots = 0;
        double start, seconds = 0;

        for (int i = 0; i < games; i++) {
            int at[2] = {0, 0};

            game = fresh;
            start = clock_seconds();
            while (!game_status(&game)->over) {
                int side = game_status(&game)->turn;

                move_fire(&move, order[side][at[side]++]);
                game_apply_legal(&game, &move, &outcome, NULL);
                shots++;
            }
            seconds += clock_seconds() - start;
        }
        seconds /= (double)shots;
        best = seconds < best ? seconds : best;
    }
    printf("apply     %-16s %9.1f ns a shot\n", rules->name, 1e9 * best);
    return best;
}

static void bench_layouts(const struct rules *rules, int layouts)
{
    struct layout layout;
    struct rng rng;
    double best = 1e9;

    for (int run = 0; run < RUNS; run++) {
        double start = clock_seconds(), seconds;

        rng_seed(&rng, SEED);
        for (int i = 0; i < layouts; i++)
            layout_random(rules, &rng, &layout);
        seconds = (clock_seconds() - start) / layouts;
        best = seconds < best ? seconds : best;
    }
    printf("layout    %-16s %9.2f us\n", rules->name, 1e6 * best);
}

int main(void)
{
    uint64_t signature = 0;
    double small, large;

    for (int i = 0; rules_preset(i); i++) {
        const struct rules *rules = rules_preset(i);

        signature = rng_mix_seed(
            signature, bench_games(rules, strcmp(rules->name, "classic") == 0 ? 200000 : 2000));
    }
    small = bench_apply(rules_find("classic"), 2000);
    large = bench_apply(rules_find("grid30"), 200);
    printf("apply     30x30 against 10x10: %.2f times\n", large / small);
    for (int i = 0; rules_preset(i); i++)
        bench_layouts(rules_preset(i),
                      strcmp(rules_preset(i)->name, "russian") == 0 ? 500 : 100000);
    printf("signature %016" PRIx64 " (seed %d)\n", signature, SEED);
    return 0;
}
