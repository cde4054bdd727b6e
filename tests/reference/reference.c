/* What moves do. Each function quotes the paragraph of the rules that it implements. If the text is
 * ambiguous, the comment says which reading applies. */
#include "reference/order.h"

#include <string.h>

static void put(struct reference *r, const char *text)
{
    for (; *text != '\0' && r->length + 1 < r->size; text++)
        r->answer[r->length++] = *text;
    r->answer[r->length] = '\0';
}

/* Starts a word of the answer; words are separated by one blank. */
static void put_word(struct reference *r, const char *text)
{
    if (r->length > 0)
        put(r, " ");
    put(r, text);
}

size_t reference_name(int column, int row, char *text)
{
    size_t length = 0;

    if (column >= 26)
        text[length++] = (char)('A' + column / 26 - 1);
    text[length++] = (char)('A' + column % 26);
    if (row + 1 >= 10)
        text[length++] = (char)('0' + (row + 1) / 10);
    text[length++] = (char)('0' + (row + 1) % 10);
    text[length] = '\0';
    return length;
}

static void put_cell(struct reference *r, struct reference_cell cell)
{
    char name[8] = "-";

    if (cell.column >= 0)
        reference_name(cell.column, cell.row, name);
    put(r, name);
}

static void put_shot(struct reference *r, struct reference_cell cell, const char *answer,
                     const char *name)
{
    put_word(r, "");
    put_cell(r, cell);
    put(r, "=");
    put(r, answer);
    if (name) {
        put(r, ":");
        put(r, name);
    }
}

/* --- Turns and the end (sections 3 and 5) --- */

static void end(struct reference *r, int winner, const char *reason)
{
    static const char *const sides[] = {"a", "b", "tie"};

    r->over = true;
    r->winner = winner;
    r->reason = reason;
    put_word(r, "end:");
    put(r, sides[winner]);
    put(r, ":");
    put(r, reason);
}

/* "Points of a round = board cells - shots used (so 0 when [...] the fleet survives)". */
int reference_points(const struct reference *r, int side)
{
    if (!r->rules.race || reference_afloat(r, !side) > 0)
        return 0;
    return r->rules.width * r->rules.height - r->side[side].shots;
}

/* "until the enemy fleet is sunk or its shots (one per board cell) are used up" */
static bool is_race_over(const struct reference *r, int side)
{
    return reference_afloat(r, !side) == 0 ||
           r->side[side].shots >= r->rules.width * r->rules.height;
}

/* "one side shoots its whole session, then the other [...] more points wins, equal points draw" */
static void continue_race(struct reference *r)
{
    int a, b;

    if (!is_race_over(r, r->turn))
        return;
    if (r->turn == r->first) {
        r->turn = !r->first;
        if (!is_race_over(r, r->turn))
            return;
    }
    a = reference_points(r, 0);
    b = reference_points(r, 1);
    end(r, a > b ? 0 : b > a ? 1 : REFERENCE_NOBODY, "points");
}

static void begin_turn(struct reference *r, int side)
{
    r->turn = side;
    r->side[side].shield = -1; /* "until the owner's next turn" */
    if (!r->last_move)
        for (int i = 0; i < 2; i++)
            r->side[i].afloat_before = reference_afloat(r, i);
}

/* A turn is complete. "`unlock = turn`: only on the player's very next turn, which a lost turn uses
 * up too": unlocks from before this turn expire. */
static void complete_turn(struct reference *r)
{
    struct reference_side *me = &r->side[r->turn];

    me->turns++;
    if (r->rules.unlock == UNLOCK_TURN) {
        me->artillery = me->artillery && me->fresh_artillery;
        me->torpedo = me->torpedo && me->fresh_torpedo;
    }
    me->fresh_artillery = me->fresh_torpedo = false;
}

static void pass_turn(struct reference *r)
{
    if (r->rules.race) {
        continue_race(r);
        return;
    }
    complete_turn(r);
    /* Equal turns: the last move did not sink the fleet. */
    if (r->last_move) {
        end(r, r->first, "sunk");
        return;
    }
    begin_turn(r, !r->turn);
    /* "after 4 times as many turns per side as the board has cells it is a tie" */
    if (r->side[r->turn].turns >= 4 * r->rules.width * r->rules.height)
        end(r, REFERENCE_NOBODY, "limit");
}

