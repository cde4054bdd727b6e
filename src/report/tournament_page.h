/* The page of a tournament: one file of HTML with everything in it, tables and charts as they are,
 * and a script for sorting and for looking at rounds. It asks nothing of a network, and its own
 * policy forbids it to.
 *
 * All that is pointed to belongs to the caller and is only read. Texts are not trusted, wherever
 * they come from. */
#ifndef BROADSIDE_REPORT_TOURNAMENT_PAGE_H
#define BROADSIDE_REPORT_TOURNAMENT_PAGE_H

#include "contest/contest.h"
#include "contest/standings.h"

#include <stdio.h>

enum {
    PAGE_SHOTS = 1025, /* counts of shots that are told apart; the last stands for all above */
    PAGE_BINS = 20,    /* of the rounds of a match */
    PAGE_CROSS = 64,   /* places in a cross table */
};

/* What happened in a stretch of rounds, over all matches of a bot. */
struct page_bin {
    uint64_t rounds, won;  /* all; how many the bot won */
    uint64_t clean;        /* won, and nobody broke it */
    double shots, squares; /* of the clean ones: sums */
};

/* What is drawn of a bot. */
struct page_bot {
    uint32_t shots[2][PAGE_SHOTS]; /* whole rounds by shots: not won [0], won [1] */
    struct page_bin bin[PAGE_BINS];
    uint64_t heat_rounds; /* what the two below were counted in */
    uint64_t placed[MAX_CELLS], fired[MAX_CELLS];
    uint64_t troubles_left_out;
};

/* The table of a league, or of all. */
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
    bool is_cut; /* there is more of the log before */
};

/* A round that can be looked at. */
struct page_record {
    int a, b; /* entrants */
    uint64_t match, round;
    struct slice text; /* as rules/record.h writes it; one that does not replay is left out */
};

struct tournament_page {
    const struct contest_terms *terms;
    int64_t id, started, ended; /* ended: 0 for not yet */
    bool is_complete;
    const struct entrant *entrants;
    const struct page_bot *bots; /* one per entrant */
    int count;
    const struct contest_match *scores;
    int scores_count;
    const struct page_table *tables;
    int tables_count;
    int bins; /* of PAGE_BINS: how many are used; bin of a round: round * bins / terms->rounds */
    const struct page_trouble *troubles; /* those of a bot are neighbours */
    int troubles_count;
    const struct page_record *records; /* those of a match are neighbours */
    int records_count;
    uint64_t records_left_out;
};

/* ERR_MEMORY; errors of the stream wait for whoever closes it. */
enum error tournament_page_write(const struct tournament_page *page, FILE *file,
                                 struct message *message);

#endif
