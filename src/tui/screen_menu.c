/* The menu. Left and right change a setting, Enter shows the list of its values. The host remembers
 * the settings when a game starts. */
#include "tui/screen_menu_internal.h"

#include "bots/bot.h"
#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>

enum { FIRST_ROW = 3, VALUE_COLUMN = 20, NOTE_COLUMN = 40, TEXT_SIZE = 200, BELOW = 3 };

struct menu_page {
    struct screen *screen;
    enum menu_item cursor;
    const struct message *sentence;
    int unfinished;            /* number of games to continue */
    struct screen_item latest; /* the most recent of them */
    int row[MENU_ITEMS];       /* where each item is drawn; 0 if hidden */
};

static const char *const labels[MENU_ITEMS] = {
    [MENU_PLAY] = "Play",
    [MENU_CONTINUE] = "Continue",
    [MENU_TWO] = "Two players",
    [MENU_WATCH] = "Watch bots",
    [MENU_RULES] = "Rules",
    [MENU_OPPONENT] = "Opponent",
    [MENU_TRACKING] = "Your misses",
    [MENU_FIRST] = "First shot",
    [MENU_PACE] = "Bot pace",
    [MENU_NAME] = "Your name",
    [MENU_REPLAY] = "Replay a game",
    [MENU_STATISTICS] = "Statistics",
    [MENU_HELP] = "Help",
    [MENU_QUIT] = "Quit",
};

static bool is_setting(enum menu_item item)
{
    return item >= MENU_RULES && item <= MENU_NAME;
}

static bool is_available(const struct menu_page *menu, enum menu_item item)
{
    const struct screen_host *host = menu->screen->host;

    switch (item) {
    case MENU_CONTINUE:
        return menu->unfinished > 0;
    case MENU_REPLAY:
        return host->games && host->record;
    case MENU_STATISTICS:
        return host->statistics;
    default:
        return true;
    }
}

/* --- values ------------------------------------------------------------------------------------*/

static const char *tracking_value(const struct screen_choice *choice)
{
    return !choice->has_tracking   ? "as in the rules"
           : choice->hard_tracking ? "not marked"
                                   : "marked";
}

static const char *first_word(int first)
{
    return first == FIRST_A ? "yours" : first == FIRST_B ? "the enemy's" : "random";
}

static const char *first_value(const struct screen_choice *choice)
{
    return choice->has_first ? first_word(choice->first) : "as in the rules";
}

static const char *pace_value(const struct screen_choice *choice)
{
    static const char *const words[] = {[PACE_NONE] = "no pause",
                                        [PACE_FAST] = "fast",
                                        [PACE_NORMAL] = "normal",
                                        [PACE_SLOW] = "slow"};

    return words[choice->pace];
}

static void describe(const struct menu_page *menu, enum menu_item item, const char **value,
                     char note[TEXT_SIZE])
{
    const struct screen_choice *choice = &menu->screen->choice;
    struct rules rules;
    int index;

    *value = NULL;
    note[0] = '\0';
    switch (item) {
    case MENU_PLAY:
        snprintf(note, TEXT_SIZE, "%s against %s", choice->rules, choice->opponent);
        break;
    case MENU_CONTINUE:
        snprintf(note, TEXT_SIZE, "%s", menu->latest.text);
        break;
    case MENU_TWO:
        snprintf(note, TEXT_SIZE, "%s, sharing this keyboard", choice->rules);
        break;
    case MENU_WATCH:
        snprintf(note, TEXT_SIZE, "%s, with heat maps", choice->rules);
        break;
    case MENU_RULES:
        *value = choice->rules;
        index = screen_choose_preset(choice->rules);
        snprintf(note, TEXT_SIZE, "%s", index >= 0 ? rules_preset_summary(index) : "a file");
        break;
    case MENU_OPPONENT:
        *value = choice->opponent;
        index = bot_find(choice->opponent);
        snprintf(note, TEXT_SIZE, "%s", index >= 0 ? bot_registered(index)->summary : "");
        break;
    case MENU_TRACKING:
        *value = tracking_value(choice);
        if (!choice->has_tracking)
            snprintf(note, TEXT_SIZE, "%s",
                     screen_choose_find_rules(menu->screen, &rules)->tracking == TRACKING_HARD
                         ? "not marked"
                         : "marked");
        break;
    case MENU_FIRST:
        *value = first_value(choice);
        if (!choice->has_first)
            snprintf(note, TEXT_SIZE, "%s",
                     first_word(screen_choose_find_rules(menu->screen, &rules)->first));
        break;
    case MENU_PACE:
        *value = pace_value(choice);
        snprintf(note, TEXT_SIZE, "press any key to skip a pause");
        break;
    case MENU_NAME:
        *value = choice->name[0];
        break;
    default:
        break;
    }
}