/* "Equal turns: only when the side that moved first finishes does the other get one complete move
 * [...] if that finishes too, the game is a tie. The second mover finishing first wins at once." */
static void finish(struct reference *r)
{
    complete_turn(r);
    if (r->last_move) {
        end(r, REFERENCE_NOBODY, "both");
    } else if (r->rules.equal_turns && r->turn == r->first) {
        r->last_move = true;
        begin_turn(r, !r->turn);
    } else {
        end(r, r->turn, "sunk");
    }
}

/* After shots: "any hit, sinking included, earns one more move; an area move with at least one hit
 * earns exactly one". "A shot or area move without a hit is one miss". */
static void after_shots(struct reference *r, int hits)
{
    struct reference_side *me = &r->side[r->turn];

    me->misses = hits > 0 ? 0 : me->misses + 1;
    if (r->rules.race)
        continue_race(r);
    else if (reference_afloat(r, !r->turn) == 0)
        finish(r);
    else if (!(r->rules.hit_again && hits > 0))
        pass_turn(r);
}

/* A lost turn; in a race it costs a shot. */
static void lose_turn(struct reference *r, const char *why)
{
    put_word(r, "lost:");
    put(r, why);
    if (r->rules.race)
        r->side[r->turn].shots++;
    pass_turn(r);
}

/* --- Shots (sections 3 and 4) --- */

static bool covers(const struct reference_screen *screen, struct reference_cell cell)
{
    for (int i = 0; i < screen->cells; i++)
        if (screen->cell[i].column == cell.column && screen->cell[i].row == cell.row)
            return true;
    return false;
}

/* "Under `touch = no` the cells around a sunk ship are marked as water", if the sinking is
 * announced. */
static void mark_water(struct reference *r, const struct reference_ship *ship)
{
    struct reference_side *enemy = &r->side[!r->turn];

    for (int i = 0; i < ship->length; i++)
        for (int row = ship->cell[i].row - 1; row <= ship->cell[i].row + 1; row++)
            for (int column = ship->cell[i].column - 1; column <= ship->cell[i].column + 1;
                 column++)
                if (order_on_board(&r->rules, column, row))
                    enemy->water[row][column] = '~';
}

static void put_gain(struct reference *r, bool *any, const char *what)
{
    if (*any)
        put(r, ",");
    else
        put_word(r, "gain:");
    put(r, what);
    *any = true;
}

/* "Smoke: one per enemy ship sunk, cumulative. Artillery: unlocked by any sinking. Torpedo:
 * unlocked by the third and any later sinking." A reinforcement "counts for no unlock". */
static void gain(struct reference *r, const struct reference_ship *ship)
{
    struct reference_side *me = &r->side[r->turn];
    int specials = r->rules.specials;
    bool any = false;

    if (ship->reinforcement)
        return;
    me->sinkings++;
    if (specials & SPECIAL_SMOKE) {
        me->smoke++;
        put_gain(r, &any, "smoke");
    }
    if (specials & SPECIAL_ARTILLERY) {
        me->artillery = me->fresh_artillery = true;
        put_gain(r, &any, "artillery");
    }
    if (specials & SPECIAL_TORPEDO && me->sinkings >= 3) {
        me->torpedo = me->fresh_torpedo = true;
        put_gain(r, &any, "torpedo");
    }
}

/* "`announce = each-hit | name | unnamed | none`: the ship named on every hit; named when it sinks;
 * only "sunk"; nothing." Returns 1 for a hit. */
