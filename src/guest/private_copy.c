/* See private_copy.h. Folders are walked by descriptor, one name at a time, so that no link leads
 * the walk elsewhere even if somebody changes the folder meanwhile. */
#define _GNU_SOURCE
#include "guest/private_copy.h"

#include "base/path.h"
#include "base/text.h"
#include "guest/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_DEPTH = 32, BLOCK = 65536, FILE_COST = 4096, PERMISSIONS = 0777 };

const struct copy_limits copy_limits_play = {.bytes = (uint64_t)256 << 20, .files = 10000};
const struct copy_limits copy_limits_build = {.bytes = (uint64_t)1 << 30, .files = 100000};

static const char unfinished[] = ".broadside-unfinished"; /* a file being written back */

struct copier {
    const struct copy_limits *limits;
    uint64_t bytes;
    unsigned files;
    uid_t uid; /* of the copies, if `owns` */
    gid_t gid;
    bool owns, only_counts, is_back;
    struct message *message;
};

static enum error fail(const struct copier *copier, enum error error, const char *name)
{
    char why[128], path[128];

    snprintf(why, sizeof why, "%s", strerror(errno));
    slice_printable(path, sizeof path, slice_of(name));
    return error_set(error, copier->message, "cannot copy '%s': %s", path, why);
}

/* A failure to write: there is no room, or the place is unusable. */
static enum error fail_write(const struct copier *copier, const char *name)
{
    if (copier->is_back)
        return fail(copier, ERR_IO, name);
    fail(copier, ERR_JAIL, name);
    message_prefix(copier->message, "no private copy of the bot's files is possible in TMPDIR");
    return ERR_JAIL;
}

static enum error count(struct copier *copier, uint64_t bytes, unsigned files)
{
    copier->bytes += bytes;
    copier->files += files;
    if (copier->bytes <= copier->limits->bytes && copier->files <= copier->limits->files)
        return OK;
    return error_set(ERR_FULL, copier->message,
                     "the files of this bot are more than %llu MB, or more than %u",
                     (unsigned long long)(copier->limits->bytes >> 20), copier->limits->files);
}

/* --- files -------------------------------------------------------------------------------------*/

static bool write_all(int to, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t done = write(to, bytes, size);

        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            bytes += done;
            size -= (size_t)done;
        }
    }
    return true;
}

/* The file may grow meanwhile, so the bytes are counted again. Plain reads and writes leave all
 * pages in the cache, which sharing blocks would not. */
static enum error copy_bytes(struct copier *copier, int from, int to, const char *name)
{
    char block[BLOCK];
    ssize_t got;
    enum error error = OK;

    while (!error && (got = read(from, block, sizeof block)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return fail(copier, ERR_IO, name);
        error = count(copier, (uint64_t)got, 0);
        if (!error && !write_all(to, block, (size_t)got))
            return fail_write(copier, name);
    }
    return error;
}

/* Owner, permissions and times of a file or folder. Changing the owner clears no bits that matter,
 * because there are no set-user-id bits. */
static bool set_facts(const struct copier *copier, int to, const struct stat *facts)
{
    const struct timespec times[2] = {facts->st_mtim, facts->st_mtim};

    return (!copier->owns || fchown(to, copier->uid, copier->gid) == 0) &&
           fchmod(to, facts->st_mode & PERMISSIONS) == 0 && futimens(to, times) == 0;
}

/* An open file of the folder. -1 with errno set if it cannot be read, or is something else now. */
static int open_file(int folder, const char *name, struct stat *facts)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

    if (fd < 0 || (fstat(fd, facts) == 0 && S_ISREG(facts->st_mode)))
        return fd;
    close(fd);
    errno = EACCES;
    return -1;
}

