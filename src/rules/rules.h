/* Rules as data: every knob of the game is a field, and every preset a row of a constant table.
 *
 * A rule set is a plain value. rules_set and rules_parse read text, rules_print writes it. A rule
 * set that rules_check accepts can be played without further checks. docs/RULES.md explains the
 * knobs and their values. */
#ifndef BROADSIDE_RULES_RULES_H
#define BROADSIDE_RULES_RULES_H

#include "rules/cell.h"

enum {
    MAX_SHIPS = 32,
    MAX_LENGTH = 10,
    MAX_STOCK = 99, /* radar sweeps, hints */
    TURNS_PER_CELL = 4,
};

/* The values of each knob, in the same order as their words in rules_text.c. */
enum announce { ANNOUNCE_EACH_HIT, ANNOUNCE_NAME, ANNOUNCE_UNNAMED, ANNOUNCE_NONE };
enum repeat_shot { REPEAT_REFUSE, REPEAT_LOSE_TURN, REPEAT_WASTED };
enum invalid_input { INVALID_AGAIN, INVALID_LOSE_TURN };
enum tracking { TRACKING_EASY, TRACKING_HARD };
enum first { FIRST_RANDOM, FIRST_A, FIRST_B, FIRST_ALTERNATE };
enum own_map { OWN_MAP_SHOWN, OWN_MAP_HIDDEN };
enum smoke { SMOKE_SWEEP, SMOKE_CELLS, SMOKE_SHIELD };
enum unlock { UNLOCK_HELD, UNLOCK_TURN };
enum edge { EDGE_CLIP, EDGE_SHIFT, EDGE_REJECT };
enum reinforce_kind { REINFORCE_RAISE, REINFORCE_NEW };

enum special { SPECIAL_RADAR = 1, SPECIAL_SMOKE = 2, SPECIAL_ARTILLERY = 4, SPECIAL_TORPEDO = 8 };

struct ship {
    char name[16];
    uint8_t length;
    uint8_t kind; /* the index of the first ship with this name */
};

struct rules {
    char name[64];
    uint8_t width, height, ships;
    uint8_t touch;
    uint8_t announce, hit_again, salvo;
    uint8_t repeat_shot, invalid_input;
    uint8_t tracking, first, own_map;
    uint8_t equal_turns, race, wrecks;
    uint8_t specials, radar; /* the set of enum special; number of sweeps */
    uint8_t smoke, unlock, edge;
    uint8_t hints, hint_after;
    uint8_t reinforce, reinforce_kind;
    struct ship fleet[MAX_SHIPS];
};

static inline int rules_cells(const struct rules *rules)
{
    return rules->width * rules->height;
}

/* Can a turn have several shots, or none? Then turns decide who wins, not shots. */
static inline bool rules_turns_decide(const struct rules *rules)
{
    return rules->specials != 0 || rules->salvo;
}

/* The presets in the order of the table; NULL past the last. rules_find returns NULL if unknown. */
const struct rules *rules_preset(int index);
const char *rules_preset_summary(int index);
const struct rules *rules_find(const char *name);

/* Sets one knob from `KNOB=VALUE` and adds the change to the name (classic becomes
 * classic+touch=no). Does not check consistency; call rules_check. */
enum error rules_set(struct rules *rules, struct slice assignment, struct message *message);

/* Parses rules as rules_print writes them: one `KNOB = VALUE` per line; `#` starts a comment;
 * `preset = NAME`, which must come first, starts from that preset instead of classic; `name = NAME`
 * names the rules. A byte order mark and CRLF line ends are accepted. The result has passed
 * rules_check; the message of an error gives the line. */
enum error rules_parse(struct slice text, struct rules *rules, struct message *message);

/* Prints all knobs, one per line. */
void rules_print(const struct rules *rules, struct writer *writer);

/* Rejects rules that contradict themselves or cannot be played. The amount of work is bounded. */
enum error rules_check(const struct rules *rules, struct message *message);

/* Sets the kind of every ship. Call it after filling in a fleet. */
void rules_name_kinds(struct rules *rules);

/* For help: the name of a knob, its values and what it does; NULL past the last. */
const char *rules_knob(int index, const char **values, const char **about);

/* The ship that `reinforce-kind = new` adds: the fleet's Submarine, or one of length 2. */
struct ship rules_new_ship(const struct rules *rules);

/* The name of a kind of ship. Kind `rules->ships` is the new ship. */
const char *rules_kind_name(const struct rules *rules, int kind);

bool rules_equal(const struct rules *a, const struct rules *b); /* ignores the names */

#endif
