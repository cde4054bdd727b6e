/* The search explains the open hits first: it takes the hit with the fewest explanations, tries
 * each of them and recurses. Then it places the ships that are left, class by class and within a
 * class in the order of the berths. Every layout is found exactly once: a hit is covered by one
 * ship, and equal free ships have one order. Blocks are checked at the end. */
#include "infer/layout_list.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BERTHS = UINT16_MAX };

struct search {
    struct layout_list *list;
    const struct evidence *evidence;
    uint64_t most_steps;
    enum error error;          /* what stopped the search early */
    int first[MAX_SLOTS + 1];  /* the berths of each class are consecutive */
    uint8_t left[MAX_SLOTS];   /* ships of each class that are not placed yet */
    uint8_t closed[MAX_CELLS]; /* how many ships keep others out of the cell */
    uint8_t owner[MAX_CELLS];  /* 1 + the class of the ship at the cell, 0 for none */
    int hits;
    uint16_t hit[MAX_CELLS];    /* all hits; `owner` says which are explained */
    uint16_t placed[MAX_SLOTS]; /* the berth of each ship placed so far, ordered by class */
    int first_slot[MAX_SLOTS];  /* the first ship of the class in `placed` */
    uint16_t *free[MAX_SLOTS];  /* berths left for each class once all hits are explained */
    int free_count[MAX_SLOTS];
    uint16_t *pool;
};

void layout_list_init(struct layout_list *list, uint32_t most)
{
    *list = (struct layout_list){.most = most};
}

void layout_list_free(struct layout_list *list)
{
    free(list->berth);
    free(list->at);
    free(list->weight);
    layout_list_init(list, list->most);
}

/* --- berths ----------------------------------------------------------------------------------- */

static struct listed_berth berth_at(const struct rules *rules, int length, int ship_class,
                                    struct placement at)
{
    struct listed_berth berth = {.length = (uint8_t)length, .ship_class = (uint8_t)ship_class};

    for (int i = 0; i < length; i++)
        berth.cell[i] =
            (uint16_t)(at.row * rules->width + at.column + i * (at.vertical ? rules->width : 1));
    return berth;
}

/* Lists the berths of every class. Reuses the memory of the last fill. */
static enum error list_berths(struct search *search)
{
    const struct evidence *evidence = search->evidence;
    const struct rules *rules = &evidence->rules;
    struct layout_list *list = search->list;

    list->berths = 0;
    if (!list->berth)
        list->berth = malloc(MOST_BERTHS * sizeof *list->berth);
    if (!list->berth)
        return ERR_MEMORY;
    for (int c = 0; c < evidence->classes; c++) {
        struct placement place[2 * MAX_CELLS];
        int places = evidence_places(evidence, c, place);

        search->first[c] = list->berths;
        list->steps += 2 * (uint64_t)rules_cells(rules);
        if (list->berths + places > MOST_BERTHS)
            return ERR_FULL;
        for (int i = 0; i < places; i++)
            list->berth[list->berths++] =
                berth_at(rules, evidence->ship_class[c].length, c, place[i]);
    }
    search->first[evidence->classes] = list->berths;
    return OK;
}

static bool is_free(const struct search *search, const struct listed_berth *berth)
{
    for (int i = 0; i < berth->length; i++)
        if (search->closed[berth->cell[i]])
            return false;
    return true;
}

static bool covers(const struct listed_berth *berth, int cell)
{
    for (int i = 0; i < berth->length; i++)
        if (berth->cell[i] == cell)
            return true;
    return false;
}

/* Closes the cells of a berth to other ships, and their neighbours if ships may not touch; or opens
 * them again. */
static void close_cells(struct search *search, const struct listed_berth *berth, int change)
{
    const struct rules *rules = &search->evidence->rules;
    int first = berth->cell[0], last = berth->cell[berth->length - 1], width = rules->width;

    for (int i = 0; i < berth->length; i++)
        search->owner[berth->cell[i]] = change > 0 ? (uint8_t)(berth->ship_class + 1) : 0;
    if (rules->touch) {
        for (int i = 0; i < berth->length; i++)
            search->closed[berth->cell[i]] = (uint8_t)(search->closed[berth->cell[i]] + change);
        return;
    }
    for (int row = first / width - 1; row <= last / width + 1; row++)
        for (int column = first % width - 1; column <= last % width + 1; column++)
            if (row >= 0 && row < rules->height && column >= 0 && column < width) {
                uint8_t *closed = &search->closed[row * width + column];

                *closed = (uint8_t)(*closed + change);
            }
}

