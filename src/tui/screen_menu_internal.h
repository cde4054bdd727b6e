/* The menu: what to do next. Nobody but the screen game includes this. */
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
    MENU_LEAVE,
    MENU_ITEMS
};

/* Shows the menu until something is chosen that is not a setting; `*item` is where the cursor
 * starts and what was chosen. `sentence` is shown until the next key; it may be empty. The choice
 * in `screen` is changed by its settings. */
enum screen_result screen_menu(struct screen *screen, enum menu_item *item,
                               struct message *sentence);

/* --- screen_choose.c */

/* The rules that are chosen, or classic where they do not make sense. */
const struct rules *choice_rules(const struct screen *screen, struct rules *rules);

/* Where a preset or a bot stands in its list; -1 for what is none. */
int choice_preset_index(const char *name);
int choice_bot_index(const char *name);

/* One step through the values of a setting. */
void choice_turn(struct screen *screen, enum menu_item item, int step);

/* Types a value, which stays as it was where nothing is typed. */
enum screen_result choice_type(const struct screen *screen, const char *question, char *value,
                               size_t size);
enum screen_result choice_ask_rules(struct screen *screen);

/* A bot from those that play these rules, or typed; `chosen` keeps what it was if none is. */
enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE]);

#endif
