/* random: any legal move. Each available kind of move is equally likely, and so is each target.
 *
 * It is the weakest bot, and useful in tests because it exercises every rule. Without special moves
 * it fires at a random unshot cell. */
#include "bots/special.h"

extern const struct bot_kind bot_random;

/* The unshot cells, in any order. The list is rebuilt when its length is wrong, as in a new round
 * or after a move other than a single shot. */
struct random_state {
    int open;
    uint16_t cell[MAX_CELLS];
};

static void list_open_cells(struct random_state *state, const struct view *view)
{
    int cells = rules_cells(&view->rules);

    state->open = view->tracking.shots ? 0 : cells;
    for (int cell = 0; cell < cells; cell++)
        if (state->open == cells)
            state->cell[cell] = (uint16_t)cell;
        else if (!cellset_has(&view->tracking.shot, cell))
            state->cell[state->open++] = (uint16_t)cell;
}

/* Removes a random cell from the list in constant time. */
static int take_open_cell(struct random_state *state, struct rng *rng)
{
    int index = (int)rng_below(rng, (uint32_t)state->open);
    int cell = state->cell[index];

    state->cell[index] = state->cell[--state->open];
    return cell;
}

static void random_fire(struct bot *bot, const struct view *view, struct move *move)
{
    struct random_state *state = bot->state;

    if (state->open != rules_cells(&view->rules) - view->tracking.shots)
        list_open_cells(state, view);
    if (!view->rules.salvo) {
        move_fire(move, take_open_cell(state, &bot->rng));
        return;
    }
    move->kind = MOVE_FIRE;
    move->count = (uint8_t)view_salvo(view);
    for (int i = 0; i < move->count; i++)
        move->cell[i] = (uint16_t)take_open_cell(state, &bot->rng);
}

static bool random_raise(const struct view *view, struct rng *rng, struct move *move)
{
    int kinds[MAX_SHIPS], count = 0;

    if (view->rules.reinforce_kind == REINFORCE_NEW)
        kinds[count++] = rules_new_ship(&view->rules).kind;
    for (int ship = 0; view->rules.reinforce_kind == REINFORCE_RAISE && ship < view->rules.ships;
         ship++)
        if (!(view->own.afloat >> ship & 1))
            kinds[count++] = view->rules.fleet[ship].kind;
    if (count == 0)
        return false;
    return special_raise(view, kinds[rng_below(rng, (uint32_t)count)], rng, move);
}

static void random_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct random_state *state = bot->state;

    (void)round;
    list_open_cells(state, view);
}

/* Chooses among the kinds of moves that are available now. */
static void random_move(struct bot *bot, const struct view *view, struct move *move)
{
    enum move_kind kinds[MOVE_KINDS], kind;
    int count = 0;

    for (kind = MOVE_FIRE; kind <= MOVE_RAISE; kind++)
        if (view_can(view, kind, NULL) == OK)
            kinds[count++] = kind;
    kind = kinds[rng_below(&bot->rng, (uint32_t)count)];
    if (kind == MOVE_HINT)
        *move = (struct move){.kind = MOVE_HINT, .cell = {NO_CELL}};
    else if (kind == MOVE_FIRE ||
             !(kind == MOVE_RAISE ? random_raise(view, &bot->rng, move)
                                  : special_random(view, kind, &bot->rng, move)))
        random_fire(bot, view, move);
}

static enum broken random_act(struct bot *bot, const struct view *view, struct move *move)
{
    if (view->rules.specials || view->rules.hints)
        random_move(bot, view, move);
    else
        random_fire(bot, view, move);
    return BROKEN_NONE;
}

const struct bot_kind bot_random = {
    .name = "random",
    .authors = "Broadside",
    .summary = "any legal move, special moves included",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct random_state),
    .round_start = random_round_start,
    .act = random_act,
};
