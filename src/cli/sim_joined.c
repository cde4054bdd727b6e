#include "cli/sim_joined.h"

#include "store/parts.h"
#include "store/simulations.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LINES = 20 }; /* of each kind; more are counted */

/* One call of sim_joined_parts. */
struct joining {
    const char *command, *path; /* path: the file that is being joined */
    struct sim_joined *joined;
    int parts; /* that the plan was split into; 0: unknown, -1: the files disagree */
};

void sim_joined_release(struct sim_joined *joined)
{
    store_close(joined->store);
    free(joined->is_played);
    free(joined->total.pairs);
    for (int i = 0; i < MAX_SIM_BOTS; i++) {
        free(joined->total.games[i]);
        sim_sums_release(&joined->total.sums[i]);
    }
}

/* --- messages ----------------------------------------------------------------------------------*/

/* `boards 101 to 200`, `all boards of ./bot`. */
static struct message name_unit(const struct sim_plan *plan, const struct sim_unit *unit)
{
    struct message name;

    if (unit->bot >= 0)
        message_set(&name, "all boards of %s",
                    slice_quote(slice_of(plan->bot[unit->bot].spec)).text);
    else if (unit->boards == 1)
        message_set(&name, "board %" PRIu64, unit->first);
    else
        message_set(&name, "boards %" PRIu64 " to %" PRIu64, unit->first,
                    unit->first + unit->boards - 1);
    return name;
}

static void on_conflict(void *context, const struct pairing *pairing)
{
    struct joining *joining = context;
    const struct sim_plan *plan = &joining->joined->plan;

    if (pairing->number < (uint64_t)sim_plan_units(plan) &&
        joining->joined->conflicts < MOST_LINES) {
        struct sim_unit unit = sim_plan_unit(plan, (int)pairing->number);

        fprintf(stderr,
                "broadside %s: conflict: %s has other results of %s than the files before it, "
                "which count\n",
                joining->command, joining->path, name_unit(plan, &unit).text);
    }
    joining->joined->conflicts++;
}

/* Blocks that follow each other are named together. */
static void print_missing(const struct joining *joining, const int *part_of)
{
    const struct sim_joined *joined = joining->joined;
    const struct sim_plan *plan = &joined->plan;
    int units = sim_plan_units(plan), printed = 0, more = 0;

    for (int i = 0; i < units; i++) {
        struct sim_unit unit = sim_plan_unit(plan, i);
        int part = part_of[i];

        if (joined->is_played[i])
            continue;
        while (unit.bot < 0 && i + 1 < units && !joined->is_played[i + 1] && part_of[i + 1] == part)
            unit.boards += sim_plan_unit(plan, ++i).boards;
        if (printed++ >= MOST_LINES) {
            more++;
            continue;
        }
        fprintf(stderr, "broadside %s: missing: %s", joining->command, name_unit(plan, &unit).text);
        if (joining->parts > 0)
            fprintf(stderr, ", which part %d/%d owes", part, joining->parts);
        fputc('\n', stderr);
    }
    if (more)
        fprintf(stderr, "broadside %s: missing: %d more\n", joining->command, more);
}

static void print_owing(const struct joining *joining, const int *part_of)
{
    const struct sim_joined *joined = joining->joined;
    int units = sim_plan_units(&joined->plan);
    uint64_t *owed = joining->parts > 0 ? calloc((size_t)joining->parts + 1, sizeof *owed) : NULL;

    for (int i = 0; owed && i < units; i++)
        if (!joined->is_played[i])
            owed[part_of[i]] += sim_plan_unit_games(&joined->plan, i);
    for (int part = 1, printed = 0; owed && part <= joining->parts && printed < MOST_LINES; part++)
        if (owed[part]) {
            fprintf(stderr, "broadside %s: part %d/%d owes %" PRIu64 " game%s\n", joining->command,
                    part, joining->parts, owed[part], text_s(owed[part]));
            printed++;
        }
    if (joining->parts < 0)
        fprintf(stderr,
                "broadside %s: the files are from different numbers of parts, so it is not known "
                "which of them owes these boards\n",
                joining->command);
    free(owed);
}

static enum error report_missing(const struct joining *joining, struct message *message)
{
    const struct sim_plan *plan = &joining->joined->plan;
    int *part_of = calloc((size_t)sim_plan_units(plan) + 1, sizeof *part_of);
    enum error error;

    if (!part_of)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = sim_plan_split(plan, joining->parts > 0 ? joining->parts : 1, part_of, message);
    if (!error) {
        print_missing(joining, part_of);
        print_owing(joining, part_of);
    }
    free(part_of);
    return error;
}

/* --- adding up ---------------------------------------------------------------------------------*/

static enum error allocate(struct sim_joined *joined, struct message *message)
{
    const struct sim_plan *plan = &joined->plan;
    size_t bots = (size_t)plan->bots;
    bool enough;

    joined->is_played = calloc((size_t)sim_plan_units(plan) + 1, sizeof *joined->is_played);
    enough = joined->is_played != NULL;
    if (sim_plan_keeps_games(plan)) {
        for (size_t i = 0; i < bots; i++) {
            joined->total.games[i] = calloc(plan->games, sizeof *joined->total.games[i]);
            enough = enough && joined->total.games[i];
        }
    } else {
        joined->total.pairs = calloc(bots * (bots - 1) / 2 + 1, sizeof *joined->total.pairs);
        enough = enough && joined->total.pairs;
    }
    return enough ? OK
                  : error_set(ERR_MEMORY, message, "out of memory for %" PRIu64 " games of %d bots",
                              plan->games, plan->bots);
}

