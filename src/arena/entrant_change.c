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

/* A bot that RETURNS was removed before. One that IDLES plays no match of this part. */
enum fate { STAYS, REPLACED, REMOVED, RETURNS, IDLES };

/* One call of entrant_change. */
struct change {
    struct contest *contest;
    const struct entrant_changes *changes;
    const struct bot_opener *opener;
    const struct entrant_sink *sink;
    int threads, begun; /* begun: stages of a swiss */
    bool is_part;       /* nothing can be replaced or removed */
    enum fate fates[MAX_ENTRANTS];
    struct contest added; /* only the specs of new entrants */
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
static enum error check_starts(const struct change *change, const struct entrant *entrant,
                               struct message *message)
{
    struct message why = {""};
    struct bot *bot = NULL;
    enum error error = bot_open(change->opener, entrant->spec, &bot, &why);

    bot_free(bot);
    if (!error || error == ERR_MEMORY || (change->is_part && guest_is_machine_error(error)))
        return error ? error_set(error, message, "%s", why.text) : OK;
    if (change->is_part)
        return error_set(error, message, "%s does not start here: %s", entrant->name, why.text);
    return error_set(error, message, "%s no longer starts: %s; use --remove '%s' to remove it",
                     entrant->name, why.text, entrant->name);
}

/* A bot that has changed would mix two bots in one row of the table. */
static enum error check_same(const struct change *change, const struct entrant *entrant,
                             struct message *message)
{
    char hash[SHA256_HEX_SIZE];
    struct message why;
    enum error error = fingerprint_compute(entrant->spec, hash, &why);

    if (error == ERR_MEMORY)
        return error_set(error, message, "%s", why.text);
    if (error && change->is_part)
        return error_set(error, message, "%s: %s", entrant->name, why.text);
    if (error)
        return error_set(error, message, "%s: %s; use --remove '%s' to remove it", entrant->name,
                         why.text, entrant->name);
    if (strcmp(hash, entrant->hash) != 0 && change->is_part)
        return error_set(ERR_MISMATCH, message,
                         "%s is not the bot of the plan: the files of %s have changed",
                         entrant->name, slice_quote(slice_of(entrant->spec)).text);
    if (strcmp(hash, entrant->hash) != 0)
        return error_set(
            ERR_MISMATCH, message,
            "%s has changed since its matches were played%s; use --replace '%s' to "
            "play them again, or --remove '%s' to remove it",
            entrant->name,
            text_starts_with(entrant->spec, "cmd:") ? ", or its files are not in this folder" : "",
            entrant->name, entrant->name);
    return OK;
}

/* A job of the pool. */
struct same_check {
    const struct change *change;
    bool starts; /* also check that guests start */
    enum error error[MAX_ENTRANTS];
    struct message message[MAX_ENTRANTS];
};

static bool is_stopped(const struct change *change)
{
    return change->changes->stop && atomic_load(change->changes->stop);
}

/* One report that this machine has no jail is enough. */
static bool is_machine_error(const struct change *change, enum error error)
{
    return error == ERR_MEMORY || (change->is_part && guest_is_machine_error(error));
}

static bool check_one(void *context, int thread, uint64_t job)
{
    struct same_check *check = context;
    const struct entrant *entrant = &check->change->contest->entrants[job];
    enum error error = OK;

    (void)thread;
    if (entrant_plays(entrant) && check->change->fates[job] == STAYS) {
        error = check_same(check->change, entrant, &check->message[job]);
        if (!error && check->starts && entrant->is_guest)
            error = check_starts(check->change, entrant, &check->message[job]);
    }
    check->error[job] = error;
    return !is_stopped(check->change) && !is_machine_error(check->change, error);
}

/* All bots that have changed are named: the last one by the error, or by a note like the others if
 * no matches are to be played. */
static enum error report_changed(const struct same_check *check, struct message *message)
{
    const struct entrant_sink *sink = check->change->sink;
    enum error error = OK;

