/* The menu and its settings. */
#ifndef BROADSIDE_TUI_SCREEN_MENU_INTERNAL_H
#define BROADSIDE_TUI_SCREEN_MENU_INTERNAL_H

#include "tui/screen_internal.h"

enum menu_item {
    MENU_CONTINUE,
    MENU_PLAY,
    MENU_TWO,
    MENU_WATCH,
    MENU_RULES,
    MENU_MINE,
    MENU_OPPONENT,
    MENU_PACE,
    MENU_NAME,
    MENU_EFFECTS,
    MENU_LEARN,
    MENU_TUTORIAL,
    MENU_TRAIN,
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

/* A row of a menu. Returns false if a text was too long and is cut. */
struct menu_row {
    const char *label, *value, *note; /* `value` may be NULL */
    bool is_chosen, can_step;
};
bool screen_menu_row(int row, const struct menu_row *line);

/* The number of blank rows between parts of a menu. */
int screen_menu_gap(void);

/* Writes below a menu, which ends before row `from`, and above the keys. */
void screen_menu_below(int from, enum style style, const char *text);

/* Shows the unfinished games, of which the player may delete some. `id` is the one to continue, or
 * empty. */
enum screen_result screen_unfinished(struct screen *screen, char id[CHOICE_SIZE],
                                     struct message *message);

/* --- screen_rules.c */

/* Lets the player change the rules. */
enum screen_result screen_my_rules(struct screen *screen);

/* --- screen_choose.c */

/* The chosen rules, or classic if they are invalid. */
const struct rules *screen_choose_find_rules(const struct screen *screen, struct rules *rules);

/* The index of a preset, or -1. */
int screen_choose_preset(const char *name);

/* Changes a setting to its next (1) or previous (-1) value. */
void screen_choose_step(struct screen *screen, enum menu_item item, int step);

/* Lists of values, which start on the current one. */
enum screen_result screen_choose_rules(struct screen *screen);
enum screen_result screen_choose_my_rule(struct screen *screen, enum my_rule rule);
enum screen_result screen_choose_pace(struct screen *screen);
enum screen_result screen_choose_effects(struct screen *screen);
enum screen_result screen_choose_learn(struct screen *screen);

const char *screen_choose_pace_word(enum pace pace);
const char *screen_choose_effects_word(const struct screen_choice *choice);
const char *screen_choose_learn_word(const struct screen_choice *choice);
void screen_choose_step_my_rule(struct screen *screen, enum my_rule rule, int step);

/* Lets the player choose one of the levels that play these rules, or behind `more` another bot.
 * `*done` is false if the player goes back; `chosen` is then unchanged. */
enum screen_result screen_choose_bot(struct screen *screen, const char *title,
                                     const struct rules *rules, char chosen[CHOICE_SIZE],
                                     bool *done);

#endif
