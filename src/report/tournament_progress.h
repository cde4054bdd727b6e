/* The progress of a tournament on standard error: on a terminal the leading bots, redrawn in place;
 * for a program a line of JSON each second; otherwise nothing. */
#ifndef BROADSIDE_REPORT_TOURNAMENT_PROGRESS_H
#define BROADSIDE_REPORT_TOURNAMENT_PROGRESS_H

#include "contest/estimate.h"
#include "report/progress.h"

struct tournament_progress {
    const struct contest *contest;
    const _Atomic uint64_t *rounds; /* played so far in this run */
    int matches;                    /* to be played in this run */
    int before;                     /* matches that were complete when the run started */
    struct estimate estimate;       /* made when the run started */
};

/* The caller's struct must outlive the display, and its contest changes only between progress_lock
 * and progress_unlock. */
struct progress *tournament_progress_start(const struct tournament_progress *progress, bool json);

#endif
