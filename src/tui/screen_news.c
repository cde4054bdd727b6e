/* The log of a battle. Each side has its own, with the enemy's moves as they were announced. */
#include "session/narrate.h"
#include "tui/screen_battle_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_line(struct battle_log *log, enum style style, const char *text)
{
    int at = log->count++ % LOG_LINES;

    snprintf(log->line[at], LOG_SIZE, "%.*s", (int)strcspn(text, "\n"), text);
    log->style[at] = style;
}

/* Hits are highlighted, good or bad. */
static enum style style_of(const struct outcome *outcome, int side)
{
    for (int i = 0; i < outcome->count; i++)
        if (outcome->event[i].kind == EVENT_SHOT &&
            (outcome->event[i].answer == ANSWER_HIT || outcome->event[i].answer == ANSWER_SUNK))
            return outcome->mover == side ? STYLE_GOOD : STYLE_HIT;
    return STYLE_PLAIN;
}

/* Remembers the cells of the last move, which both sides know. */
static void mark_fired(struct battle *battle, const struct outcome *outcome)
{
    struct cellset *fired = &battle->fired[outcome->mover];

    memset(fired, 0, sizeof *fired);
    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];
        int cells[4], count = 0;

        if (event->kind == EVENT_SHOT && event->cell != NO_CELL)
            cellset_add(fired, event->cell);
        if (event->kind == EVENT_RADAR)
            count = view_area_cells(battle_rules(battle), event->cell, cells);
        for (int j = 0; j < count; j++)
            cellset_add(fired, cells[j]);
    }
}

void battle_log_move(struct battle *battle, const struct move *move, const struct outcome *outcome,
                     const struct game *game)
{
    const char *const names[2] = {session_name(battle->session, 0),
                                  session_name(battle->session, 1)};
    char text[NARRATION_SIZE];
    struct writer writer;

    for (int side = 0; side < 2; side++) {
        writer_init(&writer, text, sizeof text);
        narrate_move(move, outcome, game, names, side, &writer);
        add_line(&battle->log[side], style_of(outcome, side), text);
        battle->log[side].news[outcome->mover] = battle->log[side].count;
    }
    mark_fired(battle, outcome);
}

void battle_log_loss(struct battle *battle, const struct message *reason)
{
    struct battle_log *log = &battle->log[battle->side];
    char text[MESSAGE_SIZE + 128];

    snprintf(text, sizeof text, "%s loses the turn: %s.",
             session_name(battle->session, battle->side), reason->text);
    log->count--;
    add_line(log, STYLE_BAD, text);
}

void battle_log_record(struct battle *battle)
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct outcome outcome;
    struct move move;
    bool more = true;

    if (reader && record_open(reader, session_record(battle->session), NULL) == OK)
        while (record_step(reader, &move, &outcome, &more, NULL) == OK && more)
            battle_log_move(battle, &move, &outcome, &reader->game);
    free(reader);
}
