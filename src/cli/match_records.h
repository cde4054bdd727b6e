/* The folder that `broadside match --records` fills: a record of each round, and the standard error
 * of each guest. */
#ifndef BROADSIDE_CLI_MATCH_RECORDS_H
#define BROADSIDE_CLI_MATCH_RECORDS_H

#include "arena/match.h"

enum match_keep { KEEP_ALL, KEEP_LAST, KEEP_BROKEN };

struct match_records {
    const char *folder;
    enum match_keep keep;
    uint64_t last;         /* with KEEP_LAST: how many rounds */
    struct message failed; /* why a log is missing, or empty */
};

/* `all`, `last:N`, `broken`. */
enum error match_records_keep(struct match_records *records, const char *which,
                              struct message *message);

/* Creates the folder if it is missing, and checks that it can be written. */
enum error match_records_open(struct match_records *records, const char *folder,
                              struct message *message);

/* Writes `round-000437.txt`; for `keep` of struct match. */
enum error match_records_round(struct match_records *records, uint64_t number,
                               const struct round *round, struct slice record,
                               struct message *message);

/* Writes `a.log` or `b.log` if the bot is a guest; for `closing` of struct match. */
void match_records_log(struct match_records *records, int side, struct bot *bot);

#endif
