/* The jail from the inside: a small program (tests/misbehaving/inmate.c) and real interpreters run
 * in it, as the current user and, if that is root, also as an ordinary user.
 *
 * slow: a hundred jails, each as two users */
#define _GNU_SOURCE 1
#include "guest/jail_place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "support/as_users.h"
#include "support/jail_needed.h"

enum { OUTPUT = 8192, VIOLATION = 128 + SIGSYS };

static char ground[64]; /* bot/ is the guest's folder, other/ another guest's */
static char bot[96], other[96], secret[128];
static char self[PATH_MAX]; /* this program */

/* --- running a command in the jail ----------------------------------------------------------- */

static struct launch launch_of(const char *const *words)
{
    struct launch launch = {.folder = bot, .limits = limits_default};

    for (int i = 0; words[i] != NULL; i++)
        launch.argv[i] = words[i];
    return launch;
}
#define LAUNCH(...) launch_of((const char *const[]){__VA_ARGS__, NULL})

static struct {
    char text[OUTPUT];
    int status; /* as in the shell: 128 plus the signal */
} said;

_Noreturn static void exec_line(const struct jail_line *line, int output, int filter)
{
    int null = open("/dev/null", O_RDONLY);

    if (dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0 ||
        (!line->is_jailed && chdir(bot) != 0))
        _exit(126);
    fcntl(filter, F_SETFD, 0);
    for (int fd = 3; fd < 256; fd++)
        if (fd != filter)
            close(fd);
    execv(line->argv[0], (char *const *)line->argv);
    _exit(126);
}

static struct jail_place place; /* of the jail that was started last */

/* Starts a launch in the jail. Its output can be read from `output`. */
static pid_t start_child(const struct launch *launch, int *output)
{
    static struct jail_line line;
    struct launch complete = *launch;
    struct message message = {""};
    int filter = -1, ends[2];
    pid_t child;

    if (jail_place_make(&complete, &place, &message) != OK ||
        jail_filter(&complete, &filter, &message) != OK ||
        jail_make_line(&complete, -1, filter, &line, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(pipe(ends), 0);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        exec_line(&line, ends[1], filter);
    close(ends[1]);
    close(filter);
    *output = ends[0];
    return child;
}

/* Runs a launch in the jail until it exits. */
static void run(const struct launch *launch)
{
    int output, status;
    pid_t child = start_child(launch, &output);
    size_t length = 0;
    ssize_t count;

    while ((count = read(output, said.text + length, OUTPUT - 1 - length)) > 0)
        length += (size_t)count;
    said.text[length] = '\0';
    close(output);
    assert_int_equal(waitpid(child, &status, 0), child);
    said.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    assert_int_equal(jail_place_keep(&place, launch, NULL), OK);
    jail_place_release(&place);
}

static void run_words(const char *const *words)
{
    struct launch launch = launch_of(words);

    run(&launch);
}
#define RUN(...) run_words((const char *const[]){__VA_ARGS__, NULL})

static void says(const char *text)
{
    if (strstr(said.text, text) == NULL)
        fail_msg("no `%s` in:\n%s", text, said.text);
}

static void says_not(const char *text)
{
    if (strstr(said.text, text) != NULL)
        fail_msg("`%s` in:\n%s", text, said.text);
}

/* Skips a test if there is no jail or no such program. */
static void need(const char *program)
{
    char path[128];

    snprintf(path, sizeof path, "/usr/bin/%s", program != NULL ? program : "");
    jail_needed();
    if (program == NULL || access(path, X_OK) == 0)
        return;
    print_message("%s is not installed\n", path);
    skip();
}

/* --- the test folder -------------------------------------------------------------------------- */

static void write_file(const char *name, mode_t mode, const char *text)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof path, "%s%s%s", name[0] == '/' ? "" : bot, name[0] == '/' ? "" : "/",
             name);
    file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, mode), 0);
}

