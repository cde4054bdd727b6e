/* The folder that `broadside match --records` fills: a record per round, and what each guest wrote
 * to its standard error. */
#ifndef BROADSIDE_CLI_MATCH_KEEP_H
#define BROADSIDE_CLI_MATCH_KEEP_H

#include "arena/match.h"

enum match_keep { KEEP_ALL, KEEP_LAST, KEEP_BROKEN };

struct match_records {
    const char *folder;
    enum match_keep keep;
    uint64_t last;         /* with KEEP_LAST: so many rounds */
    struct message failed; /* why a log is missing; empty if none is */
};

/* `all`, `last:N`, `broken`. */
enum error match_records_keep(struct match_records *records, const char *which,
                              struct message *message);

/* Makes the folder if it is missing, and finds out whether it can be written. */
enum error match_records_open(struct match_records *records, const char *folder,
                              struct message *message);

/* `round-000437.txt`; for `keep` of struct match. */
enum error match_records_round(struct match_records *records, uint64_t number,
                               const struct round *round, struct slice record,
                               struct message *message);

/* `a.log` or `b.log`, if the bot is a guest. */
void match_records_log(struct match_records *records, int side, struct bot *bot);

#endif
