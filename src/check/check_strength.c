#include "check/check_strength.h"

#include "rules/game.h"

#include <math.h>
#include <stdio.h>

enum { LEAST_BOARDS = 20, MOST_BOARDS = 200, MATCH_SHARE = 5 };

/* Shoots one board and returns the number of shots, 0 if the bot broke. */
static uint64_t shoot_board(struct bot *bot, const struct rules *rules, const struct seed *seed,
                            uint64_t board)
{
    struct layout layout;
    struct game game;
    struct rng rng;

    rng_derive(&rng, seed, "board", board, 0);
    rng_derive(&bot->rng, seed, "solo", board, 0);
    game_init_solo(&game, rules);
    bot_round_start(bot, &game.view[0], board);
    if (layout_random(rules, &rng, &layout) != OK || game_place(&game, SIDE_B, &layout, NULL) != OK)
        return 0;
    while (!game_status(&game)->over) {
        struct outcome outcome;
        struct move move;

        if (bot_act(bot, &game.view[0], &move) != BROKEN_NONE)
            return 0;
        if (move.kind == MOVE_HINT)
            game_draw(&game, &rng, &move);
        if (game_apply_legal(&game, &move, &outcome, NULL) != OK)
            return 0;
        bot_outcome(bot, &game.view[0], &move, &outcome);
    }
    bot_round_end(bot, &game.view[0], board);
    return (uint64_t)game_status(&game)->shots[0];
}

/* The mean over the boards and its standard error; 0 if the bot broke, or does not play these
 * rules. */
static enum error shoot_boards(const struct check_terms *terms, const char *name,
                               const struct rules *rules, uint64_t boards, double *mean,
                               double *standard_error, struct message *message)
{
    struct match_terms match = {
        .rules = rules, .rounds = boards, .seed = rng_derive_seed(&terms->seed, "solo", 0, 0)};
    uint64_t one = 1;
    double sum = 0, squares = 0, n = (double)boards;
    struct bot *bot;
    enum error error = guest_open(terms->config, name, &bot, message);

    *mean = *standard_error = 0;
    if (error)
        return error;
    if (bot_accepts(bot->kind, rules, NULL) == OK) {
        bot_match_start(bot, &match);
        for (uint64_t board = 1; one > 0 && board <= boards; board++) {
            one = shoot_board(bot, rules, &terms->seed, board);
            sum += (double)one;
            squares += (double)(one * one);
        }
        if (one > 0) {
            *mean = sum / n;
            *standard_error = sqrt(fmax(0, squares - sum * sum / n) / (n - 1) / n);
        }
    }
    bot_free(bot);
    return OK;
}

/* In proportion to the match, so that a short check stays short. Independent of time, so that the
 * same seed gives the same figure. */
static uint64_t count_boards(const struct check_report *report)
{
    uint64_t boards = report->planned / MATCH_SHARE;

    return boards < LEAST_BOARDS ? LEAST_BOARDS : boards < MOST_BOARDS ? boards : MOST_BOARDS;
}

enum error check_strength_measure(const struct check_terms *terms, const struct rules *rules,
                                  struct check_report *report, struct message *message)
{
    static const char *const rivals[CHECK_RIVALS] = {"random", "hunt"};
    struct check_strength *strength = &report->strength;
    uint64_t boards = count_boards(report);
    double unused;
    enum error error;

    error =
        shoot_boards(terms, terms->bot, rules, boards, &strength->shots, &strength->error, message);
    if (error || strength->shots <= 0)
        return error;
    for (int i = 0; !error && i < CHECK_RIVALS; i++) {
        strength->rival[i] = rivals[i];
        error = shoot_boards(terms, rivals[i], rules, boards, &strength->rival_shots[i], &unused,
                             message);
    }
    strength->boards = boards;
    snprintf(strength->rules, sizeof strength->rules, "%s", rules->name);
    return error;
}
