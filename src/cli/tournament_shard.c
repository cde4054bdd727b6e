#include "cli/tournament_shard.h"

#include "cli/command.h"
#include "cli/tournament_part.h"

#include <stdlib.h>
#include <string.h>

static const char *get_variable(const char *name)
{
    return getenv(name);
}

static void on_note(void *context, const char *sentence)
{
    (void)context;
    fprintf(stderr, "broadside tournament: %s\n", sentence);
}

/* Warns of missing protections, as for any tournament. */
static enum error note_guests(const struct tournament_shard *command, const struct contest *contest,
                              struct message *message)
{
    const char **specs = calloc((size_t)contest->entrants_count + 1, sizeof *specs);

    if (!specs)
        return error_set(ERR_MEMORY, message, "out of memory");
    for (int i = 0; i < contest->entrants_count; i++)
        specs[i] = contest->entrants[i].spec;
    guests_note(command->guests, "tournament", specs, contest->entrants_count);
    guests_note_limits(command->guests, "tournament", specs, contest->entrants_count);
    free(specs);
    return OK;
}

static enum error play(struct tournament_shard *command, struct tournament_part *part,
                       struct message *message)
{
    const struct entrant_sink sink = {.note = on_note};
    struct contest *contest = &part->db.contest;
    enum error error = OK;

    if (part->count == 0 && part->done == part->owed && part->done > 0)
        return OK;
    fprintf(stderr, "broadside tournament: part %d/%d: %d of %d match%s left, %d thread%s\n",
            contest->plan.shard.part, contest->plan.shard.parts, part->count, part->owed,
            text_es((uint64_t)part->owed), command->run.threads,
            text_s((uint64_t)command->run.threads));
    command->guests->config.limits = contest->terms.limits;
    error = note_guests(command, contest, message);
    if (!error)
        error =
            entrant_check_planned(contest, part->pairings, part->count, &command->guests->opener,
                                  command->run.threads, &sink, command->run.stop, message);
    return error ? error : tournament_part_play(part, &command->run, message);
}

static int print(const struct tournament_shard *command, const struct tournament_part *part)
{
    const struct shard *shard = &part->db.contest.plan.shard;
    struct json_value *root;

    if (!command->json) {
        printf("part %d/%d: %d of %d match%s complete in %s\n", shard->part, shard->parts,
               part->done, part->owed, text_es((uint64_t)part->owed), part->file.path);
        return command_finish("tournament");
    }
    root = command_json(command->args);
    json_set(root, "plan", json_text(part->db.contest.plan.key));
    json_set(root, "part", json_uint((uint64_t)shard->part));
    json_set(root, "parts", json_uint((uint64_t)shard->parts));
    json_set(root, "matches", json_uint((uint64_t)part->owed));
    json_set(root, "finished", json_uint((uint64_t)part->done));
    json_set(root, "complete", json_bool(part->done == part->owed));
    return command_print_json("tournament", root);
}

int tournament_shard_run(struct tournament_shard *command)
{
    struct tournament_part part = {.file = {.lock = -1}};
    struct message message;
    struct shard shard;
    bool is_stopped;
    int status;
    enum error error = shard_parse(command->shard, get_variable, &shard, &message);

    if (!error)
        error = tournament_part_open(&part, command->plan, command->path, &shard, &message);
    if (!error)
        error = play(command, &part, &message);
    is_stopped = atomic_load(command->run.stop);
    if (error && !(is_stopped && error == ERR_UNAVAILABLE))
        status = command_refused("tournament", error, &message);
    else
        status = print(command, &part);
    if (!status && part.done < part.owed) {
        fputs("broadside tournament: interrupted; to continue, repeat the command\n", stderr);
        status = EXIT_INTERRUPTED;
    }
    tournament_part_close(&part);
    return status;
}
