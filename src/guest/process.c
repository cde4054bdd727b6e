/* The dialogue. A quick exchange costs four system calls: a read to check for unasked output, a
 * write, a poll and a read. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FLOOD_SILENCE_MS = 100, FLOOD_MOST_MS = 1000 };

/* --- to the guest ------------------------------------------------------------------------------*/

void process_tell(struct process *process, struct slice line)
{
    if (process->broken != BROKEN_NONE)
        return;
    if (buffer_append(&process->to, line.text, line.length) != OK ||
        buffer_append(&process->to, "\n", 1) != OK)
        process_break(process, BROKEN_STALL, "it does not read its input");
}

/* Writes as much as the pipe takes. A guest that closed its input may still answer, so that is not
 * an error yet. */
static void send_some(struct process *process)
{
    ssize_t sent;

    while (process->to_sent < process->to.length) {
        sent = process->in < 0 ? -1
                               : write(process->in, process->to.data + process->to_sent,
                                       process->to.length - process->to_sent);
        if (sent < 0 && process->in >= 0 && errno == EAGAIN)
            return;
        if (sent < 0 && process->in >= 0 && errno == EINTR)
            continue;
        if (sent < 0) {
            process_close(&process->in);
            break;
        }
        process->to_sent += (size_t)sent;
        process->sent += (uint64_t)sent;
    }
    process->to.length = process->to_sent = 0;
}

/* --- from the guest ----------------------------------------------------------------------------*/

static size_t unread(const struct process *process)
{
    return process->from_length - process->from_used;
}

/* Reads what is available. 1: something; 0: nothing yet; -1: end of file. */
static int read_some(struct process *process)
{
    ssize_t got;

    if (process->out < 0)
        return -1;
    if (process->from_used > 0) {
        memmove(process->from, process->from + process->from_used, unread(process));
        process->from_length -= process->from_used;
        process->from_used = 0;
    }
    do
        got = read(process->out, process->from + process->from_length,
                   FROM_SIZE - process->from_length);
    while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN)
        return 0;
    if (got <= 0) {
        process_close(&process->out);
        return -1;
    }
    process->from_length += (size_t)got;
    process->received += (uint64_t)got;
    process->received_in_round += (uint64_t)got;
    return 1;
}

static bool flooded(const struct process *process)
{
    return process->received_in_round > (uint64_t)process->limits.output_kb * 1024;
}

/* Waits for more output, at most for this much of the guest's own time. */
static bool has_more_output(struct process *process, unsigned timeout_ms, uint64_t *used_us)
{
    struct pollfd fds[2] = {{.fd = process->out, .events = POLLIN},
                            {.fd = process->err, .events = POLLIN}};
    struct process_clock clock;
    bool ready = false, has_time = true;

    process_clock_start(&clock, timeout_ms);
    while (!ready && has_time) {
        if (process_clock_left_us(&clock) == 0)
            has_time = process_clock_next_slice(process, &clock);
        poll(fds, 2, (int)(process_clock_left_us(&clock) / 1000 + 1));
        if (fds[1].revents)
            process_read_log(process);
        fds[1].fd = process->err;
        ready = fds[0].revents != 0;
    }
    *used_us += process_clock_end(process, &clock);
    return ready;
}

/* It wrote something unasked. Reads on for a moment to tell a slip from a flood. */
static void drain_flood(struct process *process)
{
    uint64_t used_us = 0;

    process_watch_ask(process);
    while (!flooded(process) && process->out >= 0 && used_us < FLOOD_MOST_MS * 1000 &&
           has_more_output(process, FLOOD_SILENCE_MS, &used_us)) {
        process->from_length = process->from_used = 0;
        read_some(process);
    }
}

static enum broken break_output(struct process *process, const char *what)
{
    struct slice rest = {process->from + process->from_used, unread(process)}, said;
    struct quoted quoted;

