/* What a view says about the hidden fleet, in the form that counting needs.
 *
 * Each answer restricts every ship independently: a ship covers no miss; if all its cells are hit,
 * the last of those shots sank it and was answered as the rules answer a sinking of this ship; all
 * other hits on it were answered "hit". A special move gained by a hit shows a sinking too. Ships
 * depend on each other in only two ways: they must not overlap (or touch), and every hit must be on
 * one of them. Ships that none of this can distinguish form a class. In addition there are blocks:
 * sets of cells of which at least one has a ship, from positive radar sweeps. The cells of a
 * negative sweep are empty if the sweep is certain; if smoke may have hidden something, the sweep
 * is ignored here.
 *
 * Hints are the only answers that one layout gives more often than another, so they give layouts
 * different weights. The game draws an unhit ship cell and then one of the blocks on the board that
 * contain it. The chance that a layout gives a hint is therefore proportional to the sum, over its
 * unhit cells in the block, of 1 / (blocks that contain the cell). The number of unhit cells is the
 * same for all layouts.
 *
 * Evidence is a plain value built from a view and never sees the true layout. */
#ifndef BROADSIDE_INFER_EVIDENCE_H
#define BROADSIDE_INFER_EVIDENCE_H

#include "rules/view.h"

/* Sightings have at most nine cells: a hint covers 3x3. */
enum { MAX_BLOCKS = MAX_SIGHTINGS, SIGHTING_CELLS = 9 };

/* Ships with the same length and the same announced name. */
struct ship_class {
    uint8_t length, kind, count;
    uint8_t raised;        /* the reinforcement, always in a class of its own */
    uint16_t never_before; /* raised: shots fired before it arrived, which cannot have hit it */
    uint16_t
        sunk_before; /* one of these first shots sank it, because it was raised; 0 if not known */
};

/* Cells of which at least one has a ship. */
struct block {
    int count;
    uint16_t cell[SIGHTING_CELLS];
    bool before_raise; /* seen before the reinforcement arrived, so it must be another ship */
};

/* The weight of a layout for one hint is `settled` plus the weights of the cells that it covers, in
 * units of 1 / HINT_UNIT. A weight of 0 rules the layout out. */
enum { HINT_UNIT = 36 }; /* a multiple of the number of blocks that can contain a cell */
struct hint {
    int count;
    uint16_t cell[SIGHTING_CELLS];
    uint8_t weight[SIGHTING_CELLS];
    uint16_t settled;  /* for cells that were hit later */
    bool before_raise; /* as in struct block */
};

/* Which ships cannot be at a cell. */
enum { EMPTY_OF_FLEET = 1, EMPTY_OF_RAISED = 2 };

struct evidence {
    struct rules rules;
    int classes, ships;
    struct ship_class ship_class[MAX_SLOTS];
    int hits, shots;
    int blocks;
    struct block block[MAX_BLOCKS];
    int hints; /* those that distinguish layouts */
    struct hint hint[MAX_BLOCKS];
    struct cellset hit, sunk; /* the cells with these answers; a sinking is also a hit */
    struct cellset no_fleet,
        no_raised; /* the cells where no such ship can be: misses and `empty` */
    /* Only the cells of the board are set. */
    int16_t time[MAX_CELLS];   /* of the shot at this cell, -1 for none */
    uint8_t answer[MAX_CELLS]; /* where time >= 0: miss, hit or sunk */
    uint8_t named[MAX_CELLS];  /* the kind announced there, or NO_SHIP */
    uint8_t empty[MAX_CELLS];  /* from negative sweeps and no-touch: a set of EMPTY_OF_ flags */
};

/* Builds the evidence. ERR_MISMATCH if the view contradicts itself: more hits than the fleet has
 * cells, or a ship sunk more often than there are ships of that name. */
enum error evidence_from_view(const struct view *view, struct evidence *evidence,
                              struct message *message);

/* The cells of a sweep or a hint. Returns their number. */
int evidence_sighting_cells(const struct rules *rules, const struct sighting *sighting,
                            int cells[SIGHTING_CELLS]);

/* Turns the hints into blocks: the same layouts are possible, but all with the same weight. */
void evidence_drop_weights(struct evidence *evidence);

/* Is this negative sweep reliable, whatever smoke the enemy has laid? */
bool evidence_sweep_is_certain(const struct view *view, int sighting);

/* Checks each hit separately: is there a ship that explains it? ERR_MISMATCH names the first hit
 * without one. */
enum error evidence_explain_hits(const struct evidence *evidence, struct message *message);

/* May a ship of this class be at `placement`, which must be on the board? */
bool evidence_allows(const struct evidence *evidence, int ship_class, struct placement placement);

/* Lists the placements on the board that it allows for a ship of this class: first those across,
 * then those down, in reading order. Returns their number; there is room for 2 * MAX_CELLS. */
int evidence_places(const struct evidence *evidence, int ship_class, struct placement *place);

/* Could the number of layouts, weighted by the hints, need more than 128 bits? `places` has the
 * number of placements of each class. */
bool evidence_may_overflow(const struct evidence *evidence, const int *places);

/* Would a shot at `cell` sink a ship at `placement`, which evidence_allows? */
bool evidence_sinks(const struct evidence *evidence, int ship_class, struct placement placement,
                    int cell);

#endif
