/* Verdicts about guests as functions of measured values, on an idle machine and under load. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "guest/process_internal.h"

#define MS(number) ((uint64_t)(number)*1000)

static void only_the_guests_own_time_is_charged(void **state)
{
    static const struct {
        const char *what;
        struct process_time time;
        uint64_t charged_us, credit_us;
    } cases[] = {
        {"computing on an idle machine", {.took_us = MS(100), .cpu_us = MS(100)}, MS(100), 0},
        {"sleeping on an idle machine", {.took_us = MS(100)}, MS(100), 0},
        {"computing with one part in ten of a processor",
         {.took_us = MS(1000), .cpu_us = MS(100), .delay_us = MS(900)},
         MS(100),
         0},
        {"sleeping while others compute", {.took_us = MS(1000), .cpu_us = 50}, MS(1000), 0},
        {"sleeping, then waiting for a processor",
         {.took_us = MS(1000), .cpu_us = MS(1), .delay_us = MS(300)},
         MS(700),
         0},
        {"still waiting for a processor", {.took_us = MS(640), .starved_us = MS(640)}, MS(10), 0},
        {"the arena waited for a processor",
         {.took_us = MS(500), .cpu_us = MS(5), .arena_us = MS(200)},
         MS(300),
         0},
        {"both waited at the same time",
         {.took_us = MS(640), .cpu_us = MS(50), .delay_us = MS(600), .arena_us = MS(600)},
         MS(50),
         0},
        {"its threads wait for each other",
         {.took_us = MS(100), .cpu_us = MS(100), .delay_us = MS(300)},
         MS(100),
         0},
        {"two of its threads at once", {.took_us = MS(100), .cpu_us = MS(200)}, MS(100), 0},
        {"hardly any processor: a share is always charged",
         {.took_us = MS(6400), .delay_us = MS(6400)},
         MS(100),
         0},
        {"answers since the baseline were charged before",
         {.took_us = MS(100), .unnoted_us = MS(400), .cpu_us = MS(500)},
         MS(100),
         0},
        {"and what they waited is made up for",
         {.took_us = MS(100), .unnoted_us = MS(400), .cpu_us = MS(410), .delay_us = MS(80)},
         MS(20),
         0},
        {"the rest of it is a credit",
         {.took_us = MS(64), .unnoted_us = MS(400), .cpu_us = MS(40), .delay_us = MS(400)},
         MS(1),
         MS(336)},
        {"that the next answer makes use of",
         {.took_us = MS(100), .credit_us = MS(60), .cpu_us = MS(100)},
         MS(40),
         0},
        {"or a later one",
         {.took_us = MS(64), .credit_us = MS(336), .cpu_us = MS(64)},
         MS(1),
         MS(272)},
        {"quick answers alone",
         {.unnoted_us = MS(400), .cpu_us = MS(100), .delay_us = MS(250)},
         0,
         MS(250)},
        {"nothing has happened", {0}, 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint64_t credit_us, charged_us = process_verdict_charge(&cases[i].time, &credit_us);

        if (charged_us != cases[i].charged_us || credit_us != cases[i].credit_us)
            fail_msg("%s: %d us, credit %d us", cases[i].what, (int)charged_us, (int)credit_us);
    }
}

static void quick_answers_use_up_credit(void **state)
{
    uint64_t credit_us = MS(100);

    (void)state;
    assert_int_equal(process_verdict_quick(MS(64), &credit_us), MS(1));
    assert_int_equal(credit_us, MS(37));
    assert_int_equal(process_verdict_quick(MS(64), &credit_us), MS(27));
    assert_int_equal(credit_us, 0);
    assert_int_equal(process_verdict_quick(MS(64), &credit_us), MS(64));
}

static void late_answers_are_classified(void **state)
{
    enum { FLOOD = 65536 };
    static const struct {
        const char *what;
        struct process_lateness lateness;
        enum broken broken;
    } cases[] = {
        {"computing",
         {.charged_us = MS(1000), .cpu_us = MS(990), .is_known = true},
         BROKEN_MOVE_TIMEOUT},
        {"computing under load, where only its own time is charged",
         {.charged_us = MS(1000), .cpu_us = MS(950), .is_known = true},
         BROKEN_MOVE_TIMEOUT},
        {"a fifth of the time",
         {.charged_us = MS(1000), .cpu_us = MS(200), .is_known = true},
         BROKEN_MOVE_TIMEOUT},
        {"less than that",
         {.charged_us = MS(1000), .cpu_us = MS(199), .is_known = true},
         BROKEN_STALL},
        {"sleeping", {.charged_us = MS(1000), .cpu_us = 300, .is_known = true}, BROKEN_STALL},
        {"sleeping from the first measurement to the last, the same one",
         {.is_known = true},
         BROKEN_STALL},
        {"nothing is known about it", {.charged_us = MS(1000)}, BROKEN_MOVE_TIMEOUT},
        {"sleeping after some debug output",
         {.charged_us = MS(1000), .log_bytes = FLOOD, .log_flood = FLOOD, .is_known = true},
         BROKEN_STALL},
        {"a flood that we read slowly: it hardly runs",
         {.charged_us = MS(1000),
          .cpu_us = MS(20),
          .log_bytes = FLOOD + 1,
          .log_flood = FLOOD,
          .is_known = true},
         BROKEN_OUTPUT},
        {"a flood that we read quickly: it always runs",
         {.charged_us = MS(1000),
          .cpu_us = MS(990),
          .log_bytes = 100 * FLOOD,
          .log_flood = FLOOD,
          .is_known = true},
         BROKEN_OUTPUT},
        {"closed its output",
         {.charged_us = MS(1000), .is_known = true, .is_output_closed = true},
         BROKEN_PROTOCOL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum broken broken = process_verdict_late(&cases[i].lateness);

        if (broken != cases[i].broken)
            fail_msg("%s: %s", cases[i].what, bot_broken_word(broken));
    }
}

static void deaths_are_classified(void **state)
{
    static const struct {
        const char *what;
        struct process_death death;
        enum broken broken;
    } cases[] = {
        {"exit 0", {.code = 0}, BROKEN_EXIT},
        {"exit 0 in a line", {.code = 0, .has_half_line = true}, BROKEN_PROTOCOL},
        {"exit 1", {.code = 1}, BROKEN_CRASH},
        {"exit 1 in a line", {.code = 1, .has_half_line = true}, BROKEN_CRASH},
        {"abort", {.code = BARE_EXIT_SIGNAL + SIGABRT}, BROKEN_CRASH},
        {"killed, but not for its memory", {.code = BARE_EXIT_SIGNAL + SIGKILL}, BROKEN_CRASH},
        {"killed for its memory",
         {.code = BARE_EXIT_SIGNAL + SIGKILL, .memory_kills = 1},
         BROKEN_MEMORY},
        {"a child was killed for its memory, then it exited",
         {.code = 1, .memory_kills = 1},
         BROKEN_MEMORY},
        {"forbidden system call", {.code = BARE_EXIT_SIGNAL + SIGSYS}, BROKEN_JAIL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum broken broken = process_verdict_death(&cases[i].death);

        if (broken != cases[i].broken)
            fail_msg("%s: %s", cases[i].what, bot_broken_word(broken));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_guests_own_time_is_charged),
        cmocka_unit_test(quick_answers_use_up_credit),
        cmocka_unit_test(late_answers_are_classified),
        cmocka_unit_test(deaths_are_classified),
    };

    return cmocka_run_group_tests_name("process verdict", tests, NULL, NULL);
}
