/* Solves small boards: finds the exact lowest mean number of shots that any strategy needs.
 *
 * The solver lists all legal layouts, each equally likely; equal ships are distinguishable. A
 * shooter knows the remaining layouts and the cells it has hit. The value of that knowledge is the
 * number of further shots under best play, summed over the remaining layouts. It is a whole number,
 * so only the final division rounds. Positions are cached up to symmetry. The solver obeys the
 * rules' `announce` and `touch`.
 *
 * Solves boards of up to 32 cells and 4096 layouts, and rejects larger ones. A budget of positions
 * bounds the work; time never does. */
#ifndef BROADSIDE_BENCH_SOLVER_H
#define BROADSIDE_BENCH_SOLVER_H

#include "rules/layout.h"

enum { SOLVER_CELLS = 32, SOLVER_SHIPS = 4, SOLVER_LAYOUTS = 4096 };

struct solver;

/* Lists the layouts. ERR_RANGE for boards that are too large and for rules under which a turn is
 * more than one shot. */
enum error solver_new(const struct rules *rules, struct solver **solver, struct message *message);
void solver_free(struct solver *solver);

int solver_layouts(const struct solver *solver);
struct layout solver_layout(const struct solver *solver, int index);

/* The mean when each shot goes to the cell that most layouts cover; ties go to the first cell in
 * reading order. */
double solver_greedy(const struct solver *solver);

/* The mean of the best strategy. ERR_FULL if it takes more than `budget` positions; ERR_MEMORY. */
enum error solver_optimal(struct solver *solver, uint64_t budget, double *mean,
                          struct message *message);

/* The number of positions that the last solver_optimal examined. */
uint64_t solver_positions(const struct solver *solver);

#endif
