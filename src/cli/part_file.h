/* The file of a part, on storage that machines may share: it is replaced as a whole, by one run of
 * the part at a time, and not too often. */
#ifndef BROADSIDE_CLI_PART_FILE_H
#define BROADSIDE_CLI_PART_FILE_H

#include "contest/shard.h"
#include "store/store.h"

#include <sys/stat.h>

struct part_file {
    const char *plan, *path;
    int part;
    int lock;              /* the plan, to take turns in publishing; -1 if it cannot be locked */
    struct stat published; /* what this process wrote last; zeros before */
    double started_at, published_at, publish_seconds;

    /* Adds to the scratch store what another run of the part has published. */
    enum error (*merge)(void *context, struct message *message);
    void *context;
};

/* Checks that the file can be written. The caller sets `merge`. part_file_close in any case. */
enum error part_file_open(struct part_file *file, const char *plan, const char *path,
                          const struct shard *shard, struct message *message);

/* ERR_MISMATCH unless the file at `path`, of the same plan, is this part. `found` is what it is:
 * zeros for a plan and a joined result. */
enum error part_file_check(const struct part_file *file, const struct shard *found,
                           const struct shard *shard, struct message *message);
void part_file_close(struct part_file *file);

/* Playing starts now. */
void part_file_start(struct part_file *file);

/* Publishes the store, with what another run has published since. */
enum error part_file_publish(struct part_file *file, struct store *store, struct message *message);

/* The same if it is time to. */
enum error part_file_publish_sometimes(struct part_file *file, struct store *store,
                                       struct message *message);

#endif
