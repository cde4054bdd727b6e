/* See tourney.h. Playing is in tourney_run.c. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/tourney.h"

#include "arena/pool.h"
#include "contest/schedule.h"
#include "store/places.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PREFLIGHT_ROUNDS = 64, MOST_PAIRINGS = MAX_ENTRANTS * (MAX_ENTRANTS - 1) / 2 };

/* --- opening -----------------------------------------------------------------------------------*/

enum error tourney_open(struct tourney *tourney, const char *db, struct message *message)
{
    enum error error = OK;

    memset(tourney, 0, sizeof *tourney);
    if (!db)
        error = place_find(PLACE_HISTORY, tourney->path, message);
    else if (snprintf(tourney->path, sizeof tourney->path, "%s", db) >= (int)sizeof tourney->path)
        error = error_set(ERR_RANGE, message, "--db: the path is too long");
    return error ? error : store_open(tourney->path, &tourney->store, message);
}

enum error tourney_open_old(struct tourney *tourney, const char *db, struct message *message)
{
    char path[PLACE_SIZE];
    enum error error = OK;

    memset(tourney, 0, sizeof *tourney);
    if (!db)
        error = place_name(PLACE_HISTORY, path, message);
    if (!error && access(db ? db : path, F_OK) != 0)
        error = error_set(ERR_UNKNOWN, message,
                          "there is no tournament yet (%s: %s); 'broadside tournament' plays one",
                          db ? db : path, strerror(errno));
    return error ? error : tourney_open(tourney, db, message);
}

/* The stored tournament `id` as it is now. */
static enum error take_stored(struct tourney *tourney, int64_t id, struct message *message)
{
    struct stored_tournament stored;
    enum error error = tournament_load(tourney->store, id, &stored, message);

    if (error)
        return error;
    tourney->id = stored.id;
    tourney->started = stored.started;
    tourney->ended = stored.ended;
    tourney->is_complete = stored.state == TOURNAMENT_COMPLETE;
    tourney->terms = stored.terms;
    error = tournament_entrants(tourney->store, stored.id, &tourney->entrants, &tourney->count,
                                message);
    tourney->room = tourney->count;
    if (!error) {
        tourney->paces = calloc(MAX_ENTRANTS, sizeof *tourney->paces);
        if (!tourney->paces)
            error = error_set(ERR_MEMORY, message, "out of memory");
    }
    if (!error)
        error = tournament_matches(tourney->store, stored.id, &tourney->matches,
                                   &tourney->matches_count, message);
    tourney->matches_room = tourney->matches_count;
    return error;
}

enum error tourney_load(struct tourney *tourney, const char *db, int64_t id,
                        struct message *message)
{
    enum error error = tourney_open_old(tourney, db, message);

    return error ? error : take_stored(tourney, id, message);
}

/* Claimed first and read then: what was read before could have changed meanwhile. */
enum error tourney_load_to_play(struct tourney *tourney, const char *db, int64_t id,
                                struct message *message)
{
    struct stored_tournament stored = {.id = id};
    enum error error = tourney_open_old(tourney, db, message);

    if (!error)
        error = tournament_load(tourney->store, id, &stored, message);
    if (!error)
        error = tournament_claim(tourney->store, stored.id, message);
    return error ? error : take_stored(tourney, stored.id, message);
}

void tourney_close(struct tourney *tourney)
{
    store_close(tourney->store);
    free(tourney->entrants);
    free(tourney->paces);
    free(tourney->matches);
}

/* --- entrants ----------------------------------------------------------------------------------*/

static enum error make_room(struct tourney *tourney, struct message *message)
{
    struct entrant *more;

    if (tourney->count == MAX_ENTRANTS)
        return error_set(ERR_RANGE, message, "more than %d bots", MAX_ENTRANTS);
    if (!tourney->paces)
        tourney->paces = calloc(MAX_ENTRANTS, sizeof *tourney->paces);
    if (tourney->count < tourney->room && tourney->paces)
        return OK;
    more = realloc(tourney->entrants, MAX_ENTRANTS * sizeof *more);
    if (more) {
        tourney->entrants = more;
        tourney->room = MAX_ENTRANTS;
    }
    return more && tourney->paces ? OK : error_set(ERR_MEMORY, message, "out of memory");
}

/* The path of a guest is made absolute, so that a stored tournament can go on from any folder. */
static enum error add_entrant(struct tourney *tourney, const char *spec, struct message *message)
{
    char *real = guest_is_spec(spec) && strncmp(spec, "cmd:", 4) != 0 ? realpath(spec, NULL) : NULL;
    const char *full = real ? real : spec;
    enum error error = make_room(tourney, message);

