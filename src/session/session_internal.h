/* What the files of this folder share of a session; nobody else includes it. */
#ifndef BROADSIDE_SESSION_INTERNAL_H
#define BROADSIDE_SESSION_INTERNAL_H

#include "rules/record.h"
#include "session/session.h"

enum { SAVE_VERSION = 1, SPEC_CAP = 1024 };

/* A comment in the record: this side has asked the coach. */
#define ADVICE_MARK "# advice"

struct session {
    struct game game;
    struct record record;
    const struct bot_opener *opener;
    struct bot *bot[2];
    struct buffer spec[2]; /* how the bots were named */
    struct rng chance, fleets;
    bool seed_given;
    uint64_t seed;
    int moves;
    int advised[2];
    char announced[2][SHA256_HEX_SIZE]; /* the commitments at the start */
    struct buffer text;                 /* the saved game */
    size_t record_at;                   /* where the record begins in it */
    struct keeper keeper;
    bool is_unkept;
    struct message unkept;
};

/* An empty one; NULL with a sentence where there is no memory. */
struct session *session_alloc(struct message *message);

/* The steps that a new game and one taken up again have in common. */
void session_start_chance(struct session *session);
enum error session_open_bot(struct session *session, int side, const char *spec,
                            struct message *message);
enum error session_draw_nonce(struct session *session, int side, struct message *message);
enum error session_write_head(struct session *session, struct message *message);
void session_keep(struct session *session);

/* Writes a move that was applied into the record and tells bots about it; `nonce` is that of the
 * fresh commitment after a raise, NULL to draw one. */
enum error session_note_move(struct session *session, const struct move *move,
                             const struct outcome *outcome, const char *nonce,
                             struct message *message);
enum error session_note_advice(struct session *session, int side, struct message *message);

#endif
