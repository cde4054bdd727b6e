/* A tournament for tests of its page: real matches of built-in bots with hostile names. It is the
 * same every time. */
#ifndef TESTS_SUPPORT_PAGE_SAMPLE_H
#define TESTS_SUPPORT_PAGE_SAMPLE_H

#include "report/tournament_page.h"

/* Two leagues and an overall table, an excluded and a removed bot, trouble with logs, and records
 * of every match. NULL on failure. */
struct page_sample;
struct page_sample *page_sample_new(void);

/* Forty bots with names as real students give them: long, without spaces, in several scripts. Two
 * leagues and an overall table; the first record ends in a broken round, the second is nothing but
 * the comment that says why. */
struct page_sample *page_sample_new_class(void);
void page_sample_free(struct page_sample *sample);

/* A test may change it. The sample still owns what it points to. */
struct tournament_page *page_sample_page(struct page_sample *sample);
struct entrant *page_sample_entrants(struct page_sample *sample);
struct contest_terms *page_sample_terms(struct page_sample *sample);

#endif
