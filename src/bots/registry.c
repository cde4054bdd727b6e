/* The built-in bots, one row each. */
#include "bots/bot.h"

extern const struct bot_kind bot_random;
extern const struct bot_kind bot_phoenix_easy;
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
extern const struct bot_kind bot_endgame;
extern const struct bot_kind bot_null;
extern const struct bot_kind bot_sparring;

/* A unit test compares the shots and their order with a simulation. */
/* clang-format off */
static const struct {
    const struct bot_kind *kind;
    struct bot_facts facts;
} registry[] = {
    {&bot_easy,         {"easy",         true,  64.2}},
    {&bot_medium,       {"medium",       true,  53.3}},
    {&bot_hard,         {"hard",         true,  45.4}},
    {&bot_exact,        {"expert",       true,  44.5}},
    {&bot_random,       {"random",       false, 95.4}},
    {&bot_phoenix_easy, {"phoenix-easy", false, 90.0}},
    {&bot_null,         {"null",         false, 88.8}},
    {&bot_hunt,         {"hunt",         false, 62.2}},
    {&bot_hunt_line,    {"hunt-line",    false, 59.8}},
    {&bot_fit,          {"fit",          false, 59.6}},
    {&bot_parity,       {"parity",       false, 54.7}},
    {&bot_parity_line,  {"parity-line",  false, 50.9}},
    {&bot_gunner,       {"gunner",       false, 45.6}},
    {&bot_heatmap,      {"heatmap",      false, 44.8}},
    {&bot_sparring,     {"sparring",     false, 44.8}},
    {&bot_endgame,      {"endgame",      false, 44.2}},
};
/* clang-format on */

enum { BOTS = sizeof registry / sizeof registry[0] };

const struct bot_kind *bot_registered(int index)
{
    return index >= 0 && index < BOTS ? registry[index].kind : NULL;
}

const struct bot_facts *bot_facts(int index)
{
    return index >= 0 && index < BOTS ? &registry[index].facts : NULL;
}

int bot_find(const char *spec)
{
    struct slice rest = slice_of(spec), name;

    slice_cut(&rest, ':', &name);
    for (int i = 0; i < BOTS; i++)
        if (slice_is(name, registry[i].kind->name) || slice_is(name, registry[i].facts.title))
            return i;
    return -1;
}
