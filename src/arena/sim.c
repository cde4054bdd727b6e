/* Threads take chunks of boards; a chunk's boards are drawn once and shot by all bots in turn. A
 * bot that learns is a job of its own, all boards in order, and the first to start.
 *
 * The hot path is play_game: 95 shots of `random` on classic are about 3 us, so nothing there
 * clears or copies what nobody reads, and text is only made where records are kept. */
#include "arena/sim.h"

#include "arena/boards.h"
#include "arena/pool.h"
#include "arena/round.h"
#include "arena/scribe.h"
#include "guest/affinity.h"
#include "guest/guest.h"
#include "guest/guest_facts.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_CHUNK = 32 };

/* What one thread has to itself. */
struct hand {
    _Atomic uint64_t done; /* games; read by others */
    struct placer *placer;
    struct bot *bot[MAX_SIM_BOTS]; /* of those that learn only the first hand has one */
    double busy[MAX_SIM_BOTS];     /* seconds */
    struct scribe *scribe;         /* NULL unless records are kept */
    struct game game;
    struct layout layout[MAX_CHUNK];
};

struct sim {
    struct sim_terms terms;
    struct boards *boards;
    uint64_t bot_seed[MAX_SIM_BOTS], chance_seed, nonce_seed;
    struct sim_game *games[MAX_SIM_BOTS];
    int learners, learner[MAX_SIM_BOTS], others, other[MAX_SIM_BOTS];
    uint64_t broken[MAX_SIM_BOTS]; /* games of those that learn */
    struct trouble trouble[MAX_SIM_BOTS];
    struct guest_facts guest[MAX_SIM_BOTS];
    uint64_t chunk;
    int threads;
    struct hand *hands;
    atomic_bool stop;
    double seconds;
    atomic_flag failed; /* taken by the first thread that fails, which then sets these */
    enum error error;
    struct message message;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- records -----------------------------------------------------------------------------------*/

static void begin_record(struct scribe *scribe, const struct sim *sim, int bot, uint64_t number,
                         const struct layout *layout)
{
    struct record *record = &scribe->record;

    record->solo = true;
    record->first = SIDE_A;
    record->layout[SIDE_B] = *layout;
    text_printable(record->name[SIDE_A], NAME_SIZE, sim->terms.bot[bot]);
    text_printable(record->name[SIDE_B], NAME_SIZE, sim->terms.placement);
    scribe_begin(scribe, rng_mix_seed(sim->nonce_seed, number));
}

static enum error end_record(struct scribe *scribe, const struct sim *sim, const struct game *game,
                             bool is_whole, int bot, uint64_t number, struct message *message)
{
    struct slice text;

    if (is_whole)
        scribe_end(scribe, game_status(game), sim->terms.seed);
    if (!scribe_text(scribe, &text))
        return error_set(ERR_FULL, message, "the record of board %llu is too long",
                         (unsigned long long)number);
    return sim->terms.keep(sim->terms.context, bot, number, text, message);
}

/* --- games -------------------------------------------------------------------------------------*/

static bool is_stopped(const struct sim *sim)
{
    return atomic_load_explicit(&sim->stop, memory_order_relaxed);
}

/* A guest may take a second for a move and hundreds of moves, so that a simulation is stopped in
 * the middle of its game. The trouble is that of an illegal move. */
static enum broken play_moves(const struct sim *sim, struct hand *hand, struct bot *bot,
                              uint64_t chance_seed, struct message *trouble)
{
    struct game *game = &hand->game;
    const struct view *view = &game->view[SIDE_A];
    bool is_slow = bot->kind->learns;
    struct outcome outcome;
    struct move move;

    while (!view->status.over && !(is_slow && is_stopped(sim))) {
        enum broken broken = bot_act(bot, view, &move);

        if (broken)
            return broken;
        if (move.kind == MOVE_HINT) {
            struct rng chance;

            rng_seed(&chance, rng_mix_seed(chance_seed, (uint64_t)view->sightings));
            game_draw(game, &chance, &move);
        }
        if (game_apply_legal(game, &move, &outcome, trouble) != OK)
            return BROKEN_MOVE;
        bot_outcome(bot, view, &move, &outcome);
        if (hand->scribe)
            scribe_move(hand->scribe, game, &move, &outcome);
    }
    return BROKEN_NONE;
}

/* Whether a bot that plays in order has broken too many games to be asked again. */
static bool is_given_up(const struct sim *sim, int index)
{
    return sim->terms.max_broken > 0 && sim->broken[index] >= sim->terms.max_broken;
}

static void note_broken(struct sim *sim, struct hand *hand, const struct bot *bot, int index,
                        uint64_t number, enum broken broken, struct message *trouble)
{
    if (!trouble->text[0])
        message_set(trouble, "%s", bot_trouble(bot));
    if (bot->kind->learns) { /* so nobody else writes there now */
        sim->broken[index]++;
        trouble_note(&sim->trouble[index], 0, number, broken, trouble->text);
    }
    if (hand->scribe)
        scribe_broken(hand->scribe, SIDE_A, broken, trouble->text);
    round_close_broken(&hand->game, SIDE_B);
}

static struct sim_game judge(const struct game *game, enum broken broken)
{
    const struct status *status = game_status(game);
    struct sim_game result = {.shots = (uint32_t)status->shots[SIDE_A],
                              .turns = (uint16_t)status->turns[SIDE_A],
                              .broken = (uint8_t)broken};

