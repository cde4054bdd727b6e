/* The lines of the bot protocol (docs/PROTOCOL.md) as text, in both directions; nothing here reads
 * or writes a stream.
 *
 * The arena's side prints what is told and reads hello; answers to `place` and `act` are layouts
 * and moves. The bot's side, which `broadside host-bot` is, reads what is told. Text of a bot is
 * made printable before it is kept. Writers belong to the caller; a line never needs more than
 * PROTOCOL_LINE bytes and is printed without its newline. */
#ifndef BROADSIDE_GUEST_PROTOCOL_H
#define BROADSIDE_GUEST_PROTOCOL_H

#include "bots/bot.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_LINE = 8192,
    HELLO_LINES = 64, /* a bot that has more to say about itself never gets ready */
    HELLO_TEXT = 128, /* authors and id */
    GUEST_NAME = 64,
};

/* What a bot says about itself. */
struct hello {
    char name[GUEST_NAME], authors[HELLO_TEXT], id[HELLO_TEXT]; /* "" where it has not said */
    unsigned plays;                                             /* a set of enum feature */
    uint64_t strange;                                           /* lines with words nobody knows */
    bool ready;
};

/* Takes in one line of hello. No line is an error: strange ones are counted. */
void protocol_parse_hello(struct hello *hello, struct slice line);

/* All lines of a built-in bot's or plugin's hello, each with its newline. */
void protocol_print_hello(const struct bot_kind *kind, struct writer *writer);

/* The answer to `place`: a layout, or `random`, which is drawn here. ERR_SYNTAX for what is no
 * layout, ERR_PLACEMENT for one that the rules do not allow. */
enum error protocol_parse_layout(struct slice line, const struct rules *rules, struct rng *rng,
                                 struct layout *layout, struct message *message);

/* What the arena says. */
void protocol_print_match(uint64_t rounds, uint64_t seed, uint64_t from, struct writer *writer);
void protocol_print_round(uint64_t round, int side, struct writer *writer);
void protocol_print_afloat(const struct view *view, struct writer *writer);
void protocol_print_stock(const struct view *view, struct writer *writer);
void protocol_print_act(const struct view *view, struct writer *writer);
void protocol_print_outcome(const struct view *view, const struct move *move,
                            const struct outcome *outcome, struct writer *writer);

/* Does `afloat` tell anything under these rules, and may it change? And `stock`? */
bool protocol_uses_afloat(const struct rules *rules);
bool protocol_announces_sinkings(const struct rules *rules);
bool protocol_uses_stock(const struct rules *rules);

/* How a round ended for a side. `reason` is a word of the rules, or `broken`. */
enum round_result { ROUND_WON, ROUND_LOST, ROUND_DRAWN };
void protocol_print_end(enum round_result result, int mine, int theirs, const char *reason,
                        struct writer *writer);
void protocol_print_over(uint64_t won, uint64_t lost, uint64_t drawn, struct writer *writer);

/* What a bot hears: the kind of the line, and what follows its word. */
enum protocol_line {
    PROTOCOL_BROADSIDE,
    PROTOCOL_RULE,
    PROTOCOL_MATCH,
    PROTOCOL_ROUND,
    PROTOCOL_PLACE,
    PROTOCOL_FLEET,
    PROTOCOL_START,
    PROTOCOL_AFLOAT,
    PROTOCOL_STOCK,
    PROTOCOL_ACT,
    PROTOCOL_OUTCOME,
    PROTOCOL_ENEMY,
    PROTOCOL_END,
    PROTOCOL_OVER,
    PROTOCOL_QUIT,
    PROTOCOL_OTHER /* to be ignored */
};
enum protocol_line protocol_line_kind(struct slice line, struct slice *rest);

/* The rest of each kind of line. Words after those that are known are ignored. */
enum error protocol_parse_match(struct slice rest, uint64_t *rounds, uint64_t *seed,
                                struct message *message);
enum error protocol_parse_round(struct slice rest, uint64_t *round, int *side,
                                struct message *message);
enum error protocol_parse_afloat(struct slice rest, const struct rules *rules,
                                 uint8_t afloat[MAX_SLOTS], struct message *message);
enum error protocol_parse_end(struct slice rest, enum round_result *result, int *mine, int *theirs,
                              enum reason *reason, struct message *message);
enum error protocol_parse_over(struct slice rest, uint64_t counts[3], struct message *message);

/* `MOVE -> WHAT` of `mover`, as its line is told to the owner of the view. What follows from the
 * rules alone (the turn, the shots) is worked out; the points of a race come with `end`. Refuses
 * what cannot have happened to this view, so that view_note may have it. */
enum error protocol_parse_outcome(struct slice rest, const struct view *view, int mover,
                                  struct move *move, struct outcome *outcome,
                                  struct message *message);

#endif
