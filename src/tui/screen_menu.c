/* The menu. Left and right change a setting, Enter shows the list of its values. The host remembers
 * the settings when a game starts. */
#include "tui/screen_menu_internal.h"

#include "bots/bot.h"
#include "tui/term_text.h"

#include <stdio.h>
#include <string.h>

enum { VALUE_COLUMN = 20, NOTE_COLUMN = 40, TEXT_SIZE = 256, BELOW = 3, LOW_ROWS = 24 };

struct menu_page {
    struct screen *screen;
    enum menu_item cursor;
    const struct message *sentence;
    int unfinished;            /* number of games to continue */
    struct screen_item latest; /* the most recent of them */
    int row[MENU_ITEMS];       /* where each item is drawn; 0 if hidden */
    char cut[2 * TEXT_SIZE];   /* the whole text of the row under the cursor, if it is cut */
};

static const char *const labels[MENU_ITEMS] = {
    [MENU_CONTINUE] = "Continue",
    [MENU_PLAY] = "Play",
    [MENU_TWO] = "Two players",
    [MENU_WATCH] = "Watch bots",
    [MENU_RULES] = "Rules",
    [MENU_MINE] = "My rules",
    [MENU_OPPONENT] = "Opponent",
    [MENU_PACE] = "Bot pace",
    [MENU_NAME] = "Your name",
    [MENU_EFFECTS] = "Effects",
    [MENU_LEARN] = "Bots learn",
    [MENU_TUTORIAL] = "Tutorial",
    [MENU_TRAIN] = "Train",
    [MENU_REPLAY] = "Replay a game",
    [MENU_STATISTICS] = "Statistics",
    [MENU_HELP] = "Help",
    [MENU_QUIT] = "Quit",
};

static bool is_setting(enum menu_item item)
{
    return item >= MENU_RULES && item <= MENU_LEARN;
}

/* Left and right change it. */
static bool can_step(enum menu_item item)
{
    return is_setting(item) && item != MENU_NAME && item != MENU_MINE;
}

/* A low terminal leaves no room for blank rows. */
int screen_menu_gap(void)
{
    return term_rows() < LOW_ROWS ? 0 : 1;
}

static int top_row(void)
{
    return term_rows() > LOW_ROWS ? 3 : 2;
}

static bool is_offered(const struct menu_page *menu, enum menu_item item)
{
    const struct screen_host *host = menu->screen->host;

    switch (item) {
    case MENU_CONTINUE:
        return menu->unfinished > 0;
    case MENU_REPLAY:
        return host->games && host->record;
    case MENU_STATISTICS:
        return host->statistics;
    case MENU_TRAIN:
        return host->training && host->trained;
    default:
        return true;
    }
}

/* Keys help and quit too, so on the lowest terminals their rows go to other items and to one row
 * below the menu. */
static bool is_available(const struct menu_page *menu, enum menu_item item)
{
    int spare = term_rows() - 3 - top_row() - 2 * screen_menu_gap();

    if (item < MENU_HELP)
        return is_offered(menu, item);
    for (enum menu_item other = 0; other < MENU_HELP; other++)
        spare -= is_offered(menu, other);
    return spare > (item == MENU_HELP ? 1 : 0);
}

static void move_cursor(struct menu_page *menu, int step)
{
    int item = (int)menu->cursor;

    do
        item = (item + step + MENU_ITEMS) % MENU_ITEMS;
    while (!is_available(menu, (enum menu_item)item));
    menu->cursor = (enum menu_item)item;
}

/* --- values ------------------------------------------------------------------------------------*/

/* The rules as they will be played, or the preset if they are invalid. */
static const char *rules_name(const struct menu_page *menu, struct rules *memory)
{
    const struct screen *screen = menu->screen;
    struct message ignored;

    return screen->host->rules(screen->host->context, &screen->choice, memory, &ignored) == OK
               ? memory->name
               : screen->choice.rules;
}

static void describe_changes(const struct my_rules *mine, const char **value, char note[TEXT_SIZE])
{
    struct writer writer;

    writer_init(&writer, note, TEXT_SIZE);
    *value = my_rules_print(mine, &writer) > 0 ? "changed" : "no changes";
    if (note[0])
        memmove(note, note + 1, strlen(note)); /* the first blank */
    else
        writer_put(&writer, "board, salvo, own map, hints ...");
}

