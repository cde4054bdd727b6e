/* Changes to the entrants of a stored tournament: bots that are added, replaced by a new version or
 * removed. Only the matches of these bots are played again.
 *
 * Every change goes to a sink, which stores it. The first call says that the tournament is no
 * longer complete, so a process killed in between leaves a tournament that can be resumed.
 *
 * A bot that was removed and is added again takes its old place in the list, and so its name and
 * the numbers of its matches. */
#ifndef BROADSIDE_ARENA_ENTRANT_CHANGE_H
#define BROADSIDE_ARENA_ENTRANT_CHANGE_H

#include "bots/bot.h"
#include "contest/contest.h"

#include <stdatomic.h>

struct entrant_names {
    const char *const *name;
    int count;
};

struct entrant_changes {
    struct entrant_names added, replaced, removed;
    struct entrant_names leagues; /* of the added bots: NAME=PATTERN */
    const atomic_bool *stop;      /* optional: ends the checks; the error is ERR_UNAVAILABLE */
};

struct entrant_sink {
    enum error (*reopen)(void *context, struct message *message);
    enum error (*add)(void *context, const struct entrant *entrant, struct message *message);

    /* The entrant's matches are dropped. */
    enum error (*set)(void *context, int index, const struct entrant *entrant,
                      struct message *message);

    /* A sentence for the person who asked. */
    void (*note)(void *context, const char *sentence);
    void *context;
};

/* Checks everything before the first change: names must be known, and added bots must not take part
 * already. If there are matches to play, bots that are neither replaced nor removed must be the
 * ones whose matches were played, and must still start; otherwise the error is ERR_MISMATCH. If
 * there are none, a note names the bots that have changed. Without changes, nothing is written. */
enum error entrant_change(struct contest *contest, const struct entrant_changes *changes,
                          const struct bot_opener *opener, int threads,
                          const struct entrant_sink *sink, struct message *message);

/* Checks the bots of these pairings before a part of a plan is played: they must be the ones that
 * were planned (ERR_MISMATCH), and guests must start. If the machine is to blame, for example
 * because it has no jail, the error says so. A note names each further bot. */
enum error entrant_check_planned(struct contest *contest, const struct pairing *pairings, int count,
                                 const struct bot_opener *opener, int threads,
                                 const struct entrant_sink *sink, const atomic_bool *stop,
                                 struct message *message);

#endif