    if (!error && strlen(full) >= ENTRANT_SPEC)
        error = error_set(ERR_RANGE, message, "'%s' is too long for the name of a bot",
                          slice_quote(slice_of(spec)).text);
    if (!error) {
        struct entrant *entrant = &tourney->entrants[tourney->count];

        memset(entrant, 0, sizeof *entrant);
        memcpy(entrant->spec, full, strlen(full));
        tourney->count++;
    }
    free(real);
    return error;
}

static bool has_manifest(const char *folder)
{
    char path[PLACE_SIZE];

    return snprintf(path, sizeof path, "%s/bot.json", folder) < (int)sizeof path &&
           access(path, F_OK) == 0;
}

static bool is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* In a folder of bots: all folders, so that one without bot.json is told of and not passed over;
 * plugins, jars and programs. */
static bool is_bot_file(const char *path)
{
    const char *end = strrchr(path, '.');

    return is_folder(path) || (end && (strcmp(end, ".so") == 0 || strcmp(end, ".jar") == 0)) ||
           access(path, X_OK) == 0;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static enum error enter_folder(struct tourney *tourney, const char *folder, struct message *message)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_visible, by_name), before = tourney->count;
    enum error error = OK;

    if (count < 0)
        return error_set(ERR_IO, message, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PLACE_SIZE];

        if (!error &&
            snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) < (int)sizeof path &&
            is_bot_file(path))
            error = add_entrant(tourney, path, message);
        free(entries[i]);
    }
    free(entries);
    if (!error && tourney->count == before)
        error = error_set(ERR_UNKNOWN, message,
                          "%s: no bot in it (a folder with bot.json, a program, a plugin or a jar)",
                          folder);
    return error;
}

static bool is_built_in(const char *spec)
{
    struct bot *bot = NULL;
    bool is_there = bot_new(spec, &bot, NULL) == OK;

    bot_free(bot);
    return is_there;
}

bool tourney_is_folder(const char *spec)
{
    return is_folder(spec) && !has_manifest(spec) && !is_built_in(spec);
}

enum error tourney_enter(struct tourney *tourney, const char *spec, struct message *message)
{
    if (tourney_is_folder(spec))
        return enter_folder(tourney, spec, message);
    return add_entrant(tourney, spec, message);
}

int tourney_find(const struct tourney *tourney, const char *name)
{
    char *real = guest_is_spec(name) ? realpath(name, NULL) : NULL;
    int found = -1;

    for (int i = 0; found < 0 && i < tourney->count; i++)
        if (!tourney->entrants[i].is_gone &&
            (strcmp(tourney->entrants[i].name, name) == 0 ||
             strcmp(tourney->entrants[i].spec, real ? real : name) == 0))
            found = i;
    free(real);
    return found;
}

const char *tourney_league(const struct tourney *tourney, int index)
{
    int seen = 0;

    for (int i = 0; i < tourney->count; i++) {
        const char *league = tourney->entrants[i].league;
        bool is_new = league[0] != '\0';

        for (int k = 0; is_new && k < i; k++)
            is_new = strcmp(tourney->entrants[k].league, league) != 0;
        if (is_new && seen++ == index)
            return league;
    }
    return NULL;
}

/* --- preflight ---------------------------------------------------------------------------------*/

struct inspection {
    struct tourney *tourney;
    struct preflight_terms terms;
    int from;
    enum error *errors;
    struct message *messages;
};

static bool inspect(void *context, int thread, uint64_t job)
{
    struct inspection *inspection = context;
    int index = inspection->from + (int)job;

    (void)thread;
    inspection->errors[job] =
        preflight(&inspection->terms, &inspection->tourney->entrants[index],
                  &inspection->tourney->paces[index], &inspection->messages[job]);
    return true;
}

/* The first error in the order of the list. */
static enum error inspect_all(struct inspection *inspection, int count, int threads,
                              struct message *message)
{
    enum error error = OK;

    pool_run(threads, (uint64_t)count, inspect, inspection);
    for (int i = 0; !error && i < count; i++) {
        error = inspection->errors[i];
        if (error)
            *message = inspection->messages[i];
    }
    return error;
}

enum error tourney_preflight(struct tourney *tourney, int from, const struct guests *guests,
                             int threads, struct message *message)
{
    int count = tourney->count - from;
    struct inspection inspection = {.tourney = tourney,
                                    .terms = {.rules = &tourney->terms.rules,
                                              .opener = &guests->opener,
                                              .seed = tourney->terms.seed,
                                              .rounds = PREFLIGHT_ROUNDS,
                                              .is_paired = tourney->terms.paired},
                                    .from = from};
    enum error error = OK;

    inspection.errors = calloc((size_t)count + 1, sizeof *inspection.errors);
    inspection.messages = calloc((size_t)count + 1, sizeof *inspection.messages);
    if (!inspection.errors || !inspection.messages)
        error = error_set(ERR_MEMORY, message, "out of memory");
    else
        error = inspect_all(&inspection, count, threads, message);
    free(inspection.errors);
    free(inspection.messages);
    if (!error)
        entrants_distinguish(tourney->entrants, tourney->count, from);
    return error;
}

