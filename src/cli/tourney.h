/* A tournament between the layers: the arena plays it, the store keeps it, the contest counts it.
 * This is where `tournament` and `results` meet.
 *
 * A tourney belongs to the caller: tourney_open or tourney_load first, tourney_close last. */
#ifndef BROADSIDE_CLI_TOURNEY_H
#define BROADSIDE_CLI_TOURNEY_H

#include "arena/preflight.h"
#include "cli/guests.h"
#include "contest/contest.h"
#include "contest/standings.h"
#include "store/tournaments.h"

#include <stdatomic.h>

struct tourney {
    struct store *store;
    char path[4096]; /* of the store */
    int64_t id;      /* 0 before it is stored */
    int64_t started, ended;
    bool is_complete;
    struct contest_terms terms;
    struct entrant *entrants;
    int count, room;
    struct pace *paces; /* what a match with each entrant takes; 0 where it is not known */
    struct contest_match *matches;
    int matches_count, matches_room;
};

/* Opens the store: `db`, or the place of the history when NULL. */
enum error tourney_open(struct tourney *tourney, const char *db, struct message *message);

/* The same for those that only read: a store that is not there is not made. */
enum error tourney_open_old(struct tourney *tourney, const char *db, struct message *message);

/* The stored tournament `id`, or the latest for 0. */
enum error tourney_load(struct tourney *tourney, const char *db, int64_t id,
                        struct message *message);

/* The same to go on with it: nobody else can until it is closed. */
enum error tourney_load_to_play(struct tourney *tourney, const char *db, int64_t id,
                                struct message *message);
void tourney_close(struct tourney *tourney);

/* Does this stand for all bots in a folder? `bots` does as `bots/` does, unless it is the name of a
 * bot. */
bool tourney_is_folder(const char *spec);

/* One more entrant, by its spec; a folder that is no bot stands for all bots in it. */
enum error tourney_enter(struct tourney *tourney, const char *spec, struct message *message);

/* The entrant of this name or spec, or -1. */
int tourney_find(const struct tourney *tourney, const char *name);

/* The leagues, in order of appearance; NULL past the last. */
const char *tourney_league(const struct tourney *tourney, int index);

/* Looks at entrants `from` to the last, several at a time. */
enum error tourney_preflight(struct tourney *tourney, int from, const struct guests *guests,
                             int threads, struct message *message);

/* The same for one entrant of a stored tournament, whose files may have changed. */
enum error tourney_inspect(struct tourney *tourney, int index, const struct guests *guests,
                           struct message *message);

/* Pairs that are not played yet, of the first stage that has any. The caller frees, whatever
 * comes back. */
enum error tourney_left(const struct tourney *tourney, struct pairing **pairings, int *matches,
                        int *stage, struct message *message);

/* How many seconds all that is left will take on so many threads, by the preflight or by what
 * matches took so far; `*matches` counts them, in the stages to come as far as that is known. */
double tourney_estimate(const struct tourney *tourney, int threads, int *matches);

/* Keeps a new tournament in the store: it has a number from then on. */
enum error tourney_store(struct tourney *tourney, struct message *message);

/* It goes on. This writes, so that a store that cannot be written is told before anything is
 * played.
 */
enum error tourney_reopen(struct tourney *tourney, struct message *message);

struct tourney_run {
    const struct guests *guests;
    int threads, keep_last;
    bool progress_json; /* lines of JSON on standard error */
    const atomic_bool *stop;
};

/* Plays what is left. Stopped ones are not complete, and no error. */
enum error tourney_run(struct tourney *tourney, const struct tourney_run *run,
                       struct message *message);

#endif
