/* A guest that guesses the master seed (tests/misbehaving/seed_thief.c): without a secret it wins
 * every round in 17 shots, the cells of the fleet; with a secret it has no advantage.
 *
 * slow: starts dozens of processes */
#include "arena/match.h"
#include "arena/series.h"
#include "arena/sim.h"
#include "guest/guest.h"

#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { ROUNDS = 10, FLEET_CELLS = 17, PROGRAM_SIZE = 1 << 20 };

static const char thief[] = "./thief"; /* part of the seed in a simulation */
static const uint64_t numbers[] = {1, 42, 1234, 2024};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static struct guest_config config;
static const struct bot_opener opener = {guest_open, &config};

static struct seed seed_of(uint64_t number, bool has_secret)
{
    struct seed seed = {.number = number};
    struct message message;

    if (has_secret)
        assert_int_equal(seed_draw_secret(&seed, &message), OK);
    return seed;
}

static struct match match_terms(const char *a, const char *b, struct seed seed, bool is_paired)
{
    return (struct match){.rules = rules_find("classic"),
                          .bot = {a, b},
                          .rounds = ROUNDS,
                          .seed = seed,
                          .threads = 1,
                          .max_broken = 1,
                          .opener = &opener,
                          .is_paired = is_paired};
}

/* The thief's shots in a match. It never breaks a round. */
static uint64_t play_match(int side, uint64_t number, bool has_secret, bool is_paired)
{
    struct match match = match_terms(side ? "random" : thief, side ? thief : "random",
                                     seed_of(number, has_secret), is_paired);
    struct message message = {""};
    struct contest_match result;

    if (match_play(&match, &result, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(result.whole, ROUNDS);
    if (!has_secret)
        assert_int_equal(result.side[side].won, ROUNDS);
    return result.side[side].shots;
}

static uint64_t play_series(uint64_t number, bool has_secret)
{
    struct series series = {.match =
                                match_terms(thief, "random", seed_of(number, has_secret), true),
                            .rounds = 2 * ROUNDS,
                            .threads = 1,
                            .terms = {0, 20, 0.05, 0.05, ROUNDS}};
    struct message message = {""};
    struct series_result result;

    series.match.number = 1;
    if (series_play(&series, &result, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(result.sum.whole, 2 * ROUNDS);
    return result.sum.side[0].shots / 2;
}

static uint64_t play_sim(uint64_t number, bool has_secret)
{
    struct sim_terms terms = {.rules = rules_find("classic"),
                              .bot = {thief},
                              .bots = 1,
                              .placement = "uniform",
                              .games = ROUNDS,
                              .seed = seed_of(number, has_secret),
                              .threads = 1,
                              .opener = &opener};
    struct message message = {""};
    uint64_t shots = 0;
    struct sim *sim;

    if (sim_new(&terms, &sim, &message) != OK || sim_run(sim, &message) != OK)
        fail_msg("%s", message.text);
    for (int i = 0; i < ROUNDS; i++) {
        assert_int_equal(sim_games(sim, 0)[i].result, SIM_SUNK);
        shots += sim_games(sim, 0)[i].shots;
    }
    sim_free(sim);
    return shots;
}

static void without_a_secret_it_needs_17_shots(void **state)
{
    (void)state;
    for (int i = 0; i < NUMBERS; i++) {
        assert_int_equal(play_match(i % 2, numbers[i], false, false), ROUNDS * FLEET_CELLS);
        assert_int_equal(play_match(i % 2, numbers[i], false, true), ROUNDS * FLEET_CELLS);
    }
    assert_int_equal(play_series(42, false), ROUNDS * FLEET_CELLS);
    assert_int_equal(play_sim(42, false), ROUNDS * FLEET_CELLS);
}

/* A whole game of random shots takes 95. A loser fires fewer, but a fleet of 17 is never sunk in
 * less than 50 on average by chance. */
static void with_a_secret_it_shoots_at_random(void **state)
{
    (void)state;
    for (int i = 0; i < NUMBERS; i++) {
        assert_true(play_match(i % 2, numbers[i], true, false) > ROUNDS * 70);
        assert_true(play_match(i % 2, numbers[i], true, true) > ROUNDS * 70);
    }
    assert_true(play_series(42, true) > ROUNDS * 70);
    assert_true(play_sim(42, true) > ROUNDS * 80);
}

/* Copies the thief, which is beside this program, into a folder of its own. */
static bool make_thief(const char *self)
{
    static const char about[] = "{\"command\": [\"./seed_thief\", \"./thief\"]}";
    static char program[PROGRAM_SIZE];
    const char *slash = strrchr(self, '/');
    char path[4096];
    long size;

    snprintf(path, sizeof path, "%.*s/seed_thief", slash ? (int)(slash - self) : 1,
             slash ? self : ".");
    size = home_read(path, program, sizeof program);
    if (size <= 0 || size >= PROGRAM_SIZE || home_enter(NULL) != 0 || mkdir("thief", 0755) != 0)
        return false;
    home_write("thief/seed_thief", program, (unsigned long)size);
    home_write("thief/bot.json", about, sizeof about - 1);
    return chmod("thief/seed_thief", 0755) == 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_secret_it_needs_17_shots),
        cmocka_unit_test(with_a_secret_it_shoots_at_random),
    };
    struct message message;
    struct bot *bot = NULL;
    enum error error;
    int failed = 1;

    (void)argc;
    config = (struct guest_config){.limits = limits_default, .unsafe = true};
    config.limits.start_ms = config.limits.move_ms = config.limits.bank_ms = 60000;
    if (!make_thief(argv[0]))
        return 1;
    error = guest_open(&config, thief, &bot, &message);
    bot_free(bot);
    if (error == ERR_UNAVAILABLE) {
        printf("1..1\nok 1 - seed_thief # SKIP %s\n", message.text);
        failed = 0;
    } else {
        failed = cmocka_run_group_tests(tests, NULL, NULL);
    }
    home_leave(NULL);
    return failed;
}
