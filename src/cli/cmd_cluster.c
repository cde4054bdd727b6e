/* broadside cluster: scripts that play the parts of a plan on a cluster, and how far they are. */
#include "arena/pool.h"
#include "cli/cluster_bots.h"
#include "cli/cluster_scripts.h"
#include "cli/cluster_status.h"
#include "cli/command.h"
#include "cli/guests.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Long enough that starting is a small share, short enough that little is played twice after a
 * fault and that all machines finish at about the same time. */
enum { SECONDS_PER_PART = 600 };

enum { MOST_RETRIES = 1000 };

/* Of MaxArraySize. The logs of several arrays need ten elements in each. */
enum { LEAST_ARRAY = 10, MOST_ARRAY = 4000001 };

struct cluster_command {
    const char *folder, *program, *partition, *time;
    uint64_t parts, threads, nodes, array_limit, jobs, retries;
    struct values sbatch, hosts;
    struct guests guests;
    bool submit, run, json;
};

/* The actions, and the options that only they have. */
static const struct {
    const char *name, *options;
} actions[] = {
    {"slurm", "--parts --threads --program --trust --no-cgroup --unsafe --nodes --partition --time "
              "--sbatch --array-limit --submit"},
    {"parallel", "--parts --threads --program --trust --no-cgroup --unsafe --sshlogin --jobs "
                 "--retries --run"},
    {"status", "--json"},
};
enum action { ACTION_SLURM, ACTION_PARALLEL, ACTION_STATUS, ACTIONS };

static const struct option options[] = {
    {.name = "ACTION",
     .kind = OPTION_OPERAND,
     .required = true,
     .words = "slurm parallel status",
     .help = "slurm: write a job array and a job that joins its parts. parallel: write a script "
             "for GNU parallel. status: show how far the parts are."},
    {.name = "PLAN",
     .kind = OPTION_OPERAND,
     .required = true,
     .offers = OFFER_FILES,
     .help = "A plan, which 'broadside tournament --plan' or 'broadside sim --plan' has written."},
    {.name = "--folder",
     .kind = OPTION_TEXT,
     .argument = "DIR",
     .offers = OFFER_FOLDERS,
     .otherwise = "beside the plan: cup.parts for cup.plan",
     .offset = offsetof(struct cluster_command, folder),
     .help = "The folder of the scripts, the parts and their logs. All machines must see it under "
             "this name."},
    {.name = "--parts",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = MOST_CLUSTER_PARTS,
     .otherwise = "parts of about ten minutes, and at least one for each node",
     .offset = offsetof(struct cluster_command, parts),
     .help = "Split the plan into N parts."},
    {.name = "--threads",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "1",
     .least = 1,
     .most = MAX_THREADS,
     .offset = offsetof(struct cluster_command, threads),
     .help = "Play each part with N threads. Slurm is asked for as many processors."},
    {.name = "--program",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offers = OFFER_FILES,
     .otherwise = "this program",
     .offset = offsetof(struct cluster_command, program),
     .help = "The program on the machines that play. It must be the same version."},
    {.name = "--nodes",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = MOST_CLUSTER_PARTS,
     .offset = offsetof(struct cluster_command, nodes),
     .help =
         "slurm: play at most N parts at a time, so that they use at most N nodes. If there are "
         "several arrays, each waits for the one before."},
    {.name = "--partition",
     .kind = OPTION_TEXT,
     .argument = "NAME",
     .otherwise = "the default of Slurm",
     .offset = offsetof(struct cluster_command, partition),
     .help = "slurm: the partition of the jobs."},
    {.name = "--time",
     .kind = OPTION_TEXT,
     .argument = "TIME",
     .otherwise = "the limit of the partition",
     .offset = offsetof(struct cluster_command, time),
     .help = "slurm: the time limit of a part, such as 90 (minutes) or 4:00:00. A part that "
             "reaches it is queued again and continues."},
    {.name = "--sbatch",
     .kind = OPTION_REPEATED,
     .argument = "OPTION",
     .offset = offsetof(struct cluster_command, sbatch),
     .help = "slurm: pass an option to sbatch, such as --sbatch=--account=club. It overrides "
             "the options of Broadside, except --array, --output and --dependency."},
    {.name = "--array-limit",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = LEAST_ARRAY,
     .most = MOST_ARRAY,
     .otherwise = "what 'scontrol show config' says",
     .offset = offsetof(struct cluster_command, array_limit),
     .help = "slurm: the MaxArraySize of the cluster. More parts become several arrays."},
    {.name = "--submit",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct cluster_command, submit),
     .help = "slurm: also submit the jobs."},
    {.name = "--sshlogin",
     .kind = OPTION_REPEATED,
     .argument = "HOST",
     .otherwise = "this machine",
     .offset = offsetof(struct cluster_command, hosts),
     .help = "parallel: play on this machine, over ssh. ':' is this machine."},
    {.name = "--jobs",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = MOST_CLUSTER_PARTS,
     .otherwise = "the processors divided by --threads, on hosts of --sshlogin rounded up",
     .offset = offsetof(struct cluster_command, jobs),
     .help = "parallel: play N parts at a time on each machine."},
    {.name = "--retries",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .initial = "3",
     .least = 1,
     .most = MOST_RETRIES,
     .offset = offsetof(struct cluster_command, retries),
     .help = "parallel: try a part that fails up to N times, on other machines if there are any."},
    {.name = "--run",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct cluster_command, run),
     .help = "parallel: also play the parts and join them."},
    OPTION_JAIL(struct cluster_command, guests.config),
    OPTION_JSON(struct cluster_command, json),
    {.name = NULL},
};

