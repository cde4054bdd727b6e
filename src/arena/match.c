/* Every round has its own generators, derived from (seed, match, round), so no round depends on
 * which thread played the one before. */
#include "arena/match.h"

#include "arena/game_recorder.h"
#include "arena/pool.h"
#include "guest/affinity.h"
#include "guest/guest.h"
#include "guest/guest_facts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_PER_JOB = 128 };

/* The state of one thread. */
struct match_thread {
    struct bot *bot[2];
    struct game game;
    struct contest_match result;
    int pair_points; /* half points of side a in the first round of a pair */
};

struct match_run {
    const struct match *match;
    uint64_t bot_seed[2]; /* for the bots to see */
    struct rng_family bots[2], shots[2], chance, fleets, nonces;
    struct match_thread *threads;
    struct game_recorder *recorder; /* NULL if no records are kept, or after one failed */
};

/* --- a round -----------------------------------------------------------------------------------*/

/* Adds a round that neither side broke. */
static void add_whole(struct contest_match *result, const struct game *game, int winner)
{
    const struct status *status = game_status(game);

    result->whole++;
    result->first[status->first]++;
    for (int side = 0; side < 2; side++) {
        uint64_t turns = (uint64_t)status->turns[side];

        result->side[side].shots += (uint64_t)status->shots[side];
        result->side[side].turns += turns;
        if (side != winner)
            continue;
        result->side[side].won_by_first[status->first]++;
        result->side[side].won_turns += turns;
        result->side[side].won_turn_squares += turns * turns;
    }
}

static void add_round(const struct match_run *run, struct contest_match *result, uint64_t number,
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
            trouble_note(&result->side[side].trouble, run->match->number, number,
                         round->broken[side], round->trouble[side].text);
    }
    if (!round->broken[0] && !round->broken[1])
        add_whole(result, game, round->winner);
}

/* Counts the pair that an even round completes. Pairs are played on one thread. */
static void note_pair(const struct match_run *run, struct match_thread *thread, uint64_t number,
                      int winner)
{
    int points = winner == SIDE_A ? 2 : winner == NOBODY ? 1 : 0;

    if (!run->match->is_paired)
        return;
    if (number % 2)
        thread->pair_points = points;
    else
        thread->result.pairs[thread->pair_points + points]++;
}

/* Completes a record and passes it on. After the first failure no more are kept. */
static void keep_round(struct match_run *run, struct match_thread *thread, uint64_t number,
                       const struct round *round)
{
    const struct match *match = run->match;
    struct message why, *message = match->unkept ? match->unkept : &why;
    struct slice text;
    enum error error = OK;

    for (int side = 0; side < 2; side++)
        if (round->broken[side])
            game_recorder_broken(run->recorder, side, round->broken[side],
                                 round->trouble[side].text);
    if (!round->broken[0] && !round->broken[1])
        game_recorder_end(run->recorder, game_status(&thread->game), &match->seed);
    if (!game_recorder_text(run->recorder, &text))
        error = error_set(ERR_FULL, message, "the record of round %llu is too long",
                          (unsigned long long)number);
    if (!error)
        error = match->keep(match->context, number, round, text, message);
    if (error) {
        game_recorder_free(run->recorder);
        run->recorder = NULL;
    }
}

/* The fleets of a pair of rounds; the sides swap fleets in the even round. */
static void draw_fleets(const struct match_run *run, uint64_t number, struct layout fleet[2])
{
    int swapped = (int)((number - 1) % 2);
    struct rng rng;

    rng_family_draw(&run->fleets, (number - 1) / 2, &rng);
    for (int i = 0; i < 2; i++) {
        enum error error = layout_random(run->match->rules, &rng, &fleet[i ^ swapped]);

        assert(error == OK); /* the rules were checked */
        (void)error;
    }
}

static void count_round(const struct match *match)
{
    if (match->rounds_done)
        atomic_fetch_add_explicit(match->rounds_done, 1, memory_order_relaxed);
}

