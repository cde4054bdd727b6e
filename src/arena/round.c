/* See round.h. Both sides are asked for their fleets even if one fails, so the order does not
 * decide who broke the round. */
#include "arena/round.h"

#include "arena/game_recorder.h"

#include <string.h>

static void show_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                            const struct outcome *outcome)
{
    struct move seen_move;
    struct outcome seen_outcome;

    if (!bot->kind->enemy_move)
        return;
    if (move->kind == MOVE_SMOKE || move->kind == MOVE_HINT || move->kind == MOVE_RAISE) {
        seen_move = *move;
        seen_outcome = *outcome;
        outcome_conceal(&seen_move, &seen_outcome);
        move = &seen_move;
        outcome = &seen_outcome;
    }
    bot_enemy_move(bot, view, move, outcome);
}

/* Notes that a side broke the round, with the bot's own explanation if there is none yet. */
static void note_broken(struct round *round, int side, const struct bot *bot, enum broken broken)
{
    round->broken[side] = broken;
    if (!round->trouble[side].text[0])
        message_set(&round->trouble[side], "%s", bot_trouble(bot));
}

/* Plays one move. A bot that makes an illegal move breaks the round. */
static void play_move(struct game *game, struct bot *bots[2], struct rng *chance,
                      struct game_recorder *recorder, struct round *round)
{
    int mover = game_status(game)->turn;
    struct outcome outcome;
    struct move move;
    enum broken broken = bot_act(bots[mover], &game->view[mover], &move);

    if (broken) {
        note_broken(round, mover, bots[mover], broken);
        return;
    }
    if (move.kind == MOVE_HINT)
        game_draw(game, chance, &move);
    if (game_apply_legal(game, &move, &outcome, &round->trouble[mover]) != OK) {
        note_broken(round, mover, bots[mover], BROKEN_MOVE);
        return;
    }
    bot_outcome(bots[mover], &game->view[mover], &move, &outcome);
    show_enemy_move(bots[1 - mover], &game->view[1 - mover], &move, &outcome);
    if (recorder)
        game_recorder_move(recorder, game, &move, &outcome);
}

static void place_fleet(struct game *game, int side, struct bot *bot, const struct layout *fleet,
                        struct round *round)
{
    const struct view *view = &game->view[side];
    enum broken broken = BROKEN_NONE;
    struct layout layout;

    if (!fleet) {
        memset(&layout, 0, sizeof layout);
        broken = bot_place(bot, view, &layout);
        fleet = &layout;
    }
    if (broken)
        note_broken(round, side, bot, broken);
    else if (game_place(game, side, fleet, &round->trouble[side]) != OK)
        note_broken(round, side, bot, BROKEN_PLACEMENT);
    else
        round->wrecks[side] = game_rules(game)->ships - __builtin_popcountll(view->own.afloat);
}

static void begin_record(struct game_recorder *recorder, const struct game *game,
                         const struct rng *nonces)
{
    recorder->record.first = game_status(game)->first;
    for (int side = 0; side < 2; side++)
        recorder->record.layout[side] = game->view[side].own.layout;
    game_recorder_begin(recorder, nonces);
}

/* A hash of everything that the round decided. */
static uint64_t hash_round(const struct game *game, uint64_t number, const struct round *round)
{
    const struct status *status = game_status(game);
    uint64_t hash = rng_mix_seed(number, (uint64_t)round->winner);
    int words = (rules_cells(game_rules(game)) + 63) / 64;

    for (int side = 0; side < 2; side++) {
        const struct view *view = &game->view[side];

        hash =
            rng_mix_seed(hash, (uint64_t)status->shots[side] << 16 | (uint64_t)status->turns[side]);
        hash = rng_mix_seed(hash,
                            (uint64_t)status->points[side] << 16 | (uint64_t)view->tracking.wasted);
        for (int word = 0; word < words; word++)
            hash =
                rng_mix_seed(hash ^ view->tracking.shot.word[word], view->tracking.hit.word[word]);
    }
    return hash;
}

void round_close_broken(struct game *game, int winner)
{
    for (int side = 0; side < 2; side++) {
        struct status *status = &game->view[side].status;

        status->over = 1;
        status->turn = NOBODY;
        status->winner = (uint8_t)winner;
        status->reason = REASON_NONE;
        status->points[0] = status->points[1] = 0;
    }
}

void round_play_as(struct game *game, const struct round_terms *terms, struct bot *bots[2],
                   struct rng *chance, struct round *round)
{
    const struct status *status = game_status(game);

    if (terms->recorder)
        game_recorder_clear(terms->recorder);
    game_init(game, terms->rules, terms->first);
    for (int side = 0; side < 2; side++) {
        round->broken[side] = BROKEN_NONE;
        round->wrecks[side] = 0;
        round->trouble[side].text[0] = '\0';
        bot_round_start(bots[side], &game->view[side], terms->number);
    }
    for (int side = 0; side < 2; side++)
        place_fleet(game, side, bots[side], terms->fleet ? &terms->fleet[side] : NULL, round);
    if (terms->recorder && status->started)
        begin_record(terms->recorder, game, terms->nonces);
    for (int side = 0; terms->shots && side < 2; side++)
        bots[side]->rng = terms->shots[side];
    while (!round->broken[0] && !round->broken[1] && !status->over)
        play_move(game, bots, chance, terms->recorder, round);
    if (round->broken[0] || round->broken[1])
        round->winner = !round->broken[0] ? SIDE_A : !round->broken[1] ? SIDE_B : NOBODY;
    else
        round->winner = status->winner;
    round->signature = hash_round(game, terms->number, round);
    if (round->broken[0] || round->broken[1])
        round_close_broken(game, round->winner);
    for (int side = 0; side < 2; side++)
        bot_round_end(bots[side], &game->view[side], terms->number);
}
