/* The whole state is small, so undo simply keeps copies of it. */
#include "session/placing.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 100 };

static void remember(struct placing *placing)
{
    if (placing->steps == PLACING_STEPS) {
        memmove(placing->before, placing->before + 1,
                sizeof placing->before[0] * (PLACING_STEPS - 1));
        placing->steps--;
    }
    placing->before[placing->steps++] = placing->now;
    placing->sentence[0] = '\0';
}

void placing_undo(struct placing *placing)
{
    snprintf(placing->sentence, sizeof placing->sentence, "%s",
             placing->steps > 0 ? "" : "Nothing to undo.");
    if (placing->steps > 0)
        placing->now = placing->before[--placing->steps];
}

/* --- ships -------------------------------------------------------------------------------------*/

static struct placement moved_inside(const struct rules *rules, int ship, struct placement place)
{
    int length = rules->fleet[ship].length;
    int right = rules->width - (place.vertical ? 1 : length);
    int bottom = rules->height - (place.vertical ? length : 1);

    if (place.column > right)
        place.column = (int16_t)right;
    if (place.row > bottom)
        place.row = (int16_t)bottom;
    place.column = place.column < 0 ? 0 : place.column;
    place.row = place.row < 0 ? 0 : place.row;
    return place;
}

static void keep_inside(struct placing *placing)
{
    placing->now.ghost = moved_inside(placing->rules, placing->now.carried, placing->now.ghost);
}

/* Picks up a ship from its place, or in the middle of the board. */
static void pick_up(struct placing *placing, int ship)
{
    struct placement *placement = &placing->now.layout.ship[ship];
    const struct rules *rules = placing->rules;

    placing->now.origin = *placement;
    if (placement->placed) {
        placing->now.ghost = *placement;
        placement->placed = 0;
    } else {
        placing->now.ghost =
            (struct placement){(int16_t)((rules->width - rules->fleet[ship].length) / 2),
                               (int16_t)(rules->height / 2), 0, 1};
    }
    placing->now.carried = placing->selected = ship;
    keep_inside(placing);
}

static int next_unplaced(const struct placing *placing, int from)
{
    int ships = placing->rules->ships;

    for (int i = 0; i < ships; i++)
        if (!placing->now.layout.ship[(from + i) % ships].placed)
            return (from + i) % ships;
    return PLACING_NONE;
}

enum error placing_fits(const struct placing *placing, struct message *message)
{
    return layout_fits(&placing->now.layout, placing->rules, placing->now.carried,
                       placing->now.ghost, message);
}

/* Places the ghost, and picks up the next unplaced ship. */
static void put_at(struct placing *placing, struct placement place)
{
    int ship = placing->now.carried, next;

    placing->now.layout.ship[ship] = place;
    placing->now.carried = PLACING_NONE;
    next = next_unplaced(placing, ship);
    if (next != PLACING_NONE)
        pick_up(placing, next);
}

void placing_put_down(struct placing *placing)
{
    remember(placing);
    put_at(placing, placing->now.ghost);
}

bool placing_put_back(struct placing *placing)
{
    if (placing->now.carried == PLACING_NONE || !placing->now.origin.placed) {
        snprintf(placing->sentence, sizeof placing->sentence,
                 "This ship has not been placed before.");
        return false;
    }
    remember(placing);
    put_at(placing, placing->now.origin);
    return true;
}

void placing_next_ship(struct placing *placing)
{
    int ship = placing->now.carried, ships = placing->rules->ships;

    remember(placing);
    if (ship == PLACING_NONE) {
        pick_up(placing, placing->selected);
        return;
    }
    if (placing_fits(placing, NULL) == OK)
        placing->now.layout.ship[ship] = placing->now.ghost;
    placing->now.carried = PLACING_NONE;
    pick_up(placing, (ship + 1) % ships);
}

/* --- chance ------------------------------------------------------------------------------------*/

/* Places a ship at random: each place where it fits has the same chance. */
static bool draw_place(const struct rules *rules, struct rng *rng, int ship, struct layout *layout)
{
    struct placement chosen = {0};
    uint32_t seen = 0;

    for (int place = 0; place < 2 * rules_cells(rules); place++) {
        struct placement placement = {(int16_t)(place / 2 % rules->width),
                                      (int16_t)(place / 2 / rules->width),
                                      place % 2 && rules->fleet[ship].length > 1, 1};

        if (layout_fits(layout, rules, ship, placement, NULL) == OK && rng_below(rng, ++seen) == 0)
            chosen = placement;
    }
    layout->ship[ship] = chosen;
    return seen > 0;
}

