/* Joining the files of a plan: matches are copied from published files (store_publish) into one
 * store, with their rounds, heat maps, errors and records. */
#ifndef BROADSIDE_STORE_PARTS_H
#define BROADSIDE_STORE_PARTS_H

#include "store/tournaments.h"

struct merge_result {
    struct shard shard;  /* of the file; zeros if it is a plan or was joined */
    int64_t added;       /* matches that were new */
    int64_t known;       /* matches that the store had already */
    int64_t conflicting; /* of those, with another result in this file */

    /* Optional: receives each of these. The match in the store stays. */
    void (*conflict)(void *context, const struct pairing *pairing);
    void *context;
};

/* Adds what a file has of the tournament `id`. Nothing is added from a file that belongs to another
 * plan, has other bots or a damaged page (ERR_MISMATCH), does not exist (ERR_UNKNOWN), or is being
 * written to as a database (ERR_BUSY). */
enum error parts_merge(struct store *store, int64_t id, const char *path,
                       struct merge_result *result, struct message *message);

/* Reads the contest of a published file, without its matches, which are only counted. The caller
 * releases it, even after an error. */
enum error parts_read(const char *path, struct contest *contest, struct message *message);

#endif
