/* Chooses the stored records that a report shows, because not all of them fit into a page. */
#ifndef BROADSIDE_REPORT_PAGE_RECORDS_H
#define BROADSIDE_REPORT_PAGE_RECORDS_H

#include "report/tournament_page.h"
#include "report/tournament_report.h"

struct page_records;

/* Sets the records of a page whose matches and tables are set: the first broken round and the last
 * round of each match, those of the best bots first, then more of both. The caller frees `records`
 * after the page, even after an error. */
enum error page_records_choose(const struct tournament_source *source, struct tournament_page *page,
                               struct page_records **records, struct message *message);
void page_records_free(struct page_records *records);

#endif
