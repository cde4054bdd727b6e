/* What one player may know, and nothing else.
 *
 * A view holds the player's own fleet, its own moves with their answers in order, the enemy's moves
 * as announced, stocks and the public status. It is built from the player's own layout and from
 * outcomes alone (view_note folds them in), so it cannot leak the other side, and any process that
 * hears the outcomes can keep the same view. Bots, inference and front ends work on views; only the
 * engine sees two of them side by side. A view is a plain value of fixed size. */
#ifndef BROADSIDE_RULES_VIEW_H
#define BROADSIDE_RULES_VIEW_H

#include "rules/event.h"

#include <stddef.h>

enum { MAX_SIGHTINGS = 2 * MAX_STOCK };

struct shot {
    uint16_t cell;
    uint8_t answer; /* miss, hit or sunk, as announced */
    uint8_t ship;   /* the kind that was announced, or NO_SHIP */
};

/* The shots at one board. */
struct track {
    struct cellset shot, hit;
    struct cellset water; /* known to be empty: around sunk ships that may not touch */
    int shots, hits, wasted;
    struct shot order[MAX_CELLS]; /* `shots` answered ones, first to last */
};

/* The answer of a radar sweep or a hint, with the state it was given in. */
struct sighting {
    uint16_t cell, after; /* top-left cell as named; answered shots fired before it */
    uint8_t is_hint, found;
    uint8_t screens; /* smoke screens the enemy had laid by then, some of them perhaps gone */
    uint8_t raised;  /* the enemy's reinforcement had come */
};

/* The player's own fleet. Slot `rules.ships` is the reinforcement, where there is one. */
struct fleet {
    struct layout layout;
    uint8_t slots;
    uint8_t left[MAX_SLOTS]; /* unhit cells of each ship; 0 for sunk and wrecked ones */
    uint64_t afloat;         /* bit per slot */
    struct ship extra;       /* what lies in slot `rules.ships` */
    uint8_t screens;         /* own smoke: top-left cells */
    uint8_t shield;          /* 1 + the screen that stops shots now, 0 for none */
    uint16_t screen[MAX_SLOTS];
    uint8_t ship_at[MAX_CELLS]; /* slot or NO_SHIP; wrecked ships are not there */
};

/* What the player may still use. */
struct stock {
    uint8_t radar, smoke, hints;
    uint8_t unlocked; /* SPECIAL_ARTILLERY, SPECIAL_TORPEDO */
    uint8_t fresh;    /* those unlocked in the present turn */
    uint8_t sunk;     /* enemy ships sunk, reinforcements not counted */
    uint8_t misses;   /* in a row */
    uint8_t raised;   /* the reinforcement has been called */
    uint8_t salvo;    /* shots of a salvo this turn */
};

struct view {
    struct rules rules;
    struct status status;
    uint8_t side;
    uint8_t enemy_screens;           /* smoke screens the enemy has laid */
    uint8_t enemy_sunk;              /* enemy ships announced as sunk, or wrecked at the start */
    uint8_t enemy_raised;            /* 1 + the kind of the enemy's reinforcement, 0 for none */
    uint16_t enemy_raised_after;     /* our answered shots before that */
    uint8_t enemy_afloat[MAX_SLOTS]; /* by kind; meaningful where sinkings are named */
    uint8_t sightings;
    struct stock stock;
    struct fleet own;
    struct track incoming; /* the enemy's shots at our board */
    struct track tracking; /* our shots at the enemy's board */
    struct sighting sighting[MAX_SIGHTINGS];
};

/* A fresh view of a game that has not started. */
void view_init(struct view *view, const struct rules *rules, int side);

/* Lays the own fleet out; the layout has passed layout_check. A ship of length 1 lies horizontally.
 */
void view_place(struct view *view, const struct layout *layout);

/* The game begins: who moves, and which enemy ships are afloat, by kind (all but the wrecked). */
void view_start(struct view *view, const struct status *status,
                const uint8_t enemy_afloat[MAX_SLOTS]);

/* Folds in what a move did, of either side: what the engine does step by step while it resolves the
 * move (take back the unlock, each event, the end of the move), or all of it from an outcome. */
void view_use(struct view *view, int mover, const struct move *move);
void view_event(struct view *view, int mover, const struct move *move, const struct event *event);
void view_settle(struct view *view, const struct outcome *outcome);
void view_note(struct view *view, const struct move *move, const struct outcome *outcome);

/* May the player make this move now? Only what it knows decides. ERR_REPEAT for a shot without a
 * new cell, ERR_UNAVAILABLE for what is not in stock, not unlocked or not part of the rules. */
enum error view_check(const struct view *view, const struct move *move, struct message *message);

/* Is this kind of move available at all, whatever its target? */
enum error view_can(const struct view *view, enum move_kind kind, struct message *message);

/* The legal targets of a kind that is available, as far as they do anything: cells to fire at,
 * top-left cells of areas; for a torpedo the rows, then the columns, numbered from 0. Returns how
 * many there are. */
int view_targets(const struct view *view, enum move_kind kind, struct cellset *targets);

/* How many cells `fire` must name now. */
static inline int view_salvo(const struct view *view)
{
    int open = rules_cells(&view->rules) - view->tracking.shots;

    if (!view->rules.salvo)
        return 1;
    return view->stock.salvo < open ? view->stock.salvo : open;
}

/* A legal place for a reinforcement of this kind, counted from 0 in reading order, horizontal
 * before vertical; ERR_PLACEMENT past the last. */
enum error view_raise_place(const struct view *view, int kind, int number,
                            struct placement *placement);

/* The ship in a slot of the own fleet. */
const struct ship *view_own_ship(const struct view *view, int slot);

/* The own fleet as layout text, a reinforcement after the fleet. */
void view_print_fleet(const struct view *view, struct writer *writer);

/* The cells of the 2x2 area named by its top-left cell under the rules' edge; 0 if it is refused.
 */
int view_area_cells(const struct rules *rules, int cell, int cells[4]);

/* What the tracking grid shows, which under `tracking = hard` is less than the view knows. */
enum mark { MARK_UNKNOWN, MARK_MISS, MARK_HIT, MARK_WATER };
enum mark view_tracking_mark(const struct view *view, int cell);

#endif
