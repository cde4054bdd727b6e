/* Guest processes without a jail: the dialogue, and that everything a guest started ends with it.
 * The clock is tested in test_process_clock.c, the jail in test_misbehaviour.c.
 *
 * slow: starts hundreds of processes */
#define _GNU_SOURCE
#include "guest/process_internal.h"

#include <dirent.h>
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/child.h"
#include "support/process_fixture.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
size_t __sanitizer_get_current_allocated_bytes(void); /* gcc has no header for it */
#endif

enum { SPARE_BYTES = 65536 }; /* for caches of the allocator; forty processes take much more */

static void expect(struct process *process, const char *question, const char *answer)
{
    struct slice line;
    enum broken broken = ask(process, question, PLENTY_MS, &line);

    if (broken != BROKEN_NONE)
        fail_msg("%s: %s", bot_broken_word(broken), process_trouble(process));
    assert_true(slice_is(line, answer));
}

/* Asks once and checks how it breaks and the message. */
static void expect_broken(const char *script, unsigned timeout_ms, enum broken broken,
                          const char *words)
{
    struct process *process = start(script);
    struct slice line;
    enum broken got = ask(process, "act", timeout_ms, &line);

    if (got != broken || !strstr(process_trouble(process), words))
        fail_msg("%s: %s, %s", script, got ? bot_broken_word(got) : "none",
                 process_trouble(process));
    assert_false(process_alive(process));
    assert_int_equal(ask(process, "again", PLENTY_MS, &line), broken);
    process_free(process, 0);
}

/* --- the dialogue ---------------------------------------------------------------------------- */

static void an_answer_is_a_line(void **state)
{
    struct process *process = start("while read -r line; do echo \"heard $line\"; done");
    uint64_t dropped;

    (void)state;
    expect(process, "one", "heard one");
    expect(process, "two", "heard two");
    assert_int_equal(process_check_quiet(process), BROKEN_NONE);
    assert_true(process_alive(process));
    assert_string_equal(process_trouble(process), "");
    assert_int_equal(process_log(process, &dropped).length, 0);
    assert_int_equal(process_facts(process).sent, 8);
    assert_int_equal(process_facts(process).received, 20);
    process_free(process, PLENTY_MS);
}

static void an_answer_may_have_several_lines(void **state)
{
    struct process *process = start("read q; printf 'one\\ntwo\\r\\nthree\\n'; read q; echo four");
    struct slice line;
    uint64_t used_us;

    (void)state;
    expect(process, "hello", "one");
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "two"));
    /* One line is left when the next question is asked. */
    assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_PROTOCOL);
    assert_string_equal(process_trouble(process), "it wrote more than one answer: 'three'");
    process_free(process, 0);
}

/* One limit is for all lines, and the message names that limit and not what is left of it. */
static void an_answer_has_one_time_limit(void **state)
{
    enum broken broken = BROKEN_NONE;
    struct process *process;
    struct slice line;
    uint64_t used_us;

    (void)state;
    /* On a busy machine either line may be late or in time: waiting for a processor is not charged.
     */
    for (int i = 0; i < 20 && broken != BROKEN_STALL; i++) {
        process = start("read q; sleep 0.2; echo one; sleep 0.2; echo two; sleep 1000");
        if (ask(process, "hello", 300, &line) == BROKEN_NONE)
            broken = process_ask(process, 300, &line, &used_us);
        if (broken == BROKEN_STALL)
            assert_non_null(
                strstr(process_trouble(process), "no answer within 300 ms, and it was not"));
        process_free(process, 0);
    }
    assert_int_equal(broken, BROKEN_STALL);

    process =
        start("read q; sleep 0.05; echo one; sleep 0.05; echo two; read q; echo three; sleep 9");
    expect(process, "hello", "one");
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "two") && used_us >= 10000); /* less what it waited */
    expect(process, "act", "three");
    process_free(process, 0);

    /* The time was used up by a line that arrived just in time. */
    process = start("read q; echo one; read q; sleep 1000");
    assert_int_equal(ask(process, "hello", 50, &line), BROKEN_NONE);
    process->clock.charged_us = process->clock.limit_us;
    assert_int_equal(process_ask(process, 50, &line, &used_us), BROKEN_STALL);
    assert_non_null(strstr(process_trouble(process), "no answer within 50 ms, and it was not"));
    process_free(process, 0);
}

