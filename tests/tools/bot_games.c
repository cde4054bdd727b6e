/* Plays seeded games between bots under all presets, and prints a hash of their records:
 * bot_games GAMES. mk/wasm.mk also builds this file as a WebAssembly module, which must print the
 * same: then the rules, the bots and the inference are the same on the page. */
#include "base/text.h"
#include "session/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Every LOOK_AHEAD-th game is between bots that think longer. */
enum { LOOK_AHEAD = 100 };

static const char *const presets[] = {"classic", "advanced", "tournament",     "equal-turns",
                                      "salvo",   "russian",  "advanced-strict"};
static const char *const bots[] = {"hard",   "medium", "hunt",   "parity-line",
                                   "gunner", "easy",   "random", "heatmap"};
static const char *const thinkers[] = {"exact", "endgame", "admiral"};

static const char *pick(const char *const *names, size_t count, uint64_t number)
{
    return names[number % count];
}

/* The bot of a side in a game. All bots meet all others under all presets, since the number of
 * presets and the number of bots have no common divisor. */
static const char *bot_of(uint64_t game, int side)
{
    const uint64_t bots_count = sizeof bots / sizeof bots[0];

    if (game % LOOK_AHEAD == LOOK_AHEAD - 1)
        return pick(thinkers, sizeof thinkers / sizeof thinkers[0],
                    game / LOOK_AHEAD + (uint64_t)side);
    return pick(bots, bots_count, side ? game / bots_count : game);
}

static enum error play(uint64_t game, struct sha256 *hash, struct message *message)
{
    const bool is_long = game % LOOK_AHEAD == LOOK_AHEAD - 1;
    const struct session_terms terms = {
        .rules = rules_find(pick(presets, is_long ? 3 : sizeof presets / sizeof presets[0], game)),
        .bot = {bot_of(game, 0), bot_of(game, 1)},
        .has_seed = true,
        .seed = {.number = game},
    };
    struct session *session = NULL;
    struct move move;
    struct outcome outcome;
    enum error error = session_new(&terms, &session, message);

    while (!error && !session_is_over(session))
        error = session_bot_move(session, &move, &outcome, message);
    if (!error) {
        struct slice record = session_record(session);

        sha256_update(hash, record.text, record.length);
    }
    session_free(session);
    return error;
}

/* Returns the hash in hexadecimal, or what went wrong. */
static const char *play_all(uint64_t games)
{
    static char hex[SHA256_HEX_SIZE];
    static struct message message;
    uint8_t digest[SHA256_SIZE];
    struct sha256 hash;

    sha256_init(&hash);
    for (uint64_t game = 0; game < games; game++)
        if (play(game, &hash, &message) != OK)
            return message.text;
    sha256_finish(&hash, digest);
    text_hex(digest, sizeof digest, hex);
    return hex;
}

#ifdef __wasm__

__attribute__((export_name("bot_games"))) const char *module_games(unsigned games);
__attribute__((export_name("text_length"))) size_t module_length(const char *text);

const char *module_games(unsigned games)
{
    return play_all(games);
}

size_t module_length(const char *text)
{
    return strlen(text);
}

#else

int main(int count, char **arguments)
{
    if (count != 2) {
        fputs("usage: bot_games GAMES\n", stderr);
        return 2;
    }
    puts(play_all(strtoull(arguments[1], NULL, 10)));
    return 0;
}

#endif
