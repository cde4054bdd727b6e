/* What other bots use of `exact`. */
#ifndef BROADSIDE_BOTS_EXACT_H
#define BROADSIDE_BOTS_EXACT_H

#include "bots/bot.h"

extern const struct bot_kind bot_exact;

/* The number of layouts that explained the position of its last move, UINT32_MAX for more; 0 if
 * they were not counted. */
uint32_t exact_layouts(const struct bot *bot);

#endif
