/* The report of a tournament: a page made from what the store keeps of it. */
#ifndef BROADSIDE_CLI_TOURNEY_REPORT_H
#define BROADSIDE_CLI_TOURNEY_REPORT_H

#include "cli/tournament_db.h"

/* Writes FOLDER/index.html; the folder is made where it is not there. */
enum error tourney_report(struct tournament_db *db, const char *folder, struct message *message);

/* Could it be written? Makes the folder. Learned before a night of matches instead of after it. */
enum error tourney_report_check(const char *folder, struct message *message);

#endif
