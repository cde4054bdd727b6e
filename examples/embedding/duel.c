/* A game inside another program: we fire in reading order against the bot `random`.
 *
 *     cc -o duel examples/embedding/duel.c $(pkg-config --cflags --libs broadside)
 */
#include <broadside/game.h>

#include <stdio.h>

int main(void)
{
    char error[256], move[32];
    const char *outcome;
    struct broadside_game *game;
    uint64_t seed = 7;
    int next = 0, winner;

    if (broadside_game_new("classic", NULL, "random", &seed, &game, error, sizeof error) != 0 ||
        broadside_game_place(game, 0, NULL, error, sizeof error) != 0) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    while (!broadside_game_over(game, &winner)) {
        int ours = broadside_game_turn(game) == 0;

        snprintf(move, sizeof move, "fire %c%d", 'A' + next % 10, next / 10 + 1);
        next += ours;
        if (broadside_game_move(game, ours ? move : NULL, &outcome, error, sizeof error) != 0) {
            fprintf(stderr, "%s\n", error);
            broadside_game_free(game);
            return 1;
        }
    }
    printf("%s%s\n", broadside_game_boards(game, 0), winner == 0 ? "We won." : "We lost.");
    broadside_game_free(game);
    return 0;
}
