/* A tournament as data: its terms, who takes part, what the matches came to. Plain values without
 * processes, files or databases; the arena fills them, the store keeps them, tables and reports are
 * made of them.
 *
 * Texts are made printable before they come here. Cells are numbered in reading order. */
#ifndef BROADSIDE_CONTEST_CONTEST_H
#define BROADSIDE_CONTEST_CONTEST_H

#include "base/sha256.h"
#include "bots/bot.h"

enum { MAX_ENTRANTS = 256, ENTRANT_NAME = 64, ENTRANT_SPEC = 1024 };

enum contest_format { FORMAT_ALL, FORMAT_GAUNTLET, FORMAT_SWISS, FORMATS };

struct contest_terms {
    struct rules rules;
    uint64_t seed;
    uint64_t rounds; /* of a match */
    uint8_t format;  /* enum contest_format */
    int leaders;     /* gauntlet: so many first entrants each meet all the others */
    int stages; /* swiss: how often pairs are drawn; 0 for the ceiling of log2 of the entrants */
    int max_broken;
    bool total;       /* leagues or not, all meet all */
    bool paired;      /* the arena lays out the fleets */
    char limits[256]; /* of guests, as text for people */
    char title[128];
};

/* One bot of a tournament. */
struct entrant {
    char spec[ENTRANT_SPEC]; /* as it is opened */
    char name[ENTRANT_NAME]; /* as it is shown: unique in its tournament */
    char id[ENTRANT_NAME], authors[ENTRANT_NAME];
    char league[ENTRANT_NAME]; /* empty: none */
    char
        hash[SHA256_HEX_SIZE]; /* of its files; of its spec and the program's version if built in */
    bool is_guest;
    bool is_out;  /* did not pass the preflight; it plays no match */
    bool is_gone; /* was taken out later; its matches do not count */
    char why[256];
};

/* Who meets whom. The number is part of all seeds of the match and stays the same, whoever joins or
 * leaves later. */
struct pairing {
    int a, b;  /* entrants; a < b */
    int stage; /* of a swiss, from 0 */
    uint64_t number;
};

/* What a side did in a match. */
struct score_side {
    uint64_t won;   /* rounds */
    uint64_t shots; /* fired in rounds that nobody broke */
    uint64_t wasted, wrecks;
    uint64_t broken[BROKEN_KINDS];
    uint64_t answers, used_us, slowest_us; /* of guests */
};

/* What a match came to. */
struct score {
    struct pairing pairing;
    uint64_t rounds, drawn;
    uint64_t whole; /* rounds that nobody broke */
    uint64_t signature;
    double seconds;
    struct score_side side[2];
};

/* One round, as small as it can be kept: 12 bytes. */
struct round_note {
    uint8_t winner; /* SIDE_A, SIDE_B, NOBODY */
    uint8_t broken[2];
    uint8_t first; /* who moved first; NOBODY where it did not come to that */
    uint16_t shots[2];
    uint16_t points[2];
};
enum { ROUND_BYTES = 12 };
void round_pack(const struct round_note *note, uint8_t bytes[ROUND_BYTES]);
enum error round_unpack(const uint8_t bytes[ROUND_BYTES], struct round_note *note); /* ERR_RANGE */

/* How often each cell was used by a side of a match: fleets laid there, shots fired there. */
struct heat_counts {
    uint32_t placed[MAX_CELLS], fired[MAX_CELLS];
};

/* +1, 0, -1 by rounds won. */
int score_points(const struct score *score, int side);

const char *format_word(enum contest_format format); /* "all", "gauntlet", "swiss" */
enum error format_parse(const char *word, enum contest_format *format, struct message *message);

/* Gives every entrant from `from` on a name of its own: a second `Ann` becomes `Ann (2)`, and so
 * does one that only looks like it. Long names give way to the suffix; names before `from` stay as
 * they are. */
void entrants_distinguish(struct entrant *entrants, int count, int from);

#endif
