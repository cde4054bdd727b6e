/* Entrants are divided into groups, one per league or a single one, and each group is scheduled
 * separately.
 *
 * A stage of a swiss is drawn again whenever it is needed. Its matches that were already played are
 * part of it: if no entrant came or left, the new draw contains them anyway; otherwise they are
 * kept and only entrants without a match are paired. */
#include "contest/schedule.h"

#include "contest/swiss.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a swiss were laid out when a tournament took 256 bots and 100 stages. Pairs that were
 * possible then keep their numbers; those of later entrants follow. */
enum {
    ALL_PAIRS = MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2,
    FIRST_PAIRS = 256 * 255 / 2,
    FIRST_NUMBERS = 100 * FIRST_PAIRS
};

/* One call of schedule_pairings. */
struct stage_draw {
    const struct contest *contest;
    struct swiss_history *history; /* of a swiss: too large for the stack of a thread */
    int stage;
    struct pairing *pairings;
    int room, made;
};

/* The players of one league, in the order of the list. */
struct group {
    int count, member[MAX_ENTRANTS];
    bool is_leader[MAX_ENTRANTS]; /* by entrant */
    bool has[MAX_ENTRANTS];       /* by entrant */
};

/* Pairs are numbered along the columns of a triangle, which grows to the right. */
uint64_t schedule_number(enum contest_format format, int a, int b, int stage)
{
    uint64_t low = (uint64_t)(a < b ? a : b), high = (uint64_t)(a < b ? b : a);
    uint64_t pair = high * (high - 1) / 2 + low, turn = (uint64_t)stage;

    assert(a >= 0 && b >= 0 && a != b && high < MAX_ENTRANTS && stage >= 0);
    if (format != FORMAT_SWISS)
        return pair + 1;
    if (pair < FIRST_PAIRS)
        return turn * FIRST_PAIRS + pair + 1;
    return FIRST_NUMBERS + turn * (ALL_PAIRS - FIRST_PAIRS) + pair - FIRST_PAIRS + 1;
}

int schedule_stages(const struct contest_terms *terms, int entrants)
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

static void add_pairing(struct stage_draw *draw, int a, int b, int stage)
{
    if (draw->made < draw->room)
        draw->pairings[draw->made] = (struct pairing){
            .a = a < b ? a : b,
            .b = a < b ? b : a,
            .stage = stage,
            .number =
                schedule_number((enum contest_format)draw->contest->terms.format, a, b, stage),
        };
    draw->made++;
}

/* Leaders that do not take part are counted too, so no other entrant is promoted and has to play
 * everyone. */
static void fill_group(const struct stage_draw *draw, int first, struct group *group)
{
    int leaders = draw->contest->terms.leaders > 1 ? draw->contest->terms.leaders : 1, seen = 0;
    bool is_total = contest_is_total(draw->contest);

    memset(group, 0, sizeof *group);
    for (int i = first; i < draw->contest->entrants_count; i++) {
        const struct entrant *entrant = &draw->contest->entrants[i];

        if (!is_total && strcmp(entrant->league, draw->contest->entrants[first].league) != 0)
            continue;
        group->is_leader[i] = seen++ < leaders;
        group->has[i] = entrant_plays(entrant);
        if (group->has[i])
            group->member[group->count++] = i;
    }
}

/* Pairs whose places have the same sum go together: nearly every entrant plays once before one
 * plays again, so a table halfway through covers all of them. */
static void pair_all(struct stage_draw *draw, const struct group *group)
{
    int n = group->count;

    for (int sum = 0; sum < n; sum++)
        for (int i = 0; i < n; i++) {
            int j = (sum + n - i) % n, a = group->member[i], b = group->member[j];

            if (i < j && (draw->contest->terms.format == FORMAT_ALL || group->is_leader[a] ||
                          group->is_leader[b]))
                add_pairing(draw, a, b, 0);
        }
}

/* Is it a match of this group? The numbers come from a file and may be anything. */
static bool is_within(const struct group *group, const struct pairing *pairing)
{
    return pairing->a >= 0 && pairing->b >= 0 && pairing->a < MAX_ENTRANTS &&
           pairing->b < MAX_ENTRANTS && pairing->a != pairing->b && group->has[pairing->a] &&
           group->has[pairing->b];
}

