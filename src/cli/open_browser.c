/* See open_browser.h. Depending on the desktop, xdg-open ends at once or with the browser, so a
 * thread waits for it. */
#include "cli/open_browser.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void *wait_for(void *argument)
{
    pid_t child = (pid_t)(intptr_t)argument;
    int status, result;

    do
        result = waitpid(child, &status, 0);
    while (result < 0 && errno == EINTR);
    if (result == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0))
        fputs("broadside serve: xdg-open could not start a browser; open the address yourself\n",
              stderr);
    return NULL;
}

/* Signals go to the thread that can act on them. */
static void start_waiting(pid_t child)
{
    sigset_t all, before;
    pthread_t thread;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, wait_for, (void *)(intptr_t)child) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* What browsers print is not for our reader, and a Ctrl-C that stops the server is not for them. */
static int spawn(const char *url, pid_t *child)
{
    char *const argv[] = {(char *)(uintptr_t) "xdg-open", (char *)(uintptr_t)url, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t normal;
    int reason;

    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGXFSZ);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    reason = posix_spawnp(child, argv[0], &files, &attributes, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    return reason;
}

enum error open_browser(const char *url, struct message *message)
{
    pid_t child;
    int reason = spawn(url, &child);

    if (reason == ENOENT)
        return error_set(ERR_MISSING, message,
                         "--open needs xdg-open (package xdg-utils); open the address yourself");
    if (reason)
        return error_set(ERR_IO, message, "cannot start xdg-open: %s; open the address yourself",
                         strerror(reason));
    start_waiting(child);
    return OK;
}
