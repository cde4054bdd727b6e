/* Each thread has a desk with room for one match, which is used for one match after another. A
 * match is one job of the pool; within it rounds go in order on one thread. */
#include "arena/tournament.h"

#include "arena/ahead.h"
#include "arena/pool.h"
#include "arena/watch.h"
#include "base/buffer.h"
#include "guest/guest.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOG_EXCERPT = 4096, LEAVE_MS = 200, KEPT_RECORD_CAP = 1 << 20 };

/* A record that may still be pushed out by a later one. */
struct kept {
    uint64_t round;
    bool is_broken;
    struct buffer text;
};

/* What one thread has to itself. */
struct desk {
    struct run *run;
    struct ahead *ahead; /* opens guests of the next match; NULL where there is no such thing */
    struct bot_opener opener;
    struct round_note *notes;
    uint64_t noted;
    struct heat_counts heat[2];
    int opened; /* sides of the present match that are there */
    struct kept kept[KEPT_ROUNDS];
    int kept_count;
    char log[2][LOG_EXCERPT];
    size_t log_length[2];
};

struct run {
    const struct tournament *tournament;
    const struct pairing *pairings;
    uint64_t count;
    _Atomic uint64_t next; /* pairing */
    int threads;
    struct desk *desks;
    struct watch *watch;     /* NULL: files may change */
    pthread_mutex_t handing; /* `finished` is called by one thread at a time */
    atomic_bool failed;
    enum error error;
    struct message message;
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* --- what is noted while a match is played ------------------------------------------------------
 */

static enum error on_opened(void *context, int side, struct bot *bot, struct message *message)
{
    struct desk *desk = context;

    (void)bot;
    (void)message;
    desk->opened = side + 1;
    return OK;
}

/* The end of a log tells more than its beginning: that is where the last words are. */
static void on_closing(void *context, int side, struct bot *bot)
{
    struct desk *desk = context;
    struct slice log = {0};

    guest_finish(bot, LEAVE_MS);
    if (guest_report(bot))
        log = guest_log(bot);
    if (log.length > LOG_EXCERPT) {
        log.text += log.length - LOG_EXCERPT;
        log.length = LOG_EXCERPT;
    }
    if (log.length)
        memcpy(desk->log[side], log.text, log.length);
    desk->log_length[side] = log.length;
}

static void count_cells(uint32_t *counts, const struct cellset *cells, int words)
{
    for (int word = 0; word < words; word++)
        for (uint64_t left = cells->word[word]; left; left &= left - 1)
            counts[64 * word + __builtin_ctzll(left)]++;
}

static void count_fleet(uint32_t *counts, const struct fleet *fleet, int cells)
{
    for (int cell = 0; cell < cells; cell++)
        counts[cell] += fleet->ship_at[cell] != NO_SHIP;
}

static void count_rounds(const struct desk *desk, uint64_t count)
{
    _Atomic uint64_t *rounds = desk->run->tournament->rounds_done;

    if (rounds)
        atomic_fetch_add_explicit(rounds, count, memory_order_relaxed);
}

static void on_noted(void *context, uint64_t number, const struct round *round,
                     const struct game *game)
{
    struct desk *desk = context;
    const struct status *status = game_status(game);
    struct round_note *note = &desk->notes[number - 1];
    int cells = rules_cells(game_rules(game));

    *note = (struct round_note){.winner = (uint8_t)round->winner, .first = status->first};
    for (int side = 0; side < 2; side++) {
        note->broken[side] = (uint8_t)round->broken[side];
        note->shots[side] = (uint16_t)status->shots[side];
        note->points[side] = (uint16_t)status->points[side];
        if (game->placed[side])
            count_fleet(desk->heat[side].placed, &game->view[side].own, cells);
        count_cells(desk->heat[side].fired, &game->view[side].tracking.shot, (cells + 63) / 64);
    }
    desk->noted = number;
    count_rounds(desk, 1);
}

/* The record that gives way to a new one: the oldest that nobody broke. The first broken rounds
 * stay, because they show how it began; NULL when there are only those. */
static struct kept *make_room(struct desk *desk)
{
    struct kept *oldest = NULL;

