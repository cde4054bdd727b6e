/* Where control groups can be created, found out by creating one, and the groups that killed arenas
 * left there.
 *
 * Version 1: below our own group, for each controller by itself. Version 2: a group that limits its
 * children cannot contain processes, so the arena moves into a child of its own group. That fails
 * if other processes share the group, such as the shell of a terminal; then the next group above is
 * used that already limits its children and is ours, unless a memory limit on the way would be
 * bypassed. */
#define _GNU_SOURCE
#include "base/buffer.h"
#include "base/text.h"
#include "guest/cgroup_internal.h"
#include "guest/process_internal.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEXT_CAP = 4 << 20, SHORT_TEXT = 4096, KILL_TRIES = 100 };

static const char name_start[] = "broadside-";

/* --- names -------------------------------------------------------------------------------------*/

/* A pid means nothing in another pid namespace, so the namespace is part of the name. */
static unsigned long long own_namespace(void)
{
    struct stat facts;

    return stat("/proc/self/ns/pid", &facts) == 0 ? (unsigned long long)facts.st_ino : 0;
}

void cgroup_name_prefix(char name[CGROUP_NAME])
{
    snprintf(name, CGROUP_NAME, "%s%llu-%d-%llu", name_start, own_namespace(), (int)getpid(),
             (unsigned long long)process_usage_start(getpid()));
}

bool cgroup_is_left_over(const char *name)
{
    unsigned long long space, start;
    int pid, length = 0;

    if (sscanf(name, "broadside-%llu-%d-%llu-%n", &space, &pid, &start, &length) != 3 ||
        length == 0 || space != own_namespace())
        return false;
    return process_usage_start((pid_t)pid) != start;
}

/* --- groups of killed arenas -------------------------------------------------------------------*/

/* Version 2 has a file that kills a whole group. In version 1 processes are killed one by one; a
 * frozen one dies when it thaws. */
static void kill_group(const char *folder)
{
    char text[SHORT_TEXT], *at = text, *end;

    cgroup_write_file(folder, "freezer.state", "THAWED");
    cgroup_write_file(folder, "cgroup.freeze", "0");
    if (cgroup_write_file(folder, "cgroup.kill", "1") ||
        !cgroup_read_file(folder, "cgroup.procs", text, sizeof text))
        return;
    for (long pid; (pid = strtol(at, &end, 10)) > 0 && end != at; at = end)
        kill((pid_t)pid, SIGKILL);
}

static void remove_left_overs(const char *parent)
{
    DIR *all = opendir(parent);
    const struct dirent *entry;

    while (all && (entry = readdir(all))) {
        char folder[CGROUP_PATH];

        if (!text_starts_with(entry->d_name, name_start) || !cgroup_is_left_over(entry->d_name) ||
            snprintf(folder, sizeof folder, "%s/%s", parent, entry->d_name) >= (int)sizeof folder)
            continue;
        for (int i = 0; i < KILL_TRIES && rmdir(folder) != 0 && errno == EBUSY; i++) {
            kill_group(folder);
            usleep(1000);
        }
    }
    if (all)
        closedir(all);
}

/* --- where our own group is --------------------------------------------------------------------*/

static bool is_in_list(struct slice list, char separator, const char *word)
{
    struct slice part;

    while (slice_cut(&list, separator, &part))
        if (slice_is(part, word))
            return true;
    return false;
}

/* Lines of /proc/PID/cgroup: `4:memory:/a/b`; version 2: `0::/a/b`. */
static bool find_path(const char *groups, const char *controller, struct slice *path)
{
    struct slice rest = slice_of(groups), line, number, list;

    while (slice_cut(&rest, '\n', &line)) {
        if (!slice_cut(&line, ':', &number) || !slice_cut(&line, ':', &list))
            continue;
        *path = line;
        if (*controller ? is_in_list(list, ',', controller) : list.length == 0)
            return true;
    }
    return false;
}

