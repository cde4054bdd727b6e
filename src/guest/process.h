/* A guest's process: lines out, lines in, under a clock.
 *
 * Lines told wait in a buffer until the next question, so that an exchange is one write and one
 * read. While a question is open the time is the guest's; otherwise it is nobody's. Time is that of
 * the monotonic clock, less what the arena itself was stopped or the guest was kept waiting for a
 * processor.
 *
 * A process belongs to one thread at a time, but the thread that starts it must outlive it.
 * Whatever the guest does, process_free leaves nothing of it behind; and whenever the arena dies,
 * the keeper above each guest sees to it that nothing stays (process_keeper.c). */
#ifndef BROADSIDE_GUEST_PROCESS_H
#define BROADSIDE_GUEST_PROCESS_H

#include "bots/bot.h"
#include "guest/jail.h"

struct process;

/* Starts it in the jail, or without one where launch->unsafe is set and none can be had. Refuses
 * with a sentence what cannot be started: no such file, not executable, protections missing. */
enum error process_start(const struct launch *launch, struct process **process,
                         struct message *message);

/* Ends it: sends what waits, closes its standard input, gives it `grace_ms` to leave by itself,
 * then kills all it has started. NULL is fine. */
void process_free(struct process *process, unsigned grace_ms);

/* The polite half of that: afterwards the process is gone or about to be killed, but what it wrote
 * on its way out can still be read with process_log. */
void process_leave(struct process *process, unsigned grace_ms);

/* A line for the guest, without its newline; waits for the next question. */
void process_tell(struct process *process, struct slice line);

/* Sends what waits and reads one line within `timeout_ms`. The line (without newline, no NUL in it)
 * is valid until the next call; a carriage return at its end is taken off. `*used_us` is what the
 * clock of the guest showed. Asked again with nothing told in between, it reads one more line of
 * the same answer, as hello needs it; what is left when something new is told was said unasked.
 *
 * A guest that breaks is dead afterwards: BROKEN_CRASH (signal, or exit status other than 0), EXIT
 * (status 0), STALL (no answer and hardly any processor time), MOVE_TIMEOUT, MEMORY, OUTPUT, JAIL,
 * PROTOCOL (spoke unasked or twice, half a line at its end, a NUL). */
enum broken process_ask(struct process *process, unsigned timeout_ms, struct slice *line,
                        uint64_t *used_us);

/* Speaks the guest out of turn, now? Then it is broken as by process_ask. Called at ends of rounds,
 * where there is no question. */
enum broken process_check_quiet(struct process *process);

/* A new round: the count of output starts at 0. */
void process_new_round(struct process *process);

bool process_alive(const struct process *process);

/* How it broke, in plain words with what is known: exit status, signal, limit, the text that was
 * out of turn. Empty while all is well. */
const char *process_trouble(const struct process *process);

/* What it has written to standard error, the first log_kb of it, and how much more there was. */
struct slice process_log(struct process *process, uint64_t *dropped);

/* For tests and reports. */
struct process_facts {
    int pid;              /* of the launcher, outside */
    uint64_t sent, heard; /* bytes */
    uint64_t peak_kb;     /* resident, of the largest process; known after the end */
    bool jailed;
};
struct process_facts process_facts(const struct process *process);

/* Runs a launch to its end with nothing on standard input, as build steps do; its output of both
 * streams goes to the caller's buffer (what is beyond its cap is dropped). ERR_IO with a sentence
 * if it does not end with status 0 within `timeout_ms`. */
struct buffer;
enum error process_run(const struct launch *launch, unsigned timeout_ms, struct buffer *output,
                       struct message *message);

#endif
