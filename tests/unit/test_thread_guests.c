/* Several threads, each with guests of its own: starting, asking and ending do not disturb each
 * other. Watched by the thread sanitizer. */
#include "arena/pool.h"
#include "guest/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { THREADS = 4, JOBS = 24, QUESTIONS = 20, PATIENCE_MS = 60000 };

struct tally {
    _Atomic int good;
    atomic_flag said;
    struct message message; /* of the first that failed */
};

static bool fails(struct tally *tally, const char *why)
{
    if (!atomic_flag_test_and_set(&tally->said))
        message_set(&tally->message, "%s", why);
    return false;
}

/* Every fourth guest leaves in the middle and every fourth does not answer. */
static bool job(void *context, int thread, uint64_t number)
{
    static const char *const scripts[] = {"while read -r q; do echo \"$q\"; done",
                                          "while read -r q; do echo \"$q\" >&2; echo \"$q\"; done",
                                          "exit 3", "sleep 1000"};
    static const enum broken ends[] = {BROKEN_NONE, BROKEN_NONE, BROKEN_CRASH, BROKEN_STALL};
    struct launch launch = {.argv = {"/bin/sh", "-c", scripts[number % 4]},
                            .folder = "/usr",
                            .unsafe = true,
                            .limits = limits_default};
    struct tally *tally = context;
    struct process *process;
    struct message message;
    struct slice line;
    uint64_t used_us;
    enum broken broken = BROKEN_NONE;
    bool same = true;
    char question[32];

    if (process_start(&launch, &process, &message) != OK)
        return fails(tally, message.text);
    for (int i = 0; i < QUESTIONS && broken == BROKEN_NONE; i++) {
        snprintf(question, sizeof question, "q %d %d", thread, i);
        process_tell(process, slice_of(question));
        broken = process_ask(process, number % 4 == 3 ? 50 : PATIENCE_MS, &line, &used_us);
        same = same && (broken != BROKEN_NONE || slice_is(line, question));
    }
    if (number % 4 == 3 && broken == BROKEN_MOVE_TIMEOUT)
        broken = BROKEN_STALL; /* 50 ms may not be enough for its start, which is computing */
    if (broken == ends[number % 4] && same)
        atomic_fetch_add(&tally->good, 1);
    else
        fails(tally, process_trouble(process));
    process_free(process, number % 8 < 4 ? PATIENCE_MS : 0);
    return true;
}

static void threads_have_guests_of_their_own(void **state)
{
    struct tally tally = {.said = ATOMIC_FLAG_INIT};

    (void)state;
    pool_run(THREADS, JOBS, job, &tally);
    if (tally.good != JOBS)
        fail_msg("%d of %d: %s", tally.good, JOBS, tally.message.text);
    assert_true(waitpid(-1, NULL, WNOHANG) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_have_guests_of_their_own)};

    return cmocka_run_group_tests_name("thread guests", tests, NULL, NULL);
}
