/* Shared by the files of the battle screen. Everything drawn comes from the view of the person at
 * the keyboard. */
#ifndef BROADSIDE_TUI_SCREEN_BATTLE_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_BATTLE_INTERNAL_H

#include "tui/screen_internal.h"

enum { NO_BOARD = -1, ENEMY_BOARD, OWN_BOARD };
enum { LOG_LINES = 128, LOG_SIZE = 1024, STATUS_SIZE = MESSAGE_SIZE + 64 };

/* The kind of move being aimed. */
enum aim { AIM_FIRE, AIM_RADAR, AIM_SMOKE, AIM_ARTILLERY, AIM_TORPEDO, AIM_RAISE };

/* The news for one side, one line for each move; a ring buffer of lines. */
struct battle_log {
    int count;
    int news[2]; /* 1 + the line about the last move of each side, 0 for none */
    char line[LOG_LINES][LOG_SIZE];
    enum style style[LOG_LINES];
};

struct battle {
    struct screen *screen;
    struct session *session;
    int side; /* whose view is shown; NOBODY before the first of two players starts */
    enum aim aim;
    int cursor[2];      /* on each board */
    int left_at[2][2];  /* where each of two players left them */
    bool shows_own;     /* if there is room for only one board */
    bool down_a_column; /* direction of the torpedo */
    bool vertical;      /* direction of the raised ship */
    int raised;         /* kind of that ship */
    int marks;          /* cells of the salvo chosen so far */
    uint16_t mark[MAX_SLOTS];
    struct cellset fired[2]; /* cells shot at by the last move of each side */
    struct battle_log log[2];
    char status[STATUS_SIZE];
    enum style status_style;
    bool pauses;              /* while the enemy's move is shown: any key continues */
    bool skips;               /* no more pauses until the player's turn */
    enum action pending;      /* a cursor key that ended a pause, or ACTION_NONE */
    struct board_blast blast; /* the explosion being shown */
    int blast_board;          /* where, or NO_BOARD */
    struct board_place place[2];
    bool is_drawn[2];
    bool leaves; /* the player goes back to the menu */
    int told;    /* steps of the tutorial */
};

const struct view *battle_view(const struct battle *battle);
const struct rules *battle_rules(const struct battle *battle);

/* Sets the status line. */
void battle_say(struct battle *battle, enum style style, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the status line to the reason why a move is not possible. */
void battle_refuse(struct battle *battle, const struct message *reason);

/* Takes a hint of the rules, or sets up the move that the coach advises. */
enum screen_result battle_advise(struct battle *battle);

/* --- screen_panel.c */

void battle_draw(void *battle); /* for struct page */

/* Is the player's own board shown? If the rules hide it, only to choose a cell on it. */
bool battle_has_own_board(const struct battle *battle);
bool battle_has_both_boards(const struct battle *battle);   /* is there room for both? */
bool battle_has_room_for_step(const struct battle *battle); /* of the tutorial */
bool battle_shows(const struct battle *battle, int board);

/* --- screen_aim.c */

/* The board with the cursor. */
int battle_board(const struct battle *battle);

/* The cells that the aimed move would touch. */
void battle_area(const struct battle *battle, struct cellset *area);

/* Describes the aimed move, or why it is not possible. */
void battle_explain(const struct battle *battle, char text[STATUS_SIZE], enum style *style);

/* Starts aiming a special move; says why if it is not possible. */
enum screen_result battle_start_aim(struct battle *battle, enum aim aim);
void battle_cancel_aim(struct battle *battle);

/* Sets up a legal move, so that confirming plays it. */
void battle_take_aim(struct battle *battle, const struct move *move);

/* Fills in the aimed move. Returns false if it must not be made, and says why. A salvo is built
 * cell by cell: false until it is complete. */
bool battle_move(struct battle *battle, struct move *move);

/* --- screen_tutorial.c: in other games these do nothing, and every move is allowed */

/* Goes on to the next step if the player did what this one asks for, and shows its text on a page
 * if the battle has no room for it. */
enum screen_result battle_follow_tutorial(struct battle *battle);

/* Is this the move that the step asks for? Says how to make it if not. */
bool battle_tutorial_allows(struct battle *battle, const struct move *move);
void battle_help_with_step(struct battle *battle);

/* Which keys to press. */
void battle_explain_step(const struct battle *battle, char text[STATUS_SIZE]);

/* The text of the step: how many rows it needs below the log, drawn there, and on a page. */
int battle_step_rows(const struct battle *battle);
void battle_draw_step(const struct battle *battle, int row, int rows);
enum screen_result battle_step_page(const struct battle *battle); /* only in the tutorial */

/* --- screen_typed.c */

/* Asks the player for a line. Answers a question; a move is returned in `text`, which is empty
 * otherwise. */
enum { TYPED_SIZE = 1024 };
enum screen_result battle_type(struct battle *battle, char text[TYPED_SIZE]);

/* Shows the status page. */
enum screen_result battle_status(struct battle *battle);

/* --- screen_blast.c */

/* Shows the hits of a move as explosions, and rings the bell, as the player likes it. A key ends an
 * explosion and then has its usual effect. */
void battle_show_hits(struct battle *battle, const struct outcome *outcome);

/* --- screen_news.c */

/* Adds what a move did to the logs of both sides. `game` is the game after it. */
void battle_log_move(struct battle *battle, const struct move *move, const struct outcome *outcome,
                     const struct game *game);

/* Says in the log of the player who just lost the turn what the mistake was. Only that player is
 * told what was typed. */
void battle_log_loss(struct battle *battle, const struct message *reason);

/* Fills the logs of a resumed game. */
void battle_log_record(struct battle *battle);

#endif
