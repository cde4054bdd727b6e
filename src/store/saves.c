/* See saves.h. The lock is that of flock() on the file itself, so it ends with the process in any
 * case.
 *
 * A new file is created under a hidden name, locked and then renamed, so that no process ever sees
 * a game without its lock. The length and the hash of the content are remembered: as long as a text
 * continues that content, the rest is appended; otherwise a new file replaces the old one. */
#include "store/saves.h"

#include "base/entropy.h"
#include "base/folder.h"
#include "base/path.h"
#include "base/sha256.h"
#include "store/user_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    PATH_SIZE = USER_FILE_SIZE + SAVE_NAME_SIZE + 16,
    ATTEMPTS = 50,
    PAUSE_NANOSECONDS = 4 * 1000 * 1000,
    ABANDONED_AGE = 3600, /* seconds */
};

#define SUFFIX ".save"

struct save {
    int descriptor;
    size_t length; /* of what is certainly on disk */
    uint8_t digest[SHA256_SIZE];
    char path[PATH_SIZE];
};

/* --- small parts -------------------------------------------------------------------------------*/

static enum error failed(const char *path, int reason, struct message *message)
{
    return error_set(ERR_IO, message, "%s: %s", path, strerror(reason));
}

static void digest_of(struct slice text, uint8_t digest[SHA256_SIZE])
{
    struct sha256 hash;

    sha256_init(&hash);
    sha256_update(&hash, text.text, text.length);
    sha256_finish(&hash, digest);
}

static void remember(struct save *save, struct slice text)
{
    save->length = text.length;
    digest_of(text, save->digest);
}

/* Is the open file still the one at this path? */
static bool is_in_place(const char *path, int descriptor)
{
    struct stat there, here;

    return stat(path, &there) == 0 && fstat(descriptor, &here) == 0 &&
           there.st_dev == here.st_dev && there.st_ino == here.st_ino;
}

/* False if another process holds the file. Tries for a while, because listing the games locks each
 * file briefly. A file system without locks counts as success. */
static bool lock_file(int descriptor)
{
    const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};

    for (int i = 0; i < ATTEMPTS; i++) {
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return true;
        nanosleep(&pause, NULL);
    }
    return false;
}

/* Writes all bytes at this offset and syncs them. Returns 0 or errno. */
static int write_out(int descriptor, size_t offset, struct slice text)
{
    while (text.length > 0) {
        ssize_t written = pwrite(descriptor, text.text, text.length, (off_t)offset);

        if (written < 0 && errno != EINTR)
            return errno;
        if (written == 0)
            return EIO;
        if (written > 0) {
            text.text += written;
            text.length -= (size_t)written;
            offset += (size_t)written;
        }
    }
    return fdatasync(descriptor) == 0 ? 0 : errno;
}

