#include "contest/contest.h"

#include "base/text.h"
#include "contest/league.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void contest_release(struct contest *contest)
{
    free(contest->entrants);
    free(contest->matches);
    contest->entrants = NULL;
    contest->matches = NULL;
    contest->entrants_count = contest->entrants_room = 0;
    contest->matches_count = contest->matches_room = 0;
}

enum error contest_add_entrant(struct contest *contest, struct entrant **entrant,
                               struct message *message)
{
    if (contest->entrants_count == MAX_ENTRANTS)
        return error_set(ERR_RANGE, message, "too many bots: a tournament takes at most %d",
                         MAX_ENTRANTS);
    if (contest->entrants_count >= contest->entrants_room) {
        struct entrant *more = realloc(contest->entrants, MAX_ENTRANTS * sizeof *more);

        if (!more)
            return error_set(ERR_MEMORY, message, "out of memory");
        contest->entrants = more;
        contest->entrants_room = MAX_ENTRANTS;
    }
    *entrant = &contest->entrants[contest->entrants_count++];
    memset(*entrant, 0, sizeof **entrant);
    return OK;
}

enum error contest_add_match(struct contest *contest, const struct contest_match *match,
                             struct message *message)
{
    if (contest->matches_count >= contest->matches_room) {
        int room = contest->matches_count ? 2 * contest->matches_count : 64;
        struct contest_match *more = realloc(contest->matches, (size_t)room * sizeof *more);

        if (!more)
            return error_set(ERR_MEMORY, message, "out of memory for %d matches", room);
        contest->matches = more;
        contest->matches_room = room;
    }
    contest->matches[contest->matches_count] = *match;
    contest_match_detach(&contest->matches[contest->matches_count++]);
    return OK;
}

void contest_drop_matches(struct contest *contest, int entrant)
{
    int kept = 0;

    for (int i = 0; i < contest->matches_count; i++) {
        const struct pairing *pairing = &contest->matches[i].pairing;

        if (pairing->a != entrant && pairing->b != entrant)
            contest->matches[kept++] = contest->matches[i];
    }
    contest->matches_count = kept;
}

static int by_first(const void *a, const void *b)
{
    uint64_t left = ((const struct contest_secret *)a)->first;
    uint64_t right = ((const struct contest_secret *)b)->first;

    return (left > right) - (left < right);
}

int contest_secrets(const struct contest *contest, struct contest_secret secrets[MAX_SECRETS])
{
    int count = 0;

    for (int i = 0; contest->is_complete && i < contest->matches_count; i++) {
        const struct contest_match *match = &contest->matches[i];
        struct contest_secret *secret = secrets;

        while (secret < secrets + count && !seed_same_secret(&secret->seed, &match->seed))
            secret++;
        if (!match->seed.has_secret || secret == secrets + MAX_SECRETS)
            continue;
        if (secret == secrets + count) {
            *secret = (struct contest_secret){.seed = match->seed, .first = match->pairing.number};
            secret->seed.number = contest->terms.seed.number; /* not stored with matches */
            count++;
        }
        secret->matches++;
        if (match->pairing.number < secret->first)
            secret->first = match->pairing.number;
    }
    qsort(secrets, (size_t)count, sizeof *secrets, by_first);
    return count;
}

int contest_players(const struct contest *contest)
{
    int count = 0;

    for (int i = 0; i < contest->entrants_count; i++)
        count += entrant_plays(&contest->entrants[i]);
    return count;
}

/* Does someone in this league take part? */
static bool has_players(const struct contest *contest, struct slice league)
{
    for (int i = 0; i < contest->entrants_count; i++)
        if (entrant_plays(&contest->entrants[i]) && slice_is(league, contest->entrants[i].league))
            return true;
    return false;
}

static bool is_same(struct slice a, struct slice b)
{
    return a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
}

