/* Plans of tournaments: a store with the terms and the entrants, from which parts are played. The
 * plan of a later stage of a swiss also has the matches before. */
#ifndef BROADSIDE_CLI_TOURNAMENT_PLAN_H
#define BROADSIDE_CLI_TOURNAMENT_PLAN_H

#include "contest/contest.h"

/* What a plan asks for. */
struct tournament_plan {
    int matches;
    double seconds; /* of all of them on one thread, estimated */
};

/* Writes the plan of a contest whose entrants were tested. Never replaces a file. */
enum error tournament_plan_write(struct contest *contest, const char *path,
                                 struct tournament_plan *plan, struct message *message);

/* Writes the plan of the next stage of a swiss, given the joined results of the stages before. */
enum error tournament_plan_next(const char *joined, const char *path, struct contest *contest,
                                struct tournament_plan *plan, struct message *message);

/* Reads a plan. ERR_MISMATCH for a part, a joined result, a tournament that was not planned, and a
 * plan of another version of the program. The caller releases the contest, even after an error. */
enum error tournament_plan_read(const char *path, struct contest *contest, struct message *message);

#endif