    slice_cut(&rest, '\n', &said);
    quoted = slice_quote(said);
    drain_flood(process);
    if (flooded(process))
        return process_break(process, BROKEN_OUTPUT,
                             "it wrote more than %" PRIu32 " KB to standard output in one round",
                             process->limits.output_kb);
    process->unasked = quoted;
    return process_break(process, BROKEN_PROTOCOL, "%s: '%s'", what, quoted.text);
}

/* Its output has ended: it has exited, is about to, or has closed the stream. While it exits, its
 * time does not count, because that is our system's work. */
static enum broken judge_end_of_output(struct process *process)
{
    uint64_t end_us = process_now_us() + (uint64_t)END_WAIT_MS * 1000;
    struct process_states states;
    struct process_clock clock;
    char watched[TROUBLE_SIZE];

    process_clock_start(&clock, EOF_GRACE_MS);
    while (!process_reap(process, (unsigned)(process_clock_left_us(&clock) / 1000 + 1))) {
        process_usage_states(process->root, &states);
        if (states.alive == 0 && process_now_us() < end_us)
            process_clock_start(&clock, EOF_GRACE_MS);
        else if (process_watch_verdict(process, watched) != BROKEN_NONE)
            break;
        else if (process_clock_left_us(&clock) == 0 && !process_clock_next_slice(process, &clock))
            return process_break(process, BROKEN_PROTOCOL, "it closed its standard output");
    }
    return process_judge_death(process);
}

/* --- questions ---------------------------------------------------------------------------------*/

enum broken process_check_quiet(struct process *process)
{
    if (process->broken != BROKEN_NONE)
        return process->broken;
    if (unread(process) > 0)
        return break_output(process, "it wrote more than one answer");
    switch (read_some(process)) {
    case 0:
        return process_check_use(process, process_now_us());
    case 1:
        return break_output(process, "it wrote something without being asked");
    default:
        return judge_end_of_output(process);
    }
}

/* Takes a complete line out of what was read, if there is one. */
static bool take_line(struct process *process, struct slice *line)
{
    const char *start = process->from + process->from_used;
    const char *end = memchr(start, '\n', unread(process));

    if (!end)
        return false;
    *line = (struct slice){start, (size_t)(end - start)};
    process->from_used += line->length + 1;
    return true;
}

