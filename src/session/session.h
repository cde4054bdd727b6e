/* An interactive game, whatever the front end: whose turn it is, what the bots do, and the record
 * with its commitments. Front ends only ask and draw.
 *
 * A session owns its bots and its record. A side without a bot is a person. If no seed is given,
 * one is drawn from the system; the record reveals it only after the game is over.
 *
 * If a function returns an error, the game is as it was before the call. */
#ifndef BROADSIDE_SESSION_SESSION_H
#define BROADSIDE_SESSION_SESSION_H

#include "base/buffer.h"
#include "base/sha256.h"
#include "rules/game.h"
#include "session/keeper.h"

struct session;
struct bot_opener;

struct session_terms {
    const struct rules *rules; /* checked */
    const char *name[2];       /* of the players: any bytes, made printable by the session. NULL
                                * uses the bot's own name. */
    const char *bot[2];        /* as bot_open takes them; NULL for a person */
    bool has_seed;
    struct seed seed;                /* gets a secret if a bot is not built in */
    const struct bot_opener *opener; /* where bots come from; NULL for built-in ones only */
    const struct keeper *keeper;     /* where past fleets come from; NULL for nowhere */
};

/* Fails if a bot does not exist or does not play these rules. Bots place their fleets at once. A
 * bot whose enemy is a person first studies this person's past fleets, unless the seed is given:
 * that must repeat the game. */
enum error session_new(const struct session_terms *terms, struct session **session,
                       struct message *message);
void session_free(struct session *session);

/* Continues a saved game after its last complete line; an incomplete line after that, left by a
 * crash, is dropped. Bots study past fleets as in a new game and replay all their moves. If a bot
 * would move differently now, because it or the past fleets have changed, the recorded moves stand.
 * Any other defect is an error, and the message says what and where.
 *
 * A saved game may come from anyone, and the bots it names are opened: the opener (NULL for
 * built-in bots only) decides which of them to trust. */
enum error session_resume(struct slice saved, const struct bot_opener *opener,
                          const struct keeper *keeper, struct session **session,
                          struct message *message);

/* Does the text of a saved game have a result? Fast, unlike resuming it, which takes as long as its
 * bots thought. */
bool session_saved_has_result(struct slice saved);

/* The same as session_is_untouched, from the saved text alone. */
bool session_saved_is_untouched(struct slice saved);

const struct game *session_game(const struct session *session);
const char *session_name(const struct session *session, int side);
bool session_is_bot(const struct session *session, int side);
const char *session_bot(const struct session *session, int side); /* as named; NULL for a person */
int session_people(const struct session *session);
int session_moves(const struct session *session);
bool session_is_over(const struct session *session);

/* Has no person made a move yet? Such a game is not worth keeping. */
bool session_is_untouched(const struct session *session);

/* Draws the random fleet that is offered to a person. Front ends draw it before the person places
 * anything, once per person, so that a seed offers the same fleets in all of them. */
enum error session_draw_fleet(struct session *session, struct layout *layout,
                              struct message *message);

/* Places a person's fleet: one that the person chose, one that was drawn at random and not changed,
 * or a new random one. The record starts with the second fleet. */
enum error session_place(struct session *session, int side, const struct layout *layout,
                         struct message *message);
enum error session_place_drawn(struct session *session, int side, const struct layout *layout,
                               struct message *message);
enum error session_place_randomly(struct session *session, int side, struct layout *layout,
                                  struct message *message);

/* The fleet that a side placed, without reinforcements. Not to be shown to the other side before
 * the end. */
const struct layout *session_fleet(const struct session *session, int side);

/* Was it drawn at random, so that it says nothing about the person? True if that is unknown. */
bool session_fleet_is_drawn(const struct session *session, int side);

/* The SHA-256 in the record by which a side committed to its fleet: the one that counts now, which
 * a raise replaces, and the one made at the start. */
void session_commitment(const struct session *session, int side, char hex[SHA256_HEX_SIZE]);
const char *session_first_commitment(const struct session *session, int side);

/* After the end: replays the whole record, and checks that both fleets match the commitments made
 * at the start and explain every answer. */
enum error session_verify(const struct session *session, struct message *message);

/* Makes a person's move. `move` receives what is drawn at random: the block shown by a hint. An
 * illegal move costs the turn if the rules say so, and is an error otherwise. */
enum error session_move(struct session *session, struct move *move, struct outcome *outcome,
                        struct message *message);

/* The same from text. Invalid text costs the turn if the rules say so; `message` then says what was
 * wrong with it. */
enum error session_move_text(struct session *session, struct slice text, struct move *move,
                             struct outcome *outcome, struct message *message);

/* Makes the move of the bot whose turn it is. After an error (ERR_MISMATCH: the bot broke) the bot
 * cannot be asked again, and the game has to be left. */
enum error session_bot_move(struct session *session, struct move *move, struct outcome *outcome,
                            struct message *message);

/* What the coach would do in place of the person whose turn it is, from what that person knows. */
struct advice {
    struct move move;
    /* For a single shot, the chance of a ship at the cell; otherwise the number of ship cells
     * expected where the move shoots or looks. */
    double chance;
    bool is_exact; /* or an estimate */
};
enum error session_advise(struct session *session, struct advice *advice, struct message *message);
int session_advised(const struct session *session, int side); /* number of times */

/* Calls keeper->save after the second fleet, after every move and after every advice, before the
 * front end shows it. A failing keeper does not stop the game. session_save_error returns the
 * reason for the last failure, NULL while the game is safe. */
void session_set_keeper(struct session *session, const struct keeper *keeper);
const char *session_save_error(const struct session *session);

/* Must not be shown to a player before the end. */
const struct seed *session_seed(const struct session *session);
bool session_seed_given(const struct session *session);

/* `admiral knows 3 earlier fleets of Ann.`, or nothing if it knows none. */
void session_print_past_fleets(const struct session *session, struct writer *writer);

/* The record so far, and the saved game, which ends with the record. Both are terminated, and empty
 * until both fleets are placed. They contain both fleets: not to be shown before the end. */
struct slice session_record(const struct session *session);
struct slice session_saved(const struct session *session);

/* Writes the record, after its notes (session/recorded_game.h), to a file that only its owner can
 * read: the fleets may still be secret. */
enum error session_write_record(const struct session *session, const char *path,
                                struct message *message);

#endif
