/* The command line of a jail: bubblewrap with its namespaces and file system, then prlimit and, for
 * root, setpriv, then the guest itself.
 *
 * An ordinary user needs a user namespace, in which the guest is user 1000 without capabilities.
 * Limits are set inside, because outside all jails of that user would share them. Root needs no
 * user namespace: bubblewrap mounts as root, so that guests may be below private folders, and
 * setpriv then switches to an unused user. Limits on processes count by user, so each jail has a
 * different one. Three capabilities are kept until that switch, and none after it. A build step
 * needs none, because it works on a copy of its folder that belongs to its user. */
#define _GNU_SOURCE 1
#include "base/path.h"
#include "guest/jail_internal.h"

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JVM_HEAP_MB = 512 };

struct builder {
    struct jail_line *line;
    const struct launch *launch;
    size_t used;
    bool full;
};

static void add(struct builder *builder, const char *word)
{
    struct jail_line *line = builder->line;

    if (line->words >= JAIL_WORDS + LAUNCH_WORDS) {
        builder->full = true;
        return;
    }
    line->argv[line->words++] = word;
    line->argv[line->words] = NULL;
}

/* Adds words that need no copy, ended by NULL. */
static void add_all(struct builder *builder, const char *const *words)
{
    while (*words != NULL)
        add(builder, *words++);
}
#define ADD(builder, ...) add_all(builder, (const char *const[]){__VA_ARGS__, NULL})

__attribute__((format(printf, 2, 3))) static void add_format(struct builder *builder,
                                                             const char *format, ...)
{
    char *start = builder->line->memory + builder->used;
    size_t room = sizeof builder->line->memory - builder->used;
    va_list values;
    int length;

    va_start(values, format);
    length = vsnprintf(start, room, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= room) {
        builder->full = true;
        return;
    }
    builder->used += (size_t)length + 1;
    add(builder, start);
}

static bool is_java(const struct launch *launch)
{
    return strcmp(path_base(launch->argv[0]), "java") == 0;
}

bool jail_may_be_jvm(const struct launch *launch)
{
    return is_java(launch) || launch->writes_folder;
}

uint32_t jail_memory_mb(const struct launch *launch)
{
    return jail_may_be_jvm(launch) ? limits_java_mb(&launch->limits) : launch->limits.memory_mb;
}

uint64_t jail_data_limit(const struct launch *launch)
{
    uint32_t most_mb = launch->data_mb ? launch->data_mb : jail_memory_mb(launch);

    return most_mb == JAIL_DATA_UNLIMITED ? UINT64_MAX : (uint64_t)most_mb << 20;
}

static unsigned long long megabytes(uint32_t number)
{
    return (unsigned long long)number << 20;
}

static void add_namespaces(struct builder *builder, const struct jail_support *support)
{
    ADD(builder, "--die-with-parent", "--new-session", "--hostname", "jail", "--cap-drop", "ALL");
    if (!support->switches_user) {
        ADD(builder, "--unshare-all", "--uid", "1000", "--gid", "1000");
        return;
    }
    ADD(builder, "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
        "--unshare-cgroup-try");
    ADD(builder, "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP");
}

/* /bin and the like are links into /usr on most systems and separate folders on some. */
static void add_old_folders(struct builder *builder)
{
    static const char *const folders[][2] = {{"/bin", "usr/bin"},     {"/sbin", "usr/sbin"},
                                             {"/lib", "usr/lib"},     {"/lib64", "usr/lib64"},
                                             {"/lib32", "usr/lib32"}, {"/libx32", "usr/libx32"}};
    struct stat facts;

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (lstat(folders[i][0], &facts) != 0)
            continue;
        if (S_ISLNK(facts.st_mode))
            ADD(builder, "--symlink", folders[i][1], folders[i][0]);
        else
            ADD(builder, "--ro-bind", folders[i][0], folders[i][0]);
    }
}

