/* A contest together with the store that holds it. `tournament` and `results` share this.
 *
 * The struct belongs to the caller: tournament_db_open, _load or _claim first, tournament_db_close
 * last, even after an error. */
#ifndef BROADSIDE_CLI_TOURNAMENT_DB_H
#define BROADSIDE_CLI_TOURNAMENT_DB_H

#include "arena/entrant_change.h"
#include "cli/guests.h"
#include "contest/contest.h"
#include "report/tournament_report.h"
#include "store/tournaments.h"

#include <stdatomic.h>

struct tournament_db {
    struct store *store;
    char path[4096]; /* of the store */
    struct contest contest;
};

/* Opens the store at `path`, or the history if that is NULL. Creates it if necessary. */
enum error tournament_db_open(struct tournament_db *db, const char *path, struct message *message);

/* The same for commands that only read: fails if there is no such file. */
enum error tournament_db_open_existing(struct tournament_db *db, const char *path,
                                       struct message *message);

/* Opens the store and loads a contest, the latest for id 0. */
enum error tournament_db_load(struct tournament_db *db, const char *path, int64_t id,
                              struct message *message);

/* The same to resume it. Other processes cannot resume it until it is closed. */
enum error tournament_db_claim(struct tournament_db *db, const char *path, int64_t id,
                               struct message *message);
void tournament_db_close(struct tournament_db *db);

/* Stores a new contest, which gets its id, and claims it. */
enum error tournament_db_create(struct tournament_db *db, struct message *message);

/* Marks the contest as not complete, and gives it a new secret if its secret was shown or if it has
 * none and guests play. This writes, so a read-only store is reported before anything is played. */
enum error tournament_db_reopen(struct tournament_db *db, struct message *message);

/* Applies changes to the entrants, in memory and in the store. */
enum error tournament_db_change(struct tournament_db *db, const struct entrant_changes *changes,
                                const struct guests *guests, int threads, struct message *message);

struct tournament_db_run {
    const struct guests *guests;
    int threads, keep_last;
    bool progress_json; /* lines of JSON on standard error */
    const char *report; /* optional: the folder of a report, which is refreshed as matches end */
    const atomic_bool *stop;

    /* Optional: plays only these matches, which do not complete the contest. */
    const struct pairing *pairings;
    int count;
    /* Optional: called after each match that was stored. */
    enum error (*stored)(void *context, struct message *message);
    void *context;
};

/* Plays the remaining matches and stores each as it is completed. Being stopped is not an
 * error, but leaves the contest incomplete. */
enum error tournament_db_play(struct tournament_db *db, const struct tournament_db_run *run,
                              struct message *message);

/* What the report reads from the store. */
struct tournament_source tournament_db_source(struct tournament_db *db);

#endif
