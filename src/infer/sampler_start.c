/* The search for all explanations, and for a first layout.
 *
 * It explains one open item after the other, always the one with the fewest explanations: a hit, a
 * sweep that found a ship, or a hint. Then it places the remaining ships, always the class with the
 * fewest placements. All possibilities are tried, in random order, so that a search which ends
 * without a layout proves that there is none. */
#include "infer/sampler_internal.h"

struct start_search {
    struct sampler *sampler;
    struct chain *chain;
    struct rng *rng;
    int nodes;
    bool incomplete;         /* a list of choices was too long */
    uint8_t left[MAX_SLOTS]; /* ships of each class that are not placed yet */
    int placed;
};

bool sampler_can_explain(const struct sampler *sampler, const uint8_t *left, int ship_class,
                         const struct sampler_item *item)
{
    return left[ship_class] > 0 &&
           !(item->before_raise && sampler->evidence->ship_class[ship_class].raised);
}

/* Counts the explanations, some of them more than once; stops at `most`. */
static int count_explanations(const struct sampler *sampler, const uint8_t *left,
                              const struct sampler_item *item, const struct row_masks *taken,
                              int most)
{
    struct placement place[2 * MAX_LENGTH];
    int count = 0;

    for (int c = 0; c < sampler->evidence->classes; c++)
        for (int i = 0;
             i < item->count && count < most && sampler_can_explain(sampler, left, c, item); i++)
            count += sampler_explanations(sampler, c, item->cell[i], taken, place);
    return count;
}

int sampler_hardest_item(const struct sampler *sampler, const struct sampler_scene *scene,
                         const uint8_t *left, const uint16_t *hit, int hits,
                         struct sampler_item *item)
{
    const struct evidence *evidence = sampler->evidence;
    int most = MAX_CELLS * MAX_SLOTS, fewest = most;

    for (int i = 0; i < hits + evidence->blocks + evidence->hints && fewest > 0; i++) {
        struct sampler_item candidate = {NULL, 0, false};
        int count;

        if (i < hits) {
            candidate = (struct sampler_item){&hit[i], 1, false};
        } else if (i < hits + evidence->blocks) {
            const struct block *block = &evidence->block[i - hits];

            candidate = (struct sampler_item){block->cell, block->count, block->before_raise};
        } else {
            const struct hint *hint = &evidence->hint[i - hits - evidence->blocks];

            if (hint->settled > 0)
                continue;
            candidate = (struct sampler_item){hint->cell, hint->count, hint->before_raise};
        }
        if (i >= hits && sampler_is_met(evidence, &candidate, scene))
            continue;
        count = count_explanations(sampler, left, &candidate, &scene->taken, fewest);
        if (count < fewest) {
            fewest = count;
            *item = candidate;
        }
    }
    return fewest == most ? -1 : fewest;
}

/* --- all explanations --------------------------------------------------------------------------*/

void sampler_put_down(struct sampler_search *search, int ship_class, struct placement at)
{
    search->place[search->placed] = at;
    search->class_at[search->placed++] = (uint8_t)ship_class;
    search->left[ship_class]--;
}

void sampler_pick_up(struct sampler_search *search)
{
    search->left[search->class_at[--search->placed]]++;
}

/* Do the ships `left` have enough cells to cover this many hits? */
static bool has_room(const struct evidence *evidence, const uint8_t *left, int hits)
{
    int room = 0;

    for (int c = 0; c < evidence->classes; c++)
        room += left[c] * evidence->ship_class[c].length;
    return room >= hits;
}

/* Explains the hardest item, then the rest. To find no way twice, a placement over a cell of the
 * item is tried only with the cells of the item before that one closed to all other ships. */
void sampler_explain(struct sampler_search *search, const struct sampler_scene *scene)
{
    const struct evidence *evidence = search->sampler->evidence;
    struct placement place[2 * MAX_LENGTH];
    struct sampler_item item = {NULL, 0, false};
    uint16_t hit[MAX_CELLS];
    int hits = sampler_open_hits(search->sampler, scene, hit, MAX_CELLS), explanations;

    if (--search->nodes < 0 || !has_room(evidence, search->left, hits))
        return;
    search->sampler->work += sampler_node_work(search->sampler, hits);
    explanations = sampler_hardest_item(search->sampler, scene, search->left, hit, hits, &item);
    if (explanations < 0)
        search->end(search, scene);
    for (int c = 0; c < evidence->classes && explanations > 0; c++) {
        struct sampler_scene start = *scene;

        if (!sampler_can_explain(search->sampler, search->left, c, &item))
            continue;
        for (int i = 0; i < item.count; i++) {
            int count = sampler_explanations(search->sampler, c, item.cell[i], &start.taken, place);

            for (int j = 0; j < count && search->nodes >= 0; j++) {
                struct sampler_scene next = start;

                sampler_place(&next, evidence, c, place[j]);
                sampler_put_down(search, c, place[j]);
                sampler_explain(search, &next);
                sampler_pick_up(search);
            }
            sampler_close(&start, &evidence->rules, item.cell[i]);
        }
    }
}

/* --- one layout --------------------------------------------------------------------------------*/

static int count_hits(const struct sampler *sampler, const struct sampler_scene *scene,
                      struct placement at, int length)
{
    struct row_masks rows = {{0}};
    int count = 0;

