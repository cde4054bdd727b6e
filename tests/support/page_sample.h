/* A tournament for tests of its page: real matches of built-in bots under names that nobody should
 * be called. What was played and what went wrong is always the same. */
#ifndef TESTS_SUPPORT_PAGE_SAMPLE_H
#define TESTS_SUPPORT_PAGE_SAMPLE_H

#include "report/tournament_page.h"

/* Two leagues and a table of all, a bot that is out and one that was taken out, trouble with logs,
 * records of every match. NULL where something fails. */
struct page_sample;
struct page_sample *page_sample_new(void);
void page_sample_free(struct page_sample *sample);

/* May be changed by a test; what it points to stays the sample's. */
struct tournament_page *page_sample_page(struct page_sample *sample);
struct entrant *page_sample_entrants(struct page_sample *sample);
struct contest_terms *page_sample_terms(struct page_sample *sample);

#endif
