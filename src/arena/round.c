/* See round.h. Each side is asked for its fleet whatever the other did, so that who is asked first
 * makes no difference to who is blamed. */
#include "arena/round.h"

#include "arena/scribe.h"

#include <string.h>

static void tell_enemy(struct bot *bot, const struct view *view, const struct move *move,
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

/* The side has broken the round; a bot that knows more about it says so. */
static void blame(struct round *round, int side, const struct bot *bot, enum broken broken)
{
    round->broken[side] = broken;
    if (!round->trouble[side].text[0])
        message_set(&round->trouble[side], "%s", bot_trouble(bot));
}

/* One move of the side to move; a bot that makes an illegal one has broken the round. */
static void play_move(struct game *game, struct bot *bots[2], struct rng *chance,
                      struct scribe *scribe, struct round *round)
{
    int mover = game_status(game)->turn;
    struct outcome outcome;
    struct move move;
    enum broken broken = bot_act(bots[mover], &game->view[mover], &move);

    if (broken) {
        blame(round, mover, bots[mover], broken);
        return;
    }
    if (move.kind == MOVE_HINT)
        game_draw(game, chance, &move);
    if (game_apply_legal(game, &move, &outcome, &round->trouble[mover]) != OK) {
        blame(round, mover, bots[mover], BROKEN_MOVE);
        return;
    }
    bot_outcome(bots[mover], &game->view[mover], &move, &outcome);
    tell_enemy(bots[1 - mover], &game->view[1 - mover], &move, &outcome);
    if (scribe)
        scribe_move(scribe, game, &move, &outcome);
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
        blame(round, side, bot, broken);
    else if (game_place(game, side, fleet, &round->trouble[side]) != OK)
        blame(round, side, bot, BROKEN_PLACEMENT);
    else
        round->wrecks[side] = game_rules(game)->ships - __builtin_popcountll(view->own.afloat);
}

static void begin_record(struct scribe *scribe, const struct game *game, uint64_t nonce_seed)
{
    scribe->record.first = game_status(game)->first;
    for (int side = 0; side < 2; side++)
        scribe->record.layout[side] = game->view[side].own.layout;
    scribe_begin(scribe, nonce_seed);
}

/* All that a round decided, folded into one number. */
static uint64_t sign(const struct game *game, uint64_t number, const struct round *round)
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

/* Nobody gets points; both hear who won, and that no rule decided it. */
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

    if (terms->scribe)
        scribe_clear(terms->scribe);
    game_init(game, terms->rules, terms->first);
    for (int side = 0; side < 2; side++) {
        round->broken[side] = BROKEN_NONE;
        round->wrecks[side] = 0;
        round->trouble[side].text[0] = '\0';
        bot_round_start(bots[side], &game->view[side], terms->number);
    }
    for (int side = 0; side < 2; side++)
        place_fleet(game, side, bots[side], terms->fleet ? &terms->fleet[side] : NULL, round);
    if (terms->scribe && status->started)
        begin_record(terms->scribe, game, terms->nonce_seed);
    while (!round->broken[0] && !round->broken[1] && !status->over)
        play_move(game, bots, chance, terms->scribe, round);
    if (round->broken[0] || round->broken[1])
        round->winner = !round->broken[0] ? SIDE_A : !round->broken[1] ? SIDE_B : NOBODY;
    else
        round->winner = status->winner;
    round->signature = sign(game, terms->number, round);
    if (round->broken[0] || round->broken[1])
        round_close_broken(game, round->winner);
    for (int side = 0; side < 2; side++)
        bot_round_end(bots[side], &game->view[side], terms->number);
}