static void play_round(struct match_run *run, struct match_thread *thread, uint64_t number)
{
    const struct match *match = run->match;
    struct round_terms terms = {.rules = match->rules,
                                .number = number,
                                .recorder = number < match->keep_from ? NULL : run->recorder};
    struct rng chance, nonces, shots[2];
    struct layout fleet[2];
    struct round round;

    rng_family_draw(&run->chance, number, &chance);
    for (int side = 0; side < 2; side++)
        rng_family_draw(&run->bots[side], number, &thread->bot[side]->rng);
    if (match->seed.has_secret) {
        for (int side = 0; side < 2; side++)
            rng_family_draw(&run->shots[side], number, &shots[side]);
        terms.shots = shots;
    }
    if (terms.recorder) {
        rng_family_draw(&run->nonces, number, &nonces);
        terms.nonces = &nonces;
    }
    if (match->is_paired) {
        draw_fleets(run, number, fleet);
        terms.fleet = fleet;
        terms.first = number % 2 ? SIDE_A : SIDE_B;
    } else {
        terms.first = game_first(match->rules, (int)(number & 1), &chance);
    }
    round_play_as(&thread->game, &terms, thread->bot, &chance, &round);
    add_round(run, &thread->result, number, &thread->game, &round);
    note_pair(run, thread, number, round.winner);
    if (match->noted)
        match->noted(match->context, number, &round, &thread->game);
    if (terms.recorder)
        keep_round(run, thread, number, &round);
    count_round(match);
}

/* --- all rounds --------------------------------------------------------------------------------*/

static bool is_stopped(const struct match *match)
{
    return match->stop && atomic_load_explicit(match->stop, memory_order_relaxed);
}

static bool play_job(void *context, int thread, uint64_t job)
{
    struct match_run *run = context;
    uint64_t last = (job + 1) * ROUNDS_PER_JOB;

    if (last > run->match->rounds)
        last = run->match->rounds;
    for (uint64_t round = job * ROUNDS_PER_JOB + 1; round <= last; round++)
        play_round(run, &run->threads[thread], round);
    return !is_stopped(run->match);
}

/* Plays the rounds in order. A bot that breaks too many loses the rest. */
static void play_in_order(struct match_run *run)
{
    struct contest_match *result = &run->threads[0].result;
    uint64_t most = (uint64_t)run->match->max_broken;

    for (uint64_t round = 1; round <= run->match->rounds && !is_stopped(run->match); round++) {
        bool out[2] = {contest_side_broken(&result->side[0]) >= most,
                       contest_side_broken(&result->side[1]) >= most};
        int winner;

        if (!out[0] && !out[1]) {
            play_round(run, &run->threads[0], round);
            continue;
        }
        result->rounds++;
        result->unplayed++;
        count_round(run->match);
        winner = out[0] && out[1] ? NOBODY : out[0] ? SIDE_B : SIDE_A;
        if (winner == NOBODY)
            result->drawn++;
        else
            result->side[winner].won++;
        note_pair(run, &run->threads[0], round, winner);
    }
}

/* Plays the rounds in any order. If a bot broke one, the order matters, so the rounds are played
 * again in order. They end the same way up to the point where the match is lost. */
static void play_on_threads(struct match_run *run, int threads)
{
    uint64_t broken = 0;

    pool_run(threads, (run->match->rounds + ROUNDS_PER_JOB - 1) / ROUNDS_PER_JOB, play_job, run);
    for (int i = 0; i < threads; i++)
        broken += contest_side_broken(&run->threads[i].result.side[0]) +
                  contest_side_broken(&run->threads[i].result.side[1]);
    if (broken == 0)
        return;
    for (int i = 0; i < threads; i++)
        run->threads[i].result = (struct contest_match){0};
    play_in_order(run);
}

/* --- the match ---------------------------------------------------------------------------------*/

static enum error open_thread(const struct match_run *run, struct match_thread *thread,
                              struct message *message)
{
    const struct match *match = run->match;

