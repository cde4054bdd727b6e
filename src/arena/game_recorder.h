/* Writes the records (rules/record.h) of games while they are played, for matches and simulations.
 *
 * A recorder belongs to one thread and is used for one game after another. The caller fills in the
 * players in `record`. Nonces come from a generator, so a repeated game has the same record. */
#ifndef BROADSIDE_ARENA_GAME_RECORDER_H
#define BROADSIDE_ARENA_GAME_RECORDER_H

#include "base/buffer.h"
#include "bots/bot.h"
#include "rules/record.h"

enum { RECORDER_TEXT_SIZE = 16384 };

struct game_recorder {
    struct record record; /* the caller sets names, first, solo and layouts */
    struct rng nonces;
    struct buffer buffer;
    int moves;
    bool is_full;
    char text[RECORDER_TEXT_SIZE];
};

enum error game_recorder_new(const struct rules *rules, struct game_recorder **recorder,
                             struct message *message);
void game_recorder_free(struct game_recorder *recorder);

/* Forgets the last game. A game that never begins has an empty record. */
void game_recorder_clear(struct game_recorder *recorder);

/* Writes everything before the first move; both fleets are placed. */
void game_recorder_begin(struct game_recorder *recorder, const struct rng *nonces);
void game_recorder_move(struct game_recorder *recorder, const struct game *game,
                        const struct move *move, const struct outcome *outcome);

/* Writes the number of the seed. The run goes on, so its secret is not written. */
void game_recorder_end(struct game_recorder *recorder, const struct status *status,
                       const struct seed *seed);

/* A side broke the game: writes `# broken b move-timeout: SENTENCE`, which readers skip. */
void game_recorder_broken(struct game_recorder *recorder, int side, enum broken broken,
                          const char *sentence);

/* The record, valid until the next game; false if it did not fit. */
bool game_recorder_text(const struct game_recorder *recorder, struct slice *text);

#endif