static void describe(const struct menu_page *menu, enum menu_item item, const char **value,
                     char note[TEXT_SIZE])
{
    const struct screen_choice *choice = &menu->screen->choice;
    struct rules memory;
    int index;

    *value = NULL;
    note[0] = '\0';
    switch (item) {
    case MENU_PLAY:
        snprintf(note, TEXT_SIZE, "%s against %s", rules_name(menu, &memory), choice->opponent);
        break;
    case MENU_CONTINUE:
        snprintf(note, TEXT_SIZE, "%s", menu->latest.text);
        break;
    case MENU_TWO:
        snprintf(note, TEXT_SIZE, "%s, sharing this keyboard", rules_name(menu, &memory));
        break;
    case MENU_WATCH:
        snprintf(note, TEXT_SIZE, "%s, with heat maps", rules_name(menu, &memory));
        break;
    case MENU_RULES:
        *value = choice->rules;
        index = screen_choose_preset(choice->rules);
        snprintf(note, TEXT_SIZE, "%s", index >= 0 ? rules_preset_summary(index) : "a file");
        break;
    case MENU_MINE:
        describe_changes(&choice->mine, value, note);
        break;
    case MENU_OPPONENT:
        *value = choice->opponent;
        index = bot_find(choice->opponent);
        snprintf(note, TEXT_SIZE, "%s", index >= 0 ? bot_registered(index)->summary : "");
        break;
    case MENU_PACE:
        *value = screen_choose_pace_word(choice->pace);
        snprintf(note, TEXT_SIZE, "press any key to skip a pause");
        break;
    case MENU_NAME:
        *value = choice->name[0];
        break;
    case MENU_EFFECTS:
        *value = screen_choose_effects_word(choice);
        snprintf(note, TEXT_SIZE, "when a ship is hit");
        break;
    case MENU_LEARN:
        *value = screen_choose_learn_word(choice);
        snprintf(note, TEXT_SIZE,
                 "where you put your ships: kept in %.100s, deleted by 'broadside play --learn "
                 "erase'",
                 menu->screen->host->fleets ? menu->screen->host->fleets : "a file");
        break;
    case MENU_TUTORIAL:
        snprintf(note, TEXT_SIZE, "learn the moves in three minutes");
        break;
    case MENU_TRAIN:
        snprintf(note, TEXT_SIZE, "the puzzle of the day, and practice");
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
    bool done;

    switch (menu->cursor) {
    case MENU_RULES:
        return screen_choose_rules(screen);
    case MENU_MINE:
        return screen_my_rules(screen);
    case MENU_OPPONENT:
        return screen_choose_bot(screen, "Choose your opponent",
                                 screen_choose_find_rules(screen, &memory), screen->choice.opponent,
                                 &done);
    case MENU_PACE:
        return screen_choose_pace(screen);
    case MENU_EFFECTS:
        return screen_choose_effects(screen);
    case MENU_LEARN:
        return screen_choose_learn(screen);
    default:
        return screen_edit_value("Your name", screen->choice.name[0], NAME_SIZE, NULL);
    }
}

/* --- drawing -----------------------------------------------------------------------------------*/

void screen_menu_below(int from, enum style style, const char *text)
{
    int end = term_rows() - 2, row = end - BELOW > from ? end - BELOW : from;
    int margin = end - row < BELOW ? 1 : 4; /* few rows are made up for by long ones */
    struct term_area area = {row, margin, end - row, term_columns() - 2 * margin};

    term_text_put(&area, style, text);
}

bool screen_menu_row(int row, const struct menu_row *line)
{
    int column = line->value ? NOTE_COLUMN : VALUE_COLUMN;
    bool is_whole =
        screen_put_cut(row, column, term_columns() - column - 1, STYLE_PLAIN, line->note);

    if (line->is_chosen)
        term_put(row, 2, STYLE_TITLE, term_glyph(GLYPH_ARROW));
    term_put(row, 4, line->is_chosen ? STYLE_CHOSEN : STYLE_PLAIN, line->label);
    if (!line->value)
        return is_whole;
    if (line->is_chosen && line->can_step) {
        term_put(row, VALUE_COLUMN - 2, STYLE_KEY, term_glyph(GLYPH_LEFT));
        term_put(row, NOTE_COLUMN - 2, STYLE_KEY, term_glyph(GLYPH_RIGHT));
    }
    return screen_put_cut(row, VALUE_COLUMN, NOTE_COLUMN - VALUE_COLUMN - 3, STYLE_TITLE,
                          line->value) &&
           is_whole;
}

/* A text too long for its row is cut there, and shown below the menu while the cursor is on it. */
static void draw_item(struct menu_page *menu, enum menu_item item, int row)
{
    char note[TEXT_SIZE];
    struct menu_row line = {.label = labels[item],
                            .note = note,
                            .is_chosen = item == menu->cursor,
                            .can_step = can_step(item)};

    menu->row[item] = row;
    describe(menu, item, &line.value, note);
    if (!screen_menu_row(row, &line) && line.is_chosen)
        snprintf(menu->cut, sizeof menu->cut, "%s%s%s", line.value ? line.value : "",
                 line.value && note[0] ? ": " : "", note);
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
    static const struct key_hint on_game[] = {
        {ACTION_UP, ""},       {ACTION_DOWN, "move"}, {ACTION_CONFIRM, "select"},
        {ACTION_DELETE, NULL}, {ACTION_HELP, NULL},   {ACTION_QUIT, NULL},
        {ACTION_NONE, NULL}};
    struct menu_page *menu = state;
    bool has_sentence = menu->sentence->text[0];
    int row = top_row();

    menu->cut[0] = '\0';
    if (!is_available(menu, menu->cursor)) /* the terminal has become smaller */
        move_cursor(menu, -1);
    screen_frame(menu->screen, "Broadside", NULL,
                 can_step(menu->cursor)          ? on_setting
                 : menu->cursor == MENU_CONTINUE ? on_game
                                                 : on_item);
    for (enum menu_item item = 0; item < MENU_ITEMS; item++) {
        menu->row[item] = 0;
        if (item == MENU_RULES || item == MENU_TUTORIAL)
            row += screen_menu_gap();
        if (is_available(menu, item))
            draw_item(menu, item, row++);
    }
    screen_menu_below(row, has_sentence ? STYLE_BAD : STYLE_PLAIN,
                      has_sentence ? menu->sentence->text : menu->cut);
}

/* --- keys --------------------------------------------------------------------------------------*/

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

enum screen_result screen_unfinished(struct screen *screen, char id[CHOICE_SIZE],
                                     struct message *message)
{
    struct screen_item list[SCREEN_MAX_ITEMS];
    int count, chosen = 0;
    bool deletes = true;
    enum screen_result result = SCREEN_BACK;

    id[0] = '\0';
    while (result == SCREEN_BACK && deletes &&
           (count = screen_list_unfinished(screen, list, message)) > 0) {
        result =
            screen_list_or_delete(screen, "Continue which game?", list, count, &chosen, &deletes);
        if (result != SCREEN_BACK || chosen < 0)
            return result;
        if (!deletes)
            memcpy(id, list[chosen].id, sizeof list[chosen].id);
        else if (flow_delete(screen->flow, list[chosen].id, message) != OK)
            return result;
    }
    return result;
}

/* Deletes the unfinished game of the menu. */
static enum screen_result delete_game(struct menu_page *menu, struct message *sentence)
{
    struct page page = {draw_menu, menu};
    bool yes = false;
    enum screen_result result = screen_confirm_delete(&page, &menu->latest, &yes);

    if (result != SCREEN_BACK || !yes)
        return result;
    flow_delete(menu->screen->flow, menu->latest.id, sentence);
    find_unfinished(menu);
    if (menu->unfinished == 0)
        menu->cursor = MENU_PLAY;
    return result;
}

static enum screen_result act(struct menu_page *menu, enum action action, struct message *sentence,
                              bool *done)
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
        menu->cursor = MENU_QUIT;
        move_cursor(menu, 1);
        break;
    case ACTION_END:
        menu->cursor = MENU_CONTINUE;
        move_cursor(menu, -1);
        break;
    case ACTION_HELP:
        return screen_help(menu->screen, NULL);
    case ACTION_DELETE:
        if (menu->cursor == MENU_CONTINUE)
            return delete_game(menu, sentence);
        break;
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

static enum screen_result step(struct menu_page *menu, struct message *sentence, bool *done)
{
    static const enum action known[] = {ACTION_UP,    ACTION_DOWN, ACTION_LEFT,    ACTION_RIGHT,
                                        ACTION_START, ACTION_END,  ACTION_CONFIRM, ACTION_HELP,
                                        ACTION_BACK,  ACTION_QUIT, ACTION_DELETE,  ACTION_NONE};
    struct page page = {draw_menu, menu};
    struct screen_event event;
    enum screen_result result = screen_ask(menu->screen, &page, -1, known, &event);

    if (result != SCREEN_BACK || event.input.kind == INPUT_INTERRUPT)
        return result;
    message_set(sentence, "%s", "");
    if (menu->screen->host->warning)
        menu->screen->host->warning(menu->screen->host->context, sentence);
    if (!pick_item(menu, &event))
        return act(menu, event.action, sentence, done);
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
