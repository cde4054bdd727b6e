/* The engine: the full state of a game, and what a move does to it.
 *
 * A game is a plain value of fixed size: two views, which together are the full state, since each
 * side knows everything about its own board. Copy it by assignment. Call game_init, game_place for
 * both sides, then game_apply until status.over. Applying a move is deterministic: game_draw makes
 * the only random choice (the block of a hint) beforehand, and the move contains it.
 *
 * Bots and inference never include this header. */
#ifndef BROADSIDE_RULES_GAME_H
#define BROADSIDE_RULES_GAME_H

#include "rules/view.h"

struct game {
    struct view view[2];
    uint8_t placed[2];
    uint8_t solo; /* only side A moves */
};

/* The rules have passed rules_check; `first` is SIDE_A or SIDE_B. */
void game_init(struct game *game, const struct rules *rules, int first);

/* A solo game: side A shoots at the fleet of side B, which never moves. It starts when side B has
 * placed its fleet. */
void game_init_solo(struct game *game, const struct rules *rules);

/* Who moves first in round `round`, counted from 1. Uses `rng` only under `first = random`. */
int game_first(const struct rules *rules, int round, struct rng *rng);

/* Places one side's fleet; the game starts when both are placed. ERR_PLACEMENT if illegal. */
enum error game_place(struct game *game, int side, const struct layout *layout,
                      struct message *message);

/* Makes the random choice in a move of the side to move: the block that a hint shows. */
void game_draw(const struct game *game, struct rng *rng, struct move *move);

/* Applies a move of the side to move and reports its outcome. An illegal move returns an error with
 * the reason and leaves the game unchanged. Used for bots. */
enum error game_apply_legal(struct game *game, const struct move *move, struct outcome *outcome,
                            struct message *message);

/* The same for human players: an illegal move costs the turn if the rules say so. */
enum error game_apply(struct game *game, const struct move *move, struct outcome *outcome,
                      struct message *message);

/* The same from text: invalid text costs the turn if the rules say so. `move` receives the move
 * that was applied. */
enum error game_apply_text(struct game *game, struct slice text, struct rng *rng, struct move *move,
                           struct outcome *outcome, struct message *message);

static inline const struct status *game_status(const struct game *game)
{
    return &game->view[0].status;
}

static inline const struct rules *game_rules(const struct game *game)
{
    return &game->view[0].rules;
}

#endif
