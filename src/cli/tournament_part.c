#define _GNU_SOURCE /* locks of an open file */
#include "cli/tournament_part.h"

#include "base/clock.h"
#include "base/outfile.h"
#include "contest/planned.h"
#include "store/parts.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Publishing writes the whole part, so it may take a twentieth of the time, and the pauses grow
 * with the run: a process that is killed loses a twentieth of its work, but no more than ten
 * minutes. */
static const double PAUSE_PER_SECOND = 19, PAUSE_OF_RUN = 0.05, LEAST_PAUSE = 1, MOST_PAUSE = 600;

/* Far beyond the end of the plan; one byte for each part. */
static const off_t LOCKS_BEGIN = (off_t)1 << 42;

/* --- opening -----------------------------------------------------------------------------------*/

static enum error read_plan(struct tournament_part *part, struct message *message)
{
    struct contest *contest = &part->db.contest;
    struct store *store = NULL;
    enum error error = store_open_published(part->plan, &store, message);

    if (!error)
        error = tournament_load(store, 0, contest, message);
    store_close(store);
    if (error)
        return error;
    if (!plan_exists(&contest->plan) || contest->plan.shard.part)
        return error_set(ERR_MISMATCH, message,
                         "%s is not a plan; 'broadside tournament BOT... --plan FILE' writes one",
                         part->plan);
    return plan_check_version(&contest->plan, part->plan, message);
}

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

/* Takes over the matches of an earlier run, and keeps the pairings that it does not have. */
static enum error continue_part(struct tournament_part *part, struct message *message)
{
    struct tournament_db *db = &part->db;
    struct merge_result result = {.added = 0};
    struct contest_match *matches = NULL;
    struct shard shard = db->contest.plan.shard;
    int count = 0, left = 0;
    enum error error = parts_merge(db->store, db->contest.id, part->path, &result, message);

    if (!error && (result.shard.part != shard.part || result.shard.parts != shard.parts))
        error =
            error_set(ERR_MISMATCH, message, "%s is part %d/%d of this plan, not part %d/%d",
                      part->path, result.shard.part, result.shard.parts, shard.part, shard.parts);
    if (!error)
        error = tournament_matches(db->store, db->contest.id, &matches, &count, message);
    for (int i = 0; !error && i < count; i++)
        error = contest_add_match(&db->contest, &matches[i], message);
    for (int i = 0; !error && i < part->count; i++)
        if (!is_in(matches, count, part->pairings[i].number))
            part->pairings[left++] = part->pairings[i];
    if (!error) {
        part->count = left;
        part->done = count;
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

    *part = (struct tournament_part){.plan = plan, .path = path, .lock = -1};
    if (outfile_is_same(plan, path))
        return error_set(ERR_SYNTAX, message, "--db and --plan are the same file");
    error = read_plan(part, message);
    if (!error)
        error = planned_part(&db->contest, shard, &part->pairings, &part->count, &work, message);
    if (!error)
        error = store_open_scratch(&db->store, message);
    if (error)
        return error;
    snprintf(db->path, sizeof db->path, "%s", path);
    part->lock = open(plan, O_RDWR | O_CLOEXEC);
    part->owed = part->count;
    db->contest.plan.shard = *shard;
    error = tournament_create(db->store, &db->contest, message);
    if (!error && access(path, F_OK) == 0)
        error = continue_part(part, message);
    return error ? error : outfile_probe(path, message);
}

void tournament_part_close(struct tournament_part *part)
{
    if (part->lock >= 0)
        close(part->lock);
    free(part->pairings);
    tournament_db_close(&part->db);
}

/* --- publishing --------------------------------------------------------------------------------*/

/* Another run of the same part waits until this one has published. Where locks do not work, the one
 * that publishes last may drop a match of the other, which is then missing and played again. */
static void set_lock(const struct tournament_part *part, short type)
{
    struct flock lock = {.l_type = type,
                         .l_whence = SEEK_SET,
                         .l_start = LOCKS_BEGIN + part->db.contest.plan.shard.part,
                         .l_len = 1};

    if (part->lock >= 0)
        (void)fcntl(part->lock, F_OFD_SETLKW, &lock);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Adds what another run has published since. */
static enum error merge_others(struct tournament_part *part, struct message *message)
{
    struct merge_result result = {.added = 0};
    struct stat status;

    if (stat(part->path, &status) != 0 || is_same_file(&status, &part->published))
        return OK;
    return parts_merge(part->db.store, part->db.contest.id, part->path, &result, message);
}

static enum error publish(struct tournament_part *part, struct message *message)
{
    struct contest found;
    double start = clock_seconds();
    enum error error;

    set_lock(part, F_WRLCK);
    error = merge_others(part, message);
    if (!error)
        error = store_publish(part->db.store, part->path, message);
    if (!error && stat(part->path, &part->published) != 0)
        part->published = (struct stat){.st_size = 0};
    set_lock(part, F_UNLCK);
    if (!error)
        error = tournament_find(part->db.store, part->db.contest.id, &found, message);
    if (!error)
        part->done = found.matches_count;
    part->published_at = clock_seconds();
    part->publish_seconds = part->published_at - start;
    return error;
}

static enum error on_stored(void *context, struct message *message)
{
    struct tournament_part *part = context;
    double now = clock_seconds();
    double pause = fmin(PAUSE_OF_RUN * (now - part->started_at), MOST_PAUSE);

    pause = fmax(fmax(pause, PAUSE_PER_SECOND * part->publish_seconds), LEAST_PAUSE);
    return now - part->published_at < pause ? OK : publish(part, message);
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
    part->started_at = part->published_at = clock_seconds();
    error = tournament_db_play(&part->db, &some, message);
    published = publish(part, &unpublished);
    if (!error && published)
        *message = unpublished;
    return error ? error : published;
}
