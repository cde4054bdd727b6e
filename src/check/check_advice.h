/* The findings of a check in plain words: what is wrong, and what to do about it. */
#ifndef BROADSIDE_CHECK_CHECK_ADVICE_H
#define BROADSIDE_CHECK_CHECK_ADVICE_H

#include "check/check.h"

/* The name of a kind for programs, such as `illegal-placement`. */
const char *check_advice_word(enum check_finding_kind kind);

/* One sentence: what is wrong, and how often. */
void check_advice_headline(const struct check_report *report, enum check_finding_kind kind,
                           struct writer *writer);

/* One sentence about the first occurrence, if any. */
void check_advice_example(const struct check_report *report, enum check_finding_kind kind,
                          struct writer *writer);

/* What to do, adapted to the language of the bot if its command line shows it. */
void check_advice_remedy(const struct check_report *report, enum check_finding_kind kind,
                         struct writer *writer);

/* The last line: `first: fine: 200 rounds, nothing broken, slowest answer 1.2 ms` or `first: 3
 * problems`. */
void check_advice_verdict(const struct check_report *report, struct writer *writer);

/* Roughly how strong it is, if that was measured. */
void check_advice_strength(const struct check_report *report, struct writer *writer);

#endif