    if (broken)
        result.result = SIM_BROKEN;
    else if (status->over)
        result.result = game->view[SIDE_B].own.afloat == 0 ? SIM_SUNK : SIM_UNSUNK;
    return result;
}

static enum error play_game(struct sim *sim, struct hand *hand, struct bot *bot, int index,
                            uint64_t number, const struct layout *layout, struct message *message)
{
    struct game *game = &hand->game;
    struct message trouble;
    struct sim_game result;
    enum broken broken;
    enum error error;

    rng_seed(&bot->rng, rng_mix_seed(sim->bot_seed[index], number));
    game_init_solo(game, sim->terms.rules);
    bot_round_start(bot, &game->view[SIDE_A], number);
    error = game_place(game, SIDE_B, layout, message);
    if (error)
        return error;
    if (hand->scribe)
        begin_record(hand->scribe, sim, index, number, layout);
    trouble.text[0] = '\0';
    broken = play_moves(sim, hand, bot, rng_mix_seed(sim->chance_seed, number), &trouble);
    result = judge(game, broken);
    if (result.result == SIM_UNPLAYED)
        return OK;
    if (broken)
        note_broken(sim, hand, bot, index, number, broken, &trouble);
    bot_round_end(bot, &game->view[SIDE_A], number);
    if (hand->scribe)
        error = end_record(hand->scribe, sim, game, !broken, index, number, message);
    if (!error)
        sim->games[index][number - 1] = result;
    return error;
}

/* Shoots `count` boards from `first` on, which lie in hand->layout. */
static enum error play_boards(struct sim *sim, struct hand *hand, struct bot *bot, int index,
                              uint64_t first, uint64_t count, struct message *message)
{
    uint64_t done = atomic_load_explicit(&hand->done, memory_order_relaxed);
    double start = now();
    enum error error = OK;

    for (uint64_t i = 0; !error && i < count; i++) {
        const struct sim_game *game = &sim->games[index][first + i - 1];

        if (is_stopped(sim))
            break;
        if (is_given_up(sim, index))
            sim->games[index][first + i - 1].result = SIM_GIVEN_UP;
        else
            error = play_game(sim, hand, bot, index, first + i, &hand->layout[i], message);
        done += game->result != SIM_UNPLAYED;
        atomic_store_explicit(&hand->done, done, memory_order_relaxed);
    }
    hand->busy[index] += now() - start;
    return error;
}

static enum error draw_boards(struct hand *hand, uint64_t first, uint64_t count,
                              struct message *message)
{
    enum error error = OK;

    for (uint64_t i = 0; !error && i < count; i++)
        error = placer_draw(hand->placer, first + i, &hand->layout[i], message);
    return error;
}

/* Boards first .. first + count - 1, by the bots that are named. */
static enum error play_chunk(struct sim *sim, struct hand *hand, const struct hand *home,
                             const int *bots, int bot_count, uint64_t first,
                             struct message *message)
{
    uint64_t left = sim->terms.games - first + 1, count = left < sim->chunk ? left : sim->chunk;
    enum error error = draw_boards(hand, first, count, message);

    for (int i = 0; !error && i < bot_count; i++)
        error = play_boards(sim, hand, home->bot[bots[i]], bots[i], first, count, message);
    return error;
}

static bool fail(struct sim *sim, enum error error, const struct message *message)
{
    if (!atomic_flag_test_and_set(&sim->failed)) {
        sim->error = error;
        sim->message = *message;
    }
    atomic_store(&sim->stop, true);
    return false;
}

/* Boards sunk count as won, the others as lost. */
static void end_match(struct sim *sim, int index, struct bot *bot)
{
    uint64_t sunk = 0, lost = 0;

    for (uint64_t i = 0; i < sim->terms.games; i++) {
        sunk += sim->games[index][i].result == SIM_SUNK;
        lost += sim->games[index][i].result > SIM_SUNK;
    }
    bot_match_end(bot, sunk, lost, 0);
    guest_facts_take(&sim->guest[index], bot);
}

static bool is_guest(const struct sim *sim, int index)
{
    return sim->terms.opener && guest_is_spec(sim->terms.bot[index]);
}

/* All boards of a bot that learns, in order. Where this thread has started a process for it, that
 * must not outlive the thread: the bot goes when its last game is over. */
static enum error play_learner(struct sim *sim, struct hand *hand, int index,
                               struct message *message)
{
    struct hand *home = &sim->hands[0];
    struct affinity affinity = {.is_set = false};
    enum error error = OK;