/* --- changing a setting ------------------------------------------------------------------------*/

static enum screen_result change_setting(struct menu_page *menu)
{
    struct screen *screen = menu->screen;
    struct rules memory;

    switch (menu->cursor) {
    case MENU_RULES:
        return screen_choose_rules(screen);
    case MENU_OPPONENT:
        return screen_choose_bot(screen, "Choose your opponent",
                                 screen_choose_find_rules(screen, &memory),
                                 screen->choice.opponent);
    case MENU_NAME:
        return screen_edit_value("Your name", screen->choice.name[0], NAME_SIZE, NULL);
    default:
        screen_choose_step(screen, menu->cursor, 1);
        return SCREEN_BACK;
    }
}

/* --- drawing -----------------------------------------------------------------------------------*/

/* Writes to the rows between the menu and the keys. */
static void put_below(enum style style, const char *text)
{
    struct term_area area = {term_rows() - 2 - BELOW, 4, BELOW, term_columns() - 8};

    term_text_put(&area, style, text);
}

/* A note too long for its row is cut there, and shown below the menu while the cursor is on it. */
static void draw_note(const struct menu_page *menu, enum menu_item item, int row, int column,
                      const char *note)
{
    bool is_whole = screen_put_cut(row, column, term_columns() - column - 1, STYLE_PLAIN, note);

    if (!is_whole && item == menu->cursor && !menu->sentence->text[0])
        put_below(STYLE_PLAIN, note);
}

static void draw_item(struct menu_page *menu, enum menu_item item, int row)
{
    bool is_chosen = item == menu->cursor;
    char note[TEXT_SIZE];
    const char *value;

    menu->row[item] = row;
    describe(menu, item, &value, note);
    if (is_chosen)
        term_put(row, 2, STYLE_TITLE, term_glyph(GLYPH_ARROW));
    term_put(row, 4, is_chosen ? STYLE_CHOSEN : STYLE_PLAIN, labels[item]);
    draw_note(menu, item, row, value ? NOTE_COLUMN : VALUE_COLUMN, note);
    if (!value)
        return;
    if (is_chosen && item != MENU_NAME) {
        term_put(row, VALUE_COLUMN - 2, STYLE_KEY, term_glyph(GLYPH_LEFT));
        term_put(row, NOTE_COLUMN - 2, STYLE_KEY, term_glyph(GLYPH_RIGHT));
    }
    term_put_within(row, VALUE_COLUMN, NOTE_COLUMN - VALUE_COLUMN - 3, STYLE_TITLE, value);
}

static void draw_menu(void *state)
{
    static const struct key_hint on_setting[] = {
        {ACTION_UP, ""},          {ACTION_DOWN, "move"},      {ACTION_LEFT, ""},
        {ACTION_RIGHT, "change"}, {ACTION_CONFIRM, "choose"}, {ACTION_HELP, NULL},
        {ACTION_QUIT, NULL},      {ACTION_NONE, NULL}};
    static const struct key_hint on_item[] = {
        {ACTION_UP, ""},     {ACTION_DOWN, "move"}, {ACTION_CONFIRM, "select"},
        {ACTION_HELP, NULL}, {ACTION_QUIT, NULL},   {ACTION_NONE, NULL}};
    struct menu_page *menu = state;
    int row = FIRST_ROW;

    screen_frame(menu->screen, "Broadside", NULL, is_setting(menu->cursor) ? on_setting : on_item);
    for (enum menu_item item = 0; item < MENU_ITEMS; item++) {
        menu->row[item] = 0;
        if (item == MENU_RULES || item == MENU_REPLAY)
            row++;
        if (is_available(menu, item))
            draw_item(menu, item, row++);
    }
    put_below(STYLE_BAD, menu->sentence->text);
}

/* --- keys --------------------------------------------------------------------------------------*/

