/* What a view says about the hidden fleet, in the form that counting needs.
 *
 * Every answer, whatever is announced, restricts each ship on its own: a ship lies where no miss
 * is; if all its cells are hit, it sank with the last of them, and that shot was answered as the
 * rules answer a sinking of this ship; every other hit on it was answered "hit". What ties the
 * ships together is only that they keep apart and that every hit is explained by one of them. Ships
 * that cannot be told apart by any of this form a class. Beyond that there are blocks of cells of
 * which at least one holds a ship: positive radar sweeps and hints. A negative sweep says that its
 * cells are empty where it is certain; where smoke may have answered it, it says nothing here.
 *
 * Evidence is a plain value built from a view; it never sees a true layout. */
#ifndef BROADSIDE_INFER_EVIDENCE_H
#define BROADSIDE_INFER_EVIDENCE_H

#include "rules/view.h"

enum { MAX_BLOCKS = MAX_SIGHTINGS };

/* Ships of the same length and announcement. */
struct ship_class {
    uint8_t length, kind, count;
    uint8_t raised;        /* the reinforcement, a class of its own */
    uint16_t never_before; /* raised: shots fired before it came, none of which can have met it */
};

/* Cells of which at least one holds a ship. Of what was seen before a reinforcement came, the
 * reinforcement is no explanation. */
struct block {
    int count;
    uint16_t cell[9];
    bool before_raise;
};

/* Whose ships are not at a cell. */
enum { EMPTY_OF_FLEET = 1, EMPTY_OF_RAISED = 2 };

struct evidence {
    struct rules rules;
    int classes, ships;
    struct ship_class ship_class[MAX_SLOTS];
    int hits, shots;
    int blocks;
    struct block block[MAX_BLOCKS];
    int16_t time[MAX_CELLS];   /* of the shot at this cell, -1 for none */
    uint8_t answer[MAX_CELLS]; /* where time >= 0: miss, hit or sunk */
    uint8_t named[MAX_CELLS];  /* the kind announced there, or NO_SHIP */
    uint8_t empty[MAX_CELLS];  /* by an empty sweep, or no-touch: a set of EMPTY_OF_ */
};

/* Digests a view. ERR_MISMATCH with a sentence where the view contradicts itself: more hits than
 * ship cells, a ship sunk more often than there are ships of that name. */
enum error evidence_from_view(const struct view *view, struct evidence *evidence,
                              struct message *message);

/* Did this negative sweep of the view's sightings see what was there, whatever smoke the enemy has
 * laid? If not, smoke may have answered it. */
bool evidence_sweep_is_certain(const struct view *view, int sighting);

/* Is there, for every hit on its own, a ship that explains it? ERR_MISMATCH names the first
 * without. */
enum error evidence_explain_hits(const struct evidence *evidence, struct message *message);

/* May a ship of this class lie at `placement` (wholly on the board)? */
bool evidence_allows(const struct evidence *evidence, int ship_class, struct placement placement);

/* Would a shot at `cell` sink a ship that lies at `placement`, which evidence_allows? */
bool evidence_sinks(const struct evidence *evidence, int ship_class, struct placement placement,
                    int cell);

#endif
