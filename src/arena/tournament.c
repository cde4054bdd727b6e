/* A match is one job of the pool; its rounds go in order on one thread. Each thread has a buffer
 * with room for one match, which is used again for the next. */
#include "arena/tournament.h"

#include "arena/file_watch.h"
#include "arena/pool.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "guest/guest.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOG_EXCERPT = 4096, LEAVE_MS = 200, KEPT_RECORD_CAP = 1 << 20 };

/* A record that a later one may still replace. */
struct kept_record {
    uint64_t round;
    bool is_broken;
    struct buffer text;
};

/* The match that a thread is playing. */
struct match_buffer {
    struct run *run;
    struct round_note *notes;
    uint64_t noted;
    struct heat_counts heat[2];
    int opened; /* sides of the match whose bots were opened */
    struct kept_record kept[KEPT_ROUNDS];
    int kept_count;
    char log[2][LOG_EXCERPT];
    size_t log_length[2];
};

struct run {
    const struct tournament *tournament;
    const struct pairing *pairings;
    uint64_t count;
    struct match_buffer *buffers; /* one per thread */
    struct file_watch *watch;     /* NULL: files may change */
    pthread_mutex_t delivery;     /* `finished` is called by one thread at a time */
    bool failed;
    enum error error;
    struct message message;
};

/* --- what is noted while a match is played -----------------------------------------------------*/

static enum error on_opened(void *context, int side, struct bot *bot, struct message *message)
{
    struct match_buffer *buffer = context;

    (void)bot;
    (void)message;
    buffer->opened = side + 1;
    return OK;
}

