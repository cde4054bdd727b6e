#include "cli/sim_shard.h"

#include "arena/boards.h"
#include "arena/pool.h"
#include "arena/sim.h"
#include "cli/part_file.h"
#include "cli/sim_plan_file.h"
#include "contest/sim_result.h"
#include "report/progress.h"
#include "store/parts.h"
#include "store/simulations.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { RESULT_CAP = 1000000000 }; /* SQLite takes no more */

/* One run of a part. Units are played by several threads, each with its own simulation. */
struct sim_part {
    struct sim_shard *command;
    struct sim_plan plan;
    struct store *store;
    struct part_file file;
    struct boards *boards;
    int *units; /* that are not played yet */
    int count;
    uint64_t owed;         /* games of the part */
    _Atomic uint64_t done; /* those that were played */
    pthread_mutex_t lock;  /* guards the store, the file and what follows */
    enum error error;
    struct message message;
};

static const char *get_variable(const char *name)
{
    return getenv(name);
}

/* --- opening -----------------------------------------------------------------------------------*/

static enum error read_plan(struct sim_part *part, const struct shard *shard,
                            struct message *message)
{
    const char *path = part->command->plan;
    struct store *store = NULL;
    enum error error = store_open_published(path, &store, message);

    if (error)
        return error;
    error = simulation_load(store, &part->plan, message);
    store_close(store);
    if (error == ERR_UNKNOWN || (!error && part->plan.plan.shard.part))
        error = error_set(ERR_MISMATCH, message,
                          "%s is not the plan of a simulation; 'broadside sim --bot BOT... --plan "
                          "FILE' writes one",
                          path);
    if (!error)
        error = plan_check_version(&part->plan.plan, path, message);
    part->plan.plan.shard = *shard;
    return error;
}

/* Sets the units of this part that are not played. */
static enum error list_units(struct sim_part *part, const bool *is_played, struct message *message)
{
    int count = sim_plan_units(&part->plan);
    int *part_of = calloc((size_t)count + 1, sizeof *part_of);
    enum error error;

    assert(is_played);
    part->units = calloc((size_t)count + 1, sizeof *part->units);
    if (!part_of || !part->units) {
        free(part_of);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    error = sim_plan_split(&part->plan, part->plan.plan.shard.parts, part_of, message);
    for (int i = 0; !error && i < count; i++) {
        uint64_t games = sim_plan_unit_games(&part->plan, i);

        if (part_of[i] != part->plan.plan.shard.part)
            continue;
        part->owed += games;
        if (is_played[i])
            part->done += games;
        else
            part->units[part->count++] = i;
    }
    free(part_of);
    return error;
}

static enum error note_played(void *context, const struct sim_unit_result *result,
                              struct message *message)
{
    bool *is_played = context;

    (void)message;
    is_played[result->unit] = true;
    return OK;
}

static enum error on_merge(void *context, struct message *message)
{
    struct sim_part *part = context;
    struct merge_result result = {.added = 0};

    return parts_merge(part->store, PLAN_SIMULATION, part->plan.id, part->file.path, &result,
                       message);
}

/* Takes over the units of an earlier run. */
static enum error continue_part(struct sim_part *part, struct message *message)
{
    const struct shard *shard = &part->plan.plan.shard;
    struct merge_result result = {.added = 0};
    enum error error =
        parts_merge(part->store, PLAN_SIMULATION, part->plan.id, part->file.path, &result, message);

    return error ? error : part_file_check(&part->file, &result.shard, shard, message);
}

static enum error open_part(struct sim_part *part, struct message *message)
{
    const struct sim_shard *command = part->command;
    bool *is_played = NULL;
    struct shard shard;
    struct stat status;
    enum error error = shard_parse(command->shard, get_variable, &shard, message);

