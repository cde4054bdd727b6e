#include "contest/reveal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *plural(uint64_t count, const char *ending)
{
    return count == 1 ? "" : ending;
}

/* Adds the slides of one table; `league` is NULL for all bots. */
static enum error add_table(const struct contest *contest, const char *league, struct rank *ranks,
                            struct reveal_slide *slides, int *count, struct message *message)
{
    struct reveal_slide slide = {.heading = ""};
    enum error error = standings_fill(contest, league, ranks, &slide.places, message);

    if (error)
        return error;
    if (league)
        snprintf(slide.heading, sizeof slide.heading, "league %s", league);
    else if (contest_league(contest, 0))
        snprintf(slide.heading, sizeof slide.heading, "total war");
    slide.is_heading = slide.heading[0] != '\0';
    if (slide.is_heading)
        slides[(*count)++] = slide;
    slide.is_heading = false;
    for (int i = slide.places - 1; i >= 0; i--) {
        slide.rank = ranks[i];
        slide.entrant = &contest->entrants[ranks[i].entrant];
        slides[(*count)++] = slide;
    }
    return OK;
}

enum error reveal_make(const struct contest *contest, struct reveal_slide **slides, int *count,
                       struct message *message)
{
    size_t room = (size_t)contest->entrants_count + 1;
    struct rank *ranks = calloc(room, sizeof *ranks);
    enum error error = OK;
    int leagues = 0;

    *count = 0;
    while (contest_league(contest, leagues))
        leagues++;
    /* an entrant is in one league at most, and in the table of all bots */
    *slides = calloc(2 * room + (size_t)leagues, sizeof **slides);
    if (!*slides || !ranks) {
        free(ranks);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    for (int i = 0; !error && i < leagues; i++)
        error = add_table(contest, contest_league(contest, i), ranks, *slides, count, message);
    if (!error && contest_is_total(contest))
        error = add_table(contest, NULL, ranks, *slides, count, message);
    free(ranks);
    return error;
}

struct message reveal_figures(const struct reveal_slide *slide)
{
    const struct rank *rank = &slide->rank;
    struct message text;

    message_set(&text, "%+d point%s, %d match%s won, %" PRIu64 " round%s won, Elo %.0f",
                rank->points, plural((uint64_t)abs(rank->points), "s"), rank->won,
                plural((uint64_t)rank->won, "es"), rank->rounds_won, plural(rank->rounds_won, "s"),
                rank->elo);
    return text;
}