static enum error copy_file(struct copier *copier, int from, int to, const char *name,
                            const char *target)
{
    struct stat facts;
    int in = open_file(from, name, &facts), out;
    enum error error;

    if (in < 0 && (errno == EACCES || errno == ENOENT || errno == ELOOP))
        return OK; /* the bot could not read it either */
    if (in < 0)
        return fail(copier, ERR_IO, name);
    out = openat(to, target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (out < 0) {
        error = fail_write(copier, name);
    } else {
        error = copy_bytes(copier, in, out, name);
        if (!error && !set_facts(copier, out, &facts))
            error = fail_write(copier, name);
        if (close(out) != 0 && !error)
            error = fail_write(copier, name);
    }
    close(in);
    return error;
}

static enum error copy_link(struct copier *copier, int from, int to, const char *name,
                            const char *target)
{
    char text[PATH_MAX];
    struct stat facts;
    struct timespec times[2];
    ssize_t length = readlinkat(from, name, text, sizeof text - 1);

    if (length < 0 || fstatat(from, name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return OK; /* no longer a link */
    text[length] = '\0';
    times[0] = times[1] = facts.st_mtim;
    if (symlinkat(text, to, target) != 0 ||
        (copier->owns &&
         fchownat(to, target, copier->uid, copier->gid, AT_SYMLINK_NOFOLLOW) != 0) ||
        utimensat(to, target, times, AT_SYMLINK_NOFOLLOW) != 0)
        return fail_write(copier, name);
    return OK;
}

/* --- back to the original ----------------------------------------------------------------------*/

static bool is_same_link(int a, int b, const char *name)
{
    char first[PATH_MAX], second[PATH_MAX];
    ssize_t length = readlinkat(a, name, first, sizeof first);

    return length >= 0 && readlinkat(b, name, second, sizeof second) == length &&
           memcmp(first, second, (size_t)length) == 0;
}

static bool is_unchanged(int from, int to, const char *name, const struct stat *now)
{
    struct stat then;

    if (fstatat(to, name, &then, AT_SYMLINK_NOFOLLOW) != 0 ||
        (then.st_mode & S_IFMT) != (now->st_mode & S_IFMT))
        return false;
    if (S_ISLNK(now->st_mode))
        return is_same_link(from, to, name);
    return then.st_size == now->st_size && then.st_mtim.tv_sec == now->st_mtim.tv_sec &&
           then.st_mtim.tv_nsec == now->st_mtim.tv_nsec &&
           (then.st_mode & PERMISSIONS) == (now->st_mode & PERMISSIONS);
}

/* Writes a new file or link beside the old one and puts it in its place. Renaming replaces a link
 * instead of following it. */
static enum error replace(struct copier *copier, int from, int to, const char *name,
                          const struct stat *facts)
{
    enum error error;

    if (is_unchanged(from, to, name, facts))
        return OK;
    unlinkat(to, unfinished, 0); /* left by a process that was killed */
    error = S_ISLNK(facts->st_mode) ? copy_link(copier, from, to, name, unfinished)
                                    : copy_file(copier, from, to, name, unfinished);
    if (!error && renameat(to, unfinished, to, name) != 0 && errno != ENOENT)
        error = fail_write(copier, name);
    if (error)
        unlinkat(to, unfinished, 0);
    return error;
}

/* --- folders -----------------------------------------------------------------------------------*/

static int open_folder(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static enum error copy_contents(struct copier *copier, int from, int to, int depth);

static enum error copy_subfolder(struct copier *copier, int from, int to, const char *name,
                                 int depth)
{
    int in = open_folder(from, name), out = -1;
    bool is_new = false;
    struct stat facts;
    enum error error = OK;

    if (in < 0)
        return errno == EMFILE || errno == ENFILE ? fail(copier, ERR_IO, name) : OK;
    if (!copier->only_counts) {
        is_new = mkdirat(to, name, 0700) == 0;
        out = open_folder(to, name);
        if (out < 0)
            error = fail_write(copier, name);
    }
    if (!error)
        error = copy_contents(copier, in, out, depth + 1);
    if (!error && is_new && (fstat(in, &facts) != 0 || !set_facts(copier, out, &facts)))
        error = fail_write(copier, name);
    if (out >= 0)
        close(out);
    close(in);
    return error;
}

static enum error copy_entry(struct copier *copier, int from, int to, const char *name, int depth)
{
    struct stat facts;
    enum error error;

    /* A folder may contain TMPDIR, and so this copy. */
    if (fstatat(from, name, &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
        (S_ISDIR(facts.st_mode) && run_folder_is_name(name)))
        return OK;
    error = count(copier, FILE_COST, 1);
    if (error)
        return error;
    if (S_ISDIR(facts.st_mode))
        return copy_subfolder(copier, from, to, name, depth);
    if (copier->only_counts)
        return S_ISREG(facts.st_mode) ? count(copier, (uint64_t)facts.st_size, 0) : OK;
    if (copier->is_back && (S_ISREG(facts.st_mode) || S_ISLNK(facts.st_mode)))
        return replace(copier, from, to, name, &facts);
    if (S_ISREG(facts.st_mode))
        return copy_file(copier, from, to, name, name);
    return S_ISLNK(facts.st_mode) ? copy_link(copier, from, to, name, name) : OK;
}

static enum error copy_contents(struct copier *copier, int from, int to, int depth)
{
    int again = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = again >= 0 ? fdopendir(again) : NULL;
    const struct dirent *entry;
    enum error error = OK;

    if (depth > MAX_DEPTH)
        error =
            error_set(ERR_FULL, copier->message, "folders are nested more than %d deep", MAX_DEPTH);
    if (!folder) {
        if (again >= 0)
            close(again);
        return error_set(ERR_IO, copier->message, "cannot read a folder: %s", strerror(errno));
    }
    while (!error && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            strcmp(entry->d_name, unfinished) != 0)
            error = copy_entry(copier, from, to, entry->d_name, depth);
    closedir(folder);
    return error;
}

/* Counts before it copies: most of a folder that is too large would be copied for nothing. */
static enum error copy_whole(struct copier *copier, int from, int to)
{
    struct stat facts;
    enum error error;

    copier->only_counts = true;
    error = copy_contents(copier, from, -1, 0);
    copier->only_counts = false;
    copier->bytes = copier->files = 0;
    if (!error)
        error = copy_contents(copier, from, to, 0);
    if (!error && (fstat(from, &facts) != 0 || !set_facts(copier, to, &facts)))
        error = fail_write(copier, ".");
    return error;
}

/* --- the whole ---------------------------------------------------------------------------------*/

static enum error make_folder(struct copier *copier, const char *folder, struct private_copy *copy)
{
    int from = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), to = -1;
    enum error error = OK;

    if (from < 0)
        return fail(copier, ERR_IO, path_base(folder));
    if (snprintf(copy->folder, sizeof copy->folder, "%s/bot", copy->place) >=
            (int)sizeof copy->folder ||
        mkdir(copy->folder, 0700) != 0 || (to = open_folder(AT_FDCWD, copy->folder)) < 0)
        error = fail_write(copier, path_base(folder));
    if (!error)
        error = copy_whole(copier, from, to);
    if (to >= 0)
        close(to);
    close(from);
    return error;
}

/* The path is the user's, with links resolved. */
static enum error make_file(struct copier *copier, const char *file, struct private_copy *copy)
{
    int place = open_folder(AT_FDCWD, copy->place);
    struct stat facts;
    enum error error;

    if (place < 0 ||
        snprintf(copy->file, sizeof copy->file, "%s/file", copy->place) >= (int)sizeof copy->file)
        error = fail_write(copier, file);
    else if (stat(file, &facts) != 0)
        error = fail(copier, ERR_IO, file);
    else if ((error = count(copier, (uint64_t)facts.st_size, 1)) == OK) {
        copier->bytes -= (uint64_t)facts.st_size; /* counted again as it is copied */
        error = copy_file(copier, AT_FDCWD, place, file, "file");
    }
    if (place >= 0)
        close(place);
    return error;
}

enum error private_copy_make(const char *folder, const char *file, const struct copy_limits *limits,
                             uid_t owner, struct private_copy *copy, struct message *message)
{
    struct message unused;
    struct copier copier = {.limits = limits,
                            .uid = owner,
                            .gid = owner,
                            .owns = owner != 0,
                            .message = message ? message : &unused};
    enum error error;

    *copy = (struct private_copy){.place = ""};
    error = run_folder_new(copy->place, copier.message);
    if (error) {
        copy->place[0] = '\0';
        return error;
    }
    if (folder)
        error = make_folder(&copier, folder, copy);
    if (!error && file)
        error = make_file(&copier, file, copy);
    if (error)
        private_copy_remove(copy);
    return error;
}

bool private_copy_fits(const char *path)
{
    struct message unused;
    struct copier copier = {.limits = &copy_limits_play, .only_counts = true, .message = &unused};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat facts;
    enum error error = OK;

    if (fd < 0)
        return true; /* which is reported when it is opened */
    if (fstat(fd, &facts) == 0)
        error = S_ISDIR(facts.st_mode) ? copy_contents(&copier, fd, -1, 0)
                                       : count(&copier, (uint64_t)facts.st_size, 1);
    close(fd);
    return error != ERR_FULL;
}

enum error private_copy_write_back(const struct private_copy *copy, const char *folder,
                                   const struct copy_limits *limits, struct message *message)
{
    struct message unused;
    struct copier copier = {
        .limits = limits, .is_back = true, .message = message ? message : &unused};
    int from = open_folder(AT_FDCWD, copy->folder);
    int to = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct stat facts;
    enum error error;

    if (from < 0 || to < 0 || fstat(to, &facts) != 0) {
        error = fail(&copier, ERR_IO, path_base(folder));
    } else {
        copier.owns = geteuid() == 0;
        copier.uid = facts.st_uid;
        copier.gid = facts.st_gid;
        error = copy_contents(&copier, from, to, 0);
    }
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    return error;
}

void private_copy_remove(struct private_copy *copy)
{
    if (copy->place[0])
        run_folder_remove(AT_FDCWD, copy->place);
    copy->place[0] = copy->folder[0] = copy->file[0] = '\0';
}
