/* The list of cells is a permutation in three parts, so that testing, removing and drawing an open
 * cell are cheap. The cells that a sinking explains follow from the possible placements of the sunk
 * ship. */
#include "bots/shot_map.h"

#include <string.h>

/* Sets what depends only on the size of the board. */
static void set_board(struct shot_map *map, int width, int height)
{
    map->width = width;
    map->height = height;
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            int cell = row * width + column;
            uint16_t *next = map->next[cell];

            next[NORTH] = (uint16_t)(row > 0 ? cell - width : OFF_BOARD);
            next[EAST] = (uint16_t)(column < width - 1 ? cell + 1 : OFF_BOARD);
            next[SOUTH] = (uint16_t)(row < height - 1 ? cell + width : OFF_BOARD);
            next[WEST] = (uint16_t)(column > 0 ? cell - 1 : OFF_BOARD);
        }
    }
}

static int length_of_kind(const struct rules *rules, int kind)
{
    return kind < rules->ships ? rules->fleet[kind].length : rules_new_ship(rules).length;
}

static void add_afloat(struct shot_map *map, int length, int ships)
{
    map->afloat[length] = (uint8_t)(map->afloat[length] + ships);
}

/* Counts ships by length: those afloat in the view, minus those that sank without a name. */
static void count_afloat(struct shot_map *map, const struct view *view)
{
    bool unnamed = view->rules.announce == ANNOUNCE_UNNAMED;

    memset(map->afloat, 0, sizeof map->afloat);
    for (int kind = 0; kind <= view->rules.ships; kind++)
        if (view->enemy_afloat[kind])
            add_afloat(map, length_of_kind(&view->rules, kind), view->enemy_afloat[kind]);
    for (int i = 0; unnamed && i < map->sinkings; i++)
        if (map->sinking[i].settled && map->afloat[map->sinking[i].length])
            map->afloat[map->sinking[i].length]--;
    map->largest = shot_map_next_length(map, MAX_LENGTH + 1);
    map->smallest = map->largest;
    for (int length = map->largest; length; length = shot_map_next_length(map, length))
        map->smallest = length;
    if (!map->largest)
        map->smallest = map->largest = 1;
    map->enemy_raised = view->enemy_raised;
    map->changes++;
}

int shot_map_next_length(const struct shot_map *map, int length)
{
    for (int shorter = length - 1; shorter > 0; shorter--)
        if (map->afloat[shorter])
            return shorter;
    return 0;
}

static void start_over(struct shot_map *map, const struct view *view)
{
    int cells = rules_cells(&view->rules);

    if (map->width != view->rules.width || map->height != view->rules.height)
        set_board(map, view->rules.width, view->rules.height);
    for (int cell = 0; cell < cells; cell++)
        map->cell[cell] = map->at[cell] = (uint16_t)cell;
    memset(map->mark, CELL_OPEN, (size_t)cells);
    map->at[OFF_BOARD] = UINT16_MAX;
    map->mark[OFF_BOARD] = CELL_MISS;
    map->open = cells;
    map->waters = map->seen = map->hits = map->sinkings = 0;
    count_afloat(map, view);
}

static void swap(struct shot_map *map, int i, int j)
{
    uint16_t a = map->cell[i], b = map->cell[j];

    map->cell[i] = b;
    map->at[b] = (uint16_t)i;
    map->cell[j] = a;
    map->at[a] = (uint16_t)j;
}

/* Moves an open cell to the water part of the list. */
static void move_to_water(struct shot_map *map, int cell)
{
    swap(map, map->at[cell], --map->open);
    map->waters++;
}

/* Removes a cell from both parts of the list. */
static void remove_cell(struct shot_map *map, int cell)
{
    if (shot_map_is_open(map, cell))
        move_to_water(map, cell);
    map->waters--;
    if (map->waters)
        swap(map, map->at[cell], map->open + map->waters);
}

static void mark_water(struct shot_map *map, const struct cellset *water)
{
    for (int i = map->open - 1; i >= 0; i--) {
        int cell = map->cell[i];

        if (cellset_has(water, cell)) {
            map->mark[cell] = CELL_WATER;
            move_to_water(map, cell);
        }
    }
    map->changes++;
}

/* How far can the sunk ship extend from its last cell? Counts the cells hit no later that may be on
 * the same ship and that no other sinking explains. */
static int count_reach(const struct shot_map *map, int number, int direction)
{
    const struct sinking *sinking = &map->sinking[number];
    int cell = sinking->cell, count = 0;

    for (;;) {
        cell = map->next[cell][direction];
        if ((map->mark[cell] != CELL_HIT && map->mark[cell] != CELL_SUNK + number) ||
            map->when[cell] > sinking->shot || map->kind[cell] != map->kind[sinking->cell] ||
            count == MAX_LENGTH)
            return count;
        count++;
    }
}

