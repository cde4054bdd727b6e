#include "contest/shard.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- which part --------------------------------------------------------------------------------*/

/* Where a scheduler says which element of an array this process is: names of variables; NULL for
 * what it has none. */
struct scheduler {
    const char *name, *index, *first, *last, *count, *step;
    bool from_zero; /* the index of part 1 is 0 */
};

static const struct scheduler schedulers[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", NULL, "SLURM_ARRAY_TASK_COUNT",
     "SLURM_ARRAY_TASK_STEP", false},
    {"Kubernetes", "JOB_COMPLETION_INDEX", NULL, NULL, NULL, NULL, true},
    {"Grid Engine", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", NULL, "SGE_TASK_STEPSIZE",
     false},
    {"PBS", "PBS_ARRAY_INDEX", NULL, NULL, NULL, NULL, false},
    {"GNU parallel", "PARALLEL_SEQ", NULL, NULL, NULL, NULL, false},
};
enum { SCHEDULERS = sizeof schedulers / sizeof schedulers[0] };

/* Grid Engine sets variables to `undefined` outside arrays. */
static bool read_variable(const char *(*variable)(const char *name), const char *name,
                          uint64_t *number)
{
    const char *text = name ? variable(name) : NULL;

    return text && slice_number(slice_of(text), INT64_MAX, number);
}

static enum error check_range(uint64_t part, uint64_t parts, const char *text,
                              struct message *message)
{
    if (parts < 1 || parts > MAX_PARTS)
        return error_set(ERR_RANGE, message, "--shard %s: there can be 1 to %d parts",
                         slice_quote(slice_of(text)).text, MAX_PARTS);
    if (part < 1 || part > parts)
        return error_set(ERR_RANGE, message,
                         "--shard %s: part %" PRIu64 " is not one of the parts 1 to %" PRIu64,
                         slice_quote(slice_of(text)).text, part, parts);
    return OK;
}

/* The array is the whole plan: its first element is part 1. */
static enum error count_array(const struct scheduler *scheduler,
                              const char *(*variable)(const char *name), uint64_t index,
                              uint64_t *part, uint64_t *parts, struct message *message)
{
    uint64_t first = 1, last = 0, step = 1;

    (void)read_variable(variable, scheduler->first, &first);
    if (!read_variable(variable, scheduler->count, parts)) {
        if (!read_variable(variable, scheduler->last, &last))
            return error_set(ERR_SYNTAX, message,
                             "--shard auto: %s does not say how many parts there are; use auto/N",
                             scheduler->name);
        *parts = last >= first ? last - first + 1 : 0;
    }
    if (read_variable(variable, scheduler->step, &step) && step != 1)
        return error_set(ERR_RANGE, message,
                         "--shard auto: %s is %" PRIu64
                         ", so the array leaves parts out; use step 1, or auto/N",
                         scheduler->step, step);
    if (index < first)
        return error_set(ERR_RANGE, message,
                         "--shard auto: %s is %" PRIu64 ", but the first index is %" PRIu64,
                         scheduler->index, index, first);
    *part = index - first + 1;
    return OK;
}

/* `*parts` is 0 if the command line does not say it. If it does, the array may be some elements
 * only, submitted again: each keeps its part. */
static enum error ask_scheduler(const char *text, const char *(*variable)(const char *name),
                                uint64_t *part, uint64_t *parts, struct message *message)
{
    for (int i = 0; i < SCHEDULERS; i++) {
        uint64_t index;

        if (!read_variable(variable, schedulers[i].index, &index))
            continue;
        if (!*parts)
            return count_array(&schedulers[i], variable, index, part, parts, message);
        *part = schedulers[i].from_zero ? index + 1 : index;
        return OK;
    }
    return error_set(ERR_UNKNOWN, message,
                     "--shard %s: no scheduler has set its variable (SLURM_ARRAY_TASK_ID, "
                     "JOB_COMPLETION_INDEX, SGE_TASK_ID, PBS_ARRAY_INDEX or PARALLEL_SEQ); use "
                     "K/N, for example 1/3",
                     slice_quote(slice_of(text)).text);
}

enum error shard_parse(const char *text, const char *(*variable)(const char *name),
                       struct shard *shard, struct message *message)
{
    struct slice rest = slice_of(text), first;
    uint64_t part = 0, parts = 0;
    bool has_parts = strchr(text, '/') != NULL, is_auto;
    enum error error = OK;

    (void)slice_cut(&rest, '/', &first);
    is_auto = slice_is(first, "auto");
    if ((!is_auto && (!has_parts || !slice_number(first, INT64_MAX, &part))) ||
        (has_parts && !slice_number(rest, INT64_MAX, &parts)))
        return error_set(ERR_SYNTAX, message,
                         "--shard '%s' is not a part such as 1/3, nor 'auto' or 'auto/N'",
                         slice_quote(slice_of(text)).text);
    if (is_auto && (parts || !has_parts))
        error = ask_scheduler(text, variable, &part, &parts, message);
    if (!error)
        error = check_range(part, parts, text, message);
    if (!error)
        *shard = (struct shard){(int)part, (int)parts};
    return error;
}

/* --- who does what -----------------------------------------------------------------------------*/

struct job {
    uint64_t work;
    int index;
};

static int by_work(const void *a, const void *b)
{
    const struct job *left = a, *right = b;

    if (left->work != right->work)
        return left->work < right->work ? 1 : -1;
    return left->index - right->index;
}

/* A part in the heap, which has the one with the least work on top. */
struct load {
    uint64_t work;
    int part;
};

static bool is_less(const struct load *a, const struct load *b)
{
    return a->work != b->work ? a->work < b->work : a->part < b->part;
}

/* Restores the heap after the work of its top has grown. */
static void sink_top(struct load *heap, int count)
{
    int at = 0, child = 1;

    while (child < count) {
        struct load above = heap[at];

        if (child + 1 < count && is_less(&heap[child + 1], &heap[child]))
            child++;
        if (!is_less(&heap[child], &above))
            break;
        heap[at] = heap[child];
        heap[child] = above;
        at = child;
        child = 2 * at + 1;
    }
}

/* What shard_split does, given its memory. */
static void distribute(const uint64_t *work, int count, int parts, int *part_of, struct job *jobs,
                       struct load *heap)
{
    for (int i = 0; i < count; i++)
        jobs[i] = (struct job){work[i] ? work[i] : 1, i};
    for (int i = 0; i < parts; i++)
        heap[i].part = i + 1;
    qsort(jobs, (size_t)count, sizeof *jobs, by_work);
    for (int i = 0; i < count; i++) {
        part_of[jobs[i].index] = heap[0].part;
        heap[0].work += jobs[i].work;
        sink_top(heap, parts);
    }
}

enum error shard_split(const uint64_t *work, int count, int parts, int *part_of,
                       struct message *message)
{
    struct job *jobs = calloc((size_t)count + 1, sizeof *jobs);
    struct load *heap = calloc((size_t)parts, sizeof *heap);
    enum error error = OK;

    if (jobs && heap)
        distribute(work, count, parts, part_of, jobs, heap);
    else
        error = error_set(ERR_MEMORY, message, "out of memory");
    free(jobs);
    free(heap);
    return error;
}
