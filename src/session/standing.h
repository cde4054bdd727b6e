/* The results of people: for each person, opponent and rule set, what `broadside stats` and the
 * page in the browser show. Front ends add games and read the rows; all figures are computed here.
 */
#ifndef BROADSIDE_SESSION_STANDING_H
#define BROADSIDE_SESSION_STANDING_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { PLAYER_SIZE = 64, RULES_SIZE = 64 };

/* A person's games against one opponent under one rule set. */
struct standing {
    char player[PLAYER_SIZE], opponent[PLAYER_SIZE], rules[RULES_SIZE];
    int games, won, lost, tied;
    int resigned;      /* of those lost */
    double mean_shots; /* of games won by shooting; 0 if there are none */
    int best_shots;    /* the fewest in such a game; 0 if there are none */
    double accuracy;   /* hits per shot */
    int streak;        /* current run of wins, negative for losses */
    int best_streak;   /* longest run of wins */
    int advised;
    int64_t last;         /* time of the last game */
    bool opponent_is_bot; /* a person may have the name of a bot */
    int won_by_shooting;
    int64_t shots, hits, winning_shots; /* sums */
};

/* A game as one person played it. */
struct standing_game {
    char player[PLAYER_SIZE], opponent[PLAYER_SIZE], rules[RULES_SIZE];
    bool opponent_is_bot;
    int result;      /* 1 won, 0 tied, -1 lost */
    char reason[16]; /* see event_reason_word */
    int shots, hits, advised;
    int64_t when; /* seconds since 1970 */
};

/* Starts as {0}. The table owns its rows. */
struct standing_table {
    struct standing *row;
    int rows, room;
};

/* The games of a row are added in the order in which they were played. ERR_MEMORY only. */
enum error standing_add(struct standing_table *table, const struct standing_game *game);

/* Most games first, then the latest. */
void standing_sort(struct standing_table *table);

void standing_release(struct standing_table *table);

/* Prints the current run: "3 won", "1 lost", or `none`. */
void standing_print_streak(const struct standing *row, const char *none, struct writer *writer);

#endif
