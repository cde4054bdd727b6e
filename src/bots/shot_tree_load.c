/* Loads a list of layouts into a tree. */
#include "bots/shot_tree_internal.h"

#include <stdlib.h>
#include <string.h>

struct shot_tree *shot_tree_new(const struct tree_settings *settings)
{
    struct shot_tree *tree = calloc(1, sizeof *tree);

    if (!tree)
        return NULL;
    tree->settings = *settings;
    tree->count = tree_choose_count();
    tree->memo = calloc(MEMO_SLOTS, sizeof *tree->memo);
    if (!tree->memo) {
        free(tree);
        return NULL;
    }
    return tree;
}

void shot_tree_free(struct shot_tree *tree)
{
    if (!tree)
        return;
    free(tree->cover);
    free(tree->weight);
    free(tree->at);
    free(tree->open);
    free(tree->kind);
    free(tree->through);
    free(tree->sinks);
    free(tree->stack);
    free(tree->memo);
    free(tree);
}

/* Numbers the open cells that the layouts cover, in reading order, and notes for each berth which
 * of them it has. */
static enum error number_cells(struct shot_tree *tree, const struct layout_list *list,
                               const struct evidence *evidence)
{
    size_t entries = (size_t)list->layouts * (size_t)list->ships;
    int16_t slot[MAX_CELLS];

    memset(slot, 0xff, sizeof slot);
    for (size_t i = 0; i < entries; i++) {
        const struct listed_berth *berth = &list->berth[list->at[i]];

        for (int k = 0; k < berth->length; k++)
            if (evidence->time[berth->cell[k]] < 0)
                slot[berth->cell[k]] = 0;
    }
    tree->slots = 0;
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (slot[cell] < 0)
            continue;
        if (tree->slots == EXACT_CELLS)
            return ERR_FULL;
        slot[cell] = (int16_t)tree->slots;
        tree->cell[tree->slots++] = (uint16_t)cell;
    }
    for (int i = 0; i < list->berths; i++) {
        const struct listed_berth *berth = &list->berth[i];

        tree->kind[i] = evidence->ship_class[berth->ship_class].kind;
        tree->open[i] = 0;
        for (int k = 0; k < berth->length; k++)
            if (slot[berth->cell[k]] >= 0)
                tree->open[i] |= wide_bit(slot[berth->cell[k]]);
    }
    return OK;
}

/* Lists the berths at each cell that are used in some layout. */
static void list_through(struct shot_tree *tree, const struct layout_list *list)
{
    size_t entries = (size_t)list->layouts * (size_t)list->ships;
    uint32_t used = 0;

    memset(tree->sinks, 0, (size_t)list->berths);
    for (size_t i = 0; i < entries; i++)
        tree->sinks[list->at[i]] = 1;
    for (int slot = 0; slot < tree->slots; slot++) {
        tree->first_through[slot] = used;
        for (int i = 0; i < list->berths; i++)
            if (tree->sinks[i] && tree->open[i] & wide_bit(slot))
                tree->through[used++] = (uint16_t)i;
    }
    tree->first_through[tree->slots] = used;
    memset(tree->sinks, 0, (size_t)list->berths);
}

/* Copies the layouts, without the ships that are sunk in all of them. */
static void copy_layouts(struct shot_tree *tree, const struct layout_list *list)
{
    bool afloat[MAX_SLOTS] = {false};
    uint16_t *to = tree->at;

    for (uint32_t i = 0; i < list->layouts; i++)
        for (int ship = 0; ship < list->ships; ship++)
            afloat[ship] |= tree->open[list->at[i * (size_t)list->ships + (size_t)ship]] != 0;
    tree->ships = 0;
    for (int ship = 0; ship < list->ships; ship++)
        tree->ships += afloat[ship];
    for (uint32_t i = 0; i < list->layouts; i++) {
        tree->cover[i] = 0;
        for (int ship = 0; ship < list->ships; ship++) {
            uint16_t berth = list->at[i * (size_t)list->ships + (size_t)ship];

            tree->cover[i] |= tree->open[berth];
            if (afloat[ship])
                *to++ = berth;
        }
    }
}

/* Scales the weights to eight bits. Every layout has at least 1, so the lightest ones count a
 * little too much. */
static void copy_weights(struct shot_tree *tree, const struct layout_list *list)
{
    uint64_t most = UINT8_MAX;

    tree->weighted = list->weighted;
    for (uint32_t i = 0; i < list->layouts && list->weighted; i++)
        most = list->weight[i] > most ? list->weight[i] : most;
    for (uint32_t i = 0; i < list->layouts && list->weighted; i++) {
        uint8_t weight = (uint8_t)((wide)list->weight[i] * UINT8_MAX / most);

        tree->weight[i] = weight > 0 ? weight : 1;
    }
}

/* A hash of the position, continued by tree_note_miss and tree_note_hit. */
static void hash_position(struct tree_part *part, const struct evidence *evidence)
{
    int order[MAX_CELLS];

    part->key = (uint64_t)evidence->classes << 8 | (uint64_t)evidence->ships;
    for (int i = 0; i < evidence->blocks; i++)
        for (int k = 0; k < evidence->block[i].count; k++)
            part->key = rng_mix_seed(part->key, evidence->block[i].cell[k] + ((uint64_t)i << 16));
    for (int cell = 0; cell < rules_cells(&evidence->rules); cell++) {
        if (evidence->empty[cell])
            part->key = rng_mix_seed(part->key, (uint64_t)cell << 8 | evidence->empty[cell]);
        if (evidence->time[cell] >= 0)
            order[evidence->time[cell]] = cell;
    }
    for (int i = 0; i < evidence->shots; i++) {
        int answer = evidence->answer[order[i]], named = evidence->named[order[i]];

        if (answer == ANSWER_MISS)
            tree_note_miss(part, order[i]);
        else
            tree_note_hit(part, order[i], answer == ANSWER_SUNK, named);
    }
}