/* `FOLDER/NAME` becomes `FOLDER/.NAME.new`. */
static void hidden_path(const char *path, char hidden[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;

    snprintf(hidden, PATH_SIZE, "%.*s.%s.new", folder, path, path + folder);
}

/* Creates a locked file with this content, puts it at the path and returns its descriptor. */
static enum error put_file(const char *path, struct slice text, int *descriptor,
                           struct message *message)
{
    char hidden[PATH_SIZE];
    int reason;

    hidden_path(path, hidden);
    unlink(hidden); /* left by a crash; no other process uses this name */
    *descriptor = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (*descriptor < 0)
        return failed(path, errno, message);
    lock_file(*descriptor);
    reason = write_out(*descriptor, 0, text);
    if (!reason && rename(hidden, path) != 0)
        reason = errno;
    if (reason) {
        unlink(hidden);
        close(*descriptor);
        *descriptor = -1;
        return failed(path, reason, message);
    }
    reason = folder_sync(path);
    if (!reason)
        return OK;
    close(*descriptor);
    *descriptor = -1;
    return failed(path, reason, message);
}

/* --- names -------------------------------------------------------------------------------------*/

/* Of the form 20260131-235959-0123456789abcdef.save */
static bool is_name(const char *name)
{
    static const char form[] = "dddddddd-dddddd-xxxxxxxxxxxxxxxx" SUFFIX;

    if (strlen(name) != sizeof form - 1)
        return false;
    for (size_t i = 0; i < sizeof form - 1; i++) {
        bool fits = form[i] == 'd'   ? strchr("0123456789", name[i]) != NULL
                    : form[i] == 'x' ? strchr("0123456789abcdef", name[i]) != NULL
                                     : name[i] == form[i];

        if (!fits)
            return false;
    }
    return true;
}

void save_print_stamp(int64_t seconds, char stamp[STAMP_SIZE])
{
    time_t when = (time_t)seconds;
    struct tm parts;

    if (!gmtime_r(&when, &parts) ||
        strftime(stamp, STAMP_SIZE, "%Y%m%d-%H%M%S", &parts) != STAMP_SIZE - 1)
        memcpy(stamp, "19700101-000000", STAMP_SIZE); /* a clock beyond the year 9999 */
}

static enum error new_name(char name[SAVE_NAME_SIZE], struct message *message)
{
    char stamp[STAMP_SIZE], hex[17];
    uint8_t bytes[8];

    if (entropy_fill(bytes, sizeof bytes) != OK)
        return error_set(ERR_IO, message, "cannot get random numbers from the system");
    text_hex(bytes, sizeof bytes, hex);
    save_print_stamp((int64_t)time(NULL), stamp);
    snprintf(name, SAVE_NAME_SIZE, "%s-%s" SUFFIX, stamp, hex);
    return OK;
}

/* --- saves -------------------------------------------------------------------------------------*/

enum error save_create(struct save **save, struct message *message)
{
    char folder[USER_FILE_SIZE], name[SAVE_NAME_SIZE];
    struct save *made = calloc(1, sizeof *made);
    enum error error;

    *save = NULL;
    if (!made)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = user_file_prepare(USER_FILE_GAMES, folder, message);
    if (!error)
        error = new_name(name, message);
    if (!error) {
        snprintf(made->path, sizeof made->path, "%s/%s", folder, name);
        error = put_file(made->path, (struct slice){"", 0}, &made->descriptor, message);
        if (error)
            unlink(made->path);
    }
    if (error) {
        free(made);
        return error;
    }
    remember(made, (struct slice){"", 0});
    *save = made;
    return OK;
}

static enum error find_path(const char *name, char path[PATH_SIZE], struct message *message)
{
    char folder[USER_FILE_SIZE];
    enum error error;

    if (strchr(name, '/')) {
        if (snprintf(path, PATH_SIZE, "%s", name) >= PATH_SIZE)
            return error_set(ERR_IO, message, "the path of the saved game is too long");
        return OK;
    }
    if (!is_name(name))
        return error_set(ERR_UNKNOWN, message, "there is no saved game '%s'",
                         slice_quote(slice_of(name)).text);
    error = user_file_path(USER_FILE_GAMES, folder, message);
    if (!error)
        snprintf(path, PATH_SIZE, "%s/%s", folder, name);
    return error;
}

static enum error open_locked(const char *path, int flags, int *descriptor, struct message *message)
{
    struct stat status;
    enum error error = OK;

    /* Opening a pipe must not block, and a link among the games is not to be trusted. */
    *descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | flags);
    if (*descriptor < 0)
        return failed(path, errno, message);
    if (fstat(*descriptor, &status) != 0 || !S_ISREG(status.st_mode))
        error = error_set(ERR_IO, message, "%s: not a regular file", path);
    else if (!lock_file(*descriptor))
        error = error_set(ERR_BUSY, message, "%s: another process is playing this game", path);
    else if (!is_in_place(path, *descriptor))
        error = error_set(ERR_BUSY, message, "%s: another process has just ended this game", path);
    if (error)
        close(*descriptor);
    return error;
}

static enum error read_all(const char *path, int descriptor, struct buffer *text,
                           struct message *message)
{
    enum error error = buffer_append(text, "", 0);
    char chunk[8192];
    off_t offset = 0;
    ssize_t got;

    while (!error && (got = pread(descriptor, chunk, sizeof chunk, offset)) != 0) {
        if (got < 0 && errno != EINTR)
            return failed(path, errno, message);
        if (got > 0) {
            error = buffer_append(text, chunk, (size_t)got);
            offset += got;
        }
    }
    if (error == ERR_FULL)
        message_set(message, "%s: longer than %zu bytes", path, text->cap);
    else if (error)
        message_set(message, "%s: out of memory", path);
    return error;
}