static void lines_arrive_in_order_before_the_question(void **state)
{
    struct process *process = start("read a; read b; read c; echo \"$a $b $c\"; read d");

    (void)state;
    process_tell(process, slice_of("one"));
    process_tell(process, slice_of("two"));
    expect(process, "three", "one two three");
    process_free(process, 0);
}

/* Standard error shows that it has answered before the question. */
static void only_the_first_answer_may_precede_the_question(void **state)
{
    struct process *process = start("echo hello; echo said >&2; read -r line; read -r line");
    struct slice line;
    uint64_t dropped;

    (void)state;
    while (process_log(process, &dropped).length < 5)
        usleep(1000);
    expect(process, "broadside 1", "hello");
    process_free(process, 0);

    process = start("read -r line; echo hello; echo early; echo said >&2; read -r line");
    expect(process, "broadside 1", "hello");
    while (process_log(process, &dropped).length < 5)
        usleep(1000);
    assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_PROTOCOL);
    process_free(process, 0);
}

static void many_lines_reach_a_slow_reader(void **state)
{
    struct process *process = start("sleep 0.1; wc -c; sleep 100");
    char line[1000];
    struct slice answer;

    (void)state;
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 1000; i++)
        process_tell(process, (struct slice){line, sizeof line});
    assert_int_equal(ask(process, "act", 300, &answer),
                     BROKEN_STALL); /* wc waits for end of file */
    assert_int_equal(process_facts(process).sent, 1001004);
    process_free(process, 0);
}

static void a_guest_that_does_not_read_does_not_block_us(void **state)
{
    struct process *process = start("sleep 1000");
    char line[4000];
    struct slice answer;

    (void)state;
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 100; i++)
        process_tell(process, (struct slice){line, sizeof line});
    assert_int_equal(ask(process, "act", 200, &answer), BROKEN_STALL);
    assert_true(process_facts(process).sent < 400000);
    process_free(process, 0);

    process = start("sleep 1000");
    for (int i = 0; i < 1100; i++)
        process_tell(process, (struct slice){line, sizeof line});
    assert_int_equal(process_check_quiet(process), BROKEN_STALL);
    assert_string_equal(process_trouble(process), "it does not read its input");
    process_free(process, 0);
}

/* The signal would kill this program. */
static void a_closed_input_raises_no_signal(void **state)
{
    struct process *process;
    struct slice line;
    uint64_t used_us;

    (void)state;
    signal(SIGPIPE, SIG_DFL);
    process = start("exec <&-; echo closed; sleep 0.2; echo again; sleep 1000");
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    expect(process, "act", "again");
    process_free(process, 0);
}

static void every_kind_of_failure_is_classified(void **state)
{
    (void)state;
    expect_broken("read q; exit 0", PLENTY_MS, BROKEN_EXIT, "exited too early, with status 0");
    expect_broken("read q; exit 7", PLENTY_MS, BROKEN_CRASH, "status 7");
    expect_broken("read q; echo 'No module' >&2; echo >&2; exit 1", PLENTY_MS, BROKEN_CRASH,
                  "status 1; its last error output: No module");
    expect_broken("read q; kill -SEGV $$", PLENTY_MS, BROKEN_CRASH, "killed by SIGSEGV");
    expect_broken("read q; kill -KILL $$", PLENTY_MS, BROKEN_CRASH, "killed by SIGKILL");
    expect_broken("read q; kill -SYS $$", PLENTY_MS, BROKEN_JAIL, "SIGSYS");
    expect_broken("read q; echo 'MemoryError' >&2; exit 1", PLENTY_MS, BROKEN_CRASH,
                  "status 1; its last error output: MemoryError");
    expect_broken("read q; printf 'fire A'; exit 0", PLENTY_MS, BROKEN_PROTOCOL, "middle of a");
    expect_broken("read q; printf 'fire\\0A1\\n'; sleep 9", PLENTY_MS, BROKEN_PROTOCOL, "NUL");
    expect_broken("read q; exec >&-; sleep 1000", PLENTY_MS, BROKEN_PROTOCOL,
                  "closed its standard output");
    expect_broken("read q; head -c 5000 /dev/zero | tr '\\0' x; sleep 1000", PLENTY_MS,
                  BROKEN_PROTOCOL, "longer than 4096");
    expect_broken("read q; cat /dev/zero", PLENTY_MS, BROKEN_OUTPUT, "more than 64 KB");
    expect_broken("for i in $(seq 70); do sleep 1000 & done; sleep 1000", PLENTY_MS, BROKEN_JAIL,
                  "more than 64 processes");
    expect_broken("sleep 1000", 150, BROKEN_STALL, "not computing");
    expect_broken("read q; printf 'fire A'; sleep 1000", 150, BROKEN_STALL,
                  "a line without a newline");
    expect_broken("while :; do :; done", 150, BROKEN_MOVE_TIMEOUT, "150 ms");
    expect_broken("cat /dev/zero >&2", 150, BROKEN_OUTPUT, "no answer within 150 ms, but");
}

