/* A battle on the screen: what its files share; nobody else includes this.
 *
 * Everything that is drawn comes from the view of the person at the keyboard. A battle is a plain
 * value; the session belongs to the caller. */
#ifndef BROADSIDE_TUI_SCREEN_BATTLE_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_BATTLE_INTERNAL_H

#include "tui/screen_internal.h"

enum { ENEMY_BOARD, OWN_BOARD };
enum { LOG_LINES = 128, LOG_SIZE = 256, STATUS_SIZE = MESSAGE_SIZE + 64 };

/* What the cursor is about to do. */
enum aim { AIM_FIRE, AIM_RADAR, AIM_SMOKE, AIM_ARTILLERY, AIM_TORPEDO, AIM_RAISE };

/* What one side was told, the latest last; the oldest lines go. */
struct battle_log {
    int count;
    int news[2]; /* where what the last move of each side did begins */
    char line[LOG_LINES][LOG_SIZE];
    enum style style[LOG_LINES];
};

struct battle {
    struct screen *screen;
    struct session *session;
    int side;       /* through whose eyes; NOBODY before the first hand-over */
    enum aim aim;   /* of the person at the keyboard */
    int cursor[2];  /* on each board */
    int left_at[2]; /* where each of two people left the cursor, which is nobody else's business */
    bool shows_own; /* where there is room for one board only */
    bool down_a_column; /* torpedo */
    bool vertical;      /* the ship that is raised */
    int raised;         /* its kind */
    int marks;          /* cells of a salvo that are named so far */
    uint16_t mark[MAX_SLOTS];
    struct cellset fired[2]; /* by each side with its last move */
    struct battle_log log[2];
    char status[STATUS_SIZE];
    enum style status_style;
    bool pauses; /* so that the enemy's move can be read; no key means anything else meanwhile */
    bool skips;  /* the enemy's moves are not waited for any more */
    bool has_pending;
    struct input pending; /* a key that ended such a wait and means something */
    struct board_place place[2];
    bool is_drawn[2];
    bool leaves; /* for the menu */
};

const struct view *battle_view(const struct battle *battle);
const struct rules *battle_rules(const struct battle *battle);

void battle_say(struct battle *battle, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- screen_panel.c */

void battle_draw(void *battle); /* for struct page */

/* The own board is in sight: always where the rules show it, otherwise to choose a place on it. */
bool battle_has_own_board(const struct battle *battle);
bool battle_has_both_boards(const struct battle *battle); /* and there is room for both */

/* --- screen_aim.c */

/* The board that the cursor is on. */
int battle_board(const struct battle *battle);

/* What the move that is aimed would touch. */
void battle_area(const struct battle *battle, struct cellset *area);

/* In words, with what is wrong with it. */
void battle_explain(const struct battle *battle, char text[STATUS_SIZE], enum style *style);

/* Takes up a special move where that is possible; a sentence where not. */
enum screen_result battle_take_aim(struct battle *battle, enum aim aim);
void battle_drop_aim(struct battle *battle);

/* The move that the cursor points at, as text to be sent; false, and a sentence, where it is none
 * that should be. In a salvo this names one cell after the other first. */
bool battle_move(struct battle *battle, struct writer *text);

/* --- screen_typed.c */

/* Asks for a line and answers it where it is a question. `*text` has the move otherwise, and is
 * empty where there is none. */
enum { TYPED_SIZE = 1024 };
enum screen_result battle_type(struct battle *battle, char text[TYPED_SIZE]);

/* --- screen_battle.c */

/* Redraws before something that takes its time. What was typed meanwhile is kept. */
enum screen_result battle_flush(struct battle *battle);

/* --- screen_news.c */

/* What a move did, for the logs of both sides. */
void battle_note(struct battle *battle, const struct move *move, const struct outcome *outcome);

/* A game that goes on: its moves are told again, as they were told then. */
void battle_recall(struct battle *battle);

void battle_tell_commitment(struct battle *battle, int side, const char *what);

#endif
