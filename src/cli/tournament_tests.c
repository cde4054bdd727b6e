#include "cli/tournament_tests.h"

#include "contest/deadline.h"
#include "report/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static uint64_t count_done(const void *counter)
{
    return atomic_load((const _Atomic uint64_t *)counter);
}

enum error tournament_tests_run(const struct tournament_tests *tests, struct contest *contest,
                                struct message *message)
{
    _Atomic uint64_t bots = 0;
    struct progress_bar bar = {.unit = "bots checked",
                               .total = (uint64_t)contest->entrants_count,
                               .done = count_done,
                               .context = &bots};
    struct progress *progress = progress_start_bar(&bar);
    struct preflight preflight = {
        .opener = tests->opener, .threads = tests->threads, .done = &bots, .stop = tests->stop};
    enum error error;

    preflight.seconds =
        preflight_seconds(contest, preflight.threads,
                          tests->deadline ? (double)(tests->deadline - (int64_t)time(NULL)) : 0);
    error = preflight_all(contest, 0, &preflight, message);
    progress_stop(progress);
    return error;
}

/* Plays some matches that do not count while a progress bar is shown. */
static enum error run_pilot(const struct tournament_tests *tests, struct contest *contest,
                            struct message *message)
{
    double left = (double)(tests->deadline - (int64_t)time(NULL));
    int count = preflight_pilot_matches(contest, tests->threads, left);
    _Atomic uint64_t matches = 0;
    struct progress_bar bar = {.unit = "matches measured",
                               .total = (uint64_t)count,
                               .done = count_done,
                               .context = &matches};
    struct progress *progress = progress_start_bar(&bar);
    struct preflight preflight = {
        .opener = tests->opener, .threads = tests->threads, .done = &matches, .stop = tests->stop};
    enum error error = preflight_pilot(contest, &preflight, count, message);

    progress_stop(progress);
    return error;
}

enum error tournament_tests_fit(const struct tournament_tests *tests, struct contest *contest,
                                struct message *message)
{
    uint64_t asked = contest->terms.rounds, rounds = asked;
    int threads = tests->threads;
    enum error error =
        deadline_fit(tests->deadline, (int64_t)time(NULL), contest, threads, &rounds, message);

    if (error || rounds == asked)
        return error;
    contest->terms.rounds = rounds;
    error = run_pilot(tests, contest, message);
    if (!error && tests->stop && atomic_load(tests->stop))
        error = error_set(ERR_UNAVAILABLE, message, "interrupted while the matches were measured");
    rounds = asked;
    if (!error)
        error =
            deadline_fit(tests->deadline, (int64_t)time(NULL), contest, threads, &rounds, message);
    contest->terms.rounds = error ? asked : rounds;
    if (!error && rounds < asked)
        fprintf(stderr,
                "broadside tournament: %" PRIu64 " rounds per match instead of %" PRIu64
                ", to finish by %s\n",
                rounds, asked, deadline_text(tests->deadline, (int64_t)time(NULL)).text);
    return error;
}