/* The inmate is next to this program. */
static int copy_inmate(void)
{
    char command[3 * PATH_MAX];

    snprintf(command, sizeof command, "cp '%.*s/inmate' '%s/inmate' && chmod 755 '%s/inmate'",
             (int)(strrchr(self, '/') - self), self, bot, bot);
    return system(command);
}

/* Not in TMPDIR, because an ordinary user may not be able to reach root's. */
static int make_ground(uid_t owner)
{
    char command[128];

    strcpy(ground, "/tmp/broadside-jail-XXXXXX");
    if (mkdtemp(ground) == NULL || chmod(ground, 0755) != 0)
        return -1;
    snprintf(bot, sizeof bot, "%s/bot", ground);
    snprintf(other, sizeof other, "%s/other", ground);
    snprintf(secret, sizeof secret, "%s/secret", other);
    if (mkdir(bot, 0755) != 0 || mkdir(other, 0755) != 0 || copy_inmate() != 0)
        return -1;
    write_file(secret, 0644, "hidden\n");
    snprintf(command, sizeof command, "chown -R %ld %s", (long)owner, ground);
    return system(command);
}

static void remove_ground(void)
{
    char command[128];

    snprintf(command, sizeof command, "rm -rf '%s'", ground);
    if (system(command) != 0)
        fprintf(stderr, "cannot remove %s\n", ground);
}

/* --- isolation -------------------------------------------------------------------------------- */

static void a_guest_has_no_privileges(void **state)
{
    (void)state;
    need(NULL);
    RUN("./inmate", "facts");
    assert_int_equal(said.status, 0);
    says_not("uid 0");
    says_not("gid 0");
    if (getuid() == 0) /* an ordinary user may not leave their groups */
        says("groups 0\n");
    says("CapInh:\t0000000000000000\n");
    says("CapPrm:\t0000000000000000\n");
    says("CapEff:\t0000000000000000\n");
    says("CapBnd:\t0000000000000000\n");
    says("CapAmb:\t0000000000000000\n");
    says("NoNewPrivs:\t1\n");
    says("Seccomp:\t2\n");
    says("host jail\n");
    says("folder /bot\n");
    says("env HOME=/home/bot\n");
    says("env LANG=C.UTF-8\n");
    says_not("env USER");
    says_not("env BUILD");
}

static void a_guest_is_alone(void **state)
{
    (void)state;
    need(NULL);
    RUN("./inmate", "facts");
    says("processes 2\n"); /* the init of its namespace, and itself */
    says("descriptors 3\n");
    says("interface lo\n");
    assert_null(strstr(strstr(said.text, "interface") + 1, "interface"));
    RUN("./inmate", "kill");
    assert_string_equal(said.text, "alive\n");
}

static void a_guest_does_not_see_the_machine(void **state)
{
    char us[64];

    (void)state;
    need(NULL);
    snprintf(us, sizeof us, "/proc/%ld/status", (long)getpid());
    RUN("./inmate", "see", "/bot/inmate", "/usr/bin/env", secret, "../other/secret", self, us,
        "/root", "/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/ssl", "/sys", "/var", "/run",
        "/boot", "/opt", "/proc/kcore", "/dev/ptmx", "/dev/pts/ptmx", "/dev/sda", "/dev/vda",
        "/dev/mem", "/proc/1/root/etc/passwd");
    says("/bot/inmate: yes\n");
    says("/usr/bin/env: yes\n");
    *strstr(said.text, "yes") = '-'; /* only these two */
    *strstr(said.text, "yes") = '-';
    says_not("yes");
    RUN("ls", "/home", "/tmp", "/home/bot", "/dev/shm");
    assert_string_equal(said.text, "/dev/shm:\n\n/home:\nbot\n\n/home/bot:\n\n/tmp:\n");
}