/* The first ships may leave no room for the others, so it takes several tries. */
bool placing_draw_rest(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    for (int try = 0; try < TRIES; try++) {
        struct layout whole = *layout;
        int ship = 0;

        while (ship < rules->ships &&
               (whole.ship[ship].placed || draw_place(rules, rng, ship, &whole)))
            ship++;
        if (ship == rules->ships) {
            *layout = whole;
            return true;
        }
    }
    return false;
}

static bool draw_fleet(struct placing *placing)
{
    if (layout_random(placing->rules, &placing->rng, &placing->now.layout) != OK)
        return false;
    placing->now.drawn = placing->now.layout;
    return true;
}

bool placing_is_drawn(const struct placing *placing)
{
    for (int ship = 0; ship < placing->rules->ships; ship++) {
        struct placement now = placing->now.layout.ship[ship];
        struct placement drawn = placing->now.drawn.ship[ship];

        if (!now.placed || !drawn.placed || now.column != drawn.column || now.row != drawn.row ||
            now.vertical != drawn.vertical)
            return false;
    }
    return true;
}

void placing_random_fleet(struct placing *placing)
{
    struct layout *layout = &placing->now.layout;
    int placed = 0;
    bool done;

    remember(placing);
    placing->now.carried = PLACING_NONE;
    for (int ship = 0; ship < placing->rules->ships; ship++)
        placed += layout->ship[ship].placed;
    if (placed > 0 && placed < placing->rules->ships)
        done = placing_draw_rest(placing->rules, &placing->rng, layout);
    else
        done = draw_fleet(placing);
    if (done)
        return;
    placing_undo(placing);
    snprintf(placing->sentence, sizeof placing->sentence,
             "The remaining ships do not fit. Move another ship first.");
}

void placing_random_ship(struct placing *placing)
{
    int ship = placing->now.carried == PLACING_NONE ? placing->selected : placing->now.carried;
    struct layout around;

    remember(placing);
    if (placing->now.carried == PLACING_NONE)
        pick_up(placing, ship);
    around = placing->now.layout;
    if (draw_place(placing->rules, &placing->rng, ship, &around)) {
        placing->now.ghost = around.ship[ship];
        return;
    }
    snprintf(placing->sentence, sizeof placing->sentence, "There is no room for the %s.",
             placing->rules->fleet[ship].name);
}

int placing_ship_at(const struct placing *placing, int cell)
{
    for (int ship = 0; ship < placing->rules->ships; ship++) {
        int cells[MAX_LENGTH], count = 0;

        if (placing->now.layout.ship[ship].placed)
            count = placement_cells(placing->now.layout.ship[ship],
                                    placing->rules->fleet[ship].length, placing->rules, cells);
        for (int i = 0; i < count; i++)
            if (cells[i] == cell)
                return ship;
    }
    return PLACING_NONE;
}

static bool is_ghost(const struct placing *placing, int cell)
{
    int cells[MAX_LENGTH], count;

    count = placement_cells(placing->now.ghost, placing->rules->fleet[placing->now.carried].length,
                            placing->rules, cells);
    for (int i = 0; i < count; i++)
        if (cells[i] == cell)
            return true;
    return false;
}

/* --- any ship at any time ----------------------------------------------------------------------*/

/* Puts the ghost back if it can be. */
static void drop_ghost(struct placing *placing)
{
    struct placing_step *now = &placing->now;

    if (now->carried != PLACING_NONE && now->origin.placed &&
        layout_fits(&now->layout, placing->rules, now->carried, now->origin, NULL) == OK)
        now->layout.ship[now->carried] = now->origin;
    now->carried = PLACING_NONE;
}

enum error placing_set(struct placing *placing, int ship, struct placement place, bool anyway,
                       struct message *message)
{
    enum error error = layout_fits(&placing->now.layout, placing->rules, ship, place, message);