/* The part of `path` below `root`: `` or `/...`. */
static bool strip_root(struct slice path, struct slice root, struct slice *rest)
{
    if (slice_is(root, "/"))
        root.length = 0;
    if (path.length < root.length || memcmp(path.text, root.text, root.length) != 0 ||
        (path.length > root.length && path.text[root.length] != '/'))
        return false;
    *rest = (struct slice){path.text + root.length, path.length - root.length};
    if (slice_is(*rest, "/"))
        rest->length = 0;
    return true;
}

/* Lines of mountinfo: ID, parent, device, root, mount point, options, more words, `-`, type,
 * source, options of the file system. */
static bool match_mount(struct slice line, const char *controller, struct slice *root,
                        struct slice *point)
{
    struct slice word = {"", 0};

    for (int i = 0; i < 5; i++) {
        if (!slice_word(&line, &word))
            return false;
        if (i == 3)
            *root = word;
    }
    *point = word;
    while (slice_word(&line, &word) && !slice_is(word, "-"))
        ;
    if (!slice_word(&line, &word) || memchr(point->text, '\\', point->length))
        return false; /* a mount point with blanks, which are escaped */
    if (!*controller)
        return slice_is(word, "cgroup2");
    return slice_is(word, "cgroup") && slice_word(&line, &word) && slice_word(&line, &word) &&
           is_in_list(word, ',', controller);
}

bool cgroup_find_folder(const char *groups, const char *mounts, const char *controller,
                        char folder[CGROUP_PATH])
{
    struct slice path, rest = slice_of(mounts), line, root = {"", 0}, point = root, below;

    folder[0] = '\0';
    /* A path with `..` is outside the namespace that we see. */
    if (!find_path(groups, controller, &path) || memmem(path.text, path.length, "/..", 3))
        return false;
    while (slice_cut(&rest, '\n', &line)) {
        if (!match_mount(line, controller, &root, &point) || !strip_root(path, root, &below))
            continue;
        if (snprintf(folder, CGROUP_PATH, "%.*s%.*s", (int)point.length, point.text,
                     (int)below.length, below.text) < CGROUP_PATH)
            return true;
        folder[0] = '\0';
    }
    return false;
}

/* --- version 2 ---------------------------------------------------------------------------------*/

static bool file_has_words(const char *folder, const char *file, const char *const *words)
{
    char text[SHORT_TEXT];

    if (!cgroup_read_file(folder, file, text, sizeof text))
        return false;
    text[strcspn(text, "\n")] = '\0';
    for (; *words; words++)
        if (!is_in_list(slice_of(text), ' ', *words))
            return false;
    return true;
}

static const char *const needed[] = {"memory", "pids", NULL};

static bool limits_children(const char *folder)
{
    return file_has_words(folder, "cgroup.subtree_control", needed) && access(folder, W_OK) == 0;
}

/* Moves us into a child of our own group and lets it limit its children. */
static bool make_room(const char *own)
{
    char prefix[CGROUP_NAME], leaf[CGROUP_PATH];
    bool works;

    cgroup_name_prefix(prefix);
    if (!file_has_words(own, "cgroup.controllers", needed) ||
        snprintf(leaf, sizeof leaf, "%s/%s-arena", own, prefix) >= (int)sizeof leaf ||
        mkdir(leaf, 0755) != 0)
        return false;
    works = cgroup_write_file(leaf, "cgroup.procs", "0") &&
            cgroup_write_file(own, "cgroup.subtree_control", "+memory +pids");
    if (works) {
        cgroup_write_file(own, "cgroup.subtree_control", "+cpu"); /* if there is one */
    } else {
        cgroup_write_file(own, "cgroup.procs", "0");
        rmdir(leaf);
    }
    return works;
}

static bool has_memory_limit(const char *folder)
{
    char text[SHORT_TEXT];

    return cgroup_read_file(folder, "memory.max", text, sizeof text) && strcmp(text, "max\n") != 0;
}

/* Turns our own group into the folder for new groups. */
static bool find_v2_parent(char folder[CGROUP_PATH])
{
    char *slash;

    if (limits_children(folder) || make_room(folder))
        return true;
    while (!has_memory_limit(folder) && (slash = strrchr(folder, '/')) && slash != folder) {
        *slash = '\0';
        if (limits_children(folder))
            return true;
    }
    return false;
}

