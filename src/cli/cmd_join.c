/* broadside join: one result from the parts of a plan. */
#include "cli/command.h"
#include "cli/join_parts.h"
#include "cli/sim_joined.h"
#include "contest/planned.h"
#include "contest/schedule.h"
#include "store/part_progress.h"
#include "store/parts.h"
#include "store/simulations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct join_command {
    const char *output;
    bool json;
};

static const struct option options[] = {
    {.name = "PART",
     .kind = OPTION_OPERAND,
     .required = true,
     .many = true,
     .offers = OFFER_FILES,
     .help = "A file that 'broadside tournament --shard' or 'broadside sim --shard' has written, a "
             "plan, or a file that was joined before."},
    {.name = "--output",
     .brief = "-o",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .required = true,
     .offers = OFFER_FILES,
     .offset = offsetof(struct join_command, output),
     .help = "Write the joined result to this file. 'broadside results --db FILE' shows it."},
    OPTION_JSON(struct join_command, json),
    {.name = NULL},
};

/* The plan that a published file belongs to. */
static enum error read_plan(const char *path, enum plan_kind kind, struct plan *plan,
                            struct message *message)
{
    struct contest contest;
    struct sim_plan *simulation;
    struct store *store = NULL;
    enum error error;

    if (kind == PLAN_TOURNAMENT) {
        error = parts_read(path, &contest, message);
        *plan = contest.plan;
        contest_release(&contest);
        return error;
    }
    simulation = malloc(sizeof *simulation);
    if (!simulation)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = store_open_published(path, &store, message);
    if (!error)
        error = simulation_load(store, simulation, message);
    if (!error)
        *plan = simulation->plan;
    store_close(store);
    free(simulation);
    return error;
}

/* Only an older result of the same plan is replaced: a typing error must not destroy a history or a
 * part. */
static enum error check_output(const struct join_command *command, enum plan_kind kind,
                               const struct plan *plan, struct message *message)
{
    struct plan found = {.key = ""};

    if (access(command->output, F_OK) != 0)
        return OK;
    if (read_plan(command->output, kind, &found, message) == OK &&
        strcmp(found.key, plan->key) == 0 && !found.shard.part)
        return OK;
    return error_set(ERR_IO, message,
                     "%s exists and is not a joined result of this plan; it was not changed",
                     command->output);
}

static enum error is_the_plan(const char *path, struct message *message)
{
    return error_set(ERR_IO, message, "%s is the plan; write the joined result to another file",
                     path);
}

/* The plan is needed to play the other parts. It has no match of the stage that it plans. A result
 * that has just its matches may replace it, because that is a plan too. */
static enum error keep_plan(const char *path, const struct contest *joined, struct message *message)
{
    struct contest found = {.id = 0};
    struct store *store = NULL;
    int stage = -1;
    enum error error = OK;

    if (access(path, F_OK) == 0)
        error = store_open_published(path, &store, message);
    if (!error && store)
        error = tournament_load(store, 0, &found, message);
    if (!error && store)
        error = planned_stage(&found, &stage, message);
    if (!error && stage >= 0 &&
        (schedule_begun(joined) > stage || joined->matches_count < found.matches_count))
        error = is_the_plan(path, message);
    store_close(store);
    contest_release(&found);
    return error;
}

static enum error keep_sim_plan(const char *path, const struct sim_joined *joined,
                                struct message *message)
{
    struct part_progress progress;
    enum error error;

    if (access(path, F_OK) != 0)
        return OK;
    error = part_progress_read(path, 0, &progress, message);
    return !error && progress.count == 0 && joined->games > 0 ? is_the_plan(path, message) : error;
}

static int print(const struct joined_parts *joined, const struct join_command *command,
                 const struct args *args)
{
    const struct contest *contest = &joined->db.contest;
    struct json_value *root;

    if (!command->json) {
        printf("%s: %d match%s%s\n", command->output, contest->matches_count,
               text_es((uint64_t)contest->matches_count),
               contest->is_complete ? ", complete" : ", not complete");
        return command_finish("join");
    }
    root = command_json(args);
    json_set(root, "plan", json_text(contest->plan.key));
    json_set(root, "files", json_uint((uint64_t)args->count));
    json_set(root, "matches", json_uint((uint64_t)contest->matches_count));
    json_set(root, "missing", json_uint((uint64_t)joined->missing));
    json_set(root, "conflicts", json_uint((uint64_t)joined->conflicts));
    json_set(root, "complete", json_bool(contest->is_complete));
    return command_print_json("join", root);
}

static int join_tournament(const struct join_command *command, const struct args *args)
{
    struct joined_parts joined;
    struct message message;
    enum error error = join_parts("join", args->value, args->count, &joined, &message);
    int status;

    if (!error)
        error = check_output(command, PLAN_TOURNAMENT, &joined.db.contest.plan, &message);
    if (!error)
        error = keep_plan(command->output, &joined.db.contest, &message);
    if (!error)
        error = store_publish(joined.db.store, command->output, &message);
    status = error ? command_refused("join", error, &message) : print(&joined, command, args);
    if (!status && (joined.missing || joined.conflicts))
        status = EXIT_FAILED;
    tournament_db_close(&joined.db);
    return status;
}

static int print_simulation(const struct sim_joined *joined, const struct join_command *command,
                            const struct args *args)
{
    struct json_value *root;

    if (!command->json) {
        printf("%s: %" PRIu64 " game%s%s\n", command->output, joined->games, text_s(joined->games),
               joined->missing ? ", not complete" : ", complete");
        return command_finish("join");
    }
    root = command_json(args);
    json_set(root, "plan", json_text(joined->plan.plan.key));
    json_set(root, "files", json_uint((uint64_t)args->count));
    json_set(root, "games", json_uint(joined->games));
    json_set(root, "missing", json_uint(joined->missing));
    json_set(root, "conflicts", json_uint((uint64_t)joined->conflicts));
    json_set(root, "complete", json_bool(joined->missing == 0));
    return command_print_json("join", root);
}

static int join_simulation(const struct join_command *command, const struct args *args)
{
    struct sim_joined *joined = calloc(1, sizeof *joined);
    struct message message = {"out of memory"};
    enum error error;
    int status;

    if (!joined)
        return command_refused("join", ERR_MEMORY, &message);
    error = sim_joined_parts("join", args->value, args->count, joined, &message);
    if (!error)
        error = check_output(command, PLAN_SIMULATION, &joined->plan.plan, &message);
    if (!error)
        error = keep_sim_plan(command->output, joined, &message);
    if (!error)
        error = store_publish(joined->store, command->output, &message);
    status =
        error ? command_refused("join", error, &message) : print_simulation(joined, command, args);
    if (!status && (joined->missing || joined->conflicts))
        status = EXIT_FAILED;
    sim_joined_release(joined);
    free(joined);
    return status;
}

static int run(void *target, const struct args *args)
{
    const struct join_command *command = target;
    enum plan_kind kind;
    struct message message;
    enum error error = parts_kind(args->value[0], &kind, &message);

    if (error)
        return command_refused("join", error, &message);
    return kind == PLAN_SIMULATION ? join_simulation(command, args)
                                   : join_tournament(command, args);
}

const struct command command_join = {
    .name = "join",
    .summary = "join the parts of a planned tournament or simulation",
    .about = "Gives one tournament with all matches of its parts, or one simulation with all "
             "boards, each counted once. Names what differs between files, and lists what is "
             "missing with the parts that owe it.\n"
             "The exit status is 1 if something is missing or in conflict; the file is written all "
             "the same.",
    .options = options,
    .size = sizeof(struct join_command),
    .run = run,
};
