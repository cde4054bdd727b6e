/* Resolving moves. The engine finds each answer in the target's own view and updates both views
 * before the next shot, so that two hits on one ship in the same move add up. */
#include "rules/game.h"

#include "rules/view_internal.h"

#include <assert.h>
#include <string.h>

/* The fast path below is compiled once for each side, with constant offsets. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

void game_init(struct game *game, const struct rules *rules, int first)
{
    for (int side = 0; side < 2; side++) {
        view_init(&game->view[side], rules, side);
        game->view[side].status.first = (uint8_t)first;
    }
    game->placed[0] = game->placed[1] = game->solo = 0;
}

void game_init_solo(struct game *game, const struct rules *rules)
{
    game_init(game, rules, SIDE_A);
    game->placed[SIDE_A] = game->solo = 1;
    game->view[SIDE_A].stock.salvo = rules->ships; /* a full salvo: side A loses no ships */
}

int game_first(const struct rules *rules, int round, struct rng *rng)
{
    switch ((enum first)rules->first) {
    case FIRST_A:
        return SIDE_A;
    case FIRST_B:
        return SIDE_B;
    case FIRST_ALTERNATE:
        return round % 2 ? SIDE_A : SIDE_B;
    default:
        return (int)rng_below(rng, 2);
    }
}

static void finish(struct outcome *outcome, int winner, enum reason reason)
{
    outcome->over = 1;
    outcome->next = NOBODY;
    outcome->winner = (uint8_t)winner;
    outcome->reason = (uint8_t)reason;
}

static bool is_fleet_sunk(const struct game *game, int side)
{
    return game->view[side].own.afloat == 0;
}

/* First one side, then the other, shoots until the enemy fleet is sunk or its shots run out. */
static void settle_race(const struct game *game, struct outcome *outcome)
{
    const struct status *status = game_status(game);
    int cells = rules_cells(game_rules(game));
    bool over[2];

    for (int side = 0; side < 2; side++) {
        int shots = status->shots[side] + (side == outcome->mover ? outcome->shots : 0);

        bool idle = game->solo && side == SIDE_B; /* has no target and scores nothing */

        over[side] = idle || is_fleet_sunk(game, 1 - side) || shots >= cells;
        outcome->points[side] = is_fleet_sunk(game, 1 - side) && !idle ? cells - shots : 0;
    }
    if (!over[status->first])
        outcome->next = status->first;
    else if (!over[1 - status->first])
        outcome->next = (uint8_t)(1 - status->first);
    else
        finish(outcome,
               outcome->points[0] > outcome->points[1]   ? SIDE_A
               : outcome->points[0] < outcome->points[1] ? SIDE_B
                                                         : NOBODY,
               REASON_POINTS);
}

/* Starts the game. Wrecks can end it before the first move. */
static void start(struct game *game)
{
    const struct rules *rules = game_rules(game);
    struct status status = *game_status(game);
    struct outcome opening = {.mover = status.first, .next = status.first, .winner = NOBODY};

    if (rules->race)
        settle_race(game, &opening);
    else if (is_fleet_sunk(game, SIDE_B) || (is_fleet_sunk(game, SIDE_A) && !game->solo))
        finish(&opening,
               !is_fleet_sunk(game, SIDE_A)   ? SIDE_A
               : !is_fleet_sunk(game, SIDE_B) ? SIDE_B
                                              : NOBODY,
               REASON_WRECKED);
    status.started = 1;
    status.turn = opening.next;
    status.over = opening.over;
    status.winner = opening.winner;
    status.reason = opening.reason;
    if (opening.over)
        memcpy(status.points, opening.points, sizeof status.points);
    for (int side = 0; side < 2; side++) {
        uint8_t afloat[MAX_SLOTS] = {0};

        for (int ship = 0; ship < rules->ships; ship++)
            afloat[rules->fleet[ship].kind] =
                (uint8_t)(afloat[rules->fleet[ship].kind] +
                          (game->view[1 - side].own.afloat >> ship & 1));
        view_start(&game->view[side], &status, afloat);
    }
}

enum error game_place(struct game *game, int side, const struct layout *layout,
                      struct message *message)
{
    enum error error;

