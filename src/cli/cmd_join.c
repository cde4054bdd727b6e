/* broadside join: one result from the parts of a plan. */
#include "cli/command.h"
#include "cli/join_parts.h"
#include "store/parts.h"

#include <inttypes.h>
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
     .help = "A file that 'broadside tournament --shard' has written, a plan, or a file that was "
             "joined before."},
    {.name = "--output",
     .brief = "-o",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .required = true,
     .offers = OFFER_FILES,
     .offset = offsetof(struct join_command, output),
     .help = "Write the joined tournament to this file. 'broadside results --db FILE' shows it."},
    OPTION_JSON(struct join_command, json),
    {.name = NULL},
};

/* Only an older result of the same plan is replaced: a typing error must not destroy a history or a
 * part. */
static enum error check_output(const struct join_command *command, const struct contest *contest,
                               struct message *message)
{
    struct contest found;
    enum error error;
    bool is_same;

    if (access(command->output, F_OK) != 0)
        return OK;
    error = parts_read(command->output, &found, message);
    is_same = !error && strcmp(found.plan.key, contest->plan.key) == 0 && !found.plan.shard.part;
    contest_release(&found);
    return is_same ? OK
                   : error_set(ERR_IO, message,
                               "%s exists and is not a joined result of this plan; it was not "
                               "changed",
                               command->output);
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

static int run(void *target, const struct args *args)
{
    const struct join_command *command = target;
    struct joined_parts joined;
    struct message message;
    enum error error = join_parts("join", args->value, args->count, &joined, &message);
    int status;

    if (!error)
        error = check_output(command, &joined.db.contest, &message);
    if (!error)
        error = store_publish(joined.db.store, command->output, &message);
    status = error ? command_refused("join", error, &message) : print(&joined, command, args);
    if (!status && (joined.missing || joined.conflicts))
        status = EXIT_FAILED;
    tournament_db_close(&joined.db);
    return status;
}

const struct command command_join = {
    .name = "join",
    .summary = "join the parts of a planned tournament",
    .about = "Gives one tournament with all matches of its parts, each counted once. Names matches "
             "whose results differ between files, and lists missing ones with the parts that owe "
             "them.\n"
             "The exit status is 1 if a match is missing or in conflict; the file is written all "
             "the same.",
    .options = options,
    .size = sizeof(struct join_command),
    .run = run,
};
