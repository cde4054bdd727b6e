/* A build step: an empty standard input, all output in one buffer, and a result. */
#include "guest/process_internal.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUN_SLICE_MS = 50, READ_SIZE = 16384, LOOK_SHARE = 4 };

static void append_what_fits(struct buffer *output, const char *text, size_t size)
{
    size_t room = output->cap - output->length;

    buffer_append(output, text, size < room ? size : room); /* the rest is dropped */
}

static void collect_output(struct process *process, struct buffer *output)
{
    char text[READ_SIZE];
    ssize_t got = process->out < 0 ? 0 : read(process->out, text, sizeof text);

    if (got > 0)
        append_what_fits(output, text, (size_t)got);
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        process_close(&process->out);
}

/* Standard error goes through the log, which keeps its end for the message. */
static void collect_log(struct process *process, struct buffer *output)
{
    size_t before = process->log.length;

    process_read_log(process);
    if (process->log.length > before)
        append_what_fits(output, process->log.data + before, process->log.length - before);
}

/* True if it has exited and all its output has been read. */
static bool run_slice(struct process *process, struct buffer *output)
{
    struct pollfd fds[3] = {{.fd = process->out, .events = POLLIN},
                            {.fd = process->err, .events = POLLIN},
                            {.fd = process->pid_fd, .events = POLLIN}};
    bool streams = process->out >= 0 || process->err >= 0;

    if (!streams && process_reap(process, RUN_SLICE_MS))
        return true;
    poll(fds, streams ? 2 : 3, RUN_SLICE_MS);
    collect_output(process, output);
    collect_log(process, output);
    return false;
}

/* Checks the space that a build step has used, now and then: a large folder takes long to look at.
 * `*next_us` is when to look again. */
static enum error check_space(const struct process *process, uint64_t *next_us,
                              struct message *message)
{
    uint64_t start_us = process_now_us(), end_us;
    enum error error;

    if (start_us < *next_us)
        return OK;
    error = jail_place_check(
        &process->place,
        process_usage_deleted(process->root, (uint64_t)process->limits.scratch_mb << 20), message);
    end_us = process_now_us();
    *next_us = end_us + RUN_SLICE_MS * 1000 + (end_us - start_us) * LOOK_SHARE;
    return error;
}

static enum error wait_for_end(struct process *process, unsigned timeout_ms, struct buffer *output,
                               bool writes, struct message *message)
{
    uint64_t charged_us = 0, next_look_us = 0;

    for (;;) {
        uint64_t start_us = process_now_us(), took_us;
        bool ended = run_slice(process, output);
        enum error error = OK;

        if (ended && WIFEXITED(process->status) && WEXITSTATUS(process->status) == 0)
            return OK;
        if (ended) {
            process_judge_death(process);
            return error_set(ERR_IO, message, "%s", process->trouble);
        }
        /* As with moves, a slice that took longer than intended is not charged in full. */
        took_us = process_now_us() - start_us;
        charged_us += took_us < RUN_SLICE_MS * 1000 ? took_us : RUN_SLICE_MS * 1000;
        if (process_check_use(process, process_now_us()) != BROKEN_NONE)
            return error_set(ERR_IO, message, "%s", process->trouble);
        if (writes)
            error = check_space(process, &next_look_us, message);
        if (error)
            return error;
        if (charged_us >= (uint64_t)timeout_ms * 1000)
            return error_set(ERR_IO, message, "it did not finish within %u ms", timeout_ms);
    }
}

enum error process_run(const struct launch *launch, unsigned timeout_ms, struct buffer *output,
                       struct message *message)
{
    struct process *process;
    enum error error = process_start(launch, &process, message);

    if (error)
        return error;
    process_close(&process->in);
    process->log.cap = output->cap;
    error = wait_for_end(process, timeout_ms, output, launch->writes_folder, message);
    if (!error)
        error = jail_place_keep(&process->place, launch, message);
    process_free(process, 0);
    return error;
}
