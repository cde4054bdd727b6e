/* sparring: stands for many opponents. Each style is a row of the table below: a way to place the
 * fleet and a way to shoot, as seen in tournaments. docs/BOTS.md describes them; `broadside gym`
 * plays them all. */
#include "bots/sparring_internal.h"

#include <string.h>

extern const struct bot_kind bot_sparring;

/* Ways to place. */
#define PLACE(how) .cost = sparring_cost_##how
#define LONGEST .order = SHIPS_LONG_FIRST
#define SHORTEST .order = SHIPS_SHORT_FIRST
#define SHUFFLED .order = SHIPS_SHUFFLED, .random_ties = true
#define RANDOM_TIES .random_ties = true
#define UNIFORM .cost = NULL
#define LIST(count) .listed = (count)

/* Ways to shoot. */
#define LIKE(name) .bot = (name)
#define ALWAYS(name) .bot = (name), .fixed = true
#define IN_ORDER(by) .choose = sparring_choose_in_order, .order = (by)
#define BY_CELLS(part) .choose = sparring_choose_by_cells, .keep = (part)
#define BY_SHIPS(part) .choose = sparring_choose_by_ships, .keep = (part)
#define BY_LAYOUTS(part) BY_SHIPS(part), .exact = true

/* The first style is the default. */
/* clang-format off */
static const struct sparring_style styles[] = {
    /* Random fleets. */
    {"uniform",             {UNIFORM}, {LIKE("heatmap")}, NULL},
    {"uniform-fixed",       {UNIFORM}, {ALWAYS("hard")}, NULL},

    /* Fleets where the enemy shoots late. */
    {"reactive-sum",        {PLACE(sum), LONGEST}, {LIKE("heatmap")}, NULL},
    {"reactive-sum-short",  {PLACE(sum), SHORTEST}, {ALWAYS("heatmap")}, NULL},
    {"reactive-sum-random", {PLACE(sum), SHUFFLED}, {LIKE("hard")}, NULL},
    {"reactive-max",        {PLACE(highest), LONGEST}, {ALWAYS("hard")}, NULL},
    {"reactive-max-short",  {PLACE(highest), SHORTEST, RANDOM_TIES}, {LIKE("heatmap")}, NULL},
    {"reactive-max-random", {PLACE(highest), SHUFFLED}, {LIKE("hard")}, NULL},
    {"window10-sum",        {PLACE(sum), .window = 10}, {LIKE("heatmap")}, NULL},
    {"window10-max",        {PLACE(highest), .window = 10, RANDOM_TIES}, {ALWAYS("heatmap")}, NULL},
    {"window50-sum",        {PLACE(sum), .window = 50, RANDOM_TIES}, {ALWAYS("heatmap")}, NULL},
    {"window50-max",        {PLACE(highest), .window = 50, SHUFFLED}, {LIKE("hard")}, NULL},
    {"reset25-sum",         {PLACE(sum), .reset = 25, SHUFFLED}, {ALWAYS("hard")}, NULL},
    {"reset25-max",         {PLACE(highest), .reset = 25}, {LIKE("heatmap")}, NULL},

    /* Fleets that repeat. */
    {"static",              {LIST(1)}, {LIKE("heatmap")}, NULL},
    {"static-fixed",        {LIST(1)}, {ALWAYS("heatmap")}, NULL},
    {"listed",              {LIST(MAX_LISTED)}, {LIKE("heatmap")}, NULL},
    {"listed-fixed",        {LIST(MAX_LISTED)}, {ALWAYS("hard")}, NULL},

    /* Fleets in an area. */
    {"half",                {PLACE(outside_half), SHUFFLED}, {LIKE("heatmap")}, NULL},
    {"quarter",             {PLACE(outside_quarter), SHUFFLED}, {LIKE("hard")}, NULL},

    /* Fleets with a habit. */
    {"edge",                {PLACE(inland), SHUFFLED}, {LIKE("heatmap")}, NULL},
    {"corner",              {PLACE(corner), SHUFFLED}, {LIKE("hard")}, NULL},
    {"no-touch",            {PLACE(touching), SHUFFLED}, {LIKE("heatmap")}, NULL},
    {"clustered",           {PLACE(apart), SHUFFLED}, {LIKE("heatmap")}, NULL},

    /* Fleets with wrecks. */
    {"careless",            {.careless = true}, {LIKE("heatmap")}, NULL},
    {"careless-edge",       {.careless = true, .off_board = true}, {LIKE("hard")}, NULL},

    /* Searches in a fixed order. */
    {"fixed-rows",          {UNIFORM}, {IN_ORDER(CELLS_BY_ROW)}, NULL},
    {"fixed-centre",        {UNIFORM}, {IN_ORDER(CELLS_FROM_CENTRE)}, NULL},
    {"fixed-random",        {UNIFORM}, {IN_ORDER(CELLS_SHUFFLED)}, NULL},

    /* Shooters that learn where the enemy places its fleet. */
    {"learn-cells",         {UNIFORM}, {BY_CELLS(1)}, NULL},
    {"learn-cells-decay",   {UNIFORM}, {BY_CELLS(.9)}, NULL},
    {"learn-ships",         {UNIFORM}, {BY_SHIPS(1)}, NULL},
    {"learn-ships-decay",   {UNIFORM}, {BY_SHIPS(.9)}, NULL},
    {"learn-exact",         {UNIFORM}, {BY_LAYOUTS(1)}, NULL},
    {"learn-cells-static",         {LIST(1)}, {BY_CELLS(1)}, NULL},
    {"learn-cells-decay-listed",   {LIST(MAX_LISTED)}, {BY_CELLS(.9)}, NULL},
    {"learn-ships-listed",         {LIST(MAX_LISTED)}, {BY_SHIPS(1)}, NULL},
    {"learn-ships-decay-reactive", {PLACE(sum), RANDOM_TIES}, {BY_SHIPS(.9)}, NULL},
    {"learn-exact-reactive",       {PLACE(highest), LONGEST}, {BY_LAYOUTS(1)}, NULL},

    /* Another style in the second half of the match. */
    {"switch-to-reactive",  {LIST(1)}, {LIKE("heatmap")}, "reactive-sum"},
    {"switch-to-uniform",   {PLACE(sum), RANDOM_TIES}, {LIKE("hard")}, "learn-ships"},
    {"switch-to-edge",      {PLACE(corner), SHUFFLED}, {LIKE("heatmap")}, "edge"},
    {"switch-to-fixed",     {UNIFORM}, {BY_SHIPS(1)}, "fixed-centre"},
};
/* clang-format on */

