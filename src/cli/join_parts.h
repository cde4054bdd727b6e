/* Joins the parts of a planned tournament in a scratch store, for `join` and `results`. Says on
 * standard error what is missing, and which matches have different results in two files. */
#ifndef BROADSIDE_CLI_JOIN_PARTS_H
#define BROADSIDE_CLI_JOIN_PARTS_H

#include "cli/tournament_db.h"

struct joined_parts {
    struct tournament_db db; /* release it with tournament_db_close, even after an error */
    int missing;             /* matches of the plan */
    int64_t conflicts;       /* matches with different results; the first file counts */
};

/* `command` is for messages. The first file decides which plan it is; files of others are
 * refused. */
enum error join_parts(const char *command, const char *const *paths, int count,
                      struct joined_parts *joined, struct message *message);

#endif
