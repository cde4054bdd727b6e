/* Parts of a plan, each for another machine or process. Plain values: the same arguments give the
 * same parts everywhere. Memory is the caller's. */
#ifndef BROADSIDE_CONTEST_SHARD_H
#define BROADSIDE_CONTEST_SHARD_H

#include "base/error.h"

#include <stdint.h>

enum { MAX_PARTS = 100000 };

struct shard {
    int part, parts; /* part counts from 1; both are 0 for what is not a part */
};

/* Reads `K/N`, or `auto` or `auto/N`: then K, and N if it is not given, come from the variables
 * that the scheduler has set. With `auto`, the first element of the array is part 1; with
 * `auto/N`, element K is part K. `variable` looks one up, as getenv does. */
enum error shard_parse(const char *text, const char *(*variable)(const char *name),
                       struct shard *shard, struct message *message);

/* Distributes jobs among the parts so that all have about the same work: the longest job first,
 * each to the part that has the least. Sets part_of[i], from 1, of every job. A job of work 0
 * counts as one of work 1. Fails only with ERR_MEMORY. */
enum error shard_split(const uint64_t *work, int count, int parts, int *part_of,
                       struct message *message);

#endif