enum error tourney_inspect(struct tourney *tourney, int index, const struct guests *guests,
                           struct message *message)
{
    struct preflight_terms terms = {.rules = &tourney->terms.rules,
                                    .opener = &guests->opener,
                                    .seed = tourney->terms.seed,
                                    .rounds = PREFLIGHT_ROUNDS,
                                    .is_paired = tourney->terms.paired};
    struct entrant *entrant = &tourney->entrants[index], fresh = {.is_out = false};
    enum error error;

    memcpy(fresh.spec, entrant->spec, sizeof fresh.spec);
    error = preflight(&terms, &fresh, &tourney->paces[index], message);
    if (!error)
        *entrant = fresh;
    return error;
}

/* --- what is left ------------------------------------------------------------------------------*/

static int by_number(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* The numbers of all matches that were played, in order; the caller frees. */
static uint64_t *played_numbers(const struct tourney *tourney)
{
    uint64_t *numbers = malloc(((size_t)tourney->matches_count + 1) * sizeof *numbers);

    for (int i = 0; numbers && i < tourney->matches_count; i++)
        numbers[i] = tourney->matches[i].pairing.number;
    if (numbers)
        qsort(numbers, (size_t)tourney->matches_count, sizeof *numbers, by_number);
    return numbers;
}

static int players(const struct tourney *tourney)
{
    int count = 0;

    for (int i = 0; i < tourney->count; i++)
        count += entrant_plays(&tourney->entrants[i]);
    return count;
}

/* The first stage that is not complete; all but a swiss have one stage. */
enum error tourney_left(const struct tourney *tourney, struct pairing **pairings, int *matches,
                        int *stage, struct message *message)
{
    int stages =
        tourney->terms.format == FORMAT_SWISS ? swiss_stages(&tourney->terms, players(tourney)) : 1;
    uint64_t *played = played_numbers(tourney);

    *matches = 0;
    *stage = 0;
    *pairings = calloc(MOST_PAIRINGS, sizeof **pairings);
    if (!*pairings || !played) {
        free(played);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    for (int i = 0; i < stages && *matches == 0; i++) {
        int count = schedule(&tourney->terms, tourney->entrants, tourney->count, tourney->matches,
                             tourney->matches_count, i, *pairings, MOST_PAIRINGS);

        *stage = i;
        for (int k = 0; k < count; k++)
            if (!bsearch(&(*pairings)[k].number, played, (size_t)tourney->matches_count,
                         sizeof *played, by_number))
                (*pairings)[(*matches)++] = (*pairings)[k];
    }
    free(played);
    return OK;
}

/* What the matches so far took stands for those that are left, where no preflight was made. */
static double pace_of(const struct tourney *tourney, int entrant)
{
    const struct pace *pace = &tourney->paces[entrant];
    double sum = 0;
    int matches = 0;

    if (pace->round > 0)
        return pace->start + pace->round * (double)tourney->terms.rounds;
    for (int i = 0; i < tourney->matches_count; i++)
        if (tourney->matches[i].pairing.a == entrant || tourney->matches[i].pairing.b == entrant) {
            sum += tourney->matches[i].seconds / 2;
            matches++;
        }
    return matches > 0 ? sum / matches : 0;
}

double tourney_estimate(const struct tourney *tourney, int threads, int *matches)
{
    double sum = 0, paces[MAX_ENTRANTS];
    struct pairing *pairings;
    int stage, stages = 1;

    *matches = 0;
    if (tourney_left(tourney, &pairings, matches, &stage, NULL) != OK)
        *matches = 0;
    for (int i = 0; i < tourney->count; i++)
        paces[i] = pace_of(tourney, i);
    for (int i = 0; i < *matches; i++)
        sum += paces[pairings[i].a] + paces[pairings[i].b];
    free(pairings);
    if (tourney->terms.format == FORMAT_SWISS && *matches > 0)
        stages = swiss_stages(&tourney->terms, players(tourney)) - stage;
    if (threads > *matches)
        threads = *matches > 0 ? *matches : 1;
    *matches *= stages;
    return sum * stages / threads;
}

enum error tourney_store(struct tourney *tourney, struct message *message)
{
    enum error error = tournament_create(tourney->store, &tourney->terms, tourney->entrants,
                                         tourney->count, &tourney->id, message);

    tourney->started = (int64_t)time(NULL);
    return error ? error : tournament_claim(tourney->store, tourney->id, message);
}

enum error tourney_reopen(struct tourney *tourney, struct message *message)
{
    enum error error =
        tournament_set_state(tourney->store, tourney->id, TOURNAMENT_RUNNING, 0, message);

    if (!error) {
        tourney->is_complete = false;
        tourney->ended = 0;
    }
    return error;
}
