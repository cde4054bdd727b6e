/* Broadside: playing games from another program.
 *
 * A game has two sides, 0 and 1. Each is a built-in bot or is played by the calling program, which
 * sends moves as text (see docs/RULES.md). Functions that can fail return 0 for success; otherwise
 * they write a message to `error`, which has room for `size` bytes. Returned strings belong to the
 * game and are valid until the next call on the same game. Only one thread at a time may use a
 * game. */
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

/* `rules` is the name of a preset or the text of a rules file. `bot_0` and `bot_1` name built-in
 * bots; NULL means that the calling program plays the side. `seed` makes the game repeatable; NULL
 * means a random seed. */
BROADSIDE_API int broadside_game_new(const char *rules, const char *bot_0, const char *bot_1,
                                     const uint64_t *seed, struct broadside_game **game,
                                     char *error, size_t size);
BROADSIDE_API void broadside_game_free(struct broadside_game *game);

/* Places a side's fleet from text, `Carrier A1 h, ...`, or at random if `layout` is NULL. */
BROADSIDE_API int broadside_game_place(struct broadside_game *game, int side, const char *layout,
                                       char *error, size_t size);

/* The side to move: 0 or 1, or -1 before both fleets are placed and after the end. */
BROADSIDE_API int broadside_game_turn(const struct broadside_game *game);

/* Makes a move for the side to move; NULL lets a bot choose its own. `*outcome` receives what the
 * move did: `B3=miss`, `C4=sunk:Carrier end:a:sunk`. */
BROADSIDE_API int broadside_game_move(struct broadside_game *game, const char *move,
                                      const char **outcome, char *error, size_t size);

/* 1 if the game is over; `*winner` is then 0 or 1, or -1 for a tie. */
BROADSIDE_API int broadside_game_over(const struct broadside_game *game, int *winner);

/* A side's tracking grid and own board, drawn as text. */
BROADSIDE_API const char *broadside_game_boards(struct broadside_game *game, int side);

/* The record so far. It contains both fleets. */
BROADSIDE_API const char *broadside_game_record(const struct broadside_game *game);

#ifdef __cplusplus
}
#endif

#endif
