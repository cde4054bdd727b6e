/* One bot of a tournament as plain values. Texts are made printable before they get here. */
#ifndef BROADSIDE_CONTEST_ENTRANT_H
#define BROADSIDE_CONTEST_ENTRANT_H

#include "base/sha256.h"
#include "contest/pace.h"

#include <stdbool.h>

enum { MAX_ENTRANTS = 1024, ENTRANT_NAME = 64, ENTRANT_SPEC = 1024 };

struct entrant {
    char spec[ENTRANT_SPEC]; /* how it is opened */
    char name[ENTRANT_NAME]; /* how it is shown: unique in its tournament */
    char id[ENTRANT_NAME];   /* of its group; usually unique, but that is up to those who enter */
    char authors[ENTRANT_NAME];
    char league[ENTRANT_NAME];  /* empty: none */
    char hash[SHA256_HEX_SIZE]; /* of its files; built-in bots: of spec and program version */
    int joined; /* the first stage of a swiss that it can play in: 0 unless it was added later */
    bool is_guest;
    bool is_out;  /* failed the preflight; it plays no matches */
    bool is_gone; /* was removed later; its matches do not count */
    char why[256];

    struct pace pace;  /* as the preflight measured it; not stored */
    uint64_t share_us; /* of a plan: its part of the time of a match, in microseconds */
};

/* Takes part: it passed the preflight and was not removed. */
bool entrant_plays(const struct entrant *entrant);

/* The ID of a group in the Java framework: one of the letters E, G, Y, R, X, T and a number from 1
 * to 100, such as G42. */
bool entrant_is_group(const char *id);

/* The league of such an ID: Green, Yellow or Red by its letter; empty for other IDs. */
const char *entrant_letter_league(const char *id);

/* Sets the ID. A jar is named after its group, and that counts whatever the bot says. Other bots
 * have the ID that they declare, or else their name. */
void entrant_set_id(struct entrant *entrant, const char *declared);

/* Has it an ID that is not just its name? */
bool entrant_has_id(const struct entrant *entrant);

/* How it is called in a sentence: `G42 Ann`, or its name if that is its ID. */
enum { ENTRANT_LABEL = 2 * ENTRANT_NAME };
struct entrant_label {
    char text[ENTRANT_LABEL];
};
struct entrant_label entrant_label(const struct entrant *entrant);

/* Makes the names from `from` on unique: a second `Ann` becomes `Ann (2)`, and so does a name that
 * only looks like it. A guest with the name of a built-in bot becomes `hunt (guest)`, whether that
 * bot takes part or not. Long names are shortened to make room for the suffix. Names before `from`
 * do not change. A name that is also the ID stays the ID. Names of removed entrants are free. */
void entrant_distinguish(struct entrant *entrants, int count, int from);

/* The same for a single entrant, among all others. */
void entrant_distinguish_one(struct entrant *entrants, int count, int index);

/* Was it renamed because it has the name of a built-in bot? Then `name` is that name. */
bool entrant_took_name(const struct entrant *entrant, char name[ENTRANT_NAME]);

#endif
