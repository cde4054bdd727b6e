/* The part of a check that judges rounds: listens to the dialogue, and makes findings of what broke
 * and of what was merely foolish. */
#ifndef BROADSIDE_CHECK_CHECK_ROUND_H
#define BROADSIDE_CHECK_CHECK_ROUND_H

#include "arena/round.h"
#include "base/buffer.h"
#include "check/check.h"

/* What was heard of a guest. */
struct check_listener {
    struct dialogue dialogue;
    struct buffer told;     /* everything the present process was told */
    uint64_t heard;         /* lines of the present process */
    uint64_t hash;          /* of what it said in this round */
    uint64_t repeats, lost; /* of its shots in this round: at old cells, off the board */
    bool too_long;          /* told is not complete */
    char question[64], answer[512];
};

/* `hello_lines` is how many lines the hello had that was not heard. */
void check_listener_init(struct check_listener *listener, uint64_t hello_lines);
void check_listener_release(struct check_listener *listener);
void check_listener_new_round(struct check_listener *listener);

/* One round, as it went. */
struct check_round {
    const struct rules *rules;
    uint64_t number;
    const struct round *round;
    const struct game *game;
    const struct check_listener *listener; /* NULL for bots of our own */
    struct slice log;                      /* standard error of this round */
    bool unflushed; /* that it does not flush is known: silence is no riddle */
};

/* Side a is the bot. Returns what broke the round, FINDING_KINDS if nothing did. */
enum check_finding_kind check_round_judge(const struct check_round *played,
                                          struct check_report *report);

#endif
