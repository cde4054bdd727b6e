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

static enum error add_match(struct tourney *tourney, const struct contest_match *played,
                            struct message *message)
{
    struct contest_match *match;

    if (tourney->matches_count == tourney->matches_room) {
        int room = tourney->matches_room ? 2 * tourney->matches_room : 64;
        struct contest_match *more = realloc(tourney->matches, (size_t)room * sizeof *more);

        if (!more)
            return error_set(ERR_MEMORY, message, "out of memory for %d matches", room);
        tourney->matches = more;
        tourney->matches_room = room;
    }
    match = &tourney->matches[tourney->matches_count++];
    *match = *played;
    contest_match_detach(match);
    return OK;
}

/* A match counts only once it is in the store. */
static enum error on_finished(void *context, const struct contest_match *match,
                              struct message *message)
{
    struct playing *playing = context;
    enum error error =
        tournament_add_match(playing->tourney->store, playing->tourney->id, match, message);

    if (error)
        return error;
    tourney_progress_lock(playing->progress);
    error = add_match(playing->tourney, match, message);
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