    if (desk->kept_count < desk->run->tournament->keep_last)
        return &desk->kept[desk->kept_count++];
    for (int i = 0; i < desk->kept_count; i++)
        if (!desk->kept[i].is_broken && (!oldest || desk->kept[i].round < oldest->round))
            oldest = &desk->kept[i];
    return oldest;
}

static enum error on_kept(void *context, uint64_t number, const struct round *round,
                          struct slice record, struct message *message)
{
    struct desk *desk = context;
    bool is_broken = round->broken[0] || round->broken[1];
    struct kept *kept = make_room(desk);

    (void)message;
    if (!kept)
        return OK;
    kept->round = number;
    kept->is_broken = is_broken;
    kept->text.length = 0;
    if (buffer_append(&kept->text, record.text, record.length) != OK)
        kept->text.length = 0; /* a record too long is left out, the match goes on */
    return OK;
}

/* --- a match ------------------------------------------------------------------------------------
 */

static void clear_desk(struct desk *desk)
{
    memset(desk->heat, 0, sizeof desk->heat);
    desk->noted = 0;
    desk->opened = 0;
    desk->kept_count = 0;
    desk->log_length[0] = desk->log_length[1] = 0;
}

/* Rounds that were not played are lost without a shot. */
static void note_unplayed(struct desk *desk, const struct match_result *result)
{
    uint64_t unplayed_won[2];
    int winner;

    for (int side = 0; side < 2; side++) {
        unplayed_won[side] = result->side[side].won;
        for (uint64_t i = 0; i < desk->noted; i++)
            unplayed_won[side] -= desk->notes[i].winner == side;
    }
    winner = unplayed_won[0] ? SIDE_A : unplayed_won[1] ? SIDE_B : NOBODY;
    for (uint64_t i = desk->noted; i < result->rounds; i++)
        desk->notes[i] = (struct round_note){.winner = (uint8_t)winner, .first = NOBODY};
    count_rounds(desk, result->rounds - desk->noted);
}

/* A match without one of the bots: it did not even start. */
static void forfeit(struct desk *desk, const struct contest_terms *terms,
                    struct match_result *result, const struct message *message)
{
    int loser = desk->opened == 0 ? 0 : 1;

    memset(result, 0, sizeof *result);
    result->rounds = terms->rounds;
    result->unplayed = terms->rounds - 1;
    result->side[1 - loser].won = terms->rounds;
    result->side[loser].broken[BROKEN_CRASH] = 1;
    trouble_note(&result->side[loser].trouble, 0, 1, BROKEN_CRASH, message->text);
    desk->notes[0] = (struct round_note){.winner = (uint8_t)(1 - loser), .first = NOBODY};
    desk->notes[0].broken[loser] = BROKEN_CRASH;
    desk->noted = 1;
    count_rounds(desk, 1);
}

static void fill_score(const struct match_result *result, struct score *score)
{
    score->rounds = result->rounds;
    score->drawn = result->drawn;
    score->whole = result->whole;
    score->signature = result->signature;
    for (int i = 0; i < 2; i++) {
        const struct match_side *side = &result->side[i];

        score->side[i] = (struct score_side){.won = side->won,
                                             .shots = side->shots,
                                             .wasted = side->wasted,
                                             .wrecks = side->wrecks,
                                             .answers = side->guest.report.answers,
                                             .used_us = side->guest.report.used_us,
                                             .slowest_us = side->guest.report.slowest_us};
        memcpy(score->side[i].broken, side->broken, sizeof side->broken);
    }
}

static int by_round(const void *a, const void *b)
{
    uint64_t left = ((const struct kept_record *)a)->round;
    uint64_t right = ((const struct kept_record *)b)->round;

    return (left > right) - (left < right);
}

static enum error hand_over(struct desk *desk, const struct match_result *result,
                            struct tournament_match *match, struct message *message)
{
    const struct tournament *tournament = desk->run->tournament;
    enum error error;