static int shoot(struct reference *r, struct reference_cell cell)
{
    struct reference_side *me = &r->side[r->turn], *enemy = &r->side[!r->turn];
    int announce = r->rules.announce, index = enemy->ship_at[cell.row][cell.column];
    struct reference_ship *ship;

    me->shots++;
    /* "`shield`: [...] shots into it are "stopped by smoke" [...]; such a cell stays unshot." */
    if (r->rules.smoke == SMOKE_SHIELD && enemy->shield >= 0 &&
        covers(&enemy->screen[enemy->shield], cell)) {
        put_shot(r, cell, "stopped", NULL);
        return 0;
    }
    enemy->answered++;
    /* "Shots at wrecks miss." */
    if (index == 0 || index == WRECK_HERE) {
        enemy->shot[cell.row][cell.column] = 'o';
        put_shot(r, cell, "miss", NULL);
        return 0;
    }
    enemy->shot[cell.row][cell.column] = 'x';
    ship = &enemy->ship[index - 1];
    ship->hits++;
    if (ship->hits < ship->length) {
        put_shot(r, cell, "hit", announce == ANNOUNCE_EACH_HIT ? ship->name : NULL);
        return 1;
    }
    ship->afloat = false;
    put_shot(r, cell, announce == ANNOUNCE_NONE ? "hit" : "sunk",
             announce == ANNOUNCE_EACH_HIT || announce == ANNOUNCE_NAME ? ship->name : NULL);
    if (!r->rules.touch && announce != ANNOUNCE_NONE)
        mark_water(r, ship);
    gain(r, ship);
    return 1;
}

/* "all named before any answer; answered in the order named; duplicates are repeats" */
static void fire(struct reference *r, const struct order *order)
{
    int hits = 0;

    for (int i = 0; i < order->count; i++) {
        if (order_is_repeat(r, order, i)) {
            r->side[r->turn].shots++;
            put_shot(r, order->cell[i], "wasted", NULL);
        } else {
            hits += shoot(r, order->cell[i]);
        }
    }
    after_shots(r, hits);
}

/* "Area moves resolve cell by cell in reading order, each answering as Fire does; cells already
 * shot are skipped". */
static void bombard(struct reference *r, const struct reference_cell *cell, int count)
{
    int hits = 0;

    for (int i = 0; i < count; i++)
        if (!order_is_shot(&r->side[!r->turn], cell[i]))
            hits += shoot(r, cell[i]);
    after_shots(r, hits);
}

/* --- The other moves --- */

static bool is_unhit_ship(const struct reference_side *enemy, struct reference_cell cell)
{
    int index = enemy->ship_at[cell.row][cell.column];

    return index != 0 && index != WRECK_HERE && enemy->ship[index - 1].afloat &&
           !order_is_shot(enemy, cell);
}

/* ""enemy ships found" if the area holds at least one unhit cell of a ship afloat that smoke does
 * not hide". `sweep`: "a sweep that touches any screen answers "no enemy ships found", and all
 * screens it touched are gone"; otherwise "only the covered cells are hidden, for the whole
 * game". */
static void radar(struct reference *r, struct reference_cell at)
{
    struct reference_side *me = &r->side[r->turn], *enemy = &r->side[!r->turn];
    struct reference_cell cell[4];
    int count = order_area(&r->rules, at, cell);
    bool found = false, touched = false;

    me->radar--;
    for (int i = 0; i < count; i++) {
        bool hidden = false;

        for (int k = 0; k < enemy->screens; k++) {
            if (!enemy->screen[k].cleared && covers(&enemy->screen[k], cell[i]))
                hidden = touched = true;
        }
        found = found || (is_unhit_ship(enemy, cell[i]) && !hidden);
    }
    if (r->rules.smoke == SMOKE_SWEEP && touched) {
        found = false;
        for (int k = 0; k < enemy->screens; k++)
            for (int i = 0; i < count; i++)
                if (covers(&enemy->screen[k], cell[i]))
                    enemy->screen[k].cleared = true;
    }
    put_word(r, "radar:");
    put_cell(r, at);
    put(r, found ? "=found" : "=none");
    pass_turn(r);
}

/* "hides an own 2x2 area" */
static void smoke(struct reference *r, struct reference_cell at)
{
    struct reference_side *me = &r->side[r->turn];
    struct reference_screen *screen = &me->screen[me->screens];

    me->smoke--;
    screen->cells = order_area(&r->rules, at, screen->cell);
    screen->cleared = false;
    me->shield = me->screens++;
    put_word(r, "smoke:");
    put_cell(r, at);
    pass_turn(r);
}

/* "it shows a 3x3 block, chosen at random among the blocks on the board that hold a randomly chosen
 * unhit cell of a ship afloat; smoke does not matter; the miss count starts again"; "it costs no
 * turn and one of N hints". */
