/* Threads take chunks of boards. The boards of a chunk are drawn once and shot at by all bots in
 * turn. A bot that learns is a separate job with all boards in order; these jobs start first.
 *
 * The hot path is play_game: 95 shots of `random` on classic take about 3 us, so nothing there
 * clears or copies unused memory, and text is written only if records are kept. */
#include "arena/sim.h"

#include "arena/boards.h"
#include "arena/game_recorder.h"
#include "arena/pool.h"
#include "arena/round.h"
#include "base/clock.h"
#include "contest/sim_sums.h"
#include "guest/affinity.h"
#include "guest/guest.h"
#include "guest/guest_facts.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHUNK = 32 };

/* The state of one thread. */
struct sim_thread {
    _Atomic uint64_t done; /* games; other threads read it */
    struct placer *placer;
    struct bot *bot[MAX_SIM_BOTS];  /* bots that learn: only in the first thread */
    double busy[MAX_SIM_BOTS];      /* seconds, see bot_clock */
    struct game_recorder *recorder; /* NULL unless records are kept */
    struct game game;
    struct layout layout[MAX_CHUNK];
};

struct sim {
    struct sim_terms terms;
    struct boards *own_boards; /* unless the terms have them */
    const struct boards *boards;
    uint64_t bot_seed[MAX_SIM_BOTS]; /* for the bots to see */
    struct rng_family shots[MAX_SIM_BOTS], chance, nonces;
    struct sim_game *games[MAX_SIM_BOTS];
    struct sim_sums sums[MAX_SIM_BOTS]; /* filled in by sim_results */
    int learners, learner[MAX_SIM_BOTS], others, other[MAX_SIM_BOTS];
    uint64_t broken[MAX_SIM_BOTS]; /* games, by bots that learn */
    struct trouble trouble[MAX_SIM_BOTS];
    struct guest_facts guest[MAX_SIM_BOTS];
    uint64_t chunk;
    pthread_mutex_t board_lock; /* guards the next two */
    uint8_t *left;              /* per board: jobs that have not played it; NULL unless reported */
    uint64_t reported;          /* boards */
    int threads;
    struct sim_thread *thread;
    atomic_bool stop;
    double seconds;
    atomic_flag failed; /* set by the first thread that fails, which then sets the next two */
    enum error error;
    struct message message;
};

/* --- records -----------------------------------------------------------------------------------*/

static void begin_record(struct game_recorder *recorder, const struct sim *sim, int bot,
                         uint64_t number, const struct layout *layout)
{
    struct record *record = &recorder->record;
    struct rng nonces;

    record->solo = true;
    record->first = SIDE_A;
    record->layout[SIDE_B] = *layout;
    text_printable(record->name[SIDE_A], NAME_SIZE, sim->terms.bot[bot]);
    text_printable(record->name[SIDE_B], NAME_SIZE, sim->terms.placement);
    rng_family_draw(&sim->nonces, number, &nonces);
    game_recorder_begin(recorder, &nonces);
}

static enum error end_record(struct game_recorder *recorder, const struct sim *sim,
                             const struct game *game, bool is_whole, int bot, uint64_t number,
                             struct message *message)
{
    struct slice text;

    if (is_whole)
        game_recorder_end(recorder, game_status(game), &sim->terms.seed);
    if (!game_recorder_text(recorder, &text))
        return error_set(ERR_FULL, message, "the record of board %llu is too long",
                         (unsigned long long)number);
    return sim->terms.keep(sim->terms.context, bot, number, text, message);
}

/* --- finished boards ---------------------------------------------------------------------------*/

static void report_board(struct sim *sim, uint64_t board)
{
    struct sim_game games[MAX_SIM_BOTS];

    for (int i = 0; i < sim->terms.bots; i++)
        games[i] = sim->games[i][board - 1];
    if (!sim->terms.board_done(sim->terms.board_context, board, games))
        atomic_store(&sim->stop, true);
}

/* A job has played these boards. Reports those that all jobs have played, in order. */
static void finish_boards(struct sim *sim, uint64_t first, uint64_t count)
{
    if (!sim->left)
        return;
    pthread_mutex_lock(&sim->board_lock);
    for (uint64_t i = 0; i < count; i++)
        sim->left[first + i - 1]--;
    while (sim->reported < sim->terms.games && sim->left[sim->reported] == 0)
        report_board(sim, ++sim->reported);
    pthread_mutex_unlock(&sim->board_lock);
}

/* The boards that a stopped simulation has not finished, with the games that were played. */
static void report_rest(struct sim *sim)
{
    while (sim->left && sim->reported < sim->terms.games)
        report_board(sim, ++sim->reported);
}

