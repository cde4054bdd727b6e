/* The menu and its settings. */
#ifndef BROADSIDE_TUI_SCREEN_MENU_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_MENU_INTERNAL_H

#include "tui/screen_internal.h"

enum menu_item {
    MENU_PLAY,
    MENU_CONTINUE,
    MENU_TWO,
    MENU_WATCH,
    MENU_RULES,
    MENU_OPPONENT,
    MENU_TRACKING,
    MENU_FIRST,
    MENU_PACE,
    MENU_NAME,
    MENU_REPLAY,
    MENU_STATISTICS,
    MENU_HELP,
    MENU_QUIT,
    MENU_ITEMS
};

/* Shows the menu until the player chooses an item that is not a setting. `*item` is where the
 * cursor starts, and then the chosen item. `sentence` is shown until the next key. */
enum screen_result screen_menu(struct screen *screen, enum menu_item *item,
                               struct message *sentence);

/* Lists the unfinished games; returns their number. */
int screen_list_unfinished(const struct screen *screen, struct screen_item list[SCREEN_MAX_ITEMS],
                           struct message *message);

/* --- screen_choose.c */

/* The chosen rules, or classic if they are invalid. */
const struct rules *screen_choose_find_rules(const struct screen *screen, struct rules *rules);

/* The index of a preset, or -1. */
int screen_choose_preset(const char *name);

/* Changes a setting to its next (1) or previous (-1) value. */
void screen_choose_step(struct screen *screen, enum menu_item item, int step);

enum screen_result screen_choose_rules(struct screen *screen);

/* Lets the player choose one of the levels that play these rules, or behind `more` another bot. */
enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE]);

#endif