static void only_scratch_is_writable(void **state)
{
    (void)state;
    need(NULL);
    RUN("./inmate", "write", "/x", "/bot/x", "/bot/inmate", "/usr/x", "/usr/bin/x", "/etc/x",
        "/home/bot/../x", "/dev/x", "/proc/self/oom_score_adj", "/proc/self/mem", "/proc/1/mem");
    says_not("yes");
    says("/bot/inmate: ");
    RUN("./inmate", "write", "/tmp/x", "/home/bot/x", "/dev/shm/x");
    assert_string_equal(said.text, "/tmp/x: yes\n/home/bot/x: yes\n/dev/shm/x: yes\n");
    RUN("sh", "-c", "echo $HOME; cd && ls -A && touch y && ls; echo >/dev/null");
    assert_string_equal(said.text, "/home/bot\ny\n");
}

/* --- limits --------------------------------------------------------------------------------- */

static void limits_are_enforced(void **state)
{
    static const char *const scratch[] = {"/tmp", "/home/bot", "/dev/shm"};
    struct launch launch;

    (void)state;
    need(NULL);
    for (int i = 0; i < 3; i++) {
        launch = LAUNCH("./inmate", "fill", scratch[i]);
        launch.limits.scratch_mb = 3;
        run(&launch);
        assert_in_range(strtol(said.text, NULL, 10), 2048, 3072);
    }
    launch = LAUNCH("./inmate", "grow", "/tmp/file");
    launch.limits.scratch_mb = 2;
    run(&launch);
    assert_int_equal(strtol(said.text, NULL, 10), 2048);
    launch = LAUNCH("./inmate", "memory");
    launch.limits.memory_mb = 40;
    run(&launch);
    assert_in_range(strtol(said.text, NULL, 10), 20, 40);
    RUN("grep", "pending", "/proc/self/limits");
    says("  256  ");
    launch = LAUNCH("./inmate", "forks");
    launch.limits.processes = 17;
    run(&launch);
    assert_in_range(strtol(said.text, NULL, 10), 12, 17);
    says("Resource temporarily unavailable");
}

/* What one guest uses does not count for another. */
static void guests_do_not_share_limits(void **state)
{
    struct launch crowd = LAUNCH("sh", "-c",
                                 "i=0; while [ $i -lt 12 ]; do sleep 20 & i=$((i + 1)); done; "
                                 "echo ready; wait");
    struct launch second = LAUNCH("./inmate", "forks");
    int output;
    char byte;
    pid_t child;

    (void)state;
    need(NULL);
    crowd.limits.processes = second.limits.processes = 17;
    child = start_child(&crowd, &output);
    assert_int_equal(read(output, &byte, 1), 1);
    run(&second);
    assert_in_range(strtol(said.text, NULL, 10), 12, 17);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(output);
}

static void memory_follows_the_limit(void **state)
{
    struct launch plain = LAUNCH("./inmate"), java = LAUNCH("/usr/bin/java", "Bot");

    (void)state;
    assert_int_equal(jail_memory_mb(&plain), limits_default.memory_mb);
    assert_int_equal(jail_memory_mb(&java), 1024);
    java.limits.memory_mb = 300;
    assert_int_equal(jail_memory_mb(&java), 300);
    plain.writes_folder = true;
    assert_int_equal(jail_memory_mb(&plain), 1024);
}

/* --- the filter ----------------------------------------------------------------------------- */

