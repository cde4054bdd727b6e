/* Broadside: playing games from another program.
 *
 * A game has two sides, 0 and 1, each a built-in bot or somebody outside who sends moves as text
 * (the encoding of docs/RULES.md). Functions that can fail return 0 for success and write one
 * sentence into `error` otherwise, whose size counts its terminator. A game owns everything it
 * hands out; such strings are valid until the next call on the same game. One game may be used by
 * one thread at a time. */
#ifndef BROADSIDE_GAME_H
#define BROADSIDE_GAME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef BROADSIDE_API
#define BROADSIDE_API __attribute__((visibility("default")))
#endif

struct broadside_game;

BROADSIDE_API const char *broadside_version(void);

/* `rules` is the name of a preset or a whole rules text; `bot_0` and `bot_1` name built-in bots,
 * NULL for a side that plays from outside. `seed` points to a seed that repeats the game, or is
 * NULL. */
BROADSIDE_API int broadside_game_new(const char *rules, const char *bot_0, const char *bot_1,
                                     const uint64_t *seed, struct broadside_game **game,
                                     char *error, size_t size);
BROADSIDE_API void broadside_game_free(struct broadside_game *game);

/* Lays out a side's fleet from text, `Carrier A1 h, ...`, or at random for NULL. */
BROADSIDE_API int broadside_game_place(struct broadside_game *game, int side, const char *layout,
                                       char *error, size_t size);

/* The side to move: 0 or 1; -1 before both fleets lie and after the end. */
BROADSIDE_API int broadside_game_turn(const struct broadside_game *game);

/* Makes a move of the side to move, NULL for the move of a bot. `*outcome` is what it did:
 * `B3=miss`, `C4=sunk:Carrier end:a:sunk`. */
BROADSIDE_API int broadside_game_move(struct broadside_game *game, const char *move,
                                      const char **outcome, char *error, size_t size);

/* 1 once the game is over; `*winner` is 0 or 1, or -1 for a tie. */
BROADSIDE_API int broadside_game_over(const struct broadside_game *game, int *winner);

/* A side's tracking grid and own board, drawn as text. */
BROADSIDE_API const char *broadside_game_boards(struct broadside_game *game, int side);

/* The record so far. It holds both fleets. */
BROADSIDE_API const char *broadside_game_record(const struct broadside_game *game);

#ifdef __cplusplus
}
#endif

#endif
