/* A few rounds against `random` show what would otherwise show at three in the morning. */
#include "arena/preflight.h"

#include "arena/match.h"
#include "arena/pool.h"
#include "arena/tournament.h"
#include "base/clock.h"
#include "base/path.h"
#include "base/text.h"
#include "contest/estimate.h"
#include "contest/schedule.h"
#include "guest/fingerprint.h"
#include "guest/guest.h"

#include <stdlib.h>
#include <string.h>

/* Of play: enough to measure a bot, short enough for forty bots. With hundreds, each gets less, but
 * not less than is needed to foresee a match, so that the tests together take about a minute. */
static const double LEAST_SECONDS = 0.5, MOST_SECONDS = 4, FEW_SECONDS = 0.1, ALL_SECONDS = 60;
static const double SHARE = 0.02; /* of the time for the contest */

/* The same for a pilot, on all threads. */
static const double PILOT_SHARE = 0.05, PILOT_SECONDS = 120;
enum { MAX_BROKEN_PREFLIGHT = 2 };

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
        slice_name(entrant->name, sizeof entrant->name,
                   slice_of(report ? bot->kind->name : entrant->spec));
        slice_name(entrant->authors, sizeof entrant->authors, slice_of(bot->kind->authors));
        entrant_set_id(entrant, report && report->id ? report->id : "");
        error = fingerprint_compute(entrant->spec, entrant->hash, message);
    }
    bot_free(bot);
    return error;
}

/* --- a few rounds ------------------------------------------------------------------------------*/

/* A match that ends when it has been measured. */
struct trial {
    double began, opened, last; /* when the match began, the bots were open, the last round ended */
    double enough;              /* seconds of play */
    struct pace pace;
    uint64_t rounds, broken;
    struct message trouble; /* how the bot broke the first round that it broke */
    const struct preflight *preflight;
    atomic_bool stop;
};

static bool is_stopped(const struct preflight *preflight)
{
    return preflight->stop && atomic_load(preflight->stop);
}

static enum error on_opened(void *context, int side, struct bot *bot, struct message *message)
{
    struct trial *trial = context;

    (void)side;
    (void)bot;
    (void)message;
    trial->opened = clock_seconds();
    return OK;
}

static void on_noted(void *context, uint64_t number, const struct round *round,
                     const struct game *game)
{
    struct trial *trial = context;

    (void)game;
    trial->last = clock_seconds();
    trial->rounds = number;
    pace_note(&trial->pace, number, trial->last - trial->opened);
    if (round->broken[0] && trial->broken++ == 0)
        message_set(&trial->trouble, "%s: %s", bot_broken_word(round->broken[0]),
                    round->trouble[0].text);
    if (trial->last - trial->opened >= trial->enough || is_stopped(trial->preflight))
        atomic_store(&trial->stop, true);
}

/* A guest meets `random`, which takes no time worth mentioning. A built-in bot meets itself and has
 * half of the time. */
static void set_pace(struct entrant *entrant, struct trial *trial)
{
    trial->pace.start = trial->opened - trial->began + clock_seconds() - trial->last;
    entrant->pace = trial->pace;
    if (!entrant->is_guest)
        pace_scale(&entrant->pace, 0.5);
}

/* Plays a match of the contest until there are enough seconds. */
static enum error play_rounds(const struct contest_terms *terms, const struct preflight *preflight,
                              int thread, struct entrant *entrant, struct message *message)
{
    struct trial trial = {.began = clock_seconds(),
                          .preflight = preflight,
                          .enough = preflight->seconds > 0 ? preflight->seconds : LEAST_SECONDS};
    struct match match = {.rules = &terms->rules,
                          .bot = {entrant->spec, entrant->is_guest ? "random" : entrant->spec},
                          .rounds = terms->rounds,
                          .seed = terms->seed,
                          .processor = (uint64_t)thread,
                          .threads = 1,
                          .max_broken = MAX_BROKEN_PREFLIGHT,
                          .opener = preflight->opener,
                          .is_paired = terms->paired,
                          .opened = on_opened,
                          .noted = on_noted,
                          .context = &trial,
                          .stop = &trial.stop};
    struct contest_match played;
    enum error error = match_play(&match, &played, message);

    if (error)
        return error;
    set_pace(entrant, &trial);
    if (trial.broken == trial.rounds)
        return error_set(ERR_MISMATCH, message, "%s", trial.trouble.text);
    return OK;
}

/* A bot that failed before it gave its name is named after its path. */
static void name_by_path(struct entrant *entrant)
{
    const char *base = path_base(entrant->spec);
    bool is_path = !text_starts_with(entrant->spec, "cmd:") && *base;

    slice_name(entrant->name, sizeof entrant->name, slice_of(is_path ? base : entrant->spec));
    entrant_set_id(entrant, "");
}

static enum error check_entrant(const struct contest_terms *terms,
                                const struct preflight *preflight, int thread,
                                struct entrant *entrant, struct message *message)
{
    enum error error = identify(terms, preflight->opener, entrant, message);

    entrant->pace = (struct pace){.points = 0};
    if (!error)
        error = play_rounds(terms, preflight, thread, entrant, message);
    if (error == ERR_MEMORY)
        return error;
    if (!entrant->name[0]) {
        entrant->is_guest = guest_is_spec(entrant->spec);
        name_by_path(entrant);
    }
    if (error) {
        entrant->is_out = true;
        text_printable(entrant->why, sizeof entrant->why, message->text);
    }
    return OK;
}

