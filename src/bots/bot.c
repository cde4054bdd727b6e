/* Creates bots, and implements the parts of the interface that all bots share. */
#include "bots/bot.h"

#include <assert.h>
#include <stdlib.h>

static const char *const broken_words[BROKEN_KINDS] = {
    "none",
    "crash",
    "exit",
    "stall",
    "move-timeout",
    "time-bank",
    "illegal-placement",
    "illegal-move",
    "memory",
    "output-flood",
    "jail-violation",
    "protocol-error",
};

const char *bot_broken_word(enum broken broken)
{
    return broken_words[broken];
}

static const struct {
    enum feature feature;
    const char *name;
} feature_names[] = {
    {FEATURE_SALVO, "salvo"},
    {FEATURE_HIT_AGAIN, "hit-again"},
    {FEATURE_SPECIALS, "special moves"},
    {FEATURE_REINFORCE, "reinforcements"},
    {FEATURE_RACE, "a shooting race"},
    {FEATURE_WRECKS, "wrecks"},
    {FEATURE_NO_TOUCH, "ships that may not touch"},
    {FEATURE_UNNAMED, "sinkings without a name"},
};

unsigned bot_features_needed(const struct rules *rules)
{
    bool unnamed = rules->announce == ANNOUNCE_UNNAMED || rules->announce == ANNOUNCE_NONE;

    return (rules->salvo ? FEATURE_SALVO : 0u) | (rules->hit_again ? FEATURE_HIT_AGAIN : 0u) |
           (rules->specials ? FEATURE_SPECIALS : 0u) | (rules->race ? FEATURE_RACE : 0u) |
           (rules->reinforce ? FEATURE_REINFORCE : 0u) | (rules->wrecks ? FEATURE_WRECKS : 0u) |
           (rules->touch ? 0u : FEATURE_NO_TOUCH) | (unnamed ? FEATURE_UNNAMED : 0u);
}

enum error bot_accepts(const struct bot_kind *kind, const struct rules *rules,
                       struct message *message)
{
    unsigned missing = bot_features_needed(rules) & ~kind->plays;

    if (kind->most_cells && rules_cells(rules) > kind->most_cells)
        return error_set(ERR_RULES, message,
                         "%s does not play %s rules: it plays boards of at most %d cells",
                         kind->name, rules->name, kind->most_cells);
    for (size_t i = 0; i < sizeof feature_names / sizeof feature_names[0]; i++)
        if (missing & feature_names[i].feature)
            return error_set(ERR_RULES, message,
                             "%s does not play %s rules: it does not declare %s", kind->name,
                             rules->name, feature_names[i].name);
    return OK;
}

static enum error set_option(struct bot *bot, struct slice option, struct message *message)
{
    struct slice value = option, key;

    slice_cut(&value, '=', &key);
    if (key.length == option.length)
        return error_set(ERR_SYNTAX, message, "%s: '%s' is not of the form key=value",
                         bot->kind->name, slice_quote(option).text);
    if (!bot->kind->option)
        return error_set(ERR_UNKNOWN, message, "%s has no options, but was given '%s'",
                         bot->kind->name, slice_quote(option).text);
    return bot->kind->option(bot, key, value, message);
}

enum error bot_option_either(const struct bot *bot, struct slice key, struct slice value,
                             const char *first, const char *second, bool *is_first,
                             struct message *message)
{
    *is_first = slice_is(value, first);
    if (*is_first || slice_is(value, second))
        return OK;
    return error_set(ERR_RANGE, message, "%s: %s must be %s or %s, not '%s'", bot->kind->name,
                     slice_quote(key).text, first, second, slice_quote(value).text);
}

enum error bot_option_yes_no(const struct bot *bot, struct slice key, struct slice value, bool *yes,
                             struct message *message)
{
    return bot_option_either(bot, key, value, "yes", "no", yes, message);
}

enum error bot_new(const char *spec, struct bot **bot, struct message *message)
{
    const struct bot_kind *kind = bot_registered(bot_find(spec));
    struct slice rest = slice_of(spec), part;
    enum error error = OK;

    *bot = NULL;
    slice_cut(&rest, ':', &part);
    if (!kind)
        return error_set(ERR_UNKNOWN, message, "there is no bot '%s'; 'broadside bots' lists them",
                         slice_quote(part).text);
    *bot = calloc(1, sizeof **bot);
    if (*bot && kind->state_size)
        (*bot)->state = calloc(1, kind->state_size);
    if (!*bot || (kind->state_size && !(*bot)->state)) {
        free(*bot);
        *bot = NULL;
        return error_set(ERR_MEMORY, message, "%s: out of memory", kind->name);
    }
    (*bot)->kind = kind;
    rng_seed(&(*bot)->rng, 0); /* an all-zero state would stay zero */
    while (!error && slice_cut(&rest, ':', &part))
        error = set_option(*bot, part, message);
    if (error) {
        bot_free(*bot);
        *bot = NULL;
    }
    return error;
}

enum error bot_open(const struct bot_opener *opener, const char *spec, struct bot **bot,
                    struct message *message)
{
    return opener ? opener->open(opener->context, spec, bot, message) : bot_new(spec, bot, message);
}

void bot_free(struct bot *bot)
{
    if (!bot)
        return;
    if (bot->kind->release)
        bot->kind->release(bot);
    free(bot->state);
    free(bot);
}

void bot_match_start(struct bot *bot, const struct match_terms *terms)
{
    rng_seed(&bot->rng, rng_mix_seed(terms->seed, 0));
    if (bot->kind->match_start)
        bot->kind->match_start(bot, terms);
}

void bot_study(struct bot *bot, const struct layout *fleet)
{
    if (bot->kind->study)
        bot->kind->study(bot, fleet);
}

void bot_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    if (bot->kind->round_start)
        bot->kind->round_start(bot, view, round);
}

enum broken bot_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    enum error error;

    if (bot->kind->place)
        return bot->kind->place(bot, view, layout);
    error = layout_random(&view->rules, &bot->rng, layout);
    assert(error == OK); /* the rules have been checked */
    (void)error;
    return BROKEN_NONE;
}

void bot_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    if (bot->kind->round_end)
        bot->kind->round_end(bot, view, round);
}

void bot_match_end(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn)
{
    if (bot->kind->match_end)
        bot->kind->match_end(bot, won, lost, drawn);
}

const char *bot_trouble(const struct bot *bot)
{
    const char *trouble = bot->kind->trouble ? bot->kind->trouble(bot) : NULL;

    return trouble ? trouble : "";
}