/* --- games -------------------------------------------------------------------------------------*/

static bool is_stopped(const struct sim *sim)
{
    return atomic_load_explicit(&sim->stop, memory_order_relaxed) ||
           (sim->terms.stop && atomic_load_explicit(sim->terms.stop, memory_order_relaxed));
}

/* A guest may make hundreds of moves of a second each, so a simulation can be stopped in the middle
 * of a game. `trouble` is set for an illegal move. */
static enum broken play_moves(const struct sim *sim, struct sim_thread *thread, struct bot *bot,
                              uint64_t number, struct message *trouble)
{
    struct game *game = &thread->game;
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

            rng_family_draw_pair(&sim->chance, number, (uint64_t)view->sightings, &chance);
            game_draw(game, &chance, &move);
        }
        if (game_apply_legal(game, &move, &outcome, trouble) != OK)
            return BROKEN_MOVE;
        bot_outcome(bot, view, &move, &outcome);
        if (thread->recorder)
            game_recorder_move(thread->recorder, game, &move, &outcome);
    }
    return BROKEN_NONE;
}

/* Has a bot that plays in order broken too many games to go on? */
static bool is_given_up(const struct sim *sim, int index)
{
    return sim->terms.max_broken > 0 && sim->broken[index] >= sim->terms.max_broken;
}