    for (int side = 0; side < 2; side++) {
        struct match_terms terms = {
            .rules = match->rules, .rounds = match->rounds, .seed = run->bot_seed[side]};
        enum error error = bot_open(match->opener, match->bot[side], &thread->bot[side], message);

        if (!error)
            error = bot_accepts(thread->bot[side]->kind, match->rules, message);
        if (error)
            return error;
        if (match->opened)
            error = match->opened(match->context, side, thread->bot[side], message);
        if (error)
            return error;
        bot_match_start(thread->bot[side], &terms);
    }
    return OK;
}

static void close_thread(const struct match *match, struct match_thread *thread)
{
    for (int side = 0; side < 2; side++) {
        if (thread->bot[side] && match->closing)
            match->closing(match->context, side, thread->bot[side]);
        bot_free(thread->bot[side]);
        thread->bot[side] = NULL;
    }
}

/* If a bot learns or rounds are kept, rounds are played in order on one thread. */
static enum error open_threads(struct match_run *run, int *threads, struct message *message)
{
    enum error error = open_thread(run, &run->threads[0], message);

    if (error)
        return error;
    if (run->match->keep || run->match->noted || run->threads[0].bot[0]->kind->learns ||
        run->threads[0].bot[1]->kind->learns)
        *threads = 0;
    for (int i = 1; !error && i < *threads; i++)
        error = open_thread(run, &run->threads[i], message);
    return error;
}

static enum error start_recorder(struct match_run *run, struct message *message)
{
    enum error error =
        run->match->keep ? game_recorder_new(run->match->rules, &run->recorder, message) : OK;

    for (int side = 0; run->recorder && side < 2; side++)
        text_printable(run->recorder->record.name[side], NAME_SIZE, run->match->bot[side]);
    return error;
}

static enum error play_rounds(struct match_run *run, int threads, struct contest_match *result,
                              struct message *message)
{
    struct match_thread *first = &run->threads[0];
    int used = threads;
    enum error error = open_threads(run, &used, message);

    if (!error)
        error = start_recorder(run, message);
    if (error)
        return error;
    if (used == 0)
        play_in_order(run);
    else
        play_on_threads(run, used);
    for (int i = 0; i < threads; i++)
        contest_match_add(result, &run->threads[i].result);
    for (int side = 0; side < 2; side++) {
        bot_match_end(first->bot[side], result->side[side].won, result->side[1 - side].won,
                      result->drawn);
        guest_facts_take(&result->side[side].guest, first->bot[side]);
    }
    return OK;
}

static void derive_seeds(struct match_run *run)
{
    const struct seed *seed = &run->match->seed;
    uint64_t number = run->match->number;

    for (int side = 0; side < 2; side++) {
        run->bot_seed[side] = rng_derive_seed(seed, "bot", number, (uint64_t)side);
        rng_family_init(&run->bots[side], seed, "bot", number, (uint64_t)side);
        rng_family_init(&run->shots[side], seed, "shots", number, (uint64_t)side);
    }
    rng_family_init(&run->chance, seed, "chance", number, 0);
    rng_family_init(&run->fleets, seed, "paired fleets", number, 0);
    rng_family_init(&run->nonces, seed, "match nonce", number, 0);
}

/* Guests and the arena take turns, which is fastest on one processor. */
static bool has_guest(const struct match *match)
{
    return match->opener && (guest_is_spec(match->bot[0]) || guest_is_spec(match->bot[1]));
}

enum error match_play(const struct match *match, struct contest_match *result,
                      struct message *message)
{
    struct match_run run = {.match = match};
    int threads = match->threads < 1 ? 1 : match->threads;
    struct affinity affinity = {.is_set = false};
    enum error error;

    memset(result, 0, sizeof *result);
    result->seed = match->seed;
    if (match->unkept)
        match->unkept->text[0] = '\0';
    run.threads = calloc((size_t)threads, sizeof *run.threads);
    if (!run.threads)
        return error_set(ERR_MEMORY, message, "out of memory for %d threads", threads);
    derive_seeds(&run);
    if (has_guest(match))
        affinity_set(&affinity, match->processor);
    error = play_rounds(&run, threads, result, message);
    for (int i = 0; i < threads; i++)
        close_thread(match, &run.threads[i]);
    affinity_restore(&affinity);
    game_recorder_free(run.recorder);
    free(run.threads);
    return error;
}
