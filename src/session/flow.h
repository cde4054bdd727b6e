/* The course of an interactive game, shared by all front ends: it starts or resumes, is saved while
 * it is played, and ends up in the history.
 *
 * A flow runs one game at a time and owns its session. Front ends ask flow_next what to do, make
 * moves in `session`, and call flow_finish when the game is over or the player leaves. What the
 * keeper, the opener and `record` point to belongs to the caller and outlives the flow. */
#ifndef BROADSIDE_SESSION_FLOW_H
#define BROADSIDE_SESSION_FLOW_H

#include "rules/record.h"
#include "session/pace.h"
#include "session/session.h"

struct tutorial;

struct flow {
    struct session *session; /* NULL between games */
    struct keeper keeper;
    const struct bot_opener *opener; /* NULL for built-in bots only */
    enum pace pace;
    const char *record;        /* where flow_finish writes the record of the first game; or NULL */
    struct tutorial *tutorial; /* that the game belongs to; NULL for an ordinary game */
};

/* A name for the second player that differs from the first one's: the wanted one if possible. */
void flow_default_name(const char *first, const char *wanted, char second[NAME_SIZE]);

/* A new game. Two people must have different names. On an error, the previous game goes on. */
enum error flow_start(struct flow *flow, const struct session_terms *terms,
                      struct message *message);

/* Another game with the rules and players of the current one. */
enum error flow_rematch(struct flow *flow, struct message *message);

/* Continues a game that the keeper has saved. There is no current game afterwards if this fails. */
enum error flow_resume(struct flow *flow, const char *id, struct message *message);

/* Continues a saved game from elsewhere, under a new file of the keeper's. */
enum error flow_import(struct flow *flow, struct slice saved, struct message *message);

/* Lists the games that can be continued, with a line about each. Unreadable and finished games are
 * left out. Call it between games. */
enum error flow_list(struct flow *flow, struct unfinished_game list[MAX_UNFINISHED], int *count,
                     struct message *message);

/* Deletes one of them. Call it between games. */
enum error flow_delete(struct flow *flow, const char *id, struct message *message);

/* The same line about the current game; `modified` is the time of its last move. */
void flow_describe(const struct flow *flow, int64_t modified, char text[GAME_DESCRIPTION_SIZE]);

/* What has to happen next, and on which side. */
enum flow_step { FLOW_PLACE, FLOW_PERSON, FLOW_BOT, FLOW_OVER };
enum flow_step flow_next(const struct flow *flow, int *side);

/* How long to wait after a bot's move. */
int flow_pause(const struct flow *flow);

/* The game is over or is left: moves it to the history, with the keeper's copy of the person's
 * fleet, or closes it, and writes the record if that was requested. A game that is left before a
 * person has made a move is not kept. `notice` receives what to tell the player about it, possibly
 * nothing. The error is that of the record. The session stays until the next game. */
enum error flow_finish(struct flow *flow, struct message *notice, struct message *message);

/* Leaves the current game, if there is one, and frees its session. */
void flow_release(struct flow *flow);

/* Deletes the current game. */
void flow_discard(struct flow *flow);

#endif
