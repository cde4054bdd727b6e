/* A few rounds against `random` show what would otherwise show at three in the morning. */
#include "arena/preflight.h"

#include "arena/match.h"
#include "arena/pool.h"
#include "base/clock.h"
#include "base/path.h"
#include "base/text.h"
#include "guest/fingerprint.h"
#include "guest/guest.h"

#include <stdlib.h>
#include <string.h>

/* Enough to measure a bot, short enough for forty bots: no new batch starts after this. */
static const double ENOUGH_SECONDS = 0.5;
enum { MOST_ROUNDS = 64, FIRST_BATCH = 2, MAX_BROKEN_PREFLIGHT = 2 };

static enum error identify(const struct contest_terms *terms, const struct bot_opener *opener,
                           struct entrant *entrant, struct message *message)
{
    struct bot *bot = NULL;
    enum error error = bot_open(opener, entrant->spec, &bot, message);

    if (!error)
        error = bot_accepts(bot->kind, &terms->rules, message);
    if (!error) {
        const struct guest_report *report = guest_report(bot);

        entrant->is_guest = report != NULL;
        text_printable(entrant->name, sizeof entrant->name,
                       report ? bot->kind->name : entrant->spec);
        text_printable(entrant->authors, sizeof entrant->authors, bot->kind->authors);
        text_printable(entrant->id, sizeof entrant->id,
                       report && report->id ? report->id : entrant->name);
        error = fingerprint_compute(entrant->spec, entrant->hash, message);
    }
    bot_free(bot);
    return error;
}

/* --- a few rounds ------------------------------------------------------------------------------*/

struct stopwatch {
    double first, last; /* when the first and the last round of a batch ended */
    uint64_t rounds;
};

static void on_noted(void *context, uint64_t number, const struct round *round,
                     const struct game *game)
{
    struct stopwatch *watch = context;

    (void)round;
    (void)game;
    watch->last = clock_seconds();
    if (number == 1)
        watch->first = watch->last;
    watch->rounds = number;
}

/* Starting and playing are measured separately: a bot that starts slowly may still play fast. */
static void set_times(struct entrant *entrant, const struct stopwatch *watch, double seconds)
{
    if (watch->rounds < 2) {
        entrant->start_seconds = 0;
        entrant->round_seconds = seconds;
        return;
    }
    entrant->round_seconds = (watch->last - watch->first) / (double)(watch->rounds - 1);
    entrant->start_seconds = seconds - entrant->round_seconds * (double)watch->rounds;
    if (entrant->start_seconds < 0)
        entrant->start_seconds = 0;
}

static enum error play_batch(const struct contest_terms *terms, const struct bot_opener *opener,
                             struct entrant *entrant, int rounds, struct message *message)
{
    struct stopwatch watch = {.rounds = 0};
    struct match match = {.rules = &terms->rules,
                          .bot = {entrant->spec, "random"},
                          .rounds = (uint64_t)rounds,
                          .seed = terms->seed,
                          .number = UINT64_MAX - (uint64_t)rounds, /* of no real match */
                          .threads = 1,
                          .max_broken = MAX_BROKEN_PREFLIGHT,
                          .opener = opener,
                          .is_paired = terms->paired,
                          .noted = on_noted,
                          .context = &watch};
    struct contest_match played;
    double start = clock_seconds();
    enum error error = match_play(&match, &played, message);

    if (error)
        return error;
    set_times(entrant, &watch, clock_seconds() - start);
    if (contest_side_broken(&played.side[0]) == played.rounds - played.unplayed) {
        const struct trouble *trouble = &played.side[0].trouble;

        return error_set(ERR_MISMATCH, message, "%s: %s", bot_broken_word(trouble->kind),
                         trouble->sentence.text);
    }
    return OK;
}

/* Each batch is twice as long as the one before, until there are enough rounds or seconds. */
static enum error play_rounds(const struct contest_terms *terms, const struct bot_opener *opener,
                              struct entrant *entrant, struct message *message)
{
    double start = clock_seconds();
    int played = 0;
    enum error error = OK;

    for (int batch = FIRST_BATCH;
         !error && played < MOST_ROUNDS && clock_seconds() - start < ENOUGH_SECONDS; batch *= 2) {
        error = play_batch(terms, opener, entrant, batch, message);
        played += batch;
    }
    return error;
}

/* A bot that failed before it gave its name is named after its path. */
static void name_by_path(struct entrant *entrant)
{
    const char *base = path_base(entrant->spec);
    bool is_path = !text_starts_with(entrant->spec, "cmd:") && *base;

    text_printable(entrant->name, sizeof entrant->name, is_path ? base : entrant->spec);
}

enum error preflight_entrant(const struct contest_terms *terms, const struct bot_opener *opener,
                             struct entrant *entrant, struct message *message)
{
    enum error error = identify(terms, opener, entrant, message);

    entrant->start_seconds = entrant->round_seconds = 0;
    if (!error)
        error = play_rounds(terms, opener, entrant, message);
    if (error == ERR_MEMORY)
        return error;
    if (!entrant->name[0])
        name_by_path(entrant);
    if (error) {
        entrant->is_out = true;
        text_printable(entrant->why, sizeof entrant->why, message->text);
    }
    return OK;
}

/* --- all entrants ------------------------------------------------------------------------------*/

struct preflight {
    struct contest *contest;
    const struct bot_opener *opener;
    int from;
    _Atomic uint64_t *done;
    enum error *errors;
    struct message *messages;
};

static bool check_one(void *context, int thread, uint64_t job)
{
    struct preflight *preflight = context;
    struct contest *contest = preflight->contest;

    (void)thread;
    preflight->errors[job] = preflight_entrant(&contest->terms, preflight->opener,
                                               &contest->entrants[preflight->from + (int)job],
                                               &preflight->messages[job]);
    if (preflight->done)
        atomic_fetch_add(preflight->done, 1);
    return true;
}

/* Returns the first error in the order of the list. */
static enum error check_all(struct preflight *preflight, int count, int threads,
                            struct message *message)
{
    enum error error = OK;

    pool_run(threads, (uint64_t)count, check_one, preflight);
    for (int i = 0; !error && i < count; i++) {
        error = preflight->errors[i];
        if (error)
            *message = preflight->messages[i];
    }
    return error;
}

enum error preflight_all(struct contest *contest, int from, const struct bot_opener *opener,
                         int threads, _Atomic uint64_t *done, struct message *message)
{
    int count = contest->entrants_count - from;
    struct preflight preflight = {.contest = contest,
                                  .opener = opener,
                                  .from = from,
                                  .done = done,
                                  .errors = calloc((size_t)count + 1, sizeof(enum error)),
                                  .messages = calloc((size_t)count + 1, sizeof(struct message))};
    enum error error;

    if (!preflight.errors || !preflight.messages)
        error = error_set(ERR_MEMORY, message, "out of memory");
    else
        error = check_all(&preflight, count, threads, message);
    free(preflight.errors);
    free(preflight.messages);
    if (!error)
        entrant_distinguish(contest->entrants, contest->entrants_count, from);
    return error;
}