    fill_score(result, &match->score);
    note_unplayed(desk, result);
    match->rounds = desk->notes;
    for (int side = 0; side < 2; side++) {
        match->heat[side] = &desk->heat[side];
        match->trouble[side] = result->side[side].trouble.sentence.text;
        match->log[side] = (struct slice){desk->log[side], desk->log_length[side]};
    }
    for (int i = 0; i < desk->kept_count; i++)
        if (desk->kept[i].text.length)
            match->record[match->records++] = (struct kept_record){
                desk->kept[i].round, {desk->kept[i].text.data, desk->kept[i].text.length}};
    qsort(match->record, (size_t)match->records, sizeof match->record[0], by_round);
    pthread_mutex_lock(&desk->run->handing);
    error = tournament->finished(tournament->context, match, message);
    pthread_mutex_unlock(&desk->run->handing);
    return error;
}

static bool fail(struct run *run, enum error error, const struct message *message)
{
    pthread_mutex_lock(&run->handing);
    if (!atomic_exchange(&run->failed, true)) {
        run->error = error;
        run->message = *message;
    }
    pthread_mutex_unlock(&run->handing);
    return false;
}

static bool is_stopped(const struct run *run)
{
    return run->tournament->stop && atomic_load(run->tournament->stop);
}

/* A machine that is short of processes for a moment is no fault of a bot, so that one that does not
 * start gets a second chance. */
static enum error play_match(struct desk *desk, const struct match *match,
                             struct match_result *result, struct message *message)
{
    static const struct timespec a_while = {.tv_nsec = 200000000};
    enum error error;

    clear_desk(desk);
    error = match_play(match, result, message);
    if (error && error != ERR_MEMORY && !is_stopped(desk->run)) {
        nanosleep(&a_while, NULL);
        clear_desk(desk);
        error = match_play(match, result, message);
    }
    return error;
}

static bool is_lost(struct run *run, const struct pairing *pairing)
{
    return run->watch && (watch_knows_changed(run->watch, pairing->a) ||
                          watch_knows_changed(run->watch, pairing->b));
}

/* Nothing can be said about a match between bots that are no longer what they were. */
static bool have_changed(struct run *run, const struct pairing *pairing)
{
    bool a = run->watch && watch_has_changed(run->watch, pairing->a);
    bool b = run->watch && watch_has_changed(run->watch, pairing->b);

    return a || b;
}

static struct match match_of(struct run *run, int thread, const struct pairing *pairing)
{
    const struct tournament *tournament = run->tournament;
    const struct contest_terms *terms = tournament->terms;
    const struct entrant *a = &tournament->entrants[pairing->a];
    const struct entrant *b = &tournament->entrants[pairing->b];
    struct desk *desk = &run->desks[thread];
    bool has_guest = a->is_guest || b->is_guest;

