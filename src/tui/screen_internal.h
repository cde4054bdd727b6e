/* Shared by the files of the screen game. */
#ifndef BROADSIDE_TUI_SCREEN_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_INTERNAL_H

#include "tui/board_draw.h"
#include "tui/screen.h"

struct screen {
    const struct screen_host *host;
    struct flow *flow; /* NULL in a viewer */
    const struct keyboard *keyboard;
    struct screen_choice choice;
    bool has_left; /* the last game was left, and can be continued */
};

/* How a screen was left. SCREEN_QUIT: the player quits the program. SCREEN_END: the terminal is
 * gone or the program must stop. Every screen passes these two on at once, without further
 * questions. */
enum screen_result { SCREEN_BACK, SCREEN_QUIT, SCREEN_END };

/* --- screen_parts.c */

int screen_clamp(int value, int least, int most);

/* Draws the frame of a screen: a title, a text on its right (optional), a line, and the keys. */
void screen_frame(const struct screen *screen, const char *title, const char *right,
                  const struct key_hint *hints);

/* The size of the cells in battle. */
struct cell_size screen_cell_size(const struct rules *rules);

/* An input, and what it means among the actions that a screen knows, or ACTION_NONE. */
struct screen_event {
    struct input input;
    enum action action;
};

/* Draws the page and waits for an input, at most `milliseconds` (forever if negative). Ctrl-C asks
 * whether to quit; if the player stays, it is returned as an input without an action. */
enum screen_result screen_ask(const struct screen *screen, const struct page *page,
                              int milliseconds, const enum action *known,
                              struct screen_event *event);

/* Asks a yes-or-no question over the page. Ctrl-C and Escape mean no. */
enum screen_result screen_confirm(const struct page *page, const char *question, bool *yes);
enum screen_result screen_confirm_delete(const struct page *page, const struct screen_item *game,
                                         bool *yes);

/* Asks whether to overwrite a file if it exists. `*yes` is true if it may be written. */
enum screen_result screen_confirm_write(const struct page *page, const char *path, bool *yes);

/* Edits a line of text over the page. `*done` is false if the player cancels. */
enum screen_result screen_edit(const struct page *page, const char *question, char *text,
                               size_t size, bool *done);

/* The same on an empty page. A blank answer leaves the value unchanged. `done` may be NULL. */
enum screen_result screen_edit_value(const char *question, char *value, size_t size, bool *done);

/* Waits for Enter on a page. */
enum screen_result screen_wait(const struct screen *screen, const struct page *page);

/* Shows a page until no key has been pressed for a moment, so that a key held down or pressed too
 * often does not answer what comes next. */
enum screen_result screen_discard_keys(const struct screen *screen, const struct page *page);

/* Shows a page and drops the keys that were pressed before it appeared. */
enum screen_result screen_discard_earlier(const struct screen *screen, const struct page *page);

/* Blanks the screen between two players: "NAME, press Enter WHAT." Keys pressed before this appears
 * and along with that Enter have no effect. */
enum screen_result screen_hand_over(const struct screen *screen, const char *name,
                                    const char *what);

/* Shows a text to scroll through: help, statistics, a review. */
enum screen_result screen_pager(const struct screen *screen, const char *title, const char *text);

/* Shows a list of unfinished games. `*deletes`: the player wants to delete the chosen one. */
enum screen_result screen_list_or_delete(const struct screen *screen, const char *title,
                                         const struct screen_item *items, int count, int *chosen,
                                         bool *deletes);

/* Shows a list to choose from, starting at `*chosen`, which is then -1 if the player goes back. */
enum screen_result screen_list(const struct screen *screen, const char *title,
                               const struct screen_item *items, int count, int *chosen);

/* Draws a text in one row, cut to `columns` with "..."; returns false if it was cut. */
bool screen_put_cut(int row, int column, int columns, enum style style, const char *text);

/* --- the screens, each in its own file */

enum screen_result screen_place(struct screen *screen, struct session *session, int side,
                                bool *placed);
enum screen_result screen_battle(struct screen *screen, struct session *session);
enum screen_result screen_tutorial(struct screen *screen, struct message *sentence);
enum screen_result screen_train(struct screen *screen, struct message *sentence);
enum screen_result screen_end(struct screen *screen, struct session *session, const char *saved,
                              bool *rematch);

/* Help for a battle by these rules, or for everything if `rules` is NULL. */
enum screen_result screen_help(const struct screen *screen, const struct rules *rules);

/* The same, with the keys for placing a fleet first. */
enum screen_result screen_help_placing(const struct screen *screen, const struct rules *rules);

/* Help for puzzles, after a text. */
enum screen_result screen_help_puzzle(const struct screen *screen, const char *text);

/* Help for the viewer. */
enum screen_result screen_help_viewer(const struct screen *screen, const char *title);

/* Does the action exist in a battle by these rules? True for all actions if `rules` is NULL. */
bool screen_help_has(const struct rules *rules, enum action action);

/* The viewer: shows a game move by move, with heat maps. With a session, a game between bots, it
 * plays on when it reaches the end of the record, which is then the session's. */
enum screen_result screen_view(struct screen *screen, struct slice record, struct session *session,
                               const char *title);

#endif
