/* What time is charged to a guest, with processes that compete for a processor on purpose. The
 * guests run without a jail, because its start would distort the measurement.
 *
 * slow: shares a processor with others for seconds (15 s)
 * unsanitized: it waits and spins */
#define _GNU_SOURCE
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/process_fixture.h"

/* The arena is stopped while its guest, which needs 400 ms, computes an answer. */
static void time_of_a_stopped_arena_is_not_charged(void **state)
{
    int ready[2], status;
    pid_t arena;
    char byte;

    (void)state;
    assert_int_equal(pipe(ready), 0);
    arena = fork();
    if (arena == 0) {
        struct process *process = start("read q; read q; sleep 0.4; echo x; sleep 1000");
        struct slice line;
        uint64_t used_us;
        enum broken broken;

        process_tell(process, slice_of("news"));
        process_tell(process, slice_of("act"));
        if (write(ready[1], "x", 1) != 1)
            _exit(2);
        broken = process_ask(process, 1000, &line, &used_us);
        process_free(process, 0);
        _exit(broken == BROKEN_NONE && used_us < 1000000 ? 0 : 3);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    usleep(100000);
    kill(arena, SIGSTOP);
    usleep(1500000);
    kill(arena, SIGCONT);
    assert_int_equal(waitpid(arena, &status, 0), arena);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Processes that only spin, each in a separate session, because some schedulers share by session.
 * They end with this program. */
enum { SPINNERS = 9 };

static void start_spinners(pid_t *spinners)
{
    for (int i = 0; i < SPINNERS; i++)
        if ((spinners[i] = fork()) == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            setsid();
            for (volatile int j = 0;; j++)
                ;
        }
}

static void end_spinners(const pid_t *spinners)
{
    for (int i = 0; i < SPINNERS; i++) {
        kill(spinners[i], SIGKILL);
        waitpid(spinners[i], NULL, 0);
    }
}

/* Everything started from here on runs on one processor. */
static void use_one_processor(cpu_set_t *before)
{
    size_t processor = 0;
    cpu_set_t one;

    assert_int_equal(sched_getaffinity(0, sizeof *before, before), 0);
    while (!CPU_ISSET(processor, before))
        processor++;
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

/* With nine others on the same processor, 200 ms of work take two seconds. */
static void waiting_for_a_processor_is_not_charged(void **state)
{
    struct process *process;
    struct slice line;
    uint64_t used_us, begin;
    cpu_set_t before;
    pid_t spinners[SPINNERS];
    enum broken broken;

    (void)state;
    use_one_processor(&before);
    process = start_misbehaving("work", "", false);
    ask_acts(process, 1);
    start_spinners(spinners);
    sched_setaffinity(0, sizeof before, &before);
    begin = process_now_us();
    process_tell(process, slice_of("act"));
    broken = process_ask(process, 600, &line, &used_us);
    begin = process_now_us() - begin;
    end_spinners(spinners);
    if (broken != BROKEN_NONE || begin < 600000)
        fail_msg("%s after %d ms", process_trouble(process), (int)(begin / 1000));
    assert_true(used_us < 600000);
    process_free(process, 0);
}

/* The enemy's processes run while it thinks. Its answers are too short to be measured twice, but a
 * time bank adds them all up. */
static void waiting_is_not_charged_to_short_answers_either(void **state)
{
    struct process *process;
    struct slice line;
    uint64_t used_us, all_us = 0, begin;
    cpu_set_t before;
    pid_t spinners[SPINNERS];

    (void)state;
    use_one_processor(&before);
    process = start_misbehaving("think", "", false);
    ask_acts(process, 1);
    start_spinners(spinners);
    sched_setaffinity(0, sizeof before, &before);
    begin = process_now_us();
    for (int i = 0; i < 20; i++) {
        process_tell(process, slice_of("act"));
        assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
        all_us += used_us;
    }
    begin = process_now_us() - begin;
    end_spinners(spinners);
    assert_true(all_us >= 20 * 4000);
    if (all_us > begin / 2)
        fail_msg("%d of %d ms charged", (int)(all_us / 1000), (int)(begin / 1000));
    process_free(process, 0);
}

static void competing_with_itself_is_charged(void **state)
{
    struct process *process;
    struct slice line;
    uint64_t used_us;
    cpu_set_t before;

    (void)state;
    use_one_processor(&before);
    process = start_misbehaving("crowd", "", false);
    sched_setaffinity(0, sizeof before, &before);
    ask_acts(process, 1);
    process_tell(process, slice_of("act"));
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    if (used_us < 100000)
        fail_msg("%d of 400 ms charged", (int)(used_us / 1000));
    process_free(process, 0);
}

/* Guest and arena share a processor with nine others. */
static void verdicts_are_the_same_under_load(void **state)
{
    static const struct {
        const char *script;
        enum broken broken;
        const char *words;
    } cases[] = {
        {"read q; sleep 1000", BROKEN_STALL, "no answer within 150 ms, and it was not computing"},
        {"read q; while :; do sleep 0.01; done", BROKEN_STALL, "not computing"},
        {"read q; while :; do :; done", BROKEN_MOVE_TIMEOUT, "150 ms"},
        {"read q; cat /dev/zero >&2", BROKEN_OUTPUT, "on standard error"},
        {"read q; cat /dev/zero", BROKEN_OUTPUT, "to standard output"},
        {"read q; echo one; cat /dev/zero", BROKEN_OUTPUT, "to standard output"},
        {"read q; kill -SEGV $$", BROKEN_CRASH, "SIGSEGV"},
        {"read q; exit 7", BROKEN_CRASH, "status 7"},
        {"read q; echo std::bad_alloc >&2; exit 1", BROKEN_CRASH, "status 1"},
        {"read q; exit 0", BROKEN_EXIT, "status 0"},
        {"read q; exec >&-; sleep 1000", BROKEN_PROTOCOL, "closed its standard output"},
    };
    cpu_set_t before;
    pid_t spinners[SPINNERS];

    (void)state;
    use_one_processor(&before);
    start_spinners(spinners);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct process *process = start(cases[i].script);
        struct slice line;
        enum broken broken = ask(process, "act", 150, &line);

        while (broken == BROKEN_NONE)
            broken = process_check_quiet(process);
        if (broken != cases[i].broken || !strstr(process_trouble(process), cases[i].words))
            fail_msg("%s: %s, %s", cases[i].script, bot_broken_word(broken),
                     process_trouble(process));
        process_free(process, 0);
    }
    end_spinners(spinners);
    sched_setaffinity(0, sizeof before, &before);
}

static void time_is_measured(void **state)
{
    struct process *process = start("read q; sleep 0.1; echo x; read q; echo y; sleep 1000");
    struct slice line;
    uint64_t used_us;

    (void)state;
    process_tell(process, slice_of("act"));
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(used_us >= 10000 && used_us < PLENTY_MS * 1000); /* without waiting time */
    process_free(process, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(time_of_a_stopped_arena_is_not_charged),
    cmocka_unit_test(waiting_for_a_processor_is_not_charged),
    cmocka_unit_test(waiting_is_not_charged_to_short_answers_either),
    cmocka_unit_test(competing_with_itself_is_charged),
    cmocka_unit_test(verdicts_are_the_same_under_load),
    cmocka_unit_test(time_is_measured),
};

int main(int argc, char **argv)
{
    int failed;

    (void)argc;
    if (!make_guest_folder(argv[0]))
        return 1;
    failed = cmocka_run_group_tests_name("process clock", tests, NULL, NULL);
    return !remove_guest_folder() || failed > 0;
}