static void output_is_limited_per_round(void **state)
{
    struct process *process =
        start("while read q; do head -c 4000 /dev/zero | tr '\\0' x; echo; done");
    struct slice line;
    enum broken broken = BROKEN_NONE;

    (void)state;
    for (int i = 0; i < 30; i++) {
        process_new_round(process);
        assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_NONE);
        assert_int_equal(line.length, 4000);
    }
    for (int i = 0; i < 30 && broken == BROKEN_NONE; i++)
        broken = ask(process, "act", PLENTY_MS, &line);
    assert_int_equal(broken, BROKEN_OUTPUT);
    process_free(process, 0);
}

static void error_output_is_made_printable(void **state)
{
    struct process *process = start("read q; printf 'red \\033[31m\\n' >&2; exit 1");
    struct slice line;

    (void)state;
    assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_CRASH);
    assert_null(strchr(process_trouble(process), '\033'));
    process_free(process, 0);
}

/* --- starting -------------------------------------------------------------------------------- */

static void write_script(char *path, size_t size, const char *name, const char *text, mode_t mode)
{
    FILE *file;

    snprintf(path, size, "%s/%s", guest_folder, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(chmod(path, mode), 0);
}

static void expect_message(const char *program, const struct message *message, const char *words)
{
    if (!strstr(message->text, words) || !strstr(message->text, program))
        fail_msg("%s: %s", program, message->text);
}

/* With a jail and without, where the messages may differ. */
static void expect_not_started(const char *program, const char *words, const char *jail_words)
{
    struct launch launch = {
        .argv = {program}, .folder = guest_folder, .unsafe = true, .limits = roomy};
    struct process *process = (struct process *)(void *)guest_folder;
    struct message message = {""};

    assert_int_not_equal(process_start_bare(&launch, &process, &message), OK);
    assert_null(process);
    expect_message(program, &message, words);
    message.text[0] = '\0';
    assert_int_not_equal(process_start(&launch, &process, &message), OK);
    assert_null(process);
    expect_message(program, &message, jail_words);
}

static void a_program_that_cannot_be_started_is_reported(void **state)
{
    struct launch launch = {.folder = guest_folder, .unsafe = true, .limits = roomy};
    struct process *process;
    struct message message;
    char path[256];

    (void)state;
    expect_not_started("./nothing", "No such file", "No such file");
    expect_not_started("no-such-program-anywhere", "no such program", "no such program");
    write_script(path, sizeof path, "plain", "echo\n", 0644);
    expect_not_started("./plain", "not executable", "not executable");
    snprintf(path, sizeof path, "%s/deeper", guest_folder);
    assert_int_equal(mkdir(path, 0755), 0);
    expect_not_started("./deeper", "a folder", "a folder");
    write_script(path, sizeof path, "lost", "#!/no/such/python\n", 0755);
    expect_not_started("./lost", "/no/such/python, which does not exist",
                       "/no/such/python, which does not exist");
    write_script(path, sizeof path, "env", "#!/usr/bin/env no-such-python\n", 0755);
    expect_not_started("./env", "no-such-python, which is not installed",
                       "no-such-python, which is not installed");
    write_script(path, sizeof path, "dos", "#!/bin/sh\r\necho\r\n", 0755);
    expect_not_started("./dos", "carriage return", "carriage return");
    write_script(path, sizeof path, "empty", "#!\n", 0755);
    expect_not_started("./empty", "does not name a program", "does not name a program");
    write_script(path, sizeof path, "text", "echo hello\n", 0755);
    launch.argv[0] = "./text"; /* in the jail it runs as a shell script */
    assert_int_not_equal(process_start_bare(&launch, &process, &message), OK);
    expect_message("./text", &message, "neither a program for this machine");
}

/* A program for another system, whose loader is missing. */
static void a_missing_loader_is_reported(void **state)
{
    struct launch launch = {
        .argv = {"./foreign"}, .folder = guest_folder, .unsafe = true, .limits = roomy};
    struct process *process;
    struct message message = {""};
    struct buffer program;
    struct slice line;
    char path[128], *loader;
    FILE *file;

    (void)state;
    buffer_init(&program, 16 << 20);
    snprintf(path, sizeof path, "%s/misbehave", guest_folder);
    assert_int_equal(buffer_read_file(&program, path, &message), OK);
    loader = memmem(program.data, program.length, "/ld-", 4);
    assert_non_null(loader);
    memcpy(loader, "/no-", 4);
    snprintf(path, sizeof path, "%s/foreign", guest_folder);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(program.data, 1, program.length, file), program.length);
    fclose(file);
    buffer_release(&program);
    assert_int_equal(chmod(path, 0755), 0);
    assert_int_not_equal(process_start_bare(&launch, &process, &message), OK);
    expect_message("./foreign", &message, "its loader is missing");
    if (process_start(&launch, &process, &message) == OK) {
        assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_CRASH);
        message_set(&message, "%s", process_trouble(process));
        process_free(process, 0);
    }
    expect_message("foreign", &message, "could not be started");
}

