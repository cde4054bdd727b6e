/* A simulation that is played in parts, as plain values, and the units of its work: all boards of a
 * bot that learns, which cannot be split, or a block of boards for all the others. The units and
 * the part that plays each follow from the plan, so all machines agree without asking each other.
 */
#ifndef BROADSIDE_CONTEST_SIM_PLAN_H
#define BROADSIDE_CONTEST_SIM_PLAN_H

#include "base/sha256.h"
#include "contest/entrant.h"
#include "contest/limits.h"
#include "contest/plan.h"
#include "contest/sim_stats.h"

enum { MOST_SIM_BOARDS = 100000000 };

struct sim_plan_bot {
    char spec[ENTRANT_SPEC], hash[SHA256_HEX_SIZE];
    bool learns;
    uint64_t game_ns; /* of a game, estimated */
};

struct sim_plan {
    int64_t id; /* in the store */
    struct plan plan;
    struct rules rules;
    uint64_t games, max_broken;
    struct seed seed;
    char placement[ENTRANT_SPEC], placement_hash[SHA256_HEX_SIZE]; /* hash: empty without files */
    struct limits limits;
    int bots;
    struct sim_plan_bot bot[MAX_SIM_BOTS];
};

struct sim_unit {
    int bot; /* that learns; -1: all others */
    uint64_t first, boards;
    uint64_t work; /* nanoseconds on one thread */
};

/* The bots of a unit, in order; returns how many. */
int sim_plan_bots(const struct sim_plan *plan, const struct sim_unit *unit, int bots[MAX_SIM_BOTS]);

int sim_plan_units(const struct sim_plan *plan);
struct sim_unit sim_plan_unit(const struct sim_plan *plan, int number);

/* Games of a unit: boards times bots. */
uint64_t sim_plan_unit_games(const struct sim_plan *plan, int number);

/* The part, from 1, that plays each unit. */
enum error sim_plan_split(const struct sim_plan *plan, int parts, int *part_of,
                          struct message *message);

/* The differences between a bot that learns and another one need the games of both. Without such
 * bots, sums are enough. */
bool sim_plan_keeps_games(const struct sim_plan *plan);

#endif
