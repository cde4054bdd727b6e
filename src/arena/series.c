/* Matches are played in batches. Those after the deciding match are discarded. */
#include "arena/series.h"

#include "arena/pool.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Large enough to keep the threads busy, small enough to waste little. */
enum { MATCHES_PER_THREAD = 2 };

struct batch {
    const struct series *series;
    uint64_t first; /* the number of its first match, from 0 */
    struct contest_match *results;
    enum error *errors;
    struct message *messages;
};

static bool play_one(void *context, int thread, uint64_t job)
{
    struct batch *batch = context;
    struct match match = batch->series->match;

    (void)thread;
    match.number += batch->first + job;
    match.processor = job;
    match.threads = 1;
    batch->errors[job] = match_play(&match, &batch->results[job], &batch->messages[job]);
    return batch->errors[job] == OK;
}

/* Adds the matches of a batch in order until the test is decided. */
static enum error judge_batch(const struct batch *batch, uint64_t count,
                              struct series_result *result, struct message *message)
{
    const struct sprt_terms *terms = &batch->series->terms;

    for (uint64_t i = 0; i < count && result->state.verdict == SPRT_OPEN; i++) {
        const struct contest_match *played = &batch->results[i];

        if (batch->errors[i]) {
            if (message)
                *message = batch->messages[i];
            return batch->errors[i];
        }
        contest_match_add(&result->sum, played);
        sprt_add(&result->sprt, ((double)played->side[0].won + 0.5 * (double)played->drawn) /
                                    (double)played->rounds);
        result->state = sprt_judge(&result->sprt, terms);
    }
    return OK;
}

static enum error play_batches(struct batch *batch, uint64_t size, struct series_result *result,
                               struct message *message)
{
    const struct series *series = batch->series;
    uint64_t matches = series->rounds / series->match.rounds;
    enum error error = OK;

    while (!error && batch->first < matches && result->state.verdict == SPRT_OPEN) {
        uint64_t left = matches - batch->first, count = left < size ? left : size;

        /* If the pool stops early, the error comes before the matches that were not played. */
        memset(batch->errors, 0, size * sizeof *batch->errors);
        pool_run(series->threads, count, play_one, batch);
        error = judge_batch(batch, count, result, message);
        batch->first += count;
    }
    return error;
}

enum error series_play(const struct series *series, struct series_result *result,
                       struct message *message)
{
    uint64_t size = (uint64_t)(series->threads < 1 ? 1 : series->threads) * MATCHES_PER_THREAD;
    struct batch batch = {.series = series,
                          .results = calloc(size, sizeof *batch.results),
                          .errors = calloc(size, sizeof *batch.errors),
                          .messages = calloc(size, sizeof *batch.messages)};
    enum error error;

    assert(series->match.rounds > 0 && !series->match.keep);
    memset(result, 0, sizeof *result);
    result->state = sprt_judge(&result->sprt, &series->terms);
    if (!batch.results || !batch.errors || !batch.messages)
        error = error_set(ERR_MEMORY, message, "out of memory");
    else
        error = play_batches(&batch, size, result, message);
    free(batch.results);
    free(batch.errors);
    free(batch.messages);
    return error;
}
