/* The rounds of a match. Every round has its own generators, derived from (seed, match, round), so
 * that no round depends on which thread played the one before it. */
#include "arena/match.h"

#include "arena/pool.h"
#include "arena/scribe.h"
#include "guest/affinity.h"
#include "guest/guest.h"
#include "guest/guest_facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_PER_JOB = 128 };

/* What one thread has to itself. */
struct corner {
    struct bot *bot[2];
    struct game game;
    struct contest_match result;
};

struct play {
    const struct match *match;
    uint64_t bot_seed[2], chance_seed, fleet_seed, nonce_seed;
    struct corner *corners;
    struct scribe *scribe; /* NULL unless rounds are kept, and after one could not be */
};

/* --- a round ------------------------------------------------------------------------------------
 */

static void add_round(const struct play *play, struct contest_match *result, uint64_t number,
                      const struct game *game, const struct round *round)
{
    result->rounds++;
    result->signature += round->signature;
    if (round->winner == NOBODY)
        result->drawn++;
    else
        result->side[round->winner].won++;
    for (int side = 0; side < 2; side++) {
        result->side[side].wrecks += (uint64_t)round->wrecks[side];
        result->side[side].wasted += (uint64_t)game->view[side].tracking.wasted;
        result->side[side].broken[round->broken[side]] += round->broken[side] != BROKEN_NONE;
        if (round->broken[side])
            trouble_note(&result->side[side].trouble, play->match->number, number,
                         round->broken[side], round->trouble[side].text);
    }
    if (round->broken[0] || round->broken[1])
        return;
    result->whole++;
    for (int side = 0; side < 2; side++)
        result->side[side].shots += (uint64_t)game_status(game)->shots[side];
}

/* The end of a record, and where it goes. The first that cannot be kept is the last. */
static void keep_round(struct play *play, struct corner *corner, uint64_t number,
                       const struct round *round)
{
    const struct match *match = play->match;
    struct message why, *message = match->unkept ? match->unkept : &why;
    struct slice text;
    enum error error = OK;

    for (int side = 0; side < 2; side++)
        if (round->broken[side])
            scribe_broken(play->scribe, side, round->broken[side], round->trouble[side].text);
    if (!round->broken[0] && !round->broken[1])
        scribe_end(play->scribe, game_status(&corner->game), match->seed);
    if (!scribe_text(play->scribe, &text))
        error = error_set(ERR_FULL, message, "the record of round %llu is too long",
                          (unsigned long long)number);
    if (!error)
        error = match->keep(match->context, number, round, text, message);
    if (error) {
        scribe_free(play->scribe);
        play->scribe = NULL;
    }
}

/* The fleets of a pair of rounds: who has which changes from the odd round to the even one. */
static void draw_fleets(const struct play *play, uint64_t number, struct layout fleet[2])
{
    int swapped = (int)((number - 1) % 2);
    struct rng rng;

    rng_seed(&rng, rng_mix_seed(play->fleet_seed, (number - 1) / 2));
    for (int i = 0; i < 2; i++) {
        enum error error = layout_random(play->match->rules, &rng, &fleet[i ^ swapped]);

        assert(error == OK); /* the rules were checked */
        (void)error;
    }
}

static void count_round(const struct match *match)
{
    if (match->rounds_done)
        atomic_fetch_add_explicit(match->rounds_done, 1, memory_order_relaxed);
}

static void play_round(struct play *play, struct corner *corner, uint64_t number)
{
    const struct match *match = play->match;
    struct round_terms terms = {.rules = match->rules,
                                .number = number,
                                .scribe = number < match->keep_from ? NULL : play->scribe,
                                .nonce_seed = rng_mix_seed(play->nonce_seed, number)};
    struct layout fleet[2];
    struct round round;
    struct rng chance;

    rng_seed(&chance, rng_mix_seed(play->chance_seed, number));
    for (int side = 0; side < 2; side++)
        rng_seed(&corner->bot[side]->rng, rng_mix_seed(play->bot_seed[side], number));
    if (match->is_paired) {
        draw_fleets(play, number, fleet);
        terms.fleet = fleet;
        terms.first = number % 2 ? SIDE_A : SIDE_B;
    } else {
        terms.first = game_first(match->rules, (int)(number & 1), &chance);
    }
    round_play_as(&corner->game, &terms, corner->bot, &chance, &round);
    add_round(play, &corner->result, number, &corner->game, &round);
    if (match->noted)
        match->noted(match->context, number, &round, &corner->game);
    if (terms.scribe)
        keep_round(play, corner, number, &round);
    count_round(match);
}

/* --- all rounds ---------------------------------------------------------------------------------
 */

static bool is_stopped(const struct match *match)
{
    return match->stop && atomic_load_explicit(match->stop, memory_order_relaxed);
}

static bool play_job(void *context, int thread, uint64_t job)
{
    struct play *play = context;
    uint64_t last = (job + 1) * ROUNDS_PER_JOB;

    if (last > play->match->rounds)
        last = play->match->rounds;
    for (uint64_t round = job * ROUNDS_PER_JOB + 1; round <= last; round++)
        play_round(play, &play->corners[thread], round);
    return !is_stopped(play->match);
}

