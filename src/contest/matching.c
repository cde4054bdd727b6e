/* A matching is maximum when there is no augmenting path: a path between two unmatched players that
 * alternates between unmatched and matched pairs. The search is breadth first. An odd cycle (a
 * blossom) is contracted to a single player, its base. */
#include "contest/matching.h"

#include <string.h>

struct path_search {
    const struct graph *graph;
    int *mate;
    int parent[MAX_VERTICES]; /* on the path; for players at odd distance */
    int base[MAX_VERTICES];   /* of its blossom */
    bool is_even[MAX_VERTICES];
    int queue[MAX_VERTICES], head, tail;
    int root;
};

void graph_join(struct graph *graph, int a, int b)
{
    graph->row[a][b / 64] |= UINT64_C(1) << (b % 64);
    graph->row[b][a / 64] |= UINT64_C(1) << (a % 64);
}

bool graph_joined(const struct graph *graph, int a, int b)
{
    return graph->row[a][b / 64] >> (b % 64) & 1;
}

void graph_isolate(struct graph *graph, int a)
{
    memset(graph->row[a], 0, sizeof graph->row[a]);
    for (int b = 0; b < graph->count; b++)
        graph->row[b][a / 64] &= ~(UINT64_C(1) << (a % 64));
}

static void reach(struct path_search *search, int v)
{
    search->is_even[v] = true;
    search->queue[search->tail++] = v;
}

/* The first base that the paths of both to the root share. */
static int common_base(const struct path_search *search, int a, int b)
{
    bool passed[MAX_VERTICES] = {false};

    for (;;) {
        a = search->base[a];
        passed[a] = true;
        if (search->mate[a] == ALONE)
            break;
        a = search->parent[search->mate[a]];
    }
    for (b = search->base[b]; !passed[b]; b = search->base[b])
        b = search->parent[search->mate[b]];
    return b;
}

/* Marks the blossoms on the path from v to the base, and makes the path usable from `child`. */
static void mark_way(struct path_search *search, int v, int base, int child, bool *inside)
{
    while (search->base[v] != base) {
        int mate = search->mate[v];

        inside[search->base[v]] = inside[search->base[mate]] = true;
        search->parent[v] = child;
        child = mate;
        v = search->parent[mate];
    }
}

static void shrink(struct path_search *search, int a, int b)
{
    bool inside[MAX_VERTICES] = {false};
    int base = common_base(search, a, b);

    mark_way(search, a, base, b, inside);
    mark_way(search, b, base, a, inside);
    for (int v = 0; v < search->graph->count; v++) {
        if (!inside[search->base[v]])
            continue;
        search->base[v] = base;
        if (!search->is_even[v])
            reach(search, v);
    }
}

/* Extends the search from v to a neighbour; true if that ends an augmenting path. */
static bool step(struct path_search *search, int v, int to)
{
    int mate = search->mate[to];

    if (search->base[v] == search->base[to] || search->mate[v] == to)
        return false;
    if (to == search->root || (mate != ALONE && search->parent[mate] != ALONE)) {
        shrink(search, v, to);
        return false;
    }
    if (search->parent[to] != ALONE)
        return false;
    search->parent[to] = v;
    if (mate == ALONE)
        return true;
    reach(search, mate);
    return false;
}

/* The end of an augmenting path from the root, or ALONE. */
static int find_end(struct path_search *search, int root)
{
    const struct graph *graph = search->graph;

    search->root = root;
    search->head = search->tail = 0;
    for (int v = 0; v < graph->count; v++) {
        search->parent[v] = ALONE;
        search->base[v] = v;
        search->is_even[v] = false;
    }
    reach(search, root);
    while (search->head < search->tail) {
        int v = search->queue[search->head++];

        for (int to = 0; to < graph->count; to++)
            if (graph_joined(graph, v, to) && step(search, v, to))
                return to;
    }
    return ALONE;
}

/* Swaps matched and unmatched pairs along the path that ends here. */
static void augment(struct path_search *search, int end)
{
    while (end != ALONE) {
        int before = search->parent[end], next = search->mate[before];

        search->mate[end] = before;
        search->mate[before] = end;
        end = next;
    }
}

int matching_grow(const struct graph *graph, int mate[MAX_VERTICES])
{
    struct path_search search = {.graph = graph, .mate = mate};
    int matched = 0;

    for (int v = 0; v < graph->count; v++)
        for (int to = v + 1; mate[v] == ALONE && to < graph->count; to++)
            if (mate[to] == ALONE && graph_joined(graph, v, to)) {
                mate[v] = to;
                mate[to] = v;
            }
    for (int v = 0; v < graph->count; v++)
        if (mate[v] == ALONE)
            augment(&search, find_end(&search, v));
    for (int v = 0; v < graph->count; v++)
        matched += mate[v] != ALONE;
    return matched / 2;
}
