/* The interface that every player behind a name has: built-in bots, plugins, guests in other
 * processes and languages.
 *
 * A kind of bot is one constant table; optional slots may be NULL and are called only through the
 * wrappers below. An instance plays one match, round after round, and owns `state` (zeroed memory
 * of kind->state_size bytes, given and taken back by bot_new and bot_free). A bot sees its own view
 * only; all its randomness comes from bot->rng, which the host seeds anew for every round.
 *
 * Order of calls: match_start, then for each round round_start, place, any number of act / outcome
 * / enemy_move, round_end; finally match_end. The view that comes with a call is current: it
 * contains the outcome that is told. Include/broadside/bot.h is the public twin for plugins. */
#ifndef BROADSIDE_BOTS_BOT_H
#define BROADSIDE_BOTS_BOT_H

#include "rules/view.h"

#include <stddef.h>

/* What rules may ask of a bot beyond firing one shot a turn on a named fleet that may touch. */
enum feature {
    FEATURE_SALVO = 1,     /* several shots a turn */
    FEATURE_HIT_AGAIN = 2, /* a hit earns a move */
    FEATURE_SPECIALS = 4,  /* radar, smoke, artillery, torpedo: may be used, may come in */
    FEATURE_REINFORCE = 8, /* the enemy's fleet may grow */
    FEATURE_RACE = 16,     /* whole sessions, wasted shots */
    FEATURE_WRECKS = 32,   /* ships may be missing from the start */
    FEATURE_NO_TOUCH = 64, /* ships keep a distance */
    FEATURE_UNNAMED = 128, /* sinkings without a name, or not told at all */
    FEATURE_ALL = 255
};

/* How a bot can break a round, each with its own count. */
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

/* What a bot learns when a match starts. */
struct match_terms {
    const struct rules *rules;
    uint64_t rounds;
    uint64_t seed; /* the bot's own */
};

struct bot_kind {
    const char *name, *authors, *summary;
    unsigned plays; /* a set of enum feature */
    int most_cells; /* the largest board it takes; 0 for any */
    bool learns;    /* remembers something from round to round */
    size_t state_size;

    /* `NAME:key=value`: refuses what it does not know with a sentence. */
    enum error (*option)(struct bot *bot, struct slice key, struct slice value,
                         struct message *message);
    void (*release)(struct bot *bot);
    void (*match_start)(struct bot *bot, const struct match_terms *terms);
    void (*round_start)(struct bot *bot, const struct view *view, uint64_t round);
    /* Without this slot the fleet is laid out uniformly at random. */
    enum broken (*place)(struct bot *bot, const struct view *view, struct layout *layout);
    enum broken (*act)(struct bot *bot, const struct view *view, struct move *move);
    void (*outcome)(struct bot *bot, const struct view *view, const struct move *move,
                    const struct outcome *outcome);
    void (*enemy_move)(struct bot *bot, const struct view *view, const struct move *move,
                       const struct outcome *outcome);
    void (*round_end)(struct bot *bot, const struct view *view, uint64_t round);
    void (*match_end)(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn);
    /* How it broke last, as a sentence: more than bot_broken_word knows. */
    const char *(*trouble)(const struct bot *bot);
};

struct bot {
    const struct bot_kind *kind;
    struct rng rng;
    void *state;
};

/* A bot from `NAME` or `NAME:key=value:key=value`; the message says what is wrong with it. */
enum error bot_new(const char *spec, struct bot **bot, struct message *message);
void bot_free(struct bot *bot);

/* Parses the value of an option that is `yes` or `no`. */
enum error bot_option_yes_no(const struct bot *bot, struct slice key, struct slice value, bool *yes,
                             struct message *message);

/* Where a host gets its bots from. The arena has one that knows guests; NULL means bot_new. */
struct bot_opener {
    enum error (*open)(void *context, const char *spec, struct bot **bot, struct message *message);
    void *context;
};
enum error bot_open(const struct bot_opener *opener, const char *spec, struct bot **bot,
                    struct message *message);

/* Refuses rules the bot has not declared, with a sentence. */
enum error bot_accepts(const struct bot_kind *kind, const struct rules *rules,
                       struct message *message);

/* What these rules ask for: a set of enum feature. */
unsigned bot_features_needed(const struct rules *rules);

/* The built-in bots, in the order in which they are listed; NULL past the last. */
const struct bot_kind *bot_registered(int index);

const char *bot_broken_word(enum broken broken); /* "illegal-move" */

/* The wrappers; the host calls these and never the table itself. */
void bot_match_start(struct bot *bot, const struct match_terms *terms);
void bot_round_start(struct bot *bot, const struct view *view, uint64_t round);
enum broken bot_place(struct bot *bot, const struct view *view, struct layout *layout);
void bot_round_end(struct bot *bot, const struct view *view, uint64_t round);
void bot_match_end(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn);
const char *bot_trouble(const struct bot *bot); /* "" where there is nothing to add */

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