static void note_broken(struct sim *sim, struct sim_thread *thread, const struct bot *bot,
                        int index, uint64_t number, enum broken broken, struct message *trouble)
{
    if (!trouble->text[0])
        message_set(trouble, "%s", bot_trouble(bot));
    if (bot->kind->learns) { /* so no other thread writes here */
        sim->broken[index]++;
        trouble_note(&sim->trouble[index], 0, number, broken, trouble->text);
    }
    if (thread->recorder)
        game_recorder_broken(thread->recorder, SIDE_A, broken, trouble->text);
    round_close_broken(&thread->game, SIDE_B);
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

/* `number` counts the boards of this simulation, `board` those of the whole one. */
static enum error play_game(struct sim *sim, struct sim_thread *thread, struct bot *bot, int index,
                            uint64_t number, const struct layout *layout, struct message *message)
{
    uint64_t board = sim->terms.before + number;
    struct game *game = &thread->game;
    struct message trouble;
    struct sim_game result;
    enum broken broken;
    enum error error;

    rng_family_draw(&sim->shots[index], board, &bot->rng);
    game_init_solo(game, sim->terms.rules);
    bot_round_start(bot, &game->view[SIDE_A], board);
    error = game_place(game, SIDE_B, layout, message);
    if (error)
        return error;
    if (thread->recorder)
        begin_record(thread->recorder, sim, index, board, layout);
    trouble.text[0] = '\0';
    broken = play_moves(sim, thread, bot, board, &trouble);
    result = judge(game, broken);
    if (result.result == SIM_UNPLAYED)
        return OK;
    if (broken)
        note_broken(sim, thread, bot, index, board, broken, &trouble);
    bot_round_end(bot, &game->view[SIDE_A], board);
    if (thread->recorder)
        error = end_record(thread->recorder, sim, game, !broken, index, board, message);
    if (!error)
        sim->games[index][number - 1] = result;
    return error;
}

static bool is_guest(const struct sim *sim, int index)
{
    return sim->terms.opener && guest_is_spec(sim->terms.bot[index]);
}

/* The time that a bot uses: processor time of the thread, which other programs do not change. A
 * guest works in its own process while the thread waits, so for a guest it is elapsed time. */
static double bot_clock(const struct sim *sim, int index)
{
    return is_guest(sim, index) ? clock_seconds() : clock_thread_seconds();
}

/* Shoots at the boards in thread->layout, which are numbered from `first` on. */
static enum error play_boards(struct sim *sim, struct sim_thread *thread, struct bot *bot,
                              int index, uint64_t first, uint64_t count, struct message *message)
{
    uint64_t done = atomic_load_explicit(&thread->done, memory_order_relaxed);
    double start = bot_clock(sim, index);
    enum error error = OK;

    for (uint64_t i = 0; !error && i < count; i++) {
        const struct sim_game *game = &sim->games[index][first + i - 1];

        if (is_stopped(sim))
            break;
        if (is_given_up(sim, index))
            sim->games[index][first + i - 1].result = SIM_GIVEN_UP;
        else
            error = play_game(sim, thread, bot, index, first + i, &thread->layout[i], message);
        done += game->result != SIM_UNPLAYED;
        atomic_store_explicit(&thread->done, done, memory_order_relaxed);
        if (bot->kind->learns && game->result != SIM_UNPLAYED) /* may take minutes for a game */
            finish_boards(sim, first + i, 1);
    }
    thread->busy[index] += bot_clock(sim, index) - start;
    return error;
}

static enum error draw_boards(const struct sim *sim, struct sim_thread *thread, uint64_t first,
                              uint64_t count, struct message *message)
{
    enum error error = OK;

    for (uint64_t i = 0; !error && i < count; i++)
        error =
            boards_draw(thread->placer, sim->terms.before + first + i, &thread->layout[i], message);
    return error;
}

/* How many boards the chunk has that starts with this one. */
static uint64_t chunk_at(const struct sim *sim, uint64_t first)
{
    uint64_t left = sim->terms.games - first + 1;

    return left < sim->chunk ? left : sim->chunk;
}

/* Plays one chunk of boards with the given bots. */
static enum error play_chunk(struct sim *sim, struct sim_thread *thread,
                             const struct sim_thread *home, const int *bots, int bot_count,
                             uint64_t first, struct message *message)
{
    uint64_t count = chunk_at(sim, first);
    enum error error = draw_boards(sim, thread, first, count, message);

    for (int i = 0; !error && i < bot_count; i++)
        error = play_boards(sim, thread, home->bot[bots[i]], bots[i], first, count, message);
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

/* A sunk fleet counts as won, any other board as lost. */
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

/* All boards of a bot that learns, in order. A process that this thread started must not outlive
 * the thread, so the bot is freed after its last game. */
static enum error play_learner(struct sim *sim, struct sim_thread *thread, int index,
                               struct message *message)
{
    struct sim_thread *home = &sim->thread[0];
    struct affinity affinity = {.is_set = false};
    enum error error = OK;

    if (is_guest(sim, index))
        affinity_set(&affinity, (uint64_t)sim->terms.processor + (uint64_t)index);
    for (uint64_t first = 1; !error && first <= sim->terms.games; first += sim->chunk)
        if (!is_stopped(sim))
            error = play_chunk(sim, thread, home, &index, 1, first, message);
    end_match(sim, index, home->bot[index]);
    bot_free(home->bot[index]);
    home->bot[index] = NULL;
    affinity_restore(&affinity);
    return error;
}

static bool play_job(void *context, int number, uint64_t job)
{
    struct sim *sim = context;
    struct sim_thread *thread = &sim->thread[number];
    struct message message;
    enum error error = OK;

    if (job < (uint64_t)sim->learners) {
        error = play_learner(sim, thread, sim->learner[job], &message);
    } else {
        uint64_t first = (job - (uint64_t)sim->learners) * sim->chunk + 1;

        error = play_chunk(sim, thread, thread, sim->other, sim->others, first, &message);
        if (!error && !is_stopped(sim))
            finish_boards(sim, first, chunk_at(sim, first));
    }
    if (error)
        return fail(sim, error, &message);
    return !is_stopped(sim);
}

/* --- setting up --------------------------------------------------------------------------------*/

static enum error open_bot(const struct sim *sim, int index, struct bot **bot,
                           struct message *message)
{
    struct match_terms terms = {
        .rules = sim->terms.rules, .rounds = sim->terms.all_games, .seed = sim->bot_seed[index]};
    struct affinity affinity = {.is_set = false};
    enum error error;

    if (is_guest(sim, index)) /* a process stays on the processor where it starts */
        affinity_set(&affinity, (uint64_t)sim->terms.processor + (uint64_t)index);
    error = bot_open(sim->terms.opener, sim->terms.bot[index], bot, message);
    affinity_restore(&affinity);
    if (!error)
        error = bot_accepts((*bot)->kind, sim->terms.rules, message);
    if (!error)
        bot_match_start(*bot, &terms);
    return error;
}

/* The first thread opens every bot and so learns which of them learn. */
static enum error open_bots(struct sim *sim, struct sim_thread *thread, struct message *message)
{
    enum error error = OK;

    if (thread != sim->thread) {
        for (int i = 0; !error && i < sim->others; i++)
            error = open_bot(sim, sim->other[i], &thread->bot[sim->other[i]], message);
        return error;
    }
    for (int i = 0; !error && i < sim->terms.bots; i++) {
        error = open_bot(sim, i, &thread->bot[i], message);
        if (!error && thread->bot[i]->kind->learns)
            sim->learner[sim->learners++] = i;
        else
            sim->other[sim->others++] = i;
    }
    return error;
}

static enum error open_thread(struct sim *sim, struct sim_thread *thread, struct message *message)
{
    enum error error = open_bots(sim, thread, message);

    if (!error)
        error = boards_placer_new(sim->boards, &thread->placer, message);
    if (error || !sim->terms.keep)
        return error;
    return game_recorder_new(sim->terms.rules, &thread->recorder, message);
}

static void close_thread(struct sim_thread *thread)
{
    for (int i = 0; i < MAX_SIM_BOTS; i++)
        bot_free(thread->bot[i]);
    boards_placer_free(thread->placer);
    game_recorder_free(thread->recorder);
}

static void derive_seeds(struct sim *sim)
{
    const struct seed *seed = &sim->terms.seed, none = {0};

    for (int i = 0; i < sim->terms.bots; i++) {
        uint64_t name = rng_derive_seed(&none, sim->terms.bot[i], 0, 0);

        sim->bot_seed[i] = rng_derive_seed(seed, "sim bot", name, 0);
        rng_family_init(&sim->shots[i], seed, "sim bot", name, 0);
    }
    rng_family_init(&sim->chance, seed, "sim chance", 0, 0);
    rng_family_init(&sim->nonces, seed, "sim nonce", 0, 0);
}

static int thread_count(const struct sim_terms *terms)
{
    int most = terms->games < MAX_THREADS ? (int)terms->games : MAX_THREADS;

    return terms->threads < 1 ? 1 : terms->threads > most ? most : terms->threads;
}

/* Small chunks keep all threads busy to the end and cost little extra. */
static uint64_t chunk_size(uint64_t games, int threads)
{
    uint64_t chunk = games / ((uint64_t)threads * 16);

    return chunk < 1 ? 1 : chunk > MAX_CHUNK ? MAX_CHUNK : chunk;
}

static enum error allocate(struct sim *sim, struct message *message)
{
    bool enough;

    sim->thread = calloc((size_t)sim->threads, sizeof *sim->thread);
    if (sim->terms.board_done)
        sim->left = malloc(sim->terms.games);
    enough = sim->thread && (sim->left || !sim->terms.board_done);
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
    if (!terms->all_games)
        made->terms.all_games = terms->games;
    made->boards = terms->boards;
    atomic_flag_clear(&made->failed);
    pthread_mutex_init(&made->board_lock, NULL);
    made->threads = thread_count(terms);
    made->chunk = chunk_size(terms->games, made->threads);
    derive_seeds(made);
    error = allocate(made, message);
    if (!error && !made->boards) {
        error = boards_new(terms->placement, terms->rules, &terms->seed, terms->opener,
                           &made->own_boards, message);
        made->boards = made->own_boards;
    }
    for (int i = 0; !error && i < made->threads; i++)
        error = open_thread(made, &made->thread[i], message);
    if (made->left)
        memset(made->left, made->learners + (made->others > 0), terms->games);
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
    for (int i = 0; sim->thread && i < sim->threads; i++)
        close_thread(&sim->thread[i]);
    for (int i = 0; i < MAX_SIM_BOTS; i++)
        free(sim->games[i]);
    for (int i = 0; i < MAX_SIM_BOTS; i++)
        sim_sums_release(&sim->sums[i]);
    pthread_mutex_destroy(&sim->board_lock);
    boards_free(sim->own_boards);
    free(sim->left);
    free(sim->thread);
    free(sim);
}

enum error sim_run(struct sim *sim, struct message *message)
{
    uint64_t chunks = (sim->terms.games + sim->chunk - 1) / sim->chunk;
    double start = clock_seconds();

    pool_run(sim->threads, (uint64_t)sim->learners + (sim->others ? chunks : 0), play_job, sim);
    sim->seconds = clock_seconds() - start;
    report_rest(sim);
    for (int i = 0; i < sim->threads; i++)
        for (int bot = 0; bot < sim->terms.bots; bot++)
            if (sim->thread[i].bot[bot])
                end_match(sim, bot, sim->thread[i].bot[bot]);
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
        done += atomic_load_explicit(&sim->thread[i].done, memory_order_relaxed);
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
        seconds += sim->thread[i].busy[bot];
    return seconds;
}

enum error sim_results(struct sim *sim, struct sim_outcome *outcome)
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
                                .sums = &sim->sums[i],
                                .trouble = &sim->trouble[i],
                                .guest = &sim->guest[i],
                                .core_seconds = core_seconds(sim, i)};
        if (all > 0)
            bot->seconds = sim->seconds * bot->core_seconds / all;
        sim_sums_release(&sim->sums[i]);
        error = sim_sums_add_games(&sim->sums[i], bot->games, terms->games);
        if (!error)
            bot->summary = sim_sums_summarise(&sim->sums[i]);
    }
    outcome->finished = outcome->is_complete
                            ? terms->games
                            : sim_stats_finished(outcome->bot, terms->bots, terms->games);
    return error;
}
