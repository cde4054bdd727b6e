/* A build step: an empty standard input, all output in one buffer, and a result. */
#include "guest/process_internal.h"

#include <errno.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUN_SLICE_MS = 50, READ_SIZE = 16384 };

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

static enum error wait_for_end(struct process *process, unsigned timeout_ms, struct buffer *output,
                               struct message *message)
{
    uint64_t charged_us = 0;

    for (;;) {
        uint64_t start_us = process_now_us(), took_us;
        bool ended = run_slice(process, output);

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
    error = wait_for_end(process, timeout_ms, output, message);
    if (!error)
        error = jail_place_keep(&process->place, launch, message);
    process_free(process, 0);
    return error;
}
