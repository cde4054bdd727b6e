/* What a move did: events, in order, and where the game stands afterwards.
 *
 * Events are what players are told. A shot's answer is the same for both sides; what only the mover
 * may know (where its smoke lies, which block a hint showed, where a ship was raised) is blanked by
 * outcome_conceal before the enemy sees it. An outcome is a plain value of fixed size. As text it
 * is a list of words: `B3=miss`, `C4=hit`, `C4=hit:Carrier`, `D4=sunk:Carrier`, `E4=sunk`,
 * `B3=stopped`, `B3=wasted`, `radar:B3=found`, `radar:B3=none`, `smoke:B3`, `hint:B3`,
 * `raised:Submarine`, `gain:smoke,artillery`, `lost:repeat`, `end:a:sunk`. */
#ifndef BROADSIDE_RULES_EVENT_H
#define BROADSIDE_RULES_EVENT_H

#include "rules/move.h"

enum { SIDE_A, SIDE_B, NOBODY };
enum { NO_SHIP = 0xff };

enum answer { ANSWER_MISS, ANSWER_HIT, ANSWER_SUNK, ANSWER_STOPPED, ANSWER_WASTED };

enum event_kind {
    EVENT_SHOT,  /* cell, answer, ship: the kind that is announced or NO_SHIP */
    EVENT_RADAR, /* cell, answer: HIT for "found", MISS for "none" */
    EVENT_SMOKE, /* cell, NO_CELL for the enemy */
    EVENT_HINT,  /* cell: the block's top-left cell, NO_CELL for the enemy */
    EVENT_RAISE, /* ship: the kind; the placement is in the move */
    EVENT_GAIN,  /* answer: a set of enum special that a sinking brought */
    EVENT_LOST   /* answer: enum lost */
};

enum lost { LOST_INVALID, LOST_UNAVAILABLE, LOST_REPEAT };

enum reason {
    REASON_NONE,
    REASON_SUNK,     /* the enemy fleet is sunk */
    REASON_BOTH,     /* equal turns: both fleets are sunk */
    REASON_POINTS,   /* the race is over */
    REASON_LIMIT,    /* too many turns */
    REASON_RESIGNED, /* the loser gave up */
    REASON_WRECKED   /* a fleet was lost before the first shot */
};

struct event {
    uint8_t kind, answer, ship;
    uint16_t cell;
};

/* Public knowledge of how the game stands. */
struct status {
    uint8_t started, over;
    uint8_t first, turn;    /* sides; turn is NOBODY once the game is over */
    uint8_t last_move;      /* equal turns: the side to move has only this turn left */
    uint8_t winner, reason; /* NOBODY for a tie */
    int turns[2];           /* complete turns of each side */
    int shots[2];           /* shots fired, wasted ones included */
    int points[2];          /* of a race */
};

/* A torpedo along 32 cells, each sinking a ship, each sinking with its gain. */
enum { MAX_EVENTS = 2 * MAX_SIDE + 2 };

struct outcome {
    uint8_t mover, count;
    uint8_t turn_over;       /* the mover's turn is complete */
    uint8_t next, last_move; /* who moves now, as in struct status */
    uint8_t over, winner, reason;
    uint8_t shots; /* fired by the mover, or lost in a race */
    int points[2]; /* of a race that is over */
    struct event event[MAX_EVENTS];
};

/* Writes into `move` and `outcome` what the mover's enemy may know. */
void outcome_conceal(struct move *move, struct outcome *outcome);

void outcome_print(const struct outcome *outcome, const struct rules *rules, struct writer *writer);

/* One event as its word. A sinking that counts but brings nothing, which outcome_print leaves out,
 * is `gain:nothing`. */
void event_print(const struct event *event, const struct rules *rules, struct writer *writer);

/* The inverses, word by word: an event, or `end:a:sunk`, is added to the outcome. Whether it can
 * have happened is not judged here. */
enum error event_parse(struct slice word, const struct rules *rules, struct event *event,
                       struct message *message);
enum error outcome_parse_word(struct slice word, const struct rules *rules, struct outcome *outcome,
                              struct message *message);

const char *event_answer_word(enum answer answer);
const char *event_reason_word(enum reason reason);
const char *event_side_word(int side); /* "a", "b", "tie" */

#endif
