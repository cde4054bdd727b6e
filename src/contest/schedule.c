/* Entrants are divided into groups, one per league or a single one, and each group is scheduled by
 * itself.
 *
 * A stage of a swiss is drawn anew whenever it is asked for. Matches of it that were played already
 * are part of it: as long as nobody came or went they are part of the new draw anyway, and
 * otherwise they are kept and only those without a match are paired. */
#include "contest/schedule.h"

#include "contest/swiss.h"

#include <assert.h>
#include <string.h>

enum { ALL_PAIRS = MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2 };

/* What there is, and where the pairings go. */
struct plan {
    const struct contest_terms *terms;
    const struct entrant *entrants;
    const struct contest_match *scores;
    int scores_count, stage;
    struct pairing *pairings;
    int room, made;
};

/* Those of one league that play, in the order of the list. */
struct group {
    int count, member[MAX_ENTRANTS];
    bool is_leader[MAX_ENTRANTS]; /* by index of the entrant, as the next */
    bool has[MAX_ENTRANTS];
};

/* Pairs are numbered along the columns of a triangle, which grows to the right. */
uint64_t pairing_number(int a, int b, int stage)
{
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);

    assert(a >= 0 && b >= 0 && a != b && high < MAX_ENTRANTS && stage >= 0);
    return (uint64_t)stage * ALL_PAIRS + high * (high - 1) / 2 + low + 1;
}

int swiss_stages(const struct contest_terms *terms, int entrants)
{
    int stages = 0;

    if (entrants < 2)
        return 0;
    if (terms->stages > 0)
        return terms->stages;
    while (entrants > 1 << stages)
        stages++;
    return stages;
}

static void add(struct plan *plan, int a, int b, int stage)
{
    if (plan->made < plan->room)
        plan->pairings[plan->made] = (struct pairing){
            .a = a < b ? a : b,
            .b = a < b ? b : a,
            .stage = stage,
            .number = pairing_number(a, b, stage),
        };
    plan->made++;
}

/* Leaders are counted with those who are out or gone: nobody moves up and has to play everyone. */
static void gather(const struct plan *plan, int count, int first, bool total, struct group *group)
{
    int leaders = plan->terms->leaders > 1 ? plan->terms->leaders : 1, seen = 0;

    memset(group, 0, sizeof *group);
    for (int i = first; i < count; i++) {
        const struct entrant *entrant = &plan->entrants[i];

        if (!total && strcmp(entrant->league, plan->entrants[first].league) != 0)
            continue;
        group->is_leader[i] = seen++ < leaders;
        group->has[i] = entrant_plays(entrant);
        if (group->has[i])
            group->member[group->count++] = i;
    }
}

/* Pairs whose places have the same sum go together: nearly everybody plays once before anybody
 * plays again, so that a table half way through is about all. */
static void pair_all(struct plan *plan, const struct group *group)
{
    int n = group->count;

    for (int sum = 0; sum < n; sum++)
        for (int i = 0; i < n; i++) {
            int j = (sum + n - i) % n, a = group->member[i], b = group->member[j];

            if (i < j &&
                (plan->terms->format == FORMAT_ALL || group->is_leader[a] || group->is_leader[b]))
                add(plan, a, b, 0);
        }
}

/* Is it a match of this group at all? Numbers come from a file and may be anything. */
static bool is_within(const struct group *group, const struct pairing *pairing)
{
    return pairing->a >= 0 && pairing->b >= 0 && pairing->a < MAX_ENTRANTS &&
           pairing->b < MAX_ENTRANTS && pairing->a != pairing->b && group->has[pairing->a] &&
           group->has[pairing->b];
}

static void remember(const struct plan *plan, const struct group *group,
                     struct swiss_history *history)
{
    memset(history, 0, sizeof *history);
    for (int i = 0; i < plan->scores_count; i++) {
        const struct contest_match *score = &plan->scores[i];
        int player[2] = {score->pairing.a, score->pairing.b};

        if (!is_within(group, &score->pairing) || score->pairing.stage >= plan->stage)
            continue;
        for (int side = 0; side < 2; side++) {
            uint8_t *met = &history->met[player[side]][player[1 - side]];

            *met = (uint8_t)(*met + (*met < UINT8_MAX));
            history->points[player[side]] += contest_match_points(score, side);
            history->rounds_won[player[side]] += score->side[side].won;
            history->matches[player[side]]++;
        }
    }
}

/* The matches of this stage that were played already: their players' opponents, else -1. */
static void recall(const struct plan *plan, const struct group *group, int *opponent)
{
    for (int i = 0; i < MAX_ENTRANTS; i++)
        opponent[i] = -1;
    for (int i = 0; i < plan->scores_count; i++) {
        const struct pairing *pairing = &plan->scores[i].pairing;

        if (is_within(group, pairing) && pairing->stage == plan->stage &&
            opponent[pairing->a] < 0 && opponent[pairing->b] < 0) {
            opponent[pairing->a] = pairing->b;
            opponent[pairing->b] = pairing->a;
        }
    }
}

/* Pairs those who have no opponent yet; true if that changes nothing for those who have one. */
static bool draw_rest(const struct swiss_history *history, const int *order, int count,
                      const int *played, int *opponent)
{
    int partner[MAX_ENTRANTS];
    bool agrees = true;

    swiss_pair(history, order, count, partner);
    for (int i = 0; i < count; i++) {
        opponent[order[i]] = partner[i] < 0 ? -1 : order[partner[i]];
        agrees &= played[order[i]] < 0 || played[order[i]] == opponent[order[i]];
    }
    return agrees;
}

static void pair_swiss(struct plan *plan, const struct group *group)
{
    struct swiss_history history;
    int order[MAX_ENTRANTS], rest[MAX_ENTRANTS], left = 0;
    int played[MAX_ENTRANTS], opponent[MAX_ENTRANTS];

    if (plan->stage >= swiss_stages(plan->terms, group->count))
        return;
    remember(plan, group, &history);
    recall(plan, group, played);
    memcpy(order, group->member, sizeof order);
    swiss_order(&history, order, group->count);
    if (!draw_rest(&history, order, group->count, played, opponent)) {
        memcpy(opponent, played, sizeof opponent);
        for (int i = 0; i < group->count; i++)
            if (played[order[i]] < 0)
                rest[left++] = order[i];
        draw_rest(&history, rest, left, played, opponent);
    }
    for (int i = 0; i < group->count; i++) {
        int a = order[i], b = opponent[a];

        if (b >= 0) {
            add(plan, a, b, plan->stage);
            opponent[b] = -1;
        }
    }
}

/* Is it the first of its league in the list? */
static bool opens_league(const struct entrant *entrants, int i)
{
    for (int j = 0; j < i; j++)
        if (strcmp(entrants[j].league, entrants[i].league) == 0)
            return false;
    return true;
}

int schedule(const struct contest_terms *terms, const struct entrant *entrants, int count,
             const struct contest_match *scores, int scores_count, int stage,
             struct pairing *pairings, int room)
{
    struct plan plan = {
        .terms = terms,
        .entrants = entrants,
        .scores = scores,
        .scores_count = scores_count,
        .stage = stage,
        .pairings = pairings,
        .room = room,
    };
    struct group group;

    assert(count <= MAX_ENTRANTS && stage >= 0);
    for (int i = 0; i < count; i++) {
        if (terms->total ? i > 0 : !opens_league(entrants, i))
            continue;
        gather(&plan, count, i, terms->total, &group);
        if (terms->format == FORMAT_SWISS)
            pair_swiss(&plan, &group);
        else if (stage == 0)
            pair_all(&plan, &group);
    }
    return plan.made;
}
