/* What a move did: its events, in order, and the state of the game afterwards.
 *
 * Both sides see the same answer to a shot. outcome_conceal hides what only the mover may know
 * (where it laid smoke, which block a hint showed, where it raised a ship) before the enemy sees
 * the outcome. An outcome is a plain value of fixed size. As text it is a list of words: `B3=miss`,
 * `C4=hit`, `C4=hit:Carrier`, `D4=sunk:Carrier`, `E4=sunk`, `B3=stopped`, `B3=wasted`,
 * `radar:B3=found`, `radar:B3=none`, `smoke:B3`, `hint:B3`, `raised:Submarine`,
 * `gain:smoke,artillery`, `lost:repeat`, `end:a:sunk`. */
#ifndef BROADSIDE_RULES_EVENT_H
#define BROADSIDE_RULES_EVENT_H

#include "rules/move.h"

enum { SIDE_A, SIDE_B, NOBODY };
enum { NO_SHIP = 0xff };

enum answer { ANSWER_MISS, ANSWER_HIT, ANSWER_SUNK, ANSWER_STOPPED, ANSWER_WASTED };

enum event_kind {
    EVENT_SHOT,  /* cell, answer, ship: the kind announced, or NO_SHIP */
    EVENT_RADAR, /* cell, answer: HIT for "found", MISS for "none" */
    EVENT_SMOKE, /* cell, NO_CELL for the enemy */
    EVENT_HINT,  /* cell: the block's top-left cell, NO_CELL for the enemy */
    EVENT_RAISE, /* ship: the kind; the placement is in the move */
    EVENT_GAIN,  /* answer: the set of enum special that a sinking granted */
    EVENT_LOST   /* answer: enum lost */
};

enum lost { LOST_INVALID, LOST_UNAVAILABLE, LOST_REPEAT };

enum reason {
    REASON_NONE,
    REASON_SUNK,     /* the enemy fleet is sunk */
    REASON_BOTH,     /* equal turns: both fleets are sunk */
    REASON_POINTS,   /* the race is over; more points win */
    REASON_LIMIT,    /* the turn limit was reached */
    REASON_RESIGNED, /* the loser resigned */
    REASON_WRECKED   /* a fleet was lost before the first shot */
};

struct event {
    uint8_t kind, answer, ship;
    uint16_t cell;
};

/* The public state of the game. */
struct status {
    uint8_t started, over;
    uint8_t first, turn;    /* sides; turn is NOBODY before and after the game */
    uint8_t last_move;      /* equal turns: this is the last turn */
    uint8_t winner, reason; /* NOBODY for a tie */
    int turns[2];           /* complete turns of each side */
    int shots[2];           /* shots fired, wasted ones included */
    int points[2];          /* of a race */
};

/* A torpedo along 32 cells that sinks a ship with each, plus the gain of each sinking. */
enum { MAX_EVENTS = 2 * MAX_SIDE + 2 };

struct outcome {
    uint8_t mover, count;
    uint8_t turn_over;       /* the mover's turn is complete */
    uint8_t next, last_move; /* as `turn` and `last_move` in struct status */
    uint8_t over, winner, reason;
    uint8_t shots;  /* shots the mover used, including one lost in a race */
    uint8_t gained; /* set by the game for the news: special moves granted that were not in hand */
    int points[2];  /* of a finished race */
    struct event event[MAX_EVENTS];
};

/* Removes from `move` and `outcome` what the mover's enemy must not know. */
void outcome_conceal(struct move *move, struct outcome *outcome);

void outcome_print(const struct outcome *outcome, const struct rules *rules, struct writer *writer);

/* Prints one event. A sinking that counts but grants nothing is `gain:nothing`; outcome_print omits
 * it. */
void event_print(const struct event *event, const struct rules *rules, struct writer *writer);

/* The inverses, one word at a time. outcome_parse_word adds an event, or the end (`end:a:sunk`), to
 * the outcome. Neither checks whether the event is possible in the game. */
enum error event_parse(struct slice word, const struct rules *rules, struct event *event,
                       struct message *message);
enum error outcome_parse_word(struct slice word, const struct rules *rules, struct outcome *outcome,
                              struct message *message);

const char *event_answer_word(enum answer answer);
const char *event_reason_word(enum reason reason);
const char *event_side_word(int side); /* "a", "b", "tie" */

#endif