static enum error add_unit(void *context, const struct sim_unit_result *result,
                           struct message *message)
{
    struct sim_joined *joined = context;
    const struct sim_plan *plan = &joined->plan;
    struct sim_unit unit = sim_plan_unit(plan, result->unit);
    int bots[MAX_SIM_BOTS], count = sim_plan_bots(plan, &unit, bots);
    struct slice core = result->core_us;
    enum error error = sim_result_add(plan, &unit, result->result, &joined->total);

    for (int i = 0; !error && i < count; i++) {
        uint64_t us;

        if (sim_result_take(&core, INT64_MAX, &us))
            joined->core_seconds[bots[i]] += 1e-6 * (double)us;
        else
            error = ERR_MISMATCH;
    }
    if (error == ERR_MISMATCH)
        return error_set(error, message, "the results of %s are damaged",
                         name_unit(plan, &unit).text);
    if (error)
        return error_set(error, message, "out of memory");
    if (unit.bot >= 0) {
        joined->trouble[unit.bot] = result->trouble;
        joined->guest[unit.bot] = result->guest;
    } else {
        joined->outcome.finished += unit.boards;
    }
    joined->is_played[result->unit] = true;
    joined->games += sim_plan_unit_games(plan, result->unit);
    return OK;
}

static enum error fill_outcome(struct sim_joined *joined)
{
    const struct sim_plan *plan = &joined->plan;
    struct sim_outcome *outcome = &joined->outcome;
    bool keeps_games = sim_plan_keeps_games(plan);
    enum error error = OK;

    outcome->rules = &plan->rules;
    outcome->placement = plan->placement;
    outcome->games = plan->games;
    outcome->max_broken = plan->max_broken;
    outcome->is_complete = joined->missing == 0;
    outcome->seed = outcome->is_complete ? plan->seed : (struct seed){.number = plan->seed.number};
    outcome->bots = plan->bots;
    outcome->pairs = keeps_games ? NULL : joined->total.pairs;
    for (int i = 0; !error && i < plan->bots; i++) {
        struct sim_bot *bot = &outcome->bot[i];

        *bot = (struct sim_bot){.name = plan->bot[i].spec,
                                .games = joined->total.games[i],
                                .sums = &joined->total.sums[i],
                                .trouble = &joined->trouble[i],
                                .guest = &joined->guest[i],
                                .seconds = joined->core_seconds[i],
                                .core_seconds = joined->core_seconds[i]};
        outcome->seconds += joined->core_seconds[i];
        if (keeps_games)
            error = sim_sums_add_games(&joined->total.sums[i], bot->games, plan->games);
        if (!error)
            bot->summary = sim_sums_summarise(bot->sums);
    }
    if (keeps_games)
        outcome->finished = sim_stats_finished(outcome->bot, plan->bots, plan->games);
    else if (plan->bot[0].learns && joined->is_played[0])
        outcome->finished = plan->games; /* a single bot */
    return error;
}

enum error sim_joined_sum(struct sim_joined *joined, struct message *message)
{
    enum error error = allocate(joined, message);

    if (!error)
        error = simulation_units(joined->store, &joined->plan, add_unit, joined, message);
    if (error)
        return error;
    joined->missing = joined->plan.games * (uint64_t)joined->plan.bots - joined->games;
    error = fill_outcome(joined);
    return error ? error_set(error, message, "out of memory") : OK;
}

enum error sim_joined_read(struct store *store, struct sim_joined *joined, struct message *message)
{
    enum error error = simulation_load(store, &joined->plan, message);

    if (error)
        return error;
    joined->store = store;
    return sim_joined_sum(joined, message);
}

/* --- joining -----------------------------------------------------------------------------------*/

/* Starts with the plan of the first file. */
static enum error start(struct joining *joining, const char *path, struct message *message)
{
    struct sim_joined *joined = joining->joined;
    struct store *store = NULL;
    enum error error = store_open_published(path, &store, message);

    if (!error)
        error = simulation_load(store, &joined->plan, message);
    store_close(store);
    joined->plan.plan.shard = (struct shard){0, 0};
    if (!error)
        error = store_open_scratch(&joined->store, message);
    return error ? error : simulation_create(joined->store, &joined->plan, message);
}

static enum error merge(struct joining *joining, const char *path, struct message *message)
{
    struct merge_result result = {.conflict = on_conflict, .context = joining};
    struct sim_joined *joined = joining->joined;
    enum error error;

    joining->path = path;
    error = parts_merge(joined->store, PLAN_SIMULATION, joined->plan.id, path, &result, message);
    if (!error && result.shard.parts && joining->parts != result.shard.parts)
        joining->parts = joining->parts ? -1 : result.shard.parts;
    return error;
}

enum error sim_joined_parts(const char *command, const char *const *paths, int count,
                            struct sim_joined *joined, struct message *message)
{
    struct joining joining = {.command = command, .joined = joined};
    enum error error = start(&joining, paths[0], message);

    for (int i = 0; !error && i < count; i++)
        error = merge(&joining, paths[i], message);
    if (joined->conflicts > MOST_LINES)
        fprintf(stderr, "broadside %s: conflict: %" PRId64 " more\n", command,
                joined->conflicts - MOST_LINES);
    if (!error)
        error = sim_joined_sum(joined, message);
    return !error && joined->missing ? report_missing(&joining, message) : error;
}