enum error preflight_entrant(const struct contest_terms *terms, const struct preflight *preflight,
                             struct entrant *entrant, struct message *message)
{
    return check_entrant(terms, preflight, 0, entrant, message);
}

/* --- all entrants ------------------------------------------------------------------------------*/

struct preflight_run {
    const struct preflight *preflight;
    struct contest *contest;
    int from;
    enum error *errors;
    struct message *messages;
};

static bool check_one(void *context, int thread, uint64_t job)
{
    struct preflight_run *run = context;
    struct contest *contest = run->contest;

    run->errors[job] = check_entrant(&contest->terms, run->preflight, thread,
                                     &contest->entrants[run->from + (int)job], &run->messages[job]);
    if (run->preflight->done)
        atomic_fetch_add(run->preflight->done, 1);
    return !is_stopped(run->preflight);
}

/* Returns the first error in the order of the list. */
static enum error check_all(struct preflight_run *run, int count, struct message *message)
{
    enum error error = OK;

    pool_run(run->preflight->threads, (uint64_t)count, check_one, run);
    for (int i = 0; !error && i < count; i++) {
        error = run->errors[i];
        if (error)
            *message = run->messages[i];
    }
    if (!error && is_stopped(run->preflight))
        error = error_set(ERR_UNAVAILABLE, message, "interrupted while the bots were tested");
    return error;
}

enum error preflight_all(struct contest *contest, int from, const struct preflight *preflight,
                         struct message *message)
{
    int count = contest->entrants_count - from;
    struct preflight_run run = {.preflight = preflight,
                                .contest = contest,
                                .from = from,
                                .errors = calloc((size_t)count + 1, sizeof(enum error)),
                                .messages = calloc((size_t)count + 1, sizeof(struct message))};
    enum error error;

    if (!run.errors || !run.messages)
        error = error_set(ERR_MEMORY, message, "out of memory");
    else
        error = check_all(&run, count, message);
    free(run.errors);
    free(run.messages);
    if (!error)
        entrant_distinguish(contest->entrants, contest->entrants_count, from);
    return error;
}

static double least_seconds(int entrants, int threads)
{
    double seconds = entrants > 0 ? ALL_SECONDS * threads / entrants : LEAST_SECONDS;

    return seconds < FEW_SECONDS ? FEW_SECONDS : seconds < LEAST_SECONDS ? seconds : LEAST_SECONDS;
}

double preflight_seconds(const struct contest *contest, int threads, double left)
{
    double least = least_seconds(contest->entrants_count, threads), seconds = 0;

    if (contest->entrants_count > 0)
        seconds = SHARE * left * threads / contest->entrants_count;
    if (seconds < least)
        return least;
    return seconds < MOST_SECONDS ? seconds : MOST_SECONDS;
}

/* --- a pilot -----------------------------------------------------------------------------------*/

struct pilot {
    const struct estimate *estimate;
    _Atomic uint64_t *done;
    double expected, took;
};

static enum error on_finished(void *context, const struct contest_match *match,
                              struct message *message)
{
    struct pilot *pilot = context;

    (void)message;
    pilot->took += match->seconds;
    pilot->expected +=
        pilot->estimate->share[match->pairing.a] + pilot->estimate->share[match->pairing.b];
    if (pilot->done)
        atomic_fetch_add(pilot->done, 1);
    return OK;
}

/* Matches of a pilot have other numbers, so no bot sees the seed of a match that counts. */
static void renumber(struct pairing *pairings, int count)
{
    for (int i = 0; i < count; i++)
        pairings[i].number |= (uint64_t)1 << 63;
}

enum error preflight_pilot(struct contest *contest, const struct preflight *preflight, int matches,
                           struct message *message)
{
    struct estimate estimate;
    struct pilot pilot = {.estimate = &estimate, .done = preflight->done};
    struct tournament tournament = {.terms = &contest->terms,
                                    .entrants = contest->entrants,
                                    .opener = preflight->opener,
                                    .threads = preflight->threads,
                                    .finished = on_finished,
                                    .context = &pilot,
                                    .stop = preflight->stop};
    struct pairing *pairings;
    int count, stage;
    enum error error = schedule_remaining(contest, &pairings, &count, &stage, message);

    if (!error) {
        estimate_make(contest, preflight->threads, &estimate);
        renumber(pairings, count);
        error = tournament_play(&tournament, pairings, matches < count ? matches : count, message);
    }
    free(pairings);
    for (int i = 0; !error && pilot.expected > 0 && i < contest->entrants_count; i++)
        pace_scale(&contest->entrants[i].pace, pilot.took / pilot.expected);
    return error;
}

int preflight_pilot_matches(const struct contest *contest, int threads, double left)
{
    double seconds = PILOT_SHARE * left < PILOT_SECONDS ? PILOT_SHARE * left : PILOT_SECONDS;
    struct estimate estimate;
    int matches = 0;

    estimate_make(contest, threads, &estimate);
    if (estimate.work > 0)
        matches = (int)(seconds * threads * estimate.matches / estimate.work);
    if (matches < threads)
        matches = threads;
    return matches < estimate.matches ? matches : estimate.matches;
}
