/* Explosions on the boards. They add nothing to the news, so they are short and can be left out. */
#include "tui/screen_battle_internal.h"

#include <string.h>

/* Milliseconds of each moment. */
static const int hit_moments[BLAST_HIT] = {90, 70};
static const int sunk_moments[BLAST_SUNK] = {80, 100, 110};

/* Finds the cells that were hit, or only those that sank a ship if there are any. */
static bool find_hits(const struct outcome *outcome, struct board_blast *blast)
{
    bool any = false;

    memset(blast, 0, sizeof *blast);
    for (int i = 0; i < outcome->count; i++)
        if (outcome->event[i].kind == EVENT_SHOT && outcome->event[i].answer == ANSWER_SUNK)
            blast->is_sinking = true;
    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind != EVENT_SHOT || event->cell == NO_CELL ||
            event->answer != (blast->is_sinking ? ANSWER_SUNK : ANSWER_HIT))
            continue;
        cellset_add(&blast->cells, event->cell);
        any = true;
    }
    return any;
}

static bool has_motion(const struct battle *battle)
{
    return term_has_colour() && battle->screen->choice.motion == MOTION_FULL &&
           flow_pause(battle->screen->flow) > 0 && !battle->skips;
}

void battle_show_hits(struct battle *battle, const struct outcome *outcome)
{
    int board = outcome->mover == battle->side ? ENEMY_BOARD : OWN_BOARD;
    struct page page = {battle_draw, battle};
    struct input input = {.kind = INPUT_TIMEOUT};

    if (!find_hits(outcome, &battle->blast))
        return;
    if (battle->screen->choice.bell)
        term_bell();
    if (!has_motion(battle) || !battle_shows(battle, board))
        return;
    battle->blast_board = board;
    for (int moment = 0; input.kind == INPUT_TIMEOUT &&
                         moment < (battle->blast.is_sinking ? BLAST_SUNK : BLAST_HIT);
         moment++) {
        battle->blast.moment = moment;
        term_ask(&page, battle->blast.is_sinking ? sunk_moments[moment] : hit_moments[moment],
                 &input);
    }
    battle->blast_board = NO_BOARD;
    if (input.kind != INPUT_TIMEOUT)
        term_unread(&input);
}