    if (game->placed[side])
        return error_set(ERR_PLACEMENT, message, "the fleet is already placed");
    error = layout_check(layout, game_rules(game), message);
    if (error)
        return error;
    view_place(&game->view[side], layout);
    game->placed[side] = 1;
    if (game->placed[1 - side])
        start(game);
    return OK;
}

static void add_event(struct game *game, const struct move *move, struct event event,
                      struct outcome *outcome)
{
    assert(outcome->count < MAX_EVENTS);
    outcome->event[outcome->count++] = event;
    view_event(&game->view[0], outcome->mover, move, &event);
    view_event(&game->view[1], outcome->mover, move, &event);
}

static bool screen_covers(const struct rules *rules, int screen, int cell)
{
    int cells[4], count = view_area_cells(rules, screen, cells);

    for (int i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

static bool is_smoked(const struct view *view, int cell)
{
    for (int i = 0; i < view->own.screens; i++)
        if (screen_covers(&view->rules, view->own.screen[i], cell))
            return true;
    return false;
}

static uint8_t gain_of_sinking(const struct view *mover)
{
    uint8_t gain = mover->rules.specials & (SPECIAL_SMOKE | SPECIAL_ARTILLERY);

    if (mover->stock.sunk + 1 >= 3)
        gain |= mover->rules.specials & SPECIAL_TORPEDO;
    return gain;
}

/* Finds the answer to a shot at this cell. Returns the slot of the ship it sinks, or NO_SHIP. */
ALWAYS_INLINE int answer_shot(const struct view *target, int cell, struct event *event)
{
    const struct rules *rules = &target->rules;
    int slot = target->own.ship_at[cell];
    bool sunk;

    event->kind = EVENT_SHOT;
    event->answer = ANSWER_MISS;
    event->ship = NO_SHIP;
    event->cell = (uint16_t)cell;
    if (slot == NO_SHIP)
        return NO_SHIP;
    sunk = target->own.left[slot] == 1;
    event->answer = sunk && rules->announce != ANNOUNCE_NONE ? ANSWER_SUNK : ANSWER_HIT;
    if (rules->announce == ANNOUNCE_EACH_HIT || (sunk && rules->announce == ANNOUNCE_NAME))
        event->ship = view_own_ship(target, slot)->kind;
    return sunk ? slot : NO_SHIP;
}

static bool is_shielded(const struct view *target, int cell)
{
    return target->own.shield &&
           screen_covers(&target->rules, target->own.screen[target->own.shield - 1], cell);
}

static void grant_specials(struct game *game, const struct move *move, struct outcome *outcome)
{
    const struct view *mover = &game->view[outcome->mover];
    const struct stock *stock = &mover->stock;
    uint8_t gain = gain_of_sinking(mover);
    /* Under `unlock = turn`, an older unlock ends with this turn, so the same one again is new. */
    uint8_t held = mover->rules.unlock == UNLOCK_TURN ? stock->fresh : stock->unlocked;

    outcome->gained |= (uint8_t)(gain & ~held);
    add_event(game, move, (struct event){EVENT_GAIN, gain, NO_SHIP, NO_CELL}, outcome);
}

/* Shoots at one cell. Returns whether it is a hit. */
static bool shoot(struct game *game, const struct move *move, int cell, bool repeated,
                  struct outcome *outcome)
{
    struct view *target = &game->view[1 - outcome->mover];
    struct event *event = &outcome->event[outcome->count++];
    int sunk = NO_SHIP;

    assert(outcome->count <= MAX_EVENTS);
    if (cell == NO_CELL || repeated || cellset_has(&target->incoming.shot, cell))
        *event = (struct event){EVENT_SHOT, ANSWER_WASTED, NO_SHIP, (uint16_t)cell};
    else if (is_shielded(target, cell))
        *event = (struct event){EVENT_SHOT, ANSWER_STOPPED, NO_SHIP, (uint16_t)cell};
    else
        sunk = answer_shot(target, cell, event);
    view_add_shot(target, event);
    view_add_answer(&game->view[outcome->mover], event);
    if (sunk < target->rules.ships && target->rules.specials)
        grant_specials(game, move, outcome);
    return event->answer == ANSWER_HIT || event->answer == ANSWER_SUNK;
}

static bool fire(struct game *game, const struct move *move, struct outcome *outcome)
{
    bool hit = false;

    for (int i = 0; i < move->count; i++) {
        bool repeated = false; /* the same cell twice, even if smoke stopped the first shot */

        for (int j = 0; j < i; j++)
            repeated |= move->cell[j] == move->cell[i];
        hit |= shoot(game, move, move->cell[i], repeated, outcome);
    }
    outcome->shots = move->count;
    return hit;
}

/* Lists the cells of an area move in reading order. */
static int move_area(const struct rules *rules, const struct move *move, int cells[MAX_SIDE])
{
    int count = move->is_row ? rules->width : rules->height, line = move->cell[0];

    if (move->kind != MOVE_TORPEDO)
        return view_area_cells(rules, line, cells);
    for (int i = 0; i < count; i++)
        cells[i] = move->is_row ? line * rules->width + i : i * rules->width + line;
    return count;
}

static void lose_turn(struct game *game, const struct move *move, enum lost why,
                      struct outcome *outcome)
{
    add_event(game, move, (struct event){EVENT_LOST, (uint8_t)why, NO_SHIP, NO_CELL}, outcome);
    if (game_rules(game)->race)
        outcome->shots++;
}

/* Artillery and torpedo. Skips cells that were already shot. */
static bool bombard(struct game *game, const struct move *move, struct outcome *outcome)
{
    const struct view *target = &game->view[1 - outcome->mover];
    int cells[MAX_SIDE], count = move_area(&target->rules, move, cells), fresh = 0;
    bool hit = false;

    for (int i = 0; i < count; i++)
        fresh += !cellset_has(&target->incoming.shot, cells[i]);
    if (fresh == 0) { /* legal only if repeated shots are wasted; uses nothing up */
        lose_turn(game, move, LOST_REPEAT, outcome);
        return false;
    }
    view_use(&game->view[outcome->mover], outcome->mover, move);
    for (int i = 0; i < count; i++) {
        if (cellset_has(&target->incoming.shot, cells[i]))
            continue;
        hit |= shoot(game, move, cells[i], false, outcome);
        outcome->shots++;
    }
    return hit;
}

static bool radar_finds(const struct view *target, int cell)
{
    int cells[4], count = view_area_cells(&target->rules, cell, cells);
    bool found = false;

    for (int i = 0; i < count; i++) {
        bool smoked = is_smoked(target, cells[i]);

        if (smoked && target->rules.smoke == SMOKE_SWEEP)
            return false;
        if (!smoked && target->own.ship_at[cells[i]] != NO_SHIP &&
            !cellset_has(&target->incoming.shot, cells[i]))
            found = true;
    }
    return found;
}

/* Decides who moves next, or whether the game is over, in a game with turns. */
ALWAYS_INLINE void pass_turn(const struct game *game, int mover, bool moves_again,
                             struct outcome *outcome)
{
    const struct rules *rules = game_rules(game);
    const struct status *status = game_status(game);
    int target = 1 - mover, other = game->solo ? mover : target;

    if (is_fleet_sunk(game, target)) {
        outcome->turn_over = 1;
        if (status->last_move) {
            finish(outcome, NOBODY, REASON_BOTH);
        } else if (rules->equal_turns && mover == status->first && !game->solo) {
            outcome->last_move = 1;
            outcome->next = (uint8_t)other;
        } else {
            finish(outcome, mover, REASON_SUNK);
        }
    } else if (!moves_again) {
        outcome->turn_over = 1;
        outcome->next = (uint8_t)other;
        if (status->last_move)
            finish(outcome, other, REASON_SUNK);
        else if (status->turns[other] >= TURNS_PER_CELL * rules_cells(rules))
            finish(outcome, NOBODY, REASON_LIMIT);
    }
}

static void end_move(const struct game *game, bool moves_again, struct outcome *outcome)
{
    if (game_rules(game)->race)
        settle_race(game, outcome);
    else
        pass_turn(game, outcome->mover, moves_again, outcome);
}

static void resolve(struct game *game, const struct move *move, struct outcome *outcome)
{
    const struct rules *rules = game_rules(game);
    struct event event = {EVENT_RADAR, ANSWER_MISS, NO_SHIP, move->cell[0]};
    bool moves_again = false;

    switch ((enum move_kind)move->kind) {
    case MOVE_FIRE:
        moves_again = fire(game, move, outcome) && rules->hit_again;
        break;
    case MOVE_ARTILLERY:
    case MOVE_TORPEDO:
        moves_again = bombard(game, move, outcome) && rules->hit_again;
        break;
    case MOVE_RADAR:
        if (radar_finds(&game->view[1 - outcome->mover], move->cell[0]))
            event.answer = ANSWER_HIT;
        add_event(game, move, event, outcome);
        break;
    case MOVE_SMOKE:
        event.kind = EVENT_SMOKE;
        add_event(game, move, event, outcome);
        break;
    case MOVE_HINT:
        event.kind = EVENT_HINT;
        add_event(game, move, event, outcome);
        moves_again = true;
        break;
    case MOVE_RAISE:
        event = (struct event){EVENT_RAISE, 0, move->ship, NO_CELL};
        add_event(game, move, event, outcome);
        break;
    case MOVE_RESIGN:
        finish(outcome, 1 - outcome->mover, REASON_RESIGNED);
        return;
    default:
        assert(false && "no such move");
    }
    end_move(game, moves_again, outcome);
}

static void settle(struct game *game, const struct outcome *outcome)
{
    view_settle(&game->view[0], outcome);
    view_settle(&game->view[1], outcome);
}

/* Does an illegal move cost the turn under these rules? Asking for a hint too early does not. */
static bool costs_turn(const struct rules *rules, const struct move *move, enum error error,
                       enum lost *why)
{
    *why = error == ERR_REPEAT ? LOST_REPEAT : LOST_UNAVAILABLE;
    if (move->kind == MOVE_HINT)
        return false;
    if (error == ERR_REPEAT)
        return rules->repeat_shot == REPEAT_LOSE_TURN;
    return rules->invalid_input == INVALID_LOSE_TURN &&
           (error == ERR_UNAVAILABLE || error == ERR_RANGE);
}

/* Does the block of a hint contain an unhit ship cell? It may come from a record. */
static bool is_hint_true(const struct game *game, int mover, int block)
{
    const struct view *target = &game->view[1 - mover];
    int width = target->rules.width, column = block % width, row = block / width;

    if (block >= rules_cells(&target->rules) || column + 3 > width ||
        row + 3 > target->rules.height)
        return false;
    for (int i = 0; i < 9; i++) {
        int cell = block + i / 3 * width + i % 3;

        if (target->own.ship_at[cell] != NO_SHIP && !cellset_has(&target->incoming.shot, cell))
            return true;
    }
    return false;
}

static enum error check(const struct game *game, const struct move *move, struct message *message)
{
    int turn = game_status(game)->turn;
    enum error error;

    if (turn == NOBODY)
        return game_status(game)->over
                   ? error_set(ERR_OVER, message, "the game is over")
                   : error_set(ERR_UNAVAILABLE, message, "the game has not started");
    error = view_check(&game->view[turn], move, message);
    if (!error && move->kind == MOVE_HINT && !is_hint_true(game, turn, move->cell[0]))
        return error_set(ERR_MISMATCH, message, "the hinted block has no unhit ship cell");
    return error;
}

static inline void begin(const struct game *game, int mover, struct outcome *outcome)
{
    outcome->mover = outcome->next = (uint8_t)mover;
    outcome->last_move = game_status(game)->last_move;
    outcome->count = outcome->turn_over = outcome->over = 0;
    outcome->shots = outcome->gained = 0;
    outcome->winner = NOBODY;
    outcome->reason = REASON_NONE;
    outcome->points[0] = outcome->points[1] = 0;
}

/* The fast path: a single shot at a new cell, under rules without salvo, special moves and hints.
 * It uses the same functions as the general path and omits only what cannot happen (61 -> 34 ns a
 * move, random against random on classic). */
static inline bool is_fast_path(const struct game *game, int turn, const struct move *move)
{
    const struct rules *rules = game_rules(game);

    return move->kind == MOVE_FIRE && move->count == 1 && turn != NOBODY &&
           !(rules->salvo | rules->specials | rules->hints) && move->cell[0] < rules_cells(rules) &&
           !cellset_has(&game->view[turn].tracking.shot, move->cell[0]);
}

ALWAYS_INLINE void fire_once(struct game *game, int mover, int cell, struct outcome *outcome)
{
    struct view *mine = &game->view[mover], *theirs = &game->view[1 - mover];
    struct event *event = outcome->event;

    begin(game, mover, outcome);
    outcome->count = outcome->shots = 1;
    answer_shot(theirs, cell, event);
    view_add_shot(theirs, event);
    view_add_answer(mine, event);
    if (mine->rules.race)
        settle_race(game, outcome);
    else
        pass_turn(game, mover, event->answer != ANSWER_MISS && mine->rules.hit_again, outcome);
    view_settle_status(mine, outcome);
    view_settle_status(theirs, outcome);
}

enum error game_apply_legal(struct game *game, const struct move *move, struct outcome *outcome,
                            struct message *message)
{
    enum error error;
    int turn = game_status(game)->turn;

    if (is_fast_path(game, turn, move)) {
        if (turn == SIDE_A)
            fire_once(game, SIDE_A, move->cell[0], outcome);
        else
            fire_once(game, SIDE_B, move->cell[0], outcome);
        return OK;
    }
    error = check(game, move, message);
    if (error)
        return error;
    begin(game, turn, outcome);
    resolve(game, move, outcome);
    settle(game, outcome);
    return OK;
}

enum error game_apply(struct game *game, const struct move *move, struct outcome *outcome,
                      struct message *message)
{
    enum error error = game_apply_legal(game, move, outcome, message);
    enum lost why;

    if (!error || game_status(game)->turn == NOBODY ||
        !costs_turn(game_rules(game), move, error, &why))
        return error;
    begin(game, game_status(game)->turn, outcome);
    lose_turn(game, move, move->kind == MOVE_PASS ? LOST_INVALID : why, outcome);
    end_move(game, false, outcome);
    settle(game, outcome);
    return OK;
}

void game_draw(const struct game *game, struct rng *rng, struct move *move)
{
    int mover = game_status(game)->turn, wanted = 0, cell = 0;
    const struct view *target;
    int width, height, left, top, across, down;

    if (move->kind != MOVE_HINT || mover == NOBODY ||
        view_can(&game->view[mover], MOVE_HINT, NULL) != OK)
        return;
    target = &game->view[1 - mover];
    width = target->rules.width;
    height = target->rules.height;
    for (int slot = 0; slot < target->own.slots; slot++)
        wanted += target->own.left[slot];
    wanted = (int)rng_below(rng, (uint32_t)wanted);
    for (;; cell++)
        if (target->own.ship_at[cell] != NO_SHIP && !cellset_has(&target->incoming.shot, cell) &&
            wanted-- == 0)
            break;
    /* Choose among the up to nine blocks on the board that contain the cell. */
    left = cell % width > 2 ? cell % width - 2 : 0;
    top = cell / width > 2 ? cell / width - 2 : 0;
    across = (cell % width < width - 3 ? cell % width : width - 3) - left + 1;
    down = (cell / width < height - 3 ? cell / width : height - 3) - top + 1;
    left += (int)rng_below(rng, (uint32_t)across);
    top += (int)rng_below(rng, (uint32_t)down);
    move->cell[0] = (uint16_t)(top * width + left);
}

enum error game_apply_text(struct game *game, struct slice text, struct rng *rng, struct move *move,
                           struct outcome *outcome, struct message *message)
{
    const struct rules *rules = game_rules(game);
    enum error error = move_parse(text, rules, move, message);

    if (error && !game_status(game)->over && rules->invalid_input == INVALID_LOSE_TURN) {
        memset(move, 0, sizeof *move);
        move->kind = MOVE_PASS;
        error = OK;
    }
    if (error)
        return game_status(game)->over ? error_set(ERR_OVER, message, "the game is over") : error;
    game_draw(game, rng, move);
    return game_apply(game, move, outcome, message);
}
