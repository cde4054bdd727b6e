/* The interface of every bot: built-in bots, plugins, and guests in other processes and languages.
 *
 * A kind of bot is a constant table. Optional slots may be NULL and are called only through the
 * wrappers below. A bot plays one match, round after round. It owns `state`, kind->state_size bytes
 * of zeroed memory that bot_new allocates and bot_free frees. A bot sees only its own view, and all
 * its randomness comes from bot->rng, which the host seeds again for every round.
 *
 * Order of calls: match_start; any number of study; for each round round_start, place, any number
 * of act, outcome and enemy_move, round_end; finally match_end. The view passed to a call is
 * current: it already includes the outcome. Plugins use the equivalent interface of
 * include/broadside/bot.h. */
#ifndef BROADSIDE_BOTS_BOT_H
#define BROADSIDE_BOTS_BOT_H

#include "rules/view.h"

#include <stddef.h>

/* Features of rules that a bot must declare. Without any, a turn is one shot, sinkings are
 * announced by name, and ships may touch. */
enum feature {
    FEATURE_SALVO = 1,     /* several shots a turn */
    FEATURE_HIT_AGAIN = 2, /* a hit earns a move */
    FEATURE_SPECIALS = 4,  /* radar, smoke, artillery, torpedo: both sides may use them */
    FEATURE_REINFORCE = 8, /* the enemy's fleet may grow */
    FEATURE_RACE = 16,     /* each side plays a whole session; shots may be wasted */
    FEATURE_WRECKS = 32,   /* ships may be missing at the start */
    FEATURE_NO_TOUCH = 64, /* ships may not touch */
    FEATURE_UNNAMED = 128, /* sinkings are announced without a name, or not at all */
    FEATURE_ALL = 255
};

/* The ways in which a bot can break a round. Each is counted separately. */
enum broken {
    BROKEN_NONE,
    BROKEN_CRASH,
    BROKEN_EXIT,
    BROKEN_STALL,
    BROKEN_MOVE_TIMEOUT,
    BROKEN_TIME_BANK,
    BROKEN_PLACEMENT,
    BROKEN_MOVE,
    BROKEN_MEMORY,
    BROKEN_OUTPUT,
    BROKEN_JAIL,
    BROKEN_PROTOCOL,
    BROKEN_KINDS
};

struct bot;

/* What a bot is given at the start of a match. */
struct match_terms {
    const struct rules *rules;
    uint64_t rounds;
    uint64_t seed; /* for this bot */
    /* Only in sessions; false if the host does not know. */
    bool enemy_is_person;
};

struct bot_kind {
    const char *name, *authors, *summary;
    unsigned plays; /* the features it supports: a set of enum feature */
    int most_cells; /* the largest board it plays; 0 for any */
    bool learns;    /* remembers earlier rounds of a match */
    size_t state_size;

    /* Sets an option given as `NAME:key=value`, or refuses it. */
    enum error (*option)(struct bot *bot, struct slice key, struct slice value,
                         struct message *message);
    void (*release)(struct bot *bot);
    void (*match_start)(struct bot *bot, const struct match_terms *terms);
    /* A fleet that this enemy placed in an earlier game with the board and fleet of these rules,
     * once for each, the oldest first. Only sessions call it, if the enemy allows it. */
    void (*study)(struct bot *bot, const struct layout *fleet);
    void (*round_start)(struct bot *bot, const struct view *view, uint64_t round);
    /* Without this slot the fleet is placed uniformly at random. */
    enum broken (*place)(struct bot *bot, const struct view *view, struct layout *layout);
    enum broken (*act)(struct bot *bot, const struct view *view, struct move *move);
    void (*outcome)(struct bot *bot, const struct view *view, const struct move *move,
                    const struct outcome *outcome);
    void (*enemy_move)(struct bot *bot, const struct view *view, const struct move *move,
                       const struct outcome *outcome);
    void (*round_end)(struct bot *bot, const struct view *view, uint64_t round);
    void (*match_end)(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn);
    /* How it broke last, in more detail than bot_broken_word. */
    const char *(*trouble)(const struct bot *bot);
};

struct bot {
    const struct bot_kind *kind;
    struct rng rng;
    void *state;
};

/* Creates a bot from `NAME` or `NAME:key=value:key=value`. */
enum error bot_new(const char *spec, struct bot **bot, struct message *message);
void bot_free(struct bot *bot);

/* Parses the value of an option that has two words. `*is_first` says which one it is. */
enum error bot_option_either(const struct bot *bot, struct slice key, struct slice value,
                             const char *first, const char *second, bool *is_first,
                             struct message *message);

/* The same for `yes` and `no`. */
enum error bot_option_yes_no(const struct bot *bot, struct slice key, struct slice value, bool *yes,
                             struct message *message);

/* Creates bots for a host. The arena has an opener that also knows guests; NULL means bot_new. */
struct bot_opener {
    enum error (*open)(void *context, const char *spec, struct bot **bot, struct message *message);
    void *context;
};
enum error bot_open(const struct bot_opener *opener, const char *spec, struct bot **bot,
                    struct message *message);

/* Refuses rules that need features the bot does not declare, or a larger board than it plays. */
enum error bot_accepts(const struct bot_kind *kind, const struct rules *rules,
                       struct message *message);

/* The features that these rules need: a set of enum feature. */
unsigned bot_features_needed(const struct rules *rules);

/* The built-in bots: first the levels, which people play against, then the others, which people
 * study; each group from the weakest to the strongest. NULL past the last one. */
const struct bot_kind *bot_registered(int index);

/* What people are told about a registered bot. */
struct bot_facts {
    const char *title; /* what people call it; accepted wherever its name is */
    bool is_level;
    double shots; /* mean on uniform classic boards; docs/STRENGTH.md */
};
const struct bot_facts *bot_facts(int index);

/* The index of the bot that a spec names by name or title, with or without options; -1 if it names
 * none. */
int bot_find(const char *spec);

static inline bool bot_is_built_in(const char *spec)
{
    return bot_find(spec) >= 0;
}

const char *bot_broken_word(enum broken broken); /* "illegal-move" */

/* The wrappers. Hosts call these, never the table. */
void bot_match_start(struct bot *bot, const struct match_terms *terms);
void bot_study(struct bot *bot, const struct layout *fleet);
void bot_round_start(struct bot *bot, const struct view *view, uint64_t round);
enum broken bot_place(struct bot *bot, const struct view *view, struct layout *layout);
void bot_round_end(struct bot *bot, const struct view *view, uint64_t round);
void bot_match_end(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn);
const char *bot_trouble(const struct bot *bot); /* "" if there is nothing to add */

static inline enum broken bot_act(struct bot *bot, const struct view *view, struct move *move)
{
    return bot->kind->act(bot, view, move);
}

static inline void bot_outcome(struct bot *bot, const struct view *view, const struct move *move,
                               const struct outcome *outcome)
{
    if (bot->kind->outcome)
        bot->kind->outcome(bot, view, move, outcome);
}

static inline void bot_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                                  const struct outcome *outcome)
{
    if (bot->kind->enemy_move)
        bot->kind->enemy_move(bot, view, move, outcome);
}

#endif