static void place(struct search *search, int number)
{
    const struct listed_berth *berth = &search->list->berth[number];
    int c = berth->ship_class;

    search->left[c]--;
    search->placed[search->first_slot[c] + search->left[c]] = (uint16_t)number;
    close_cells(search, berth, 1);
}

static void take_back(struct search *search, int number)
{
    const struct listed_berth *berth = &search->list->berth[number];

    search->left[berth->ship_class]++;
    close_cells(search, berth, -1);
}

/* --- the search ------------------------------------------------------------------------------- */

/* Does a ship explain every sighting? */
static bool blocks_hold(const struct search *search)
{
    const struct evidence *evidence = search->evidence;

    for (int i = 0; i < evidence->blocks; i++) {
        const struct block *block = &evidence->block[i];
        bool holds = false;

        for (int k = 0; k < block->count && !holds; k++) {
            int owner = search->owner[block->cell[k]];

            holds = owner && !(block->before_raise && evidence->ship_class[owner - 1].raised);
        }
        if (!holds)
            return false;
    }
    return true;
}

/* How likely the layout was to give the hints; 0 if it cannot have given them. */
static uint64_t weigh(const struct search *search)
{
    const struct evidence *evidence = search->evidence;
    uint64_t product = 1;

    for (int i = 0; i < evidence->hints; i++) {
        const struct hint *hint = &evidence->hint[i];
        uint64_t sum = hint->settled;

        for (int k = 0; k < hint->count; k++) {
            int owner = search->owner[hint->cell[k]];

            if (owner && !(hint->before_raise && evidence->ship_class[owner - 1].raised))
                sum += hint->weight[k];
        }
        product *= sum;
    }
    return product;
}

static bool add_weight(struct layout_list *list, uint64_t weight)
{
    if (list->layouts == list->weight_room) {
        size_t room = list->weight_room ? 2 * list->weight_room : 1024;
        uint64_t *more = realloc(list->weight, room * sizeof *more);

        if (!more)
            return false;
        list->weight = more;
        list->weight_room = room;
    }
    list->weight[list->layouts] = weight;
    return true;
}

static void add_layout(struct search *search)
{
    struct layout_list *list = search->list;
    size_t used = (size_t)list->layouts * (size_t)list->ships;
    uint64_t weight = weigh(search);

    if (weight == 0 || !blocks_hold(search))
        return;
    if (list->layouts == list->most) {
        search->error = ERR_FULL;
        return;
    }
    if (used + MAX_SLOTS > list->room) {
        size_t room = list->room ? 2 * list->room : 8192;
        uint16_t *at = realloc(list->at, room * sizeof *at);

        if (!at) {
            search->error = ERR_MEMORY;
            return;
        }
        list->at = at;
        list->room = room;
    }
    if (list->weighted && !add_weight(list, weight)) {
        search->error = ERR_MEMORY;
        return;
    }
    memcpy(list->at + used, search->placed, (size_t)list->ships * sizeof *list->at);
    list->layouts++;
}

/* Has the search failed, or run out of steps? */
static bool must_stop(struct search *search)
{
    if (search->list->steps > search->most_steps && !search->error)
        search->error = ERR_FULL;
    return search->error != OK;
}

/* Places the ships left of class `c` at its free berths from number `from` on, then the other
 * classes. */
static void place_free(struct search *search, int c, int from)
{
    while (c < search->evidence->classes && search->left[c] == 0) {
        c++;
        from = 0;
    }
    if (c == search->evidence->classes) {
        add_layout(search);
        return;
    }
    for (int i = from; i < search->free_count[c] && !must_stop(search); i++) {
        int number = search->free[c][i];

        search->list->steps++;
        if (!is_free(search, &search->list->berth[number]))
            continue;
        place(search, number);
        place_free(search, c, i + 1);
        take_back(search, number);
    }
}

