/* What people are proud of, from the history: high scores, and a rating for each person with its
 * course over time. `stats` and the screen game both show them.
 *
 * Counted are games against a level without advice and without a given seed, which could be a
 * repetition. A high score is the number of shots of a game won by sinking the fleet.
 *
 * A player_stats owns its lists; player_stats_release frees them. */
#ifndef BROADSIDE_CLI_PLAYER_STATS_H
#define BROADSIDE_CLI_PLAYER_STATS_H

#include "contest/personal_rating.h"
#include "report/json.h"
#include "store/store.h"

/* The high scores of a rule set and a level are at most this many, one for each person. */
enum { MAX_HIGH_SCORES = 3 };

struct high_score {
    char rules[RULES_SIZE], player[PLAYER_SIZE];
    int bot; /* its index among the registered bots */
    int shots;
    int64_t id, when;
};

struct rated_person {
    char name[PLAYER_SIZE];
    struct level_results results;
    struct personal_rating rating;
    double *course; /* the rating after each game, `rating.games` of them */
    int room;
};

struct player_stats {
    struct rated_person *person; /* the one with the most games first */
    int people;
    struct high_score *score; /* by rules and level, the best first */
    int scores;
};

/* Reads the games that pass the filter; its limit does not matter. */
enum error player_stats_read(struct store *store, const struct history_filter *filter,
                             struct player_stats *stats, struct message *message);
void player_stats_release(struct player_stats *stats);

/* Prints both as text, or nothing if there are none. */
enum error player_stats_print(const struct player_stats *stats, bool ascii, struct buffer *text);

/* Adds both to an object. */
void player_stats_json(const struct player_stats *stats, struct json_value *object);

/* What people call the bot that a spec names: the title of a level, otherwise the spec. */
const char *player_stats_title(const char *spec);

/* Can block characters be printed in this locale? */
bool player_stats_locale_has_blocks(void);

#endif
