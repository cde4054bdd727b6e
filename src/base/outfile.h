/* Files that are written completely or not at all: into a temporary file beside the target, which
 * takes the target's name once everything is on the disk.
 *
 * What is no regular file (a device, a pipe, a symbolic link) is written in place, because renaming
 * over it would replace it. The paths are copied. Every opened outfile ends with exactly one of
 * outfile_commit and outfile_abandon, also after an error of outfile_commit's own. */
#ifndef BROADSIDE_BASE_OUTFILE_H
#define BROADSIDE_BASE_OUTFILE_H

#include "base/error.h"

#include <stdio.h>

struct outfile {
    FILE *stream; /* write here; errors may wait for outfile_commit */
    char *path, *temporary;
};

/* The message names the file and the reason. */
enum error outfile_open(struct outfile *file, const char *path, struct message *message);
enum error outfile_commit(struct outfile *file, struct message *message);
void outfile_abandon(struct outfile *file);

/* Could the file be written? Learned before an hour of work instead of after it. */
enum error outfile_probe(const char *path, struct message *message);

#endif
