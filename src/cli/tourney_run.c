/* Playing a tournament: matches go from the arena to the store as they are completed, and a thread
 * of its own shows how it stands. */
#include "arena/tournament.h"
#include "cli/tourney.h"
#include "cli/tourney_progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct playing {
    struct tourney *tourney;
    struct tourney_progress *progress;
};

static enum error add_score(struct tourney *tourney, const struct score *score,
                            struct message *message)
{
    if (tourney->scores_count == tourney->scores_room) {
        int room = tourney->scores_room ? 2 * tourney->scores_room : 64;
        struct score *more = realloc(tourney->scores, (size_t)room * sizeof *more);

        if (!more)
            return error_set(ERR_MEMORY, message, "out of memory for %d matches", room);
        tourney->scores = more;
        tourney->scores_room = room;
    }
    tourney->scores[tourney->scores_count++] = *score;
    return OK;
}

/* A match counts only once it is in the store. */
static enum error on_finished(void *context, const struct tournament_match *match,
                              struct message *message)
{
    struct playing *playing = context;
    struct kept_round kept[KEPT_ROUNDS];
    struct match_extra extra = {.records = match->records, .record = kept};
    enum error error;

    for (int side = 0; side < 2; side++) {
        extra.trouble[side] = slice_of(match->trouble[side]);
        extra.log[side] = match->log[side];
        extra.heat[side] = match->heat[side];
    }
    for (int i = 0; i < match->records; i++)
        kept[i] = (struct kept_round){match->record[i].round, match->record[i].text};
    error = tournament_add_match(playing->tourney->store, playing->tourney->id, &match->score,
                                 match->rounds, &extra, message);
    if (error)
        return error;
    tourney_progress_lock(playing->progress);
    error = add_score(playing->tourney, &match->score, message);
    tourney_progress_unlock(playing->progress);
    return error;
}

static bool is_stopped(const struct tourney_run *run)
{
    return run->stop && atomic_load(run->stop);
}

static enum error play_stage(struct tourney *tourney, const struct tourney_run *run,
                             const struct pairing *pairings, int count, struct message *message)
{
    _Atomic uint64_t rounds = 0;
    struct playing playing = {.tourney = tourney};
    struct tournament tournament = {.terms = &tourney->terms,
                                    .entrants = tourney->entrants,
                                    .opener = &run->guests->opener,
                                    .threads = run->threads,
                                    .keep_last = run->keep_last,
                                    .watches_files = !run->guests->config.unsafe,
                                    .finished = on_finished,
                                    .context = &playing,
                                    .stop = run->stop,
                                    .rounds_done = &rounds};
    enum error error;

    playing.progress = tourney_progress_start(tourney, &rounds, count, run->progress_json);
    if (!playing.progress)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = tournament_play(&tournament, pairings, count, message);
    tourney_progress_stop(playing.progress);
    return error;
}

enum error tourney_run(struct tourney *tourney, const struct tourney_run *run,
                       struct message *message)
{
    enum error error = OK;
    int matches = 1, stage;

    while (!error && matches > 0 && !is_stopped(run)) {
        struct pairing *pairings;

        error = tourney_left(tourney, &pairings, &matches, &stage, message);
        if (!error && matches > 0)
            error = play_stage(tourney, run, pairings, matches, message);
        free(pairings);
    }
    if (error || is_stopped(run))
        return error;
    tourney->is_complete = true;
    tourney->ended = (int64_t)time(NULL);
    return tournament_set_state(tourney->store, tourney->id, TOURNAMENT_COMPLETE, tourney->ended,
                                message);
}
