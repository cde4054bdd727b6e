/* The engine: the truth of one game, and what a move does to it.
 *
 * A game is a plain value of fixed size: two views, which together are the whole truth (each side
 * knows all about its own board). Copying is assignment. The walk is game_init, game_place for both
 * sides, then game_apply until status.over. Applying is deterministic: chance (the block of a hint)
 * is drawn beforehand by game_draw and is part of the move.
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

/* A game of one: side A shoots at the fleet of side B, which never moves. It starts when side B has
 * placed, and ends like any other. */
void game_init_solo(struct game *game, const struct rules *rules);

/* Who moves first in round `round`, counted from 1; draws only under `first = random`. */
int game_first(const struct rules *rules, int round, struct rng *rng);

/* Lays out one side's fleet; the game starts with the second one. ERR_PLACEMENT with the reason. */
enum error game_place(struct game *game, int side, const struct layout *layout,
                      struct message *message);

/* What is left to chance in a move of the side to move: the block that a hint shows. */
void game_draw(const struct game *game, struct rng *rng, struct move *move);

/* Applies a move of the side whose turn it is and tells what it did. A move that is not legal is
 * refused: an error comes back with the reason and the game is as before. Bots play by this. */
enum error game_apply_legal(struct game *game, const struct move *move, struct outcome *outcome,
                            struct message *message);

/* The same for people: a move that is not legal costs the turn where the rules say so. */
enum error game_apply(struct game *game, const struct move *move, struct outcome *outcome,
                      struct message *message);

/* The same from text: invalid text costs the turn where the rules say so. `move` receives the move
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