/* --- the command line --------------------------------------------------------------------------*/

/* An option of another action would be ignored. */
static enum error check_options(const struct args *args, enum action action,
                                struct message *message)
{
    for (int i = 0; i < ACTIONS; i++)
        for (const struct option *row = options; row->name; row++)
            if (i != (int)action && option_lists(actions[i].options, row->name) &&
                !option_lists(actions[action].options, row->name) && args_given(args, row->name))
                return error_set(ERR_SYNTAX, message, "%s does not work with 'cluster %s'",
                                 row->name, actions[action].name);
    return OK;
}

static enum error find_action(const struct args *args, enum action *action, struct message *message)
{
    for (int i = 0; i < ACTIONS; i++)
        if (strcmp(args->value[0], actions[i].name) == 0) {
            *action = (enum action)i;
            return check_options(args, *action, message);
        }
    return error_set(ERR_SYNTAX, message, "'%s' is not slurm, parallel or status",
                     slice_quote(slice_of(args->value[0])).text);
}

/* --- the scripts -------------------------------------------------------------------------------*/

/* What Slurm on this machine says, or else its default. */
static int find_array_limit(void)
{
    static const char key[] = "MaxArraySize";
    FILE *config = popen("scontrol show config 2>/dev/null", "r");
    int limit = DEFAULT_ARRAY_LIMIT;
    char line[1024];

    while (config && fgets(line, sizeof line, config)) {
        const char *value = strchr(line, '=');

        if (text_starts_with(line, key) && value)
            limit = (int)strtol(value + 1, NULL, 10);
    }
    if (config)
        pclose(config);
    return limit;
}

static enum error check_array_limit(const struct cluster_scripts *scripts, struct message *message)
{
    int limit = scripts->array_limit;

    if (limit < 2)
        return error_set(ERR_MISMATCH, message,
                         "this Slurm runs no job arrays: its MaxArraySize is %d", limit);
    if (limit < LEAST_ARRAY && scripts->parts >= limit)
        return error_set(ERR_MISMATCH, message,
                         "this Slurm allows arrays of %d elements; use --parts %d or fewer", limit,
                         limit - 1);
    return OK;
}

static int choose_parts(const struct cluster_command *command, const struct cluster_plan *plan)
{
    uint64_t second = 1000000, per_part = SECONDS_PER_PART * second * command->threads;
    uint64_t parts = (plan->all.work + per_part - 1) / per_part;
    uint64_t most = (uint64_t)plan->all.pieces / command->threads;

    if (command->parts)
        return (int)command->parts;
    if (parts < command->nodes)
        parts = command->nodes;
    if (parts > most)
        parts = most;
    if (parts > MOST_CLUSTER_PARTS)
        parts = MOST_CLUSTER_PARTS;
    return parts ? (int)parts : 1;
}

