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

/* In the original, while results are copied back. */
static const char staging_name[] = ".broadside-unfinished";

/* What a walk does with each file. Copying back takes two walks: one that can fail writes all
 * changes to the staging folder, and one that only renames puts them into place. */
enum task { COUNT, COPY, STAGE, MOVE };

struct copier {
    const struct copy_limits *limits;
    uint64_t bytes;
    unsigned files;
    uid_t uid; /* of the copies, if `owns` */
    gid_t gid;
    bool owns;
    bool is_strict;  /* a folder that may not be read is an error: it could hide anything */
    bool only_files; /* so is a pipe, a socket or a device */
    enum task task;
    struct message *message;
};

/* The same folder in several trees; -1 where it does not exist or is not needed. */
struct spot {
    int from, to;
    int other; /* STAGE: the original; MOVE: the staging folder */
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
    if (copier->task != COPY)
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
                     "the files of this bot are more than %llu MB, or more than %u in number",
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

/* `target` is the name of the copy. */
static enum error copy_file(struct copier *copier, int from, int to, const char *name,
                            const char *target)
{
    struct stat facts;
    int in = open_file(from, name, &facts), out;
    enum error error;

    if (in < 0 && (errno == EACCES || errno == ENOENT || errno == ELOOP))
        return OK; /* not readable for the bot either, or gone or replaced meanwhile */
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

static enum error copy_link(struct copier *copier, int from, int to, const char *name)
{
    char text[PATH_MAX];
    struct stat facts;
    struct timespec times[2];
    ssize_t length = readlinkat(from, name, text, sizeof text - 1);

    if (length < 0 || fstatat(from, name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return OK; /* no longer a link */
    text[length] = '\0';
    times[0] = times[1] = facts.st_mtim;
    if (symlinkat(text, to, name) != 0 ||
        (copier->owns && fchownat(to, name, copier->uid, copier->gid, AT_SYMLINK_NOFOLLOW) != 0) ||
        utimensat(to, name, times, AT_SYMLINK_NOFOLLOW) != 0)
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

static bool is_unchanged(const struct spot *spot, const char *name, const struct stat *now,
                         const struct stat *then)
{
    if ((then->st_mode & S_IFMT) != (now->st_mode & S_IFMT))
        return false;
    if (S_ISLNK(now->st_mode))
        return is_same_link(spot->from, spot->other, name);
    return then->st_size == now->st_size && then->st_mtim.tv_sec == now->st_mtim.tv_sec &&
           then->st_mtim.tv_nsec == now->st_mtim.tv_nsec &&
           (then->st_mode & PERMISSIONS) == (now->st_mode & PERMISSIONS);
}

static enum error copy_plain(struct copier *copier, const struct spot *spot, const char *name,
                             const struct stat *facts)
{
    if (S_ISREG(facts->st_mode))
        return copy_file(copier, spot->from, spot->to, name, name);
    return S_ISLNK(facts->st_mode) ? copy_link(copier, spot->from, spot->to, name) : OK;
}

/* Can a changed or new entry be put into the folder of the original? `then` is the one that is
 * there, or NULL. */
static enum error check_replaceable(const struct copier *copier, const struct spot *spot,
                                    const char *name, const struct stat *now,
                                    const struct stat *then)
{
    if (then && S_ISDIR(then->st_mode) != S_ISDIR(now->st_mode))
        errno = S_ISDIR(then->st_mode) ? EISDIR : ENOTDIR;
    else if (faccessat(spot->other, ".", W_OK | X_OK, AT_EACCESS) == 0)
        return OK;
    return fail(copier, ERR_IO, name);
}

/* A file or link goes to the staging folder if it has changed. */
static enum error stage_plain(struct copier *copier, const struct spot *spot, const char *name,
                              const struct stat *now)
{
    struct stat then;
    bool exists = spot->other >= 0 && fstatat(spot->other, name, &then, AT_SYMLINK_NOFOLLOW) == 0;
    enum error error = OK;

    if (!S_ISREG(now->st_mode) && !S_ISLNK(now->st_mode))
        return OK;
    if (exists && is_unchanged(spot, name, now, &then))
        return OK;
    if (spot->other >= 0)
        error = check_replaceable(copier, spot, name, now, exists ? &then : NULL);
    return error ? error : copy_plain(copier, spot, name, now);
}

/* Renaming replaces a link instead of following it. */
static enum error move_plain(struct copier *copier, const struct spot *spot, const char *name)
{
    if (renameat(spot->other, name, spot->to, name) == 0 || errno == ENOENT) /* unchanged */
        return OK;
    return fail_write(copier, name);
}

/* --- folders -----------------------------------------------------------------------------------*/

static int open_folder(int parent, const char *name)
{
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static enum error walk(struct copier *copier, const struct spot *spot, int depth);

/* Opens the same folder in the original, or finds that it can be created there. */
static enum error open_original(const struct copier *copier, const struct spot *spot,
                                const char *name, const struct stat *now, int *original)
{
    struct stat then;

    *original = -1;
    if (spot->other < 0)
        return OK;
    if (fstatat(spot->other, name, &then, AT_SYMLINK_NOFOLLOW) != 0)
        return check_replaceable(copier, spot, name, now, NULL);
    *original = open_folder(spot->other, name);
    return *original >= 0 ? OK : fail(copier, ERR_IO, name);
}

/* Opens or creates the folder in the other trees. `*is_new`: it still has to get its owner,
 * permissions and times. */
static enum error open_spot(const struct copier *copier, const struct spot *parent,
                            const char *name, const struct stat *facts, struct spot *spot,
                            bool *is_new)
{
    enum error error = OK;

    *is_new = false;
    if (copier->task == COUNT)
        return OK;
    if (copier->task == STAGE)
        error = open_original(copier, parent, name, facts, &spot->other);
    else if (copier->task == MOVE && (spot->other = open_folder(parent->other, name)) < 0)
        error = fail(copier, ERR_IO, name);
    if (error)
        return error;
    *is_new = mkdirat(parent->to, name, 0700) == 0 && copier->task != STAGE;
    spot->to = open_folder(parent->to, name);
    return spot->to >= 0 ? OK : fail_write(copier, name);
}

static void close_spot(const struct spot *spot)
{
    const int fds[] = {spot->from, spot->to, spot->other};

    for (size_t i = 0; i < sizeof fds / sizeof fds[0]; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static enum error walk_subfolder(struct copier *copier, const struct spot *parent, const char *name,
                                 int depth)
{
    struct spot spot = {.from = open_folder(parent->from, name), .to = -1, .other = -1};
    struct stat facts;
    bool is_new = false;
    enum error error;

    if (spot.from < 0)
        return errno == EMFILE || errno == ENFILE || (copier->is_strict && errno == EACCES)
                   ? fail(copier, ERR_IO, name)
                   : OK;
    error = fstat(spot.from, &facts) == 0 ? OK : fail(copier, ERR_IO, name);
    if (!error)
        error = open_spot(copier, parent, name, &facts, &spot, &is_new);
    if (!error)
        error = walk(copier, &spot, depth + 1);
    if (!error && is_new && !set_facts(copier, spot.to, &facts))
        error = fail_write(copier, name);
    close_spot(&spot);
    return error;
}

static enum error visit(struct copier *copier, const struct spot *spot, const char *name, int depth)
{
    struct stat facts;
    enum error error;

    /* A folder may contain TMPDIR, and so this copy. */
    if (fstatat(spot->from, name, &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
        (S_ISDIR(facts.st_mode) && run_folder_is_name(name)))
        return OK;
    error = count(copier, FILE_COST, 1);
    if (error)
        return error;
    if (S_ISDIR(facts.st_mode))
        return walk_subfolder(copier, spot, name, depth);
    if (copier->only_files && !S_ISREG(facts.st_mode) && !S_ISLNK(facts.st_mode))
        return error_set(ERR_IO, copier->message,
                         "'%s' is a pipe, a socket or a device, which a folder that is too large "
                         "to be copied must not have",
                         slice_quote(slice_of(name)).text);
    switch (copier->task) {
    case COUNT:
        return S_ISREG(facts.st_mode) ? count(copier, (uint64_t)facts.st_size, 0) : OK;
    case STAGE:
        return stage_plain(copier, spot, name, &facts);
    case MOVE:
        return move_plain(copier, spot, name);
    case COPY:
        break;
    }
    return copy_plain(copier, spot, name, &facts);
}

static enum error walk(struct copier *copier, const struct spot *spot, int depth)
{
    int again = openat(spot->from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = again >= 0 ? fdopendir(again) : NULL;
    const struct dirent *entry;
    enum error error = OK;

    if (!folder) {
        error = error_set(ERR_IO, copier->message, "cannot read a folder: %s", strerror(errno));
        if (again >= 0)
            close(again);
        return error;
    }
    if (depth > MAX_DEPTH)
        error =
            error_set(ERR_FULL, copier->message, "folders are nested more than %d deep", MAX_DEPTH);
    while (!error && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            strcmp(entry->d_name, staging_name) != 0)
            error = visit(copier, spot, entry->d_name, depth);
    closedir(folder);
    return error;
}

static enum error run_task(struct copier *copier, enum task task, struct spot spot)
{
    copier->task = task;
    copier->bytes = copier->files = 0;
    return walk(copier, &spot, 0);
}

/* Counts before it copies: most of a folder that is too large would be copied for nothing. */
static enum error copy_whole(struct copier *copier, int from, int to)
{
    struct stat facts;
    enum error error = run_task(copier, COUNT, (struct spot){from, -1, -1});

    if (!error)
        error = run_task(copier, COPY, (struct spot){from, to, -1});
    if (!error && (fstat(from, &facts) != 0 || !set_facts(copier, to, &facts)))
        error = fail_write(copier, ".");
    return error;
}

/* --- the whole ---------------------------------------------------------------------------------*/

/* Creates the folder of a copy. */
static enum error make_place(const struct copier *copier, struct private_copy *copy, int *to)
{
    enum error error = run_folder_new(copy->place, copier->message);

    if (error) {
        copy->place[0] = '\0';
        return error;
    }
    if (snprintf(copy->folder, sizeof copy->folder, "%s/bot", copy->place) <
            (int)sizeof copy->folder &&
        mkdir(copy->folder, 0700) == 0 && (*to = open_folder(AT_FDCWD, copy->folder)) >= 0)
        return OK;
    error = fail_write(copier, ".");
    private_copy_remove(copy);
    return error;
}

enum error private_copy_make(const char *folder, const struct copy_limits *limits, uid_t owner,
                             struct private_copy *copy, struct message *message)
{
    struct message unused;
    struct copier copier = {.limits = limits,
                            .uid = owner,
                            .gid = owner,
                            .owns = owner != 0,
                            .task = COPY,
                            .message = message ? message : &unused};
    int from = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), to;
    enum error error;

    *copy = (struct private_copy){.place = ""};
    if (from < 0)
        return fail(&copier, ERR_IO, path_base(folder));
    error = make_place(&copier, copy, &to);
    if (!error) {
        error = copy_whole(&copier, from, to);
        close(to);
    }
    close(from);
    if (error)
        private_copy_remove(copy);
    return error;
}

/* The path is the user's, with links resolved. */
static enum error copy_single(struct copier *copier, const char *path, int to)
{
    struct stat facts;
    enum error error;

    if (stat(path, &facts) != 0)
        return fail(copier, ERR_IO, path);
    error = count(copier, (uint64_t)facts.st_size, 1);
    copier->bytes = 0; /* counted again as it is copied */
    if (!error)
        error = copy_file(copier, AT_FDCWD, to, path, path_base(path));
    facts.st_mode = 0755; /* of the folder */
    if (!error && !set_facts(copier, to, &facts))
        error = fail_write(copier, path);
    return error;
}

enum error private_copy_make_file(const char *path, const struct copy_limits *limits,
                                  struct private_copy *copy, struct message *message)
{
    struct message unused;
    struct copier copier = {.limits = limits, .task = COPY, .message = message ? message : &unused};
    enum error error;
    int to;

    *copy = (struct private_copy){.place = ""};
    error = make_place(&copier, copy, &to);
    if (error)
        return error;
    if (snprintf(copy->file, sizeof copy->file, "%s/%s", copy->folder, path_base(path)) <
        (int)sizeof copy->file) {
        error = copy_single(&copier, path, to);
    } else {
        errno = ENAMETOOLONG;
        error = fail(&copier, ERR_IO, path);
    }
    close(to);
    if (error)
        private_copy_remove(copy);
    return error;
}

bool private_copy_fits(const char *path)
{
    struct message unused;
    struct copier copier = {.limits = &copy_limits_play, .message = &unused};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    struct stat facts;
    enum error error = OK;

    if (fd < 0)
        return true; /* which is reported when it is opened */
    if (fstat(fd, &facts) == 0)
        error = S_ISDIR(facts.st_mode) ? run_task(&copier, COUNT, (struct spot){fd, -1, -1})
                                       : count(&copier, (uint64_t)facts.st_size, 1);
    close(fd);
    return error != ERR_FULL;
}

enum error private_copy_check_shared(const char *folder, struct message *message)
{
    static const struct copy_limits none = {.bytes = UINT64_MAX, .files = UINT_MAX};
    struct message unused;
    struct copier copier = {
        .limits = &none, .only_files = true, .message = message ? message : &unused};
    int from = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum error error;

    if (from < 0)
        return fail(&copier, ERR_IO, path_base(folder));
    error = run_task(&copier, COUNT, (struct spot){from, -1, -1});
    close(from);
    return error;
}

enum error private_copy_check(const struct private_copy *copy, const struct copy_limits *limits,
                              uint64_t more, struct message *message)
{
    struct message unused;
    struct copier copier = {
        .limits = limits, .is_strict = true, .message = message ? message : &unused};
    int from = open_folder(AT_FDCWD, copy->folder);
    enum error error;

    if (from < 0)
        return fail(&copier, ERR_IO, ".");
    error = run_task(&copier, COUNT, (struct spot){from, -1, -1});
    close(from);
    return error ? error : count(&copier, more, 0);
}

/* Everything that can fail happens before the first file of the original is replaced. */
static enum error stage_and_move(struct copier *copier, int from, int to)
{
    enum error error = run_task(copier, COUNT, (struct spot){from, -1, -1});
    int staging;

    if (error)
        return error;
    copier->task = STAGE;
    run_folder_remove(to, staging_name); /* left by a process that was killed */
    if (mkdirat(to, staging_name, 0700) != 0 || (staging = open_folder(to, staging_name)) < 0)
        return fail_write(copier, ".");
    error = run_task(copier, STAGE, (struct spot){from, staging, to});
    if (!error)
        error = run_task(copier, MOVE, (struct spot){from, to, staging});
    close(staging);
    run_folder_remove(to, staging_name);
    return error;
}

enum error private_copy_write_back(const struct private_copy *copy, const char *folder,
                                   const struct copy_limits *limits, struct message *message)
{
    struct message unused;
    struct copier copier = {.limits = limits, .message = message ? message : &unused};
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
        error = stage_and_move(&copier, from, to);
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