static void hint(struct reference *r, int hint_cell)
{
    const struct reference_side *enemy = &r->side[!r->turn];
    struct reference_side *me = &r->side[r->turn];
    struct reference_cell at = {hint_cell % r->rules.width, hint_cell / r->rules.width};
    bool holds = false;

    me->hints--;
    me->misses = 0;
    if (hint_cell != NO_CELL && at.column + 2 < r->rules.width && at.row + 2 < r->rules.height)
        for (int row = at.row; row < at.row + 3; row++)
            for (int column = at.column; column < at.column + 3; column++)
                holds = holds || is_unhit_ship(enemy, (struct reference_cell){column, row});
    if (!holds) {
        put_word(r, "bad-hint");
        return;
    }
    put_word(r, "hint:");
    put_cell(r, at);
}

/* "all its stocks and unlocks go to zero, and one of its own sunk ships (raise) or a new Submarine
 * (new) comes afloat [...] The old wreck stays." */
static void raise_ship(struct reference *r, const struct order *order)
{
    struct reference_side *me = &r->side[r->turn];
    struct reference_ship *ship = &me->ship[me->ships];

    *ship = (struct reference_ship){
        .length = order_raise_length(r, order->name), .afloat = true, .reinforcement = true};
    memcpy(ship->name, order->name, sizeof ship->name);
    me->ships++;
    for (int i = 0; i < ship->length; i++) {
        int column = order->cell[0].column + (order->vertical ? 0 : i);
        int row = order->cell[0].row + (order->vertical ? i : 0);

        ship->cell[i] = (struct reference_cell){column, row};
        me->ship_at[row][column] = (char)me->ships;
    }
    me->radar = me->smoke = 0;
    me->artillery = me->torpedo = me->fresh_artillery = me->fresh_torpedo = false;
    me->raised = true;
    put_word(r, "raised:");
    put(r, ship->name);
    pass_turn(r);
}

static void apply(struct reference *r, const struct order *order, int hint_cell)
{
    struct reference_side *me = &r->side[r->turn];
    struct reference_cell cell[MAX_SIDE];

    switch (order->word) {
    case FIRE:
        fire(r, order);
        break;
    case RADAR:
        radar(r, order->cell[0]);
        break;
    case SMOKE:
        smoke(r, order->cell[0]);
        break;
    /* "Unlocks are flags [...] sinking with a special move unlocks again": used up before it is
     * fired. */
    case ARTILLERY:
        me->artillery = me->fresh_artillery = false;
        bombard(r, cell, order_area(&r->rules, order->cell[0], cell));
        break;
    case TORPEDO:
        me->torpedo = me->fresh_torpedo = false;
        bombard(r, cell, order_line(&r->rules, order, cell));
        break;
    case HINT:
        hint(r, hint_cell);
        break;
    case RAISE:
        raise_ship(r, order);
        break;
    case RESIGN:
        end(r, !r->turn, "resigned");
        break;
    case ORDER_WORDS:
        break;
    }
}

/* --- The interface --- */

bool reference_legal(const struct reference *r, const char *text)
{
    struct order order;

    return !r->over && order_read(&r->rules, text, &order) == TEXT_ORDER &&
           order_check(r, &order) == LEGAL;
}

bool reference_can(const struct reference *r, const char *word)
{
    return !r->over && order_available(r, order_word(word));
}

char reference_mark(const struct reference *r, int side, int column, int row)
{
    const struct reference_side *enemy = &r->side[!side];

    if (enemy->shot[row][column] == 'x')
        return 'x';
    /* "hard only keeps misses off the tracking grid" */
    if (enemy->shot[row][column] == 'o' && r->rules.tracking == TRACKING_EASY)
        return 'o';
    return enemy->water[row][column] == '~' ? '~' : '?';
}

