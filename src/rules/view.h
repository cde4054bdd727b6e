/* Everything one player knows, and nothing else.
 *
 * A view holds the player's own fleet, its moves and their answers, the enemy's moves as announced,
 * the special moves left, and the public status. It is built only from the player's own layout and
 * from outcomes (see view_note), so it cannot leak the other side, and any process that receives
 * the outcomes can keep the same view. Bots, inference and front ends work on views; only the
 * engine has both. A view is a plain value of fixed size. */
#ifndef BROADSIDE_RULES_VIEW_H
#define BROADSIDE_RULES_VIEW_H

#include "rules/event.h"

#include <stddef.h>

enum { MAX_SIGHTINGS = 2 * MAX_STOCK };

struct shot {
    uint16_t cell;
    uint8_t answer; /* miss, hit or sunk, as announced */
    uint8_t ship;   /* the kind announced, or NO_SHIP */
};

/* The shots at one board. */
struct track {
    struct cellset shot, hit;
    struct cellset water; /* known to be empty: cells around sunk ships, if ships may not touch */
    /* Own hits that sank a ship without an announcement, but gained a special move. */
    struct cellset gained;
    int shots, hits, wasted;
    struct shot order[MAX_CELLS]; /* the first `shots` entries are used */
};

/* The answer to a radar sweep or hint, and the state at that moment. */
struct sighting {
    uint16_t cell, after; /* top-left cell as given; answered shots before it */
    uint8_t is_hint, found;
    uint8_t screens; /* smoke screens the enemy had laid by then, including cleared ones */
    uint8_t raised;  /* the enemy had already raised a ship */
};

/* The player's own fleet. Slot `rules.ships` is the reinforcement, if there is one. */
struct fleet {
    struct layout layout;
    uint8_t slots;
    uint8_t left[MAX_SLOTS];    /* unhit cells of each ship; 0 for sunk and wrecked ones */
    uint64_t afloat;            /* one bit per slot */
    struct ship extra;          /* the ship in slot `rules.ships` */
    uint8_t screens;            /* own smoke screens laid and not cleared */
    uint8_t shield;             /* 1 + the screen that stops shots now, 0 for none */
    uint8_t cleared;            /* own screens that the enemy's last move used up */
    uint16_t screen[MAX_SLOTS]; /* top-left cells of the screens, then of those just cleared */
    uint8_t ship_at[MAX_CELLS]; /* slot, or NO_SHIP; excludes wrecks */
};

/* The special moves and hints that the player has left. */
struct stock {
    uint8_t radar, smoke, hints;
    uint8_t unlocked; /* SPECIAL_ARTILLERY, SPECIAL_TORPEDO */
    uint8_t fresh;    /* those unlocked this turn */
    uint8_t sunk;     /* enemy ships sunk, reinforcements not counted */
    uint8_t misses;   /* in a row */
    uint8_t raised;   /* the reinforcement has been used */
    uint8_t salvo;    /* shots in a salvo this turn */
};

struct view {
    struct rules rules;
    struct status status;
    uint8_t side;
    uint8_t enemy_screens;           /* smoke screens the enemy has laid */
    uint8_t enemy_sunk;              /* enemy ships announced as sunk, or wrecked at the start */
    uint8_t enemy_raised;            /* 1 + the kind of the enemy's reinforcement, 0 for none */
    uint16_t enemy_raised_after;     /* our answered shots before it was raised */
    uint8_t enemy_afloat[MAX_SLOTS]; /* by kind; if sinkings have no names, at the start */
    uint8_t sightings;
    struct stock stock;
    struct fleet own;
    struct track incoming; /* the enemy's shots at our board */
    struct track tracking; /* our shots at the enemy's board */
    struct sighting sighting[MAX_SIGHTINGS];
};

/* Starts a view of a game that has not started. */
void view_init(struct view *view, const struct rules *rules, int side);

/* Places the player's fleet. The layout has passed layout_check. */
void view_place(struct view *view, const struct layout *layout);

/* The game starts. `enemy_afloat` counts the enemy ships by kind, without wrecks. */
void view_start(struct view *view, const struct status *status,
                const uint8_t enemy_afloat[MAX_SLOTS]);

/* Update the view after a move of either side. While the engine resolves a move it calls view_use
 * (which consumes an unlocked special), view_event for each event, and view_settle at the end.
 * view_note does all of that from an outcome. */
void view_use(struct view *view, int mover, const struct move *move);
void view_event(struct view *view, int mover, const struct move *move, const struct event *event);
void view_settle(struct view *view, const struct outcome *outcome);
void view_note(struct view *view, const struct move *move, const struct outcome *outcome);

/* May the player make this move now? ERR_REPEAT for a shot without a new cell, ERR_UNAVAILABLE for
 * a move that is used up, locked or not part of the rules. */
enum error view_check(const struct view *view, const struct move *move, struct message *message);

/* Is this kind of move available now, whatever its target? */
enum error view_can(const struct view *view, enum move_kind kind, struct message *message);

/* What is counted before a hint, such as "misses in a row". A whole salvo counts once. */
const char *view_hint_unit(const struct rules *rules);

/* Finds the legal targets of this kind of move that have an effect: cells to fire at, or top-left
 * cells of areas. For a torpedo the rows, then the columns, are numbered from 0. Returns how many
 * there are. */
int view_targets(const struct view *view, enum move_kind kind, struct cellset *targets);

/* How many cells `fire` must name this turn. */
static inline int view_salvo(const struct view *view)
{
    int open = rules_cells(&view->rules) - view->tracking.shots;

    if (!view->rules.salvo)
        return 1;
    return view->stock.salvo < open ? view->stock.salvo : open;
}

/* Legal place number `number` for a reinforcement of this kind, in reading order, horizontal ones
 * first; ERR_PLACEMENT past the last. */
enum error view_raise_place(const struct view *view, int kind, int number,
                            struct placement *placement);

/* Lists the kinds of ship that the player can raise now. If there is none, the message says why. */
enum error view_raisable(const struct view *view, int kinds[MAX_SLOTS], int *count,
                         struct message *message);

/* How long a raised ship of this kind is. */
int view_raise_length(const struct view *view, int kind);

/* The ship in a slot of the player's fleet. */
const struct ship *view_own_ship(const struct view *view, int slot);

/* Prints the player's fleet as layout text, with the reinforcement last. */
void view_print_fleet(const struct view *view, struct writer *writer);

/* Lists the cells of the 2x2 area whose top-left cell is given, following the rule `edge`. Returns
 * how many, or 0 if the area is illegal. */
int view_area_cells(const struct rules *rules, int cell, int cells[4]);

/* What the tracking grid shows. Under `tracking = hard` that is less than the view knows. */
enum mark { MARK_UNKNOWN, MARK_MISS, MARK_HIT, MARK_WATER };
enum mark view_tracking_mark(const struct view *view, int cell);

#endif