/* Makes these calls one after the other and expects the same result for each. */
static void calls_end(const char *const *names, const char *expected)
{
    struct launch launch = LAUNCH("./inmate", "calls");
    char line[128];

    for (int i = 0; names[i] != NULL; i++)
        launch.argv[2 + i] = names[i];
    run(&launch);
    assert_int_equal(said.status, 0);
    for (int i = 0; names[i] != NULL; i++) {
        snprintf(line, sizeof line, "%s: %s\n", names[i], expected);
        says(line);
    }
}
#define CALLS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void calls_of_attackers_kill(void **state)
{
    (void)state;
    need(NULL);
    calls_end(CALLS("inet", "inet6", "netlink", "packet", "vsock", "high-bits"), "killed");
    calls_end(CALLS("ptrace", "read-memory", "unshare", "setns", "clone-user", "clone-net", "mount",
                    "umount", "open-tree", "fsopen", "pivot-root", "chroot", "bpf", "perf",
                    "userfaultfd", "keyctl", "add-key", "module", "kexec", "reboot", "settime",
                    "handle", "hostname", "personality", "sti", "sti-high-bits"),
              "killed");
#ifdef __x86_64__
    calls_end(CALLS("int80", "x32", "iopl"), "killed");
#endif
    RUN("./inmate", "call", "ptrace");
    assert_int_equal(said.status, VIOLATION);
    assert_string_equal(said.text, "");
}

static void unneeded_calls_do_not_exist(void **state)
{
    (void)state;
    need(NULL);
    calls_end(CALLS("clone3", "io-uring", "memfd", "shared-memory", "affinity", "unheard-of",
                    "setuid-bit", "setgid-file", "setuid-nameless"),
              "Function not implemented");
    calls_end(CALLS("map-shared", "map-validated"), "Cannot allocate memory"); /* uncounted */
    calls_end(CALLS("map-zero"), "No such device");
}

static void ordinary_calls_are_allowed(void **state)
{
    (void)state;
    need(NULL);
    calls_end(CALLS("fork", "unix", "pair", "which-personality", "mode", "nameless", "random",
                    "map-private", "map-program", "map-file"),
              "0");
}

/* A JVM probes for a network, also in build steps. It gets an error; everything else still kills.
 */
static void a_jvm_may_probe_for_a_network(void **state)
{
    struct launch launch =
        LAUNCH("./inmate", "calls", "inet", "inet6", "netlink", "packet", "ptrace", "unix");

    (void)state;
    need(NULL);
    launch.writes_folder = true;
    run(&launch);
    assert_string_equal(said.text, "inet: Address family not supported by protocol\n"
                                   "inet6: Address family not supported by protocol\n"
                                   "netlink: killed\npacket: killed\nptrace: killed\nunix: 0\n");
}

/* --- languages ------------------------------------------------------------------------------ */

static void python_runs(void **state)
{
    (void)state;
    need("python3");
    write_file("bot.py", 0644,
               "import random, select, subprocess, tempfile, threading\n"
               "from multiprocessing import Pool\n"
               "if __name__ == '__main__':\n"
               "    t = threading.Thread(target=lambda: print('thread'))\n"
               "    t.start(); t.join()\n"
               "    print(subprocess.check_output(['echo', 'child'], text=True), end='')\n"
               "    with Pool(2) as pool: print(pool.map(abs, [-1, 2]))\n"
               "    tempfile.TemporaryFile().write(b'x')\n"
               "    try: bytearray(600 << 20)\n"
               "    except MemoryError: print('full')\n"
               "    print('hello', input())\n");
    RUN("sh", "-c", "echo world | python3 bot.py");
    assert_string_equal(said.text, "thread\nchild\n[1, 2]\nfull\nhello world\n");
    RUN("python3", "-c", "import socket; socket.socket()");
    assert_int_equal(said.status, VIOLATION);
}

static void node_runs(void **state)
{
    (void)state;
    need("node");
    write_file(
        "bot.js", 0644,
        "const {Worker, isMainThread} = require('worker_threads');\n"
        "if (isMainThread) {\n"
        "  const big = []; for (let i = 0; i < 300; i++) big.push(new Array(1 << 17).fill(i));\n"
        "  console.log(require('child_process').execSync('echo child').toString().trim());\n"
        "  new Worker(__filename).on('exit', code => { console.log('worker', code);\n"
        "    require('fs').writeFile('/tmp/x', 'x', e => console.log('hello', e, big.length)); "
        "});\n"
        "}\n");
    RUN("node", "bot.js");
    assert_string_equal(said.text, "child\nworker 0\nhello null 300\n");
}