enum error save_open(const char *name, struct save **save, struct buffer *text,
                     struct message *message)
{
    struct save *opened = calloc(1, sizeof *opened);
    size_t start = text->length, whole;
    enum error error;

    *save = NULL;
    if (!opened)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = find_path(name, opened->path, message);
    if (!error)
        error = open_locked(opened->path, strchr(name, '/') ? 0 : O_NOFOLLOW, &opened->descriptor,
                            message);
    if (error) {
        free(opened);
        return error;
    }
    error = read_all(opened->path, opened->descriptor, text, message);
    if (error) {
        save_close(opened);
        return error;
    }
    whole = text->length;
    while (whole > start && text->data[whole - 1] != '\n')
        whole--; /* an incomplete line does not count */
    remember(opened, (struct slice){text->data + start, whole - start});
    *save = opened;
    return OK;
}

/* Is the file as we left it, and does the text continue it? */
static bool continues(const struct save *save, struct slice text, off_t *size)
{
    uint8_t digest[SHA256_SIZE];
    struct stat status;

    if (text.length < save->length || !is_in_place(save->path, save->descriptor) ||
        fstat(save->descriptor, &status) != 0 || status.st_size < (off_t)save->length)
        return false;
    *size = status.st_size;
    digest_of((struct slice){text.text, save->length}, digest);
    return memcmp(digest, save->digest, sizeof digest) == 0;
}

static enum error replace_file(struct save *save, struct slice text, struct message *message)
{
    char folder[USER_FILE_SIZE];
    int descriptor;
    enum error error = put_file(save->path, text, &descriptor, message);

    /* The whole folder may be gone; only our own one is created again. */
    if (error && access(save->path, F_OK) != 0 &&
        user_file_prepare(USER_FILE_GAMES, folder, NULL) == OK)
        error = put_file(save->path, text, &descriptor, message);
    if (error)
        return error;
    close(save->descriptor);
    save->descriptor = descriptor;
    remember(save, text);
    return OK;
}

/* Removes an incomplete write. If that fails too, the next save_write or save_open does it. */
static void truncate_file(const struct save *save)
{
    if (ftruncate(save->descriptor, (off_t)save->length) == 0)
        fdatasync(save->descriptor);
}

enum error save_write(struct save *save, struct slice text, struct message *message)
{
    struct slice rest;
    off_t size = 0;
    int reason;

    if (!continues(save, text, &size))
        return replace_file(save, text, message);
    if (size > (off_t)save->length && ftruncate(save->descriptor, (off_t)save->length) != 0)
        return failed(save->path, errno, message);
    rest = (struct slice){text.text + save->length, text.length - save->length};
    reason = write_out(save->descriptor, save->length, rest);
    if (reason) {
        truncate_file(save);
        return failed(save->path, reason, message);
    }
    remember(save, text);
    return OK;
}

const char *save_path(const struct save *save)
{
    return save->path;
}

void save_stamp(const struct save *save, char stamp[STAMP_SIZE])
{
    const char *name = path_base(save->path);

    snprintf(stamp, STAMP_SIZE, "%.*s", is_name(name) ? STAMP_SIZE - 1 : 0, name);
}

void save_close(struct save *save)
{
    if (!save)
        return;
    close(save->descriptor);
    free(save);
}

void save_remove(struct save *save)
{
    if (!save)
        return;
    if (is_in_place(save->path, save->descriptor))
        unlink(save->path);
    save_close(save);
}

/* --- the list ----------------------------------------------------------------------------------*/

/* Is a file that cannot be opened to be skipped? Otherwise the process or the disk has a problem.
 */
static bool is_skipped(int reason)
{
    return reason == ENOENT || reason == ELOOP || reason == EACCES || reason == EPERM ||
           reason == ENXIO;
}

