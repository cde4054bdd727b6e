/* What the files of the sampler share: its state during a move, and the moves. */
#ifndef BROADSIDE_INFER_SAMPLER_INTERNAL_H
#define BROADSIDE_INFER_SAMPLER_INTERNAL_H

#include "infer/sampler.h"

/* The work at a node of a search without open hits, and to find all places of a ship. */
enum { SAMPLER_NODE_WORK = 100, SAMPLER_SHIP_WORK = 400 };

/* What the ships that are placed cover. */
struct sampler_scene {
    struct row_masks taken;   /* closed to other ships */
    struct row_masks covered; /* covered by any ship */
    struct row_masks fleet;   /* covered by a ship other than the reinforcement */
};

static inline int sampler_length(const struct sampler *sampler, int ship)
{
    return sampler->evidence->ship_class[sampler->class_of[ship]].length;
}

static inline void sampler_place(struct sampler_scene *scene, const struct evidence *evidence,
                                 int ship_class, struct placement at)
{
    const struct ship_class *ship = &evidence->ship_class[ship_class];

    row_masks_mark(&scene->covered, &evidence->rules, at, ship->length, 0);
    row_masks_mark(&scene->taken, &evidence->rules, at, ship->length, !evidence->rules.touch);
    if (!ship->raised)
        row_masks_mark(&scene->fleet, &evidence->rules, at, ship->length, 0);
}

/* The scene without the ships in `without`, a bit per ship. */
void sampler_scene_of(const struct sampler *sampler, const struct chain *chain, uint64_t without,
                      struct sampler_scene *scene);

/* Lists at most `most` hits that are not covered. Returns their number. */
int sampler_open_hits(const struct sampler *sampler, const struct sampler_scene *scene,
                      uint16_t *hit, int most);

/* Lists the placements of the class that cover the cell and fit; at most 2 * MAX_LENGTH. Returns
 * their number. */
int sampler_explanations(const struct sampler *sampler, int ship_class, int cell,
                         const struct row_masks *taken, struct placement *place);

/* Hits, and blocks of sweeps and hints, that a ship must explain by covering one of the cells. */
struct sampler_item {
    const uint16_t *cell;
    int count;
    bool before_raise;
};

/* Is a cell of the item covered? */
bool sampler_is_met(const struct evidence *evidence, const struct sampler_item *item,
                    const struct sampler_scene *scene);
bool sampler_blocks_are_met(const struct sampler *sampler, const struct sampler_scene *scene);

/* The weight that the hints give to the scene; 1 without hints. */
double sampler_weight(const struct sampler *sampler, const struct sampler_scene *scene);

/* Finds the placements of a ship of the class in which it explains everything that is open. */
void sampler_find_places(const struct sampler *sampler, int ship_class,
                         const struct sampler_scene *scene, struct place_masks *places);

/* The number of these placements, weighted by the hints. sampler_draw chooses one of them; it must
 * follow immediately. */
double sampler_ways(struct sampler *sampler, int ship_class, const struct sampler_scene *scene,
                    const struct place_masks *places);
struct placement sampler_draw(const struct sampler *sampler, const struct place_masks *places,
                              double ways, struct rng *rng);

/* The search for all ways to explain what is open with the ships `left` (per class). Each way is
 * found once; then `end` is called. It may leave some of the ships unplaced. Gives up, with `nodes`
 * below 0, when it takes too many steps. Of a block seen before the reinforcement arrived, it
 * misses the ways in which the reinforcement covers a cell before the first that another ship
 * covers. */
struct sampler_search {
    struct sampler *sampler;
    int nodes;
    uint8_t left[MAX_SLOTS];
    int placed;
    struct placement place[MAX_SLOTS];
    uint8_t class_at[MAX_SLOTS];
    void (*end)(struct sampler_search *search, const struct sampler_scene *scene);
};
void sampler_explain(struct sampler_search *search, const struct sampler_scene *scene);

/* Puts a ship down for the rest of a branch, or picks up the last one again. */
void sampler_put_down(struct sampler_search *search, int ship_class, struct placement at);
void sampler_pick_up(struct sampler_search *search);

/* Finds the open item with the fewest explanations by the ships `left` (per class). Returns their
 * number, in which some may count more than once, or -1 if nothing is open. The item may point into
 * `hit`, the open hits. */
int sampler_hardest_item(const struct sampler *sampler, const struct sampler_scene *scene,
                         const uint8_t *left, const uint16_t *hit, int hits,
                         struct sampler_item *item);

/* Can a ship of the class explain the item? */
bool sampler_can_explain(const struct sampler *sampler, const uint8_t *left, int ship_class,
                         const struct sampler_item *item);

/* Closes a cell to all ships. */
static inline void sampler_close(struct sampler_scene *scene, const struct rules *rules, int cell)
{
    scene->taken.row[cell / rules->width] |= (uint32_t)1 << cell % rules->width;
}

/* The work at a node of a search with this many open hits. */
static inline uint64_t sampler_node_work(const struct sampler *sampler, int hits)
{
    const struct evidence *evidence = sampler->evidence;
    int items = hits + evidence->blocks + evidence->hints;

    return SAMPLER_NODE_WORK + (uint64_t)items * (uint64_t)evidence->classes;
}

/* Moves. `sums` receives the share of every possible placement; it may be NULL. */
void sampler_move_ship(struct sampler *sampler, struct chain *chain, int ship, struct rng *rng,
                       struct place_sums *sums);
void sampler_move_pair(struct sampler *sampler, struct chain *chain, struct rng *rng);
void sampler_move_group(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng);
void sampler_move_any(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng);

/* Whole layouts: sampler_draw_restarts draws some explanations of everything open, if all can be
 * listed in `nodes` steps, and sampler_restart moves a chain to a layout with the next of them. */
void sampler_draw_restarts(struct sampler *sampler, int restarts, int nodes, struct rng *rng);
void sampler_restart(struct sampler *sampler, struct chain *chain, struct rng *rng);

/* Is the layout of the chain possible? */
bool sampler_is_possible(const struct sampler *sampler, const struct chain *chain);

/* Searches for a first layout. OK; ERR_MISMATCH if there is none; ERR_FULL if `nodes` steps were
 * not enough to decide. */
enum error sampler_start(struct sampler *sampler, struct chain *chain, int nodes, struct rng *rng);

/* A random number from 0 up to, but not including, 1. */
static inline double sampler_random(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

#endif
