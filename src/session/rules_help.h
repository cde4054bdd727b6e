/* The rules in sentences, for players who do not know them. */
#ifndef BROADSIDE_SESSION_RULES_HELP_H
#define BROADSIDE_SESSION_RULES_HELP_H

#include "rules/rules.h"

enum { RULES_HELP_SIZE = 2048 };

/* The title of a section that these rules need; `text` receives its sentences. NULL past the last.
 */
const char *rules_help(const struct rules *rules, int index, char text[RULES_HELP_SIZE]);

#endif
