/* Random games of all kinds, for tests that must exercise every rule. */
#ifndef TESTS_SUPPORT_PLAY_H
#define TESTS_SUPPORT_PLAY_H

#include "bots/bot.h"
#include "rules/game.h"

/* Rule sets for such games: the presets, then others that combine the knobs in many ways. False
 * past the last. */
bool play_rules(int index, struct rules *rules);

/* Rules drawn at random: any board up to 14x14, any fleet that leaves room, any knobs. */
void play_draw_rules(struct rng *rng, struct rules *rules);

/* Starts a game with random layouts; under wrecks some ships are badly placed or missing. */
void play_start(struct game *game, const struct rules *rules, struct rng *rng);

/* Two `random` bots play; now and then a side types a mistake instead. `applied` says whether the
 * game accepted the move; if not, the game is unchanged. */
struct play {
    struct bot *bot[2];
    struct rng rng;
    struct move move;
    struct outcome outcome;
    bool applied;
};

void play_open(struct play *play, uint64_t seed);
void play_close(struct play *play);
void play_move(struct play *play, struct game *game);

/* Shorthands: checked rules from a preset and knobs separated by `;`, and a layout from text. They
 * abort if these are invalid. */
struct rules rules_from(const char *preset, const char *knobs);
struct layout layout_from(const struct rules *rules, const char *text);

/* Starts a game in which both sides have this fleet; side A begins. */
void game_from(struct game *game, const char *preset, const char *knobs, const char *fleet);

/* One of `count` rule sets, each a preset and knobs, chosen by a number. `parsed` has room for all
 * of them and is filled on demand, so that a fuzzer parses each only once. */
const struct rules *rules_choose(unsigned number, const char *const choices[][2], unsigned count,
                                 struct rules *parsed);

/* Sends the rules as lines of the protocol, `rule KNOB = VALUE`. */
void rules_send(const struct rules *rules, void (*send)(void *to, struct slice line), void *to);

#endif