/* Signals 32 and 33 are reserved by the C library and cannot be changed. Under a make that uses
 * posix_spawn they are ignored. */
static bool ignores_nothing(struct slice line)
{
    static const char head[] = "SigIgn:\t";

    if (line.length < sizeof head - 1 || memcmp(line.text, head, sizeof head - 1) != 0)
        return false;
    return (strtoull(line.text + sizeof head - 1, NULL, 16) & ~0x180000000ULL) == 0;
}

static void a_guest_inherits_nothing(void **state)
{
    int file = open("/dev/null", O_RDONLY); /* would stay open across the exec */
    struct process *process =
        start("ls /proc/self/fd | tr '\\n' ' '; echo; env | sort | tr '\\n' ' ';"
              "echo; cat /proc/self/oom_score_adj;"
              "exec grep -E 'SigBlk|SigIgn' /proc/self/status");
    struct slice line;
    uint64_t used_us;
    sigset_t all, before;

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "0 1 2 3 ")); /* 3 is opened by ls */
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "HOME=/tmp LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin PWD=/tmp "
                               "PYTHONDONTWRITEBYTECODE=1 "));
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "1000")); /* the OOM killer takes it first */
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(slice_is(line, "SigBlk:\t0000000000000000"));
    assert_int_equal(process_ask(process, PLENTY_MS, &line, &used_us), BROKEN_NONE);
    assert_true(ignores_nothing(line));
    process_free(process, 0);
    close(file);
    sigemptyset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    assert_false(sigismember(&before, SIGTERM)); /* our mask is restored */
}

/* --- the end --------------------------------------------------------------------------------- */

static void no_process_remains_even_without_a_jail(void **state)
{
    static const char *const kinds[] = {"daemon", "ignore-term", "well"};
    char word[64];

    (void)state;
    snprintf(word, sizeof word, "bare-%d", (int)getpid());
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct process *process = start_misbehaving(kinds[i], word, false);

        ask_acts(process, 3);
        assert_true(count_processes(word) > 0);
        process_free(process, 20);
        assert_int_equal(count_processes(word), 0);
        assert_true(waitpid(-1, NULL, WNOHANG) < 0);
    }
}

static void daemons_end_with_their_guest(void **state)
{
    struct process *process;
    struct slice line;
    char word[64];

    (void)state;
    snprintf(word, sizeof word, "leaver-%d", (int)getpid());
    process = start_misbehaving("daemon-exit", word, false);
    ask_acts(process, 1);
    assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_EXIT);
    assert_int_equal(count_processes(word), 0);
    process_free(process, 0);
}