/* --- the place ---------------------------------------------------------------------------------*/

static struct cgroup_place found_place;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static const struct {
    const char *controller, *word; /* of version 1; for messages */
} parts[CGROUP_PARTS] = {[CGROUP_MEMORY] = {"memory", "memory"},
                         [CGROUP_PROCESSES] = {"pids", "processes"},
                         [CGROUP_CPU] = {"cpu", "processor time"},
                         [CGROUP_USAGE] = {"cpuacct", "used processor time"},
                         [CGROUP_FREEZER] = {"freezer", "freezing"}};

static const struct cgroup_limits trial = {.memory = 64 << 20, .processes = 16, .cpus = 1};

/* Creates a group with these parts and lets a process join it. */
static bool try_parts(const struct cgroup *parent, struct message *message)
{
    struct cgroup group;
    int status = 0;
    pid_t child;

    if (cgroup_create_below(parent, &trial, &group, message) != OK)
        return false;
    child = fork();
    if (child == 0)
        _exit(cgroup_join(&group) ? 0 : errno);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    cgroup_remove(&group);
    if (child < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        message_set(message, "cannot join a control group: %s",
                    strerror(child < 0 ? EAGAIN : WEXITSTATUS(status)));
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool look_up_v2(const char *groups, const char *mounts)
{
    struct cgroup *parent = &found_place.parent;
    char folder[CGROUP_PATH];

    if (!cgroup_find_folder(groups, mounts, "", folder) ||
        !file_has_words(folder, "cgroup.controllers", needed) || !find_v2_parent(folder))
        return false;
    remove_left_overs(folder);
    *parent = (struct cgroup){.is_v2 = true};
    for (int i = 0; i < CGROUP_PARTS; i++)
        memcpy(parent->folder[i], folder, sizeof folder);
    if (!file_has_words(folder, "cgroup.subtree_control", (const char *const[]){"cpu", NULL}))
        parent->folder[CGROUP_CPU][0] = '\0';
    return try_parts(parent, NULL);
}

/* Each controller by itself, then all of them together. */
static void look_up_v1(const char *groups, const char *mounts, struct message *why)
{
    struct cgroup *parent = &found_place.parent;

    *parent = (struct cgroup){.is_v2 = false};
    /* The freezer is first, because frozen processes keep groups from being removed. */
    for (int i = CGROUP_PARTS - 1; i >= 0; i--) {
        struct cgroup single = {.is_v2 = false};

        if (!cgroup_find_folder(groups, mounts, parts[i].controller, single.folder[i])) {
            if (!why->text[0])
                message_set(why, "there is none of our own");
            continue;
        }
        remove_left_overs(single.folder[i]);
        if (try_parts(&single, why))
            memcpy(parent->folder[i], single.folder[i], CGROUP_PATH);
    }
}

static void describe_missing(const struct message *why)
{
    struct writer writer;
    int missing = 0;

    writer_init(&writer, found_place.missing.text, MESSAGE_SIZE);
    for (int i = 0; i < CGROUP_PARTS; i++) {
        if (cgroup_has(&found_place.parent, (enum cgroup_part)i))
            continue;
        writer_format(&writer, "%s%s", missing++ ? ", " : "no control group for ", parts[i].word);
    }
    if (missing && why->text[0])
        writer_format(&writer, " (%s)", why->text);
}

static void look_up(void)
{
    struct buffer groups, mounts;
    struct message why = {""};

    buffer_init(&groups, TEXT_CAP);
    buffer_init(&mounts, TEXT_CAP);
    if (buffer_read_file(&groups, "/proc/self/cgroup", &why) == OK &&
        buffer_read_file(&mounts, "/proc/self/mountinfo", &why) == OK &&
        !look_up_v2(groups.data, mounts.data))
        look_up_v1(groups.data, mounts.data, &why);
    describe_missing(&why);
    buffer_release(&groups);
    buffer_release(&mounts);
}

const struct cgroup_place *cgroup_place(void)
{
    pthread_once(&looked_up, look_up);
    return &found_place;
}
