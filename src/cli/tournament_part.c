#include "cli/tournament_part.h"

#include "cli/tournament_plan.h"
#include "contest/planned.h"
#include "store/parts.h"

#include <stdlib.h>
#include <unistd.h>

/* --- opening -----------------------------------------------------------------------------------*/

static bool is_in(const struct contest_match *matches, int count, uint64_t number)
{
    int low = 0;

    while (low < count) {
        int middle = low + (count - low) / 2;

        if (matches[middle].pairing.number == number)
            return true;
        if (matches[middle].pairing.number < number)
            low = middle + 1;
        else
            count = middle;
    }
    return false;
}

/* Is the file that was merged this part, of this stage? All stages have the same key. */
static enum error check_part(const struct tournament_part *part, const struct shard *found,
                             const struct contest_match *matches, int count,
                             struct message *message)
{
    int stage = 0;
    enum error error = part_file_check(&part->file, found, &part->db.contest.plan.shard, message);

    if (!error)
        error = planned_stage(&part->db.contest, &stage, message);
    for (int i = 0; !error && i < count; i++)
        if (matches[i].pairing.stage != stage)
            error = error_set(ERR_MISMATCH, message,
                              "%s is a part of stage %d; use another file for stage %d",
                              part->file.path, matches[i].pairing.stage + 1, stage + 1);
    return error;
}

/* Takes over the matches of an earlier run, and keeps the pairings that it does not have. */
static enum error continue_part(struct tournament_part *part, struct message *message)
{
    struct tournament_db *db = &part->db;
    struct merge_result result = {.added = 0};
    struct contest_match *matches = NULL;
    int count = 0, left = 0;
    enum error error =
        parts_merge(db->store, PLAN_TOURNAMENT, db->contest.id, part->file.path, &result, message);

    if (!error)
        error = tournament_matches(db->store, db->contest.id, &matches, &count, message);
    if (!error)
        error = check_part(part, &result.shard, matches, count, message);
    for (int i = 0; !error && i < count; i++)
        error = contest_add_match(&db->contest, &matches[i], message);
    for (int i = 0; !error && i < part->count; i++)
        if (!is_in(matches, count, part->pairings[i].number))
            part->pairings[left++] = part->pairings[i];
    if (!error) {
        part->count = left;
        part->done = part->owed - left;
    }
    free(matches);
    return error;
}

enum error tournament_part_open(struct tournament_part *part, const char *plan, const char *path,
                                const struct shard *shard, struct message *message)
{
    struct tournament_db *db = &part->db;
    uint64_t work;
    enum error error;

    *part = (struct tournament_part){.owed = 0};
    error = part_file_open(&part->file, plan, path, shard, message);
    if (!error)
        error = tournament_plan_read(plan, &db->contest, message);
    if (!error)
        error = planned_part(&db->contest, shard, &part->pairings, &part->count, &work, message);
    if (!error)
        error = store_open_scratch(&db->store, message);
    if (error)
        return error;
    snprintf(db->path, sizeof db->path, "%s", path);
    part->owed = part->count;
    db->contest.plan.shard = *shard;
    error = tournament_create(db->store, &db->contest, message);
    if (!error && access(path, F_OK) == 0)
        error = continue_part(part, message);
    return error;
}

void tournament_part_close(struct tournament_part *part)
{
    part_file_close(&part->file);
    free(part->pairings);
    tournament_db_close(&part->db);
}

/* --- publishing --------------------------------------------------------------------------------*/

static enum error on_merge(void *context, struct message *message)
{
    struct tournament_part *part = context;
    struct merge_result result = {.added = 0};

    return parts_merge(part->db.store, PLAN_TOURNAMENT, part->db.contest.id, part->file.path,
                       &result, message);
}

static enum error on_stored(void *context, struct message *message)
{
    struct tournament_part *part = context;

    return part_file_publish_sometimes(&part->file, part->db.store, message);
}

static enum error publish(struct tournament_part *part, struct message *message)
{
    struct contest_match *matches = NULL;
    int count = 0;
    enum error error = part_file_publish(&part->file, part->db.store, message);

    if (!error)
        error = tournament_matches(part->db.store, part->db.contest.id, &matches, &count, message);
    if (!error)
        part->done = part->owed - part->count;
    for (int i = 0; !error && i < part->count; i++)
        part->done += is_in(matches, count, part->pairings[i].number);
    free(matches);
    return error;
}

enum error tournament_part_play(struct tournament_part *part, const struct tournament_db_run *run,
                                struct message *message)
{
    struct tournament_db_run some = *run;
    struct message unpublished;
    enum error error, published;

    some.pairings = part->pairings;
    some.count = part->count;
    some.stored = on_stored;
    some.context = part;
    part->file.merge = on_merge;
    part->file.context = part;
    part_file_start(&part->file);
    error = tournament_db_play(&part->db, &some, message);
    published = publish(part, &unpublished);
    if (!error && published)
        *message = unpublished;
    return error ? error : published;
}