/* Runs a script in the foreground; returns the exit status of `cluster`. */
static int run_script(const char *folder, const char *name)
{
    char path[PATH_MAX + 16], shell[] = "sh", *argv[] = {shell, path, NULL};
    extern char **environ;
    posix_spawnattr_t attributes;
    sigset_t normal;
    pid_t child;
    int reason, status = 0;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    sigemptyset(&normal);
    sigaddset(&normal, SIGPIPE);
    sigaddset(&normal, SIGXFSZ);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &normal);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    reason = posix_spawnp(&child, shell, NULL, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    if (reason) {
        fprintf(stderr, "broadside cluster: cannot start sh: %s\n", strerror(reason));
        return EXIT_FAILED;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? EXIT_FINE : EXIT_FAILED;
}

static void print_parts(const struct cluster_scripts *scripts)
{
    double seconds = (double)scripts->plan->all.work / 1e6 / scripts->parts / scripts->threads;

    printf("%s: %d part%s, %s%s on %d thread%s\n", scripts->plan->folder, scripts->parts,
           text_s((uint64_t)scripts->parts), scripts->parts == 1 ? "" : "each ",
           text_duration(seconds).text, scripts->threads, text_s((uint64_t)scripts->threads));
}

static int write_scripts(struct cluster_command *command, const struct cluster_plan *plan,
                         enum action action)
{
    struct cluster_scripts scripts = {
        .plan = plan,
        .guests = &command->guests.config,
        .parts = choose_parts(command, plan),
        .threads = (int)command->threads,
        .nodes = (int)command->nodes,
        .array_limit = (int)command->array_limit,
        .partition = command->partition,
        .time = command->time,
        .options = &command->sbatch,
        .jobs = (int)command->jobs,
        .retries = (int)command->retries,
        .hosts = &command->hosts,
    };
    const char *name = action == ACTION_SLURM ? "submit.sh" : "run.sh";
    char here[PATH_MAX];
    struct message message;
    enum error error = guests_init(&command->guests, &message);
    int status;

    scripts.start = here;
    if (!error && !getcwd(here, sizeof here))
        error =
            error_set(ERR_IO, &message, "cannot find out the current folder: %s", strerror(errno));

    scripts.program = command->program ? command->program : command->guests.program;
    if (!error && strchr(scripts.program, '/') && scripts.program[0] != '/')
        error = error_set(ERR_SYNTAX, &message,
                          "--program %s: use an absolute path, or a name that PATH finds",
                          slice_quote(slice_of(scripts.program)).text);
    if (action == ACTION_SLURM && !scripts.array_limit)
        scripts.array_limit = find_array_limit();
    if (!error && action == ACTION_SLURM)
        error = check_array_limit(&scripts, &message);
    if (!error)
        error = cluster_check_bots(plan, &message);
    if (!error)
        error = action == ACTION_SLURM ? cluster_write_slurm(&scripts, &message)
                                       : cluster_write_parallel(&scripts, &message);
    if (error)
        return command_refused("cluster", error, &message);
    print_parts(&scripts);
    status = command_finish("cluster");
    if (command->submit || command->run)
        return status ? status : run_script(plan->folder, name);
    printf("start %s/%s to play them\n", plan->folder, name);
    return command_finish("cluster");
}

static int run(void *target, const struct args *args)
{
    struct cluster_command *command = target;
    struct cluster_plan plan;
    struct message message;
    enum action action = ACTION_STATUS;
    enum error error = find_action(args, &action, &message);

    if (!error)
        error = cluster_plan_read(&plan, args->value[1], command->folder, &message);
    if (error)
        return command_refused("cluster", error, &message);
    if (action == ACTION_STATUS)
        return cluster_status_run(&plan, command->json, args);
    return write_scripts(command, &plan, action);
}

const struct command command_cluster = {
    .name = "cluster",
    .summary = "play a plan on a cluster, and see how far it is",
    .about = "Writes scripts that play the parts of a plan with Slurm or GNU parallel and join "
             "them into all.db. The schedulers run, repeat and balance the parts; Broadside only "
             "writes the scripts, which can be changed and started again.\n"
             "A part that is killed, or requeued by Slurm, continues with the matches that it has "
             "published. Each part has its own log.",
    .options = options,
    .size = sizeof(struct cluster_command),
    .run = run,
};
