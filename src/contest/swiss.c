/* The best pairing is found without trial and error. A matching of those who have not met tells how
 * many fresh pairs there can be at all. Then the players choose from the top: an opponent will do
 * if those left can still make all the fresh pairs that they need, and the matching, which is kept
 * up to date, answers that at once. So each choice is final, and the first that will do is the
 * best.
 *
 * Why somebody always will do: take a largest matching of those left. Who has a mate in it may take
 * the mate. Who has none may take another one without, and no fresh pair is lost. */
#include "contest/swiss.h"

#include "contest/matching.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)MAX_VERTICES >= (int)MAX_ENTRANTS, "a graph has room for all entrants");

/* The graph's players are places in the order. */
struct draw {
    const struct swiss_history *history;
    const int *order;
    int count;
    int level;          /* pairs that met no more often than this would do for all */
    int fresh;          /* pairs are fresh that met no more often than this */
    int need;           /* so many fresh pairs are possible */
    struct graph graph; /* the fresh pairs of those left */
    int mate[MAX_VERTICES];
};

static bool is_better(const struct swiss_history *history, int a, int b)
{
    if (history->points[a] != history->points[b])
        return history->points[a] > history->points[b];
    if (history->rounds_won[a] != history->rounds_won[b])
        return history->rounds_won[a] > history->rounds_won[b];
    return a < b;
}

void swiss_order(const struct swiss_history *history, int *order, int count)
{
    for (int i = 1; i < count; i++) {
        int entrant = order[i], at = i;

        for (; at > 0 && is_better(history, entrant, order[at - 1]); at--)
            order[at] = order[at - 1];
        order[at] = entrant;
    }
}

static int met(const struct draw *draw, int i, int j)
{
    return draw->history->met[draw->order[i]][draw->order[j]];
}

/* The graph of all who met at most `most` times; `bye` stays out of it. */
static void join_up_to(struct draw *draw, int most, int bye)
{
    draw->graph = (struct graph){.count = draw->count};
    for (int i = 0; i < draw->count; i++)
        for (int j = i + 1; j < draw->count; j++)
            if (i != bye && j != bye && met(draw, i, j) <= most)
                graph_join(&draw->graph, i, j);
}

/* How good pairings without `bye` can be: finds level, fresh and need, and a matching with so many
 * fresh pairs. */
static void survey(struct draw *draw, int bye)
{
    int pairs = draw->count / 2, mate[MAX_VERTICES], found;

    for (int i = 0; i < MAX_VERTICES; i++)
        mate[i] = ALONE;
    draw->need = 0;
    for (int most = 0;; most++) {
        join_up_to(draw, most, bye);
        found = matching_grow(&draw->graph, mate);
        if (most == 0 || found < pairs) {
            draw->need = found;
            draw->fresh = most;
            memcpy(draw->mate, mate, sizeof mate);
        }
        draw->level = most;
        if (found == pairs)
            break;
        assert(most < UINT8_MAX);
    }
    join_up_to(draw, draw->fresh, bye);
}

static int byes(const struct draw *draw, int i)
{
    return -draw->history->matches[draw->order[i]];
}

/* Who of an odd number does not play: among those with fewest byes the last whose absence lets the
 * others be paired best. */
static int choose_bye(struct draw *draw)
{
    int chosen = -1, level = 0, need = 0, fewest = byes(draw, 0);

    for (int i = 1; i < draw->count; i++)
        if (byes(draw, i) < fewest)
            fewest = byes(draw, i);
    for (int i = draw->count - 1; i >= 0; i--) {
        if (byes(draw, i) != fewest)
            continue;
        survey(draw, i);
        if (chosen < 0 || draw->level < level || (draw->level == level && draw->need > need)) {
            chosen = i;
            level = draw->level;
            need = draw->need;
        }
        if (draw->level == 0)
            break;
    }
    return chosen;
}

static void part(int *mate, int i)
{
    if (mate[i] != ALONE)
        mate[mate[i]] = ALONE;
    mate[i] = ALONE;
}

/* Lets i and j meet if those left can then make the fresh pairs that are still needed. */
static bool try_pair(struct draw *draw, int i, int j)
{
    struct graph graph = draw->graph;
    int mate[MAX_VERTICES];
    int need = draw->need - (met(draw, i, j) <= draw->fresh);

    memcpy(mate, draw->mate, sizeof mate);
    part(mate, i);
    part(mate, j);
    graph_isolate(&graph, i);
    graph_isolate(&graph, j);
    if (matching_grow(&graph, mate) < need)
        return false;
    draw->graph = graph;
    draw->need = need;
    memcpy(draw->mate, mate, sizeof mate);
    return true;
}

/* Opponents in order of how often they have met, all fresh ones alike, then of their places. */
static void find_partner(struct draw *draw, int i, int bye, int *partner)
{
    for (int often = draw->fresh; often <= UINT8_MAX; often++)
        for (int j = i + 1; j < draw->count; j++) {
            bool now = often == draw->fresh ? met(draw, i, j) <= often : met(draw, i, j) == often;

            if (now && j != bye && partner[j] < 0 && try_pair(draw, i, j)) {
                partner[i] = j;
                partner[j] = i;
                return;
            }
        }
    assert(false); /* somebody will always do */
}

void swiss_pair(const struct swiss_history *history, const int *order, int count, int *partner)
{
    struct draw draw = {.history = history, .order = order, .count = count};
    int bye = count % 2 ? choose_bye(&draw) : -1;

    survey(&draw, bye);
    for (int i = 0; i < count; i++)
        partner[i] = -1;
    for (int i = 0; i < count; i++)
        if (i != bye && partner[i] < 0)
            find_partner(&draw, i, bye, partner);
}
