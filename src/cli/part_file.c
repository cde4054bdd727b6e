#define _GNU_SOURCE /* locks of an open file */
#include "cli/part_file.h"

#include "base/clock.h"
#include "base/outfile.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

/* Publishing writes the whole part, so it may take a fortieth of the time, and the pauses grow
 * with the run: a process that is killed loses a twentieth of its work, but no more than ten
 * minutes. */
static const double PAUSE_PER_SECOND = 39, PAUSE_OF_RUN = 0.05, LEAST_PAUSE = 1, MOST_PAUSE = 600;

/* Far beyond the end of the plan; one byte for each part. */
static const off_t LOCKS_BEGIN = (off_t)1 << 42;

enum error part_file_open(struct part_file *file, const char *plan, const char *path,
                          const struct shard *shard, struct message *message)
{
    *file = (struct part_file){.plan = plan, .path = path, .part = shard->part, .lock = -1};
    if (outfile_is_same(plan, path))
        return error_set(ERR_SYNTAX, message, "--db and --plan are the same file");
    file->lock = open(plan, O_RDWR | O_CLOEXEC);
    return outfile_probe(path, message);
}

enum error part_file_check(const struct part_file *file, const struct shard *found,
                           const struct shard *shard, struct message *message)
{
    if (!found->part)
        return error_set(ERR_MISMATCH, message, "%s is a plan or a joined result, not part %d/%d",
                         file->path, shard->part, shard->parts);
    if (found->part != shard->part || found->parts != shard->parts)
        return error_set(ERR_MISMATCH, message, "%s is part %d/%d of this plan, not part %d/%d",
                         file->path, found->part, found->parts, shard->part, shard->parts);
    return OK;
}

void part_file_close(struct part_file *file)
{
    if (file->lock >= 0)
        close(file->lock);
    file->lock = -1;
}

void part_file_start(struct part_file *file)
{
    file->started_at = file->published_at = clock_seconds();
}

/* Another run of the same part waits until this one has published. Where locks do not work, the one
 * that publishes last may drop a result of the other, which is then missing and played again. */
static void set_lock(const struct part_file *file, short type)
{
    struct flock lock = {
        .l_type = type, .l_whence = SEEK_SET, .l_start = LOCKS_BEGIN + file->part, .l_len = 1};

    if (file->lock >= 0)
        (void)fcntl(file->lock, F_OFD_SETLKW, &lock);
}

static bool is_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

enum error part_file_publish(struct part_file *file, struct store *store, struct message *message)
{
    double start = clock_seconds();
    struct stat status;
    enum error error = OK;

    set_lock(file, F_WRLCK);
    if (stat(file->path, &status) == 0 && !is_same_file(&status, &file->published))
        error = file->merge(file->context, message);
    if (!error)
        error = store_publish(store, file->path, message);
    if (!error && stat(file->path, &file->published) != 0)
        file->published = (struct stat){.st_size = 0};
    set_lock(file, F_UNLCK);
    file->published_at = clock_seconds();
    file->publish_seconds = file->published_at - start;
    return error;
}

enum error part_file_publish_sometimes(struct part_file *file, struct store *store,
                                       struct message *message)
{
    double now = clock_seconds();
    double pause = fmin(PAUSE_OF_RUN * (now - file->started_at), MOST_PAUSE);

    pause = fmax(fmax(pause, PAUSE_PER_SECOND * file->publish_seconds), LEAST_PAUSE);
    return now - file->published_at < pause ? OK : part_file_publish(file, store, message);
}
