/* What the files of a tournament or simulation on several machines have in common. The plan is
 * written once; every part is played from it, by the same version of the program. */
#ifndef BROADSIDE_CONTEST_PLAN_H
#define BROADSIDE_CONTEST_PLAN_H

#include "contest/shard.h"

#include <stdbool.h>

enum { PLAN_KEY_SIZE = 33, PLAN_VERSION_SIZE = 32 };

struct plan {
    char key[PLAN_KEY_SIZE]; /* random, in hexadecimal; empty: not planned */
    char version[PLAN_VERSION_SIZE];
    struct shard shard; /* zeros unless this is a part */
};

/* Draws a new key and notes the version of this program. */
enum error plan_init(struct plan *plan, struct message *message);

bool plan_exists(const struct plan *plan);

/* Was the plan in this file written by this version? ERR_MISMATCH if not. */
enum error plan_check_version(const struct plan *plan, const char *path, struct message *message);

#endif