/* The possible placements of a sunk ship, and how many of them cover each cell. [axis][MAX_LENGTH]
 * is the last cell hit; larger indices are ahead of it, smaller ones behind. */
struct sunk_places {
    int count, length;
    uint8_t cover[2][2 * MAX_LENGTH + 1];
};

static void add_place(struct sunk_places *places, int axis, int first, int length)
{
    places->count++;
    places->length = length;
    for (int i = 0; i < length; i++)
        places->cover[axis][first + i]++;
}

static void find_places(const struct shot_map *map, int number, bool touch,
                        struct sunk_places *places)
{
    int known = map->sinking[number].length;

    memset(places, 0, sizeof *places);
    for (int axis = 0; axis < 2; axis++) {
        int ahead = count_reach(map, number, axis);
        int behind = count_reach(map, number, axis ^ 2);

        for (int length = axis ? 2 : 1; length <= MAX_LENGTH; length++) {
            int most_behind = behind < length - 1 ? behind : length - 1;

            if (known ? length != known : !map->afloat[length])
                continue;
            if (!touch && length != ahead + behind + 1)
                continue;
            for (int i = most_behind; i >= 0 && length - 1 - i <= ahead; i--)
                add_place(places, axis, MAX_LENGTH - i, length);
        }
    }
}

/* Marks the cells that all placements share. Returns whether anything changed. */
static bool explain_sinking(struct shot_map *map, int number, const struct sunk_places *places)
{
    struct sinking *sinking = &map->sinking[number];
    bool changed = map->mark[sinking->cell] == CELL_HIT;

    map->mark[sinking->cell] = (uint8_t)(CELL_SUNK + number);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int cell = sinking->cell, step = direction == EAST || direction == NORTH ? 1 : -1;

        /* NORTH and EAST are ahead. */
        for (int i = 1; i < MAX_LENGTH; i++) {
            if (places->count == 0 ||
                places->cover[direction & 1][MAX_LENGTH + i * step] < places->count)
                break;
            cell = map->next[cell][direction];
            changed |= map->mark[cell] == CELL_HIT;
            map->mark[cell] = (uint8_t)(CELL_SUNK + number);
        }
    }
    if (places->count <= 1) {
        if (!sinking->length && places->count)
            add_afloat(map, places->length, -1); /* not available to other sinkings */
        sinking->settled = 1;
        sinking->length = (uint8_t)places->length;
        changed = true;
    }
    return changed;
}

static void remove_explained_hits(struct shot_map *map)
{
    int kept = 0;

    for (int i = 0; i < map->hits; i++)
        if (map->mark[map->hit[i]] == CELL_HIT)
            map->hit[kept++] = map->hit[i];
    map->hits = kept;
}

/* Repeats until nothing changes, as one settled sinking may settle another. */
static void explain_sinkings(struct shot_map *map, bool touch)
{
    struct sunk_places places;
    bool changed = true;

    while (changed) {
        changed = false;
        for (int i = 0; i < map->sinkings; i++) {
            if (map->sinking[i].settled)
                continue;
            find_places(map, i, touch, &places);
            changed |= explain_sinking(map, i, &places);
        }
    }
    remove_explained_hits(map);
}

static void read_sinking(struct shot_map *map, const struct view *view, int number)
{
    const struct shot *shot = &view->tracking.order[number];
    int length = shot->ship == NO_SHIP ? 0 : length_of_kind(&view->rules, shot->ship);

    if (map->sinkings == MAX_SLOTS)
        return;
    map->sinking[map->sinkings++] =
        (struct sinking){shot->cell, (uint16_t)number, (uint8_t)length, 0};
    explain_sinkings(map, view->rules.touch);
    count_afloat(map, view);
    if (!view->rules.touch)
        mark_water(map, &view->tracking.water);
}

static void read_shot(struct shot_map *map, const struct view *view, int number)
{
    const struct shot *shot = &view->tracking.order[number];
    int cell = shot->cell;

    remove_cell(map, cell);
    map->when[cell] = (uint16_t)number;
    map->mark[cell] = CELL_MISS;
    if (shot->answer == ANSWER_MISS)
        return;
    map->mark[cell] = CELL_HIT;
    map->kind[cell] = view->rules.announce == ANNOUNCE_EACH_HIT ? shot->ship : NO_SHIP;
    map->hit[map->hits++] = (uint16_t)cell;
    if (shot->answer == ANSWER_SUNK)
        read_sinking(map, view, number);
}

