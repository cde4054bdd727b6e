#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/cluster_plan.h"

#include "base/path.h"
#include "base/text.h"
#include "cli/tournament_plan.h"
#include "contest/planned.h"
#include "contest/sim_plan.h"
#include "store/parts.h"
#include "store/simulations.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- the contents ------------------------------------------------------------------------------*/

static enum error add_matches(const struct contest *contest, int parts, struct part_duty *duties,
                              struct message *message)
{
    struct planned_match *matches;
    int count;
    enum error error = planned_matches(contest, parts, &matches, &count, message);

    for (int i = 0; !error && i < count; i++)
        if (!matches[i].is_played) {
            struct part_duty *duty = &duties[matches[i].part - 1];

            duty->count++;
            duty->pieces++;
            duty->work += matches[i].work;
        }
    free(matches);
    return error;
}

static enum error split_tournament(const char *path, int parts, char *key, int *stage,
                                   struct part_duty *duties, struct message *message)
{
    struct contest contest;
    enum error error = tournament_plan_read(path, &contest, message);

    if (!error) {
        memcpy(key, contest.plan.key, sizeof contest.plan.key);
        error = planned_stage(&contest, stage, message);
    }
    if (!error)
        error = add_matches(&contest, parts, duties, message);
    contest_release(&contest);
    return error;
}

static enum error load_simulation(const char *path, struct sim_plan *plan, struct message *message)
{
    struct store *store = NULL;
    enum error error = store_open_published(path, &store, message);

    if (!error)
        error = simulation_load(store, plan, message);
    store_close(store);
    if (error)
        return error;
    if (plan->plan.shard.part)
        return error_set(ERR_MISMATCH, message, "%s is a part of a plan, not a plan", path);
    return plan_check_version(&plan->plan, path, message);
}

static enum error add_units(const struct sim_plan *plan, int parts, struct part_duty *duties,
                            struct message *message)
{
    int units = sim_plan_units(plan), *part_of = calloc((size_t)units + 1, sizeof *part_of);
    enum error error;

    if (!part_of)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = sim_plan_split(plan, parts, part_of, message);
    for (int i = 0; !error && i < units; i++) {
        struct part_duty *duty = &duties[part_of[i] - 1];

        duty->count += sim_plan_unit_games(plan, i);
        duty->pieces++;
        duty->work += sim_plan_unit(plan, i).work / 1000;
    }
    free(part_of);
    return error;
}

static enum error split_simulation(const char *path, int parts, char *key, int *stage,
                                   struct part_duty *duties, struct message *message)
{
    struct sim_plan *plan = calloc(1, sizeof *plan);
    enum error error;

    if (!plan)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = load_simulation(path, plan, message);
    if (!error) {
        memcpy(key, plan->plan.key, sizeof plan->plan.key);
        *stage = 0;
        error = add_units(plan, parts, duties, message);
    }
    free(plan);
    return error;
}

static const struct cluster_work works[] = {
    [PLAN_TOURNAMENT] = {"tournament", "match", "matches", split_tournament},
    [PLAN_SIMULATION] = {"sim", "game", "games", split_simulation},
};
const char *cluster_noun(const struct cluster_work *work, uint64_t count)
{
    return count == 1 ? work->one : work->many;
}

enum error cluster_plan_split(const struct cluster_plan *plan, int parts, struct part_duty **duties,
                              struct message *message)
{
    char key[PLAN_KEY_SIZE];
    int stage;

    *duties = calloc((size_t)parts + 1, sizeof **duties);
    if (!*duties)
        return error_set(ERR_MEMORY, message, "out of memory");
    return plan->work->split(plan->path, parts, key, &stage, *duties, message);
}

/* --- where the files are -----------------------------------------------------------------------*/

static enum error too_long(const char *path, struct message *message)
{
    return error_set(ERR_RANGE, message, "%s: the path is too long", path);
}

/* The jobs start elsewhere, so all paths in the scripts are absolute. */
static enum error make_absolute(const char *path, char *absolute, struct message *message)
{
    char here[PATH_MAX];

    if (path[0] == '/')
        here[0] = '\0';
    else if (!getcwd(here, sizeof here))
        return error_set(ERR_IO, message, "cannot find out the current folder: %s",
                         strerror(errno));
    if (snprintf(absolute, PATH_MAX, "%s%s%s", here, here[0] ? "/" : "", path) >= PATH_MAX)
        return too_long(path, message);
    return OK;
}

/* cup.parts for cup.plan. */
static enum error default_folder(struct cluster_plan *plan, struct message *message)
{
    static const char ending[] = ".plan";
    int length = (int)strlen(plan->path);

    if (text_ends_with(path_base(plan->path), ending) && strcmp(path_base(plan->path), ending) != 0)
        length -= (int)strlen(ending);
    if (snprintf(plan->folder, sizeof plan->folder, "%.*s.parts", length, plan->path) >=
        (int)sizeof plan->folder)
        return too_long(plan->path, message);
    return OK;
}

enum error cluster_plan_read(struct cluster_plan *plan, const char *path, const char *folder,
                             struct message *message)
{
    enum plan_kind kind = PLAN_TOURNAMENT;
    enum error error = parts_kind(path, &kind, message);

    *plan = (struct cluster_plan){.work = &works[kind]};
    if (!error)
        error = plan->work->split(path, 1, plan->key, &plan->stage, &plan->all, message);
    if (!error && !realpath(path, plan->path))
        error = error_set(ERR_IO, message, "%s: %s", path, strerror(errno));
    if (error)
        return error;
    return folder ? make_absolute(folder, plan->folder, message) : default_folder(plan, message);
}