static void fill_history(const struct stage_draw *draw, const struct group *group,
                         struct swiss_history *history)
{
    memset(history, 0, sizeof *history);
    for (int i = 0; i < draw->contest->matches_count; i++) {
        const struct contest_match *match = &draw->contest->matches[i];
        int player[2] = {match->pairing.a, match->pairing.b};

        if (!is_within(group, &match->pairing) || match->pairing.stage >= draw->stage)
            continue;
        for (int side = 0; side < 2; side++) {
            uint8_t *met = &history->met[player[side]][player[1 - side]];

            *met = (uint8_t)(*met + (*met < UINT8_MAX));
            history->points[player[side]] += contest_match_points(match, side);
            history->rounds_won[player[side]] += match->side[side].won;
            history->matches[player[side]]++;
        }
    }
}

/* The opponent of each entrant in the matches of this stage that were already played, or -1.
 * Returns whether there are any. */
static bool find_played(const struct stage_draw *draw, const struct group *group, int *opponent)
{
    bool any = false;

    for (int i = 0; i < MAX_ENTRANTS; i++)
        opponent[i] = -1;
    for (int i = 0; i < draw->contest->matches_count; i++) {
        const struct pairing *pairing = &draw->contest->matches[i].pairing;

        if (is_within(group, pairing) && pairing->stage == draw->stage &&
            opponent[pairing->a] < 0 && opponent[pairing->b] < 0) {
            opponent[pairing->a] = pairing->b;
            opponent[pairing->b] = pairing->a;
            any = true;
        }
    }
    return any;
}

/* Has no more than one member no opponent? Then nothing is left to draw. */
static bool is_drawn(const struct group *group, const int *opponent)
{
    int left = 0;

    for (int i = 0; i < group->count; i++)
        left += opponent[group->member[i]] < 0;
    return left <= 1;
}

/* The member that has no opponent although all others have one, unless it joined later; or -1. */
static int find_bye(const struct stage_draw *draw, const struct group *group, const int *opponent)
{
    int bye = -1;

    for (int i = 0; i < group->count; i++)
        if (opponent[group->member[i]] < 0) {
            if (bye >= 0)
                return -1;
            bye = group->member[i];
        }
    return bye >= 0 && draw->contest->entrants[bye].joined <= draw->stage ? bye : -1;
}

/* A bye counts as a match won with all its rounds. The stages before are complete. */
static void add_byes(const struct stage_draw *draw, const struct group *group,
                     struct swiss_history *history)
{
    struct stage_draw before = *draw;
    int opponent[MAX_ENTRANTS], bye;

    for (before.stage = 0; before.stage < draw->stage; before.stage++) {
        find_played(&before, group, opponent);
        bye = find_bye(&before, group, opponent);
        if (bye >= 0) {
            history->points[bye]++;
            history->rounds_won[bye] += draw->contest->terms.rounds;
        }
    }
}

