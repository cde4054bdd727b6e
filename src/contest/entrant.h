/* One bot of a tournament as plain values. Texts are made printable before they get here. */
#ifndef BROADSIDE_CONTEST_ENTRANT_H
#define BROADSIDE_CONTEST_ENTRANT_H

#include "base/sha256.h"
#include "contest/pace.h"

#include <stdbool.h>

enum { MAX_ENTRANTS = 256, ENTRANT_NAME = 64, ENTRANT_SPEC = 1024 };

struct entrant {
    char spec[ENTRANT_SPEC]; /* how it is opened */
    char name[ENTRANT_NAME]; /* how it is shown: unique in its tournament */
    char id[ENTRANT_NAME], authors[ENTRANT_NAME];
    char league[ENTRANT_NAME];  /* empty: none */
    char hash[SHA256_HEX_SIZE]; /* of its files; built-in bots: of spec and program version */
    int joined; /* the first stage of a swiss that it can play in: 0 unless it was added later */
    bool is_guest;
    bool is_out;  /* failed the preflight; it plays no matches */
    bool is_gone; /* was removed later; its matches do not count */
    char why[256];

    struct pace pace; /* as the preflight measured it; not stored */
};

/* Takes part: it passed the preflight and was not removed. */
bool entrant_plays(const struct entrant *entrant);

/* Makes the names from `from` on unique: a second `Ann` becomes `Ann (2)`, and so does a name that
 * only looks like it. Long names are shortened to make room for the suffix. Names before `from` do
 * not change. */
void entrant_distinguish(struct entrant *entrants, int count, int from);

#endif
