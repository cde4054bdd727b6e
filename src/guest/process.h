/* A guest's process: lines out, lines in, under a clock.
 *
 * Lines for the guest wait in a buffer until the next question, so that an exchange is one write
 * and one read. Time counts against the guest only while a question is open. It is measured by the
 * monotonic clock, less the time in which the arena was stopped or the guest waited for a
 * processor.
 *
 * A process belongs to one thread at a time, but the thread that starts it must outlive it.
 * Whatever the guest does, process_free leaves no process behind. If the arena dies, the supervisor
 * of each guest cleans up (process_supervisor.c). */
#ifndef BROADSIDE_GUEST_PROCESS_H
#define BROADSIDE_GUEST_PROCESS_H

#include "bots/bot.h"
#include "guest/jail.h"

struct process;

/* Starts it in the jail, or without one if launch->unsafe is set and this machine has none. The
 * message says why it cannot be started: no such file, not executable (ERR_IO), no jail (ERR_JAIL).
 * From then on this program ignores SIGPIPE, which a guest that closes its input would raise. */
enum error process_start(const struct launch *launch, struct process **process,
                         struct message *message);

/* Ends it: sends the waiting lines, closes its standard input, gives it `grace_ms` to exit, then
 * kills everything it has started. NULL is allowed. */
void process_free(struct process *process, unsigned grace_ms);

/* The same without the kill. What it wrote on exit can still be read with process_log. */
void process_leave(struct process *process, unsigned grace_ms);

/* Queues a line for the guest, without its newline, until the next question. */
void process_tell(struct process *process, struct slice line);

/* Sends the waiting lines and reads one line within `timeout_ms`. The line has no newline, no
 * carriage return at its end and no NUL, and is valid until the next call. If no line was queued in
 * between, the next call reads another line of the same answer, as hello needs it: `timeout_ms` is
 * that of the first call and covers the whole answer. `*used_us` is the time charged to the guest
 * for the answer so far. Output left over when a new line is queued counts as unasked.
 *
 * A guest that breaks is dead afterwards: BROKEN_CRASH (signal, or exit status other than 0), EXIT
 * (status 0), STALL (no answer and hardly any processor time), MOVE_TIMEOUT, MEMORY (more than the
 * limit, by the kernel's report or our measurement), OUTPUT (too much standard output; or no answer
 * but a flood of standard error), JAIL, PROTOCOL (an unasked or second answer, an incomplete last
 * line, a NUL). */
enum broken process_ask(struct process *process, unsigned timeout_ms, struct slice *line,
                        uint64_t *used_us);

/* Has the guest written anything unasked? Then it breaks as in process_ask. For the end of a round,
 * where there is no question. */
enum broken process_check_quiet(struct process *process);

/* Resets the amount of output counted for the round. */
void process_new_round(struct process *process);

bool process_alive(const struct process *process);

/* How it broke, with what is known: exit status, signal, limit, the unasked text. Empty if it has
 * not broken. */
const char *process_trouble(const struct process *process);

/* The output that was not an answer, if that broke it; "" otherwise. */
struct quoted process_unasked(const struct process *process);

/* The first log_kb of what it wrote to standard error, and how many bytes more there were. */
struct slice process_log(struct process *process, uint64_t *dropped);

/* What all its processes have used so far: time running, and time waiting for a processor. */
void process_usage(const struct process *process, uint64_t *cpu_us, uint64_t *waited_us);

/* How long this thread has waited for a processor so far. */
uint64_t process_arena_delay_us(void);

/* For tests and reports. */
struct process_facts {
    int pid;                 /* of the supervisor */
    uint64_t sent, received; /* bytes */
    uint64_t peak_kb;        /* resident, of the largest process; known after its exit */
    bool jailed;
    bool grouped; /* a control group limits its memory and processes */
};
struct process_facts process_facts(const struct process *process);

/* Runs a build step to its end, with an empty standard input. Both output streams go to the
 * caller's buffer; output beyond its cap is dropped. ERR_IO with a message unless it exits with
 * status 0 within `timeout_ms`. */
struct buffer;
enum error process_run(const struct launch *launch, unsigned timeout_ms, struct buffer *output,
                       struct message *message);

#endif