    if (error && !(anyway && placing->rules->wrecks))
        return error;
    remember(placing);
    if (placing->now.carried != ship)
        drop_ghost(placing);
    placing->now.carried = placing->selected = ship;
    put_at(placing, place);
    return OK;
}

enum error placing_turn(struct placing *placing, int ship, struct message *message)
{
    struct placement old = placing->now.layout.ship[ship];
    int length = placing->rules->fleet[ship].length;
    struct message reason = {""};

    if (!old.placed)
        return error_set(ERR_PLACEMENT, message, "the %s is not placed",
                         placing->rules->fleet[ship].name);
    for (int pivot = 0; pivot < length; pivot++) {
        int step = pivot * (old.vertical ? 1 : -1);
        struct placement turned = {(int16_t)(old.column - step), (int16_t)(old.row + step),
                                   !old.vertical && length > 1, 1};

        if (placing_set(placing, ship, moved_inside(placing->rules, ship, turned), false,
                        pivot ? NULL : &reason) == OK)
            return OK;
    }
    return error_set(ERR_PLACEMENT, message, "%s", reason.text);
}

enum error placing_draw_ship(struct placing *placing, int ship, struct message *message)
{
    struct layout around = placing->now.layout;

    around.ship[ship].placed = 0;
    if (!draw_place(placing->rules, &placing->rng, ship, &around))
        return error_set(ERR_PLACEMENT, message, "there is no room for the %s",
                         placing->rules->fleet[ship].name);
    return placing_set(placing, ship, around.ship[ship], false, message);
}

void placing_load(struct placing *placing, const struct layout *fleet)
{
    remember(placing);
    placing->now.layout = *fleet;
    placing->now.carried = PLACING_NONE;
    memset(&placing->now.drawn, 0, sizeof placing->now.drawn);
}

/* --- keys and clicks ---------------------------------------------------------------------------*/

void placing_move(struct placing *placing, int down, int right)
{
    if (placing->now.carried == PLACING_NONE) {
        placing_next_ship(placing);
        return;
    }
    placing->now.ghost.row = (int16_t)(placing->now.ghost.row + down);
    placing->now.ghost.column = (int16_t)(placing->now.ghost.column + right);
    placing->sentence[0] = '\0';
    keep_inside(placing);
}

void placing_rotate(struct placing *placing)
{
    if (placing->now.carried == PLACING_NONE)
        placing_next_ship(placing);
    placing->now.ghost.vertical =
        !placing->now.ghost.vertical && placing->rules->fleet[placing->now.carried].length > 1;
    keep_inside(placing);
}

void placing_clear(struct placing *placing)
{
    remember(placing);
    memset(&placing->now.layout, 0, sizeof placing->now.layout);
    pick_up(placing, 0);
}

void placing_point(struct placing *placing, int cell)
{
    const struct rules *rules = placing->rules;
    int ship = placing_ship_at(placing, cell);

    if (placing->now.carried == PLACING_NONE) {
        if (ship == PLACING_NONE)
            return;
        remember(placing);
        pick_up(placing, ship);
        return;
    }
    if (is_ghost(placing, cell)) {
        placing_rotate(placing);
        return;
    }
    remember(placing);
    placing->now.ghost.column = (int16_t)(cell % rules->width);
    placing->now.ghost.row = (int16_t)(cell / rules->width);
    keep_inside(placing);
    if (placing_fits(placing, NULL) == OK)
        put_at(placing, placing->now.ghost);
}

void placing_init(struct placing *placing, const struct rules *rules, uint64_t seed)
{
    memset(placing, 0, sizeof *placing);
    placing->rules = rules;
    placing->now.carried = PLACING_NONE;
    rng_seed(&placing->rng, seed);
    if (!draw_fleet(placing))
        pick_up(placing, 0);
}

void placing_offer(struct placing *placing, const struct layout *fleet)
{
    placing->now.layout = placing->now.drawn = *fleet;
    placing->now.carried = PLACING_NONE;
}

void placing_restore(struct placing *placing, const struct layout *fleet, bool is_drawn)
{
    int missing = 0;

    placing_load(placing, fleet);
    placing->steps = 0;
    if (is_drawn)
        placing->now.drawn = *fleet;
    while (missing < placing->rules->ships && fleet->ship[missing].placed)
        missing++;
    if (missing < placing->rules->ships)
        pick_up(placing, missing);
}
