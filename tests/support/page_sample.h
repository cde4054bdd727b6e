/* A tournament for tests of its page: real matches of built-in bots with hostile names. It is the
 * same every time. */
#ifndef TESTS_SUPPORT_PAGE_SAMPLE_H
#define TESTS_SUPPORT_PAGE_SAMPLE_H

#include "report/tournament_page.h"

/* Two leagues and an overall table, an excluded and a removed bot, trouble with logs, and records
 * of every match. NULL on failure. */
struct page_sample;
struct page_sample *page_sample_new(void);
void page_sample_free(struct page_sample *sample);

/* A test may change it. The sample still owns what it points to. */
struct tournament_page *page_sample_page(struct page_sample *sample);
struct entrant *page_sample_entrants(struct page_sample *sample);
struct contest_terms *page_sample_terms(struct page_sample *sample);

#endif
