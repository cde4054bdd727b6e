/* The page "My rules": the player's changes to the chosen preset. */
#include "tui/screen_menu_internal.h"

#include <stdio.h>

enum { TEXT_SIZE = 256 };
enum { ITEM_PRESET, ITEM_RULES, ITEM_RESET = ITEM_RULES + MY_RULES, ITEM_BACK, ITEMS };

struct rules_page {
    struct screen *screen;
    int cursor;
    int row[ITEMS]; /* where each item is drawn */
};

static bool is_rule(int item)
{
    return item >= ITEM_RULES && item < ITEM_RESET;
}

/* --- drawing -----------------------------------------------------------------------------------*/

static void draw_rule(const struct rules_page *page, int item, struct menu_row *line,
                      char note[TEXT_SIZE])
{
    const struct screen_choice *choice = &page->screen->choice;
    enum my_rule rule = (enum my_rule)(item - ITEM_RULES);
    struct screen_choice preset = *choice;
    struct message ignored;
    struct rules rules;
    char said[MY_RULE_SIZE];

    line->label = my_rules_kind(rule)->label;
    line->value = my_rules_kind(rule)->labels[choice->mine.value[rule]];
    preset.mine = (struct my_rules){{0}};
    if (choice->mine.value[rule] > 0 ||
        page->screen->host->rules(page->screen->host->context, &preset, &rules, &ignored) != OK)
        return;
    my_rules_describe(rule, &rules, said);
    snprintf(note, TEXT_SIZE, "%s", said);
}

static void draw_item(struct rules_page *page, int item, int row)
{
    char note[TEXT_SIZE] = "";
    struct menu_row line = {
        .note = note, .is_chosen = item == page->cursor, .can_step = item < ITEM_RESET};
    int preset;

    page->row[item] = row;
    if (is_rule(item)) {
        draw_rule(page, item, &line, note);
    } else if (item == ITEM_PRESET) {
        preset = screen_choose_preset(page->screen->choice.rules);
        line.label = "Rules";
        line.value = page->screen->choice.rules;
        snprintf(note, sizeof note, "%s", preset >= 0 ? rules_preset_summary(preset) : "a file");
    } else {
        line.label = item == ITEM_RESET ? "Undo changes" : "Done";
        line.note = item == ITEM_RESET ? "everything as in the rules" : "";
    }
    screen_menu_row(row, &line);
}

/* What the row under the cursor means, and whether the rules can be played. */
static void draw_below(const struct rules_page *page, int row)
{
    const struct screen *screen = page->screen;
    int preset = screen_choose_preset(screen->choice.rules);
    struct message reason;
    struct rules rules;

    if (screen->host->rules(screen->host->context, &screen->choice, &rules, &reason) != OK) {
        message_prefix(&reason, "These rules cannot be played");
        screen_menu_below(row, STYLE_BAD, reason.text);
    } else if (is_rule(page->cursor)) {
        screen_menu_below(row, STYLE_PLAIN,
                          my_rules_kind((enum my_rule)(page->cursor - ITEM_RULES))->about);
    } else if (page->cursor == ITEM_PRESET && preset >= 0) {
        screen_menu_below(row, STYLE_PLAIN, rules_preset_summary(preset));
    }
}

static void draw_rules(void *state)
{
    static const struct key_hint on_rule[] = {
        {ACTION_UP, ""},          {ACTION_DOWN, "move"},      {ACTION_LEFT, ""},
        {ACTION_RIGHT, "change"}, {ACTION_CONFIRM, "choose"}, {ACTION_BACK, "menu"},
        {ACTION_NONE, NULL}};
    static const struct key_hint on_item[] = {{ACTION_UP, ""},
                                              {ACTION_DOWN, "move"},
                                              {ACTION_CONFIRM, "select"},
                                              {ACTION_BACK, "menu"},
                                              {ACTION_NONE, NULL}};
    struct rules_page *page = state;
    int row = 2 + screen_menu_gap();

    screen_frame(page->screen, "My rules", NULL, page->cursor < ITEM_RESET ? on_rule : on_item);
    for (int item = 0; item < ITEMS; item++) {
        if (item == ITEM_RULES || item == ITEM_RESET)
            row += screen_menu_gap();
        draw_item(page, item, row++);
    }
    draw_below(page, row);
}

/* --- keys --------------------------------------------------------------------------------------*/

static void step(struct rules_page *page, int by)
{
    if (is_rule(page->cursor))
        screen_choose_step_my_rule(page->screen, (enum my_rule)(page->cursor - ITEM_RULES), by);
    else if (page->cursor == ITEM_PRESET)
        screen_choose_step(page->screen, MENU_RULES, by);
}

static enum screen_result pick(struct rules_page *page, bool *back)
{
    if (is_rule(page->cursor))
        return screen_choose_my_rule(page->screen, (enum my_rule)(page->cursor - ITEM_RULES));
    if (page->cursor == ITEM_PRESET)
        return screen_choose_rules(page->screen);
    if (page->cursor == ITEM_RESET)
        page->screen->choice.mine = (struct my_rules){{0}};
    else
        *back = true;
    return SCREEN_BACK;
}

static enum screen_result act(struct rules_page *page, const struct screen_event *event, bool *back)
{
    switch (event->action) {
    case ACTION_UP:
    case ACTION_DOWN:
        page->cursor = (page->cursor + (event->action == ACTION_UP ? ITEMS - 1 : 1)) % ITEMS;
        return SCREEN_BACK;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        step(page, event->action == ACTION_LEFT ? -1 : 1);
        return SCREEN_BACK;
    case ACTION_START:
    case ACTION_END:
        page->cursor = event->action == ACTION_START ? ITEM_PRESET : ITEM_BACK;
        return SCREEN_BACK;
    case ACTION_CONFIRM:
        return pick(page, back);
    case ACTION_BACK:
    case ACTION_QUIT:
        *back = true;
        return SCREEN_BACK;
    default:
        break;
    }
    for (int item = 0; event->input.kind == INPUT_MOUSE && item < ITEMS; item++)
        if (page->row[item] == event->input.row) {
            page->cursor = item;
            return pick(page, back);
        }
    return SCREEN_BACK;
}

enum screen_result screen_my_rules(struct screen *screen)
{
    static const enum action known[] = {ACTION_UP,    ACTION_DOWN, ACTION_LEFT,    ACTION_RIGHT,
                                        ACTION_START, ACTION_END,  ACTION_CONFIRM, ACTION_BACK,
                                        ACTION_QUIT,  ACTION_NONE};
    struct rules_page rules = {.screen = screen, .cursor = ITEM_RULES};
    struct page page = {draw_rules, &rules};
    struct screen_event event;
    enum screen_result result = SCREEN_BACK;
    bool back = false;

    while (result == SCREEN_BACK && !back) {
        result = screen_ask(screen, &page, -1, known, &event);
        if (result == SCREEN_BACK)
            result = act(&rules, &event, &back);
    }
    return result;
}
