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
void hello_read(struct hello *hello, struct slice line);

/* All lines of a built-in bot's or plugin's hello, each with its newline. */
void hello_print(const struct bot_kind *kind, struct writer *writer);

/* The answer to `place`: a layout, or `random`, which is drawn here. ERR_SYNTAX for what is no
 * layout, ERR_PLACEMENT for one that the rules do not allow. */
enum error answer_layout(struct slice line, const struct rules *rules, struct rng *rng,
                         struct layout *layout, struct message *message);

/* What the arena says. */
void print_match(uint64_t rounds, uint64_t seed, uint64_t from, struct writer *writer);
void print_round(uint64_t round, int side, struct writer *writer);
void print_afloat(const struct view *view, struct writer *writer);
void print_stock(const struct view *view, struct writer *writer);
void print_act(const struct view *view, struct writer *writer);
void print_news(const struct view *view, const struct move *move, const struct outcome *outcome,
                struct writer *writer);

/* Does `afloat` tell anything under these rules, and may it change? And `stock`? */
bool tells_afloat(const struct rules *rules);
bool tells_each_sinking(const struct rules *rules);
bool tells_stock(const struct rules *rules);

/* How a round ended for a side. `reason` is a word of the rules, or `broken`. */
enum round_result { ROUND_WON, ROUND_LOST, ROUND_DRAWN };
void print_end(enum round_result result, int mine, int theirs, const char *reason,
               struct writer *writer);
void print_over(uint64_t won, uint64_t lost, uint64_t drawn, struct writer *writer);

/* What a bot hears: the kind of the line, and what follows its word. */
enum line_kind {
    LINE_BROADSIDE,
    LINE_RULE,
    LINE_MATCH,
    LINE_ROUND,
    LINE_PLACE,
    LINE_FLEET,
    LINE_START,
    LINE_AFLOAT,
    LINE_STOCK,
    LINE_ACT,
    LINE_OUTCOME,
    LINE_ENEMY,
    LINE_END,
    LINE_OVER,
    LINE_QUIT,
    LINE_OTHER /* to be ignored */
};
enum line_kind line_kind(struct slice line, struct slice *rest);

/* The rest of each kind of line. Words after those that are known are ignored. */
enum error parse_match(struct slice rest, uint64_t *rounds, uint64_t *seed,
                       struct message *message);
enum error parse_round(struct slice rest, uint64_t *round, int *side, struct message *message);
enum error parse_afloat(struct slice rest, const struct rules *rules, uint8_t afloat[MAX_SLOTS],
                        struct message *message);
enum error parse_end_line(struct slice rest, enum round_result *result, int *mine, int *theirs,
                          enum reason *reason, struct message *message);
enum error parse_over(struct slice rest, uint64_t counts[3], struct message *message);

/* `MOVE -> WHAT` of `mover`, as its line is told to the owner of the view. What follows from the
 * rules alone (the turn, the shots) is worked out; the points of a race come with `end`. Refuses
 * what cannot have happened to this view, so that view_note may have it. */
enum error parse_news(struct slice rest, const struct view *view, int mover, struct move *move,
                      struct outcome *outcome, struct message *message);

#endif
