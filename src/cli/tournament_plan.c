#include "cli/tournament_plan.h"

#include "contest/estimate.h"
#include "contest/planned.h"
#include "contest/schedule.h"
#include "store/parts.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Parts may already be playing by an older plan of the same name. */
static enum error check_new(const char *path, struct message *message)
{
    if (access(path, F_OK) != 0)
        return OK;
    return error_set(ERR_IO, message, "%s already exists; remove it, or choose another name", path);
}

/* Whole microseconds, so that all machines split the matches alike. */
static void set_shares(struct contest *contest)
{
    struct estimate estimate;

    estimate_make(contest, 1, &estimate);
    for (int i = 0; i < contest->entrants_count; i++)
        contest->entrants[i].share_us = (uint64_t)llround(estimate.share[i] * 1e6);
}

static enum error sum_up(const struct contest *contest, struct tournament_plan *plan,
                         struct message *message)
{
    const struct shard whole = {1, 1};
    struct pairing *pairings;
    uint64_t work;
    enum error error = planned_part(contest, &whole, &pairings, &plan->matches, &work, message);

    free(pairings);
    plan->seconds = (double)work / 1e6;
    return error;
}

enum error tournament_plan_write(struct contest *contest, const char *path,
                                 struct tournament_plan *plan, struct message *message)
{
    struct store *store = NULL;
    enum error error = check_new(path, message);

    if (!error)
        error = plan_init(&contest->plan, message);
    set_shares(contest);
    if (!error)
        error = sum_up(contest, plan, message);
    if (!error)
        error = store_open_scratch(&store, message);
    if (!error)
        error = tournament_create(store, contest, message);
    if (!error)
        error = store_publish(store, path, message);
    store_close(store);
    return error;
}

/* The stage to plan must be the first without a match: the stages before are complete. */
static enum error check_stage(const struct contest *contest, const char *joined,
                              struct message *message)
{
    struct planned_match *matches;
    int count, played = 0, stage = 0;
    enum error error = planned_matches(contest, 1, &matches, &count, message);

    for (int i = 0; !error && i < count; i++) {
        played += matches[i].is_played;
        stage = matches[i].pairing.stage;
    }
    free(matches);
    if (error)
        return error;
    if (contest->terms.format != FORMAT_SWISS)
        return error_set(
            ERR_MISMATCH, message,
            "%s: only a swiss is planned stage by stage, and this tournament is not one", joined);
    if (count == 0)
        return error_set(ERR_MISMATCH, message, "%s: all stages are complete", joined);
    if (played || schedule_begun(contest) != stage)
        return error_set(
            ERR_MISMATCH, message,
            "%s: %d of %d matches of stage %d are missing; 'broadside join' lists them", joined,
            count - played, count, stage + 1);
    return OK;
}

/* Copies the contest with all details of its matches. */
static enum error copy_contest(struct store *store, const char *joined, struct contest *contest,
                               struct message *message)
{
    struct merge_result result = {.added = 0};
    enum error error;

    contest->plan.shard = (struct shard){0, 0};
    error = tournament_create(store, contest, message);
    return error ? error
                 : parts_merge(store, PLAN_TOURNAMENT, contest->id, joined, &result, message);
}

enum error tournament_plan_next(const char *joined, const char *path, struct contest *contest,
                                struct tournament_plan *plan, struct message *message)
{
    struct store *before = NULL, *store = NULL;
    enum error error = check_new(path, message);

    if (!error)
        error = store_open_published(joined, &before, message);
    if (!error)
        error = tournament_load(before, 0, contest, message);
    store_close(before);
    if (!error && !plan_exists(&contest->plan))
        error = error_set(ERR_MISMATCH, message, "%s is not a planned tournament", joined);
    if (!error)
        error = plan_check_version(&contest->plan, joined, message);
    if (!error)
        error = check_stage(contest, joined, message);
    if (!error)
        error = sum_up(contest, plan, message);
    if (!error)
        error = store_open_scratch(&store, message);
    if (!error)
        error = copy_contest(store, joined, contest, message);
    if (!error)
        error = store_publish(store, path, message);
    store_close(store);
    return error;
}

enum error tournament_plan_read(const char *path, struct contest *contest, struct message *message)
{
    struct store *store = NULL;
    int stage = 0;
    enum error error = store_open_published(path, &store, message);

    *contest = (struct contest){.id = 0};
    if (!error)
        error = tournament_load(store, 0, contest, message);
    store_close(store);
    if (!error && (!plan_exists(&contest->plan) || contest->plan.shard.part))
        return error_set(
            ERR_MISMATCH, message,
            "%s is not a plan; 'broadside tournament' and 'broadside sim' write one with --plan",
            path);
    if (!error)
        error = plan_check_version(&contest->plan, path, message);
    if (!error)
        error = planned_stage(contest, &stage, message);
    if (!error && stage < 0)
        error = error_set(ERR_MISMATCH, message, "%s is a joined result, not a plan", path);
    return error;
}
