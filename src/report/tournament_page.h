/* The page of a tournament: a single HTML file with tables, charts, a script for sorting, and the
 * replay viewer of the page with its engine, for watching rounds. It loads nothing from a network,
 * and its content security policy forbids it to.
 *
 * Everything that is pointed to belongs to the caller and is only read. No text is trusted. */
#ifndef BROADSIDE_REPORT_TOURNAMENT_PAGE_H
#define BROADSIDE_REPORT_TOURNAMENT_PAGE_H

#include "contest/contest.h"
#include "contest/standings.h"

#include <stdio.h>

enum {
    PAGE_SHOTS = 1025, /* counts of shots that are distinguished; the last means that or more */
    PAGE_BINS = 20,    /* stretches of a match */
    PAGE_CROSS = 64,   /* most bots in a cross table */
};

/* A stretch of rounds, over all matches of a bot. */
struct page_bin {
    uint64_t rounds, won;  /* all, and those the bot won */
    uint64_t clean;        /* won, and not broken by either side */
    double shots, squares; /* of the clean ones: sums */
};

/* The data of a bot's charts. */
struct page_bot {
    uint32_t shots[2][PAGE_SHOTS]; /* whole rounds by shots: [0] not won, [1] won */
    struct page_bin bin[PAGE_BINS];
    uint64_t heat_rounds; /* the rounds that the next two count */
    uint64_t placed[MAX_CELLS], fired[MAX_CELLS];
    uint64_t troubles_left_out;
};

/* The table of a league, or of all bots. */
struct page_table {
    const char *league; /* NULL for all */
    const struct rank *ranks;
    int count;
};

/* What went wrong in a match. */
struct page_trouble {
    int entrant, enemy;
    uint64_t match;
    struct slice sentence, log;
    uint64_t log_left_out; /* bytes of the log before this */
};

/* A round that can be watched. */
struct page_record {
    int a, b; /* entrants */
    uint64_t match, round;
    struct slice text; /* as rules/record.h writes it */
};

struct tournament_page {
    const struct contest_terms *terms;
    int64_t id, started, ended; /* ended is 0 if it has not */
    bool is_complete;
    const struct contest_secret *secrets; /* to be shown */
    const struct message *secret_matches; /* which matches each is for */
    int secrets_count;
    const struct entrant *entrants;
    const struct page_bot *bots; /* one per entrant */
    int count;
    const struct contest_match *matches; /* that count, by number */
    int matches_count;
    const struct page_table *tables;
    int tables_count;
    int bins; /* used bins, at most PAGE_BINS; a round is in bin round * bins / terms->rounds */
    const struct page_trouble *troubles; /* grouped by bot */
    int troubles_count;
    const struct page_record *records; /* grouped by match */
    int records_count;
    uint64_t records_left_out;
    struct slice engine; /* the engine of the replay viewer, see tournament_report.h */
};

/* ERR_MEMORY only. Write errors are left to the caller, who closes the file. */
enum error tournament_page_write(const struct tournament_page *page, FILE *file,
                                 struct message *message);

#endif