/* Round after round; who breaks too many loses all that are left. */
static void play_in_order(struct play *play)
{
    struct contest_match *result = &play->corners[0].result;
    uint64_t most = (uint64_t)play->match->max_broken;

    for (uint64_t round = 1; round <= play->match->rounds && !is_stopped(play->match); round++) {
        bool out[2] = {contest_side_broken(&result->side[0]) >= most,
                       contest_side_broken(&result->side[1]) >= most};

        if (!out[0] && !out[1]) {
            play_round(play, &play->corners[0], round);
            continue;
        }
        result->rounds++;
        result->unplayed++;
        count_round(play->match);
        if (out[0] && out[1])
            result->drawn++;
        else
            result->side[out[0] ? 1 : 0].won++;
    }
}

/* Rounds in any order. If somebody broke one it matters which came first, so the rounds are played
 * again in order: they come out the same up to the point where the match is lost. */
static void play_on_threads(struct play *play, int threads)
{
    uint64_t broken = 0;

    pool_run(threads, (play->match->rounds + ROUNDS_PER_JOB - 1) / ROUNDS_PER_JOB, play_job, play);
    for (int i = 0; i < threads; i++)
        broken += contest_side_broken(&play->corners[i].result.side[0]) +
                  contest_side_broken(&play->corners[i].result.side[1]);
    if (broken == 0)
        return;
    for (int i = 0; i < threads; i++)
        play->corners[i].result = (struct contest_match){0};
    play_in_order(play);
}

/* --- the match ----------------------------------------------------------------------------------
 */

static enum error open_corner(const struct play *play, struct corner *corner,
                              struct message *message)
{
    const struct match *match = play->match;

    for (int side = 0; side < 2; side++) {
        struct match_terms terms = {match->rules, match->rounds, play->bot_seed[side]};
        enum error error = bot_open(match->opener, match->bot[side], &corner->bot[side], message);

        if (!error)
            error = bot_accepts(corner->bot[side]->kind, match->rules, message);
        if (error)
            return error;
        if (match->opened)
            error = match->opened(match->context, side, corner->bot[side], message);
        if (error)
            return error;
        bot_match_start(corner->bot[side], &terms);
    }
    return OK;
}

static void close_corner(const struct match *match, struct corner *corner)
{
    for (int side = 0; side < 2; side++) {
        if (corner->bot[side] && match->closing)
            match->closing(match->context, side, corner->bot[side]);
        bot_free(corner->bot[side]);
        corner->bot[side] = NULL;
    }
}

/* Bots that learn, and rounds that are kept, go in order and need one corner only. */
static enum error open_corners(struct play *play, int *threads, struct message *message)
{
    enum error error = open_corner(play, &play->corners[0], message);

    if (error)
        return error;
    if (play->match->keep || play->match->noted || play->corners[0].bot[0]->kind->learns ||
        play->corners[0].bot[1]->kind->learns)
        *threads = 0;
    for (int i = 1; !error && i < *threads; i++)
        error = open_corner(play, &play->corners[i], message);
    return error;
}

static enum error start_scribe(struct play *play, struct message *message)
{
    enum error error =
        play->match->keep ? scribe_new(play->match->rules, &play->scribe, message) : OK;

    for (int side = 0; play->scribe && side < 2; side++)
        text_printable(play->scribe->record.name[side], NAME_SIZE, play->match->bot[side]);
    return error;
}

static enum error run(struct play *play, int threads, struct contest_match *result,
                      struct message *message)
{
    struct corner *first = &play->corners[0];
    int used = threads;
    enum error error = open_corners(play, &used, message);

    if (!error)
        error = start_scribe(play, message);
    if (error)
        return error;
    if (used == 0)
        play_in_order(play);
    else
        play_on_threads(play, used);
    for (int i = 0; i < threads; i++)
        contest_match_add(result, &play->corners[i].result);
    for (int side = 0; side < 2; side++) {
        bot_match_end(first->bot[side], result->side[side].won, result->side[1 - side].won,
                      result->drawn);
        guest_facts_take(&result->side[side].guest, first->bot[side]);
    }
    return OK;
}

static void derive_seeds(struct play *play)
{
    uint64_t seed = play->match->seed, number = play->match->number;

    for (int side = 0; side < 2; side++)
        play->bot_seed[side] = rng_derive_seed(seed, "bot", number, (uint64_t)side);
    play->chance_seed = rng_derive_seed(seed, "chance", number, 0);
    play->fleet_seed = rng_derive_seed(seed, "paired fleets", number, 0);
    play->nonce_seed = rng_derive_seed(seed, "match nonce", number, 0);
}

/* Guests are asked and answer in turn: on one processor that is quickest. */
static bool has_guest(const struct match *match)
{
    return match->opener && (guest_is_spec(match->bot[0]) || guest_is_spec(match->bot[1]));
}

enum error match_play(const struct match *match, struct contest_match *result,
                      struct message *message)
{
    struct play play = {.match = match};
    int threads = match->threads < 1 ? 1 : match->threads;
    struct affinity affinity = {.is_set = false};
    enum error error;

    memset(result, 0, sizeof *result);
    if (match->unkept)
        match->unkept->text[0] = '\0';
    play.corners = calloc((size_t)threads, sizeof *play.corners);
    if (!play.corners)
        return error_set(ERR_MEMORY, message, "out of memory for %d threads", threads);
    derive_seeds(&play);
    if (has_guest(match))
        affinity_set(&affinity, match->processor);
    error = run(&play, threads, result, message);
    for (int i = 0; i < threads; i++)
        close_corner(match, &play.corners[i]);
    affinity_restore(&affinity);
    scribe_free(play.scribe);
    free(play.corners);
    return error;
}