    if (is_guest(sim, index))
        affinity_set(&affinity, (uint64_t)index);
    for (uint64_t first = 1; !error && first <= sim->terms.games; first += sim->chunk)
        if (!is_stopped(sim))
            error = play_chunk(sim, hand, home, &index, 1, first, message);
    end_match(sim, index, home->bot[index]);
    bot_free(home->bot[index]);
    home->bot[index] = NULL;
    affinity_restore(&affinity);
    return error;
}

static bool play_job(void *context, int thread, uint64_t job)
{
    struct sim *sim = context;
    struct hand *hand = &sim->hands[thread];
    struct message message;
    enum error error = OK;

    if (job < (uint64_t)sim->learners) {
        error = play_learner(sim, hand, sim->learner[job], &message);
    } else {
        uint64_t first = (job - (uint64_t)sim->learners) * sim->chunk + 1;

        error = play_chunk(sim, hand, hand, sim->other, sim->others, first, &message);
    }
    if (error)
        return fail(sim, error, &message);
    return !is_stopped(sim);
}

/* --- setting up --------------------------------------------------------------------------------*/

static enum error open_bot(const struct sim *sim, int index, struct bot **bot,
                           struct message *message)
{
    struct match_terms terms = {sim->terms.rules, sim->terms.games, sim->bot_seed[index]};
    struct affinity affinity = {.is_set = false};
    enum error error;

    if (is_guest(sim, index)) /* its process stays where it starts */
        affinity_set(&affinity, (uint64_t)index);
    error = bot_open(sim->terms.opener, sim->terms.bot[index], bot, message);
    affinity_restore(&affinity);
    if (!error)
        error = bot_accepts((*bot)->kind, sim->terms.rules, message);
    if (!error)
        bot_match_start(*bot, &terms);
    return error;
}

/* The first hand opens every bot and so finds out which of them learn. */
static enum error open_bots(struct sim *sim, struct hand *hand, struct message *message)
{
    enum error error = OK;

    if (hand != sim->hands) {
        for (int i = 0; !error && i < sim->others; i++)
            error = open_bot(sim, sim->other[i], &hand->bot[sim->other[i]], message);
        return error;
    }
    for (int i = 0; !error && i < sim->terms.bots; i++) {
        error = open_bot(sim, i, &hand->bot[i], message);
        if (!error && hand->bot[i]->kind->learns)
            sim->learner[sim->learners++] = i;
        else
            sim->other[sim->others++] = i;
    }
    return error;
}

static enum error open_hand(struct sim *sim, struct hand *hand, struct message *message)
{
    enum error error = open_bots(sim, hand, message);

    if (!error)
        error = placer_new(sim->boards, &hand->placer, message);
    if (error || !sim->terms.keep)
        return error;
    return scribe_new(sim->terms.rules, &hand->scribe, message);
}

static void close_hand(struct hand *hand)
{
    for (int i = 0; i < MAX_SIM_BOTS; i++)
        bot_free(hand->bot[i]);
    placer_free(hand->placer);
    scribe_free(hand->scribe);
}

static void derive_seeds(struct sim *sim)
{
    uint64_t seed = sim->terms.seed;

    for (int i = 0; i < sim->terms.bots; i++)
        sim->bot_seed[i] =
            rng_derive_seed(seed, "sim bot", rng_derive_seed(0, sim->terms.bot[i], 0, 0), 0);
    sim->chance_seed = rng_derive_seed(seed, "sim chance", 0, 0);
    sim->nonce_seed = rng_derive_seed(seed, "sim nonce", 0, 0);
}

static int thread_count(const struct sim_terms *terms)
{
    int most = terms->games < MAX_THREADS ? (int)terms->games : MAX_THREADS;

    return terms->threads < 1 ? 1 : terms->threads > most ? most : terms->threads;
}

/* Small chunks keep all threads busy to the end; what a chunk costs beside its games is little. */
static uint64_t chunk_size(uint64_t games, int threads)
{
    uint64_t chunk = games / ((uint64_t)threads * 16);

    return chunk < 1 ? 1 : chunk > MAX_CHUNK ? MAX_CHUNK : chunk;
}

static enum error allocate(struct sim *sim, struct message *message)
{
    bool enough;