/* Keeps the end of the log, which shows what the guest did last, and a note of what is missing. */
static void on_closing(void *context, int side, struct bot *bot)
{
    struct match_buffer *buffer = context;
    char *kept = buffer->log[side], memory[LOG_NOTE];
    struct slice log, note;
    uint64_t dropped;
    size_t room;

    buffer->log_length[side] = 0;
    guest_finish(bot, LEAVE_MS);
    if (!guest_report(bot))
        return;
    log = guest_log(bot, &dropped);
    note = guest_log_note(dropped, memory);
    room = LOG_EXCERPT - note.length;
    if (log.length > room) {
        log.text += log.length - room;
        log.length = room;
    }
    memcpy(kept, log.text, log.length);
    memcpy(kept + log.length, note.text, note.length);
    buffer->log_length[side] = log.length + note.length;
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

static void count_rounds(const struct match_buffer *buffer, uint64_t count)
{
    _Atomic uint64_t *rounds = buffer->run->tournament->rounds_done;

    if (rounds)
        atomic_fetch_add_explicit(rounds, count, memory_order_relaxed);
}

static void on_noted(void *context, uint64_t number, const struct round *round,
                     const struct game *game)
{
    struct match_buffer *buffer = context;
    const struct status *status = game_status(game);
    struct round_note *note = &buffer->notes[number - 1];
    int cells = rules_cells(game_rules(game));

    *note = (struct round_note){.winner = (uint8_t)round->winner, .first = status->first};
    for (int side = 0; side < 2; side++) {
        note->broken[side] = (uint8_t)round->broken[side];
        note->shots[side] = round_note_count(status->shots[side]);
        note->points[side] = round_note_count(status->points[side]);
        if (game->placed[side])
            count_fleet(buffer->heat[side].placed, &game->view[side].own, cells);
        count_cells(buffer->heat[side].fired, &game->view[side].tracking.shot, (cells + 63) / 64);
    }
    buffer->noted = number;
    count_rounds(buffer, 1);
}

/* The record to replace with a new one: the oldest round that neither side broke. The first broken
 * rounds stay, because they show how it began; NULL if there are only those. */
static struct kept_record *make_room(struct match_buffer *buffer)
{
    struct kept_record *oldest = NULL;

    if (buffer->kept_count < buffer->run->tournament->keep_last)
        return &buffer->kept[buffer->kept_count++];
    for (int i = 0; i < buffer->kept_count; i++)
        if (!buffer->kept[i].is_broken && (!oldest || buffer->kept[i].round < oldest->round))
            oldest = &buffer->kept[i];
    return oldest;
}

static enum error on_kept(void *context, uint64_t number, const struct round *round,
                          struct slice record, struct message *message)
{
    struct match_buffer *buffer = context;
    bool is_broken = round->broken[0] || round->broken[1];
    struct kept_record *kept = make_room(buffer);

    (void)message;
    if (!kept)
        return OK;
    kept->round = number;
    kept->is_broken = is_broken;
    kept->text.length = 0;
    if (buffer_append(&kept->text, record.text, record.length) != OK)
        kept->text.length = 0; /* a record that is too long is left out */
    return OK;
}

/* --- a match -----------------------------------------------------------------------------------*/

static void clear_buffer(struct match_buffer *buffer)
{
    memset(buffer->heat, 0, sizeof buffer->heat);
    buffer->noted = 0;
    buffer->opened = 0;
    buffer->kept_count = 0;
    buffer->log_length[0] = buffer->log_length[1] = 0;
}

/* Rounds that were not played are lost without a shot. */
static void note_unplayed(struct match_buffer *buffer, const struct contest_match *result)
{
    uint64_t unplayed_won[2];
    int winner;

    for (int side = 0; side < 2; side++) {
        unplayed_won[side] = result->side[side].won;
        for (uint64_t i = 0; i < buffer->noted; i++)
            unplayed_won[side] -= buffer->notes[i].winner == side;
    }
    winner = unplayed_won[0] ? SIDE_A : unplayed_won[1] ? SIDE_B : NOBODY;
    for (uint64_t i = buffer->noted; i < result->rounds; i++)
        buffer->notes[i] = (struct round_note){.winner = (uint8_t)winner, .first = NOBODY};
    count_rounds(buffer, result->rounds - buffer->noted);
}

/* A bot did not start, so it loses the whole match. */
static void forfeit(struct match_buffer *buffer, const struct contest_terms *terms,
                    struct contest_match *result, const struct message *message)
{
    int loser = buffer->opened == 0 ? 0 : 1;

    memset(result, 0, sizeof *result);
    result->seed = terms->seed;
    result->rounds = terms->rounds;
    result->unplayed = terms->rounds - 1;
    result->side[1 - loser].won = terms->rounds;
    result->side[loser].broken[BROKEN_CRASH] = 1;
    trouble_note(&result->side[loser].trouble, 0, 1, BROKEN_CRASH, message->text);
    buffer->notes[0] = (struct round_note){.winner = (uint8_t)(1 - loser), .first = NOBODY};
    buffer->notes[0].broken[loser] = BROKEN_CRASH;
    buffer->noted = 1;
    count_rounds(buffer, 1);
}

static int by_round(const void *a, const void *b)
{
    uint64_t left = ((const struct contest_record *)a)->round;
    uint64_t right = ((const struct contest_record *)b)->round;

    return (left > right) - (left < right);
}

static enum error deliver(struct match_buffer *buffer, struct contest_match *match,
                          struct message *message)
{
    const struct tournament *tournament = buffer->run->tournament;
    struct contest_record records[KEPT_ROUNDS];
    enum error error;

    note_unplayed(buffer, match);
    match->notes = buffer->notes;
    for (int side = 0; side < 2; side++) {
        match->side[side].heat = &buffer->heat[side];
        match->side[side].log = (struct slice){buffer->log[side], buffer->log_length[side]};
    }
    match->record = records;
    for (int i = 0; i < buffer->kept_count; i++)
        if (buffer->kept[i].text.length)
            records[match->records++] = (struct contest_record){
                buffer->kept[i].round, {buffer->kept[i].text.data, buffer->kept[i].text.length}};
    qsort(records, (size_t)match->records, sizeof records[0], by_round);
    pthread_mutex_lock(&buffer->run->delivery);
    error = tournament->finished(tournament->context, match, message);
    pthread_mutex_unlock(&buffer->run->delivery);
    return error;
}

/* The first error counts. */
static bool fail(struct run *run, enum error error, const struct message *message)
{
    pthread_mutex_lock(&run->delivery);
    if (!run->failed) {
        run->failed = true;
        run->error = error;
        run->message = *message;
    }
    pthread_mutex_unlock(&run->delivery);
    return false;
}

static bool is_stopped(const struct run *run)
{
    return run->tournament->stop && atomic_load(run->tournament->stop);
}

/* A machine may be short of processes for a moment. That is not the bot's fault, so it gets a
 * second chance to start. */
static enum error play_match(struct match_buffer *buffer, const struct match *match,
                             struct contest_match *result, struct message *message)
{
    static const struct timespec a_while = {.tv_nsec = 200000000};
    enum error error;

    clear_buffer(buffer);
    error = match_play(match, result, message);
    if (error && error != ERR_MEMORY && !is_stopped(buffer->run)) {
        nanosleep(&a_while, NULL);
        clear_buffer(buffer);
        error = match_play(match, result, message);
    }
    return error;
}

static bool is_known_changed(struct run *run, const struct pairing *pairing)
{
    return run->watch && (file_watch_knows_changed(run->watch, pairing->a) ||
                          file_watch_knows_changed(run->watch, pairing->b));
}

/* A match with a bot that changed meanwhile does not count. */
static bool have_changed(struct run *run, const struct pairing *pairing)
{
    bool a = run->watch && file_watch_has_changed(run->watch, pairing->a);
    bool b = run->watch && file_watch_has_changed(run->watch, pairing->b);

    return a || b;
}

static struct match match_of(struct run *run, int thread, const struct pairing *pairing)
{
    const struct tournament *tournament = run->tournament;
    const struct contest_terms *terms = tournament->terms;
    const struct entrant *a = &tournament->entrants[pairing->a];
    const struct entrant *b = &tournament->entrants[pairing->b];
    struct match_buffer *buffer = &run->buffers[thread];
    bool has_guest = a->is_guest || b->is_guest;

    return (struct match){
        .rules = &terms->rules,
        .bot = {a->spec, b->spec},
        .rounds = terms->rounds,
        .seed = terms->seed,
        .number = pairing->number,
        .threads = 1,
        .max_broken = terms->max_broken,
        .opener = tournament->opener,
        .is_paired = terms->paired,
        .processor = (uint64_t)thread,
        .opened = on_opened,
        .closing = on_closing,
        .keep = tournament->keep_last > 0 ? on_kept : NULL,
        .keep_from = has_guest || terms->rounds < (uint64_t)tournament->keep_last
                         ? 0
                         : terms->rounds - (uint64_t)tournament->keep_last + 1,
        .noted = on_noted,
        .context = buffer,
        .stop = tournament->stop,
    };
}

static bool play_pairing(void *context, int thread, uint64_t job)
{
    struct run *run = context;
    const struct pairing *pairing = &run->pairings[job];
    struct match_buffer *buffer = &run->buffers[thread];
    struct match match = match_of(run, thread, pairing);
    struct contest_match played;
    struct message message;
    double start = clock_seconds();
    enum error error;

    if (is_known_changed(run, pairing))
        return true;
    error = play_match(buffer, &match, &played, &message);
    if (is_stopped(run))
        return false;
    if (guest_is_machine_error(error))
        return fail(run, error, &message);
    if (have_changed(run, pairing))
        return true;
    if (error)
        forfeit(buffer, run->tournament->terms, &played, &message);
    played.pairing = *pairing;
    played.seconds = clock_seconds() - start;
    error = deliver(buffer, &played, &message);
    return error ? fail(run, error, &message) : true;
}

/* --- the run -----------------------------------------------------------------------------------*/

static void release_buffers(struct run *run, int count)
{
    for (int i = 0; run->buffers && i < count; i++) {
        for (int k = 0; k < KEPT_ROUNDS; k++)
            buffer_release(&run->buffers[i].kept[k].text);
        free(run->buffers[i].notes);
    }
    free(run->buffers);
}

static enum error make_buffers(struct run *run, int count, struct message *message)
{
    uint64_t rounds = run->tournament->terms->rounds;

    run->buffers = calloc((size_t)count, sizeof *run->buffers);
    for (int i = 0; run->buffers && i < count; i++) {
        struct match_buffer *buffer = &run->buffers[i];

        buffer->run = run;
        for (int k = 0; k < KEPT_ROUNDS; k++)
            buffer_init(&buffer->kept[k].text, KEPT_RECORD_CAP);
        buffer->notes = calloc(rounds, sizeof *buffer->notes);
        if (!buffer->notes)
            return error_set(ERR_MEMORY, message, "out of memory for matches of %llu rounds",
                             (unsigned long long)rounds);
    }
    return run->buffers ? OK : error_set(ERR_MEMORY, message, "out of memory");
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
    run->watch = file_watch_new(run->tournament->entrants, count);
    return run->watch ? OK : error_set(ERR_MEMORY, message, "out of memory");
}

enum error tournament_play(const struct tournament *tournament, const struct pairing *pairings,
                           int count, struct message *message)
{
    int threads = tournament->threads < 1 ? 1 : tournament->threads;
    struct run run = {
        .tournament = tournament, .pairings = pairings, .count = count > 0 ? (uint64_t)count : 0};
    enum error error;

    pthread_mutex_init(&run.delivery, NULL);
    error = make_buffers(&run, threads, message);
    if (!error)
        error = set_watch(&run, message);
    if (!error) {
        pool_run(threads, run.count, play_pairing, &run);
        error = run.error;
        if (error && message)
            *message = run.message;
        if (!error && run.watch)
            error = file_watch_verdict(run.watch, message);
    }
    file_watch_free(run.watch);
    release_buffers(&run, threads);
    pthread_mutex_destroy(&run.delivery);
    return error;
}