/* Draws pairs. True if the result agrees with the matches already played. */
static bool draw_pairs(const struct swiss_history *history, const int *order, int count,
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

/* Draws a stage: sets the order of the group's members and the opponent of each, -1 for a bye. */
static void draw_stage(const struct stage_draw *draw, const struct group *group, int *order,
                       int *opponent)
{
    struct swiss_history *history = draw->history;
    int rest[MAX_ENTRANTS], left = 0, played[MAX_ENTRANTS];

    fill_history(draw, group, history);
    add_byes(draw, group, history);
    find_played(draw, group, played);
    memcpy(order, group->member, (size_t)group->count * sizeof *order);
    swiss_order(history, order, group->count);
    if (!draw_pairs(history, order, group->count, played, opponent)) {
        memcpy(opponent, played, sizeof played);
        for (int i = 0; i < group->count; i++)
            if (played[order[i]] < 0)
                rest[left++] = order[i];
        draw_pairs(history, rest, left, played, opponent);
    }
}

static void pair_swiss(struct stage_draw *draw, const struct group *group)
{
    int order[MAX_ENTRANTS], opponent[MAX_ENTRANTS];

    if (draw->stage >= schedule_stages(&draw->contest->terms, group->count))
        return;
    draw_stage(draw, group, order, opponent);
    for (int i = 0; i < group->count; i++) {
        int a = order[i], b = opponent[a];

        if (b >= 0) {
            add_pairing(draw, a, b, draw->stage);
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

int schedule_pairings(const struct contest *contest, int stage, struct pairing *pairings, int room)
{
    struct stage_draw draw = {
        .contest = contest, .stage = stage, .pairings = pairings, .room = room};
    bool is_total = contest_is_total(contest), is_swiss = contest->terms.format == FORMAT_SWISS;
    struct group group;

    assert(contest->entrants_count <= MAX_ENTRANTS && stage >= 0);
    draw.history = is_swiss ? malloc(sizeof *draw.history) : NULL;
    if (is_swiss && !draw.history)
        return -1;
    for (int i = 0; i < contest->entrants_count; i++) {
        if (is_total ? i > 0 : !opens_league(contest->entrants, i))
            continue;
        fill_group(&draw, i, &group);
        if (is_swiss)
            pair_swiss(&draw, &group);
        else if (stage == 0)
            pair_all(&draw, &group);
    }
    free(draw.history);
    return draw.made;
}

/* Counts the byes of a group in the stages that have begun. */
static void count_byes(const struct contest *contest, struct swiss_history *history,
                       const struct group *group, int *byes)
{
    struct stage_draw draw = {.contest = contest, .history = history};
    int order[MAX_ENTRANTS], opponent[MAX_ENTRANTS];
    int stages = schedule_stages(&contest->terms, group->count), bye;

    for (draw.stage = 0; draw.stage < stages; draw.stage++) {
        if (!find_played(&draw, group, opponent))
            return;
        if (!is_drawn(group, opponent))
            draw_stage(&draw, group, order, opponent);
        bye = find_bye(&draw, group, opponent);
        if (bye >= 0)
            byes[bye]++;
    }
}

enum error schedule_byes(const struct contest *contest, int byes[MAX_ENTRANTS],
                         struct message *message)
{
    const struct stage_draw draw = {.contest = contest};
    bool is_total = contest_is_total(contest);
    struct swiss_history *history;
    struct group group;

    memset(byes, 0, MAX_ENTRANTS * sizeof *byes);
    if (contest->terms.format != FORMAT_SWISS)
        return OK;
    history = malloc(sizeof *history);
    if (!history)
        return error_set(ERR_MEMORY, message, "out of memory for the byes of a swiss");
    for (int i = 0; i < contest->entrants_count; i++) {
        if (is_total ? i > 0 : !opens_league(contest->entrants, i))
            continue;
        fill_group(&draw, i, &group);
        if (group.count % 2)
            count_byes(contest, history, &group, byes);
    }
    free(history);
    return OK;
}

int schedule_begun(const struct contest *contest)
{
    int stages = 0;

    for (int i = 0; i < contest->matches_count; i++)
        if (contest->matches[i].pairing.stage >= stages)
            stages = contest->matches[i].pairing.stage + 1;
    return stages;
}

/* --- what is left ------------------------------------------------------------------------------*/

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* The numbers of all matches that were played, sorted; the caller frees. */
static uint64_t *played_numbers(const struct contest *contest)
{
    uint64_t *numbers = malloc(((size_t)contest->matches_count + 1) * sizeof *numbers);

    for (int i = 0; numbers && i < contest->matches_count; i++)
        numbers[i] = contest->matches[i].pairing.number;
    if (numbers)
        qsort(numbers, (size_t)contest->matches_count, sizeof *numbers, compare_numbers);
    return numbers;
}

static int count_stages(const struct contest *contest)
{
    return contest->terms.format == FORMAT_SWISS
               ? schedule_stages(&contest->terms, contest_players(contest))
               : 1;
}

/* Of one stage. */
static int most_pairings(const struct contest *contest)
{
    int players = contest_players(contest);

    return contest->terms.format == FORMAT_SWISS ? players / 2 : players * (players - 1) / 2;
}

enum error schedule_remaining(const struct contest *contest, struct pairing **pairings, int *count,
                              int *stage, struct message *message)
{
    int stages = count_stages(contest), most = most_pairings(contest), drawn = 0;
    uint64_t *played = played_numbers(contest);

    *count = 0;
    *stage = 0;
    *pairings = calloc((size_t)most + 1, sizeof **pairings);
    if (!*pairings || !played)
        drawn = -1;
    for (int i = 0; i < stages && *count == 0 && drawn >= 0; i++) {
        drawn = schedule_pairings(contest, i, *pairings, most);
        *stage = i;
        for (int k = 0; k < drawn; k++)
            if (!bsearch(&(*pairings)[k].number, played, (size_t)contest->matches_count,
                         sizeof *played, compare_numbers))
                (*pairings)[(*count)++] = (*pairings)[k];
    }
    free(played);
    return drawn >= 0 ? OK : error_set(ERR_MEMORY, message, "out of memory");
}