enum reference_result reference_move(struct reference *r, const char *text, int hint_cell,
                                     char *answer, size_t size)
{
    bool lost = r->rules.invalid_input == INVALID_LOSE_TURN;
    struct order order;
    enum text_kind kind;

    r->answer = answer;
    r->size = size;
    r->length = 0;
    answer[0] = '\0';
    if (r->over)
        return REFERENCE_REFUSED;
    kind = order_read(&r->rules, text, &order);
    if (kind == TEXT_QUESTION || (kind == TEXT_BAD && !lost))
        return REFERENCE_REFUSED;
    if (kind == TEXT_BAD) {
        lose_turn(r, "invalid");
        return REFERENCE_APPLIED;
    }
    switch (order_check(r, &order)) {
    case LEGAL:
        apply(r, &order, hint_cell);
        return REFERENCE_APPLIED;
    case UNAVAILABLE:
        /* "An unavailable move (no stock, not unlocked; an early `hint` never costs anything) loses
         * the turn where `invalid-input = lose-turn`." */
        if (!lost || order.word == HINT)
            return REFERENCE_REFUSED;
        lose_turn(r, "unavailable");
        return REFERENCE_APPLIED;
    case REPEAT:
        /* Under `wasted` only area moves get here, and they are not used up. */
        if (r->rules.repeat_shot == REPEAT_REFUSE)
            return REFERENCE_REFUSED;
        lose_turn(r, "repeat");
        return REFERENCE_APPLIED;
    case NO_ROOM:
        break;
    }
    return REFERENCE_REFUSED;
}

/* Section 5: "A ship placed outside or partly outside sinks at once and leaves wrecks on its
 * on-board cells; a ship placed on a wreck sinks too and leaves wrecks; a ship placed on another
 * ship sinks both [...] A ship never placed counts as sunk." */
static void lay_out(struct reference *r, struct reference_side *side, const struct layout *layout)
{
    int ships_here[MAX_SIDE][MAX_SIDE] = {{0}};

    side->ships = r->rules.ships;
    for (int i = 0; i < side->ships; i++) {
        struct reference_ship *ship = &side->ship[i];
        struct placement at = layout->ship[i];

        memcpy(ship->name, r->rules.fleet[i].name, sizeof ship->name);
        ship->length = r->rules.fleet[i].length;
        ship->afloat = at.placed;
        for (int k = 0; at.placed && k < ship->length; k++) {
            int column = at.column + (at.vertical ? 0 : k), row = at.row + (at.vertical ? k : 0);

            ship->cell[k] = (struct reference_cell){column, row};
            if (order_on_board(&r->rules, column, row))
                ships_here[row][column]++;
            else
                ship->afloat = false;
        }
    }
    for (int i = 0; i < side->ships; i++) {
        struct reference_ship *ship = &side->ship[i];

        for (int k = 0; ship->afloat && k < ship->length; k++)
            if (ships_here[ship->cell[k].row][ship->cell[k].column] > 1)
                ship->afloat = false;
        for (int k = 0; layout->ship[i].placed && k < ship->length; k++)
            if (order_on_board(&r->rules, ship->cell[k].column, ship->cell[k].row))
                side->ship_at[ship->cell[k].row][ship->cell[k].column] =
                    ship->afloat ? (char)(i + 1) : WRECK_HERE;
    }
}

void reference_start(struct reference *r, const struct rules *rules, int first,
                     const struct layout *a, const struct layout *b)
{
    char nothing[64];

    memset(r, 0, sizeof *r);
    r->rules = *rules;
    r->first = first;
    r->winner = REFERENCE_NOBODY;
    r->reason = "none";
    r->answer = nothing;
    r->size = sizeof nothing;
    for (int i = 0; i < 2; i++) {
        struct reference_side *side = &r->side[i];

        memset(side->shot, ' ', sizeof side->shot);
        memset(side->water, ' ', sizeof side->water);
        side->shield = -1;
        side->radar = rules->specials & SPECIAL_RADAR ? rules->radar : 0;
        side->hints = rules->hints;
        lay_out(r, side, i == 0 ? a : b);
    }
    begin_turn(r, first);
    if (rules->race) {
        /* "A fleet wholly wrecked before the first shot: full points for the opponent." */
        continue_race(r);
    } else if (reference_afloat(r, 0) == 0 || reference_afloat(r, 1) == 0) {
        end(r,
            reference_afloat(r, 0) > 0   ? 0
            : reference_afloat(r, 1) > 0 ? 1
                                         : REFERENCE_NOBODY,
            "wrecked");
    }
    r->answer = NULL;
}
