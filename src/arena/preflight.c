/* A few rounds against `random` show what would otherwise show at three in the morning. */
#include "arena/preflight.h"

#include "guest/fingerprint.h"
#include "guest/guest.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Enough for a figure, little enough for forty bots: no new batch starts after this. */
static const double ENOUGH_SECONDS = 0.5;
enum { FIRST_BATCH = 2, MAX_BROKEN_PREFLIGHT = 2 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void put_out(struct entrant *entrant, const char *why)
{
    entrant->is_out = true;
    text_printable(entrant->why, sizeof entrant->why, why);
}

static enum error introduce(const struct preflight_terms *terms, struct entrant *entrant,
                            struct message *message)
{
    struct bot *bot = NULL;
    enum error error = bot_open(terms->opener, entrant->spec, &bot, message);

    if (!error)
        error = bot_accepts(bot->kind, terms->rules, message);
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

/* --- a few rounds ------------------------------------------------------------------------------
 */

struct stopwatch {
    double first, last; /* when the first and the last round of a batch were over */
    uint64_t rounds;
};

static void on_noted(void *context, uint64_t number, const struct round *round,
                     const struct game *game)
{
    struct stopwatch *watch = context;

    (void)round;
    (void)game;
    watch->last = now();
    if (number == 1)
        watch->first = watch->last;
    watch->rounds = number;
}

/* Starting is told apart from playing: a bot that is slow to start is not slow for that. */
static void take_pace(const struct stopwatch *watch, double start, double end, struct pace *pace)
{
    double all = end - start;

    if (watch->rounds < 2) {
        *pace = (struct pace){.start = 0, .round = all};
        return;
    }
    pace->round = (watch->last - watch->first) / (double)(watch->rounds - 1);
    pace->start = all - pace->round * (double)watch->rounds;
    if (pace->start < 0)
        pace->start = 0;
}

static enum error try_batch(const struct preflight_terms *terms, struct entrant *entrant, int batch,
                            struct pace *pace, struct message *message)
{
    struct stopwatch watch = {.rounds = 0};
    struct match match = {.rules = terms->rules,
                          .bot = {entrant->spec, "random"},
                          .rounds = (uint64_t)batch,
                          .seed = terms->seed,
                          .number = (uint64_t)batch,
                          .threads = 1,
                          .max_broken = MAX_BROKEN_PREFLIGHT,
                          .opener = terms->opener,
                          .is_paired = terms->is_paired,
                          .noted = on_noted,
                          .context = &watch};
    struct contest_match result;
    double start = now();
    enum error error = match_play(&match, &result, message);

    if (error)
        return error;
    take_pace(&watch, start, now(), pace);
    if (contest_side_broken(&result.side[0]) == result.rounds - result.unplayed) {
        const struct trouble *trouble = &result.side[0].trouble;

        return error_set(ERR_MISMATCH, message, "%s: %s", bot_broken_word(trouble->kind),
                         trouble->sentence.text);
    }
    return OK;
}

/* Batches that double, until the rounds are played or the time is enough. */
static enum error try_rounds(const struct preflight_terms *terms, struct entrant *entrant,
                             struct pace *pace, struct message *message)
{
    double start = now();
    int played = 0;
    enum error error = OK;

    for (int batch = FIRST_BATCH;
         !error && played < terms->rounds && now() - start < ENOUGH_SECONDS; batch *= 2) {
        error = try_batch(terms, entrant, batch, pace, message);
        played += batch;
    }
    return error;
}

/* What a bot is called that did not get as far as to say its name: the end of its path. */
static void name_after(struct entrant *entrant)
{
    const char *slash = strrchr(entrant->spec, '/');
    bool is_path = strncmp(entrant->spec, "cmd:", 4) != 0 && slash && slash[1];

    text_printable(entrant->name, sizeof entrant->name, is_path ? slash + 1 : entrant->spec);
}

enum error preflight(const struct preflight_terms *terms, struct entrant *entrant,
                     struct pace *pace, struct message *message)
{
    enum error error = introduce(terms, entrant, message);

    *pace = (struct pace){.start = 0};
    if (!error)
        error = try_rounds(terms, entrant, pace, message);
    if (error == ERR_MEMORY)
        return error;
    if (!entrant->name[0])
        name_after(entrant);
    if (error)
        put_out(entrant, message->text);
    return OK;
}
