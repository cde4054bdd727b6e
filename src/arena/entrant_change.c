#include "arena/entrant_change.h"

#include "arena/entry.h"
#include "arena/pool.h"
#include "arena/preflight.h"
#include "base/text.h"
#include "contest/league.h"
#include "contest/schedule.h"
#include "guest/fingerprint.h"
#include "guest/guest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum fate { STAYS, REPLACED, REMOVED };

/* One call of entrant_change. */
struct change {
    struct contest *contest;
    const struct entrant_changes *changes;
    const struct bot_opener *opener;
    const struct entrant_sink *sink;
    int threads;
    enum fate fates[MAX_ENTRANTS];
};

/* --- checks ------------------------------------------------------------------------------------*/

static enum error find_all(struct change *change, const struct entrant_names *names, enum fate fate,
                           struct message *message)
{
    for (int i = 0; i < names->count; i++) {
        int index = -1;
        enum error error = entry_find(change->contest, names->name[i], &index, message);

        if (error)
            return error;
        if (change->fates[index] != STAYS && change->fates[index] != fate)
            return error_set(ERR_SYNTAX, message, "'%s' cannot be both replaced and removed",
                             slice_quote(slice_of(names->name[i])).text);
        change->fates[index] = fate;
    }
    return OK;
}

/* A bot that does not start here would lose all remaining matches, and the table would count
 * them. */
static enum error check_starts(const struct entrant *entrant, const struct bot_opener *opener,
                               struct message *message)
{
    struct message why = {""};
    struct bot *bot = NULL;
    enum error error = bot_open(opener, entrant->spec, &bot, &why);

    bot_free(bot);
    if (!error || error == ERR_MEMORY)
        return error ? error_set(error, message, "%s", why.text) : OK;
    return error_set(error, message, "%s no longer starts: %s; use --remove to remove it",
                     entrant->name, why.text);
}

/* A bot that has changed would mix two bots in one row of the table. */
static enum error check_same(const struct entrant *entrant, const struct bot_opener *opener,
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
            "%s has changed since its matches were played%s; use --replace '%s' to play them again",
            entrant->name,
            text_starts_with(entrant->spec, "cmd:") ? ", or its files are not in this folder" : "",
            entrant->name);
    return entrant->is_guest ? check_starts(entrant, opener, message) : OK;
}

/* A job of the pool. */
struct same_check {
    const struct change *change;
    enum error error[MAX_ENTRANTS];
    struct message message[MAX_ENTRANTS];
};

static bool check_one(void *context, int thread, uint64_t job)
{
    struct same_check *check = context;
    const struct entrant *entrant = &check->change->contest->entrants[job];

    (void)thread;
    if (entrant_plays(entrant) && check->change->fates[job] == STAYS)
        check->error[job] = check_same(entrant, check->change->opener, &check->message[job]);
    return true;
}

/* Several at a time, because each guest is started. The first error in the list counts. */
static enum error check_unchanged(const struct change *change, struct message *message)
{
    int count = change->contest->entrants_count;
    struct same_check *check = calloc(1, sizeof *check);
    enum error error = OK;

    if (!check)
        return error_set(ERR_MEMORY, message, "out of memory");
    check->change = change;
    pool_run(change->threads, (uint64_t)count, check_one, check);
    for (int i = 0; !error && i < count; i++) {
        error = check->error[i];
        if (error)
            *message = check->message[i];
    }
    free(check);
    return error && error != ERR_MEMORY ? ERR_MISMATCH : error;
}

/* A misspelt name must not become an entrant: it would be listed as excluded for ever. */
static enum error check_added(const struct change *change, struct message *message)
{
    const struct entrant_names *added = &change->changes->added;

    for (int i = 0; i < added->count; i++) {
        const char *spec = added->name[i];
        struct bot *bot = NULL;
        struct message why = {""};
        enum error error;

        if (entry_is_folder(spec) || (guest_is_spec(spec) && access(spec, F_OK) == 0) ||
            text_starts_with(spec, "cmd:"))
            continue;
        error = bot_open(change->opener, spec, &bot, &why);
        bot_free(bot);
        if (error)
            return error_set(error, message, "--add: %s", why.text);
    }
    return OK;
}

