#include "cli/tournament_db.h"

#include "arena/tournament.h"
#include "cli/live_report.h"
#include "cli/web_page.h"
#include "contest/schedule.h"
#include "report/tournament_progress.h"
#include "store/user_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* --- opening -----------------------------------------------------------------------------------*/

enum error tournament_db_open(struct tournament_db *db, const char *path, struct message *message)
{
    enum error error = OK;

    memset(db, 0, sizeof *db);
    if (!path)
        error = user_file_prepare(USER_FILE_HISTORY, db->path, message);
    else if (snprintf(db->path, sizeof db->path, "%s", path) >= (int)sizeof db->path)
        error = error_set(ERR_RANGE, message, "--db: the path is too long");
    return error ? error : store_open(db->path, &db->store, message);
}

enum error tournament_db_open_existing(struct tournament_db *db, const char *path,
                                       struct message *message)
{
    char history[USER_FILE_SIZE];
    enum error error = OK;

    memset(db, 0, sizeof *db);
    if (!path) {
        error = user_file_path(USER_FILE_HISTORY, history, message);
        path = history;
    }
    if (!error && access(path, F_OK) != 0)
        error = error_set(ERR_UNKNOWN, message,
                          "no tournaments yet (%s: %s); 'broadside tournament' plays one", path,
                          strerror(errno));
    return error ? error : tournament_db_open(db, path, message);
}

enum error tournament_db_load(struct tournament_db *db, const char *path, int64_t id,
                              struct message *message)
{
    enum error error = tournament_db_open_existing(db, path, message);

    return error ? error : tournament_load(db->store, id, &db->contest, message);
}

/* What is played into a plan or a part would count neither there nor after a join. */
static enum error refuse_unjoined(const struct tournament_db *db, struct message *message)
{
    const struct plan *plan = &db->contest.plan;

    if (plan->shard.part)
        return error_set(ERR_RANGE, message,
                         "%s is part %d/%d of a plan; continue it with --plan and --shard",
                         db->path, plan->shard.part, plan->shard.parts);
    if (plan_exists(plan) && db->contest.matches_count == 0)
        return error_set(ERR_RANGE, message, "%s is a plan; play its parts with --plan and --shard",
                         db->path);
    return OK;
}

/* Claims before it reads, because the contest could change in between. */
enum error tournament_db_claim(struct tournament_db *db, const char *path, int64_t id,
                               struct message *message)
{
    struct contest found = {.id = id};
    enum error error = tournament_db_open_existing(db, path, message);

    if (!error)
        error = tournament_find(db->store, id, &found, message);
    if (!error)
        error = tournament_claim(db->store, found.id, message);
    if (!error)
        error = tournament_load(db->store, found.id, &db->contest, message);
    return error ? error : refuse_unjoined(db, message);
}

void tournament_db_close(struct tournament_db *db)
{
    store_close(db->store);
    contest_release(&db->contest);
}

/* --- changes -----------------------------------------------------------------------------------*/

enum error tournament_db_create(struct tournament_db *db, struct message *message)
{
    enum error error = tournament_create(db->store, &db->contest, message);

    return error ? error : tournament_claim(db->store, db->contest.id, message);
}

static bool has_guest(const struct contest *contest)
{
    for (int i = 0; i < contest->entrants_count; i++)
        if (entrant_plays(&contest->entrants[i]) && !bot_is_built_in(contest->entrants[i].spec))
            return true;
    return false;
}

static enum error draw_secret(struct tournament_db *db, struct message *message)
{
    struct seed seed = db->contest.terms.seed;
    enum error error = seed_draw_secret(&seed, message);

    if (!error)
        error = tournament_set_secret(db->store, db->contest.id, &seed, message);
    if (!error)
        db->contest.terms.seed = seed;
    return error;
}

enum error tournament_db_reopen(struct tournament_db *db, struct message *message)
{
    struct contest *contest = &db->contest;
    enum error error = tournament_set_ended(db->store, contest->id, 0, message);

    if (error)
        return error;
    if (contest->is_complete) /* its secret was shown */
        contest->terms.seed = (struct seed){.number = contest->terms.seed.number};
    contest->is_complete = false;
    contest->ended = 0;
    return contest->terms.seed.has_secret || !has_guest(contest) ? OK : draw_secret(db, message);
}

static enum error on_reopen(void *context, struct message *message)
{
    return tournament_db_reopen(context, message);
}

static enum error on_add(void *context, const struct entrant *entrant, struct message *message)
{
    struct tournament_db *db = context;

    return tournament_add_entrant(db->store, db->contest.id, entrant, message);
}

static enum error on_set(void *context, int index, const struct entrant *entrant,
                         struct message *message)
{
    struct tournament_db *db = context;
    enum error error = OK;

    /* Its matches are played again. With the old secret they would have the same fleets, which the
     * author of the new version may have seen in the report. */
    if (!entrant->is_gone && db->contest.terms.seed.has_secret)
        error = draw_secret(db, message);
    return error ? error
                 : tournament_set_entrant(db->store, db->contest.id, index, entrant, true, message);
}

static void on_note(void *context, const char *sentence)
{
    (void)context;
    fprintf(stderr, "broadside tournament: %s\n", sentence);
}

enum error tournament_db_change(struct tournament_db *db, const struct entrant_changes *changes,
                                const struct guests *guests, int threads, struct message *message)
{
    const struct entrant_sink sink = {
        .reopen = on_reopen, .add = on_add, .set = on_set, .note = on_note, .context = db};

    return entrant_change(&db->contest, changes, &guests->opener, threads, &sink, message);
}

