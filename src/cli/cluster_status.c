/* See cluster_status.h. The part of a file is what the file says, whatever its name; all.db and
 * files of other plans and stages do not count. A part is running if part.sh has locked its log:
 * that is true on any machine with the same folder, and ends with the process, however it ends. */
#include "cli/cluster_status.h"

#include "cli/cluster_scripts.h"
#include "cli/command.h"
#include "store/part_progress.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { MOST_LINES = 20 }; /* of parts that are not complete */

enum part_state { PART_WAITING, PART_COMPLETE, PART_RUNNING, PART_STOPPED, PART_STARTED, STATES };
static const char *const state_word[STATES] = {"waiting", "complete", "running", "stopped",
                                               "started"};

struct part_status {
    struct part_duty owed;
    struct part_progress done; /* zeros without a file */
    enum part_state state;
    bool has_file;
};

struct cluster_status {
    const struct cluster_plan *plan;
    struct part_status *parts; /* from 1 */
    int count;                 /* of parts; 0: not known yet */
    int threads;               /* of a part */
    int states[STATES], unreadable;

    /* Sums. */
    uint64_t done; /* matches or games */
    uint64_t work; /* of these, as planned, in microseconds */
    double seconds;
};

/* --- the folder --------------------------------------------------------------------------------*/

static bool is_locked(const char *log)
{
    int descriptor = open(log, O_RDWR | O_CLOEXEC);
    bool is_held =
        descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;

    if (descriptor >= 0)
        close(descriptor);
    return is_held;
}

static enum part_state find_state(const struct part_status *part, const char *log)
{
    if (part->has_file && part->done.count >= part->owed.count)
        return PART_COMPLETE;
    if (access(log, F_OK) != 0)
        return part->has_file ? PART_STARTED : PART_WAITING;
    return is_locked(log) ? PART_RUNNING : PART_STOPPED;
}

static enum error set_count(struct cluster_status *status, int count, struct message *message)
{
    struct part_duty *duties = NULL;
    struct part_status *parts = calloc((size_t)count + 1, sizeof *parts);
    enum error error;

    if (!parts)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = cluster_plan_split(status->plan, count, &duties, message);
    for (int i = 0; !error && i < count; i++)
        parts[i + 1].owed = duties[i];
    free(duties);
    if (error) {
        free(parts);
        return error;
    }
    status->parts = parts;
    status->count = count;
    return OK;
}

/* Two files of one part, as after two clusters: the one with more counts. */
static enum error take(struct cluster_status *status, const char *path,
                       const struct part_progress *progress, struct message *message)
{
    const struct shard *shard = &progress->plan.shard;
    struct part_status *part;
    enum error error = OK;

    if (!shard->part || progress->is_other_stage ||
        strcmp(progress->plan.key, status->plan->key) != 0)
        return OK;
    if (!status->count)
        error = set_count(status, shard->parts, message);
    if (error)
        return error;
    if (shard->parts != status->count)
        return error_set(ERR_MISMATCH, message,
                         "%s is one of %d parts, but other files here are from a split into %d; "
                         "keep them in different folders",
                         path, shard->parts, status->count);
    part = &status->parts[shard->part];
    if (!part->has_file || progress->count > part->done.count)
        part->done = *progress;
    part->has_file = true;
    return OK;
}

static enum error read_file(struct cluster_status *status, const char *path,
                            struct message *message)
{
    struct part_progress progress;
    struct message why;
    enum error error = part_progress_read(path, status->plan->stage, &progress, &why);

    if (!error)
        return take(status, path, &progress, message);
    if (error == ERR_MISSING || error == ERR_MEMORY) {
        *message = why;
        return error;
    }
    if (error != ERR_UNKNOWN) { /* gone since the folder was read */
        status->unreadable++;
        fprintf(stderr, "broadside cluster: %s\n", why.text);
    }
    return OK;
}

/* No folder is no error, because nothing may have been started, but it may also be a wrong name. */
static enum error read_folder(struct cluster_status *status, struct message *message)
{
    const char *folder = status->plan->folder;
    DIR *files = opendir(folder);
    const struct dirent *entry;
    char path[PATH_MAX + 256];
    enum error error = OK;

    if (!files && errno != ENOENT)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(errno));
    if (!files)
        fprintf(stderr, "broadside cluster: there is no folder %s; --folder names another one\n",
                folder);
    while (!error && files && (entry = readdir(files)))
        if (entry->d_name[0] != '.' && text_ends_with(entry->d_name, ".db")) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            error = read_file(status, path, message);
        }
    if (files)
        closedir(files);
    return error;
}

static void sum_up(struct cluster_status *status)
{
    char log[PATH_MAX + 32];

    for (int i = 1; i <= status->count; i++) {
        struct part_status *part = &status->parts[i];

        snprintf(log, sizeof log, "%s/part-%d.log", status->plan->folder, i);
        part->state = find_state(part, log);
        status->states[part->state]++;
        status->done += part->done.count;
        status->work += part->done.work;
        status->seconds += part->done.seconds;
    }
}

static enum error read_status(struct cluster_status *status, struct message *message)
{
    struct cluster_setting setting = cluster_read_setting(status->plan->folder);
    enum error error = OK;

    status->threads = setting.threads ? setting.threads : 1;
    if (setting.parts)
        error = set_count(status, setting.parts, message);
    if (!error)
        error = read_folder(status, message);
    if (!error)
        sum_up(status);
    return error;
}

/* --- the time left -----------------------------------------------------------------------------*/

/* How much longer matches take than the plan says; 1 if nothing is known. */
static double slowness(const struct cluster_status *status)
{
    return status->work && status->seconds > 0 ? status->seconds * 1e6 / (double)status->work : 1;
}

