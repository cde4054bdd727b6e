/* gunner: uses a torpedo as soon as it has one, then artillery.
 *
 * Without either it fires while it chases a hit or a radar contact. Otherwise it fires in half of
 * the turns and lays smoke or sweeps in a quarter each; it fires if that move is out of stock.
 *
 * Aim of fire, artillery and radar: while a ship of the largest kind is afloat, a random open cell
 * on the diagonals that this ship cannot avoid (20 cells for a Carrier on 10x10); after that, or
 * when those cells are used up, the cell that most placements cover. For artillery and radar this
 * is the top left cell of the area.
 *
 * The chase: from the oldest open hit to the neighbour that most placements cover; after a second
 * hit onwards in that direction until a miss or the edge; then back to the first hit. It ends when
 * the ship sinks. Other ships damaged on the way are chased later, the oldest open hit first. */
#include "bots/placement_grid.h"
#include "bots/special.h"

#include <string.h>

extern const struct bot_kind bot_gunner;

struct gunner {
    struct shot_map map; /* must be first */
    struct placement_grid grid;
    int spacing;            /* the length of the largest kind of ship while one is afloat; else 0 */
    struct cellset contact; /* cells of a sweep that found a ship not hit since */
};

static void read_position(struct gunner *gunner, const struct view *view)
{
    static const struct placement_filter all = {0};
    int largest = 0;

    shot_map_follow(&gunner->map, view);
    placement_grid_count(&gunner->grid, &gunner->map, &all);
    special_contacts(view, &gunner->map, &gunner->contact);
    for (int ship = 0; ship < view->rules.ships; ship++)
        if (view->rules.fleet[ship].length > largest)
            largest = view->rules.fleet[ship].length;
    gunner->spacing = gunner->map.afloat[largest] ? largest : 0;
}

/* --- the chase ---------------------------------------------------------------------------------*/

/* The cell after the line of hits in this direction. `latest` is the number of the latest shot of
 * the line; -1 without a second hit. */
static int line_end(const struct shot_map *map, int hit, int direction, int *latest)
{
    int cell = map->next[hit][direction];

    for (*latest = -1; shot_map_joined(map, hit, cell); cell = map->next[cell][direction])
        if (map->when[cell] > *latest)
            *latest = map->when[cell];
    return cell;
}

/* The next shot at the ship that was hit here; OFF_BOARD if nothing is left to try. */
static int chase_hit(const struct gunner *gunner, int hit, struct rng *rng)
{
    const struct shot_map *map = &gunner->map;
    struct cellset beside = {{0}};
    int ahead = OFF_BOARD, newest = -1, latest, best;

    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int end = line_end(map, hit, direction, &latest);

        if (shot_map_is_open(map, end) && latest > newest) {
            ahead = end;
            newest = latest;
        }
        if (shot_map_is_open(map, map->next[hit][direction]))
            cellset_add(&beside, map->next[hit][direction]);
    }
    if (ahead != OFF_BOARD)
        return ahead;
    best = placement_grid_best(&gunner->grid, map, &beside, rng);
    for (int direction = 0; best == OFF_BOARD && direction < DIRECTIONS; direction++)
        if (shot_map_is_open(map, map->next[hit][direction]))
            best = map->next[hit][direction];
    return best;
}

/* The next shot at any damaged ship, the oldest hit first; then at a contact. */
static int chase_any(const struct gunner *gunner, struct rng *rng)
{
    const struct shot_map *map = &gunner->map;
    int cell = OFF_BOARD;

    for (int i = 0; i < map->hits && cell == OFF_BOARD; i++)
        cell = chase_hit(gunner, map->hit[i], rng);
    return cell != OFF_BOARD ? cell
                             : placement_grid_best(&gunner->grid, map, &gunner->contact, rng);
}

/* --- aim ---------------------------------------------------------------------------------------*/

static bool is_on_diagonals(const struct gunner *gunner, int cell)
{
    int width = gunner->map.width;

    return gunner->spacing && (cell % width - cell / width) % gunner->spacing == 0;
}

/* The target for fire, artillery and radar, among the cells in the set if it is not NULL; OFF_BOARD
 * if no ship can cover any of them. */
static int choose_cell(const struct gunner *gunner, const struct cellset *among, struct rng *rng)
{
    const struct shot_map *map = &gunner->map;
    uint16_t found[MAX_CELLS];
    uint32_t count = 0;

    for (int i = 0; i < map->open; i++)
        if (is_on_diagonals(gunner, map->cell[i]) && (!among || cellset_has(among, map->cell[i])))
            found[count++] = map->cell[i];
    return count ? found[rng_below(rng, count)]
                 : placement_grid_best(&gunner->grid, map, among, rng);
}

static bool aim_area(struct bot *bot, const struct view *view, enum move_kind kind,
                     struct move *move)
{
    struct cellset targets;
    int cell = OFF_BOARD;

    if (view_targets(view, kind, &targets) > 0)
        cell = choose_cell(bot->state, &targets, &bot->rng);
    if (cell != OFF_BOARD)
        special_name(view, kind, cell, move);
    return cell != OFF_BOARD;
}

/* Covers the first exposed cell of its own ships. If areas may not extend beyond the board, uses
 * the nearest area that covers the cell. */
static bool aim_smoke(const struct view *view, struct move *move)
{
    struct cellset smoked;
    int width = view->rules.width, cells = rules_cells(&view->rules), cell = 0, area[4];

    if (view_can(view, MOVE_SMOKE, NULL) != OK)
        return false;
    special_smoked(view, &smoked);
    while (cell < cells && !special_is_exposed(view, &smoked, cell))
        cell++;
    if (cell == cells)
        return false;
    if (view_area_cells(&view->rules, cell, area) == 0) {
        cell -= cell % width == width - 1;
        cell -= cell / width == view->rules.height - 1 ? width : 0;
    }
    special_name(view, MOVE_SMOKE, cell, move);
    return true;
}

/* --- moves -------------------------------------------------------------------------------------*/

static int gunner_choose(struct bot *bot)
{
    const struct gunner *gunner = bot->state;
    int cell = chase_any(gunner, &bot->rng);

    if (cell == OFF_BOARD)
        cell = choose_cell(gunner, NULL, &bot->rng);
    return cell != OFF_BOARD ? cell : shot_map_any(&gunner->map, &bot->rng);
}

static bool make_special(struct bot *bot, const struct view *view, struct move *move)
{
    const struct gunner *gunner = bot->state;
    uint32_t quarter;

    if (view_can(view, MOVE_TORPEDO, NULL) == OK &&
        special_best(view, MOVE_TORPEDO, gunner->grid.count, &bot->rng, move))
        return true;
    if (aim_area(bot, view, MOVE_ARTILLERY, move))
        return true;
    if (chase_any(gunner, &bot->rng) != OFF_BOARD)
        return false;
    quarter = rng_below(&bot->rng, 4);
    return quarter == 2   ? aim_smoke(view, move)
           : quarter == 3 ? aim_area(bot, view, MOVE_RADAR, move)
                          : false;
}

static enum broken gunner_act(struct bot *bot, const struct view *view, struct move *move)
{
    read_position(bot->state, view);
    if (view->rules.specials && make_special(bot, view, move))
        return BROKEN_NONE;
    return shot_map_fire(bot, view, move, gunner_choose);
}

const struct bot_kind bot_gunner = {
    .name = "gunner",
    .authors = "Broadside",
    .summary = "special moves at once; diagonals, then likely cells",
    .plays = FEATURE_ALL,
    .state_size = sizeof(struct gunner),
    .round_start = shot_map_round_start,
    .act = gunner_act,
};
