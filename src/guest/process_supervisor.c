/* The keeper stands above a guest, as the init of its namespace does in a jail; in that case the
 * guest, as far as this file goes, is bubblewrap. It is a fork of the arena that never executes
 * anything, so between its birth and its end it may only call what is async-signal-safe: other
 * threads of the arena may have held any lock at the fork.
 *
 * Whoever loses his parent below the keeper becomes its child (PR_SET_CHILD_SUBREAPER). When the
 * guest ends, when the arena says so (SIGTERM) or dies, the keeper kills its children until none is
 * left, and leaves with the guest's status the way bubblewrap does: 128 and the signal. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* All children there are now. The list is a file of the kernel: numbers and blanks. */
static void kill_children(void)
{
    char text[4096];
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    ssize_t got;
    pid_t pid = 0;

    if (fd < 0)
        return;
    while ((got = read(fd, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (text[i] >= '0' && text[i] <= '9') {
                pid = pid * 10 + (text[i] - '0');
            } else if (pid > 0) {
                kill(pid, SIGKILL); /* not reaped yet, so the number is still theirs */
                pid = 0;
            }
        }
    close(fd);
}

/* Kills what is below until there is nothing. The group of the guest goes at one stroke, which even
 * those who fork without end cannot outrun; the others are found one by one. The guest is not
 * reaped before that, so that nobody else can have its number. */
static void end_all(pid_t guest)
{
    const struct timespec pause = {.tv_nsec = 500000};

    kill(-guest, SIGKILL);
    for (;;) {
        pid_t got;

        kill_children();
        while ((got = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (got < 0 && errno == ECHILD)
            return;
        nanosleep(&pause, NULL);
    }
}

/* Reaps orphans. True when the guest itself has ended; it is left for end_all. */
static bool reap_children(pid_t guest, int *code)
{
    siginfo_t info;

    for (;;) {
        info.si_pid = 0;
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
            return false;
        if (info.si_pid == guest) {
            *code = info.si_code == CLD_EXITED ? info.si_status : BARE_EXIT_SIGNAL + info.si_status;
            return true;
        }
        waitpid(info.si_pid, NULL, 0);
    }
}

void process_supervisor_run(void (*exec)(void *context), void *context)
{
    int code = BARE_EXIT_SIGNAL + SIGKILL;
    sigset_t all;
    pid_t guest;

    sigfillset(&all);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    guest = fork();
    if (guest == 0) {
        exec(context);
        _exit(127);
    }
    if (guest < 0)
        _exit(126);
    close_range(0, ~0U, 0);
    for (;;) {
        int signal = sigwaitinfo(&all, NULL);

        if (signal == SIGCHLD && reap_children(guest, &code))
            break;
        if (signal == SIGTERM)
            break;
    }
    end_all(guest);
    _exit(code);
}
