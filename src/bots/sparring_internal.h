/* The parts of `sparring`: a style is a way to place the fleet and a way to shoot. */
#ifndef BROADSIDE_BOTS_SPARRING_INTERNAL_H
#define BROADSIDE_BOTS_SPARRING_INTERNAL_H

#include "bots/placement_grid.h"

struct sparring;

enum { MAX_LISTED = 25, MAX_WINDOW = 50 };

enum ship_order { SHIPS_LONG_FIRST, SHIPS_SHORT_FIRST, SHIPS_SHUFFLED };

/* How a style places its fleet: uniformly at random, carelessly, or each ship where it costs
 * least. */
struct fleet_habit {
    /* The cost of a ship at these cells; NULL for a random fleet. */
    int64_t (*cost)(const struct sparring *sparring, const struct rules *rules, const int *cells,
                    int count);
    enum ship_order order;
    bool random_ties; /* among the cheapest places; otherwise it takes the first */
    bool careless;    /* does not check whether ships overlap */
    bool off_board;   /* does not check either whether they are on the board */
    int listed;       /* draws this many layouts at the start of the match and uses only these */
    int window;       /* remembers the enemy's shots of this many rounds; 0 for all */
    int reset;        /* forgets them each time after this many rounds; 0 for never */
};

enum cell_order { CELLS_BY_ROW, CELLS_FROM_CENTRE, CELLS_SHUFFLED };

/* How a style shoots: like another bot, or with a function of its own. */
struct shooting_habit {
    const char *bot;                /* shoots like this bot ... */
    int (*choose)(struct bot *bot); /* ... or chooses cells in this way, as for shot_map_fire */
    bool fixed;                     /* breaks ties in the same way in every round */
    bool exact;            /* counts layouts with the frequencies as weights, where it can */
    enum cell_order order; /* of a search in a fixed order */
    double keep;           /* the part of what was learned that is left after a round */
};

struct sparring_style {
    const char *name;
    struct fleet_habit fleet;
    struct shooting_habit shooting;
    const char *then; /* the style from the middle of the match on, as a new bot; NULL for none */
};

/* The table of styles; NULL past the last. */
const struct sparring_style *sparring_style(int index);

struct sparring {
    struct shot_map map;                /* must be first */
    const struct sparring_style *style; /* now */
    int option;                         /* the style asked for */
    struct rules rules;                 /* of the match */
    struct match_terms terms;           /* with these rules */
    struct bot *shooter;                /* for shooting.bot; NULL if out of memory */

    /* By cell: the enemy's shots, with cells + 1 - k for the k-th of a round. */
    uint32_t heat[MAX_CELLS];
    uint16_t past[MAX_WINDOW][MAX_CELLS]; /* the heat of single rounds, if there is a window */
    int noted;                            /* rounds seen so far */

    int area[4];          /* a quarter of the board: first and last column, first and last row */
    bool area_is_upright; /* as a half */
    struct layout list[MAX_LISTED];
    struct cellset taken; /* while placing */

    uint16_t order[MAX_CELLS]; /* of the search */
    struct placement_grid grid;

    /* What was learned about the enemy's fleets, all with the same decay. */
    double hits[MAX_CELLS];                 /* per cell */
    double ships[MAX_LENGTH + 1];           /* whose placement is known, by length */
    float at[MAX_LENGTH + 1][2][MAX_CELLS]; /* by length, direction and first cell */
    double value[MAX_CELLS];                /* of shooting at each cell */
    struct weighted_posterior *posterior;   /* with shooting.exact; NULL if out of memory */
};

/* Draws a fleet in the style. */
void sparring_place(struct sparring *sparring, const struct rules *rules, struct rng *rng,
                    struct layout *layout);
/* Draws the list, if there is one, and the area. */
void sparring_place_start(struct sparring *sparring, const struct rules *rules, struct rng *rng);
/* Notes the enemy's shots of a round. */
void sparring_place_note(struct sparring *sparring, const struct view *view);

int64_t sparring_cost_sum(const struct sparring *sparring, const struct rules *rules,
                          const int *cells, int count);
int64_t sparring_cost_highest(const struct sparring *sparring, const struct rules *rules,
                              const int *cells, int count);
int64_t sparring_cost_inland(const struct sparring *sparring, const struct rules *rules,
                             const int *cells, int count);
int64_t sparring_cost_corner(const struct sparring *sparring, const struct rules *rules,
                             const int *cells, int count);
int64_t sparring_cost_touching(const struct sparring *sparring, const struct rules *rules,
                               const int *cells, int count);
int64_t sparring_cost_apart(const struct sparring *sparring, const struct rules *rules,
                            const int *cells, int count);
int64_t sparring_cost_outside_half(const struct sparring *sparring, const struct rules *rules,
                                   const int *cells, int count);
int64_t sparring_cost_outside_quarter(const struct sparring *sparring, const struct rules *rules,
                                      const int *cells, int count);

/* Prepares the shooter of the style. */
void sparring_shoot_start(struct bot *bot, const struct match_terms *terms);
void sparring_shoot_release(struct sparring *sparring);
void sparring_shoot_round(struct bot *bot, const struct view *view, uint64_t round);
enum broken sparring_shoot(struct bot *bot, const struct view *view, struct move *move);
/* Learns from a round that is over. */
void sparring_shoot_note(struct sparring *sparring, const struct view *view);

int sparring_choose_in_order(struct bot *bot);
int sparring_choose_by_cells(struct bot *bot);
int sparring_choose_by_ships(struct bot *bot);

#endif
