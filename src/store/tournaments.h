/* Tournaments in the store: terms, entrants, matches, rounds, what went wrong.
 *
 * The unit is the match: it is either complete or not there. While one is played its rounds are not
 * in the file; tournament_add_match writes the whole of it in one transaction (rounds packed in
 * chunks, nothing that grows is rewritten). A killed process loses the matches under way and
 * nothing else; after a power failure the last ones may be missing, too. Several processes may read
 * while one writes.
 *
 * Terms, entrants and scores that are handed in have passed the checks of their makers. What comes
 * out of a file is not trusted: texts are made printable, values are checked, and what makes no
 * sense is ERR_MISMATCH with a sentence. A tournament or match that is not there is ERR_UNKNOWN. A
 * change that failed has changed nothing, and the store can be used on. */
#ifndef BROADSIDE_STORE_TOURNAMENTS_H
#define BROADSIDE_STORE_TOURNAMENTS_H

#include "contest/contest.h"
#include "store/store.h"

enum {
    ROUNDS_CHUNK = 1024,        /* rounds in one row */
    MOST_MATCHES = 1 << 20,     /* of a tournament */
    KEPT_SENTENCE = 1024,       /* bytes of trouble; what is longer is cut */
    KEPT_LOG = 16 * 1024,       /* bytes of a log; the same */
    KEPT_RECORD_MOST = 1 << 20, /* bytes of a record; longer ones are refused */
};

/* No count in a match is larger, so that sums over a tournament cannot overflow. */
#define MOST_COUNT ((uint64_t)1 << 43)

/* Stores a new contest with its terms and entrants (their index is their number) and sets its id
 * and start. */
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

/* One more entrant at the end; another version of one (its matches are void and gone); out of it.
 */
enum error tournament_add_entrant(struct store *store, int64_t id, const struct entrant *entrant,
                                  struct message *message);
enum error tournament_set_entrant(struct store *store, int64_t id, int index,
                                  const struct entrant *entrant, bool drop_matches,
                                  struct message *message);

/* Whoever plays a tournament or changes its entrants has it to himself until the store is closed or
 * the process ends, however it ends. ERR_BUSY with a sentence while another process has it.
 * Reading needs no claim, and a store that cannot be written can be claimed by anybody. */
enum error tournament_claim(struct store *store, int64_t id, struct message *message);

/* Complete since `when`, or open again for 0. */
enum error tournament_set_ended(struct store *store, int64_t id, int64_t when,
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

/* ERR_UNKNOWN where none was kept. */
enum error tournament_heat(struct store *store, int64_t id, uint64_t match, int side,
                           struct heat_counts *heat, struct message *message);

/* Appends both, which may be nothing. Lines stay lines, other control characters become `?`. */
enum error tournament_trouble(struct store *store, int64_t id, uint64_t match, int side,
                              struct buffer *trouble, struct buffer *log, struct message *message);

enum error tournament_records(struct store *store, int64_t id, uint64_t match,
                              bool (*each)(void *context, uint64_t round, struct slice record),
                              void *context, struct message *message);

#endif
