/* Shared by tests of the history: opening, adding and collecting, all of which must succeed.
 * Include after cmocka.h. */
#ifndef TESTS_SUPPORT_HISTORY_H
#define TESTS_SUPPORT_HISTORY_H

#include "store/store.h"

#include <stdio.h>

static const struct history_filter everything;

static inline struct store *open_well(const char *path)
{
    struct message message = {""};
    struct store *store = NULL;

    if (store_open(path, &store, &message) != OK)
        fail_msg("%s", message.text);
    return store;
}

static inline struct played_game game_of(const char *player, const char *bot, const char *rules,
                                         int winner, int shots, int64_t when)
{
    struct played_game game = {
        .when = when,
        .winner = winner,
        .reason = "sunk",
        .moves = 2 * shots,
        .seed = {.number = INT64_MAX, .has_secret = true, .secret = "0123456789abcdef"},
        .seed_given = true};

    snprintf(game.rules, sizeof game.rules, "%s", rules);
    snprintf(game.side[0].name, PLAYER_SIZE, "%s", player);
    snprintf(game.side[1].name, PLAYER_SIZE, "%s", bot);
    snprintf(game.side[1].bot, PLAYER_SIZE, "%s", bot);
    game.side[0].shots = shots;
    game.side[0].hits = shots / 2;
    game.side[0].turns = shots;
    game.side[0].advised = 1;
    return game;
}

static inline int64_t add(struct store *store, const struct played_game *game, const char *record)
{
    struct message message = {""};
    int64_t id = 0;

    if (store_add_game(store, game, slice_of(record), &id, &message) != OK)
        fail_msg("%s", message.text);
    return id;
}

/* Any game; the record makes it unique. */
static inline int64_t add_some(struct store *store, const char *record)
{
    struct played_game game = game_of("Ann", "hunt", "classic", 0, 40, 1000);

    return add(store, &game, record);
}

struct games {
    int count, stop_after;
    struct played_game game[32];
};

static inline bool collect_game(void *context, const struct played_game *game)
{
    struct games *games = context;

    if (games->count < 32)
        games->game[games->count] = *game;
    games->count++;
    return games->count != games->stop_after;
}

static inline struct games games_of(struct store *store, const struct history_filter *filter)
{
    struct message message = {""};
    struct games games = {0};

    if (store_games(store, filter, collect_game, &games, &message) != OK)
        fail_msg("%s", message.text);
    return games;
}

struct standings {
    int count;
    struct standing standing[16];
};

static inline bool collect_standing(void *context, const struct standing *standing)
{
    struct standings *standings = context;

    standings->standing[standings->count++] = *standing;
    return standings->count < 16;
}

static inline struct standings standings_of(struct store *store,
                                            const struct history_filter *filter)
{
    struct message message = {""};
    struct standings standings = {0};

    if (store_standings(store, filter, collect_standing, &standings, &message) != OK)
        fail_msg("%s", message.text);
    return standings;
}

#endif
