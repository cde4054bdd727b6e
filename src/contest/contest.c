#include "contest/contest.h"

#include "base/text.h"

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

const char *contest_league(const struct contest *contest, int index)
{
    int seen = 0;

    for (int i = 0; i < contest->entrants_count; i++) {
        const char *league = contest->entrants[i].league;
        bool is_new = league[0] != '\0';

        for (int k = 0; is_new && k < i; k++)
            is_new = strcmp(contest->entrants[k].league, league) != 0;
        if (is_new && seen++ == index)
            return league;
    }
    return NULL;
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