static void move_cursor(struct menu_page *menu, int step)
{
    int item = (int)menu->cursor;

    do
        item = (item + step + MENU_ITEMS) % MENU_ITEMS;
    while (!is_available(menu, (enum menu_item)item));
    menu->cursor = (enum menu_item)item;
}

/* Handles Enter and clicks: puts the cursor on the item. False for any other input. */
static bool pick_item(struct menu_page *menu, const struct screen_event *event)
{
    if (event->action == ACTION_CONFIRM)
        return true;
    if (event->input.kind != INPUT_MOUSE)
        return false;
    for (enum menu_item item = 0; item < MENU_ITEMS; item++)
        if (menu->row[item] > 0 && menu->row[item] == event->input.row) {
            menu->cursor = item;
            return true;
        }
    return false;
}

static enum screen_result act(struct menu_page *menu, enum action action, bool *done)
{
    switch (action) {
    case ACTION_UP:
        move_cursor(menu, -1);
        break;
    case ACTION_DOWN:
        move_cursor(menu, 1);
        break;
    case ACTION_LEFT:
        screen_choose_step(menu->screen, menu->cursor, -1);
        break;
    case ACTION_RIGHT:
        screen_choose_step(menu->screen, menu->cursor, 1);
        break;
    case ACTION_START:
        menu->cursor = MENU_PLAY;
        break;
    case ACTION_END:
        menu->cursor = MENU_QUIT;
        break;
    case ACTION_HELP:
        return screen_help(menu->screen, NULL);
    case ACTION_BACK:
    case ACTION_QUIT:
        menu->cursor = MENU_QUIT;
        *done = true;
        break;
    default:
        break;
    }
    return SCREEN_BACK;
}

int screen_list_unfinished(const struct screen *screen, struct screen_item list[SCREEN_MAX_ITEMS],
                           struct message *message)
{
    struct unfinished_game game[MAX_UNFINISHED];
    int count = 0;

    _Static_assert(MAX_UNFINISHED == (int)SCREEN_MAX_ITEMS &&
                       sizeof list[0].id == sizeof game[0].id &&
                       sizeof list[0].text == sizeof game[0].text,
                   "a list can show all unfinished games");
    if (flow_list(screen->flow, game, &count, message) != OK)
        return 0;
    for (int i = 0; i < count; i++) {
        memcpy(list[i].id, game[i].id, sizeof list[i].id);
        memcpy(list[i].text, game[i].text, sizeof list[i].text);
    }
    return count;
}

static void find_unfinished(struct menu_page *menu)
{
    struct screen_item list[SCREEN_MAX_ITEMS];

    menu->unfinished = screen_list_unfinished(menu->screen, list, NULL);
    if (menu->unfinished > 0)
        menu->latest = list[0];
}

static enum screen_result step(struct menu_page *menu, struct message *sentence, bool *done)
{
    static const enum action known[] = {ACTION_UP,    ACTION_DOWN, ACTION_LEFT,    ACTION_RIGHT,
                                        ACTION_START, ACTION_END,  ACTION_CONFIRM, ACTION_HELP,
                                        ACTION_BACK,  ACTION_QUIT, ACTION_NONE};
    struct page page = {draw_menu, menu};
    struct screen_event event;
    enum screen_result result = screen_ask(menu->screen, &page, -1, known, &event);

    if (result != SCREEN_BACK || event.input.kind == INPUT_INTERRUPT)
        return result;
    message_set(sentence, "%s", "");
    if (menu->screen->host->warning)
        menu->screen->host->warning(menu->screen->host->context, sentence);
    if (!pick_item(menu, &event))
        return act(menu, event.action, done);
    if (is_setting(menu->cursor))
        return change_setting(menu);
    *done = true;
    return SCREEN_BACK;
}

enum screen_result screen_menu(struct screen *screen, enum menu_item *item,
                               struct message *sentence)
{
    struct menu_page menu = {.screen = screen, .cursor = *item, .sentence = sentence};
    enum screen_result result = SCREEN_BACK;
    bool done = false;

    find_unfinished(&menu);
    if (!is_available(&menu, menu.cursor))
        menu.cursor = MENU_PLAY;
    if (!sentence->text[0] && screen->host->warning)
        screen->host->warning(screen->host->context, sentence);
    while (result == SCREEN_BACK && !done)
        result = step(&menu, sentence, &done);
    *item = menu.cursor;
    return result;
}
