/* What `broadside match` shows: the table, the sequential test, the JSON answer. */
#ifndef BROADSIDE_CLI_MATCH_OUT_H
#define BROADSIDE_CLI_MATCH_OUT_H

#include "arena/series.h"
#include "cli/guests.h"

/* A match or a series with its figures; all pointers are the caller's. */
struct match_answer {
    const struct match *match;
    const struct contest_match *result;
    const struct series *series; /* NULL for a single match */
    const struct series_result *outcome;
    const struct guests *guests;
    double seconds;
};

void match_print_table(const struct match_answer *answer);
void match_fill_json(const struct match_answer *answer, struct json_value *root);

#endif
