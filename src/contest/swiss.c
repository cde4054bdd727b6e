/* The best pairing is found without backtracking. A maximum matching of players who have not met
 * gives the number of fresh pairs that is possible. Then the players choose from the top. An
 * opponent is acceptable if the remaining players can still form all the fresh pairs that are
 * needed, which the matching, kept up to date, answers at once. So each choice is final, and the
 * first acceptable opponent is the best.
 *
 * Why there always is one: take a maximum matching of the remaining players. A player with a mate
 * in it can take the mate. A player without one can take another player without one, and no fresh
 * pair is lost. */
#include "contest/swiss.h"

#include "contest/matching.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)MAX_VERTICES >= (int)MAX_ENTRANTS, "a graph has room for all entrants");

/* The players of the graph are places in the order. */
struct draw {
    const struct swiss_history *history;
    const int *order;
    int count;
    int level;          /* all can be paired if pairs may have met this often */
    int fresh;          /* a pair is fresh if it met at most this often */
    int need;           /* how many fresh pairs are possible */
    struct graph graph; /* the fresh pairs of the remaining players */
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

/* The graph of pairs that met at most `most` times, without `bye`. */
static void join_up_to(struct draw *draw, int most, int bye)
{
    draw->graph = (struct graph){.count = draw->count};
    for (int i = 0; i < draw->count; i++)
        for (int j = i + 1; j < draw->count; j++)
            if (i != bye && j != bye && met(draw, i, j) <= most)
                graph_join(&draw->graph, i, j);
}

/* How good a pairing without `bye` can be: sets level, fresh and need, and finds a matching with
 * `need` fresh pairs. */
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

/* The bye of an odd number of players: among those with the fewest byes, the last one whose absence
 * allows the best pairing. */
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

/* Pairs i and j if the others can then still form the fresh pairs that are needed. */
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

/* Opponents are sorted by how often they have met, all fresh ones alike, then by place. */
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
    assert(false); /* there always is one */
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