    if (!error)
        error = part_file_open(&part->file, command->plan, command->path, &shard, message);
    if (!error)
        error = read_plan(part, &shard, message);
    if (!error)
        error = store_open_scratch(&part->store, message);
    if (!error)
        error = simulation_create(part->store, &part->plan, message);
    if (!error && stat(command->path, &status) == 0)
        error = continue_part(part, message);
    if (!error) {
        is_played = calloc((size_t)sim_plan_units(&part->plan) + 1, sizeof *is_played);
        error = is_played
                    ? simulation_units(part->store, &part->plan, note_played, is_played, message)
                    : error_set(ERR_MEMORY, message, "out of memory");
    }
    if (!error)
        error = list_units(part, is_played, message);
    free(is_played);
    return error;
}

static void close_part(struct sim_part *part)
{
    part_file_close(&part->file);
    boards_free(part->boards);
    store_close(part->store);
    free(part->units);
    pthread_mutex_destroy(&part->lock);
}

/* --- checking ----------------------------------------------------------------------------------*/

/* The plan and the parts have the secret of the seed, so no guest may be able to read them. */
static enum error open_bot(void *context, const char *spec, struct bot **bot,
                           struct message *message)
{
    struct sim_part *part = context;
    struct guest_config *config = &part->command->guests->config;
    enum error error = guest_open(config, spec, bot, message);

    if (!error && !config->unsafe)
        error = guests_check_path(*bot, part->file.path, message);
    if (!error && !config->unsafe)
        error = guests_check_path(*bot, part->file.plan, message);
    if (error) {
        bot_free(*bot);
        *bot = NULL;
    }
    return error;
}

static enum error check_bots(const struct sim_part *part, struct message *message)
{
    bool is_used[MAX_SIM_BOTS] = {false};
    enum error error = sim_plan_check_placement(&part->plan, message);

    for (int i = 0; i < part->count; i++) {
        struct sim_unit unit = sim_plan_unit(&part->plan, part->units[i]);
        int bots[MAX_SIM_BOTS], count = sim_plan_bots(&part->plan, &unit, bots);

        for (int k = 0; k < count; k++)
            is_used[bots[k]] = true;
    }
    for (int i = 0; !error && i < part->plan.bots; i++)
        if (is_used[i])
            error = sim_plan_check_bot(&part->plan, i, message);
    return error;
}

static void note_guests(const struct sim_part *part)
{
    const struct guests *guests = part->command->guests;
    const char *specs[MAX_SIM_BOTS + 1];

    for (int i = 0; i < part->plan.bots; i++)
        specs[i] = part->plan.bot[i].spec;
    specs[part->plan.bots] = part->plan.placement;
    guests_note(guests, "sim", specs, part->plan.bots + 1);
    guests_note_limits(guests, "sim", specs, part->plan.bots);
}

/* --- playing -----------------------------------------------------------------------------------*/

static struct sim_terms terms_of(const struct sim_part *part, const struct sim_unit *unit)
{
    const struct sim_plan *plan = &part->plan;
    int bots[MAX_SIM_BOTS];
    struct sim_terms terms = {.rules = &plan->rules,
                              .bots = sim_plan_bots(plan, unit, bots),
                              .placement = plan->placement,
                              .games = unit->boards,
                              .before = unit->first - 1,
                              .all_games = plan->games,
                              .seed = plan->seed,
                              .threads = 1,
                              .boards = part->boards,
                              .processor = bots[0],
                              .stop = part->command->stop,
                              .opener = &part->command->guests->opener,
                              .max_broken = plan->max_broken};

    for (int i = 0; i < terms.bots; i++)
        terms.bot[i] = plan->bot[bots[i]].spec;
    return terms;
}

/* Another run of the same part may have been faster. */
static enum error store_unit(struct sim_part *part, const struct sim_unit_result *result,
                             uint64_t games, struct message *message)
{
    enum error error;

    pthread_mutex_lock(&part->lock);
    error = simulation_add_unit(part->store, part->plan.id, result, message);
    if (error == ERR_REPEAT)
        error = OK;
    if (!error)
        error = part_file_publish_sometimes(&part->file, part->store, message);
    if (!error)
        part->done += games;
    pthread_mutex_unlock(&part->lock);
    return error;
}

static enum error keep_unit(struct sim_part *part, int number, const struct sim_unit *unit,
                            struct sim *sim, struct message *message)
{
    const struct sim_game *games[MAX_SIM_BOTS];
    struct sim_outcome outcome;
    struct buffer bytes, core;
    enum error error = sim_results(sim, &outcome);