/* Is this the game whose shots have been read so far? */
static bool is_followed(const struct shot_map *map, const struct view *view)
{
    const struct track *track = &view->tracking;

    return map->seen > 0 && map->seen <= track->shots &&
           track->order[map->seen - 1].cell == map->last.cell &&
           track->order[map->seen - 1].answer == map->last.answer &&
           map->width == view->rules.width && map->height == view->rules.height;
}

void shot_map_follow(struct shot_map *map, const struct view *view)
{
    const struct track *track = &view->tracking;

    if (!is_followed(map, view))
        start_over(map, view);
    while (map->seen < track->shots) {
        if (map->at[track->order[map->seen].cell] >= map->open + map->waters)
            start_over(map, view); /* shot already, so this is another game */
        read_shot(map, view, map->seen++);
    }
    if (map->seen > 0)
        map->last = track->order[map->seen - 1];
    if (map->enemy_raised != view->enemy_raised)
        count_afloat(map, view);
}

int shot_map_any(const struct shot_map *map, struct rng *rng)
{
    return map->cell[rng_below(rng, (uint32_t)map->open)];
}

bool shot_map_is_spaced(const struct shot_map *map, int cell, int spacing)
{
    return (cell / map->width + cell % map->width) % spacing == 0;
}

/* A few draws from all open cells nearly always find one. Otherwise list them all. */
int shot_map_spaced(const struct shot_map *map, int spacing, struct rng *rng)
{
    enum { DRAWS = 8 };
    uint16_t found[MAX_CELLS];
    int count = 0;

    for (int i = 0; i < DRAWS; i++) {
        int cell = shot_map_any(map, rng);

        if (shot_map_is_spaced(map, cell, spacing))
            return cell;
    }
    for (int i = 0; i < map->open; i++)
        if (shot_map_is_spaced(map, map->cell[i], spacing))
            found[count++] = map->cell[i];
    return count ? found[rng_below(rng, (uint32_t)count)] : OFF_BOARD;
}

/* Both lists grow without branches, which would be unpredictable. */
int shot_map_beside_hits(const struct shot_map *map, bool line, struct rng *rng)
{
    uint16_t beside[DIRECTIONS * MAX_CELLS + 1], in_line[DIRECTIONS * MAX_CELLS + 1];
    uint32_t count = 0, lined = 0;

    for (int i = 0; i < map->hits; i++) {
        int hit = map->hit[i];
        const uint16_t *next = map->next[hit];

        for (int direction = 0; direction < DIRECTIONS; direction++) {
            bool open = shot_map_is_open(map, next[direction]);

            beside[count] = in_line[lined] = next[direction];
            count += open;
            lined += line && open && shot_map_joined(map, hit, next[direction ^ 2]);
        }
    }
    if (lined)
        return in_line[rng_below(rng, lined)];
    return count ? beside[rng_below(rng, count)] : OFF_BOARD;
}

static int choose_cell(struct bot *bot, const struct shot_map *map, int (*choose)(struct bot *bot))
{
    return map->open ? choose(bot) : map->cell[map->waters - 1];
}

/* Chooses several cells; each is taken off the list so that the next choice differs. */
static void choose_salvo(struct bot *bot, struct shot_map *map, struct move *move,
                         int (*choose)(struct bot *bot))
{
    int open = map->open, waters = map->waters;

    for (int i = 0; i < move->count; i++) {
        int cell = choose_cell(bot, map, choose);

        if (map->open)
            move_to_water(map, cell);
        else
            map->waters--;
        move->cell[i] = (uint16_t)cell;
    }
    map->open = open;
    map->waters = waters;
}

/* Are all cells unshot? If not, the map followed another game. */
static bool is_unshot(const struct view *view, const struct move *move)
{
    bool unshot = true;

    for (int i = 0; i < move->count; i++)
        unshot &= !cellset_has(&view->tracking.shot, move->cell[i]);
    return unshot;
}

static void choose_cells(struct bot *bot, const struct view *view, struct move *move,
                         int (*choose)(struct bot *bot))
{
    struct shot_map *map = bot->state;

    shot_map_follow(map, view);
    move->kind = MOVE_FIRE;
    move->count = (uint8_t)view_salvo(view);
    if (move->count == 1)
        move->cell[0] = (uint16_t)choose_cell(bot, map, choose);
    else
        choose_salvo(bot, map, move, choose);
}

enum broken shot_map_fire(struct bot *bot, const struct view *view, struct move *move,
                          int (*choose)(struct bot *bot))
{
    choose_cells(bot, view, move, choose);
    if (!is_unshot(view, move)) {
        shot_map_round_start(bot, view, 0);
        choose_cells(bot, view, move, choose);
    }
    return BROKEN_NONE;
}

void shot_map_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct shot_map *map = bot->state;

    (void)view;
    (void)round;
    map->seen = 0;
}
