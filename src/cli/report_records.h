/* Which of the stored records a report shows: not all of them would fit into a page. */
#ifndef BROADSIDE_CLI_REPORT_RECORDS_H
#define BROADSIDE_CLI_REPORT_RECORDS_H

#include "cli/tournament_db.h"
#include "report/tournament_page.h"

struct report_records;

/* Sets the records of the page, whose scores and tables are there already: the first broken round
 * of each match and its last one, those of the best bots before the others; then more of both. */
enum error report_records_gather(struct tournament_db *db, struct tournament_page *page,
                                 struct report_records **records, struct message *message);
void report_records_free(struct report_records *records);

#endif
