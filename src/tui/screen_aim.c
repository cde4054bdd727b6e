/* Aiming: builds a move from the cursor, the kind of move and its direction, and previews it. A
 * move that would only waste the turn is never made from here. */
#include "session/playback.h"
#include "tui/screen_battle_internal.h"

#include <stdio.h>
#include <string.h>

static const struct {
    enum move_kind kind;
    enum action action;
    const char *name;
} aims[] = {
    [AIM_FIRE] = {MOVE_FIRE, ACTION_FIRE, "Fire"},
    [AIM_RADAR] = {MOVE_RADAR, ACTION_RADAR, "Radar"},
    [AIM_SMOKE] = {MOVE_SMOKE, ACTION_SMOKE, "Smoke"},
    [AIM_ARTILLERY] = {MOVE_ARTILLERY, ACTION_ARTILLERY, "Artillery"},
    [AIM_TORPEDO] = {MOVE_TORPEDO, ACTION_TORPEDO, "Torpedo"},
    [AIM_RAISE] = {MOVE_RAISE, ACTION_RAISE, "Raise"},
};

int battle_board(const struct battle *battle)
{
    if (battle->aim == AIM_SMOKE || battle->aim == AIM_RAISE)
        return OWN_BOARD;
    return ENEMY_BOARD;
}

static int aimed_cell(const struct battle *battle)
{
    return battle->cursor[battle_board(battle)];
}

static void build_move(const struct battle *battle, struct move *move)
{
    int width = battle_rules(battle)->width, cell = aimed_cell(battle);

    memset(move, 0, sizeof *move);
    move->kind = (uint8_t)aims[battle->aim].kind;
    move->cell[0] = (uint16_t)cell;
    switch (battle->aim) {
    case AIM_FIRE:
        move->count = 1;
        if (battle_rules(battle)->salvo) {
            move->count = (uint8_t)battle->marks;
            memcpy(move->cell, battle->mark, sizeof move->cell);
        }
        break;
    case AIM_TORPEDO:
        move->is_row = !battle->down_a_column;
        move->cell[0] = (uint16_t)(battle->down_a_column ? cell % width : cell / width);
        break;
    case AIM_RAISE:
        move->ship = (uint8_t)battle->raised;
        move->placement = (struct placement){(int16_t)(cell % width), (int16_t)(cell / width),
                                             battle->vertical, 1};
        break;
    default:
        break;
    }
}

/* --- preview -----------------------------------------------------------------------------------*/

void battle_area(const struct battle *battle, struct cellset *area)
{
    struct move move;

    build_move(battle, &move);
    playback_area(battle_rules(battle), &move, area);
    for (int i = 0; battle->aim == AIM_FIRE && i < battle->marks; i++)
        cellset_add(area, battle->mark[i]);
}

static void explain_salvo(const struct battle *battle, char text[STATUS_SIZE])
{
    const struct keyboard *keyboard = battle->screen->keyboard;
    const char *fire = keyboard_label(keyboard, ACTION_FIRE);
    int shots = view_salvo(battle_view(battle));

    if (battle->marks < shots)
        snprintf(text, STATUS_SIZE, "Salvo: %d of %d cell%s chosen. %s adds or removes %s.",
                 battle->marks, shots, text_s((uint64_t)shots), fire,
                 cell_name(battle->cursor[ENEMY_BOARD], battle_rules(battle)->width).text);
    else
        snprintf(text, STATUS_SIZE,
                 "Salvo: %s%d cell%s chosen. %s fires, %s removes the last cell.",
                 shots > 1 ? "all " : "", shots, text_s((uint64_t)shots), fire,
                 keyboard_label(keyboard, ACTION_UNDO));
}

void battle_explain(const struct battle *battle, char text[STATUS_SIZE], enum style *style)
{
    const struct rules *rules = battle_rules(battle);
    struct message reason;
    struct writer writer;
    struct move move;

    *style = STYLE_PLAIN;
    if (battle->aim == AIM_FIRE && rules->salvo) {
        explain_salvo(battle, text);
        return;
    }
    writer_init(&writer, text, STATUS_SIZE);
    build_move(battle, &move);
    if (battle->aim == AIM_FIRE) {
        writer_format(&writer, "The cursor is at %s.",
                      cell_name(battle->cursor[ENEMY_BOARD], rules->width).text);
        return;
    }
    if (view_check(battle_view(battle), &move, &reason) != OK) {
        *style = STYLE_BAD;
        writer_format(&writer, "%s: %s.", aims[battle->aim].name, reason.text);
        return;
    }
    *style = STYLE_GOOD;
    writer_put(&writer, "Aiming: ");
    move_print(&move, rules, &writer);
    writer_format(&writer, ". %s to confirm, %s to cancel.",
                  keyboard_label(battle->screen->keyboard, ACTION_FIRE),
                  keyboard_label(battle->screen->keyboard, ACTION_BACK));
}