    for (int i = 0; i < check->change->contest->entrants_count; i++) {
        if (!check->error[i])
            continue;
        if (error)
            sink->note(sink->context, message->text);
        *message = check->message[i];
        if (is_machine_error(check->change, check->error[i]))
            return check->error[i];
        error = ERR_MISMATCH;
    }
    if (!error || check->starts)
        return error;
    sink->note(sink->context, message->text);
    return OK;
}

/* Several at a time, because each guest is started if there are matches to play. */
static enum error check_unchanged(const struct change *change, bool has_matches,
                                  struct message *message)
{
    struct same_check *check = calloc(1, sizeof *check);
    enum error error;

    if (!check)
        return error_set(ERR_MEMORY, message, "out of memory");
    check->change = change;
    check->starts = has_matches;
    pool_run(change->threads, (uint64_t)change->contest->entrants_count, check_one, check);
    if (is_stopped(change))
        error = error_set(ERR_UNAVAILABLE, message, "interrupted while the bots were tested");
    else
        error = report_changed(check, message);
    free(check);
    return error;
}

/* A misspelt name must not become an entrant: it would be listed as excluded for ever. */
static enum error check_exists(const struct change *change, const char *spec,
                               struct message *message)
{
    struct bot *bot = NULL;
    struct message why = {""};
    enum error error;

    if (entry_is_folder(spec) || (guest_is_spec(spec) && access(spec, F_OK) == 0) ||
        text_starts_with(spec, "cmd:"))
        return OK;
    error = bot_open(change->opener, spec, &bot, &why);
    bot_free(bot);
    return error ? error_set(error, message, "--add: %s", why.text) : OK;
}

static enum error refuse_known(const struct entrant *entrant, struct message *message)
{
    if (entrant->is_out)
        return error_set(ERR_SYNTAX, message,
                         "--add: %s was excluded from this tournament; use --replace '%s' to test "
                         "it again",
                         entrant->name, entrant->name);
    return error_set(ERR_SYNTAX, message,
                     "--add: %s already takes part; if it has changed, use --replace '%s'",
                     entrant->name, entrant->name);
}

/* Decides what becomes of an added bot: a new entrant, or one that was removed. In a folder, some
 * may already take part; `*is_new` says that this one does not. */
static enum error sort_added(struct change *change, const struct entrant *added, bool in_folder,
                             bool *is_new, struct message *message)
{
    int index = entry_find_spec(change->contest, added->spec);
    struct message note;
    struct entrant *fresh;
    enum error error;

    *is_new = index < 0 || change->contest->entrants[index].is_gone;
    if (index >= 0 && *is_new)
        change->fates[index] = RETURNS;
    if (index >= 0 && !*is_new) {
        error = refuse_known(&change->contest->entrants[index], &note);
        if (!in_folder) {
            *message = note;
            return error;
        }
        change->sink->note(change->sink->context, note.text);
    }
    if (index >= 0 || entry_find_spec(&change->added, added->spec) >= 0)
        return OK;
    if (change->contest->entrants_count + change->added.entrants_count >= MAX_ENTRANTS)
        return error_set(ERR_RANGE, message, "--add: a tournament takes at most %d bots",
                         MAX_ENTRANTS);
    error = contest_add_entrant(&change->added, &fresh, message);
    if (!error)
        memcpy(fresh->spec, added->spec, sizeof fresh->spec);
    return error;
}

static enum error check_added(struct change *change, const char *spec, struct message *message)
{
    struct contest found = {.id = 0};
    bool in_folder = entry_is_folder(spec), any = false;
    enum error error = check_exists(change, spec, message);

    if (!error)
        error = entry_add(&found, spec, message);
    for (int i = 0; !error && i < found.entrants_count; i++) {
        bool is_new;

        error = sort_added(change, &found.entrants[i], in_folder, &is_new, message);
        any = any || is_new;
    }
    contest_release(&found);
    if (!error && !any)
        error = error_set(ERR_SYNTAX, message, "--add: there is no new bot in '%s'",
                          slice_quote(slice_of(spec)).text);
    return error;
}

/* How many matches are left once the bots are removed? */
static enum error count_matches(const struct change *change, int *matches, struct message *message)
{
    struct contest *contest = change->contest;
    struct pairing *pairings = NULL;
    int stage;
    enum error error;

