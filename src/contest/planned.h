/* The matches of a plan and the part that plays each. They follow from the contest and the number
 * of parts, so all machines agree without asking each other. */
#ifndef BROADSIDE_CONTEST_PLANNED_H
#define BROADSIDE_CONTEST_PLANNED_H

#include "contest/contest.h"

struct planned_match {
    struct pairing pairing;
    uint64_t work; /* microseconds on one thread, as the plan estimates */
    int part;      /* from 1 */
    bool is_played;
};

/* All matches of `all` and `gauntlet`, or of the first stage of a swiss that is not complete, split
 * by the estimates of the plan. None if the contest is complete. The caller frees them, even after
 * an error. */
enum error planned_matches(const struct contest *contest, int parts, struct planned_match **matches,
                           int *count, struct message *message);

/* The stage that a plan with these matches plans: the first that is not complete. -1 if it has
 * begun, or all stages are complete: then it is not a plan. */
enum error planned_stage(const struct contest *contest, int *stage, struct message *message);

/* The pairings of a part that the contest does not have yet, in order; the caller frees them, even
 * after an error. `*work` is the sum of their estimates. */
enum error planned_part(const struct contest *contest, const struct shard *shard,
                        struct pairing **pairings, int *count, uint64_t *work,
                        struct message *message);

#endif
