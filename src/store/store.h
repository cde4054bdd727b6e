/* The store: a SQLite database in one file, with the history of games and tournaments.
 *
 * The schema has a version. A file of an older version is converted when it is opened; one of a
 * newer version is refused. A store is used by one thread at a time; several processes may use one
 * file. Without SQLite, store_open reports the missing package. */
#ifndef BROADSIDE_STORE_STORE_H
#define BROADSIDE_STORE_STORE_H

#include "base/buffer.h"
#include "base/seed.h"
#include "base/text.h"
#include "session/standing.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

bool store_available(void); /* false in a program built without SQLite */

/* Creates the file if necessary, readable only by its owner. ERR_MISMATCH, without changing
 * anything, for a file that is not a database, is damaged, or belongs to another program or a newer
 * version; ERR_BUSY if another process locks it for too long; ERR_MISSING without SQLite. */
enum error store_open(const char *path, struct store **store, struct message *message);
void store_close(struct store *store);

/* An empty store in memory, which is gone when it is closed. */
enum error store_open_in_memory(struct store **store, struct message *message);

/* --- copies, for files that several machines share ---------------------------------------------*/

/* An empty store on the disk of this machine (in TMPDIR, otherwise in /var/tmp). It has no name and
 * is gone when it is closed or the process ends for any reason. */
enum error store_open_scratch(struct store **store, struct message *message);

/* Writes a copy of the store to a file, completely or not at all, readable only by its owner. It
 * takes no locks, so the file may be on a network file system. */
enum error store_publish(struct store *store, const char *path, struct message *message);

/* Opens such a copy for reading, without locks and without files beside it. ERR_UNKNOWN if there is
 * no such file, ERR_BUSY if it is in use as a database. */
enum error store_open_published(const char *path, struct store **store, struct message *message);

/* --- history: the games of people --------------------------------------------------------------*/

/* One side of a game. */
struct played_side {
    char name[PLAYER_SIZE];
    char bot[PLAYER_SIZE]; /* as named by the player; empty for a person */
    int shots, hits, turns;
    int advised; /* how often the coach gave advice */
};

struct played_game {
    int64_t id;   /* set by the store; one that is set when a game is added is kept */
    int64_t when; /* seconds since 1970, the end of the game */
    char rules[RULES_SIZE];
    struct played_side side[2];
    int winner;      /* 0, 1, or 2 for a tie */
    char reason[16]; /* sunk, both, points, limit, resigned, wrecked */
    int moves;
    struct seed seed;
    bool seed_given;
};

/* Stores a finished game with its record. A game that is already stored is not stored again; `*id`
 * is its id. */
enum error store_add_game(struct store *store, const struct played_game *game, struct slice record,
                          int64_t *id, struct message *message);

/* Is the game with this record stored? */
enum error store_has_game(struct store *store, struct slice record, bool *has,
                          struct message *message);

/* The record of a game; the latest for id 0. ERR_UNKNOWN if there is none. */
enum error store_game_record(struct store *store, int64_t id, struct buffer *record,
                             struct message *message);

/* Which games to include; empty strings, NULL and 0 mean all. */
struct history_filter {
    const char *player;   /* a person */
    const char *opponent; /* a person or a bot */
    const char *rules;
    int limit;
    const char *bot; /* an opponent that is a bot */
};

/* How many games have values that no game can have. They are left out below. */
enum error store_count_damaged(struct store *store, int64_t *count, struct message *message);

/* Calls `each` for every game, the latest first, until it returns false.
 * Texts from the file are made printable. */
enum error store_games(struct store *store, const struct history_filter *filter,
                       bool (*each)(void *context, const struct played_game *game), void *context,
                       struct message *message);

/* Most games first. A game of two people counts for both. `limit` is the number of standings. */
enum error store_standings(struct store *store, const struct history_filter *filter,
                           bool (*each)(void *context, const struct standing *standing),
                           void *context, struct message *message);

#endif
