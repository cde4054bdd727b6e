/* The terminal: opening and closing it leaves the signal handlers as they were. */
#define _XOPEN_SOURCE 700
#include "tui/term.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SKIP = 77, STEP_OPEN = 1, STEP_CAUGHT, STEP_RESTORED };

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

static void own_handler(int number)
{
    (void)number;
}

/* Three signals have a handler, one is ignored and one has the default action. */
static void (*expected_handler(int i))(int)
{
    return i == 1 ? SIG_IGN : i == 3 ? SIG_DFL : own_handler;
}

static bool has_expected_handlers(void)
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action;

        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != expected_handler(i))
            return false;
    }
    return true;
}

/* Makes a pseudo-terminal the standard input and output of this process. */
static bool move_to_terminal(int controller)
{
    int fd;

    setsid();
    fd = open(ptsname(controller), O_RDWR);
    if (fd < 0)
        return false;
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    return setenv("TERM", "vt100", 1) == 0;
}

/* Returns the exit status: 0, SKIP, or the step that failed. */
static int open_and_close(int controller)
{
    struct term_options options = {.ascii = true, .no_mouse = true};
    struct message message = {""};
    struct input input;

    if (!move_to_terminal(controller))
        return STEP_OPEN;
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = expected_handler(i)};

        sigaction(signals[i], &action, NULL);
    }
    if (term_open(&options, &message) != OK)
        return has_expected_handlers() ? SKIP : STEP_RESTORED;
    for (int i = 0; i < 2; i++) { /* a second one after the first was read does not end the game */
        raise(SIGINT);
        term_read(0, &input);
        if (input.kind != INPUT_INTERRUPT)
            return STEP_CAUGHT;
    }
    raise(SIGTERM);
    term_read(0, &input);
    if (input.kind != INPUT_END)
        return STEP_CAUGHT;
    term_close();
    return has_expected_handlers() ? 0 : STEP_RESTORED;
}

static void signal_handlers_are_restored(void **state)
{
    int controller = posix_openpt(O_RDWR | O_NOCTTY), status = 0;
    pid_t child;

    (void)state;
    assert_true(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(open_and_close(controller));
    assert_int_equal(waitpid(child, &status, 0), child);
    close(controller);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == SKIP)
        skip();
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signal_handlers_are_restored),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
