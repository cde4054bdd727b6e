/* The middle of an interactive game, shared by every front end: whose turn it is, what bots do, the
 * record with its commitments, and what is kept of it. Front ends only ask and draw.
 *
 * A session owns its bots and its record. Sides without a bot are people. Unless a seed is given
 * one is drawn from the system; it stands in the record once the game is over, never before. */
#ifndef BROADSIDE_SESSION_SESSION_H
#define BROADSIDE_SESSION_SESSION_H

#include "base/buffer.h"
#include "base/sha256.h"
#include "rules/game.h"

struct session;
struct bot_opener;

struct session_terms {
    const struct rules *rules; /* checked */
    const char *name[2];       /* of the players; any bytes, made printable here. NULL for a bot
                                * that is called as it says itself */
    const char *bot[2];        /* as bot_open takes them; NULL for a person */
    bool has_seed;
    uint64_t seed;
    const struct bot_opener *opener; /* where bots come from; NULL for built-in ones */
};

/* Refuses bots that do not exist or do not play these rules, with a sentence. Fleets of bots are
 * laid out at once. */
enum error session_new(const struct session_terms *terms, struct session **session,
                       struct message *message);
void session_free(struct session *session);

/* A game that was kept, exactly as it stood after its last complete line; what a crash left of a
 * line after that is dropped. Bots are taken through all their moves again. Nothing else may be
 * wrong with the text: the message says what and where. */
enum error session_resume(struct slice saved, struct session **session, struct message *message);

/* The same with bots from elsewhere. A saved game may come from anybody, and what it names as a bot
 * is opened: the opener decides what it trusts. */
enum error session_resume_with(struct slice saved, const struct bot_opener *opener,
                               struct session **session, struct message *message);

const struct game *session_game(const struct session *session);
const char *session_name(const struct session *session, int side);
bool session_is_bot(const struct session *session, int side);
const char *session_bot(const struct session *session, int side); /* as named; NULL for a person */
int session_people(const struct session *session);
int session_moves(const struct session *session);

/* A person's fleet, or a random one for it. The record starts with the second fleet. */
enum error session_place(struct session *session, int side, const struct layout *layout,
                         struct message *message);
enum error session_place_randomly(struct session *session, int side, struct layout *layout,
                                  struct message *message);

/* What a side has committed to: the SHA-256 that stands in the record. */
void session_commitment(const struct session *session, int side, char hex[SHA256_HEX_SIZE]);

/* After the end: does the fleet that a side shows now hash to what it committed to at the start,
 * and does every answer of the game follow from it? The whole record is played again. */
enum error session_verify(const struct session *session, struct message *message);

/* A person's move as text. Errors leave the game as it was. */
enum error session_command(struct session *session, struct slice text, struct move *move,
                           struct outcome *outcome, struct message *message);

/* The move of the bot whose turn it is. An error means that the bot broke; the message says how. */
enum error session_bot_move(struct session *session, struct move *move, struct outcome *outcome,
                            struct message *message);

/* What the coach would do in place of the person whose turn it is, from what that person knows. */
struct advice {
    struct move move;
    int best;      /* the cell most likely to hold a ship */
    double chance; /* that it does */
    bool is_exact; /* or estimated */
};
enum error session_advise(struct session *session, struct advice *advice, struct message *message);
int session_advised(const struct session *session, int side); /* how often it was asked */

/* Where a session hands what must not be lost: after the second fleet, after every move, after
 * every advice, and before anybody is told. `saved` is the whole game as session_resume reads it;
 * it only ever grows. A keeper that fails does not stop the game; session_unkept says why it did,
 * NULL while all is safe. */
struct keeper {
    void *context;
    enum error (*keep)(void *context, struct slice saved, struct message *message);
};
void session_set_keeper(struct session *session, const struct keeper *keeper);
const char *session_unkept(const struct session *session);

/* The seed of the game; not for a player's eyes before the end either. */
uint64_t session_seed(const struct session *session);
bool session_seed_given(const struct session *session);

/* The record so far, and the saved game, which the record is the last part of. They hold both
 * fleets: not for a player's eyes before the end. Both texts are terminated; empty before the
 * second fleet lies. */
struct slice session_record(const struct session *session);
struct slice session_saved(const struct session *session);

#endif