/* Where may the next hit sink a ship? Beside a hit, or anywhere if every hit is named or there are
 * ships of one cell. */
static void find_near(struct shot_tree *tree, const struct layout_list *list,
                      const struct evidence *evidence)
{
    const struct rules *rules = &evidence->rules;
    int16_t slot[MAX_CELLS];
    bool anywhere = rules->announce == ANNOUNCE_EACH_HIT;

    for (int i = 0; i < list->berths; i++)
        anywhere |= list->berth[i].length == 1;
    memset(slot, 0xff, sizeof slot);
    for (int i = 0; i < tree->slots; i++)
        slot[tree->cell[i]] = (int16_t)i;
    tree->root.near = anywhere ? ~(wide)0 : 0;
    for (int i = 0; i < tree->slots; i++) {
        int column = tree->cell[i] % rules->width, row = tree->cell[i] / rules->width;

        tree->beside[i] = 0;
        for (int k = 0; k < 4; k++) {
            int x = column + (k == 0) - (k == 1), y = row + (k == 2) - (k == 3),
                cell = y * rules->width + x;

            if (x < 0 || x >= rules->width || y < 0 || y >= rules->height)
                continue;
            if (slot[cell] >= 0)
                tree->beside[i] |= wide_bit(slot[cell]);
            if (evidence->time[cell] >= 0 && evidence->answer[cell] != ANSWER_MISS)
                tree->root.near |= wide_bit(i);
        }
    }
}

/* The root has the table of all layouts. */
static void start_root(struct shot_tree *tree, const struct evidence *evidence)
{
    struct tree_part *root = &tree->root;
    int words = (int)((tree->layouts + 63) / 64);
    uint32_t *id;
    uint64_t *mask;

    tree->stack_used = 0;
    id = (uint32_t *)(void *)tree_push_words(tree, ((size_t)tree->layouts + 1) / 2);
    mask = tree_push_words(tree, (size_t)words);
    memset(mask, 0, (size_t)words * sizeof *mask);
    for (uint32_t i = 0; i < tree->layouts; i++) {
        id[i] = i;
        mask[i / 64] |= (uint64_t)1 << i % 64;
    }
    for (int i = 0; i < tree->slots; i++)
        tree->root_slot[i] = (uint8_t)i;
    tree->table = (struct tree_table){words, id, NULL, NULL};
    *root = (struct tree_part){.table = &tree->table,
                               .mask = mask,
                               .layouts = tree->layouts,
                               .weight = tree->layouts,
                               .slots = tree->slots,
                               .slot = tree->root_slot};
    for (wide cover = tree->cover[0]; cover; cover &= cover - 1)
        root->left++;
    hash_position(root, evidence);
    if (tree->weighted) {
        root->weight = 0;
        for (uint32_t i = 0; i < tree->layouts; i++) {
            root->weight += tree->weight[i];
            root->key = rng_mix_seed(root->key, tree->weight[i]);
        }
    }
    tree_build_table(tree, root, &tree->table);
}

static bool make_room(struct shot_tree *tree, const struct layout_list *list)
{
    size_t words = (size_t)list->layouts / 64 + 1, layouts = list->layouts;
    /* Masks: at most one per answer and level. Tables: each is at most a quarter of the one
     * before. */
    size_t stack = words * EXACT_CELLS * 2 * ((size_t)list->ships + 1) +
                   2 * (words + 16) * (EXACT_CELLS + 1 + PLANES) + 4 * (layouts + 64);

    if (stack <= tree->stack_room && layouts <= tree->room && list->berths <= tree->berth_room)
        return true;
    free(tree->cover);
    free(tree->weight);
    free(tree->at);
    free(tree->open);
    free(tree->kind);
    free(tree->through);
    free(tree->sinks);
    free(tree->stack);
    tree->cover = malloc(layouts * sizeof *tree->cover);
    tree->weight = malloc(layouts);
    tree->at = malloc(layouts * MAX_SLOTS * sizeof *tree->at);
    tree->open = malloc((size_t)list->berths * sizeof *tree->open);
    tree->kind = malloc((size_t)list->berths);
    tree->through = malloc((size_t)list->berths * MAX_LENGTH * sizeof *tree->through);
    tree->sinks = malloc((size_t)list->berths);
    tree->stack = malloc(stack * sizeof *tree->stack);
    tree->room = list->layouts;
    tree->berth_room = list->berths;
    tree->stack_room = stack;
    if (tree->cover && tree->weight && tree->at && tree->open && tree->kind && tree->through &&
        tree->sinks && tree->stack)
        return true;
    tree->room = 0;
    return false;
}

enum error shot_tree_load(struct shot_tree *tree, const struct layout_list *list,
                          const struct evidence *evidence)
{
    enum error error;

    if (!make_room(tree, list))
        return ERR_MEMORY;
    error = number_cells(tree, list, evidence);
    if (error)
        return error;
    tree->announce = evidence->rules.announce;
    tree->layouts = list->layouts;
    copy_layouts(tree, list);
    copy_weights(tree, list);
    list_through(tree, list);
    tree->toll = 0;
    start_root(tree, evidence);
    find_near(tree, list, evidence);
    return OK;
}

void shot_tree_race(struct shot_tree *tree, int spare)
{
    tree->toll = RACE_TOLL;
    tree->root.spare = spare;
}
