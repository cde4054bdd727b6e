/* A game that is recorded while it is played, and read back.
 *
 * A tape is a record, written move by move with the real writer. It contains its memory and is
 * large: make it static. */
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

/* Reads the record to its end. */
enum error tape_read(struct record_reader *reader, struct slice text, struct message *message);

/* Does the record replay to the same game? The message says what differs. */
bool tape_replays(const struct tape *tape, const struct game *game, struct message *message);

#endif
