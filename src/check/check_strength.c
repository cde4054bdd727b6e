#include "check/check_strength.h"

#include "rules/game.h"

#include <stdio.h>

enum {
    STRENGTH_BOARDS = 20,
    STRENGTH_LEAST = 5,   /* fewer boards say nothing */
    STRENGTH_US = 2000000 /* for a slow bot */
};

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

/* The mean over the boards; 0 if the bot broke, or does not play these rules. */
static enum error shoot_boards(const struct check_terms *terms, const char *name,
                               const struct rules *rules, uint64_t boards, double *mean,
                               struct message *message)
{
    struct match_terms match = {rules, boards, rng_derive_seed(&terms->seed, "solo", 0, 0)};
    uint64_t shots = 0, one = 1;
    struct bot *bot;
    enum error error = guest_open(terms->config, name, &bot, message);

    *mean = 0;
    if (error)
        return error;
    if (bot_accepts(bot->kind, rules, NULL) == OK) {
        bot_match_start(bot, &match);
        for (uint64_t board = 1; one > 0 && board <= boards; board++) {
            one = shoot_board(bot, rules, &terms->seed, board);
            shots += one;
        }
        *mean = one > 0 ? (double)shots / (double)boards : 0;
    }
    bot_free(bot);
    return OK;
}

/* The number of boards that the pace of the rounds allows. */
static uint64_t count_boards(const struct check_report *report)
{
    uint64_t boards = STRENGTH_BOARDS;

    if (report->used_us > 0)
        boards = STRENGTH_US * report->rounds / report->used_us;
    return boards < STRENGTH_BOARDS ? boards : STRENGTH_BOARDS;
}

enum error check_strength_measure(const struct check_terms *terms, const struct rules *rules,
                                  struct check_report *report, struct message *message)
{
    static const char *const rivals[CHECK_RIVALS] = {"random", "hunt"};
    struct check_strength *strength = &report->strength;
    uint64_t boards = count_boards(report);
    enum error error;

    if (boards < STRENGTH_LEAST)
        return OK;
    error = shoot_boards(terms, terms->bot, rules, boards, &strength->shots, message);
    if (error || strength->shots <= 0)
        return error;
    for (int i = 0; !error && i < CHECK_RIVALS; i++) {
        strength->rival[i] = rivals[i];
        error = shoot_boards(terms, rivals[i], rules, boards, &strength->rival_shots[i], message);
    }
    strength->boards = boards;
    snprintf(strength->rules, sizeof strength->rules, "%s", rules->name);
    return error;
}
