/* Measures the overhead of a guest, compared with a bot on plain pipes.
 *
 *     build/release/bench/guest
 *
 * The bot is this program itself, in a loop that answers each line with a line. `bare` talks to it
 * through two pipes with plain reads and writes; `guest` asks the same questions through
 * process_ask(), in the jail, with and without a control group. They take short turns on one
 * processor, which they share with the bots, and the best turn counts. Then measures the time from
 * starting a guest in the jail to its first answer; the median counts. */
#define _GNU_SOURCE
#include "base/clock.h"
#include "bench.h"
#include "guest/affinity.h"
#include "guest/cgroup.h"
#include "guest/process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 1500, EXCHANGES = 50, STARTS = 20, PATIENCE_MS = 10000 };

static void fail(const char *what)
{
    printf("guest: %s\n", what);
    exit(1);
}

/* The bot. Questions come one at a time, so each read is one question. */
static int echo(void)
{
    char text[4096];

    while (read(STDIN_FILENO, text, sizeof text) > 0)
        if (write(STDOUT_FILENO, "fire A1\n", 8) != 8)
            return 1;
    return 0;
}

struct pipes {
    int to, from;
    pid_t pid;
};

static struct pipes start_bare(const char *program)
{
    int to[2], from[2];
    struct pipes pipes;

    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        fail("cannot create pipes");
    pipes = (struct pipes){.to = to[1], .from = from[0], .pid = fork()};
    if (pipes.pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execl(program, program, "echo", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    return pipes;
}

static double time_bare(const struct pipes *pipes)
{
    char text[64];
    double start = clock_seconds();

    for (int i = 0; i < EXCHANGES; i++)
        if (write(pipes->to, "act\n", 4) != 4 || read(pipes->from, text, sizeof text) != 8)
            fail("the bare bot has exited");
    return (clock_seconds() - start) / EXCHANGES;
}

static struct process *start_guest(const char *folder, bool no_cgroup)
{
    struct launch launch = {.argv = {"./guest", "echo"},
                            .folder = folder,
                            .no_cgroup = no_cgroup,
                            .limits = limits_default};
    struct process *process;
    struct message message;

    if (process_start(&launch, &process, &message) != OK)
        fail(message.text);
    return process;
}

static void exchange(struct process *process)
{
    struct slice line;
    uint64_t used_us;

    process_tell(process, slice_of("act"));
    if (process_ask(process, PATIENCE_MS, &line, &used_us) != BROKEN_NONE)
        fail(process_trouble(process));
}

static double time_guest(struct process *process)
{
    double start = clock_seconds();

    for (int i = 0; i < EXCHANGES; i++) {
        if (i % 64 == 0)
            process_new_round(process);
        exchange(process);
    }
    return (clock_seconds() - start) / EXCHANGES;
}

static void keep_best(double *best, double seconds)
{
    if (seconds < *best)
        *best = seconds;
}

static void bench_exchanges(const char *program, const char *folder)
{
    struct pipes pipes = start_bare(program);
    struct process *alone = start_guest(folder, true), *grouped = start_guest(folder, false);
    double bare = 1e9, guest = 1e9, group = 1e9;
    struct message missing;

    for (int run = 0; run < RUNS; run++) {
        keep_best(&bare, time_bare(&pipes));
        keep_best(&guest, time_guest(alone));
        keep_best(&group, time_guest(grouped));
    }
    printf("exchange  bare pipes %6.2f us   guest %6.2f us   added %6.2f us\n", 1e6 * bare,
           1e6 * guest, 1e6 * (guest - bare));
    if (cgroup_missing(&missing))
        printf("          %s\n", missing.text);
    else
        printf("          in a control group   guest %6.2f us   added %6.2f us\n", 1e6 * group,
               1e6 * (group - guest));
    process_free(alone, PATIENCE_MS);
    process_free(grouped, PATIENCE_MS);
    close(pipes.to);
    waitpid(pipes.pid, NULL, 0);
    close(pipes.from);
}

static void bench_starts(const char *folder)
{
    double times[STARTS], ends[STARTS];

    for (int i = 0; i < STARTS; i++) {
        double start = clock_seconds();
        struct process *process = start_guest(folder, false);

        exchange(process);
        times[i] = clock_seconds() - start;
        start = clock_seconds();
        process_free(process, PATIENCE_MS);
        ends[i] = clock_seconds() - start;
    }
    qsort(times, STARTS, sizeof *times, bench_compare);
    qsort(ends, STARTS, sizeof *ends, bench_compare);
    printf("start     to the first answer %5.1f ms, maximum %5.1f ms   end %5.1f ms\n",
           1e3 * times[STARTS / 2], 1e3 * times[STARTS - 1], 1e3 * ends[STARTS / 2]);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/broadside-bench-XXXXXX", program[64], command[4400];
    struct affinity affinity;
    struct message missing;

    if (argc > 1 && strcmp(argv[1], "echo") == 0)
        return echo();
    if (jail_missing(&missing)) {
        printf("guest     skipped: no jail: %s\n", missing.text);
        return 0;
    }
    if (!mkdtemp(folder) || chmod(folder, 0755) != 0)
        fail("cannot create a folder for the bot");
    snprintf(program, sizeof program, "%s/guest", folder);
    snprintf(command, sizeof command, "cp '%s' %s && chmod 755 %s", argv[0], program, program);
    if (system(command) != 0)
        fail("cannot copy the bot");
    bench_starts(folder);
    affinity_set(&affinity, 0);
    bench_exchanges(program, folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) != 0;
}
