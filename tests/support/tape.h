/* A game written down while it is played, and read back.
 *
 * A tape is the record that the real writer makes of each move as it is applied. It owns its
 * memory, which is large: keep it static. */
#ifndef TESTS_SUPPORT_TAPE_H
#define TESTS_SUPPORT_TAPE_H

#include "rules/record.h"

enum { TAPE_SIZE = 1 << 20 };

struct tape {
    struct record record;
    struct writer writer;
    int moves, raises;
    char text[TAPE_SIZE];
};

/* The game has just started. */
void tape_start(struct tape *tape, const struct game *game);

/* A move was applied; the end is written with the last one. */
void tape_move(struct tape *tape, const struct game *game, const struct move *move,
               const struct outcome *outcome);

/* Reads the record and plays it to its end, in `reader`. */
enum error tape_read(struct record_reader *reader, struct slice text, struct message *message);

/* Does it come out as the game did, in what both sides know and in its text? Fills the message. */
bool tape_replays(const struct tape *tape, const struct game *game, struct message *message);

#endif
