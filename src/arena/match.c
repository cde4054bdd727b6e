/* The rounds of a match. Every round has its own generators, derived from (seed, match, round), so
 * that no round depends on which thread played the one before it. */
#include "arena/match.h"

#include "arena/pool.h"
#include "rules/game.h"

#include <stdlib.h>
#include <string.h>

enum { ROUNDS_PER_JOB = 128 };

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

/* One move of the side to move; a bot that makes an illegal one has broken the round. */
static enum broken play_move(struct game *game, struct bot *bots[2], struct rng *chance)
{
    int mover = game_status(game)->turn;
    struct outcome outcome;
    struct move move;
    enum broken broken = bot_act(bots[mover], &game->view[mover], &move);

    if (broken)
        return broken;
    if (move.kind == MOVE_HINT)
        game_draw(game, chance, &move);
    if (game_apply_legal(game, &move, &outcome, NULL) != OK)
        return BROKEN_MOVE;
    bot_outcome(bots[mover], &game->view[mover], &move, &outcome);
    tell_enemy(bots[1 - mover], &game->view[1 - mover], &move, &outcome);
    return BROKEN_NONE;
}

static void place_fleets(struct game *game, struct bot *bots[2], struct round *round)
{
    struct layout layout;

    for (int side = 0; side < 2; side++) {
        memset(&layout, 0, sizeof layout);
        round->broken[side] = bot_place(bots[side], &game->view[side], &layout);
        if (!round->broken[side] && game_place(game, side, &layout, NULL) != OK)
            round->broken[side] = BROKEN_PLACEMENT;
    }
}

/* All that a round decided, folded into one number. */
static uint64_t sign(const struct game *game, uint64_t number, const struct round *round)
{
    const struct status *status = game_status(game);
    uint64_t hash = seed_mix(number, (uint64_t)round->winner);
    int words = (rules_cells(game_rules(game)) + 63) / 64;

    for (int side = 0; side < 2; side++) {
        const struct view *view = &game->view[side];

        hash = seed_mix(hash, (uint64_t)status->shots[side] << 16 | (uint64_t)status->turns[side]);
        hash =
            seed_mix(hash, (uint64_t)status->points[side] << 16 | (uint64_t)view->tracking.wasted);
        for (int word = 0; word < words; word++)
            hash = seed_mix(hash ^ view->tracking.shot.word[word], view->tracking.hit.word[word]);
    }
    return hash;
}

void round_play(struct game *game, const struct rules *rules, struct bot *bots[2], int first,
                uint64_t number, struct rng *chance, struct round *round)
{
    game_init(game, rules, first);
    for (int side = 0; side < 2; side++)
        bot_round_start(bots[side], &game->view[side], number);
    place_fleets(game, bots, round);
    while (!round->broken[0] && !round->broken[1] && !game_status(game)->over) {
        int mover = game_status(game)->turn;

        round->broken[mover] = play_move(game, bots, chance);
    }
    if (round->broken[0] || round->broken[1])
        round->winner = !round->broken[0] ? SIDE_A : !round->broken[1] ? SIDE_B : NOBODY;
    else
        round->winner = game_status(game)->winner;
    round->signature = sign(game, number, round);
    for (int side = 0; side < 2; side++)
        bot_round_end(bots[side], &game->view[side], number);
}

/* What one thread has to itself. */
struct corner {
    struct bot *bot[2];
    struct game game;
    struct match_result result;
};

struct play {
    const struct match *match;
    uint64_t bot_seed[2], chance_seed;
    struct corner *corners;
};

static void add_round(struct match_result *result, const struct game *game,
                      const struct round *round)
{
    result->rounds++;
    result->signature += round->signature;
    if (round->winner == NOBODY)
        result->drawn++;
    else
        result->side[round->winner].won++;
    if (round->broken[0] || round->broken[1]) {
        for (int side = 0; side < 2; side++)
            if (round->broken[side])
                result->side[side].broken[round->broken[side]]++;
        return;
    }
    result->whole++;
    for (int side = 0; side < 2; side++)
        result->side[side].shots += (uint64_t)game_status(game)->shots[side];
}

static void play_round(const struct play *play, struct corner *corner, uint64_t number)
{
    const struct rules *rules = play->match->rules;
    struct round round = {0};
    struct rng chance;

    rng_seed(&chance, seed_mix(play->chance_seed, number));
    for (int side = 0; side < 2; side++)
        rng_seed(&corner->bot[side]->rng, seed_mix(play->bot_seed[side], number));
    round_play(&corner->game, rules, corner->bot, game_first(rules, (int)(number & 1), &chance),
               number, &chance, &round);
    add_round(&corner->result, &corner->game, &round);
}