/* Built and run in the jail. The program reads through java.nio, which probes for a network. */
static void java_is_built_and_runs(void **state)
{
    struct launch build = LAUNCH("javac", "Bot.java");

    (void)state;
    need("javac");
    write_file(
        "Bot.java", 0644,
        "import java.nio.file.*;\n"
        "public class Bot { public static void main(String[] a) throws Exception {\n"
        "  System.out.println(Files.readString(Path.of(\"word\")).trim());\n"
        "  Thread t = new Thread(() -> System.out.println(\"thread\")); t.start(); t.join();\n"
        "  byte[][] big = new byte[300][]; for (int i = 0; i < 300; i++) big[i] = new byte[1 << "
        "20];\n"
        "  try { new java.net.Socket(\"127.0.0.1\", 80); } catch (Exception e) {\n"
        "    System.out.println(e.getClass().getName()); } } }\n");
    write_file("word", 0644, "hello\n");
    build.writes_folder = true;
    run(&build);
    assert_int_equal(said.status, 0);
    RUN("java", "-cp", ".", "Bot");
    assert_string_equal(said.text, "hello\nthread\njava.net.SocketException\n");
}

static void a_build_step_writes_only_its_folder(void **state)
{
    struct launch build = LAUNCH("cc", "-O2", "-o", "built", "built.c");
    struct launch writes = LAUNCH("./inmate", "write", "/bot/new", "/usr/x", "/x", "/etc/x");

    (void)state;
    need("cc");
    write_file("built.c", 0644,
               "#include <stdio.h>\nint main(void) { return puts(\"built\") < 0; }\n");
    build.writes_folder = writes.writes_folder = true;
    run(&build);
    assert_string_equal(said.text, "");
    assert_int_equal(said.status, 0);
    run(&build); /* overwrites its own file */
    assert_int_equal(said.status, 0);
    RUN("./built");
    assert_string_equal(said.text, "built\n");
    run(&writes);
    says("/bot/new: yes\n");
    *strstr(said.text, "yes") = '-';
    says_not("yes");
}

/* --- commands are checked before they run ------------------------------------------------------
 */

static void refused(const struct launch *launch, const char *because)
{
    static struct jail_line line;
    struct message message = {""};

    if (jail_make_line(launch, -1, 0, &line, &message) == OK ||
        strstr(message.text, because) == NULL)
        fail_msg("not `%s`, but: %s", because, message.text);
}

static void commands_that_cannot_run_are_rejected(void **state)
{
    const char *const cases[][2] = {
        {"", "the command is empty"},
        {"./absent", "./absent: No such file"},
        {"./text", "chmod +x"},
        {"text", "write ./text"},
        {"no-such-program", "no such program"},
        {"../other/secret", "outside the folder"},
        {secret, "secret is not in /usr"},
        {"./far", "in its first line"},
    };
    static struct launch launch;
    char script[160];

    (void)state;
    need(NULL);
    write_file("text", 0644, "#!/bin/sh\n");
    snprintf(script, sizeof script, "#!%s\n", secret);
    write_file("far", 0755, script);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        launch = LAUNCH(cases[i][0]);
        refused(&launch, cases[i][1]);
    }
    launch = LAUNCH("true");
    launch.folder = "/";
    refused(&launch, "a separate folder");
    launch.folder = "bot";
    refused(&launch, "absolute");
    launch.folder = secret;
    refused(&launch, "not a folder");
    launch.folder = "/tmp/broadside-no-such-folder";
    refused(&launch, "No such file");
}

