/* The supervisor is the parent of a guest, or of bubblewrap, which this file then calls the guest.
 * It is a fork of the arena that never executes anything, so it may only call async-signal-safe
 * functions: other threads of the arena may have held any lock at the fork.
 *
 * Orphaned descendants become its children (PR_SET_CHILD_SUBREAPER). When the guest exits, or the
 * arena sends SIGTERM or dies, the supervisor kills its children until none is left. It exits with
 * the guest's status the way bubblewrap does: 128 plus the signal. */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Kills all current children. The kernel lists them as numbers and blanks. */
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
                kill(pid, SIGKILL); /* not reaped yet, so the pid is still valid */
                pid = 0;
            }
        }
    close(fd);
}

/* Kills all descendants until none is left. The guest's process group is killed with one call,
 * which even a fork bomb cannot outrun; the others are found one by one. The guest itself is reaped
 * only after that, so that its pid cannot be reused. */
static void kill_all(pid_t guest, const struct cgroup *group)
{
    const struct timespec pause = {.tv_nsec = 500000};

    kill(-guest, SIGKILL);
    if (group)
        cgroup_freeze(group, false); /* frozen processes do not die */
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

/* Reaps orphans. True if the guest itself has exited; kill_all reaps it. */
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

void process_supervisor_run(const struct process_supervisor *plan)
{
    int code = BARE_EXIT_SIGNAL + SIGKILL;
    sigset_t all;
    pid_t guest;

    sigfillset(&all);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    guest = fork();
    if (guest == 0) {
        plan->exec(plan->context);
        _exit(127);
    }
    if (guest < 0)
        _exit(126);
    process_close_from(0);
    for (;;) {
        int signal = sigwaitinfo(&all, NULL);

        if (signal == SIGCHLD && reap_children(guest, &code))
            break;
        if (signal == SIGTERM)
            break;
    }
    kill_all(guest, plan->group);
    if (plan->group && getppid() != plan->arena)
        cgroup_remove(plan->group);
    _exit(code);
}
