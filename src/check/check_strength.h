/* The part of a check that says roughly how strong a bot is: how many shots it needs for boards
 * that do not shoot back, and how many two well-known bots need for the same ones. */
#ifndef BROADSIDE_CHECK_CHECK_STRENGTH_H
#define BROADSIDE_CHECK_CHECK_STRENGTH_H

#include "check/check.h"

/* Fills report->strength. It stays empty where the bot breaks, or is so slow, as the rounds in the
 * report tell, that a few boards would take too long. */
enum error check_strength_measure(const struct check_terms *terms, const struct rules *rules,
                                  struct check_report *report, struct message *message);

#endif