    sim->hands = calloc((size_t)sim->threads, sizeof *sim->hands);
    enough = sim->hands != NULL;
    for (int i = 0; enough && i < sim->terms.bots; i++) {
        sim->games[i] = calloc(sim->terms.games, sizeof *sim->games[i]);
        enough = sim->games[i] != NULL;
    }
    return enough ? OK
                  : error_set(ERR_MEMORY, message, "out of memory for %llu games of %d bots",
                              (unsigned long long)sim->terms.games, sim->terms.bots);
}

enum error sim_new(const struct sim_terms *terms, struct sim **sim, struct message *message)
{
    struct sim *made = *sim = calloc(1, sizeof **sim);
    enum error error;

    assert(terms->bots > 0 && terms->bots <= MAX_SIM_BOTS && terms->games > 0);
    if (!made)
        return error_set(ERR_MEMORY, message, "out of memory");
    made->terms = *terms;
    atomic_flag_clear(&made->failed);
    made->threads = thread_count(terms);
    made->chunk = chunk_size(terms->games, made->threads);
    derive_seeds(made);
    error = allocate(made, message);
    if (!error)
        error = boards_new(terms->placement, terms->rules, terms->seed, terms->opener,
                           &made->boards, message);
    for (int i = 0; !error && i < made->threads; i++)
        error = open_hand(made, &made->hands[i], message);
    if (error) {
        sim_free(made);
        *sim = NULL;
    }
    return error;
}

void sim_free(struct sim *sim)
{
    if (!sim)
        return;
    for (int i = 0; sim->hands && i < sim->threads; i++)
        close_hand(&sim->hands[i]);
    for (int i = 0; i < MAX_SIM_BOTS; i++)
        free(sim->games[i]);
    boards_free(sim->boards);
    free(sim->hands);
    free(sim);
}

enum error sim_run(struct sim *sim, struct message *message)
{
    uint64_t chunks = (sim->terms.games + sim->chunk - 1) / sim->chunk;
    double start = now();

    pool_run(sim->threads, (uint64_t)sim->learners + (sim->others ? chunks : 0), play_job, sim);
    sim->seconds = now() - start;
    for (int i = 0; i < sim->threads; i++)
        for (int bot = 0; bot < sim->terms.bots; bot++)
            if (sim->hands[i].bot[bot])
                end_match(sim, bot, sim->hands[i].bot[bot]);
    if (sim->error && message)
        *message = sim->message;
    return sim->error;
}

void sim_stop(struct sim *sim)
{
    atomic_store(&sim->stop, true);
}

bool sim_complete(const struct sim *sim)
{
    return sim_done(sim) == sim->terms.games * (uint64_t)sim->terms.bots;
}

uint64_t sim_done(const struct sim *sim)
{
    uint64_t done = 0;

    for (int i = 0; i < sim->threads; i++)
        done += atomic_load_explicit(&sim->hands[i].done, memory_order_relaxed);
    return done;
}

const struct sim_game *sim_games(const struct sim *sim, int bot)
{
    return sim->games[bot];
}

double sim_seconds(const struct sim *sim)
{
    return sim->seconds;
}

static double core_seconds(const struct sim *sim, int bot)
{
    double seconds = 0;

    for (int i = 0; i < sim->threads; i++)
        seconds += sim->hands[i].busy[bot];
    return seconds;
}

enum error sim_results(const struct sim *sim, struct sim_outcome *outcome)
{
    const struct sim_terms *terms = &sim->terms;
    double all = 0;
    enum error error = OK;

    *outcome = (struct sim_outcome){.rules = terms->rules,
                                    .placement = terms->placement,
                                    .games = terms->games,
                                    .seed = terms->seed,
                                    .max_broken = terms->max_broken,
                                    .is_complete = sim_complete(sim),
                                    .seconds = sim->seconds,
                                    .bots = terms->bots};
    for (int i = 0; i < terms->bots; i++)
        all += core_seconds(sim, i);
    for (int i = 0; !error && i < terms->bots; i++) {
        struct sim_bot *bot = &outcome->bot[i];

        *bot = (struct sim_bot){.name = terms->bot[i],
                                .games = sim->games[i],
                                .trouble = &sim->trouble[i],
                                .guest = &sim->guest[i],
                                .core_seconds = core_seconds(sim, i)};
        if (all > 0)
            bot->seconds = sim->seconds * bot->core_seconds / all;
        error = sim_summarise(bot->games, terms->games, &bot->summary);
    }
    return error;
}
