/* The findings of a check in plain words: what is wrong, and what to do about it. */
#ifndef BROADSIDE_CHECK_CHECK_ADVICE_H
#define BROADSIDE_CHECK_CHECK_ADVICE_H

#include "check/check.h"

/* `illegal-placement`: the name of a kind, for programs. */
const char *check_advice_word(enum check_finding_kind kind);

/* One sentence: what is wrong, and how often. */
void check_advice_headline(const struct check_report *report, enum check_finding_kind kind,
                           struct writer *writer);

/* One sentence about the first time it was seen; nothing where there is none. */
void check_advice_example(const struct check_report *report, enum check_finding_kind kind,
                          struct writer *writer);

/* What to do. Fits the language of the bot, where its command line tells that. */
void check_advice_remedy(const struct check_report *report, enum check_finding_kind kind,
                         struct writer *writer);

/* The last line: `first: fine: 200 rounds, nothing broken, slowest answer 1.2 ms` or `first: 3
 * problems`. */
void check_advice_verdict(const struct check_report *report, struct writer *writer);

/* How strong it is, roughly; nothing where that was not measured. */
void check_advice_strength(const struct check_report *report, struct writer *writer);

#endif
