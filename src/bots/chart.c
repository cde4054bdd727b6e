/* Keeping a chart. The list of cells is a permutation with three parts, so that "is it open", "take
 * it" and "a random one" are each a few instructions; what a sinking explains is worked out with
 * the places that the sunk ship can have. */
#include "bots/chart.h"

#include <string.h>

/* Neighbours depend on the board alone; they last until a board of another size comes. */
static void set_board(struct chart *chart, int width, int height)
{
    chart->width = width;
    chart->height = height;
    for (int row = 0; row < height; row++) {
        for (int column = 0; column < width; column++) {
            int cell = row * width + column;
            uint16_t *next = chart->next[cell];

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

static void add_afloat(struct chart *chart, int length, int ships)
{
    chart->afloat[length] = (uint8_t)(chart->afloat[length] + ships);
}

/* Counts ships by length: those the view knows afloat, less those that sank without a name. */
static void count_afloat(struct chart *chart, const struct view *view)
{
    bool unnamed = view->rules.announce == ANNOUNCE_UNNAMED;

    memset(chart->afloat, 0, sizeof chart->afloat);
    for (int kind = 0; kind <= view->rules.ships; kind++)
        if (view->enemy_afloat[kind])
            add_afloat(chart, length_of_kind(&view->rules, kind), view->enemy_afloat[kind]);
    for (int i = 0; unnamed && i < chart->sinkings; i++)
        if (chart->sinking[i].settled && chart->afloat[chart->sinking[i].length])
            chart->afloat[chart->sinking[i].length]--;
    chart->largest = chart_next_length(chart, MAX_LENGTH + 1);
    chart->smallest = chart->largest;
    for (int length = chart->largest; length; length = chart_next_length(chart, length))
        chart->smallest = length;
    if (!chart->largest)
        chart->smallest = chart->largest = 1;
    chart->enemy_raised = view->enemy_raised;
    chart->changes++;
}

int chart_next_length(const struct chart *chart, int length)
{
    for (int shorter = length - 1; shorter > 0; shorter--)
        if (chart->afloat[shorter])
            return shorter;
    return 0;
}

static void start_over(struct chart *chart, const struct view *view)
{
    int cells = rules_cells(&view->rules);

    if (chart->width != view->rules.width || chart->height != view->rules.height)
        set_board(chart, view->rules.width, view->rules.height);
    for (int cell = 0; cell < cells; cell++)
        chart->cell[cell] = chart->at[cell] = (uint16_t)cell;
    memset(chart->mark, CHART_OPEN, (size_t)cells);
    chart->at[OFF_BOARD] = UINT16_MAX;
    chart->mark[OFF_BOARD] = CHART_MISS;
    chart->open = cells;
    chart->waters = chart->seen = chart->hits = chart->sinkings = 0;
    count_afloat(chart, view);
}

static void swap(struct chart *chart, int i, int j)
{
    uint16_t a = chart->cell[i], b = chart->cell[j];

    chart->cell[i] = b;
    chart->at[b] = (uint16_t)i;
    chart->cell[j] = a;
    chart->at[a] = (uint16_t)j;
}

/* Out of the open cells, into the water. */
static void set_aside(struct chart *chart, int cell)
{
    swap(chart, chart->at[cell], --chart->open);
    chart->waters++;
}

/* Out of the list, for good. */
static void strike(struct chart *chart, int cell)
{
    if (chart_is_open(chart, cell))
        set_aside(chart, cell);
    chart->waters--;
    if (chart->waters)
        swap(chart, chart->at[cell], chart->open + chart->waters);
}

static void mark_water(struct chart *chart, const struct cellset *water)
{
    for (int i = chart->open - 1; i >= 0; i--) {
        int cell = chart->cell[i];

        if (cellset_has(water, cell)) {
            chart->mark[cell] = CHART_WATER;
            set_aside(chart, cell);
        }
    }
    chart->changes++;
}

/* How far the ship of a sinking can reach from its last cell: hits of that time or before that may
 * be of the same ship and are not explained otherwise. */
static int reach(const struct chart *chart, int number, int direction)
{
    const struct sinking *sinking = &chart->sinking[number];
    int cell = sinking->cell, count = 0;

    for (;;) {
        cell = chart->next[cell][direction];
        if ((chart->mark[cell] != CHART_HIT && chart->mark[cell] != CHART_SUNK + number) ||
            chart->when[cell] > sinking->shot || chart->kind[cell] != chart->kind[sinking->cell] ||
            count == MAX_LENGTH)
            return count;
        count++;
    }
}

/* The places a sunk ship can have, and how many of them cover each cell: [axis][i] is the cell i
 * behind (from MAX_LENGTH down) or ahead (up) of the last one. */
struct places {
    int count, length;
    uint8_t cover[2][2 * MAX_LENGTH + 1];
};

static void add_place(struct places *places, int axis, int first, int length)
{
    places->count++;
    places->length = length;
    for (int i = 0; i < length; i++)
        places->cover[axis][first + i]++;
}

static void find_places(const struct chart *chart, int number, bool touch, struct places *places)
{
    int known = chart->sinking[number].length;

    memset(places, 0, sizeof *places);
    for (int axis = 0; axis < 2; axis++) {
        int ahead = reach(chart, number, axis), behind = reach(chart, number, axis ^ 2);

        for (int length = axis ? 2 : 1; length <= MAX_LENGTH; length++) {
            int most_behind = behind < length - 1 ? behind : length - 1;

            if (known ? length != known : !chart->afloat[length])
                continue;
            if (!touch && length != ahead + behind + 1)
                continue;
            for (int i = most_behind; i >= 0 && length - 1 - i <= ahead; i--)
                add_place(places, axis, MAX_LENGTH - i, length);
        }
    }
}

/* Marks what all places have in common; true if anything came of it. */
static bool explain(struct chart *chart, int number, const struct places *places)
{
    struct sinking *sinking = &chart->sinking[number];
    bool news = chart->mark[sinking->cell] == CHART_HIT;

    chart->mark[sinking->cell] = (uint8_t)(CHART_SUNK + number);
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int cell = sinking->cell, step = direction == EAST || direction == NORTH ? 1 : -1;

        /* The axis is counted in the direction of its first name: NORTH or EAST is ahead. */
        for (int i = 1; i < MAX_LENGTH; i++) {
            if (places->count == 0 ||
                places->cover[direction & 1][MAX_LENGTH + i * step] < places->count)
                break;
            cell = chart->next[cell][direction];
            news |= chart->mark[cell] == CHART_HIT;
            chart->mark[cell] = (uint8_t)(CHART_SUNK + number);
        }
    }
    if (places->count <= 1) {
        if (!sinking->length && places->count)
            add_afloat(chart, places->length, -1); /* no other ship can claim that length */
        sinking->settled = 1;
        sinking->length = (uint8_t)places->length;
        news = true;
    }
    return news;
}

static void forget_explained_hits(struct chart *chart)
{
    int kept = 0;

    for (int i = 0; i < chart->hits; i++)
        if (chart->mark[chart->hit[i]] == CHART_HIT)
            chart->hit[kept++] = chart->hit[i];
    chart->hits = kept;
}

/* What all sinkings together explain; one that is settled may settle another. */
static void explain_sinkings(struct chart *chart, bool touch)
{
    struct places places;
    bool news = true;

    while (news) {
        news = false;
        for (int i = 0; i < chart->sinkings; i++) {
            if (chart->sinking[i].settled)
                continue;
            find_places(chart, i, touch, &places);
            news |= explain(chart, i, &places);
        }
    }
    forget_explained_hits(chart);
}

static void read_sinking(struct chart *chart, const struct view *view, int number)
{
    const struct shot *shot = &view->tracking.order[number];
    int length = shot->ship == NO_SHIP ? 0 : length_of_kind(&view->rules, shot->ship);

    if (chart->sinkings == MAX_SLOTS)
        return;
    chart->sinking[chart->sinkings++] =
        (struct sinking){shot->cell, (uint16_t)number, (uint8_t)length, 0};
    explain_sinkings(chart, view->rules.touch);
    count_afloat(chart, view);
    if (!view->rules.touch)
        mark_water(chart, &view->tracking.water);
}

static void read_shot(struct chart *chart, const struct view *view, int number)
{
    const struct shot *shot = &view->tracking.order[number];
    int cell = shot->cell;

    strike(chart, cell);
    chart->when[cell] = (uint16_t)number;
    chart->mark[cell] = CHART_MISS;
    if (shot->answer == ANSWER_MISS)
        return;
    chart->mark[cell] = CHART_HIT;
    chart->kind[cell] = view->rules.announce == ANNOUNCE_EACH_HIT ? shot->ship : NO_SHIP;
    chart->hit[chart->hits++] = (uint16_t)cell;
    if (shot->answer == ANSWER_SUNK)
        read_sinking(chart, view, number);
}

/* Is this the game whose shots were read so far? */
static bool is_followed(const struct chart *chart, const struct view *view)
{
    const struct track *track = &view->tracking;

    return chart->seen > 0 && chart->seen <= track->shots &&
           track->order[chart->seen - 1].cell == chart->last.cell &&
           track->order[chart->seen - 1].answer == chart->last.answer &&
           chart->width == view->rules.width && chart->height == view->rules.height;
}

void chart_follow(struct chart *chart, const struct view *view)
{
    const struct track *track = &view->tracking;

    if (!is_followed(chart, view))
        start_over(chart, view);
    while (chart->seen < track->shots) {
        if (chart->at[track->order[chart->seen].cell] >= chart->open + chart->waters)
            start_over(chart, view); /* shot already: this was another game after all */
        read_shot(chart, view, chart->seen++);
    }
    if (chart->seen > 0)
        chart->last = track->order[chart->seen - 1];
    if (chart->enemy_raised != view->enemy_raised)
        count_afloat(chart, view);
}

int chart_any(const struct chart *chart, struct rng *rng)
{
    return chart->cell[rng_below(rng, (uint32_t)chart->open)];
}

bool chart_is_spaced(const struct chart *chart, int cell, int spacing)
{
    return (cell / chart->width + cell % chart->width) % spacing == 0;
}

/* A few draws from all open cells nearly always find one; the list of all is the last resort. */
int chart_spaced(const struct chart *chart, int spacing, struct rng *rng)
{
    enum { DRAWS = 8 };
    uint16_t found[MAX_CELLS];
    int count = 0;

    for (int i = 0; i < DRAWS; i++) {
        int cell = chart_any(chart, rng);

        if (chart_is_spaced(chart, cell, spacing))
            return cell;
    }
    for (int i = 0; i < chart->open; i++)
        if (chart_is_spaced(chart, chart->cell[i], spacing))
            found[count++] = chart->cell[i];
    return count ? found[rng_below(rng, (uint32_t)count)] : OFF_BOARD;
}

/* Both lists grow without branches, which nobody could predict. */
int chart_beside_hits(const struct chart *chart, bool line, struct rng *rng)
{
    uint16_t beside[DIRECTIONS * MAX_CELLS + 1], in_line[DIRECTIONS * MAX_CELLS + 1];
    uint32_t count = 0, lined = 0;

    for (int i = 0; i < chart->hits; i++) {
        int hit = chart->hit[i];
        const uint16_t *next = chart->next[hit];

        for (int direction = 0; direction < DIRECTIONS; direction++) {
            bool open = chart_is_open(chart, next[direction]);

            beside[count] = in_line[lined] = next[direction];
            count += open;
            lined += line && open && chart_joined(chart, hit, next[direction ^ 2]);
        }
    }
    if (lined)
        return in_line[rng_below(rng, lined)];
    return count ? beside[rng_below(rng, count)] : OFF_BOARD;
}

static int name_cell(struct bot *bot, const struct chart *chart, int (*choose)(struct bot *bot))
{
    return chart->open ? choose(bot) : chart->cell[chart->waters - 1];
}

/* Names several cells, each set aside so that the next choice is another one. */
static void name_salvo(struct bot *bot, struct chart *chart, struct move *move,
                       int (*choose)(struct bot *bot))
{
    int open = chart->open, waters = chart->waters;

    for (int i = 0; i < move->count; i++) {
        int cell = name_cell(bot, chart, choose);

        if (chart->open)
            set_aside(chart, cell);
        else
            chart->waters--;
        move->cell[i] = (uint16_t)cell;
    }
    chart->open = open;
    chart->waters = waters;
}

/* Only a chart of another game takes a cell that was shot for open. */
static bool is_fresh(const struct view *view, const struct move *move)
{
    bool fresh = true;

    for (int i = 0; i < move->count; i++)
        fresh &= !cellset_has(&view->tracking.shot, move->cell[i]);
    return fresh;
}

static void name_cells(struct bot *bot, const struct view *view, struct move *move,
                       int (*choose)(struct bot *bot))
{
    struct chart *chart = bot->state;

    chart_follow(chart, view);
    move->kind = MOVE_FIRE;
    move->count = (uint8_t)view_salvo(view);
    if (move->count == 1)
        move->cell[0] = (uint16_t)name_cell(bot, chart, choose);
    else
        name_salvo(bot, chart, move, choose);
}

enum broken chart_fire(struct bot *bot, const struct view *view, struct move *move,
                       int (*choose)(struct bot *bot))
{
    name_cells(bot, view, move, choose);
    if (!is_fresh(view, move)) {
        chart_round_start(bot, view, 0);
        name_cells(bot, view, move, choose);
    }
    return BROKEN_NONE;
}

void chart_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct chart *chart = bot->state;

    (void)view;
    (void)round;
    chart->seen = 0;
}

enum error chart_yes_no(const struct bot *bot, struct slice key, struct slice value, bool *yes,
                        struct message *message)
{
    *yes = slice_is(value, "yes");
    if (*yes || slice_is(value, "no"))
        return OK;
    return error_set(ERR_RANGE, message, "%s: %s is yes or no, not '%s'", bot->kind->name,
                     slice_quote(key).text, slice_quote(value).text);
}
