/* The same seed plays the same games, today and in every later version: a signature of 200 games of
 * random against random per preset. It may change only when rules or generator change, and then
 * this table changes in the same commit, with the reason. */
#include "arena/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static const struct {
    const char *rules;
    uint64_t signature;
} golden[] = {
    {"classic", 0xec44bdf0bffd50e9},    {"equal-turns", 0xd5e401156d1eb915},
    {"advanced", 0xdad3a938c023d20c},   {"advanced-strict", 0x4352da8ac804bbf5},
    {"tournament", 0xaeb37dcf68edc9d3}, {"grid20", 0x2605e48b8c551b71},
    {"grid30", 0xa0f0dee4fca0d26a},     {"salvo", 0x90fc72b6c6f7ba6d},
    {"russian", 0xf9f76b130c045d9f},
};

static void a_seed_gives_the_games_it_always_gave(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        struct match match = {.rules = rules_find(golden[i].rules),
                              .bot = {"random", "random"},
                              .rounds = 200,
                              .seed = {.number = 1},
                              .threads = 1,
                              .max_broken = 3};
        struct contest_match result;
        struct message message;

        assert_int_equal(match_play(&match, &result, &message), OK);
        if (result.signature != golden[i].signature)
            printf("{\"%s\", 0x%016llx},\n", match.rules->name,
                   (unsigned long long)result.signature);
        assert_true(result.signature == golden[i].signature);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_the_games_it_always_gave),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
