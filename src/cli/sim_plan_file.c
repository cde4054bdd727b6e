#include "cli/sim_plan_file.h"

#include "arena/boards.h"
#include "base/buffer.h"
#include "base/outfile.h"
#include "guest/fingerprint.h"
#include "store/simulations.h"

#include <string.h>
#include <unistd.h>

enum { FEW_GAMES = 4, MORE_GAMES = 64, LAYOUTS_CAP = 256 << 20 };
static const double ENOUGH_SECONDS = 0.05;

/* --- files -------------------------------------------------------------------------------------*/

/* The files of a bot, or the file of layouts. Empty for a placement without files. */
static enum error hash_placement(const char *placement, char hash[SHA256_HEX_SIZE],
                                 struct message *message)
{
    struct buffer buffer;
    enum error error;

    hash[0] = '\0';
    if (boards_is_guest(placement))
        return fingerprint_compute(placement, hash, message);
    if (boards_is_named(placement))
        return OK;
    buffer_init(&buffer, LAYOUTS_CAP);
    error = buffer_read_file(&buffer, placement, message);
    if (!error)
        sha256_hex(buffer.data, buffer.length, hash);
    buffer_release(&buffer);
    return error;
}

enum error sim_plan_check_bot(const struct sim_plan *plan, int bot, struct message *message)
{
    const char *spec = plan->bot[bot].spec;
    char hash[SHA256_HEX_SIZE];
    enum error error = fingerprint_compute(spec, hash, message);

    if (error || strcmp(hash, plan->bot[bot].hash) == 0)
        return error;
    return error_set(ERR_MISMATCH, message, "%s is not the bot of the plan: its files have changed",
                     slice_quote(slice_of(spec)).text);
}

enum error sim_plan_check_placement(const struct sim_plan *plan, struct message *message)
{
    char hash[SHA256_HEX_SIZE];
    enum error error = hash_placement(plan->placement, hash, message);

    if (error || strcmp(hash, plan->placement_hash) == 0)
        return error;
    return error_set(ERR_MISMATCH, message,
                     "%s is not the placement of the plan: its files have changed",
                     slice_quote(slice_of(plan->placement)).text);
}

/* --- measuring ---------------------------------------------------------------------------------*/

static enum error play_some(const struct sim_terms *terms, int bot, uint64_t games, double *seconds,
                            struct message *message)
{
    struct sim_terms some = {.rules = terms->rules,
                             .bot = {terms->bot[bot]},
                             .bots = 1,
                             .placement = terms->placement,
                             .games = games < terms->games ? games : terms->games,
                             .threads = 1,
                             .opener = terms->opener,
                             .max_broken = terms->max_broken,
                             .stop = terms->stop};
    struct sim *sim = NULL;
    enum error error = seed_draw_secret(&some.seed, message); /* other boards than those to come */

    if (!error)
        error = sim_new(&some, &sim, message);
    if (!error)
        error = sim_run(sim, message);
    if (!error && !sim_complete(sim))
        error = error_set(ERR_UNAVAILABLE, message, "interrupted while the bots were measured");
    *seconds = error ? 0 : sim_seconds(sim) / (double)some.games;
    sim_free(sim);
    return error;
}

static enum error describe_bot(const struct sim_terms *terms, int index, struct sim_plan_bot *bot,
                               struct message *message)
{
    struct bot *opened = NULL;
    double seconds;
    enum error error;

    if (strlen(terms->bot[index]) >= sizeof bot->spec)
        return error_set(ERR_RANGE, message, "the name of bot %d is too long", index + 1);
    snprintf(bot->spec, sizeof bot->spec, "%s", terms->bot[index]);
    error = bot_open(terms->opener, bot->spec, &opened, message);
    if (!error)
        bot->learns = opened->kind->learns;
    bot_free(opened);
    if (!error)
        error = fingerprint_compute(bot->spec, bot->hash, message);
    if (!error)
        error = play_some(terms, index, FEW_GAMES, &seconds, message);
    if (!error && seconds * FEW_GAMES < ENOUGH_SECONDS && !bot->learns)
        error = play_some(terms, index, MORE_GAMES, &seconds, message);
    if (!error)
        bot->game_ns = (uint64_t)(seconds * 1e9) + 1;
    return error;
}

/* --- writing -----------------------------------------------------------------------------------*/

static enum error fill(const struct sim_terms *terms, const struct limits *limits,
                       struct sim_plan *plan, struct message *message)
{
    enum error error = OK;

    *plan = (struct sim_plan){.rules = *terms->rules,
                              .games = terms->games,
                              .max_broken = terms->max_broken,
                              .seed = terms->seed,
                              .limits = *limits,
                              .bots = terms->bots};
    if (strlen(terms->placement) >= sizeof plan->placement)
        return error_set(ERR_RANGE, message, "the name of the placement is too long");
    snprintf(plan->placement, sizeof plan->placement, "%s", terms->placement);
    for (int i = 0; !error && i < terms->bots; i++)
        error = describe_bot(terms, i, &plan->bot[i], message);
    if (!error)
        error = hash_placement(plan->placement, plan->placement_hash, message);
    return error ? error : plan_init(&plan->plan, message);
}

enum error sim_plan_write(const struct sim_terms *terms, const struct limits *limits,
                          const char *path, struct sim_plan *plan, struct message *message)
{
    struct store *store = NULL;
    enum error error = OK;

    /* Parts may already be playing by an older plan of the same name. */
    if (access(path, F_OK) == 0)
        return error_set(ERR_IO, message, "%s already exists; remove it, or choose another name",
                         path);
    error = outfile_probe(path, message);
    if (!error)
        error = fill(terms, limits, plan, message);
    if (!error)
        error = store_open_scratch(&store, message);
    if (!error)
        error = simulation_create(store, plan, message);
    if (!error)
        error = store_publish(store, path, message);
    store_close(store);
    return error;
}
