/* Maximum matching in a graph of players who may meet (Edmonds' blossom algorithm). Allocates
 * nothing. */
#ifndef BROADSIDE_CONTEST_MATCHING_H
#define BROADSIDE_CONTEST_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_VERTICES = 1024, VERTEX_WORDS = MAX_VERTICES / 64, ALONE = -1 };

/* Who may meet whom; symmetric. Starts as all zeros. */
struct graph {
    int count;
    uint64_t row[MAX_VERTICES][VERTEX_WORDS];
};

void graph_join(struct graph *graph, int a, int b);
bool graph_joined(const struct graph *graph, int a, int b);

/* Removes all pairs of a player. */
void graph_isolate(struct graph *graph, int a);

/* Extends `mate` to a maximum matching and returns the number of its pairs. `mate` starts as any
 * matching of the graph: mate[a] is b and mate[b] is a, or ALONE. */
int matching_grow(const struct graph *graph, int mate[MAX_VERTICES]);

#endif