static enum broken judge_line(struct process *process, struct slice *line)
{
    if (flooded(process) || line->length > LINE_CAP) {
        process->from_used = (size_t)(line->text - process->from);
        return break_output(process, "its line is longer than 4096 bytes");
    }
    if (memchr(line->text, '\0', line->length)) {
        process->unasked = slice_quote(*line);
        return process_break(process, BROKEN_PROTOCOL, "its line contains a NUL byte: '%s'",
                             process->unasked.text);
    }
    if (line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    return BROKEN_NONE;
}

/* Waits until a stream is ready, at most to the end of the slice. */
static void wait_for_streams(struct process *process, const struct process_clock *clock)
{
    bool sending = process->to_sent < process->to.length;
    struct pollfd fds[3] = {{.fd = process->out, .events = POLLIN},
                            {.fd = process->err, .events = POLLIN},
                            {.fd = sending ? process->in : -1, .events = POLLOUT}};
    uint64_t left_us = process_clock_left_us(clock);
    struct timespec timeout = {.tv_sec = (time_t)(left_us / 1000000),
                               .tv_nsec = (long)(left_us % 1000000) * 1000};

    if (ppoll(fds, 3, &timeout, NULL) <= 0)
        return;
    if (fds[1].revents)
        process_read_log(process);
    if (fds[2].revents)
        send_some(process);
}

/* Waits until there is a line or the guest breaks. */
static enum broken wait_for_line(struct process *process, struct process_clock *clock,
                                 struct slice *line)
{
    for (bool has_waited = false; !take_line(process, line); has_waited = true) {
        if (unread(process) > LINE_CAP)
            return break_output(process, "its line is longer than 4096 bytes");
        if (has_waited && process_clock_left_us(clock) == 0) {
            enum broken broken = process_clock_end_slice(process, clock);

            if (broken != BROKEN_NONE)
                return broken;
        }
        wait_for_streams(process, clock);
        if (read_some(process) < 0)
            return judge_end_of_output(process);
    }
    return judge_line(process, line);
}

enum broken process_ask(struct process *process, unsigned timeout_ms, struct slice *line,
                        uint64_t *used_us)
{
    struct process_clock *clock = &process->clock;
    bool is_question = process->to.length > 0 || clock->limit_us == 0;
    enum broken broken;

    *line = (struct slice){"", 0};
    *used_us = 0;
    if (process->broken != BROKEN_NONE)
        return process->broken;
    /* A guest that says hello as soon as it starts may be faster than the first question. That must
     * not matter. */
    if (is_question && process->sent > 0) {
        broken = process_check_quiet(process);
        if (broken != BROKEN_NONE)
            return broken;
    }
    process_watch_ask(process);
    if (is_question) {
        process->log_in_answer = 0;
        process_clock_start(clock, timeout_ms);
        send_some(process);
    } else {
        process_clock_resume(clock);
    }
    broken = wait_for_line(process, clock, line);
    *used_us = process_clock_end(process, clock);
    process_watch_answered(process);
    if (broken != BROKEN_NONE)
        *line = (struct slice){"", 0};
    return broken;
}

void process_new_round(struct process *process)
{
    process->received_in_round = 0;
}

bool process_alive(const struct process *process)
{
    return process->broken == BROKEN_NONE;
}

const char *process_trouble(const struct process *process)
{
    return process->trouble;
}

struct quoted process_unasked(const struct process *process)
{
    return process->unasked;
}

struct slice process_log(struct process *process, uint64_t *dropped)
{
    process_read_log(process);
    *dropped = process->log_dropped;
    return (struct slice){process->log.data ? process->log.data : "", process->log.length};
}

void process_usage(const struct process *process, uint64_t *cpu_us, uint64_t *waited_us)
{
    struct process_usage usage;

    process_usage_read(process->root, &usage);
    *cpu_us = usage.cpu_us;
    *waited_us = usage.delay_us;
}

struct process_facts process_facts(const struct process *process)
{
    return (struct process_facts){.pid = (int)process->pid,
                                  .sent = process->sent,
                                  .received = process->received,
                                  .peak_kb = process->peak_kb,
                                  .jailed = process->jailed,
                                  .grouped = process->group &&
                                             cgroup_has(process->group, CGROUP_MEMORY) &&
                                             cgroup_has(process->group, CGROUP_PROCESSES)};
}

/* --- the end -----------------------------------------------------------------------------------*/

/* Reads and drops its last output, so that a full pipe does not keep it from exiting. */
static bool exits_in_time(struct process *process, unsigned grace_ms)
{
    uint64_t end_us = process_now_us() + (uint64_t)grace_ms * 1000;

    while (!process_reap(process, 0)) {
        struct pollfd fds[3] = {{.fd = process->out, .events = POLLIN},
                                {.fd = process->err, .events = POLLIN},
                                {.fd = process->pid_fd, .events = POLLIN}};

        if (process_now_us() >= end_us)
            return false;
        poll(fds, 3, process->pid_fd >= 0 ? 10 : 1);
        process->from_length = process->from_used = 0;
        read_some(process);
    }
    return true;
}

void process_leave(struct process *process, unsigned grace_ms)
{
    if (process->pid > 0 && process->broken == BROKEN_NONE && process->in >= 0) {
        process_watch_ask(process);
        send_some(process);
        process_close(&process->in);
        exits_in_time(process, grace_ms);
        process_read_log(process);
    }
}

void process_free(struct process *process, unsigned grace_ms)
{
    if (!process)
        return;
    process_leave(process, grace_ms);
    process_kill(process);
    process_watch_end(process);
    process_close(&process->in);
    process_close(&process->out);
    process_close(&process->err);
    process_close(&process->pid_fd);
    process_close(&process->root_fd);
    process_close(&process->report);
    if (process->pid > 0) /* it cannot be killed, so its user stays taken */
        process->place.user = 0;
    jail_place_release(&process->place);
    buffer_release(&process->to);
    buffer_release(&process->log);
    free(process);
}
