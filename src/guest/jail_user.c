/* User numbers for the jails of root. No two jails have the same one at the same time: limits on
 * processes count by user, and processes of one user may signal each other.
 *
 * Numbers are reserved in blocks. Whoever has bound a local socket with the name of a block owns
 * it; the kernel releases it when the process ends, however it ends. A block is skipped if any of
 * its numbers belongs to a user or group of this machine, to a range for containers, or to a
 * running process. Which number a jail gets is random, so it says nothing about other jails. */
#define _GNU_SOURCE
#include "base/entropy.h"
#include "base/text.h"
#include "guest/jail_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BLOCK_USERS = 64, MAX_BLOCKS = 64, TRIES = 4096 };

struct user_block {
    uint32_t first;
    uint64_t used; /* one bit per number */
    int lock;
};

static struct {
    pthread_mutex_t mutex;
    struct user_block blocks[MAX_BLOCKS];
    int count;
    pid_t owner; /* a forked child owns no blocks */
} users = {.mutex = PTHREAD_MUTEX_INITIALIZER};

/* Does the range of a line overlap the block? The number is in field `field`, counted from 0, and
 * its count, if there is one, in the next. */
static bool overlaps(struct slice line, int field, bool has_count, uint32_t first)
{
    uint64_t start = 0, size = 1;
    struct slice part;

    for (int i = 0; slice_cut(&line, ':', &part); i++) {
        if (i == field && !slice_number(part, UINT32_MAX, &start))
            return false;
        if (i == field && !has_count)
            break;
        if (i == field + 1 && has_count && !slice_number(slice_trim(part), UINT32_MAX, &size))
            return false;
    }
    return start < (uint64_t)first + BLOCK_USERS && first < start + size;
}

static bool is_assigned(uint32_t first)
{
    static const struct {
        const char *path;
        int field;
        bool has_count;
    } files[] = {{"/etc/passwd", 2, false},
                 {"/etc/passwd", 3, false},
                 {"/etc/group", 2, false},
                 {"/etc/subuid", 1, true},
                 {"/etc/subgid", 1, true}};
    char line[1024];
    bool found = false;

    for (size_t i = 0; i < sizeof files / sizeof files[0] && !found; i++) {
        FILE *file = fopen(files[i].path, "re");

        while (file && !found && fgets(line, sizeof line, file)) {
            line[strcspn(line, "\n")] = '\0';
            found = overlaps(slice_of(line), files[i].field, files[i].has_count, first);
        }
        if (file)
            fclose(file);
    }
    return found;
}

/* Does a process run as one of these users? For instance what is left of an arena that was killed a
 * moment ago. */
static bool is_running(uint32_t first)
{
    DIR *all = opendir("/proc");
    const struct dirent *entry;
    struct stat facts;
    bool found = false;

    while (all && !found && (entry = readdir(all)))
        if (text_is_digit(entry->d_name[0]) &&
            fstatat(dirfd(all), entry->d_name, &facts, AT_SYMLINK_NOFOLLOW) == 0)
            found = facts.st_uid >= first && facts.st_uid - first < BLOCK_USERS;
    if (all)
        closedir(all);
    return found;
}

/* Reserves a block for this process. False if another process has it. */
static bool lock_block(struct user_block *block)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX}; /* the name begins with a NUL: no file */
    int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "broadside-users-%u",
                          (unsigned)block->first);

    block->lock = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (block->lock >= 0 &&
        bind(block->lock, (const struct sockaddr *)&name,
             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length)) == 0)
        return true;
    if (block->lock >= 0)
        close(block->lock);
    return false;
}

static bool random_below(uint32_t limit, uint32_t *number)
{
    uint64_t bits;

    if (entropy_fill(&bits, sizeof bits) != OK)
        return false;
    *number = (uint32_t)(bits % limit);
    return true;
}

static bool take_block(const struct jail_support *support)
{
    struct user_block *block = &users.blocks[users.count];
    uint32_t number;

    for (int i = 0; users.count < MAX_BLOCKS && i < TRIES; i++) {
        if (!random_below(support->uids / BLOCK_USERS, &number))
            return false;
        *block = (struct user_block){.first = support->first_uid + number * BLOCK_USERS};
        if (is_assigned(block->first) || !lock_block(block))
            continue;
        if (!is_running(block->first)) {
            users.count++;
            return true;
        }
        close(block->lock);
    }
    return false;
}

static uint32_t take_from(struct user_block *block)
{
    uint32_t start;

    if (block->used == UINT64_MAX || !random_below(BLOCK_USERS, &start))
        return 0;
    while (block->used >> start & 1)
        start = (start + 1) % BLOCK_USERS;
    block->used |= (uint64_t)1 << start;
    return block->first + start;
}

uint32_t jail_user_take(const struct jail_support *support)
{
    uint32_t user = 0;

    pthread_mutex_lock(&users.mutex);
    if (users.owner != getpid())
        users.count = 0;
    users.owner = getpid();
    for (int i = 0; i < users.count && user == 0; i++)
        user = take_from(&users.blocks[i]);
    if (user == 0 && take_block(support))
        user = take_from(&users.blocks[users.count - 1]);
    pthread_mutex_unlock(&users.mutex);
    return user;
}

void jail_user_release(uint32_t user)
{
    pthread_mutex_lock(&users.mutex);
    for (int i = 0; i < users.count && users.owner == getpid(); i++)
        if (user >= users.blocks[i].first && user - users.blocks[i].first < BLOCK_USERS)
            users.blocks[i].used &= ~((uint64_t)1 << (user - users.blocks[i].first));
    pthread_mutex_unlock(&users.mutex);
}
