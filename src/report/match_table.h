/* The result of a match or of a series of matches: as a table and as JSON. */
#ifndef BROADSIDE_REPORT_MATCH_TABLE_H
#define BROADSIDE_REPORT_MATCH_TABLE_H

#include "contest/contest_match.h"
#include "contest/limits.h"
#include "contest/sprt.h"
#include "report/json.h"

/* All pointers are the caller's. */
struct match_outcome {
    const struct rules *rules;
    const char *bot[2];
    struct seed seed;
    int max_broken;
    bool is_paired;
    const struct limits *limits; /* of guests */
    const struct contest_match *match;
    double seconds, core_seconds; /* elapsed, and of processor time */

    /* Of a series of short matches with a sequential test; NULL for a single match. `match` is then
     * the sum of all matches. */
    const struct sprt_terms *test;
    const struct sprt *evidence;
};

/* The table on standard output. Figures that depend on the machine go to standard error, so that a
 * seed always gives the same table. */
void match_table_print(const struct match_outcome *outcome);
void match_table_fill_json(const struct match_outcome *outcome, struct json_value *root);

#endif
