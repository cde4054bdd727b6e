/* A match between two bots as plain values. The arena fills it, the store keeps it, tables and
 * reports are made of it.
 *
 * Counts are the caller's copy. What is pointed to (notes, heat, logs, records) belongs to the
 * arena and is valid only while a match is being delivered; matches read from the store have NULL
 * there, and their trouble and guests have only the figures that are stored. Cells are numbered in
 * reading order. */
#ifndef BROADSIDE_CONTEST_CONTEST_MATCH_H
#define BROADSIDE_CONTEST_CONTEST_MATCH_H

#include "bots/bot.h"

enum { GUEST_NAME_SIZE = 64 };

/* Who meets whom. The number is part of all seeds of the match. It does not change when entrants
 * join or leave. */
struct pairing {
    int a, b;  /* entrants; a < b */
    int stage; /* of a swiss, from 0 */
    uint64_t number;
};

/* The first round or game that a bot broke. */
struct trouble {
    uint64_t match, round; /* round 0 if there was none */
    enum broken kind;
    struct message sentence;
};

/* What is known of a guest after its match. */
struct guest_facts {
    bool is_guest;
    char name[GUEST_NAME_SIZE], id[GUEST_NAME_SIZE];
    uint64_t answers;     /* questions answered */
    uint64_t used_us;     /* by all answers together */
    uint64_t slowest_us;  /* the slowest answer */
    uint64_t start_us;    /* until the first `ready` */
    uint64_t starts;      /* processes started: 1 if it never broke */
    uint64_t strange;     /* hello lines with unknown words */
    bool jailed, grouped; /* grouped: limited by a control group */
};

/* How often a side of a match used each cell: for its ships, and for its shots. */
struct heat_counts {
    uint32_t placed[MAX_CELLS], fired[MAX_CELLS];
};

/* One side of a match. */
struct contest_side {
    uint64_t won; /* rounds */
    /* Of whole rounds that it won: how many, where a moved first and where b did; its turns, and
     * their squares. Not stored. */
    uint64_t won_by_first[2], won_turns, won_turn_squares;
    uint64_t shots;  /* in whole rounds */
    uint64_t turns;  /* in whole rounds; not stored */
    uint64_t wasted; /* shots off the board or repeated, where the rules allow them */
    uint64_t wrecks; /* ships sunk by bad placement, where the rules have that */
    uint64_t broken[BROKEN_KINDS];
    struct trouble trouble;
    struct guest_facts guest;
    const struct heat_counts *heat; /* optional */
    struct slice log;               /* the end of a guest's standard error; any bytes */
};

/* One round, as small as it can be kept: 12 bytes. Counts that do not fit are stored as
 * UINT16_MAX. */
struct round_note {
    uint8_t winner; /* SIDE_A, SIDE_B, NOBODY */
    uint8_t broken[2];
    uint8_t first; /* who moved first; NOBODY if no move was made */
    uint16_t shots[2];
    uint16_t points[2];
};

/* The record of a round. */
struct contest_record {
    uint64_t round;    /* counted from 1 */
    struct slice text; /* as rules/record.h writes it */
};

/* Half points of side a in two rounds: 0 to 4. */
enum { MATCH_PAIR_RESULTS = 5 };

struct contest_match {
    struct pairing pairing;
    uint64_t rounds, drawn;
    uint64_t pairs[MATCH_PAIR_RESULTS]; /* of a paired match, by half points; not stored */
    uint64_t whole;                     /* rounds that neither side broke */
    uint64_t first[2];  /* whole rounds in which each side moved first; not stored */
    uint64_t unplayed;  /* rounds lost because too many were broken before; not stored */
    uint64_t signature; /* a hash of all rounds, independent of their order */
    struct seed seed;
    double seconds;
    struct contest_side side[2];
    const struct round_note *notes; /* one for each round */
    const struct contest_record *record;
    int records;
};

/* +1, 0 or -1 by rounds won. */
int contest_match_points(const struct contest_match *match, int side);

/* Adds up matches. The first trouble of the sum is that of the earlier match. */
void contest_match_add(struct contest_match *sum, const struct contest_match *part);

/* Drops what belongs to the arena, so that the match can be kept. */
void contest_match_detach(struct contest_match *match);

/* Rounds that a side broke, of all kinds together. */
uint64_t contest_side_broken(const struct contest_side *side);

/* Only the first trouble is noted. */
void trouble_note(struct trouble *trouble, uint64_t match, uint64_t round, enum broken kind,
                  const char *sentence);

/* A count as a round note holds it: UINT16_MAX for that and more. */
uint16_t round_note_count(int64_t count);

enum { ROUND_BYTES = 12 };
void round_note_pack(const struct round_note *note, uint8_t bytes[ROUND_BYTES]);

/* ERR_RANGE for bytes that are not a round. */
enum error round_note_unpack(const uint8_t bytes[ROUND_BYTES], struct round_note *note);

#endif
