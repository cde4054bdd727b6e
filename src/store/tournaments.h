/* Tournaments in the store: terms, entrants, matches, rounds and errors.
 *
 * Only complete matches are stored. tournament_add_match writes a match in one transaction (rounds
 * packed in chunks, nothing that grows is rewritten). A killed process loses the matches under way
 * and nothing else; after a power failure the last matches may be missing too. Several processes
 * may read while one writes.
 *
 * Values passed in have been checked by the caller. Values read from a file are not trusted: texts
 * are made printable, and invalid values are ERR_MISMATCH. A tournament or match that does not
 * exist is ERR_UNKNOWN. A change that fails changes nothing, and the store remains usable. */
#ifndef BROADSIDE_STORE_TOURNAMENTS_H
#define BROADSIDE_STORE_TOURNAMENTS_H

#include "contest/contest.h"
#include "store/store.h"

enum {
    ROUNDS_CHUNK = 1024,        /* rounds in one row */
    MOST_MATCHES = 1 << 20,     /* of a tournament */
    KEPT_LOG = 16 * 1024,       /* bytes of a log; the rest is dropped */
    KEPT_RECORD_MOST = 1 << 20, /* bytes of a record; longer ones are refused */
};

/* The largest count in a match, so that sums over a tournament cannot overflow. */
#define MOST_COUNT ((uint64_t)1 << 43)

/* Stores a new contest with its terms and entrants (their index is their number) and sets its id,
 * and its start to now unless it has one. */
enum error tournament_create(struct store *store, struct contest *contest, struct message *message);

/* Reads a contest, the latest for id 0, with its entrants and the figures of its matches in order
 * of their numbers. The caller releases it, even after an error. ERR_UNKNOWN if there is none. */
enum error tournament_load(struct store *store, int64_t id, struct contest *contest,
                           struct message *message);

/* The same without entrants and matches, which are only counted. */
enum error tournament_find(struct store *store, int64_t id, struct contest *contest,
                           struct message *message);

/* All, the latest first; entrants and matches are only counted. Stops when `each` returns false. */
enum error tournament_list(struct store *store,
                           bool (*each)(void *context, const struct contest *contest),
                           void *context, struct message *message);

/* Entrants in order; the caller frees. */
enum error tournament_entrants(struct store *store, int64_t id, struct entrant **entrants,
                               int *count, struct message *message);

/* Adds an entrant at the end; changes an entrant, optionally dropping its matches. */
enum error tournament_add_entrant(struct store *store, int64_t id, const struct entrant *entrant,
                                  struct message *message);
enum error tournament_set_entrant(struct store *store, int64_t id, int index,
                                  const struct entrant *entrant, bool drop_matches,
                                  struct message *message);

/* Locks a tournament for this process, before it is played or its entrants are changed, until the
 * store is closed or the process ends. ERR_BUSY if another process has locked it. Reading needs no
 * lock, and a read-only store is never locked. */
enum error tournament_claim(struct store *store, int64_t id, struct message *message);

/* Complete since `when`, or open again for 0. The secret of a complete tournament was shown, so it
 * is removed when the tournament is opened again; its matches keep it. */
enum error tournament_set_ended(struct store *store, int64_t id, int64_t when,
                                struct message *message);

/* Sets the secret of the matches to come. */
enum error tournament_set_secret(struct store *store, int64_t id, const struct seed *seed,
                                 struct message *message);

/* Stores a complete match with its notes (one for each round) and, as far as they are there, its
 * heat maps, trouble, logs and records. A match that is already stored is ERR_REPEAT. */
enum error tournament_add_match(struct store *store, int64_t id, const struct contest_match *match,
                                struct message *message);

/* The figures of all matches in order of their numbers; the caller frees. */
enum error tournament_matches(struct store *store, int64_t id, struct contest_match **matches,
                              int *count, struct message *message);

/* The rounds of one match, in order, from 0, until `each` returns false. */
enum error tournament_rounds(struct store *store, int64_t id, uint64_t match,
                             bool (*each)(void *context, uint64_t round,
                                          const struct round_note *note),
                             void *context, struct message *message);

/* ERR_UNKNOWN if none was stored. */
enum error tournament_heat(struct store *store, int64_t id, uint64_t match, int side,
                           struct heat_counts *heat, struct message *message);

/* Appends both texts, which may be empty. Newlines stay, other control characters become `?`. */
enum error tournament_trouble(struct store *store, int64_t id, uint64_t match, int side,
                              struct buffer *trouble, struct buffer *log, struct message *message);

enum error tournament_records(struct store *store, int64_t id, uint64_t match,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, struct message *message);

#endif
