/* How long a bot takes for a match: once for its start, and then for its rounds, of which the first
 * ones are often the slowest (a virtual machine compiles its code while it plays). A plain value;
 * all zeros: not measured. */
#ifndef BROADSIDE_CONTEST_PACE_H
#define BROADSIDE_CONTEST_PACE_H

#include <stdbool.h>
#include <stdint.h>

enum { PACE_POINTS = 24 };

struct pace {
    double start; /* seconds to start and to end it */
    int points;
    uint64_t rounds[PACE_POINTS]; /* rising */
    double seconds[PACE_POINTS];  /* of play, for that many rounds */
};

bool pace_is_known(const struct pace *pace);

/* Notes that `rounds` rounds took `seconds`. Call it after every round: it keeps the powers of two
 * and the last one. */
void pace_note(struct pace *pace, uint64_t rounds, double seconds);

/* Multiplies all times. */
void pace_scale(struct pace *pace, double factor);

/* The seconds for a match of this many rounds. Beyond what was measured, the pace of the second
 * half continues. */
double pace_match(const struct pace *pace, uint64_t rounds);

#endif