/* Is it a game that no process is playing? `*reason` is errno if that is not known. */
static bool read_entry(int folder, const char *name, struct saved_game *game, int *reason)
{
    struct stat status;
    bool is_free;
    int descriptor;

    if (!is_name(name))
        return false;
    descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) {
        *reason = is_skipped(errno) ? 0 : errno;
        return false;
    }
    is_free = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
              (flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK);
    close(descriptor);
    if (!is_free)
        return false;
    memcpy(game->name, name, strlen(name) + 1); /* is_name has checked the length */
    game->modified = (int64_t)status.st_mtim.tv_sec;
    game->nanoseconds = status.st_mtim.tv_nsec;
    return true;
}

static bool is_later(const struct saved_game *a, const struct saved_game *b)
{
    if (a->modified != b->modified)
        return a->modified > b->modified;
    if (a->nanoseconds != b->nanoseconds)
        return a->nanoseconds > b->nanoseconds;
    return strcmp(a->name, b->name) > 0;
}

/* Inserts in order; a full list drops the oldest. */
static void insert(struct saved_game list[MAX_SAVES], int *count, const struct saved_game *game)
{
    int at = *count;

    if (at == MAX_SAVES && !is_later(game, &list[at - 1]))
        return;
    if (at == MAX_SAVES)
        at--;
    else
        ++*count;
    for (; at > 0 && is_later(game, &list[at - 1]); at--)
        list[at] = list[at - 1];
    list[at] = *game;
}

/* Is it a name made by hidden_path? */
static bool is_hidden_name(const char *entry)
{
    char name[SAVE_NAME_SIZE];
    size_t length = strlen(entry), ending = strlen(".new");

    if (entry[0] != '.' || length <= ending + 1 || length - ending - 1 >= sizeof name)
        return false;
    memcpy(name, entry + 1, length - ending - 1);
    name[length - ending - 1] = '\0';
    return is_name(name) && strcmp(entry + length - ending, ".new") == 0;
}

static bool is_abandoned(int folder, const char *name)
{
    struct stat status;
    bool is_left;
    int descriptor;

    if ((!is_name(name) && !is_hidden_name(name)) ||
        (descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) < 0)
        return false;
    is_left = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
              (status.st_size == 0 || is_hidden_name(name)) &&
              time(NULL) - status.st_mtim.tv_sec > ABANDONED_AGE &&
              flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    close(descriptor);
    return is_left;
}

void saves_tidy(void)
{
    char folder[USER_FILE_SIZE];
    const struct dirent *entry;
    DIR *directory;

    if (user_file_path(USER_FILE_GAMES, folder, NULL) != OK || !(directory = opendir(folder)))
        return;
    while ((entry = readdir(directory)) != NULL)
        if (is_abandoned(dirfd(directory), entry->d_name))
            unlinkat(dirfd(directory), entry->d_name, 0);
    closedir(directory);
}

static bool is_played(int folder, const char *name)
{
    struct stat status;
    bool is_held;
    int descriptor;

    if (!is_name(name) ||
        (descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) < 0)
        return false;
    is_held = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
              flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(descriptor);
    return is_held;
}

bool saves_are_played(void)
{
    char folder[USER_FILE_SIZE];
    const struct dirent *entry;
    bool found = false;
    DIR *directory;

    if (user_file_path(USER_FILE_GAMES, folder, NULL) != OK || !(directory = opendir(folder)))
        return false;
    while (!found && (entry = readdir(directory)) != NULL)
        found = is_played(dirfd(directory), entry->d_name);
    closedir(directory);
    return found;
}

enum error saves_list(struct saved_game list[MAX_SAVES], int *count, struct message *message)
{
    char folder[USER_FILE_SIZE];
    struct saved_game game;
    const struct dirent *entry = NULL;
    DIR *directory;
    int reason = 0;
    enum error error = user_file_path(USER_FILE_GAMES, folder, message);

    *count = 0;
    if (error)
        return error;
    directory = opendir(folder);
    if (!directory)
        return errno == ENOENT ? OK : failed(folder, errno, message);
    while (!reason && (errno = 0, entry = readdir(directory)) != NULL)
        if (read_entry(dirfd(directory), entry->d_name, &game, &reason))
            insert(list, count, &game);
    if (!reason && !entry)
        reason = errno;
    closedir(directory);
    return reason ? failed(folder, reason, message) : OK;
}
