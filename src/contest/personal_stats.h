/* What people are proud of: high scores, and a rating for each person, and how it changed. `stats`,
 * the screen game and the page show them.
 *
 * Only games against a level count: without advice, and unless they could be repetitions. A high
 * score is the number of shots of a game won by sinking the fleet. Add the games, the oldest first,
 * then finish; the lists can be read until the release. */
#ifndef BROADSIDE_CONTEST_PERSONAL_STATS_H
#define BROADSIDE_CONTEST_PERSONAL_STATS_H

#include "base/error.h"
#include "base/text.h"
#include "contest/personal_rating.h"

#include <stdint.h>

enum {
    PERSONAL_NAME_SIZE = 64, /* of a player, a bot or rules */
    /* The high scores of a rule set and a level are at most this many, one for each person. */
    MAX_HIGH_SCORES = 3
};

/* A game as one person played it. */
struct personal_game {
    char player[PERSONAL_NAME_SIZE], rules[PERSONAL_NAME_SIZE];
    char bot[PERSONAL_NAME_SIZE]; /* the opponent, as the player named it; empty for a person */
    int result;                   /* 1 won, 0 tied, -1 lost */
    bool by_sinking;              /* it ended with a fleet sunk */
    bool may_repeat;              /* its seed was given or is unknown */
    int shots, advised;
    int64_t id, when; /* of equal scores, the lower id is the older one; seconds since 1970 */
};

struct high_score {
    char rules[PERSONAL_NAME_SIZE], player[PERSONAL_NAME_SIZE];
    int bot; /* its index among the registered bots */
    int shots;
    int64_t id, when;
};

struct rated_person {
    char name[PERSONAL_NAME_SIZE];
    struct level_results results;
    struct personal_rating rating;
    double *course; /* the rating after each game, `rating.games` of them */
    int room;
};

/* Starts as {0}. It owns its lists. */
struct personal_stats {
    struct rated_person *person; /* the one with the most games first */
    int people, people_room;
    struct high_score *score; /* by rules and level, the best first */
    int scores, scores_room;
};

/* ERR_MEMORY only. */
enum error personal_stats_add(struct personal_stats *stats, const struct personal_game *game);

/* Sorts both lists and keeps the best scores. */
void personal_stats_finish(struct personal_stats *stats);

void personal_stats_release(struct personal_stats *stats);

/* What people call the bot that a spec names: the title of a level, otherwise the spec. */
const char *personal_stats_title(const char *spec);

/* "Rating in Elo (classic: easy 1308, ...)", and a person's rating without the course; the sign is
 * "+-" or its equivalent. */
void personal_stats_print_levels(struct writer *writer);
void personal_stats_print_rating(const struct rated_person *person, const char *sign,
                                 struct writer *writer);

/* The least and the greatest rating so far: "1532 to 1731". */
void personal_stats_print_range(const struct rated_person *person, struct writer *writer);

#endif
