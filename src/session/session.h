/* The middle of an interactive game, shared by every front end: whose turn it is, what bots do, the
 * record with its commitments. Front ends only ask and draw.
 *
 * A session owns its bots and its record. Sides without a bot are people. Unless a seed is given
 * one is drawn from the system; it stands in the record once the game is over, never before. */
#ifndef BROADSIDE_SESSION_SESSION_H
#define BROADSIDE_SESSION_SESSION_H

#include "base/buffer.h"
#include "base/sha256.h"
#include "rules/game.h"

struct session;

struct session_terms {
    const struct rules *rules; /* checked */
    const char *name[2];       /* of the players; any bytes, made printable here */
    const char *bot[2];        /* as bot_new takes them; NULL for a person */
    bool has_seed;
    uint64_t seed;
};

/* Refuses bots that do not exist or do not play these rules, with a sentence. Fleets of bots are
 * laid out at once. */
enum error session_new(const struct session_terms *terms, struct session **session,
                       struct message *message);
void session_free(struct session *session);

const struct game *session_game(const struct session *session);
const char *session_name(const struct session *session, int side);
bool session_is_bot(const struct session *session, int side);

/* A person's fleet, or a random one for it. The record starts with the second fleet. */
enum error session_place(struct session *session, int side, const struct layout *layout,
                         struct message *message);
enum error session_place_randomly(struct session *session, int side, struct layout *layout,
                                  struct message *message);

/* What a side has committed to: the SHA-256 that stands in the record. */
void session_commitment(const struct session *session, int side, char hex[SHA256_HEX_SIZE]);

/* A person's move as text. Errors leave the game as it was. */
enum error session_command(struct session *session, struct slice text, struct move *move,
                           struct outcome *outcome, struct message *message);

/* The move of the bot whose turn it is. An error means that the bot broke; the message says how. */
enum error session_bot_move(struct session *session, struct move *move, struct outcome *outcome,
                            struct message *message);

/* The seed of the game; not for a player's eyes before the end either. */
uint64_t session_seed(const struct session *session);

/* The record so far. It holds both fleets: not for a player's eyes before the end. */
const struct buffer *session_record(const struct session *session);

#endif