/* Not even as a zombie, which would count as a process. */
static void a_guest_that_exits_leaves_no_zombie(void **state)
{
    static const char *const kinds[] = {"well", "exit-mid", "crash", "sleep"};

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct process *process = start_misbehaving(kinds[i], "", true);
        pid_t pid = process->pid, root = process->root;
        struct slice line;

        ask_acts(process, 1);
        ask(process, "act", 200, &line);
        process_tell(process, slice_of("quit"));
        process_free(process, PLENTY_MS);
        assert_int_not_equal(kill(pid, 0), 0);
        assert_int_not_equal(kill(root, 0), 0);
    }
}

/* The arena is killed and cannot clean up. */
static void guests_die_with_the_arena(void **state)
{
    char word[64];
    int ready[2];
    pid_t arena;
    char byte;

    (void)state;
    snprintf(word, sizeof word, "orphan-%d", (int)getpid());
    assert_int_equal(pipe(ready), 0);
    arena = fork();
    if (arena == 0) {
        ask_acts(start_misbehaving("daemon", word, false), 3);
        ask_acts(start_misbehaving("daemon", word, true), 3);
        assert_int_equal(write(ready[1], "x", 1), 1);
        for (;;)
            pause();
    }
    close(ready[1]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    assert_true(count_processes(word) > 3);
    kill(arena, SIGKILL);
    waitpid(arena, NULL, 0);
    for (int i = 0; i < 2000 && count_processes(word) > 0; i++)
        usleep(10000);
    assert_int_equal(count_processes(word), 0);
}

static void the_peak_memory_is_known_after_the_exit(void **state)
{
    struct process *process = start("read q; head -c 60000000 /dev/zero | tail -c 50000000 | wc -c;"
                                    "read q; exit 0");
    struct slice line;

    (void)state;
    expect(process, "act", "50000000");
    assert_int_equal(ask(process, "act", PLENTY_MS, &line), BROKEN_EXIT);
    assert_true(process_facts(process).peak_kb > 40000);
    process_free(process, 0);
}

/* --- leaks ------------------------------------------------------------------------ */

struct footprint {
    int descriptors, processes;
    long allocated;
};

/* Bytes in use on the heap. Resident memory would depend on the allocator and on the load. */
static long allocated_bytes(void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    return (long)__sanitizer_get_current_allocated_bytes();
#elif defined __GLIBC__
    return (long)mallinfo2().uordblks;
#else
    return 0;
#endif
}

static struct footprint footprint(void)
{
    struct footprint now = {0};
    DIR *folder_of_fds = opendir("/proc/self/fd");
    FILE *children;
    int pid;

    while (readdir(folder_of_fds))
        now.descriptors++;
    closedir(folder_of_fds);
    children = fopen("/proc/thread-self/children", "r");
    while (children && fscanf(children, "%d", &pid) == 1)
        now.processes++;
    if (children)
        fclose(children);
    now.allocated = allocated_bytes();
    return now;
}

static void many_exchanges_leak_nothing(void **state)
{
    int exchanges = getenv("SOAK") ? 1000000 : getenv("QUICK") ? 5000 : 20000;
    struct process *process = start_misbehaving("well", "", true);
    struct footprint before, after;

    (void)state;
    ask_acts(process, 1000);
    before = footprint();
    for (int i = 0; i < exchanges; i += 50) {
        process_new_round(process);
        ask_acts(process, 50);
        assert_int_equal(process_check_quiet(process), BROKEN_NONE);
    }
    after = footprint();
    assert_int_equal(after.descriptors, before.descriptors);
    assert_int_equal(after.processes, before.processes);
    assert_true(after.allocated < before.allocated + SPARE_BYTES);
    process_free(process, PLENTY_MS);
}

static void many_starts_leak_nothing(void **state)
{
    int starts = getenv("SOAK") ? 2000 : 40;
    struct footprint before = {0}, after;

    (void)state;
    for (int i = -4; i < starts; i++) {
        struct process *process;

        if (i == 0)
            before = footprint();
        process = start_misbehaving("well", "", i & 1);
        if (i % 5 == 0)
            ask_acts(process, 3);
        process_free(process, i & 2 ? PLENTY_MS : 0);
    }
    after = footprint();
    assert_int_equal(after.descriptors, before.descriptors);
    assert_int_equal(after.processes, before.processes);
    assert_true(after.allocated < before.allocated + SPARE_BYTES);
}

/* --- build steps ----------------------------------------------------------------------------- */

static enum error run(const char *script, unsigned timeout_ms, struct buffer *output,
                      struct message *message)
{
    struct launch launch = shell(script);

    launch.folder = guest_folder;
    return process_run(&launch, timeout_ms, output, message);
}

static void a_build_step_runs_to_its_end(void **state)
{
    struct buffer output;
    struct message message = {""};

    (void)state;
    buffer_init(&output, 1000);
    if (run("cat; echo out; echo err >&2; sleep 0.1; echo more", PLENTY_MS, &output, &message))
        fail_msg("%s", message.text);
    assert_non_null(strstr(output.data, "out\n"));
    assert_non_null(strstr(output.data, "err\n"));
    assert_non_null(strstr(output.data, "more\n"));
    assert_int_equal(output.length, 13);

    assert_int_equal(run("echo 'line 3: syntax' >&2; exit 2", PLENTY_MS, &output, &message),
                     ERR_IO);
    assert_non_null(strstr(message.text, "status 2; its last error output: line 3: syntax"));
    assert_int_equal(
        run("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2", PLENTY_MS, &output, &message),
        OK);
    assert_int_equal(output.length, 1000);
    assert_int_equal(run("sleep 1000", 200, &output, &message), ERR_IO);
    assert_string_equal(message.text, "it did not finish within 200 ms");
    buffer_release(&output);
}

/* Deletes a file, but keeps it open or mapped. */
static bool hold_deleted(const char *name, off_t size, bool maps)
{
    char path[sizeof guest_folder + 32];
    int fd;

    snprintf(path, sizeof path, "%s/%s", guest_folder, name);
    fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || ftruncate(fd, size) != 0 || unlink(path) != 0)
        return false;
    if (!maps)
        return dup(fd) >= 0; /* two descriptors, one file */
    return mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED && close(fd) == 0;
}

