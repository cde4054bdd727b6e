/* See tourney_change.h. The store is told first that the tournament is not complete, then of each
 * change: a process killed in between leaves a tournament that can go on. */
#include "cli/tourney_change.h"

#include "guest/fingerprint.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- leagues -----------------------------------------------------------------------------------*/

static enum error check_leagues(const struct values *leagues, struct message *message)
{
    for (int i = 0; i < leagues->count; i++)
        if (!strchr(leagues->value[i], '=') || leagues->value[i][0] == '=')
            return error_set(ERR_SYNTAX, message, "--league '%s' is not of the form NAME=PATTERN",
                             slice_quote(slice_of(leagues->value[i])).text);
    return OK;
}

static void set_league(struct entrant *entrant, const struct values *leagues)
{
    for (int i = 0; i < leagues->count && !entrant->league[0]; i++) {
        struct slice pattern = slice_of(leagues->value[i]), name;
        char text[ENTRANT_NAME];

        slice_cut(&pattern, '=', &name);
        snprintf(text, sizeof text, "%.*s", (int)name.length, name.text);
        if (fnmatch(pattern.text, entrant->name, 0) == 0)
            text_printable(entrant->league, sizeof entrant->league, text);
    }
    if (!entrant->league[0])
        snprintf(entrant->league, sizeof entrant->league, "others");
}

enum error tourney_set_leagues(struct tourney *tourney, int from, const struct values *leagues,
                               struct message *message)
{
    enum error error = check_leagues(leagues, message);

    if (error || (leagues->count == 0 && !tourney_league(tourney, 0)))
        return error;
    for (int i = from; i < tourney->count; i++)
        set_league(&tourney->entrants[i], leagues);
    return OK;
}

void tourney_say_out(const struct tourney *tourney, int from)
{
    for (int i = from; i < tourney->count; i++)
        if (tourney->entrants[i].is_out && !tourney->entrants[i].is_gone)
            fprintf(stderr, "broadside tournament: out: %s: %s\n", tourney->entrants[i].name,
                    tourney->entrants[i].why);
}

/* --- checks ------------------------------------------------------------------------------------*/

enum fate { STAYS, REPLACED, REMOVED };

static enum error find_all(const struct tourney *tourney, const struct values *names,
                           enum fate fate, enum fate fates[MAX_ENTRANTS], struct message *message)
{
    for (int i = 0; i < names->count; i++) {
        int index = tourney_find(tourney, names->value[i]);

        if (index < 0)
            return error_set(ERR_UNKNOWN, message, "tournament %" PRId64 " has no bot '%s'",
                             tourney->id, slice_quote(slice_of(names->value[i])).text);
        if (fates[index] != STAYS && fates[index] != fate)
            return error_set(ERR_SYNTAX, message, "'%s' is to be replaced and removed",
                             slice_quote(slice_of(names->value[i])).text);
        fates[index] = fate;
    }
    return OK;
}

/* A bot that does not start here would lose all matches that are left, and the table would say so
 * for ever. */
static enum error check_starts(const struct entrant *entrant, const struct guests *guests,
                               struct message *message)
{
    struct message why = {""};
    struct bot *bot = NULL;
    enum error error = bot_open(&guests->opener, entrant->spec, &bot, &why);

    bot_free(bot);
    if (!error || error == ERR_MEMORY)
        return error ? error_set(error, message, "%s", why.text) : OK;
    return error_set(error, message, "%s does not start any more: %s; --remove takes it out",
                     entrant->name, why.text);
}

/* Whoever has changed since would mix two bots in one row of the table. */
static enum error check_same(const struct entrant *entrant, const struct guests *guests,
                             struct message *message)
{
    char hash[SHA256_HEX_SIZE];
    enum error error = fingerprint_compute(entrant->spec, hash, message);

    if (error) {
        message_prefix(message, "%s", entrant->name);
        return error;
    }
    if (strcmp(hash, entrant->hash) != 0)
        return error_set(
            ERR_MISMATCH, message,
            "%s has changed since its matches were played%s; --replace '%s' plays them "
            "again",
            entrant->name,
            strncmp(entrant->spec, "cmd:", 4) == 0
                ? ", or its files are not to be found from this folder"
                : "",
            entrant->name);
    return entrant->is_guest ? check_starts(entrant, guests, message) : OK;
}

