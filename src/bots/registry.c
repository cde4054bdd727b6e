/* The built-in bots: one row each. */
#include "bots/bot.h"

extern const struct bot_kind bot_random;
extern const struct bot_kind bot_exact;
extern const struct bot_kind bot_null;

static const struct bot_kind *const registry[] = {
    &bot_random,
    &bot_exact,
    &bot_null,
};

const struct bot_kind *bot_registered(int index)
{
    int count = sizeof registry / sizeof registry[0];

    return index >= 0 && index < count ? registry[index] : NULL;
}
