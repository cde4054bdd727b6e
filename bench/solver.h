/* Small boards solved: the fewest shots that any strategy needs on average, exactly.
 *
 * All legal layouts are entry, each equally likely, equal ships told apart. What a shooter knows
 * is the set of layouts left and the cells it has hit. The value of that knowledge is the sum, over
 * the layouts left, of the shots still to come under best play; it is a whole number, so the mean
 * has no error but the last division. Positions are remembered, mirrored and turned ones together.
 * Answers are those of the rules' `announce`; `touch` is obeyed.
 *
 * It is for boards up to 32 cells with some hundred layouts; what is larger is refused with a
 * sentence. Work is bounded by a count of positions, never by time. */
#ifndef BROADSIDE_BENCH_SOLVER_H
#define BROADSIDE_BENCH_SOLVER_H

#include "rules/layout.h"

enum { SOLVER_CELLS = 32, SOLVER_SHIPS = 4, SOLVER_LAYOUTS = 4096 };

struct solver;

/* Lists the layouts. ERR_RANGE, with a sentence, for boards that are too large and for rules under
 * which a turn is more than one shot. */
enum error solver_new(const struct rules *rules, struct solver **solver, struct message *message);
void solver_free(struct solver *solver);

int solver_layouts(const struct solver *solver);
struct layout solver_layout(const struct solver *solver, int index);

/* Mean shots when the cell that most layouts left cover is shot, the first of equals in reading
 * order. */
double solver_greedy(const struct solver *solver);

/* Mean shots of the best strategy. ERR_FULL, with a sentence, when it takes more than `budget`
 * positions; ERR_MEMORY. */
enum error solver_optimal(struct solver *solver, uint64_t budget, double *mean,
                          struct message *message);

/* Positions that the last solver_optimal looked into. */
uint64_t solver_positions(const struct solver *solver);

#endif
