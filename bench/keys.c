/* Measures how long the screen game takes to react to a key.
 *
 *     make bench
 *     build/release/bench/keys [PROGRAM]
 *
 * Plays on a pseudo-terminal of 80x24, with a temporary HOME. The time runs from writing the key
 * until the last byte of the new screen arrives, without the time that a terminal takes to draw.
 * `move` moves the cursor; `fire` includes the move of the bot `random` and saving both moves. */
#define _XOPEN_SOURCE 700
#include "base/clock.h"
#include "bench.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum {
    MOVES = 200,
    SHOTS = 40,
    BOUND = 50,       /* milliseconds: slower keys are counted */
    QUIET = 60,       /* milliseconds without output after which the screen is complete */
    PATIENCE = 10000, /* milliseconds to wait for the first byte */
};

static bool is_drawn; /* the output has escape sequences */

/* Reads until the screen is complete. Returns the time of the last byte; negative if there was
 * none. */
static double wait_for_screen(int terminal)
{
    struct pollfd fd = {terminal, POLLIN, 0};
    char buffer[65536];
    double last = -1;

    while (poll(&fd, 1, last < 0 ? PATIENCE : QUIET) > 0) {
        ssize_t length = read(terminal, buffer, sizeof buffer);

        if (length <= 0)
            return -1;
        last = 1e3 * clock_seconds();
        is_drawn = is_drawn || memchr(buffer, '\033', (size_t)length);
    }
    return last;
}

/* Returns milliseconds; negative if nothing was shown. */
static double press(int terminal, const char *key)
{
    double start = 1e3 * clock_seconds(), end;

    if (write(terminal, key, strlen(key)) < 0)
        return -1;
    end = wait_for_screen(terminal);
    return end < 0 ? -1 : end - start;
}

static bool report(const char *what, double *times, int count)
{
    int slow = 0;

    qsort(times, (size_t)count, sizeof times[0], bench_compare);
    if (times[0] < 0) {
        printf("keys      %s: the program showed nothing\n", what);
        return false;
    }
    for (int i = 0; i < count; i++)
        slow += times[i] > BOUND;
    printf("keys      %-5s %4d presses   median %6.2f ms   maximum %6.2f ms   %d over %d ms\n",
           what, count, times[count / 2], times[count - 1], slow, BOUND);
    return true;
}

/* Moves the cursor back and forth, then shoots at the cells column by column. */
static bool measure(int terminal)
{
    static double moves[MOVES], shots[SHOTS];

    wait_for_screen(terminal); /* placing */
    if (!is_drawn) {
        printf("keys      skipped: the program was built without the screen game\n");
        return true;
    }
    press(terminal, "\r");
    for (int i = 0; i < MOVES; i++)
        moves[i] = press(terminal, i % 2 ? "\033OD" : "\033OC");
    for (int i = 0; i < 8; i++)
        press(terminal, i < 4 ? "\033OA" : "\033OD"); /* from the middle to the corner */
    for (int i = 0; i < SHOTS; i++) {
        shots[i] = press(terminal, "\r");
        press(terminal, i % 10 == 9 ? "\033OC" : i / 10 % 2 ? "\033OA" : "\033OB");
    }
    return report("move", moves, MOVES) && report("fire", shots, SHOTS);
}

/* --- the program on its terminal ---------------------------------------------------------------*/

static void run(const char *program, const char *home, const char *terminal)
{
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    int fd;

    setsid();
    fd = open(terminal, O_RDWR); /* this is now the controlling terminal */
    if (fd < 0 || ioctl(fd, TIOCSWINSZ, &size) < 0)
        _exit(126);
    for (int i = 0; i < 3; i++)
        dup2(fd, i);
    setenv("HOME", home, 1);
    setenv("TERM", "xterm-256color", 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("XDG_CONFIG_HOME");
    unsetenv("XDG_DATA_HOME");
    unsetenv("BROADSIDE_PLAIN");
    execl(program, program, "play", "--bot", "random", "--pace", "none", "--seed", "1",
          (char *)NULL);
    _exit(127);
}

static int remove_one(const char *path, const struct stat *status, int flag, struct FTW *walk)
{
    (void)status, (void)flag, (void)walk;
    return remove(path);
}

int main(int count, char **argument)
{
    const char *program = count > 1 ? argument[1] : "./broadside";
    char home[] = "/tmp/broadside-keys-XXXXXX";
    int terminal = posix_openpt(O_RDWR | O_NOCTTY), status = 0;
    bool done;
    pid_t child;

    if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0 || !mkdtemp(home)) {
        perror("keys");
        return 1;
    }
    child = fork();
    if (child == 0)
        run(program, home, ptsname(terminal));
    done = child > 0 && measure(terminal);
    if (child > 0) {
        kill(child, SIGTERM);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    }
    close(terminal);
    nftw(home, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return done ? 0 : 1;
}