static void a_folder_that_contains_the_home_is_rejected(void **state)
{
    const char *home = getenv("HOME");
    char *kept = home != NULL ? strdup(home) : NULL;
    struct launch launch = LAUNCH("true");

    (void)state;
    need(NULL);
    setenv("HOME", bot, 1);
    refused(&launch, "a separate folder");
    launch.folder = ground;
    refused(&launch, "a separate folder");
    launch.folder = other;
    setenv("HOME", ground, 1);
    run(&launch);
    assert_int_equal(said.status, 0);
    if (kept != NULL)
        setenv("HOME", kept, 1);
    free(kept);
}

static void paths_into_the_folder_are_mapped(void **state)
{
    char inmate[128], link[128], through[160], inner[128];

    (void)state;
    need(NULL);
    snprintf(inmate, sizeof inmate, "%s/inmate", bot);
    snprintf(inner, sizeof inner, "%s/inmate", bot);
    RUN(inmate, "see", inner);
    assert_string_equal(said.text, "/bot/inmate: yes\n");
    snprintf(link, sizeof link, "%s/link", ground);
    snprintf(through, sizeof through, "%s/inmate", link);
    if (access(link, F_OK) != 0)
        assert_int_equal(symlink(bot, link), 0);
    struct launch launch = LAUNCH(through, "see", through, inner);
    launch.folder = link;
    run(&launch);
    assert_string_equal(said.text, "/bot/inmate: yes\n/bot/inmate: yes\n");
    unlink(link);
}

static void interpreters_elsewhere_are_replaced_by_the_systems(void **state)
{
    char env[160];

    (void)state;
    need("env");
    snprintf(env, sizeof env, "%s/env", other);
    write_file(env, 0755, "#!/bin/sh\necho wrong\n");
    RUN(env, "echo", "right");
    assert_string_equal(said.text, "right\n");
}

static void an_extra_file_is_visible_at_its_path(void **state)
{
    char program[160];
    struct launch launch;

    (void)state;
    need(NULL);
    snprintf(program, sizeof program, "%s/program", other);
    write_file(program, 0755, "#!/bin/sh\nls \"$(dirname \"$0\")\"; echo x >>\"$0\"\n");
    launch = LAUNCH(program);
    launch.extra_file = program;
    run(&launch);
    says("program\n");
    says_not("secret");
    says("cannot create");
}

static void files_must_be_readable_for_the_jails_user(void **state)
{
    static struct launch launch;

    (void)state;
    need(NULL);
    write_file("private", 0700, "#!/bin/sh\necho mine\n");
    launch = LAUNCH("./private");
    if (geteuid() == 0) {
        refused(&launch, "chmod -R o+rX");
        launch = LAUNCH("sh", "private");
        refused(&launch, "chmod -R o+rX");
        return;
    }
    run(&launch);
    assert_string_equal(said.text, "mine\n");
}

/* --- missing protections -----------------------------------------------------------------------
 */

