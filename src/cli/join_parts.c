#include "cli/join_parts.h"

#include "contest/planned.h"
#include "contest/schedule.h"
#include "store/parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_LINES = 20 }; /* of each kind; more are counted */

/* One call of join_parts. */
struct joining {
    const char *command, *path; /* path: the file that is being joined */
    struct joined_parts *joined;
    int parts; /* that the plan was split into; 0: unknown, -1: the files disagree */
};

static const char *name_of(const struct contest *contest, int entrant)
{
    return entrant >= 0 && entrant < contest->entrants_count ? contest->entrants[entrant].name
                                                             : "?";
}

static void on_conflict(void *context, const struct pairing *pairing)
{
    struct joining *joining = context;
    const struct contest *contest = &joining->joined->db.contest;

    if (joining->joined->conflicts++ < MOST_LINES)
        fprintf(stderr,
                "broadside %s: conflict: in %s, %s against %s has a different result than in an "
                "earlier file, which counts\n",
                joining->command, joining->path, name_of(contest, pairing->a),
                name_of(contest, pairing->b));
}

static enum error merge(struct joining *joining, const char *path, struct message *message)
{
    struct merge_result result = {.conflict = on_conflict, .context = joining};
    struct tournament_db *db = &joining->joined->db;
    enum error error;

    joining->path = path;
    error = parts_merge(db->store, PLAN_TOURNAMENT, db->contest.id, path, &result, message);
    if (!error && result.shard.parts && joining->parts != result.shard.parts)
        joining->parts = joining->parts ? -1 : result.shard.parts;
    return error;
}

/* Starts with the terms and the entrants of the first file. */
static enum error start(struct joining *joining, const char *path, struct message *message)
{
    struct tournament_db *db = &joining->joined->db;
    enum error error = parts_read(path, &db->contest, message);

    if (!error && !plan_exists(&db->contest.plan))
        error = error_set(ERR_MISMATCH, message, "%s is not a part of a planned tournament", path);
    if (error)
        return error;
    db->contest.plan.shard = (struct shard){0, 0};
    db->contest.matches_count = 0; /* only counted, not read */
    snprintf(db->path, sizeof db->path, "%s", path);
    error = store_open_scratch(&db->store, message);
    return error ? error : tournament_create(db->store, &db->contest, message);
}

/* --- what is missing ---------------------------------------------------------------------------*/

static void print_missing(const struct joining *joining, const struct planned_match *matches,
                          int count)
{
    const struct contest *contest = &joining->joined->db.contest;
    int printed = 0;

    for (int i = 0; i < count && printed < MOST_LINES; i++) {
        if (matches[i].is_played)
            continue;
        fprintf(stderr, "broadside %s: missing: %s against %s", joining->command,
                name_of(contest, matches[i].pairing.a), name_of(contest, matches[i].pairing.b));
        if (joining->parts > 0)
            fprintf(stderr, ", which part %d/%d owes", matches[i].part, joining->parts);
        fputc('\n', stderr);
        printed++;
    }
    if (joining->joined->missing > printed)
        fprintf(stderr, "broadside %s: missing: %d more\n", joining->command,
                joining->joined->missing - printed);
}

static void print_owing(const struct joining *joining, const struct planned_match *matches,
                        int count)
{
    int *owed = joining->parts > 0 ? calloc((size_t)joining->parts + 1, sizeof *owed) : NULL;

    for (int i = 0; owed && i < count; i++)
        owed[matches[i].part] += !matches[i].is_played;
    for (int part = 1, printed = 0; owed && part <= joining->parts && printed < MOST_LINES; part++)
        if (owed[part]) {
            fprintf(stderr, "broadside %s: part %d/%d owes %d match%s\n", joining->command, part,
                    joining->parts, owed[part], text_es((uint64_t)owed[part]));
            printed++;
        }
    if (joining->parts < 0)
        fprintf(stderr,
                "broadside %s: the files are from different numbers of parts, so it is not known "
                "which of them owes these matches\n",
                joining->command);
    free(owed);
}

/* A stage of a swiss that has no match yet is not missing: it must be planned first. */
static enum error find_missing(const struct joining *joining, struct message *message)
{
    const struct contest *contest = &joining->joined->db.contest;
    struct planned_match *matches;
    int count, left = 0;
    enum error error = planned_matches(contest, joining->parts > 0 ? joining->parts : 1, &matches,
                                       &count, message);

    for (int i = 0; !error && i < count; i++)
        left += !matches[i].is_played;
    if (!error && left && left == count && contest->terms.format == FORMAT_SWISS &&
        matches[0].pairing.stage > 0 && schedule_begun(contest) == matches[0].pairing.stage) {
        fprintf(stderr,
                "broadside %s: stage %d is complete; plan the next one with 'broadside tournament "
                "--plan FILE --after JOINED'\n",
                joining->command, matches[0].pairing.stage);
    } else if (!error && left) {
        joining->joined->missing = left;
        print_missing(joining, matches, count);
        print_owing(joining, matches, count);
        if (schedule_begun(contest) > matches[0].pairing.stage + 1)
            fprintf(stderr,
                    "broadside %s: the matches of earlier stages are in the plan; name it too\n",
                    joining->command);
    }
    free(matches);
    return error;
}

/* --- joining -----------------------------------------------------------------------------------*/

/* The matches that were joined, in memory and counted as complete if nothing is left. */
static enum error finish(struct joining *joining, struct message *message)
{
    struct tournament_db *db = &joining->joined->db;
    struct contest before = db->contest;
    struct pairing *pairings = NULL;
    int left = 0, stage;
    enum error error = tournament_load(db->store, before.id, &db->contest, message);

    contest_release(&before);
    if (!error)
        error = schedule_remaining(&db->contest, &pairings, &left, &stage, message);
    free(pairings);
    if (!error && left == 0) {
        db->contest.ended = (int64_t)time(NULL);
        db->contest.is_complete = true;
        error = tournament_set_ended(db->store, db->contest.id, db->contest.ended, message);
    }
    return error ? error : find_missing(joining, message);
}

enum error join_parts(const char *command, const char *const *paths, int count,
                      struct joined_parts *joined, struct message *message)
{
    struct joining joining = {.command = command, .joined = joined};
    enum error error;

    *joined = (struct joined_parts){.missing = 0};
    error = start(&joining, paths[0], message);
    for (int i = 0; !error && i < count; i++)
        error = merge(&joining, paths[i], message);
    if (!error)
        error = finish(&joining, message);
    if (joined->conflicts > MOST_LINES)
        fprintf(stderr, "broadside %s: conflict: %" PRId64 " more\n", command,
                joined->conflicts - MOST_LINES);
    return error;
}