    for (int i = 0; i < contest->entrants_count; i++)
        contest->entrants[i].is_gone |= change->fates[i] == REMOVED;
    error = schedule_remaining(contest, &pairings, matches, &stage, message);
    for (int i = 0; i < contest->entrants_count; i++)
        contest->entrants[i].is_gone &= change->fates[i] != REMOVED;
    free(pairings);
    return error;
}

static enum error check_all(struct change *change, struct message *message)
{
    const struct entrant_changes *changes = change->changes;
    int matches = 0;
    enum error error = find_all(change, &changes->removed, REMOVED, message);

    if (!error)
        error = league_check(changes->leagues.name, changes->leagues.count, message);
    if (!error)
        error = find_all(change, &changes->replaced, REPLACED, message);
    for (int i = 0; !error && i < changes->added.count; i++)
        error = check_added(change, changes->added.name[i], message);
    if (!error)
        error = count_matches(change, &matches, message);
    if (!error)
        error = check_unchanged(
            change, matches > 0 || changes->added.count || changes->replaced.count, message);
    return error;
}

enum error entrant_check_planned(struct contest *contest, const struct pairing *pairings, int count,
                                 const struct bot_opener *opener, int threads,
                                 const struct entrant_sink *sink, const atomic_bool *stop,
                                 struct message *message)
{
    const struct entrant_changes changes = {.stop = stop};
    struct change change = {.contest = contest,
                            .changes = &changes,
                            .opener = opener,
                            .sink = sink,
                            .threads = threads,
                            .is_part = true};

    for (int i = 0; i < contest->entrants_count; i++)
        change.fates[i] = IDLES;
    for (int i = 0; i < count; i++)
        change.fates[pairings[i].a] = change.fates[pairings[i].b] = STAYS;
    return check_unchanged(&change, true, message);
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

/* As if it had been added now. */
static void join(struct change *change, int index)
{
    const struct entrant_names *leagues = &change->changes->leagues;
    struct entrant *entrant = &change->contest->entrants[index];

    entrant->joined = change->begun;
    entrant->league[0] = '\0';
    league_assign_one(change->contest, entrant, leagues->name, leagues->count);
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
    if (!error && change->fates[index] == RETURNS)
        join(change, index);
    if (!error)
        error = change->sink->set(change->sink->context, index, entrant, message);
    if (!error)
        contest_drop_matches(change->contest, index);
    return error;
}

static enum error add_bots(struct change *change, struct message *message)
{
    const struct entrant_names *leagues = &change->changes->leagues;
    struct contest *contest = change->contest;
    int from = contest->entrants_count, count = change->added.entrants_count;
    enum error error = OK;

    for (int i = 0; !error && i < count; i++) {
        struct entrant *entrant;

        error = contest_add_entrant(contest, &entrant, message);
        if (!error) {
            *entrant = change->added.entrants[i];
            entrant->joined = change->begun;
        }
    }
    if (!error && count > 0)
        error = preflight_all(contest, from,
                              &(struct preflight){.opener = change->opener,
                                                  .threads = change->threads,
                                                  .stop = change->changes->stop},
                              message);
    if (error)
        contest->entrants_count = from;
    if (!error)
        league_assign(contest, from, leagues->name, leagues->count);
    for (int i = from; !error && i < contest->entrants_count; i++)
        error = change->sink->add(change->sink->context, &contest->entrants[i], message);
    return error;
}

enum error entrant_change(struct contest *contest, const struct entrant_changes *changes,
                          const struct bot_opener *opener, int threads,
                          const struct entrant_sink *sink, struct message *message)
{
    struct change change = {.contest = contest,
                            .changes = changes,
                            .opener = opener,
                            .sink = sink,
                            .threads = threads,
                            .begun = schedule_begun(contest)};
    bool any = changes->added.count || changes->replaced.count || changes->removed.count;
    int count = contest->entrants_count;
    enum error error = check_all(&change, message);

    if (!error && any)
        error = sink->reopen(sink->context, message);
    for (int i = 0; !error && i < count; i++)
        error = apply(&change, i, message);
    if (!error)
        error = add_bots(&change, message);
    contest_release(&change.added);
    return error;
}