static enum error check_all(struct change *change, bool changes_any, struct message *message)
{
    const struct entrant_changes *changes = change->changes;
    struct pairing *pairings = NULL;
    int matches = 0, stage;
    enum error error = find_all(change, &changes->removed, REMOVED, message);

    if (!error)
        error = league_check(changes->leagues.name, changes->leagues.count, message);
    if (!error)
        error = find_all(change, &changes->replaced, REPLACED, message);
    if (!error) {
        error = schedule_remaining(change->contest, &pairings, &matches, &stage, message);
        free(pairings);
    }
    if (!error)
        error = check_added(change, message);
    if (!error && (changes_any || matches > 0))
        error = check_unchanged(change, message);
    return error;
}

/* --- changes -----------------------------------------------------------------------------------*/

/* The files are another version, which may have another name, ID and authors. If it cannot play, it
 * keeps those that people know. Its league stays, unless that depends on the ID. */
static enum error replace(struct change *change, int index, struct message *message)
{
    struct entrant *entrant = &change->contest->entrants[index], before = *entrant;
    enum error error;

    *entrant = (struct entrant){.is_out = false};
    memcpy(entrant->spec, before.spec, sizeof before.spec);
    error = preflight_entrant(&change->contest->terms,
                              &(struct preflight){.opener = change->opener}, entrant, message);
    if (error) {
        *entrant = before;
        return error;
    }
    if (entrant->is_out) {
        memcpy(entrant->name, before.name, sizeof before.name);
        memcpy(entrant->id, before.id, sizeof before.id);
        memcpy(entrant->authors, before.authors, sizeof before.authors);
    }
    entrant_distinguish_one(change->contest->entrants, change->contest->entrants_count, index);
    if (league_is_by_letter(&change->contest->terms))
        snprintf(entrant->league, sizeof entrant->league, "%s", entrant_letter_league(entrant->id));
    else
        memcpy(entrant->league, before.league, sizeof before.league);
    entrant->joined = before.joined;
    return OK;
}

static enum error apply(struct change *change, int index, struct message *message)
{
    struct entrant *entrant = &change->contest->entrants[index];
    enum error error = OK;

    if (change->fates[index] == STAYS)
        return OK;
    if (change->fates[index] == REMOVED)
        entrant->is_gone = true;
    else
        error = replace(change, index, message);
    if (!error)
        error = change->sink->set(change->sink->context, index, entrant, message);
    if (!error)
        contest_drop_matches(change->contest, index);
    return error;
}

static enum error add_bots(struct change *change, int threads, struct message *message)
{
    const struct entrant_changes *changes = change->changes;
    struct contest *contest = change->contest;
    int from = contest->entrants_count, begun = schedule_begun(contest);
    enum error error = OK;

    for (int i = 0; !error && i < changes->added.count; i++)
        error = entry_add(contest, changes->added.name[i], message);
    if (!error && contest->entrants_count > from)
        error = preflight_all(contest, from,
                              &(struct preflight){.opener = change->opener, .threads = threads},
                              message);
    if (!error)
        league_assign(contest, from, changes->leagues.name, changes->leagues.count);
    for (int i = from; i < contest->entrants_count; i++)
        contest->entrants[i].joined = begun;
    for (int i = from; !error && i < contest->entrants_count; i++)
        error = change->sink->add(change->sink->context, &contest->entrants[i], message);
    return error;
}

enum error entrant_change(struct contest *contest, const struct entrant_changes *changes,
                          const struct bot_opener *opener, int threads,
                          const struct entrant_sink *sink, struct message *message)
{
    struct change change = {
        .contest = contest, .changes = changes, .opener = opener, .sink = sink, .threads = threads};
    bool any = changes->added.count || changes->replaced.count || changes->removed.count;
    int count = contest->entrants_count;
    enum error error = check_all(&change, any, message);

    if (error || !any)
        return error;
    error = sink->reopen(sink->context, message);
    for (int i = 0; !error && i < count; i++)
        error = apply(&change, i, message);
    return error ? error : add_bots(&change, threads, message);
}