static enum error check_rest(const struct tourney *tourney, const enum fate fates[MAX_ENTRANTS],
                             const struct guests *guests, struct message *message)
{
    enum error error = OK;

    for (int i = 0; !error && i < tourney->count; i++) {
        const struct entrant *entrant = &tourney->entrants[i];

        if (entrant_plays(entrant) && fates[i] == STAYS)
            error = check_same(entrant, guests, message);
    }
    return error;
}

/* A slip of the pen is no entrant: it would stand among those that are out for ever. */
static enum error check_added(const struct values *added, const struct guests *guests,
                              struct message *message)
{
    for (int i = 0; i < added->count; i++) {
        const char *spec = added->value[i];
        struct bot *bot = NULL;
        struct message why = {""};
        enum error error;

        if (tourney_is_folder(spec) || (guest_is_spec(spec) && access(spec, F_OK) == 0) ||
            strncmp(spec, "cmd:", 4) == 0)
            continue;
        error = bot_open(&guests->opener, spec, &bot, &why);
        bot_free(bot);
        if (error)
            return error_set(error, message, "--add: %s", why.text);
    }
    return OK;
}

/* --- changes -----------------------------------------------------------------------------------*/

static void drop_scores(struct tourney *tourney, int entrant)
{
    int kept = 0;

    for (int i = 0; i < tourney->matches_count; i++)
        if (tourney->matches[i].pairing.a != entrant && tourney->matches[i].pairing.b != entrant)
            tourney->matches[kept++] = tourney->matches[i];
    tourney->matches_count = kept;
}

/* The same place in the list and the same name, another version of its files. */
static enum error replace(struct tourney *tourney, int index, const struct guests *guests,
                          struct message *message)
{
    struct entrant before = tourney->entrants[index];
    enum error error = tourney_inspect(tourney, index, guests, message);

    if (!error) {
        memcpy(tourney->entrants[index].name, before.name, sizeof before.name);
        memcpy(tourney->entrants[index].league, before.league, sizeof before.league);
    }
    return error;
}

static enum error carry_out(struct tourney *tourney, int index, enum fate fate,
                            const struct guests *guests, struct message *message)
{
    struct entrant *entrant = &tourney->entrants[index];
    enum error error = OK;

    if (fate == STAYS)
        return OK;
    if (fate == REMOVED)
        entrant->is_gone = true;
    else
        error = replace(tourney, index, guests, message);
    if (!error)
        error = tournament_set_entrant(tourney->store, tourney->id, index, entrant, true, message);
    if (!error)
        drop_scores(tourney, index);
    return error;
}

static enum error add_bots(struct tourney *tourney, const struct tourney_changes *changes,
                           const struct guests *guests, int threads, struct message *message)
{
    int from = tourney->count;
    enum error error = OK;

    for (int i = 0; !error && i < changes->added->count; i++)
        error = tourney_enter(tourney, changes->added->value[i], message);
    if (!error && tourney->count > from)
        error = tourney_preflight(tourney, from, guests, threads, message);
    if (!error)
        error = tourney_set_leagues(tourney, from, changes->leagues, message);
    for (int i = from; !error && i < tourney->count; i++)
        error = tournament_add_entrant(tourney->store, tourney->id, &tourney->entrants[i], message);
    return error;
}

enum error tourney_change(struct tourney *tourney, const struct tourney_changes *changes,
                          const struct guests *guests, int threads, struct message *message)
{
    bool any = changes->added->count || changes->replaced->count || changes->removed->count;
    enum fate fates[MAX_ENTRANTS] = {STAYS};
    struct pairing *pairings = NULL;
    int matches = 0, stage;
    enum error error = find_all(tourney, changes->removed, REMOVED, fates, message);

    if (!error)
        error = check_leagues(changes->leagues, message);
    if (!error)
        error = find_all(tourney, changes->replaced, REPLACED, fates, message);
    if (!error)
        error = tourney_left(tourney, &pairings, &matches, &stage, message);
    free(pairings);
    if (!error)
        error = check_added(changes->added, guests, message);
    if (!error && (any || matches > 0))
        error = check_rest(tourney, fates, guests, message);
    if (error || !any)
        return error;
    error = tourney_reopen(tourney, message);
    for (int i = 0; !error && i < tourney->count; i++)
        error = carry_out(tourney, i, fates[i], guests, message);
    return error ? error : add_bots(tourney, changes, guests, threads, message);
}
