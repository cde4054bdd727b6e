/* Shared by the files of the session. */
#ifndef BROADSIDE_SESSION_INTERNAL_H
#define BROADSIDE_SESSION_INTERNAL_H

#include "rules/record.h"
#include "session/session.h"

enum { SAVE_VERSION = 1, SPEC_CAP = 1024 };

/* A comment in the record: this side asked the coach for advice. */
#define ADVICE_MARK "# advice"

/* The state that a step restores if the record cannot take it. */
struct checkpoint {
    struct game game;
    struct rng chance;
    char nonce[2][NONCE_SIZE];
    int moves;
    size_t text_length;
};

struct session {
    struct game game;
    struct record record;
    const struct bot_opener *opener;
    struct bot *bot[2];
    struct buffer spec[2]; /* how the bots were named */
    struct rng chance, fleets;
    bool seed_given;
    bool is_fleet_drawn[2];
    int past_fleets; /* of the person, which the bot was shown */
    struct seed seed;
    int moves;
    int advised[2];
    char announced[2][SHA256_HEX_SIZE]; /* the commitments at the start */
    struct buffer text;                 /* the saved game */
    size_t record_at;                   /* where the record begins in it */
    struct checkpoint checkpoint;
    struct keeper keeper;
    bool is_unsaved;
    struct message save_error;
};

/* An empty session; NULL and a message if memory runs out. */
struct session *session_alloc(struct message *message);

/* Steps shared by new and resumed games. */
void session_start_chance(struct session *session);
enum error session_open_bot(struct session *session, int side, const char *spec,
                            bool enemy_is_person, struct message *message);
void session_show_past_fleets(struct session *session, const struct keeper *keeper);
enum error session_write_head(struct session *session, struct message *message);

/* Adds a move that was applied to the record. `nonce` is that of the new commitment after a raise,
 * NULL to draw one. */
enum error session_record_move(struct session *session, const struct move *move,
                               const struct outcome *outcome, const char *nonce,
                               struct message *message);
void session_inform_bots(struct session *session, const struct move *move,
                         const struct outcome *outcome);
enum error session_record_advice(struct session *session, int side, struct message *message);

#endif
