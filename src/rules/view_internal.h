/* Updating a view with one shot. Private to src/rules. This is the hot path of every simulation, so
 * game.c and view.c share it as inline functions. A few instructions matter here: a game of random
 * shots has 185 of them and takes 6 us. */
#ifndef BROADSIDE_RULES_VIEW_INTERNAL_H
#define BROADSIDE_RULES_VIEW_INTERNAL_H

#include "rules/view.h"

/* Marks the water around a ship sunk by a shot at `cell`. Only for rules without touching. */
void view_mark_water(const struct view *view, struct track *track, int cell);

/* Adds an answered shot to a board. */
static inline void track_add(struct track *track, int cell, int answer, int ship)
{
    uint64_t bit = (uint64_t)1 << (cell & 63);
    int hit = answer != ANSWER_MISS, word = cell >> 6;

    track->shot.word[word] |= bit;
    track->hit.word[word] |= bit & -(uint64_t)hit;
    track->hits += hit;
    track->order[track->shots++] = (struct shot){(uint16_t)cell, (uint8_t)answer, (uint8_t)ship};
}

/* Adds an enemy shot: where it fell and what it did to the player's fleet. */
static inline void view_add_shot(struct view *view, const struct event *event)
{
    if (event->answer >= ANSWER_STOPPED) {
        view->incoming.wasted += event->answer == ANSWER_WASTED;
        return;
    }
    track_add(&view->incoming, event->cell, event->answer, event->ship);
    if (event->answer != ANSWER_MISS) {
        int slot = view->own.ship_at[event->cell];

        if (slot != NO_SHIP && --view->own.left[slot] == 0)
            view->own.afloat &= ~((uint64_t)1 << slot);
        if (event->answer == ANSWER_SUNK && !view->rules.touch)
            view_mark_water(view, &view->incoming, event->cell);
    }
}

/* Adds the answer to an own shot. */
static inline void view_add_answer(struct view *view, const struct event *event)
{
    if (event->answer >= ANSWER_STOPPED) {
        view->tracking.wasted += event->answer == ANSWER_WASTED;
        return;
    }
    track_add(&view->tracking, event->cell, event->answer, event->ship);
    if (event->answer == ANSWER_SUNK) {
        view->enemy_sunk++;
        if (event->ship != NO_SHIP)
            view->enemy_afloat[event->ship]--;
        if (!view->rules.touch)
            view_mark_water(view, &view->tracking, event->cell);
    }
}

/* Updates the status after a move: the part of view_settle that every move needs. */
static inline void view_settle_status(struct view *view, const struct outcome *outcome)
{
    struct status *status = &view->status;

    status->turn = outcome->next;
    status->last_move = outcome->last_move;
    status->turns[outcome->mover] += outcome->turn_over;
    status->shots[outcome->mover] += outcome->shots;
    if (outcome->over) {
        status->over = 1;
        status->winner = outcome->winner;
        status->reason = outcome->reason;
        status->points[0] = outcome->points[0];
        status->points[1] = outcome->points[1];
    }
}

#endif
