/* One SHA-256 over names and contents of a bot's files, sorted by name. Markers and sizes keep one
 * file from hashing like two. Everything that a guest can read counts, also hidden files; of a link
 * it is the path that it contains. Sockets, pipes and devices do not: private copies lack them. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "guest/fingerprint.h"

#include "base/text.h"
#include "guest/guest.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_DEPTH = 16, MAX_FILES = 10000, PATH_SIZE = 4096 };

/* A few seconds of reading. A sparse file can claim any size at no cost. */
static const uint64_t MAX_BYTES = (uint64_t)1 << 30;

struct file_walk {
    struct sha256 hash;
    int files;
    uint64_t bytes;
    bool is_stamp; /* hash the metadata of files instead of their contents */
};

/* Kind and length of a piece, after the piece. */
static void hash_number(struct file_walk *walk, char kind, uint64_t number)
{
    uint8_t bytes[9] = {(uint8_t)kind};

    for (int i = 0; i < 8; i++)
        bytes[1 + i] = (uint8_t)(number >> 8 * i);
    sha256_update(&walk->hash, bytes, sizeof bytes);
}

static enum error too_large(const char *path, struct message *message)
{
    return error_set(ERR_FULL, message, "%s: the files of this bot are larger than %llu MB", path,
                     (unsigned long long)(MAX_BYTES >> 20));
}

static enum error hash_contents(struct file_walk *walk, const char *path, int fd,
                                struct message *message)
{
    char block[16384];
    ssize_t size = 0;
    uint64_t total = 0;

    while (walk->bytes <= MAX_BYTES && (size = read(fd, block, sizeof block)) > 0) {
        sha256_update(&walk->hash, block, (size_t)size);
        total += (uint64_t)size;
        walk->bytes += (uint64_t)size;
    }
    if (walk->bytes > MAX_BYTES)
        return too_large(path, message);
    hash_number(walk, 'f', total);
    return size < 0 ? error_set(ERR_IO, message, "%s: %s", path, strerror(errno)) : OK;
}

static void hash_facts(struct file_walk *walk, const struct stat *about)
{
    hash_number(walk, 'i', about->st_ino);
    hash_number(walk, 's', (uint64_t)about->st_size);
    hash_number(walk, 'm', (uint64_t)about->st_mtim.tv_sec);
    hash_number(walk, 'm', (uint64_t)about->st_mtim.tv_nsec);
    hash_number(walk, 'c', (uint64_t)about->st_ctim.tv_sec);
    hash_number(walk, 'c', (uint64_t)about->st_ctim.tv_nsec);
}

/* O_NONBLOCK: the file may have been replaced by a pipe since the stat. */
static enum error hash_file(struct file_walk *walk, const char *path, const struct stat *about,
                            struct message *message)
{
    enum error error;
    int fd;

    if (++walk->files > MAX_FILES)
        return error_set(ERR_FULL, message, "%s: more than %d files", path, MAX_FILES);
    if ((uint64_t)about->st_size > MAX_BYTES)
        return too_large(path, message);
    if (walk->is_stamp) {
        hash_facts(walk, about);
        return OK;
    }
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    error = hash_contents(walk, path, fd, message);
    close(fd);
    return error;
}

static enum error hash_link(struct file_walk *walk, const char *path, struct message *message)
{
    char target[PATH_SIZE];
    ssize_t length = readlink(path, target, sizeof target);

    if (length < 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    sha256_update(&walk->hash, target, (size_t)length);
    hash_number(walk, 'l', (uint64_t)length);
    return OK;
}

static int is_entry(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* alphasort would depend on the locale. */
static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static enum error hash_path(struct file_walk *walk, const char *path, int depth,
                            struct message *message);

/* `*counts`: was the entry part of the hash? */
static enum error hash_entry(struct file_walk *walk, const char *folder, const char *name,
                             int depth, bool *counts, struct message *message)
{
    char path[PATH_SIZE];
    struct stat about;
    enum error error;

    *counts = false;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path)
        return error_set(ERR_FULL, message, "%s: the path of a file in it is too long", folder);
    if (lstat(path, &about) == 0 && !S_ISDIR(about.st_mode) && !S_ISREG(about.st_mode) &&
        !S_ISLNK(about.st_mode))
        return OK;
    error = hash_path(walk, path, depth, message);
    sha256_update(&walk->hash, name, strlen(name));
    hash_number(walk, 'n', strlen(name));
    *counts = true;
    return error;
}

static enum error hash_folder(struct file_walk *walk, const char *path, int depth,
                              struct message *message)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_entry, by_name);
    uint64_t counted = 0;
    enum error error = OK;

    if (count < 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    for (int i = 0; i < count; i++) {
        bool counts = false;

        if (!error)
            error = hash_entry(walk, path, entries[i]->d_name, depth, &counts, message);
        counted += counts;
        free(entries[i]);
    }
    free(entries);
    hash_number(walk, 'd', counted);
    return error;
}

static enum error hash_path(struct file_walk *walk, const char *path, int depth,
                            struct message *message)
{
    struct stat about;

    if (lstat(path, &about) != 0)
        return error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    if (depth > MAX_DEPTH)
        return error_set(ERR_FULL, message, "%s: folders are nested more than %d deep", path,
                         MAX_DEPTH);
    if (S_ISDIR(about.st_mode))
        return hash_folder(walk, path, depth + 1, message);
    if (S_ISLNK(about.st_mode))
        return hash_link(walk, path, message);
    return S_ISREG(about.st_mode) ? hash_file(walk, path, &about, message) : OK;
}

/* Hashes the files named by words of a command line. Quotes are ignored: a word that does not name
 * a file is skipped. */
static enum error hash_command(struct file_walk *walk, const char *line, struct message *message)
{
    struct slice rest = slice_of(line), word;
    enum error error = OK;

    while (!error && slice_word(&rest, &word)) {
        char path[PATH_SIZE], *real;
        struct stat about;

        if (word.length >= sizeof path)
            continue;
        memcpy(path, word.text, word.length);
        path[word.length] = '\0';
        real = realpath(path, NULL);
        if (real && stat(real, &about) == 0 && S_ISREG(about.st_mode))
            error = hash_path(walk, real, 0, message);
        free(real);
    }
    return error;
}

static enum error hash_bot(const char *spec, bool is_stamp, char hex[SHA256_HEX_SIZE],
                           struct message *message)
{
    struct file_walk walk = {.is_stamp = is_stamp};
    uint8_t digest[SHA256_SIZE];
    enum error error = OK;

    sha256_init(&walk.hash);
    if (text_starts_with(spec, "cmd:")) {
        sha256_update(&walk.hash, spec, strlen(spec));
        error = hash_command(&walk, spec + 4, message);
    } else if (guest_is_spec(spec)) {
        char *real = realpath(spec, NULL); /* a link to a bot's folder counts as that folder */

        error = hash_path(&walk, real ? real : spec, 0, message);
        free(real);
    } else {
        sha256_update(&walk.hash, spec, strlen(spec) + 1);
        sha256_update(&walk.hash, BROADSIDE_VERSION, strlen(BROADSIDE_VERSION));
    }
    sha256_finish(&walk.hash, digest);
    text_hex(digest, sizeof digest, hex);
    return error;
}

enum error fingerprint_compute(const char *spec, char hex[SHA256_HEX_SIZE], struct message *message)
{
    return hash_bot(spec, false, hex, message);
}

enum error fingerprint_stamp(const char *spec, char hex[SHA256_HEX_SIZE], struct message *message)
{
    return hash_bot(spec, true, hex, message);
}
