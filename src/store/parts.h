/* Joining the files of a plan: results are copied from published files (store_publish) into one
 * store. They are matches of a tournament, with their rounds, heat maps, errors and records, or
 * units of a simulation. */
#ifndef BROADSIDE_STORE_PARTS_H
#define BROADSIDE_STORE_PARTS_H

#include "store/tournaments.h"

enum plan_kind { PLAN_TOURNAMENT, PLAN_SIMULATION };

struct merge_result {
    struct shard shard;  /* of the file; zeros if it is a plan or was joined */
    int64_t added;       /* results that were new */
    int64_t known;       /* results that the store had already */
    int64_t conflicting; /* of those, another one in this file */

    /* Optional: receives each of these. The result in the store stays. The number of a unit is that
     * of the pairing. */
    void (*conflict)(void *context, const struct pairing *pairing);
    void *context;
};

/* Adds what a file has of the tournament or simulation `id`. Nothing is added from a file that
 * belongs to another plan, has other bots or a damaged page (ERR_MISMATCH), does not exist
 * (ERR_UNKNOWN), or is being written to as a database (ERR_BUSY). */
enum error parts_merge(struct store *store, enum plan_kind kind, int64_t id, const char *path,
                       struct merge_result *result, struct message *message);

/* What a published file holds. */
enum error parts_kind(const char *path, enum plan_kind *kind, struct message *message);

/* Reads the contest of a published file, without its matches, which are only counted. The caller
 * releases it, even after an error. */
enum error parts_read(const char *path, struct contest *contest, struct message *message);

#endif
