#include "contest/planned.h"

#include "contest/schedule.h"

#include <stdlib.h>

/* All pairings of the stage, played or not; the caller frees. */
static enum error draw_stage(const struct contest *contest, int stage, struct pairing **pairings,
                             int *count, struct message *message)
{
    *count = schedule_pairings(contest, stage, NULL, 0);
    *pairings = *count >= 0 ? calloc((size_t)*count + 1, sizeof **pairings) : NULL;
    if (*pairings && schedule_pairings(contest, stage, *pairings, *count) == *count)
        return OK;
    *count = 0;
    return error_set(ERR_MEMORY, message, "out of memory");
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct pairing *)a)->number;
    uint64_t right = ((const struct pairing *)b)->number;

    return (left > right) - (left < right);
}

/* Fills in everything but the parts. `left` are the pairings that are not played. */
static void describe(const struct contest *contest, const struct pairing *pairings, int count,
                     struct pairing *left, int left_count, struct planned_match *matches,
                     uint64_t *work)
{
    qsort(left, (size_t)left_count, sizeof *left, by_number);
    for (int i = 0; i < count; i++) {
        const struct pairing *pairing = &pairings[i];

        work[i] = contest->entrants[pairing->a].share_us + contest->entrants[pairing->b].share_us;
        matches[i] = (struct planned_match){
            .pairing = *pairing,
            .work = work[i],
            .is_played = !bsearch(pairing, left, (size_t)left_count, sizeof *left, by_number)};
    }
}

static enum error split(struct planned_match *matches, const uint64_t *work, int count, int parts,
                        struct message *message)
{
    int *part_of = calloc((size_t)count + 1, sizeof *part_of);
    enum error error;

    if (!part_of)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = shard_split(work, count, parts, part_of, message);
    for (int i = 0; !error && i < count; i++)
        matches[i].part = part_of[i];
    free(part_of);
    return error;
}

enum error planned_matches(const struct contest *contest, int parts, struct planned_match **matches,
                           int *count, struct message *message)
{
    struct pairing *left = NULL, *all = NULL;
    uint64_t *work = NULL;
    int left_count = 0, stage = 0;
    enum error error = schedule_remaining(contest, &left, &left_count, &stage, message);

    *matches = NULL;
    *count = 0;
    if (!error && left_count > 0)
        error = draw_stage(contest, stage, &all, count, message);
    if (!error && *count > 0) {
        *matches = calloc((size_t)*count, sizeof **matches);
        work = calloc((size_t)*count, sizeof *work);
        if (*matches && work) {
            describe(contest, all, *count, left, left_count, *matches, work);
            error = split(*matches, work, *count, parts, message);
        } else {
            error = error_set(ERR_MEMORY, message, "out of memory");
        }
    }
    free(left);
    free(all);
    free(work);
    return error;
}

enum error planned_stage(const struct contest *contest, int *stage, struct message *message)
{
    struct pairing *left = NULL;
    int count = 0;
    enum error error = schedule_remaining(contest, &left, &count, stage, message);

    free(left);
    if (!error && (count == 0 || schedule_begun(contest) > *stage))
        *stage = -1;
    return error;
}

enum error planned_part(const struct contest *contest, const struct shard *shard,
                        struct pairing **pairings, int *count, uint64_t *work,
                        struct message *message)
{
    struct planned_match *matches;
    int all;
    enum error error = planned_matches(contest, shard->parts, &matches, &all, message);

    *count = 0;
    *work = 0;
    *pairings = error ? NULL : calloc((size_t)all + 1, sizeof **pairings);
    if (!*pairings) {
        free(matches);
        return error ? error : error_set(ERR_MEMORY, message, "out of memory");
    }
    for (int i = 0; i < all; i++)
        if (matches[i].part == shard->part && !matches[i].is_played) {
            (*pairings)[(*count)++] = matches[i].pairing;
            *work += matches[i].work;
        }
    free(matches);
    return OK;
}
