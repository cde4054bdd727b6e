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
    uint64_t alone[VERTEX_WORDS]; /* without a mate, where a path can still end */
};

static bool is_in(const uint64_t set[VERTEX_WORDS], int v)
{
    return set[v / 64] >> (v % 64) & 1;
}

static void put(uint64_t set[VERTEX_WORDS], int v)
{
    set[v / 64] |= UINT64_C(1) << (v % 64);
}

static void take(uint64_t set[VERTEX_WORDS], int v)
{
    set[v / 64] &= ~(UINT64_C(1) << (v % 64));
}

void graph_join(struct graph *graph, int a, int b)
{
    put(graph->row[a], b);
    put(graph->row[b], a);
}

bool graph_joined(const struct graph *graph, int a, int b)
{
    return is_in(graph->row[a], b);
}

void graph_isolate(struct graph *graph, int a)
{
    memset(graph->row[a], 0, sizeof graph->row[a]);
    for (int b = 0; b < graph->count; b++)
        take(graph->row[b], a);
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

/* Extends the search from v to a neighbour that is the root or has a mate. */
static void step(struct path_search *search, int v, int to)
{
    int mate = search->mate[to];

    if (search->base[v] == search->base[to] || mate == v)
        return;
    if (to == search->root || search->parent[mate] != ALONE) {
        shrink(search, v, to);
    } else if (search->parent[to] == ALONE) {
        search->parent[to] = v;
        reach(search, mate);
    }
}

/* The first neighbour of v in the set, or ALONE. */
static int find_neighbour(const struct graph *graph, int v, const uint64_t set[VERTEX_WORDS])
{
    for (int word = 0; word < VERTEX_WORDS; word++) {
        uint64_t found = graph->row[v][word] & set[word];

        if (found)
            return 64 * word + __builtin_ctzll(found);
    }
    return ALONE;
}

static void begin_search(struct path_search *search, int root)
{
    search->root = root;
    search->head = search->tail = 0;
    take(search->alone, root);
    for (int v = 0; v < search->graph->count; v++) {
        search->parent[v] = ALONE;
        search->base[v] = v;
        search->is_even[v] = false;
    }
    reach(search, root);
}

/* The end of an augmenting path from the root, or ALONE. */
static int find_end(struct path_search *search, int root)
{
    begin_search(search, root);
    while (search->head < search->tail) {
        int v = search->queue[search->head++];
        int end = find_neighbour(search->graph, v, search->alone);

        /* It was not reached before, or the search would have ended there. */
        if (end != ALONE) {
            search->parent[end] = v;
            return end;
        }
        for (int word = 0; word < VERTEX_WORDS; word++)
            for (uint64_t left = search->graph->row[v][word]; left; left &= left - 1)
                step(search, v, 64 * word + __builtin_ctzll(left));
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

/* Pairs neighbours that are both alone, and returns in `alone` who is left and has a neighbour. */
static void pair_greedily(const struct graph *graph, int *mate, uint64_t alone[VERTEX_WORDS])
{
    memset(alone, 0, VERTEX_WORDS * sizeof *alone);
    for (int v = 0; v < graph->count; v++)
        if (mate[v] == ALONE && find_neighbour(graph, v, graph->row[v]) != ALONE)
            put(alone, v);
    for (int v = 0; v < graph->count; v++) {
        int to = is_in(alone, v) ? find_neighbour(graph, v, alone) : ALONE;

        if (to == ALONE)
            continue;
        mate[v] = to;
        mate[to] = v;
        take(alone, v);
        take(alone, to);
    }
}

int matching_grow(const struct graph *graph, int mate[MAX_VERTICES])
{
    struct path_search search = {.graph = graph, .mate = mate};
    int matched = 0;

    pair_greedily(graph, mate, search.alone);
    for (int v = 0; v < graph->count; v++) {
        int end;

        if (!is_in(search.alone, v))
            continue;
        end = find_end(&search, v);
        if (end == ALONE) {
            put(search.alone, v);
        } else {
            take(search.alone, end);
            augment(&search, end);
        }
    }
    for (int v = 0; v < graph->count; v++)
        matched += mate[v] != ALONE;
    return matched / 2;
}