/* In a separate process, because the support is looked up once per process. */
static void in_another_process(bool (*check)(void))
{
    int status;
    pid_t child;

    fflush(NULL);
    child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(check() ? 0 : 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static bool lacks_bubblewrap(void)
{
    static struct jail_line line;
    struct launch launch = LAUNCH("./inmate");
    struct message message, again;

    setenv("PATH", "/nonexistent", 1);
    if (!jail_missing(&message) || strstr(message.text, "(package bubblewrap)") == NULL ||
        !jail_missing(&again) || strcmp(message.text, again.text) != 0)
        return false;
    if (jail_make_line(&launch, -1, -1, &line, &again) != ERR_JAIL ||
        strcmp(message.text, again.text) != 0)
        return false;
    launch.unsafe = true;
    return jail_make_line(&launch, -1, -1, &line, &again) == OK && !line.is_jailed &&
           strcmp(line.argv[line.words - 1], "./inmate") == 0;
}

static bool has_broken_bubblewrap(void)
{
    struct message message;

    setenv("PATH", other, 1);
    return jail_missing(&message) && strstr(message.text, "cannot create a jail") != NULL &&
           strstr(message.text, "bwrap: not today") != NULL;
}

static bool has_lying_bubblewrap(void)
{
    struct message message;

    setenv("PATH", other, 1);
    return jail_missing(&message) && strstr(message.text, "no output") != NULL;
}

static void missing_protections_are_named(void **state)
{
    char fake[160];

    (void)state;
    in_another_process(lacks_bubblewrap);
    snprintf(fake, sizeof fake, "%s/bwrap", other);
    write_file(fake, 0755, "#!/bin/sh\necho 'bwrap: not today' >&2\nexit 1\n");
    in_another_process(has_broken_bubblewrap);
    write_file(fake, 0755, "#!/bin/sh\nexit 0\n");
    in_another_process(has_lying_bubblewrap);
}

/* Otherwise a broken jail would skip all these tests instead of failing them. */
static void a_working_bubblewrap_means_a_jail(void **state)
{
    struct message message = {""};

    (void)state;
#ifndef HAVE_SECCOMP
    jail_needed();
#endif
    if (system("bwrap --unshare-all --ro-bind / / true >/dev/null 2>&1") != 0)
        jail_needed();
    jail_missing(&message);
    assert_string_equal(message.text, "");
}

static void without_a_filter_there_is_no_jail(void **state)
{
    static struct jail_line line;
    struct launch launch = LAUNCH("./inmate", "facts");

    (void)state;
    need(NULL);
    assert_int_equal(jail_make_line(&launch, -1, -1, &line, NULL), ERR_JAIL);
    launch.unsafe = true;
    assert_int_equal(jail_make_line(&launch, -1, -1, &line, NULL), OK);
    assert_true(line.is_jailed);
}

/* --- once for each user ------------------------------------------------------------------------
 */

static int run_group(const char *user)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_protections_are_named), /* before the first lookup */
        cmocka_unit_test(a_working_bubblewrap_means_a_jail),
        cmocka_unit_test(a_guest_has_no_privileges),
        cmocka_unit_test(a_guest_is_alone),
        cmocka_unit_test(a_guest_does_not_see_the_machine),
        cmocka_unit_test(only_scratch_is_writable),
        cmocka_unit_test(limits_are_enforced),
        cmocka_unit_test(guests_do_not_share_limits),
        cmocka_unit_test(memory_follows_the_limit),
        cmocka_unit_test(calls_of_attackers_kill),
        cmocka_unit_test(unneeded_calls_do_not_exist),
        cmocka_unit_test(ordinary_calls_are_allowed),
        cmocka_unit_test(a_jvm_may_probe_for_a_network),
        cmocka_unit_test(python_runs),
        cmocka_unit_test(node_runs),
        cmocka_unit_test(java_is_built_and_runs),
        cmocka_unit_test(a_build_step_writes_only_its_folder),
        cmocka_unit_test(commands_that_cannot_run_are_rejected),
        cmocka_unit_test(a_folder_that_contains_the_home_is_rejected),
        cmocka_unit_test(paths_into_the_folder_are_mapped),
        cmocka_unit_test(interpreters_elsewhere_are_replaced_by_the_systems),
        cmocka_unit_test(an_extra_file_is_visible_at_its_path),
        cmocka_unit_test(files_must_be_readable_for_the_jails_user),
        cmocka_unit_test(without_a_filter_there_is_no_jail),
    };
    char name[64];

    snprintf(name, sizeof name, "jail, as %s", user);
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* Each user has a folder of its own. */
static int run_in_ground(uid_t user)
{
    int failed;

    if (make_ground(user) != 0) {
        fprintf(stderr, "cannot create the test folder: %s\n", strerror(errno));
        return 1;
    }
    failed = run_as_user(user, NULL, run_group);
    remove_ground();
    return failed;
}

int main(void)
{
    uid_t users[2];
    int failed = 0;

    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0)
        return 1;
    for (int i = 0; i < test_users(users); i++)
        failed += run_in_ground(users[i]);
    return failed != 0;
}
