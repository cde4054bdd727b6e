/* A bot that misbehaves on purpose: misbehave KIND [WORD...]
 *
 * It follows the protocol, places its fleet at random and fires at cells in reading order until the
 * second `act`; then it does what its KIND says. Some kinds continue to play, so that a test can
 * see that they had no effect. `well`, `work`, `think` and `late` never misbehave.
 *
 * Only `read-arena` uses the words, as file names, and `hoard-unasked` the second one, as megabytes
 * per child; tests put a mark there to find processes that are left. Plain C without any part of
 * Broadside. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { COLUMNS = 10, CELLS = 100, MEGABYTE = 1 << 20 };

static char **words; /* of the command line, after the kind */
static int shots;

static void say(const char *text)
{
    size_t left = strlen(text);

    while (left > 0) {
        ssize_t sent = write(STDOUT_FILENO, text, left);

        if (sent < 0 && errno != EINTR)
            exit(0);
        text += sent > 0 ? sent : 0;
        left -= sent > 0 ? (size_t)sent : 0;
    }
}

static void report(const char *text)
{
    ssize_t sent = write(STDERR_FILENO, text, strlen(text));

    (void)sent;
}

static void pause_ms(long ms)
{
    struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};

    while (nanosleep(&time, &time) != 0 && errno == EINTR)
        ;
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static void fire(void)
{
    char line[32];
    int cell = shots++ % CELLS;

    snprintf(line, sizeof line, "fire %c%d\n", 'A' + cell % COLUMNS, cell / COLUMNS + 1);
    say(line);
}

/* --- the kinds; true to continue with an answer ----------------------------------------------- */

static bool well(void)
{
    return true;
}

/* 200 ms of processor time, however long that takes. */
static bool work(void)
{
    while (clock() < CLOCKS_PER_SEC / 5)
        ;
    return true;
}

/* A little processor time for each answer, as most bots need. */
static void think(void)
{
    clock_t end = clock() + CLOCKS_PER_SEC / 200;

    while (clock() < end)
        ;
}

/* Waits while its own children use the processor. A clock that excludes waiting time must charge
 * this. */
static bool crowds(void)
{
    for (int i = 0; i < 8; i++)
        if (fork() == 0)
            for (volatile unsigned j = 0;; j++)
                ;
    pause_ms(400);
    return true;
}

static bool late(void)
{
    pause_ms(50);
    return true;
}

static bool sleeps(void)
{
    sleep_for_ever();
    return false;
}

static bool spins(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
    return false;
}

static bool fork_bomb(void)
{
    for (;;)
        fork();
    return false;
}

/* Two forks, a new session, most signals ignored: a daemon. */
static void leave_daemon(void)
{
    if (fork() == 0) {
        setsid();
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        if (fork() != 0)
            _exit(0);
        sleep_for_ever();
    }
    wait(NULL);
}

static bool daemon_beside(void)
{
    leave_daemon();
    return true;
}

/* The daemon keeps the streams open, so that there is no end of file. */
static bool daemon_and_exit(void)
{
    leave_daemon();
    exit(0);
}

static void eat(size_t most)
{
    for (size_t eaten = 0; eaten < most; eaten += MEGABYTE) {
        char *block = malloc(MEGABYTE);

        if (!block) {
            perror("misbehave");
            exit(1);
        }
        memset(block, 1, MEGABYTE);
    }
}

static bool eat_memory(void)
{
    eat((size_t)-1);
    return false;
}

/* Each process is within the limit, but all together far exceed it. */
static bool eat_together(void)
{
    for (int i = 0; i < 6; i++)
        if (fork() == 0) {
            eat((size_t)24 * MEGABYTE);
            sleep_for_ever();
        }
    sleep_for_ever();
    return false;
}

