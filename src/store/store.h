/* The store: what is kept for good, in a database. SQLite by default, one file.
 *
 * The schema has a version and migrations; a file of an older version is brought up to date when it
 * is opened, one of a newer version is refused with a sentence. A store is used by one thread at a
 * time; several processes may use one file. Built without SQLite, store_open says which package
 * brings it. */
#ifndef BROADSIDE_STORE_STORE_H
#define BROADSIDE_STORE_STORE_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

bool store_available(void); /* false in a program built without SQLite */

/* A file that is not there is made, readable by its owner only. ERR_MISMATCH, and nothing is
 * changed, for a file that is no database, is damaged, belongs to another program or to a newer
 * version; ERR_BUSY where another process holds it for too long, ERR_MISSING without SQLite. */
enum error store_open(const char *path, struct store **store, struct message *message);
void store_close(struct store *store);

/* --- history: the games of people --------------------------------------------------------------
 */

enum { PLAYER_SIZE = 64, RULES_SIZE = 64 };

/* One side of a game. */
struct played_side {
    char name[PLAYER_SIZE];
    char bot[PLAYER_SIZE]; /* as it was named; empty for a person */
    int shots, hits, turns;
    int advised; /* how often the coach was asked */
};

struct played_game {
    int64_t id;   /* given by the store */
    int64_t when; /* seconds since 1970, the end of the game */
    char rules[RULES_SIZE];
    struct played_side side[2];
    int winner;      /* 0, 1, or 2 for a tie */
    char reason[16]; /* sunk, both, points, limit, resigned, wrecked */
    int moves;
    uint64_t seed;
    bool seed_given;
};

/* Keeps a finished game with its record. The same game twice is kept once: `*id` is then the one it
 * has. */
enum error store_add_game(struct store *store, const struct played_game *game, struct slice record,
                          int64_t *id, struct message *message);

/* The record of a game; the latest for id 0. ERR_UNKNOWN where there is none. */
enum error store_game_record(struct store *store, int64_t id, struct buffer *record,
                             struct message *message);

/* What to look at; empty texts, NULL and 0 mean all. */
struct history_filter {
    const char *player;   /* a person */
    const char *opponent; /* a person or a bot, as it was named */
    const char *rules;
    int limit;
    const char *bot; /* an opponent that is a bot */
};

/* Calls `each` for every game, the latest first, until it returns false.
 * Texts from the file are made printable. */
enum error store_games(struct store *store, const struct history_filter *filter,
                       bool (*each)(void *context, const struct played_game *game), void *context,
                       struct message *message);

/* A person's games against one opponent under one rule set. */
struct standing {
    char player[PLAYER_SIZE], opponent[PLAYER_SIZE], rules[RULES_SIZE];
    int games, won, lost, tied;
    int resigned;      /* of those lost */
    double mean_shots; /* of the games won and not given up by the enemy; 0 if there are none */
    int best_shots;    /* the fewest of such a game; 0 if there are none */
    double accuracy;   /* hits per shot */
    int streak;        /* games won in a row up to the last one, negative for lost */
    int best_streak;   /* the most games won in a row */
    int advised;
    int64_t last;         /* when the last one was */
    bool opponent_is_bot; /* a person may have the name of a bot; they are kept apart */
};

/* Most games first; two people at one keyboard count for both. `limit` is that of standings. */
enum error store_standings(struct store *store, const struct history_filter *filter,
                           bool (*each)(void *context, const struct standing *standing),
                           void *context, struct message *message);

#endif