/* What programs in /usr need from /etc: no users, no hosts, no keys. */
static void add_etc(struct builder *builder)
{
    static const char *const files[] = {"/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"};
    glob_t found;

    ADD(builder, "--perms", "0755", "--dir", "/etc");
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        ADD(builder, "--ro-bind-try", files[i], files[i]);
    if (glob("/etc/java-*-openjdk", 0, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc && i < 8; i++) {
        ADD(builder, "--ro-bind-try");
        add_format(builder, "%s", found.gl_pathv[i]);
        add(builder, builder->line->argv[builder->line->words - 1]);
    }
    globfree(&found);
}

static void add_scratch(struct builder *builder, const char *where)
{
    ADD(builder, "--perms", "1777", "--size");
    add_format(builder, "%llu", megabytes(builder->launch->limits.scratch_mb));
    ADD(builder, "--tmpfs", where);
}

/* Another file, at its path outside. Its parent folders are accessible to others. */
static void add_extra_file(struct builder *builder)
{
    const char *extra_file = builder->launch->extra_file;

    if (extra_file == NULL || text_starts_with(extra_file, "/usr/"))
        return;
    for (const char *slash = strchr(extra_file + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        ADD(builder, "--perms", "0755", "--dir");
        add_format(builder, "%.*s", (int)(slash - extra_file), extra_file);
    }
    ADD(builder, "--ro-bind", builder->launch->file_copy ? builder->launch->file_copy : extra_file,
        extra_file);
}

/* Files of /proc that count what all processes of the machine do, in more detail than its load:
 * one guest could count what another one does. Runtimes do not need them, so inside they cannot be
 * read. (/proc/stat, meminfo and loadavg tell little more than sysinfo, which runtimes do need.) */
static void hide_counters(struct builder *builder)
{
    static const char *const files[] = {
        "/proc/buddyinfo",  "/proc/diskstats",    "/proc/interrupts",   "/proc/key-users",
        "/proc/keys",       "/proc/locks",        "/proc/schedstat",    "/proc/slabinfo",
        "/proc/softirqs",   "/proc/vmallocinfo",  "/proc/vmstat",       "/proc/zoneinfo",
        "/proc/timer_list", "/proc/pagetypeinfo", "/proc/latency_stats"};
    static const char *const folders[] = {"/proc/sys", "/proc/pressure", "/proc/fs", "/proc/irq"};

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (access(files[i], F_OK) == 0)
            ADD(builder, "--ro-bind", "/dev/null", files[i]);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (access(folders[i], F_OK) == 0)
            ADD(builder, "--perms", "0555", "--tmpfs", folders[i], "--remount-ro", folders[i]);
}

/* A file that is too large to be copied, as the only one in its folder. */
static void add_only_file(struct builder *builder)
{
    const struct launch *launch = builder->launch;

    ADD(builder, "--perms", "0755", "--dir", "/bot", "--ro-bind");
    add_format(builder, "%s/%s", launch->folder, launch->only_file);
    add_format(builder, "/bot/%s", launch->only_file);
}

/* The order matters: later mounts cover earlier ones, and / is made read-only at the end. */
static void add_files(struct builder *builder)
{
    const struct launch *launch = builder->launch;

    ADD(builder, "--ro-bind", "/usr", "/usr");
    add_old_folders(builder);
    add_etc(builder);
    ADD(builder, "--proc", "/proc");
    hide_counters(builder);
    ADD(builder, "--dev", "/dev");
    /* No limit counts shared mappings of /dev/zero. /dev/full reads the same without memory. */
    ADD(builder, "--dev-bind", "/dev/full", "/dev/zero");
    /* The kernel counts terminals for the whole machine: guests could talk by using them up. */
    ADD(builder, "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts");
    add_scratch(builder, "/dev/shm");
    add_scratch(builder, "/tmp");
    ADD(builder, "--perms", "0755", "--dir", "/home");
    add_scratch(builder, "/home/bot");
    add_extra_file(builder);
    if (launch->only_file && !launch->folder_copy)
        add_only_file(builder);
    else
        ADD(builder, launch->writes_folder ? "--bind" : "--ro-bind",
            launch->folder_copy ? launch->folder_copy : launch->folder, "/bot");
    ADD(builder, "--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir",
        "/bot");
}

static void add_environment(struct builder *builder)
{
    const struct launch *launch = builder->launch;

    ADD(builder, "--clearenv", "--setenv", "PATH", jail_search_path, "--setenv", "HOME",
        "/home/bot", "--setenv", "TMPDIR", "/tmp", "--setenv", "LANG", "C.UTF-8");
    /* The leak check uses ptrace, which the filter kills. */
    ADD(builder, "--setenv", "LSAN_OPTIONS", "detect_leaks=0");
    ADD(builder, "--setenv", "NODE_OPTIONS");
    add_format(builder, "--max-old-space-size=%u", jail_memory_mb(launch) / 4 * 3);
    if (launch->writes_folder) { /* for javac; it mentions this on standard error */
        ADD(builder, "--setenv", "JAVA_TOOL_OPTIONS");
        add_format(builder, "-Xmx%dm -XX:+UseSerialGC", JVM_HEAP_MB);
    }
}

static void add_limits(struct builder *builder, const struct jail_support *support)
{
    const struct limits *limits = &builder->launch->limits;

    if (support->prlimit[0] == '\0')
        return;
    /* The kernel counts queued signals by user: a few jails must not use up what theirs has. */
    ADD(builder, support->prlimit, "--core=0", "--nofile=256", "--stack=8388608", "--rtprio=0",
        "--nice=0", "--sigpending=256");
    if (jail_data_limit(builder->launch) != UINT64_MAX)
        add_format(builder, "--data=%llu", (unsigned long long)jail_data_limit(builder->launch));
    add_format(builder, "--fsize=%llu", megabytes(limits->scratch_mb));
    if (support->has_namespaces) /* outside it would count everything this user runs */
        add_format(builder, "--nproc=%u", limits->processes);
    ADD(builder, "--");
}

/* A launch without a place, as in tests, gets a user that is never released. */
static enum error add_user(struct builder *builder, const struct jail_support *support,
                           struct message *message)
{
    uint32_t user = builder->launch->user ? builder->launch->user : jail_user_take(support);

    if (user == 0)
        return error_set(ERR_JAIL, message, "no user number is free for another jail");
    ADD(builder, support->setpriv);
    add_format(builder, "--reuid=%u", user);
    add_format(builder, "--regid=%u", user);
    ADD(builder, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all",
        "--bounding-set=-all", "--");
    return OK;
}

static enum error add_command(struct builder *builder, bool has_namespaces, struct message *message)
{
    const struct launch *launch = builder->launch;

    for (int i = 0; i < LAUNCH_WORDS && launch->argv[i] != NULL; i++) {
        char inside[PATH_MAX];
        enum error error = OK;

        if (!has_namespaces) {
            add(builder, launch->argv[i]);
        } else {
            error = jail_word(launch, i, inside, sizeof inside, message);
            add_format(builder, "%s", inside);
        }
        if (error)
            return error;
        /* The guest's own options come after these and win. */
        if (i == 0 && is_java(launch)) {
            add_format(builder, "-Xmx%um", jail_memory_mb(launch) / 2);
            ADD(builder, "-XX:+UseSerialGC", "-XX:-UsePerfData");
        }
    }
    return OK;
}

enum error jail_compose(const struct jail_support *support, const struct launch *launch,
                        int status_fd, int filter_fd, struct jail_line *line,
                        struct message *message)
{
    struct builder builder = {.line = line, .launch = launch};
    enum error error = OK;

    line->words = 0;
    line->is_jailed = support->has_namespaces;
    if (launch->argv[0] == NULL || launch->argv[0][0] == '\0')
        return error_set(ERR_SYNTAX, message, "the command is empty");
    if (support->has_namespaces) {
        if ((error = jail_check_launch(launch, support->switches_user, message)) != OK)
            return error;
        ADD(&builder, support->bwrap);
        add_namespaces(&builder, support);
        add_files(&builder);
        add_environment(&builder);
        if (status_fd >= 0) {
            ADD(&builder, "--json-status-fd");
            add_format(&builder, "%d", status_fd);
        }
        if (filter_fd >= 0) {
            ADD(&builder, "--seccomp");
            add_format(&builder, "%d", filter_fd);
        }
        ADD(&builder, "--");
    }
    add_limits(&builder, support);
    if (support->has_namespaces && support->switches_user &&
        (error = add_user(&builder, support, message)) != OK)
        return error;
    if ((error = add_command(&builder, support->has_namespaces, message)) != OK)
        return error;
    if (builder.full)
        return error_set(ERR_FULL, message, "the command is too long");
    return OK;
}

enum error jail_make_line(const struct launch *launch, int status_fd, int filter_fd,
                          struct jail_line *line, struct message *message)
{
    const struct jail_support *support = jail_support();

    if (!launch->unsafe && support->missing.text[0] != '\0')
        return error_set(ERR_JAIL, message, "%s", support->missing.text);
    if (!launch->unsafe && filter_fd < 0)
        return error_set(ERR_JAIL, message, "there is no system call filter");
    return jail_compose(support, launch, status_fd, filter_fd, line, message);
}