/* The league that the terms name at this place. */
static bool named_league(const struct contest *contest, int index, struct slice *name)
{
    struct slice rest = slice_of(league_lines(&contest->terms)), line;

    for (int i = 0; slice_cut(&rest, '\n', &line); i++)
        if (i == index) {
            slice_cut(&line, '=', name);
            return name->length > 0;
        }
    return false;
}

/* Is it named by the terms before this place, or at all if the place is negative? */
static bool is_named(const struct contest *contest, struct slice league, int before)
{
    struct slice name;

    for (int i = 0; (before < 0 || i < before) && named_league(contest, i, &name); i++)
        if (is_same(name, league))
            return true;
    return false;
}

/* Has an entrant before this one the same league? */
static bool is_listed(const struct contest *contest, int entrant)
{
    for (int i = 0; i < entrant; i++)
        if (entrant_plays(&contest->entrants[i]) &&
            strcmp(contest->entrants[i].league, contest->entrants[entrant].league) == 0)
            return true;
    return false;
}

/* An entrant of the league at this place: leagues of the terms come first, the others in the order
 * of the list. -1 past the last. */
static int find_league(const struct contest *contest, int index)
{
    struct slice name;
    int seen = 0;

    for (int i = 0; named_league(contest, i, &name); i++)
        if (!is_named(contest, name, i) && has_players(contest, name) && seen++ == index)
            for (int k = 0; k < contest->entrants_count; k++)
                if (slice_is(name, contest->entrants[k].league))
                    return k;
    for (int i = 0; i < contest->entrants_count; i++) {
        struct slice league = slice_of(contest->entrants[i].league);

        if (entrant_plays(&contest->entrants[i]) && league.length > 0 && !is_listed(contest, i) &&
            !is_named(contest, league, -1) && seen++ == index)
            return i;
    }
    return -1;
}

const char *contest_league(const struct contest *contest, int index)
{
    int entrant;

    if (league_is_by_letter(&contest->terms) && find_league(contest, 1) < 0)
        return NULL;
    entrant = find_league(contest, index);
    return entrant >= 0 ? contest->entrants[entrant].league : NULL;
}

bool contest_is_total(const struct contest *contest)
{
    return contest->terms.total || league_is_by_letter(&contest->terms) ||
           find_league(contest, 0) < 0;
}

bool contest_find_twin(const struct contest *contest, int entrant, struct message *warning)
{
    const struct entrant *own = &contest->entrants[entrant];
    char name[ENTRANT_NAME];

    if (!own->is_gone && entrant_took_name(own, name)) {
        message_set(warning, "a guest calls itself '%s', like a built-in bot; it is shown as '%s'",
                    name, own->name);
        return true;
    }
    for (int i = 0; !own->is_gone && i < entrant; i++) {
        const struct entrant *other = &contest->entrants[i];
        struct entrant_label a = entrant_label(other), b = entrant_label(own);

        if (other->is_gone)
            continue;
        if (own->hash[0] && strcmp(own->hash, other->hash) == 0) {
            message_set(warning, "%s and %s are the same bot%s", a.text, b.text,
                        own->is_guest ? ": their files are equal" : "");
            return true;
        }
        if (own->id[0] && strcmp(own->id, other->id) == 0) {
            message_set(warning, "%s and %s have the same ID, %s", other->name, own->name, own->id);
            return true;
        }
    }
    return false;
}

static const char *const format_words[FORMATS] = {
    [FORMAT_ALL] = "all",
    [FORMAT_GAUNTLET] = "gauntlet",
    [FORMAT_SWISS] = "swiss",
};

const char *contest_format_word(enum contest_format format)
{
    assert((unsigned)format < FORMATS);
    return format_words[format];
}

enum error contest_format_parse(const char *word, enum contest_format *format,
                                struct message *message)
{
    for (int i = 0; i < FORMATS; i++)
        if (strcmp(word, format_words[i]) == 0) {
            *format = (enum contest_format)i;
            return OK;
        }
    return error_set(ERR_UNKNOWN, message, "unknown format '%s': use all, gauntlet or swiss",
                     slice_quote(slice_of(word)).text);
}