/* Reads scattered bytes of an empty mapping: 4 KB of page tables for every 2 MB. */
static bool eat_tables(void)
{
    enum { STEPS = 40000 };
    const size_t step = (size_t)2 * MEGABYTE;
    volatile char *nothing =
        mmap(NULL, STEPS * step, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (nothing == MAP_FAILED)
        exit(9);
    madvise((void *)nothing, STEPS * step, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < STEPS; i++)
        (void)nothing[i * step];
    sleep_for_ever();
    return false;
}

static void fill(const char *folder)
{
    static char block[65536];
    char path[256], text[320];
    int written = 0, last = 0;

    for (int i = 0; i < 64 && last == 0; i++) {
        int fd;

        snprintf(path, sizeof path, "%s/fill%d", folder, i);
        fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (fd < 0) {
            last = errno;
            break;
        }
        while (write(fd, block, sizeof block) > 0)
            written++;
        last = errno == EFBIG ? 0 : errno;
        close(fd);
    }
    snprintf(text, sizeof text, "filled %s with %d KB: %s\n", folder, written * 64, strerror(last));
    report(text);
}

static bool fill_tmp(void)
{
    signal(SIGXFSZ, SIG_IGN);
    fill("/tmp");
    fill(getenv("HOME") ? getenv("HOME") : "/");
    fill("/dev/shm");
    fill(".");
    return true;
}

static bool flood_out(void)
{
    for (;;)
        say("fire A1\nfire B1\nfire C1\nfire D1\nfire E1\nfire F1\nfire G1\nfire H1\n");
    return false;
}

/* Far more than a pipe holds: it blocks unless the arena reads. */
static bool flood_err(void)
{
    char line[1024];

    memset(line, 'e', sizeof line);
    line[sizeof line - 1] = '\0';
    for (int i = 0; i < 4096; i++)
        report(line);
    return true;
}

static bool flood_err_for_ever(void)
{
    for (;;)
        flood_err();
    return false;
}

static bool half_line(void)
{
    say("fire A");
    sleep_for_ever();
    return false;
}

static bool half_and_exit(void)
{
    say("fire A");
    exit(0);
}

static bool close_streams(void)
{
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    sleep_for_ever();
    return false;
}

static bool kill_parent(void)
{
    kill(getppid(), SIGKILL);
    kill(1, SIGKILL);
    kill(-1, SIGKILL);
    return true;
}

static bool open_socket(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(80)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0)
        report("connected\n");
    return true;
}

/* Prints `read PATH: ...` with the beginning of each file it can open. */
static bool read_arena(void)
{
    for (char **path = words; *path; path++) {
        char text[512], line[1024];
        int fd = open(*path, O_RDONLY);
        ssize_t got = fd < 0 ? -1 : read(fd, text, sizeof text - 1);

        for (ssize_t i = 0; i < got; i++)
            text[i] = text[i] < ' ' ? ' ' : text[i];
        text[got > 0 ? got : 0] = '\0';
        if (fd >= 0) {
            snprintf(line, sizeof line, "read %.300s: %s\n", *path, text);
            report(line);
            close(fd);
        }
    }
    return true;
}

static bool trace_parent(void)
{
    if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0)
        report("traced\n");
    return true;
}

static bool ignore_term(void)
{
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_IGN);
    return true; /* main does not exit at the end of its input */
}

static bool answer_early(void)
{
    fire();
    pause_ms(20);
    fire();
    sleep_for_ever();
    return false;
}

static bool answer_twice(void)
{
    say("fire A1\nfire B1\n");
    sleep_for_ever();
    return false;
}

static bool print_gigabyte(void)
{
    static char block[MEGABYTE + 1];

    memset(block, 'x', MEGABYTE);
    for (int i = 0; i < 1024; i++)
        say(block);
    return true;
}

/* --- attacks while it is not asked: children that start when the answer is out --- */

static bool in_child(void)
{
    if (fork() != 0)
        return false;
    pause_ms(30);
    return true;
}

/* Each child is within the limit, but all together far exceed it. */
static bool hoard_unasked(void)
{
    size_t megabytes = words[0] && words[1] ? strtoul(words[1], NULL, 10) : 48;

    for (int i = 0; i < 8; i++)
        if (in_child()) {
            eat(megabytes * MEGABYTE);
            sleep_for_ever();
        }
    return true;
}

/* The buffers of full sockets belong to the kernel. */
static void fill_sockets(void)
{
    static char block[4096];
    int pair[2], size = 1 << 20;

    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
        for (int i = 0; i < 2; i++) {
            setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            while (write(pair[i], block, sizeof block) > 0)
                ;
        }
}

