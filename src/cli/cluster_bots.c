#include "cli/cluster_bots.h"

#include "base/text.h"
#include "cli/sim_plan_file.h"
#include "contest/contest.h"
#include "guest/fingerprint.h"
#include "store/parts.h"
#include "store/simulations.h"
#include "store/tournaments.h"

#include <stdlib.h>
#include <string.h>

static enum error refuse(const char *plan, const char *spec, struct message *message)
{
    return error_set(ERR_MISMATCH, message,
                     "%s: its files are not those of %s; they have changed, or this is not the "
                     "folder in which you planned",
                     slice_quote(slice_of(spec)).text, plan);
}

static enum error check_tournament(struct store *store, const char *path, struct message *message)
{
    struct contest contest = {.id = 0};
    char hash[SHA256_HEX_SIZE];
    enum error error = tournament_load(store, 0, &contest, message);

    for (int i = 0; !error && i < contest.entrants_count; i++) {
        const struct entrant *entrant = &contest.entrants[i];

        if (!entrant_plays(entrant))
            continue;
        error = fingerprint_compute(entrant->spec, hash, message);
        if (!error && strcmp(hash, entrant->hash) != 0)
            error = refuse(path, entrant->spec, message);
    }
    contest_release(&contest);
    return error;
}

static enum error check_simulation(struct store *store, const char *path, struct message *message)
{
    struct sim_plan *plan = calloc(1, sizeof *plan);
    enum error error;

    if (!plan)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = simulation_load(store, plan, message);
    for (int i = 0; !error && i < plan->bots; i++) {
        error = sim_plan_check_bot(plan, i, message);
        if (error == ERR_MISMATCH)
            error = refuse(path, plan->bot[i].spec, message);
    }
    if (!error)
        error = sim_plan_check_placement(plan, message);
    free(plan);
    return error;
}

enum error cluster_check_bots(const struct cluster_plan *plan, struct message *message)
{
    struct store *store = NULL;
    enum plan_kind kind = PLAN_TOURNAMENT;
    enum error error = parts_kind(plan->path, &kind, message);

    if (!error)
        error = store_open_published(plan->path, &store, message);
    if (!error)
        error = kind == PLAN_SIMULATION ? check_simulation(store, plan->path, message)
                                        : check_tournament(store, plan->path, message);
    store_close(store);
    return error;
}
