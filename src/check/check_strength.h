/* The part of a check that says roughly how strong a bot is: how many shots it needs on boards that
 * do not shoot back, compared with two well-known bots on the same boards. */
#ifndef BROADSIDE_CHECK_CHECK_STRENGTH_H
#define BROADSIDE_CHECK_CHECK_STRENGTH_H

#include "check/check.h"

/* Fills report->strength. It stays empty if the bot breaks. */
enum error check_strength_measure(const struct check_terms *terms, const struct rules *rules,
                                  struct check_report *report, struct message *message);

#endif