    row_masks_mark(&rows, &sampler->evidence->rules, at, length, 0);
    for (int row = 0; row < sampler->evidence->rules.height; row++)
        count +=
            row_masks_count_bits(rows.row[row] & sampler->hits.row[row] & ~scene->covered.row[row]);
    return count;
}

/* Lists the explanations of the item, by descending key. Returns their number. */
static int list_explanations(struct start_search *search, const struct sampler_scene *scene,
                             const struct sampler_item *item, struct sampler_choice *choice)
{
    const struct evidence *evidence = search->sampler->evidence;
    struct placement place[2 * MAX_LENGTH];
    int choices = 0;

    for (int c = 0; c < evidence->classes; c++) {
        struct sampler_scene start = *scene; /* lists no placement at two cells of the item */

        for (int i = 0; i < item->count; i++) {
            int count = 0;

            if (sampler_can_explain(search->sampler, search->left, c, item))
                count =
                    sampler_explanations(search->sampler, c, item->cell[i], &start.taken, place);
            sampler_close(&start, &evidence->rules, item->cell[i]);
            for (int j = 0; j < count; j++) {
                uint32_t hits = (uint32_t)count_hits(search->sampler, scene, place[j],
                                                     evidence->ship_class[c].length);
                struct sampler_choice add = {hits << 16 | rng_below(search->rng, 1 << 16),
                                             (uint8_t)c, place[j].vertical,
                                             (uint8_t)place[j].column, (uint8_t)place[j].row};
                int slot = choices;

                if (choices == MAX_CHOICES) {
                    search->incomplete = true;
                    return choices;
                }
                for (choices++; slot > 0 && choice[slot - 1].key < add.key; slot--)
                    choice[slot] = choice[slot - 1];
                choice[slot] = add;
            }
        }
    }
    return choices;
}

/* Lists the placements of the class that has the fewest, from a random one on. Returns their
 * number. */
static int list_free(struct start_search *search, const struct sampler_scene *scene,
                     struct sampler_choice *choice)
{
    const struct evidence *evidence = search->sampler->evidence;
    int height = evidence->rules.height, fewest = MAX_CHOICES + 1, chosen = 0, first;
    struct place_masks places, best;

    memset(&best, 0, sizeof best);
    for (int c = 0; c < evidence->classes; c++) {
        int count;

        if (search->left[c] == 0)
            continue;
        place_masks_fit(&places, &search->sampler->allowed[c], evidence->ship_class[c].length,
                        height, &scene->taken);
        count = place_masks_count(&places, height);
        if (count < fewest) {
            fewest = count;
            chosen = c;
            memcpy(&best, &places, sizeof best);
        }
    }
    first = fewest > 0 ? (int)rng_below(search->rng, (uint32_t)fewest) : 0;
    for (int i = 0; i < fewest; i++) {
        struct placement at = place_masks_nth(&best, (first + i) % fewest);

        choice[i] = (struct sampler_choice){0, (uint8_t)chosen, at.vertical, (uint8_t)at.column,
                                            (uint8_t)at.row};
    }
    return fewest;
}

/* The next ship of the class that is not placed yet. */
static int next_ship(const struct start_search *search, int ship_class)
{
    int ship = 0;

    while (search->sampler->class_of[ship] != ship_class || search->chain->ship[ship].placed)
        ship++;
    return ship;
}

static bool search_layout(struct start_search *search, const struct sampler_scene *scene)
{
    struct sampler *sampler = search->sampler;
    struct sampler_choice *choice = sampler->choice[search->placed];
    struct sampler_item item = {NULL, 0, false};
    uint16_t hit[MAX_CELLS];
    int hits, explanations, choices;

    if (sampler->work > sampler->most_work)
        search->nodes = 0;
    if (--search->nodes < 0)
        return false;
    hits = sampler_open_hits(sampler, scene, hit, MAX_CELLS);
    sampler->work += sampler_node_work(sampler, hits);
    if (!has_room(sampler->evidence, search->left, hits))
        return false;
    explanations = sampler_hardest_item(sampler, scene, search->left, hit, hits, &item);
    if (explanations == 0)
        return false;
    if (explanations < 0 && search->placed == sampler->ships)
        return true;
    choices = explanations < 0 ? list_free(search, scene, choice)
                               : list_explanations(search, scene, &item, choice);
    for (int i = 0; i < choices && search->nodes >= 0; i++) {
        int ship_class = choice[i].ship_class, ship = next_ship(search, ship_class);
        struct placement at = {choice[i].column, choice[i].row, choice[i].vertical, 1};
        struct sampler_scene next = *scene;

        sampler_place(&next, sampler->evidence, ship_class, at);
        search->chain->ship[ship] = at;
        search->left[ship_class]--;
        search->placed++;
        if (search_layout(search, &next))
            return true;
        search->placed--;
        search->left[ship_class]++;
        search->chain->ship[ship].placed = 0;
    }
    return false;
}

enum error sampler_start(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng)
{
    struct start_search search = {.sampler = sampler, .chain = chain, .rng = rng, .nodes = nodes};
    struct sampler_scene nothing;

    memset(chain, 0, sizeof *chain);
    memset(&nothing, 0, sizeof nothing);
    for (int c = 0; c < sampler->evidence->classes; c++)
        search.left[c] = sampler->evidence->ship_class[c].count;
    if (search_layout(&search, &nothing))
        return OK;
    return search.nodes < 0 || search.incomplete ? ERR_FULL : ERR_MISMATCH;
}
