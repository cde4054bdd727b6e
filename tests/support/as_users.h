/* Tests that run as the present user and, if that is root, also as an ordinary user. */
#ifndef TESTS_SUPPORT_AS_USERS_H
#define TESTS_SUPPORT_AS_USERS_H

#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ORDINARY_USER = 65534 };

/* Calls `run` as this user, in a separate process: what a machine offers for jails is looked up
 * once per process. `run` gets a word for the user and returns how many tests failed. `enter`,
 * unless it is NULL, is called in that process while it is still the present user. */
static inline int run_as_user(uid_t user, void (*enter)(void), int (*run)(const char *user))
{
    int status = 1;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child == 0) {
        if (enter)
            enter();
        if (user != geteuid() &&
            (setgroups(0, NULL) != 0 || setgid(user) != 0 || setuid(user) != 0))
            _exit(1);
        prctl(PR_SET_DUMPABLE, 1); /* otherwise the new user could not read its own /proc entries */
        exit(run(user == 0 ? "root" : "an ordinary user") != 0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 1;
    return status != 0;
}

/* The users that tests can run as. Returns how many there are. */
static inline int test_users(uid_t users[2])
{
    users[0] = geteuid();
    users[1] = ORDINARY_USER;
    return geteuid() == 0 ? 2 : 1;
}

#endif