enum { STYLES = sizeof styles / sizeof styles[0] };

const struct sparring_style *sparring_style(int index)
{
    return index >= 0 && index < STYLES ? &styles[index] : NULL;
}

static int find_style(struct slice name)
{
    int index = 0;

    while (index < STYLES && !slice_is(name, styles[index].name))
        index++;
    return index < STYLES ? index : -1;
}

static enum error sparring_option(struct bot *bot, struct slice key, struct slice value,
                                  struct message *message)
{
    struct sparring *sparring = bot->state;

    if (!slice_is(key, "style"))
        return error_set(ERR_UNKNOWN, message,
                         "sparring has no option '%s'; its only option is style=NAME",
                         slice_quote(key).text);
    sparring->option = find_style(value);
    if (sparring->option < 0)
        return error_set(ERR_RANGE, message,
                         "sparring has no style '%s'; its styles are those that 'broadside gym "
                         "--list' shows as sparring:style=NAME",
                         slice_quote(value).text);
    return OK;
}

static void sparring_release(struct bot *bot)
{
    sparring_shoot_release(bot->state);
}

static void start_style(struct bot *bot, const struct sparring_style *style,
                        const struct match_terms *terms)
{
    struct sparring *sparring = bot->state;

    sparring->style = style;
    sparring_place_start(sparring, terms->rules, &bot->rng);
    sparring_shoot_start(bot, terms);
}

static void sparring_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct sparring *sparring = bot->state;

    sparring->terms = *terms;
    sparring->rules = *terms->rules;
    sparring->terms.rules = &sparring->rules;
    start_style(bot, &styles[sparring->option], &sparring->terms);
}

static void sparring_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct sparring *sparring = bot->state;

    if (sparring->style->then && round > sparring->terms.rounds / 2)
        start_style(bot, &styles[find_style(slice_of(sparring->style->then))], &sparring->terms);
    sparring_shoot_round(bot, view, round);
}

static enum broken sparring_place_fleet(struct bot *bot, const struct view *view,
                                        struct layout *layout)
{
    sparring_place(bot->state, &view->rules, &bot->rng, layout);
    return BROKEN_NONE;
}

static void sparring_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    (void)round;
    sparring_place_note(bot->state, view);
    sparring_shoot_note(bot->state, view);
}

const struct bot_kind bot_sparring = {
    .name = "sparring",
    .authors = "Broadside",
    .summary = "many styles of play to train against; style=NAME",
    .plays = FEATURE_ALL,
    .learns = true,
    .state_size = sizeof(struct sparring),
    .option = sparring_option,
    .release = sparring_release,
    .match_start = sparring_match_start,
    .round_start = sparring_round_start,
    .place = sparring_place_fleet,
    .act = sparring_shoot,
    .round_end = sparring_round_end,
};
