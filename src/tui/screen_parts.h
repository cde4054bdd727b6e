/* What the screens share; nobody else includes this. */
#ifndef BROADSIDE_TUI_SCREEN_PARTS_H
#define BROADSIDE_TUI_SCREEN_PARTS_H

#include "tui/board_draw.h"
#include "tui/screen.h"

struct screen {
    const struct screen_host *host;
    struct flow *flow; /* NULL in a viewer */
    const struct keyboard *keyboard;
    struct screen_choice choice;
};

/* How a screen was left. LEFT_END: the terminal is gone or the program must end, no more questions;
 * everybody hands it up. LEFT_QUIT: the player wants out of the program. */
enum left { LEFT_BACK, LEFT_QUIT, LEFT_END };

/* The frame of every screen: a title line, and the keys at the bottom. Returns the first of the
 * rows that the keys take. */
int screen_frame(const struct screen *screen, const char *title, const struct key_hint *hints);

/* A question over the page that is there; `*yes` is the answer. Ctrl-C and Escape are no. */
enum left screen_confirm(const struct screen *screen, const struct page *page, const char *question,
                         bool *yes);

/* What Ctrl-C does everywhere: asks whether to leave the program. */
enum left screen_interrupt(const struct screen *screen, const struct page *page, bool *leave);

/* Waits for Enter on a page. */
enum left screen_wait(const struct screen *screen, const struct page *page);

/* A screen with nothing on it but a name: the keyboard changes hands. `what` ends the sentence. */
enum left screen_hand_over(const struct screen *screen, const char *name, const char *what);

/* A line of text, edited at the bottom of the page; `*done` is false when it was given up. */
enum left screen_edit(const struct screen *screen, const struct page *page, const char *question,
                      char *text, size_t size, bool *done);

/* A text to scroll through: help, statistics, a review. */
enum left screen_pager(const struct screen *screen, const char *title, const char *text);

/* A list to choose from; `*chosen` is -1 when nothing was. */
enum left screen_list(const struct screen *screen, const char *title, const struct listed *list,
                      int count, int *chosen);

/* The screens, each in a file of its own. */
enum left screen_place(struct screen *screen, struct session *session, int side, bool *placed);
enum left screen_battle(struct screen *screen, struct session *session);
enum left screen_end(struct screen *screen, struct session *session, const char *kept,
                     bool *rematch);
enum left screen_help(const struct screen *screen, const struct rules *rules);

/* A game move by move, with the heat map of whoever is to move. `session`, where there is one, is a
 * game of bots that goes on when its end is reached; the record is then its own. */
enum left screen_view(const struct screen *screen, struct slice record, struct session *session,
                      const char *title);

#endif