/* --- taking aim --------------------------------------------------------------------------------*/

/* Lets the player choose one of the kinds of ship that can be raised. */
static enum screen_result choose_raised(struct battle *battle, const int *kinds, int count,
                                        bool *chosen)
{
    const struct view *view = battle_view(battle);
    int width = view->rules.width, pick = 0;
    struct screen_item list[MAX_SLOTS] = {0};
    struct placement place;
    enum screen_result result = SCREEN_BACK;

    for (int i = 0; i < count; i++)
        snprintf(list[i].text, sizeof list[i].text, "%s, length %d",
                 rules_kind_name(&view->rules, kinds[i]), view_raise_length(view, kinds[i]));
    if (count > 1)
        result = screen_list(battle->screen, "Raise which ship?", list, count, &pick);
    *chosen = result == SCREEN_BACK && pick >= 0;
    if (!*chosen)
        return result;
    battle->raised = kinds[pick];
    if (view_raise_place(view, battle->raised, 0, &place) == OK) {
        battle->cursor[OWN_BOARD] = place.row * width + place.column;
        battle->vertical = place.vertical;
    }
    return result;
}

enum screen_result battle_start_aim(struct battle *battle, enum aim aim)
{
    const struct view *view = battle_view(battle);
    struct message reason;
    bool chosen = true;
    int kinds[MAX_SLOTS], count;
    enum screen_result result = SCREEN_BACK;

    if (aim == AIM_RAISE ? view_raisable(view, kinds, &count, &reason) != OK
                         : view_can(view, aims[aim].kind, &reason) != OK) {
        battle_refuse(battle, &reason);
        return SCREEN_BACK;
    }
    if (aim == AIM_RAISE)
        result = choose_raised(battle, kinds, count, &chosen);
    if (!chosen)
        return result;
    battle->aim = aim;
    battle->shows_own = battle_board(battle) == OWN_BOARD;
    battle->status[0] = '\0';
    return result;
}

void battle_take_aim(struct battle *battle, const struct move *move)
{
    int width = battle_rules(battle)->width, *cursor;

    battle->aim = AIM_FIRE;
    for (int aim = AIM_FIRE; aim <= AIM_RAISE; aim++)
        if (aims[aim].kind == (enum move_kind)move->kind)
            battle->aim = (enum aim)aim;
    battle->shows_own = battle_board(battle) == OWN_BOARD;
    battle->marks = 0;
    cursor = &battle->cursor[battle_board(battle)];
    switch (battle->aim) {
    case AIM_TORPEDO:
        battle->down_a_column = !move->is_row;
        *cursor = move->is_row ? move->cell[0] * width + *cursor % width
                               : *cursor / width * width + move->cell[0];
        break;
    case AIM_RAISE:
        battle->raised = move->ship;
        battle->vertical = move->placement.vertical;
        *cursor = move->placement.row * width + move->placement.column;
        break;
    default:
        *cursor = move->cell[0];
        break;
    }
    if (battle->aim == AIM_FIRE && battle_rules(battle)->salvo) {
        battle->marks = move->count;
        memcpy(battle->mark, move->cell, sizeof battle->mark);
    }
}

void battle_cancel_aim(struct battle *battle)
{
    battle->aim = AIM_FIRE;
    battle->shows_own = false;
}

/* --- moves -------------------------------------------------------------------------------------*/

static int find_mark(const struct battle *battle, int cell)
{
    int i = 0;

    while (i < battle->marks && battle->mark[i] != cell)
        i++;
    return i;
}

/* Adds a cell to the salvo or removes it. Returns true if the salvo was already complete. */
static bool mark_cell(struct battle *battle, int cell)
{
    int shots = view_salvo(battle_view(battle)), at = find_mark(battle, cell);

    if (battle->marks >= shots)
        return true;
    if (at < battle->marks) {
        battle->marks--;
        memmove(&battle->mark[at], &battle->mark[at + 1],
                (size_t)(battle->marks - at) * sizeof battle->mark[0]);
    } else {
        battle->mark[battle->marks++] = (uint16_t)cell;
    }
    battle->status[0] = '\0';
    return false;
}

bool battle_move(struct battle *battle, struct move *move)
{
    const struct rules *rules = battle_rules(battle);
    const struct view *view = battle_view(battle);
    int cell = battle->cursor[ENEMY_BOARD];
    bool full = rules->salvo && battle->marks >= view_salvo(view);
    struct message reason;

    if (battle->aim == AIM_FIRE && !full && cellset_has(&view->tracking.shot, cell)) {
        battle_say(battle, STYLE_BAD, "You have already shot at %s; nothing was fired.",
                   cell_name(cell, rules->width).text);
        return false;
    }
    if (battle->aim == AIM_FIRE && rules->salvo && !mark_cell(battle, cell))
        return false;
    build_move(battle, move);
    if (view_check(view, move, &reason) != OK) {
        battle_refuse(battle, &reason);
        return false;
    }
    return true;
}