/* --- playing -----------------------------------------------------------------------------------*/

struct playing {
    struct tournament_db *db;
    const struct tournament_db_run *run;
    struct live_report *live;
    struct progress *progress;
};

/* A match counts only once it is in the store. */
static enum error on_finished(void *context, const struct contest_match *match,
                              struct message *message)
{
    struct playing *playing = context;
    struct tournament_db *db = playing->db;
    enum error error;

    live_report_lock(playing->live);
    error = tournament_add_match(db->store, db->contest.id, match, message);
    if (!error) {
        progress_lock(playing->progress);
        error = contest_add_match(&db->contest, match, message);
        progress_unlock(playing->progress);
        live_report_note(playing->live);
    }
    live_report_unlock(playing->live);
    if (error == ERR_REPEAT && playing->run->pairings)
        error = OK; /* another run of the same part was faster */
    return !error && playing->run->stored ? playing->run->stored(playing->run->context, message)
                                          : error;
}

static enum error play_stage(struct playing *playing, const struct pairing *pairings, int count,
                             struct message *message)
{
    _Atomic uint64_t rounds = 0;
    struct tournament_db *db = playing->db;
    const struct tournament_db_run *run = playing->run;
    struct tournament_progress progress = {.contest = &db->contest,
                                           .rounds = &rounds,
                                           .matches = count,
                                           .before = db->contest.matches_count};
    struct tournament tournament = {.terms = &db->contest.terms,
                                    .entrants = db->contest.entrants,
                                    .opener = &run->guests->opener,
                                    .threads = run->threads,
                                    .keep_last = run->keep_last,
                                    .watches_files = !run->guests->config.unsafe,
                                    .finished = on_finished,
                                    .context = playing,
                                    .stop = run->stop,
                                    .rounds_done = &rounds};
    enum error error;

    if (run->pairings)
        estimate_pairings(&db->contest, pairings, count, run->threads, &progress.estimate);
    else
        estimate_make(&db->contest, run->threads, &progress.estimate);
    playing->progress = tournament_progress_start(&progress, run->progress_json);
    error = tournament_play(&tournament, pairings, count, message);
    progress_stop(playing->progress);
    return error;
}

static bool is_stopped(const struct tournament_db_run *run)
{
    return run->stop && atomic_load(run->stop);
}

static enum error play_stages(struct playing *playing, struct message *message)
{
    enum error error = OK;
    int matches = 1, stage;

    while (!error && matches > 0 && !is_stopped(playing->run)) {
        struct pairing *pairings;

        error = schedule_remaining(&playing->db->contest, &pairings, &matches, &stage, message);
        if (!error && matches > 0)
            error = play_stage(playing, pairings, matches, message);
        free(pairings);
    }
    return error;
}

enum error tournament_db_play(struct tournament_db *db, const struct tournament_db_run *run,
                              struct message *message)
{
    struct contest *contest = &db->contest;
    const struct tournament_source source = tournament_db_source(db);
    struct playing playing = {.db = db, .run = run};
    int64_t now;
    enum error error;

    if (run->pairings)
        return play_stage(&playing, run->pairings, run->count, message);
    playing.live = live_report_start(contest, &source, run->report);
    error = play_stages(&playing, message);
    live_report_stop(playing.live);
    if (error || is_stopped(run))
        return error;
    now = (int64_t)time(NULL);
    error = tournament_set_ended(db->store, contest->id, now, message);
    if (!error) {
        contest->is_complete = true;
        contest->ended = now;
    }
    return error;
}

/* --- reading for the report --------------------------------------------------------------------*/

static enum error read_rounds(void *context, uint64_t match,
                              bool (*each)(void *context, uint64_t round,
                                           const struct round_note *note),
                              void *each_context, struct message *message)
{
    struct tournament_db *db = context;

    return tournament_rounds(db->store, db->contest.id, match, each, each_context, message);
}

static enum error read_heat(void *context, uint64_t match, int side, struct heat_counts *heat,
                            struct message *message)
{
    struct tournament_db *db = context;

    return tournament_heat(db->store, db->contest.id, match, side, heat, message);
}

static enum error read_trouble(void *context, uint64_t match, int side, struct buffer *trouble,
                               struct buffer *log, struct message *message)
{
    struct tournament_db *db = context;

    return tournament_trouble(db->store, db->contest.id, match, side, trouble, log, message);
}

static enum error read_records(void *context, uint64_t match,
                               bool (*each)(void *context, uint64_t round, struct slice record),
                               void *each_context, struct message *message)
{
    struct tournament_db *db = context;

    return tournament_records(db->store, db->contest.id, match, each, each_context, message);
}

/* All browsers that know the style sheet of the page have vectors too, so one engine is enough. */
static struct slice find_engine(void)
{
    for (size_t i = 0; i < web_page_count; i++)
        if (strcmp(web_page[i].path, "engine-simd.wasm") == 0 && web_page[i].gzip)
            return (struct slice){(const char *)web_page[i].gzip, web_page[i].gzip_size};
    return (struct slice){NULL, 0};
}

struct tournament_source tournament_db_source(struct tournament_db *db)
{
    return (struct tournament_source){.rounds = read_rounds,
                                      .heat = read_heat,
                                      .trouble = read_trouble,
                                      .records = read_records,
                                      .context = db,
                                      .engine = find_engine()};
}
