/* Files that are written completely or not at all: data goes to a temporary file beside the target,
 * which is renamed to the target once everything is on disk. The new name is on disk too before
 * outfile_commit returns OK.
 *
 * Anything but a regular file (a device, a pipe, a symbolic link) is written in place, because a
 * rename would replace it. The path is copied. Call exactly one of outfile_commit and
 * outfile_abandon for every open outfile; outfile_commit closes it even if it fails. */
#ifndef BROADSIDE_BASE_OUTFILE_H
#define BROADSIDE_BASE_OUTFILE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdio.h>

struct outfile {
    FILE *stream; /* write here; outfile_commit reports write errors */
    char *path, *temporary;
    int reason; /* errno of outfile_write */
};

/* The message names the file and the reason. Removes temporary files that killed processes left in
 * the folder; outfile_open_next does not, for one of thousands of files in a folder. */
enum error outfile_open(struct outfile *file, const char *path, struct message *message);
enum error outfile_open_next(struct outfile *file, const char *path, struct message *message);

/* Only its owner may read the file. Devices, pipes and the like stay as they are. */
void outfile_make_private(struct outfile *file);

/* Writes to the stream. Unlike fwrite, it keeps the reason of an error for outfile_commit. */
void outfile_write(struct outfile *file, const void *data, size_t size);

enum error outfile_commit(struct outfile *file, struct message *message);
void outfile_abandon(struct outfile *file);

/* Do two paths lead to the same file, whether it exists or not? */
bool outfile_is_same(const char *a, const char *b);

/* Checks that the file can be written, before an hour of work instead of after it. */
enum error outfile_probe(const char *path, struct message *message);

#endif
