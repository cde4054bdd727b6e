/* A private copy of a bot's files, so that a process cannot see what earlier ones did with them: a
 * fresh copy is always in the page cache and carries no locks. It also lets a build step work on
 * files that belong to the user of its jail.
 *
 * Copies have the contents, permissions and modification times of the originals, but no set-user-id
 * bits. Links are copied as links and never followed. Sockets, pipes and devices are left out, and
 * so are files that may not be read. Copies are in a folder of this process below TMPDIR, which
 * nobody else may enter; it is removed at exit. The first copy of a process also removes the
 * folders of processes that were killed. */
#ifndef BROADSIDE_GUEST_PRIVATE_COPY_H
#define BROADSIDE_GUEST_PRIVATE_COPY_H

#include "base/error.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct copy_limits {
    uint64_t bytes;
    unsigned files;
};
/* Of a bot that is copied for every process, and of one that is copied for its build step. */
extern const struct copy_limits copy_limits_play, copy_limits_build;

/* The paths of the copies; "" if there are none. */
struct private_copy {
    char folder[PATH_MAX];
    char file[PATH_MAX];  /* of a single file: it is the only one in the folder */
    char place[PATH_MAX]; /* which contains the folder */
};

/* Copies a folder. The copies belong to `owner` unless that is 0. ERR_FULL if there is too much to
 * copy, ERR_JAIL if there is no room for it, ERR_IO if the original cannot be read; then nothing is
 * left to remove. Thread-safe. */
enum error private_copy_make(const char *folder, const struct copy_limits *limits, uid_t owner,
                             struct private_copy *copy, struct message *message);

/* The same for one file. The path has no links in it. */
enum error private_copy_make_file(const char *path, const struct copy_limits *limits,
                                  struct private_copy *copy, struct message *message);

/* Can this folder, or this file, be copied for every process? Only looks. */
bool private_copy_fits(const char *path);

/* May several jails share this folder without a copy? ERR_IO if there is a pipe, a socket or a
 * device in it, through which they could talk. */
enum error private_copy_check_shared(const char *folder, struct message *message);

/* Is the copy of the folder, together with `more` bytes, still within the limits? Otherwise
 * ERR_FULL, or ERR_IO if a folder in it may not be read. The folder may change meanwhile. */
enum error private_copy_check(const struct private_copy *copy, const struct copy_limits *limits,
                              uint64_t more, struct message *message);

/* Copies what has changed in the copy of the folder back to the original. New files belong to the
 * owner of the original folder. Links are not followed, and nothing is deleted. After an error the
 * original is as it was, unless somebody else changes it meanwhile. */
enum error private_copy_write_back(const struct private_copy *copy, const char *folder,
                                   const struct copy_limits *limits, struct message *message);

void private_copy_remove(struct private_copy *copy); /* may be called twice */

#endif
