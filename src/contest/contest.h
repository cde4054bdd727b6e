/* A tournament as data: its terms, who takes part, what the matches came to. Plain values without
 * processes, files or databases; the arena fills them, the store keeps them, tables and reports are
 * made of them.
 *
 * Texts are made printable before they come here. Cells are numbered in reading order. */
#ifndef BROADSIDE_CONTEST_CONTEST_H
#define BROADSIDE_CONTEST_CONTEST_H

#include "base/sha256.h"
#include "contest/contest_match.h"

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

/* Takes part: it passed the preflight and was not removed. */
bool entrant_plays(const struct entrant *entrant);

const char *format_word(enum contest_format format); /* "all", "gauntlet", "swiss" */
enum error format_parse(const char *word, enum contest_format *format, struct message *message);

/* Gives every entrant from `from` on a name of its own: a second `Ann` becomes `Ann (2)`, and so
 * does one that only looks like it. Long names give way to the suffix; names before `from` stay as
 * they are. */
void entrants_distinguish(struct entrant *entrants, int count, int from);

#endif
