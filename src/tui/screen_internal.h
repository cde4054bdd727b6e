/* What the screens share; nobody else includes this. */
#ifndef BROADSIDE_TUI_SCREEN_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_INTERNAL_H

#include "tui/board_draw.h"
#include "tui/screen.h"

struct screen {
    const struct screen_host *host;
    const struct keyboard *keyboard;
    struct screen_choice choice;
};

/* How a screen was left. SCREEN_END: the terminal is gone or the program must end, no more
 * questions; everybody hands it up. SCREEN_QUIT: the player wants out of the program. */
enum screen_result { SCREEN_BACK, SCREEN_QUIT, SCREEN_END };

/* The frame of every screen: a title line, and the keys at the bottom. Returns the first of the
 * rows that the keys take. */
int screen_frame(const struct screen *screen, const char *title, const struct key_hint *hints);

/* A question over the page that is there; `*yes` is the answer. Ctrl-C and Escape are no. */
enum screen_result screen_confirm(const struct screen *screen, const struct page *page,
                                  const char *question, bool *yes);

/* What Ctrl-C does everywhere: asks whether to leave the program. */
enum screen_result screen_interrupt(const struct screen *screen, const struct page *page,
                                    bool *leave);

/* Waits for Enter on a page. */
enum screen_result screen_wait(const struct screen *screen, const struct page *page);

/* A screen with nothing on it but a name: the keyboard changes hands. `what` ends the sentence. */
enum screen_result screen_hand_over(const struct screen *screen, const char *name,
                                    const char *what);

/* A line of text, edited at the bottom of the page; `*done` is false when it was given up. */
enum screen_result screen_edit(const struct screen *screen, const struct page *page,
                               const char *question, char *text, size_t size, bool *done);

/* A text to scroll through: help, statistics, a review. */
enum screen_result screen_pager(const struct screen *screen, const char *title, const char *text);

/* A list to choose from; `*chosen` is -1 when nothing was. */
enum screen_result screen_list(const struct screen *screen, const char *title,
                               const struct screen_item *list, int count, int *chosen);

/* The screens, each in a file of its own. */
enum screen_result screen_place(struct screen *screen, struct session *session, int side,
                                bool *placed);
enum screen_result screen_battle(struct screen *screen, struct session *session);
enum screen_result screen_end(struct screen *screen, struct session *session, const char *kept,
                              bool *rematch);
enum screen_result screen_help(const struct screen *screen, const struct rules *rules);

/* A game move by move, with the heat map of whoever is to move. `session`, where there is one, is a
 * game of bots that goes on when its end is reached; the record is then its own. */
enum screen_result screen_view(const struct screen *screen, struct slice record,
                               struct session *session, const char *title);

#endif