enum { OPEN_SIZE = 5000, LARGEST = 70000 };

/* The root of two processes; the second one holds the files. */
static void hold_files(int output)
{
    if (fork() == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (hold_deleted("open", OPEN_SIZE, false) && hold_deleted("mapped", 10, true))
            (void)!write(output, "x", 1);
    }
    close(output);
    for (;;)
        pause();
}

static void deleted_files_are_counted(void **state)
{
    int ready;
    pid_t root = child_start(hold_files, &ready);
    char byte;

    (void)state;
    assert_int_equal(read(ready, &byte, 1), 1);
    assert_int_equal(process_usage_deleted(root, LARGEST), OPEN_SIZE + LARGEST);
    close(ready);
    kill(root, SIGKILL);
    assert_int_equal(waitpid(root, NULL, 0), root);
}

/* --- all tests ------------------------------------------------------------------------------- */

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_answer_is_a_line),
    cmocka_unit_test(an_answer_may_have_several_lines),
    cmocka_unit_test(an_answer_has_one_time_limit),
    cmocka_unit_test(lines_arrive_in_order_before_the_question),
    cmocka_unit_test(only_the_first_answer_may_precede_the_question),
    cmocka_unit_test(many_lines_reach_a_slow_reader),
    cmocka_unit_test(a_guest_that_does_not_read_does_not_block_us),
    cmocka_unit_test(a_closed_input_raises_no_signal),
    cmocka_unit_test(every_kind_of_failure_is_classified),
    cmocka_unit_test(output_is_limited_per_round),
    cmocka_unit_test(error_output_is_made_printable),
    cmocka_unit_test(a_program_that_cannot_be_started_is_reported),
    cmocka_unit_test(a_missing_loader_is_reported),
    cmocka_unit_test(a_guest_inherits_nothing),
    cmocka_unit_test(no_process_remains_even_without_a_jail),
    cmocka_unit_test(daemons_end_with_their_guest),
    cmocka_unit_test(a_guest_that_exits_leaves_no_zombie),
    cmocka_unit_test(guests_die_with_the_arena),
    cmocka_unit_test(the_peak_memory_is_known_after_the_exit),
    cmocka_unit_test(many_exchanges_leak_nothing),
    cmocka_unit_test(many_starts_leak_nothing),
    cmocka_unit_test(a_build_step_runs_to_its_end),
    cmocka_unit_test(deleted_files_are_counted),
};

int main(int argc, char **argv)
{
    int failed;

    (void)argc;
    if (!make_guest_folder(argv[0]))
        return 1;
    failed = cmocka_run_group_tests_name("process", tests, NULL, NULL);
    return !remove_guest_folder() || failed > 0;
}
