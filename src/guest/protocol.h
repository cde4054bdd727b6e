/* The lines of the bot protocol (docs/PROTOCOL.md) as text, in both directions. Nothing here reads
 * or writes a stream.
 *
 * The arena's side prints lines and parses hello; answers to `place` and `act` are layouts and
 * moves. The bot's side, used by `broadside host-bot`, parses the arena's lines. Text from a bot is
 * made printable before it is stored. Writers belong to the caller; a line never needs more than
 * PROTOCOL_LINE bytes and is printed without its newline. */
#ifndef BROADSIDE_GUEST_PROTOCOL_H
#define BROADSIDE_GUEST_PROTOCOL_H

#include "bots/bot.h"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_LINE = 8192,
    HELLO_LINES = 64, /* the longest hello */
    HELLO_TEXT = 128, /* authors and id */
    GUEST_NAME = 64,
};

/* What a bot says about itself. */
struct hello {
    char name[GUEST_NAME], authors[HELLO_TEXT], id[HELLO_TEXT]; /* "" if not given */
    unsigned plays;                                             /* a set of enum feature */
    uint64_t strange;                                           /* lines with unknown words */
    bool ready;
};

/* Parses one line of hello. No line is an error: unknown ones are counted. */
void protocol_parse_hello(struct hello *hello, struct slice line);

/* Prints the whole hello of a built-in bot or plugin, with newlines. */
void protocol_print_hello(const struct bot_kind *kind, struct writer *writer);

/* Parses the answer to `place`: a layout, or `random`, which is drawn here. ERR_SYNTAX if it is not
 * a layout, ERR_PLACEMENT if the rules do not allow it. */
enum error protocol_parse_layout(struct slice line, const struct rules *rules, struct rng *rng,
                                 struct layout *layout, struct message *message);

/* Does the line look like an answer to `act` or `place`, legal or not? Otherwise it is more likely
 * debug output, or an answer to a line that needs none. */
bool protocol_is_like_move(struct slice line);
bool protocol_is_like_layout(struct slice line);

/* Does it name several cells, as any attempt at a fleet does? */
bool protocol_names_cells(struct slice line);

/* The arena's lines. */
void protocol_print_match(uint64_t rounds, uint64_t seed, uint64_t from, struct writer *writer);
void protocol_print_round(uint64_t round, int side, struct writer *writer);
void protocol_print_afloat(const struct view *view, struct writer *writer);
void protocol_print_stock(const struct view *view, struct writer *writer);
void protocol_print_act(const struct view *view, struct writer *writer);
void protocol_print_outcome(const struct view *view, const struct move *move,
                            const struct outcome *outcome, struct writer *writer);

/* Are `afloat` and `stock` lines sent under these rules? Does `afloat` change with each sinking? */
bool protocol_uses_afloat(const struct rules *rules);
bool protocol_announces_sinkings(const struct rules *rules);
bool protocol_uses_stock(const struct rules *rules);

/* How a round ended for a side. `reason` is a word of the rules or `broken`. */
enum round_result { ROUND_WON, ROUND_LOST, ROUND_DRAWN };
void protocol_print_end(enum round_result result, int mine, int theirs, const char *reason,
                        struct writer *writer);
void protocol_print_over(uint64_t won, uint64_t lost, uint64_t drawn, struct writer *writer);

/* What a bot receives: the kind of the line, and the rest after its first word. */
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
    PROTOCOL_OTHER /* ignored */
};
enum protocol_line protocol_line_kind(struct slice line, struct slice *rest);

/* Parse the rest of each kind of line. Additional words are ignored. */
enum error protocol_parse_match(struct slice rest, uint64_t *rounds, uint64_t *seed,
                                struct message *message);
enum error protocol_parse_round(struct slice rest, uint64_t *round, int *side,
                                struct message *message);
enum error protocol_parse_afloat(struct slice rest, const struct rules *rules,
                                 uint8_t afloat[MAX_SLOTS], struct message *message);
enum error protocol_parse_end(struct slice rest, enum round_result *result, int *mine, int *theirs,
                              enum reason *reason, struct message *message);
enum error protocol_parse_over(struct slice rest, uint64_t counts[3], struct message *message);

/* Parses `MOVE -> OUTCOME` of `mover`, as sent to the owner of the view. What follows from the
 * rules (the turn, the shots) is derived; the points of a race come with `end`. ERR_MISMATCH if it
 * cannot have happened in this view, so that the result is safe for view_note. */
enum error protocol_parse_outcome(struct slice rest, const struct view *view, int mover,
                                  struct move *move, struct outcome *outcome,
                                  struct message *message);

#endif
