/* Writes games down as records (rules/record.h) while they are played, for matches and simulations.
 *
 * A scribe belongs to one thread and is used for one game after another. Who plays and by which
 * rules is the caller's to fill in, in `record`; nonces come from a seed, so that a repeated game
 * has the same record. */
#ifndef BROADSIDE_ARENA_SCRIBE_H
#define BROADSIDE_ARENA_SCRIBE_H

#include "base/buffer.h"
#include "bots/bot.h"
#include "rules/record.h"

enum { SCRIBE_LINES_SIZE = 16384 };

struct scribe {
    struct record record; /* rules, names, first, solo and layouts are the caller's */
    struct rng nonces;
    struct buffer buffer;
    int moves;
    bool is_full;
    char text[SCRIBE_LINES_SIZE];
};

enum error scribe_new(const struct rules *rules, struct scribe **scribe, struct message *message);
void scribe_free(struct scribe *scribe);

/* Forgets the game before; a game that never begins has an empty record. */
void scribe_clear(struct scribe *scribe);

/* The fleets lie: everything before the first move. */
void scribe_begin(struct scribe *scribe, uint64_t nonce_seed);
void scribe_move(struct scribe *scribe, const struct game *game, const struct move *move,
                 const struct outcome *outcome);
void scribe_end(struct scribe *scribe, const struct status *status, uint64_t seed);

/* The game was broken by a side: `# broken b move-timeout: SENTENCE`, which readers pass over. */
void scribe_broken(struct scribe *scribe, int side, enum broken broken, const char *sentence);

/* What was written, valid until the next game; false if it was too much. */
bool scribe_text(const struct scribe *scribe, struct slice *text);

#endif