    buffer_init(&bytes, RESULT_CAP);
    buffer_init(&core, RESULT_CAP);
    for (int i = 0; !error && i < outcome.bots; i++) {
        games[i] = outcome.bot[i].games;
        error = sim_result_put(&core, (uint64_t)llround(outcome.bot[i].core_seconds * 1e6));
    }
    if (!error)
        error = sim_result_print(&part->plan, unit, games, &bytes);
    if (error) {
        error_set(error, message, "out of memory for unit %d", number);
    } else {
        struct sim_unit_result result = {.unit = number,
                                         .result = {bytes.data, bytes.length},
                                         .core_us = {core.data, core.length}};

        if (unit->bot >= 0) {
            result.trouble = *outcome.bot[0].trouble;
            result.guest = *outcome.bot[0].guest;
        }
        error = store_unit(part, &result, sim_plan_unit_games(&part->plan, number), message);
    }
    buffer_release(&bytes);
    buffer_release(&core);
    return error;
}

/* An interrupted unit is played again from its start. */
static bool play_unit(void *context, int thread, uint64_t job)
{
    struct sim_part *part = context;
    int number = part->units[job];
    struct sim_unit unit = sim_plan_unit(&part->plan, number);
    struct sim_terms terms = terms_of(part, &unit);
    struct sim *sim = NULL;
    struct message message;
    enum error error = OK;
    bool is_whole;

    (void)thread;
    if (atomic_load(part->command->stop))
        return false;
    error = sim_new(&terms, &sim, &message);
    if (!error)
        error = sim_run(sim, &message);
    is_whole = !error && sim_complete(sim);
    if (is_whole)
        error = keep_unit(part, number, &unit, sim, &message);
    sim_free(sim);
    if (error) {
        pthread_mutex_lock(&part->lock);
        if (!part->error) {
            part->error = error;
            part->message = message;
        }
        pthread_mutex_unlock(&part->lock);
    }
    return is_whole && !error;
}

static uint64_t games_done(const void *context)
{
    return atomic_load(&((const struct sim_part *)context)->done);
}

static enum error play(struct sim_part *part, struct message *message)
{
    struct sim_shard *command = part->command;
    struct progress_bar bar = {
        .unit = "games", .total = part->owed, .done = games_done, .context = part};
    struct progress *progress;
    struct message unpublished;
    enum error error;

    command->guests->config.limits = part->plan.limits;
    command->guests->opener = (struct bot_opener){open_bot, part};
    note_guests(part);
    error = check_bots(part, message);
    if (!error)
        error = boards_new(part->plan.placement, &part->plan.rules, &part->plan.seed,
                           &command->guests->opener, &part->boards, message);
    if (error)
        return error;
    part->file.merge = on_merge;
    part->file.context = part;
    part_file_start(&part->file);
    progress = progress_start_bar(&bar);
    pool_run(command->threads, (uint64_t)part->count, play_unit, part);
    progress_stop(progress);
    error = part_file_publish(&part->file, part->store, &unpublished);
    if (part->error || error)
        *message = part->error ? part->message : unpublished;
    return part->error ? part->error : error;
}

/* --- reporting ---------------------------------------------------------------------------------*/

static int print(const struct sim_part *part)
{
    const struct shard *shard = &part->plan.plan.shard;
    struct json_value *root;

    if (!part->command->json) {
        printf("part %d/%d: %" PRIu64 " of %" PRIu64 " game%s complete in %s\n", shard->part,
               shard->parts, part->done, part->owed, text_s(part->owed), part->file.path);
        return command_finish("sim");
    }
    root = command_json(part->command->args);
    json_set(root, "plan", json_text(part->plan.plan.key));
    json_set(root, "part", json_uint((uint64_t)shard->part));
    json_set(root, "parts", json_uint((uint64_t)shard->parts));
    json_set(root, "games", json_uint(part->owed));
    json_set(root, "finished", json_uint(part->done));
    json_set(root, "complete", json_bool(part->done == part->owed));
    return command_print_json("sim", root);
}

int sim_shard_run(struct sim_shard *command)
{
    struct sim_part part = {.command = command, .file = {.lock = -1}};
    struct message message;
    struct stat status;
    int exit_status;
    enum error error;

    pthread_mutex_init(&part.lock, NULL);
    error = open_part(&part, &message);
    /* A part without units is published too, so that nobody waits for it. */
    if (!error && (part.count > 0 || stat(part.file.path, &status) != 0))
        error = play(&part, &message);
    exit_status = error ? command_refused("sim", error, &message) : print(&part);
    if (!exit_status && part.done < part.owed) {
        fputs("broadside sim: interrupted; to continue, repeat the command\n", stderr);
        exit_status = EXIT_INTERRUPTED;
    }
    close_part(&part);
    return exit_status;
}
