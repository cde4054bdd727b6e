/* What turn_plan.c and turn_plan_load.c share. */
#ifndef BROADSIDE_BOTS_TURN_PLAN_INTERNAL_H
#define BROADSIDE_BOTS_TURN_PLAN_INTERNAL_H

#include "bots/turn_plan.h"

enum {
    MOST_LINES = 2 * MAX_SIDE,
    FEW_ANSWERS = 4 * MAX_SLOTS, /* more than one shot can have */
};

/* What is known in a part of the tree, besides the layouts that are left. */
struct plan_state {
    wide shot;
    uint16_t left; /* ship cells not hit */
    uint8_t radar, unlocked, sunk;
};

struct plan_move {
    uint8_t kind;
    uint16_t target; /* numbered as in view_targets */
};

/* A layout in the order that the tree keeps, and the number of its answer to the last move. */
struct plan_item {
    uint32_t layout, answer;
};

struct plan_slot {
    uint64_t key;
    uint32_t answer; /* counted from 1; 0 if the slot is free */
};

struct turn_plan {
    struct rules rules;
    int cells, ships; /* ships: those with cells that are not hit */
    uint8_t kind[MAX_SLOTS], raised[MAX_SLOTS];
    int area_cells[EXACT_CELLS], area_cell[EXACT_CELLS][4];
    wide area[EXACT_CELLS], line[MOST_LINES];
    struct plan_state start;

    uint32_t layouts, room; /* room: layouts that fit into the arrays */
    const struct listed_berth *berth;
    wide *mask;       /* the cells of each berth */
    uint16_t *at;     /* the berths of each layout, `ships` of them */
    uint32_t *weight; /* of each layout */
    /* Each part of the tree is a range of items and touches only these. */
    struct plan_item *item, *copy;
    uint32_t *size;         /* of each group of equal answers, then where it starts */
    struct plan_slot *slot; /* a hash table of answers */
};

#endif