static uint64_t left_of(const struct part_status *part)
{
    return part->owed.work > part->done.work ? part->owed.work - part->done.work : 0;
}

/* On one thread. */
static double work_left(const struct cluster_status *status)
{
    uint64_t all = status->plan->all.work;

    return all > status->work ? (double)(all - status->work) / 1e6 * slowness(status) : 0;
}

/* With the parts that are running now, followed by those that wait; negative if none is. */
static double time_left(const struct cluster_status *status)
{
    int running = status->states[PART_RUNNING];
    uint64_t longest = 0;
    double seconds;

    if (!running)
        return -1;
    for (int i = 1; i <= status->count; i++)
        if (status->parts[i].state == PART_RUNNING && left_of(&status->parts[i]) > longest)
            longest = left_of(&status->parts[i]);
    seconds = work_left(status) / running;
    if (seconds < (double)longest / 1e6 * slowness(status))
        seconds = (double)longest / 1e6 * slowness(status);
    return seconds / status->threads;
}

/* --- printing ----------------------------------------------------------------------------------*/

/* "40 parts: 21 complete, 8 running, 11 waiting". */
static void print_states(const struct cluster_status *status)
{
    static const enum part_state order[] = {PART_COMPLETE, PART_RUNNING, PART_STARTED, PART_STOPPED,
                                            PART_WAITING};
    const char *comma = ":";

    printf("%d part%s", status->count, text_s((uint64_t)status->count));
    for (int i = 0; i < STATES; i++)
        if (status->states[order[i]]) {
            printf("%s %d %s", comma, status->states[order[i]], state_word[order[i]]);
            comma = ",";
        }
    putchar('\n');
}

/* Those that have stopped need attention, so they come first. */
static void print_parts(const struct cluster_status *status)
{
    static const enum part_state order[] = {PART_STOPPED, PART_STARTED, PART_RUNNING};
    int left =
        status->states[PART_STOPPED] + status->states[PART_STARTED] + status->states[PART_RUNNING];
    int printed = 0;

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (int k = 1; k <= status->count && printed < MOST_LINES; k++) {
            const struct part_status *part = &status->parts[k];

            if (part->state != order[i])
                continue;
            printf("part %d/%d: %s, %" PRIu64 " of %" PRIu64 " %s\n", k, status->count,
                   state_word[order[i]], part->done.count, part->owed.count,
                   cluster_noun(status->plan->work, part->owed.count));
            printed++;
        }
    if (left > printed)
        printf("%d more; --json lists them\n", left - printed);
}

static void print_time(const struct cluster_status *status)
{
    double left = time_left(status), work = work_left(status);
    int running = status->states[PART_RUNNING];

    if (status->done >= status->plan->all.count)
        return;
    printf("left: %s of work on one thread", text_duration(work).text);
    if (left >= 0)
        printf("; %s with the %d part%s that %s running", text_duration(left).text, running,
               text_s((uint64_t)running), running == 1 ? "is" : "are");
    putchar('\n');
    if (status->work && status->seconds > 0)
        printf("the %s so far took %.2f times as long as planned\n", status->plan->work->many,
               slowness(status));
}

static int print(const struct cluster_status *status)
{
    const struct part_duty *all = &status->plan->all;

    printf("%" PRIu64 " of %" PRIu64 " %s complete (%" PRIu64 " %%)\n", status->done, all->count,
           cluster_noun(status->plan->work, all->count),
           all->count ? status->done * 100 / all->count : 100);
    if (status->count) {
        print_states(status);
        print_parts(status);
    } else {
        puts("no part has been started");
    }
    print_time(status);
    return command_finish("cluster");
}

static struct json_value *part_json(const struct part_status *part, int number)
{
    struct json_value *object = json_new_object();

    json_set(object, "part", json_uint((uint64_t)number));
    json_set(object, "state", json_text(state_word[part->state]));
    json_set(object, "owed", json_uint(part->owed.count));
    json_set(object, "complete", json_uint(part->done.count));
    return object;
}

/* The member is called `seconds`, like every value in our JSON that depends on the clock. */
static void set_seconds(struct json_value *object, const char *key, double seconds)
{
    struct json_value *value = json_new_object();

    if (seconds >= 0)
        json_set(value, "seconds", json_double(seconds));
    json_set(object, key, value);
}

static int print_json(const struct cluster_status *status, const struct args *args)
{
    struct json_value *root = command_json(args), *parts = json_new_array();

    for (int i = 1; i <= status->count; i++)
        json_append(parts, part_json(&status->parts[i], i));
    json_set(root, "plan", json_text(status->plan->key));
    json_set(root, "folder", json_text(status->plan->folder));
    json_set(root, "kind", json_text(status->plan->work->command));
    json_set(root, "owed", json_uint(status->plan->all.count));
    json_set(root, "complete", json_uint(status->done));
    json_set(root, "threads", json_uint((uint64_t)status->threads));
    json_set(root, "running", json_uint((uint64_t)status->states[PART_RUNNING]));
    set_seconds(root, "planned", (double)status->work / 1e6);
    set_seconds(root, "played", status->seconds);
    set_seconds(root, "work_left", work_left(status));
    set_seconds(root, "left", time_left(status));
    json_set(root, "unreadable", json_uint((uint64_t)status->unreadable));
    json_set(root, "parts", parts);
    return command_print_json("cluster", root);
}

int cluster_status_run(const struct cluster_plan *plan, bool json, const struct args *args)
{
    struct cluster_status status = {.plan = plan};
    struct message message;
    enum error error = read_status(&status, &message);
    int result;

    if (error)
        result = command_refused("cluster", error, &message);
    else
        result = json ? print_json(&status, args) : print(&status);
    free(status.parts);
    return result;
}
