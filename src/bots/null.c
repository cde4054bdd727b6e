/* null: the template for a new bot.
 *
 * It fires at the first unshot cell in reading order, which is legal under all rules. To write your
 * own bot, copy this file, rename the table, add it to registry.c, and change `act`. Everything a
 * bot may know is in the view (rules/view.h). docs/EXTENDING.md has the full recipe with a test. */
#include "bots/bot.h"

extern const struct bot_kind bot_null;

/* What the bot remembers during a match. Zeroed before match_start; optional. */
struct null_state {
    uint64_t rounds_played;
};

/* The match starts: see terms->rules, terms->rounds and terms->seed. */
static void null_match_start(struct bot *bot, const struct match_terms *terms)
{
    (void)bot;
    (void)terms;
}

/* Called on this bot's turn. Fill in `move`, usually with move_fire(move, cell). Under salvo rules,
 * name view_salvo(view) cells in move->count and move->cell[]. */
static enum broken null_act(struct bot *bot, const struct view *view, struct move *move)
{
    int count = view_salvo(view);

    (void)bot;
    move->kind = MOVE_FIRE;
    move->count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        move->cell[i] =
            (uint16_t)cellset_nth_absent(&view->tracking.shot, rules_cells(&view->rules), i);
    return BROKEN_NONE;
}

/* The result of the bot's own move, which the view already includes. */
static void null_outcome(struct bot *bot, const struct view *view, const struct move *move,
                         const struct outcome *outcome)
{
    (void)bot;
    (void)view;
    (void)move;
    (void)outcome;
}

/* The round is over: see view->status.winner and view->tracking. */
static void null_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    struct null_state *state = bot->state;

    (void)view;
    state->rounds_played = round;
}

const struct bot_kind bot_null = {
    .name = "null",
    .authors = "Broadside",
    .summary = "fires in reading order; the template for a new bot",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct null_state),
    .match_start = null_match_start,
    .act = null_act, /* the only required slot */
    .outcome = null_outcome,
    .round_end = null_round_end,
};
