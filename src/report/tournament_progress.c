/* See tournament_progress.h. Only points and rounds are shown: ratings take long to compute. */
#include "report/tournament_progress.h"

#include "base/columns.h"
#include "contest/schedule.h"
#include "report/json.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum { SHOWN = 8, NAME_WIDTH = 24, TERMINAL_MS = 250, JSON_MS = 1000 };

struct live_standing {
    int entrant, points;
    uint64_t rounds_won;
};

static int compare_standings(const void *a, const void *b)
{
    const struct live_standing *left = a, *right = b;

    if (left->points != right->points)
        return left->points < right->points ? 1 : -1;
    if (left->rounds_won != right->rounds_won)
        return left->rounds_won < right->rounds_won ? 1 : -1;
    return left->entrant - right->entrant;
}

/* Fills the standings, best first, and returns how many bots there are. */
static int fill_standings(const struct contest *contest,
                          struct live_standing standings[MAX_ENTRANTS])
{
    int count = 0, byes[MAX_ENTRANTS];

    (void)schedule_byes(contest, byes, NULL); /* without memory, byes are missing for a moment */
    for (int i = 0; i < contest->entrants_count; i++)
        standings[i] =
            (struct live_standing){.entrant = i,
                                   .points = byes[i],
                                   .rounds_won = (uint64_t)byes[i] * contest->terms.rounds};
    for (int i = 0; i < contest->matches_count; i++) {
        const struct contest_match *match = &contest->matches[i];
        int player[2] = {match->pairing.a, match->pairing.b};

        for (int side = 0; side < 2; side++) {
            standings[player[side]].points += contest_match_points(match, side);
            standings[player[side]].rounds_won += match->side[side].won;
        }
    }
    for (int i = 0; i < contest->entrants_count; i++)
        if (entrant_plays(&contest->entrants[i]))
            standings[count++] = standings[i];
    qsort(standings, (size_t)count, sizeof standings[0], compare_standings);
    return count;
}

struct tournament_pace {
    int matches;
    uint64_t rounds;
    double per_second, seconds_left; /* seconds_left is negative if unknown */
};

static struct tournament_pace find_pace(const struct tournament_progress *progress, double seconds)
{
    struct tournament_pace pace = {
        .matches = progress->contest->matches_count - progress->before,
        .rounds = atomic_load_explicit(progress->rounds, memory_order_relaxed),
    };
    struct estimate_state state = {
        .seconds = seconds, .before = progress->before, .rounds = pace.rounds};

    if (seconds > 0)
        pace.per_second = (double)pace.rounds / seconds;
    pace.seconds_left = estimate_left(&progress->estimate, progress->contest, &state);
    return pace;
}

/* --- for a terminal ----------------------------------------------------------------------------*/

static void print_time(double seconds, FILE *file)
{
    if (seconds < 0)
        return;
    if (seconds < 90)
        fprintf(file, ", %.0f s left", seconds);
    else if (seconds < 5400)
        fprintf(file, ", %.0f min left", seconds / 60);
    else
        fprintf(file, ", %.1f h left", seconds / 3600);
}

/* Will it miss its deadline? */
static bool is_late(const struct contest *contest, double seconds_left)
{
    return contest->terms.finish_by && seconds_left > 0 &&
           (double)time(NULL) + seconds_left > (double)contest->terms.finish_by;
}

static void print_name(const char *name, FILE *file)
{
    fputs(columns_fit(name, NAME_WIDTH).text, file);
}

static void write_lines(const void *context, double seconds, FILE *file)
{
    const struct tournament_progress *progress = context;
    struct live_standing standings[MAX_ENTRANTS];
    int count = fill_standings(progress->contest, standings);
    struct tournament_pace pace = find_pace(progress, seconds);

    fprintf(file, "%d of %d match%s, %.0f rounds per second", pace.matches, progress->matches,
            text_es((uint64_t)progress->matches), pace.per_second);
    print_time(pace.seconds_left, file);
    if (is_late(progress->contest, pace.seconds_left))
        fputs(", later than planned", file);
    fputc('\n', file);
    for (int i = 0; i < count && i < SHOWN; i++) {
        fprintf(file, "%3d. ", i + 1);
        print_name(entrant_label(&progress->contest->entrants[standings[i].entrant]).text, file);
        fprintf(file, " %+4d  %" PRIu64 " round%s won\n", standings[i].points,
                standings[i].rounds_won, text_s(standings[i].rounds_won));
    }
}

/* --- for a program -----------------------------------------------------------------------------*/

static void write_json(const void *context, double seconds, FILE *file)
{
    const struct tournament_progress *progress = context;
    struct live_standing standings[MAX_ENTRANTS];
    int count = fill_standings(progress->contest, standings);
    struct tournament_pace pace = find_pace(progress, seconds);
    struct json_value *root = json_new_object(), *table = json_new_array();

    json_set(root, "matches", json_int(pace.matches));
    json_set(root, "of", json_int(progress->matches));
    json_set(root, "rounds", json_uint(pace.rounds));
    json_set(root, "seconds", json_double(seconds));
    json_set(root, "rounds_per_second", json_double(pace.per_second));
    if (pace.seconds_left >= 0)
        json_set(root, "seconds_left", json_double(pace.seconds_left));
    for (int i = 0; i < count; i++) {
        const struct entrant *entrant = &progress->contest->entrants[standings[i].entrant];
        struct json_value *row = json_new_object();

        json_set(row, "bot", json_text(entrant->name));
        json_set(row, "id", json_text(entrant->id));
        json_set(row, "points", json_int(standings[i].points));
        json_set(row, "rounds_won", json_uint(standings[i].rounds_won));
        json_append(table, row);
    }
    json_set(root, "standings", table);
    json_print_line(root, file);
    json_free(root);
}

struct progress *tournament_progress_start(const struct tournament_progress *progress, bool json)
{
    return progress_start(&(struct progress_display){.write = json ? write_json : write_lines,
                                                     .context = progress,
                                                     .interval_ms = json ? JSON_MS : TERMINAL_MS,
                                                     .appends = json,
                                                     .stays = true});
}
