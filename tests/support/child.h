/* Processes that a test starts and kills. For inclusion after cmocka.h. */
#ifndef TESTS_SUPPORT_CHILD_H
#define TESTS_SUPPORT_CHILD_H

#include <unistd.h>

/* Starts a process that calls `work` with the write end of a pipe. `output` is the read end. */
static inline pid_t child_start(void (*work)(int output), int *output)
{
    int ends[2];
    pid_t child;

    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(ends[0]);
        work(ends[1]);
        _exit(0);
    }
    close(ends[1]);
    *output = ends[0];
    return child;
}

#endif
