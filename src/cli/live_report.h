/* The report of a running tournament, written again as matches end.
 *
 * A thread of its own writes it, at most once a second and never for more than a twentieth of the
 * time. Each page replaces the one before as a whole. A page that cannot be written is reported
 * once and tried again; it does not stop the tournament. All functions accept NULL. */
#ifndef BROADSIDE_CLI_LIVE_REPORT_H
#define BROADSIDE_CLI_LIVE_REPORT_H

#include "report/tournament_report.h"

struct live_report;

/* NULL if `folder` is NULL or there is no thread. The contest and what the source reads change only
 * between live_report_lock and live_report_unlock, and both outlive the report. */
struct live_report *live_report_start(const struct contest *contest,
                                      const struct tournament_source *source, const char *folder);
void live_report_lock(struct live_report *live);

/* A match has ended. The lock is held. */
void live_report_note(struct live_report *live);
void live_report_unlock(struct live_report *live);

/* Ends the thread without writing again. */
void live_report_stop(struct live_report *live);

#endif