    return (struct match){
        .rules = &terms->rules,
        .bot = {a->spec, b->spec},
        .rounds = terms->rounds,
        .seed = terms->seed,
        .number = pairing->number,
        .threads = 1,
        .max_broken = terms->max_broken,
        .opener = desk->ahead ? &desk->opener : tournament->opener,
        .is_paired = terms->paired,
        .processor = (uint64_t)thread,
        .opened = on_opened,
        .closing = on_closing,
        .keep = tournament->keep_last > 0 ? on_kept : NULL,
        .keep_from = has_guest || terms->rounds < (uint64_t)tournament->keep_last
                         ? 0
                         : terms->rounds - (uint64_t)tournament->keep_last + 1,
        .noted = on_noted,
        .context = desk,
        .stop = tournament->stop,
    };
}

static bool play_pairing(struct run *run, int thread, uint64_t job)
{
    const struct pairing *pairing = &run->pairings[job];
    struct desk *desk = &run->desks[thread];
    struct match match = match_of(run, thread, pairing);
    struct tournament_match played = {.score = {.pairing = *pairing}};
    struct match_result result;
    struct message message;
    double start = now();
    enum error error;

    if (is_lost(run, pairing))
        return true;
    error = play_match(desk, &match, &result, &message);
    if (is_stopped(run))
        return false;
    if (guest_is_machine_error(error))
        return fail(run, error, &message);
    if (have_changed(run, pairing))
        return true;
    if (error)
        forfeit(desk, run->tournament->terms, &result, &message);
    played.score.seconds = now() - start;
    error = hand_over(desk, &result, &played, &message);
    return error ? fail(run, error, &message) : true;
}

/* The pairing after the one that is about to be played. Towards the end nobody reserves any, so
 * that no desk is left waiting while another still has two. */
static bool reserve(struct run *run, struct desk *desk, uint64_t *pairing)
{
    const struct entrant *entrants = run->tournament->entrants;

    if (!desk->ahead || atomic_load(&run->next) + (uint64_t)run->threads >= run->count)
        return false;
    *pairing = atomic_fetch_add(&run->next, 1);
    if (*pairing < run->count)
        ahead_want(desk->ahead, entrants[run->pairings[*pairing].a].spec,
                   entrants[run->pairings[*pairing].b].spec);
    return true;
}

/* All matches of one thread. */
static bool run_desk(void *context, int thread, uint64_t job)
{
    struct run *run = context;
    uint64_t pairing = atomic_fetch_add(&run->next, 1), next;

    (void)job;
    while (pairing < run->count && !is_stopped(run) && !atomic_load(&run->failed)) {
        bool has_next = reserve(run, &run->desks[thread], &next);

        if (!play_pairing(run, thread, pairing))
            return false;
        pairing = has_next ? next : atomic_fetch_add(&run->next, 1);
    }
    return !is_stopped(run);
}

/* --- the run ------------------------------------------------------------------------------------
 */

static void release_desks(struct run *run, int count)
{
    for (int i = 0; run->desks && i < count; i++) {
        for (int k = 0; k < KEPT_ROUNDS; k++)
            buffer_release(&run->desks[i].kept[k].text);
        ahead_free(run->desks[i].ahead);
        free(run->desks[i].notes);
    }
    free(run->desks);
}

static bool has_guests(const struct run *run)
{
    const struct entrant *entrants = run->tournament->entrants;
    bool has = false;

    for (uint64_t i = 0; !has && i < run->count; i++)
        has = entrants[run->pairings[i].a].is_guest || entrants[run->pairings[i].b].is_guest;
    return has;
}

static enum error set_desks(struct run *run, int count, struct message *message)
{
    uint64_t rounds = run->tournament->terms->rounds;

    run->desks = calloc((size_t)count, sizeof *run->desks);
    for (int i = 0; run->desks && i < count; i++) {
        struct desk *desk = &run->desks[i];

        desk->run = run;
        if (run->tournament->opener && has_guests(run))
            desk->ahead = ahead_new(run->tournament->opener, (uint64_t)i);
        desk->opener = (struct bot_opener){ahead_open, desk->ahead};
        for (int k = 0; k < KEPT_ROUNDS; k++)
            buffer_init(&desk->kept[k].text, KEPT_RECORD_CAP);
        desk->notes = calloc(rounds, sizeof *desk->notes);
        if (!desk->notes)
            return error_set(ERR_MEMORY, message, "out of memory for matches of %llu rounds",
                             (unsigned long long)rounds);
    }
    return run->desks ? OK : error_set(ERR_MEMORY, message, "out of memory");
}

static enum error set_watch(struct run *run, struct message *message)
{
    int count = 0;

    if (!run->tournament->watches_files)
        return OK;
    for (uint64_t i = 0; i < run->count; i++) {
        count = run->pairings[i].a < count ? count : run->pairings[i].a + 1;
        count = run->pairings[i].b < count ? count : run->pairings[i].b + 1;
    }
    run->watch = watch_new(run->tournament->entrants, count);
    return run->watch ? OK : error_set(ERR_MEMORY, message, "out of memory");
}

static enum error play_all(struct run *run, struct message *message)
{
    pool_run(run->threads, (uint64_t)run->threads, run_desk, run);
    if (run->error && message)
        *message = run->message;
    return run->error || !run->watch ? run->error : watch_verdict(run->watch, message);
}

enum error tournament_play(const struct tournament *tournament, const struct pairing *pairings,
                           int count, struct message *message)
{
    int threads = tournament->threads < 1 ? 1 : tournament->threads;
    struct run run = {.tournament = tournament,
                      .pairings = pairings,
                      .count = count > 0 ? (uint64_t)count : 0,
                      .threads = threads};
    enum error error;

    pthread_mutex_init(&run.handing, NULL);
    error = set_desks(&run, threads, message);
    if (!error)
        error = set_watch(&run, message);
    if (!error)
        error = play_all(&run, message);
    watch_free(run.watch);
    release_desks(&run, threads);
    pthread_mutex_destroy(&run.handing);
    return error;
}