static bool sockets_unasked(void)
{
    for (int i = 0; i < 3; i++)
        if (in_child()) {
            fill_sockets();
            sleep_for_ever();
        }
    return true;
}

/* So do empty files in memory. */
static bool files_unasked(void)
{
    char path[64];

    if (!in_child())
        return true;
    for (int i = 0;; i++) {
        int fd;

        snprintf(path, sizeof path, "/tmp/%d", i);
        fd = open(path, O_CREAT | O_WRONLY, 0600);
        if (fd < 0)
            sleep_for_ever();
        close(fd);
    }
}

static bool spin_unasked(void)
{
    for (int i = 0; i < 60; i++)
        if (in_child())
            spins();
    return true;
}

static bool bomb_unasked(void)
{
    if (in_child())
        fork_bomb();
    return true;
}

static bool exit_well(void)
{
    exit(0);
}

static bool exit_badly(void)
{
    report("something went wrong\nthe engine room is flooded\n");
    exit(3);
}

static bool crash(void)
{
    abort();
}

static bool segv(void)
{
    raise(SIGSEGV);
    return false;
}

static bool nul_byte(void)
{
    ssize_t sent = write(STDOUT_FILENO, "fire\0A1\n", 8);

    (void)sent;
    return false;
}

static bool long_line(void)
{
    char line[5002];

    memset(line, 'x', sizeof line);
    line[5000] = '\n';
    line[5001] = '\0';
    say(line);
    return false;
}

/* Misbehaves at hello, not at the second act. */
static bool no_ready(void)
{
    return true;
}

static const struct kind {
    const char *name;
    bool (*misbehave)(void);
} kinds[] = {{"well", well},
             {"work", work},
             {"late", late},
             {"think", well},
             {"crowd", crowds},
             {"sleep", sleeps},
             {"spin", spins},
             {"fork-bomb", fork_bomb},
             {"daemon", daemon_beside},
             {"daemon-exit", daemon_and_exit},
             {"eat-memory", eat_memory},
             {"eat-together", eat_together},
             {"eat-tables", eat_tables},
             {"fill-tmp", fill_tmp},
             {"flood-out", flood_out},
             {"flood-err", flood_err},
             {"flood-err-for-ever", flood_err_for_ever},
             {"half-line", half_line},
             {"half-exit", half_and_exit},
             {"close-streams", close_streams},
             {"kill-parent", kill_parent},
             {"socket", open_socket},
             {"read-arena", read_arena},
             {"ptrace", trace_parent},
             {"ignore-term", ignore_term},
             {"answer-early", answer_early},
             {"answer-twice", answer_twice},
             {"print-1gb", print_gigabyte},
             {"exit-mid", exit_well},
             {"exit-status", exit_badly},
             {"crash", crash},
             {"segv", segv},
             {"nul-byte", nul_byte},
             {"long-line", long_line},
             {"hoard-unasked", hoard_unasked},
             {"sockets-unasked", sockets_unasked},
             {"files-unasked", files_unasked},
             {"spin-unasked", spin_unasked},
             {"bomb-unasked", bomb_unasked},
             {"no-read", sleeps},
             {"no-ready", no_ready}};

static const struct kind *find_kind(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    fprintf(stderr, "misbehave: unknown kind; the kinds are:");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        fprintf(stderr, " %s", kinds[i].name);
    fprintf(stderr, "\n");
    exit(2);
}

int main(int argc, char **argv)
{
    const struct kind *kind = find_kind(argc > 1 ? argv[1] : "");
    char line[8192];
    int acts = 0;

    words = argv + 2;
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "broadside", 9) == 0)
            say(kind->misbehave == no_ready ? "name Misbehaving\nplays all\n"
                                            : "name Misbehaving\nplays all\nready\n");
        else if (strcmp(line, "place\n") == 0)
            say("random\n");
        else if (strcmp(line, "quit\n") == 0 && kind->misbehave != ignore_term)
            return 0;
        else if (strncmp(line, "act", 3) == 0 && (++acts != 2 || kind->misbehave())) {
            if (strcmp(kind->name, "think") == 0)
                think();
            fire();
        }
    }
    if (kind->misbehave == ignore_term)
        sleep_for_ever();
    return 0;
}
