/* The tutorial on the screen: a battle with the text of the step above the status line. */
#include "session/tutorial.h"
#include "tui/screen_battle_internal.h"
#include "tui/term_text.h"

#include <stdio.h>

enum { TEXT_SIZE = 1024 };

static struct tutorial *tutorial_of(const struct battle *battle)
{
    struct tutorial *tutorial = battle->screen->flow->tutorial;

    return tutorial && !tutorial_is_done(tutorial) ? tutorial : NULL;
}

/* Shows what the last move hit until a key is pressed. */
static enum screen_result show_end(struct battle *battle)
{
    static const enum action known[] = {ACTION_NONE};
    struct page page = {battle_draw, battle};
    struct screen_event event;
    enum screen_result result;

    battle_say(battle, STYLE_GOOD, "The enemy's fleet is sunk.");
    battle->pauses = true; /* the page says that any key continues */
    do
        result = screen_ask(battle->screen, &page, -1, known, &event);
    while (result == SCREEN_BACK && event.input.kind == INPUT_INTERRUPT);
    return result;
}

enum screen_result battle_follow_tutorial(struct battle *battle)
{
    struct tutorial *tutorial = tutorial_of(battle);

    if (!tutorial)
        return SCREEN_BACK;
    tutorial_follow(tutorial, battle->session);
    if (tutorial_is_done(tutorial))
        return show_end(battle);
    if (battle->told > tutorial->step)
        return SCREEN_BACK;
    battle->told = tutorial->step + 1;
    return battle_has_room_for_step(battle) ? SCREEN_BACK : battle_step_page(battle);
}

void battle_explain_step(const struct battle *battle, char text[STATUS_SIZE])
{
    static const enum action keys[] = {[MOVE_RADAR] = ACTION_RADAR,
                                       [MOVE_SMOKE] = ACTION_SMOKE,
                                       [MOVE_ARTILLERY] = ACTION_ARTILLERY,
                                       [MOVE_TORPEDO] = ACTION_TORPEDO};
    const struct keyboard *keyboard = battle->screen->keyboard;
    const char *fire = keyboard_label(keyboard, ACTION_FIRE);
    char arrows[ARROWS_SIZE];
    struct move move;
    struct cell_name cell;

    text[0] = '\0';
    if (!tutorial_of(battle))
        return;
    tutorial_wanted(tutorial_of(battle), battle_rules(battle), &move);
    cell = cell_name(move.cell[0], battle_rules(battle)->width);
    keyboard_arrows(keyboard, arrows);
    if (move.kind == MOVE_HINT)
        snprintf(text, STATUS_SIZE, "Press %s.", keyboard_label(keyboard, ACTION_HINT));
    else if (move.kind == MOVE_FIRE)
        snprintf(text, STATUS_SIZE, "Move the cursor to %s (%s), then press %s.", cell.text, arrows,
                 fire);
    else if (move.kind == MOVE_TORPEDO)
        snprintf(text, STATUS_SIZE, "Press %s, turn it with %s, move to column %s, then press %s.",
                 keyboard_label(keyboard, keys[move.kind]), keyboard_label(keyboard, ACTION_TURN),
                 cell_column_name(move.cell[0]).text, fire);
    else
        snprintf(text, STATUS_SIZE, "Press %s, move to %s (%s), then press %s.",
                 keyboard_label(keyboard, keys[move.kind]), cell.text, arrows, fire);
}

void battle_help_with_step(struct battle *battle)
{
    char text[STATUS_SIZE];

    battle_explain_step(battle, text);
    if (text[0])
        battle_say(battle, STYLE_BAD, "Not now. %s", text);
}

bool battle_tutorial_allows(struct battle *battle, const struct move *move)
{
    const struct tutorial *tutorial = tutorial_of(battle);

    if (!tutorial || tutorial_allows(tutorial, battle_rules(battle), move))
        return true;
    battle_cancel_aim(battle);
    battle_help_with_step(battle);
    return false;
}

static void print_step(const struct tutorial *tutorial, char text[TEXT_SIZE])
{
    snprintf(text, TEXT_SIZE, "Step %d of %d. %s", tutorial->step + 1, tutorial_steps(),
             tutorial_text(tutorial));
}

int battle_step_rows(const struct battle *battle)
{
    char text[TEXT_SIZE];

    if (!tutorial_of(battle))
        return 0;
    print_step(tutorial_of(battle), text);
    return term_text_rows(text, term_columns() - 2);
}

void battle_draw_step(const struct battle *battle, int row, int rows)
{
    struct term_area area = {row, 1, rows, term_columns() - 2};
    char text[TEXT_SIZE];

    if (!tutorial_of(battle) || rows <= 0)
        return;
    print_step(tutorial_of(battle), text);
    term_text_put(&area, STYLE_TITLE, text);
}

enum screen_result battle_step_page(const struct battle *battle)
{
    const struct tutorial *tutorial = tutorial_of(battle);
    char text[TEXT_SIZE], keys[STATUS_SIZE];

    battle_explain_step(battle, keys);
    snprintf(text, sizeof text,
             "Step %d of %d\n\n%s\n\n%s\n\nAt the board, %s leaves the tutorial.\n",
             tutorial->step + 1, tutorial_steps(), tutorial_text(tutorial), keys,
             keyboard_label(battle->screen->keyboard, ACTION_BACK));
    return screen_pager(battle->screen, "Tutorial", text);
}

enum screen_result screen_tutorial(struct screen *screen, struct message *sentence)
{
    struct flow *flow = screen->flow, lesson = {.pace = screen->choice.pace};
    struct tutorial tutorial = {.step = 0};
    enum screen_result result = SCREEN_BACK;

    if (tutorial_start(&tutorial, &lesson, screen->choice.name[0], sentence) == OK) {
        screen->flow = &lesson;
        result = screen_battle(screen, lesson.session);
        screen->flow = flow;
    }
    if (result == SCREEN_BACK && tutorial_is_done(&tutorial))
        result = screen_pager(screen, "The end of the tutorial", tutorial_text(&tutorial));
    flow_release(&lesson);
    return result;
}
