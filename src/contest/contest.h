/* A contest is a tournament as plain values: its terms, its entrants and its matches, without
 * processes, files or databases. (A `tournament`, in the arena and the store, is the running or
 * storing of one.) The arena fills a contest, the store keeps it, and tables and reports are made
 * of it.
 *
 * A contest starts as all zeros. It owns its arrays; contest_release frees them. */
#ifndef BROADSIDE_CONTEST_CONTEST_H
#define BROADSIDE_CONTEST_CONTEST_H

#include "contest/contest_match.h"
#include "contest/entrant.h"
#include "contest/limits.h"
#include "contest/plan.h"

enum contest_format { FORMAT_ALL, FORMAT_GAUNTLET, FORMAT_SWISS, FORMATS };

struct contest_terms {
    struct rules rules;
    struct seed seed; /* of matches to come; the secret is new after it was shown */
    uint64_t rounds;  /* of a match */
    uint8_t format;   /* enum contest_format */
    int leaders;      /* gauntlet: the first N entrants each meet all others */
    int stages;       /* swiss: how often pairs are drawn; 0 for the ceiling of log2 of entrants */
    int max_broken;
    char leagues[1024];   /* how leagues are formed: see league.h; empty: there are none */
    bool total;           /* all meet all, regardless of leagues */
    bool paired;          /* the arena draws the fleets */
    int64_t finish_by;    /* seconds since 1970; 0 for no deadline */
    struct limits limits; /* of guests */
    char title[128];
};

struct contest {
    int64_t id;             /* in the store; 0 before it is stored */
    int64_t started, ended; /* seconds since 1970; ended is 0 while it is not complete */
    bool is_complete;
    struct plan plan; /* zeros unless it is played in parts */
    struct contest_terms terms;
    struct entrant *entrants;
    int entrants_count, entrants_room;
    struct contest_match *matches; /* complete ones, in any order */
    int matches_count, matches_room;
};

void contest_release(struct contest *contest);

/* Adds an entrant of zeros at the end. ERR_RANGE if there are MAX_ENTRANTS already. */
enum error contest_add_entrant(struct contest *contest, struct entrant **entrant,
                               struct message *message);

/* Adds a copy of the match, without what belongs to the arena. */
enum error contest_add_match(struct contest *contest, const struct contest_match *match,
                             struct message *message);

/* Removes all matches of an entrant. */
void contest_drop_matches(struct contest *contest, int entrant);

/* The secrets of the seeds with which the matches of a complete contest were played, in the order
 * of `first`. Returns how many: none while the contest is not complete, because bots could
 * compute the fleets to come. A contest has more than one if it was continued after its end. */
enum { MAX_SECRETS = 16 }; /* more are left out */
struct contest_secret {
    struct seed seed;
    uint64_t first; /* the lowest number of its matches */
    int matches;
};
int contest_secrets(const struct contest *contest, struct contest_secret secrets[MAX_SECRETS]);

/* How many entrants take part. */
int contest_players(const struct contest *contest);

/* The leagues of those who take part, in the order of the terms; NULL past the last. Leagues by
 * letter count only if there are at least two. */
const char *contest_league(const struct contest *contest, int index);

/* Do bots of different leagues meet? Then there is a table of all bots besides those of the
 * leagues. True if there are no leagues. */
bool contest_is_total(const struct contest *contest);

/* Can this entrant be mistaken for another: has it the same files or ID as one before it, or the
 * name of a built-in bot? If so, sets the warning to a sentence that names both. */
bool contest_find_twin(const struct contest *contest, int entrant, struct message *warning);

const char *contest_format_word(enum contest_format format); /* "all", "gauntlet", "swiss" */
enum error contest_format_parse(const char *word, enum contest_format *format,
                                struct message *message);

#endif
