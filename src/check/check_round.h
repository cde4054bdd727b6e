/* The part of a check that judges rounds: records the dialogue and derives findings from what broke
 * and from poor play. */
#ifndef BROADSIDE_CHECK_CHECK_ROUND_H
#define BROADSIDE_CHECK_CHECK_ROUND_H

#include "arena/round.h"
#include "base/buffer.h"
#include "check/check.h"

/* Records the dialogue of a guest. */
struct check_listener {
    struct dialogue dialogue;
    const struct dialogue *next; /* gets every line, too; or NULL */
    struct buffer input;         /* everything sent to the current process */
    uint64_t lines_seen;         /* lines from the current process */
    uint64_t hash;               /* of its output in this round */
    uint64_t repeats, lost;      /* shots in this round at old cells, off the board */
    bool is_truncated;           /* input is not complete */
    char question[64], answer[512];
};

/* `hello_lines` is the number of lines in the hello, which the listener does not see. */
void check_listener_init(struct check_listener *listener, uint64_t hello_lines);
void check_listener_release(struct check_listener *listener);
void check_listener_new_round(struct check_listener *listener);

/* One round as it was played. */
struct check_round {
    const struct rules *rules;
    uint64_t number;
    const struct round *round;
    const struct game *game;
    const struct check_listener *listener; /* NULL for bots of our own */
    struct slice log;                      /* standard error of this round */
    const char *unasked;                   /* the output that broke the protocol; "" if none */
    bool unflushed;                        /* it is known not to flush, which explains a stall */
};

/* The bot is side a. Returns what broke the round, FINDING_KINDS if nothing did. */
enum check_finding_kind check_round_judge(const struct check_round *played,
                                          struct check_report *report);

#endif
