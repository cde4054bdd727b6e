/* The built-in bots, one row each. */
#include "bots/bot.h"

extern const struct bot_kind bot_random;
extern const struct bot_kind bot_easy;
extern const struct bot_kind bot_medium;
extern const struct bot_kind bot_hard;
extern const struct bot_kind bot_gunner;
extern const struct bot_kind bot_hunt;
extern const struct bot_kind bot_hunt_line;
extern const struct bot_kind bot_parity;
extern const struct bot_kind bot_parity_line;
extern const struct bot_kind bot_heatmap;
extern const struct bot_kind bot_fit;
extern const struct bot_kind bot_exact;
extern const struct bot_kind bot_null;

/* clang-format off */
static const struct bot_kind *const registry[] = {
    &bot_random,
    &bot_easy,
    &bot_medium,
    &bot_hard,
    &bot_gunner,
    &bot_hunt,
    &bot_hunt_line,
    &bot_parity,
    &bot_parity_line,
    &bot_heatmap,
    &bot_fit,
    &bot_exact,
    &bot_null,
};
/* clang-format on */

const struct bot_kind *bot_registered(int index)
{
    int count = sizeof registry / sizeof registry[0];

    return index >= 0 && index < count ? registry[index] : NULL;
}

bool bot_is_built_in(const char *spec)
{
    struct slice rest = slice_of(spec), name;

    slice_cut(&rest, ':', &name);
    for (int i = 0; bot_registered(i); i++)
        if (slice_is(name, bot_registered(i)->name))
            return true;
    return false;
}
