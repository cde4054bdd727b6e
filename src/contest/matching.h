/* The largest number of pairs in a graph of players who may meet (Edmonds' blossoms). Plain values;
 * nothing is allocated. */
#ifndef BROADSIDE_CONTEST_MATCHING_H
#define BROADSIDE_CONTEST_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_VERTICES = 256, VERTEX_WORDS = MAX_VERTICES / 64, ALONE = -1 };

/* Who may meet whom; symmetric. Starts as all zeroes. */
struct graph {
    int count;
    uint64_t row[MAX_VERTICES][VERTEX_WORDS];
};

void graph_join(struct graph *graph, int a, int b);
bool graph_joined(const struct graph *graph, int a, int b);

/* Takes a player out: it may meet nobody any more. */
void graph_isolate(struct graph *graph, int a);

/* Lets `mate` grow until no larger one exists, and returns its pairs. It comes in as any matching
 * of the graph: mate[a] is b and mate[b] is a, or ALONE. */
int matching_grow(const struct graph *graph, int mate[MAX_VERTICES]);

#endif