/* All hits are explained: lists the berths that are free for each class, then places the ships. */
static void start_free(struct search *search)
{
    const struct layout_list *list = search->list;
    int used = 0;

    for (int c = 0; c < search->evidence->classes; c++) {
        search->free[c] = search->pool + used;
        search->free_count[c] = 0;
        if (search->left[c] == 0)
            continue;
        search->list->steps += (uint64_t)(search->first[c + 1] - search->first[c]);
        for (int i = search->first[c]; i < search->first[c + 1]; i++)
            if (is_free(search, &list->berth[i]))
                search->free[c][search->free_count[c]++] = (uint16_t)i;
        if (search->free_count[c] < search->left[c])
            return;
        used += search->free_count[c];
    }
    place_free(search, 0, 0);
}

static int count_explanations(struct search *search, int cell, int most)
{
    int count = 0;

    for (int c = 0; c < search->evidence->classes && count < most; c++) {
        if (search->left[c] == 0)
            continue;
        search->list->steps += (uint64_t)(search->first[c + 1] - search->first[c]);
        for (int i = search->first[c]; i < search->first[c + 1]; i++)
            count +=
                covers(&search->list->berth[i], cell) && is_free(search, &search->list->berth[i]);
    }
    return count;
}

/* The open hit with the fewest explanations; NO_CELL if every hit is covered. */
static int hardest_hit(struct search *search)
{
    int fewest = INT32_MAX, hardest = NO_CELL;

    for (int i = 0; i < search->hits && fewest > 0; i++) {
        int cell = search->hit[i], count;

        if (search->owner[cell])
            continue;
        count = search->closed[cell] ? 0 : count_explanations(search, cell, fewest);
        if (count < fewest) {
            fewest = count;
            hardest = cell;
        }
    }
    return hardest;
}

static void explain_hits(struct search *search)
{
    int cell = hardest_hit(search);

    if (cell == NO_CELL) {
        start_free(search);
        return;
    }
    for (int c = 0; c < search->evidence->classes; c++) {
        if (search->left[c] == 0)
            continue;
        search->list->steps += (uint64_t)(search->first[c + 1] - search->first[c]);
        for (int i = search->first[c]; i < search->first[c + 1] && !must_stop(search); i++) {
            const struct listed_berth *berth = &search->list->berth[i];

            if (!covers(berth, cell) || !is_free(search, berth))
                continue;
            place(search, i);
            explain_hits(search);
            take_back(search, i);
        }
    }
}

static void prepare(struct search *search)
{
    const struct evidence *evidence = search->evidence;
    struct layout_list *list = search->list;

    list->ships = 0;
    list->ways = 1;
    for (int c = 0; c < evidence->classes; c++) {
        int count = evidence->ship_class[c].count;

        search->left[c] = (uint8_t)count;
        search->first_slot[c] = list->ships;
        for (int i = 0; i < count; i++) {
            list->ship_class[list->ships++] = (uint8_t)c;
            list->ways = list->ways * (unsigned)(i + 1);
        }
    }
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++)
        if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
            search->hit[search->hits++] = (uint16_t)cell;
}

enum error layout_list_fill(struct layout_list *list, const struct evidence *evidence,
                            uint64_t steps)
{
    struct search search = {.list = list, .evidence = evidence, .most_steps = steps};

    list->layouts = 0;
    list->steps = 0;
    list->weighted = evidence->hints > 0;
    prepare(&search);
    search.error = evidence->hints > LISTED_HINTS ? ERR_FULL : list_berths(&search);
    if (!search.error && !(search.pool = malloc((size_t)(list->berths + 1) * sizeof *search.pool)))
        search.error = ERR_MEMORY;
    if (!search.error)
        explain_hits(&search);
    free(search.pool);
    if (!search.error && list->layouts == 0)
        search.error = ERR_MISMATCH;
    if (search.error)
        list->layouts = 0;
    return search.error;
}

enum error layout_list_make_weights(struct layout_list *list)
{
    uint64_t *more;

    if (list->layouts <= list->weight_room)
        return OK;
    more = realloc(list->weight, list->layouts * sizeof *more);
    if (!more)
        return ERR_MEMORY;
    list->weight = more;
    list->weight_room = list->layouts;
    return OK;
}