static bool play_job(void *context, int thread, uint64_t job)
{
    const struct play *play = context;
    uint64_t last = (job + 1) * ROUNDS_PER_JOB;

    if (last > play->match->rounds)
        last = play->match->rounds;
    for (uint64_t round = job * ROUNDS_PER_JOB + 1; round <= last; round++)
        play_round(play, &play->corners[thread], round);
    return true;
}

static uint64_t count_broken(const struct match_side *side)
{
    uint64_t count = 0;

    for (int i = 0; i < BROKEN_KINDS; i++)
        count += side->broken[i];
    return count;
}

/* Round after round; who breaks too many loses all that are left. */
static void play_in_order(const struct play *play)
{
    struct match_result *result = &play->corners[0].result;
    uint64_t most = (uint64_t)play->match->max_broken;

    for (uint64_t round = 1; round <= play->match->rounds; round++) {
        bool out[2] = {count_broken(&result->side[0]) >= most,
                       count_broken(&result->side[1]) >= most};

        if (!out[0] && !out[1]) {
            play_round(play, &play->corners[0], round);
            continue;
        }
        result->rounds++;
        if (out[0] && out[1])
            result->drawn++;
        else
            result->side[out[0] ? 1 : 0].won++;
    }
}

/* Rounds in any order. If somebody broke one it matters which came first, so the rounds are played
 * again in order: they come out the same up to the point where the match is lost. */
static void play_on_threads(const struct play *play, int threads)
{
    uint64_t broken = 0;

    pool_run(threads, (play->match->rounds + ROUNDS_PER_JOB - 1) / ROUNDS_PER_JOB, play_job,
             (void *)play);
    for (int i = 0; i < threads; i++)
        broken += count_broken(&play->corners[i].result.side[0]) +
                  count_broken(&play->corners[i].result.side[1]);
    if (broken == 0)
        return;
    for (int i = 0; i < threads; i++)
        play->corners[i].result = (struct match_result){0};
    play_in_order(play);
}

static enum error open_corner(const struct play *play, struct corner *corner,
                              struct message *message)
{
    for (int side = 0; side < 2; side++) {
        struct match_terms terms = {play->match->rules, play->match->rounds, play->bot_seed[side]};
        enum error error = bot_new(play->match->bot[side], &corner->bot[side], message);

        if (!error)
            error = bot_accepts(corner->bot[side]->kind, play->match->rules, message);
        if (error)
            return error;
        bot_match_start(corner->bot[side], &terms);
    }
    return OK;
}

static void add_result(struct match_result *sum, const struct match_result *part)
{
    sum->rounds += part->rounds;
    sum->drawn += part->drawn;
    sum->whole += part->whole;
    sum->signature += part->signature;
    for (int side = 0; side < 2; side++) {
        sum->side[side].won += part->side[side].won;
        sum->side[side].shots += part->side[side].shots;
        for (int i = 0; i < BROKEN_KINDS; i++)
            sum->side[side].broken[i] += part->side[side].broken[i];
    }
}

enum error match_play(const struct match *match, struct match_result *result,
                      struct message *message)
{
    struct play play = {.match = match};
    int threads = match->threads < 1 ? 1 : match->threads;
    enum error error = OK;

    memset(result, 0, sizeof *result);
    play.corners = calloc((size_t)threads, sizeof *play.corners);
    if (!play.corners)
        return refuse(ERR_MEMORY, message, "out of memory for %d threads", threads);
    for (int side = 0; side < 2; side++)
        play.bot_seed[side] = seed_derive(match->seed, "bot", match->number, (uint64_t)side);
    play.chance_seed = seed_derive(match->seed, "chance", match->number, 0);
    for (int i = 0; !error && i < threads; i++)
        error = open_corner(&play, &play.corners[i], message);
    if (!error) {
        struct corner *first = &play.corners[0];

        if (first->bot[0]->kind->learns || first->bot[1]->kind->learns)
            play_in_order(&play);
        else
            play_on_threads(&play, threads);
        for (int i = 0; i < threads; i++)
            add_result(result, &play.corners[i].result);
        for (int side = 0; side < 2; side++)
            bot_match_end(first->bot[side], result->side[side].won, result->side[1 - side].won,
                          result->drawn);
    }
    for (int i = 0; i < threads; i++)
        for (int side = 0; side < 2; side++)
            bot_free(play.corners[i].bot[side]);
    free(play.corners);
    return error;
}
