#include "contest/reveal.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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
    char elo[24] = "";
    struct message text;

    if (isfinite(rank->elo))
        snprintf(elo, sizeof elo, ", Elo %.0f", rank->elo);
    message_set(&text, "%+d point%s, %d match%s won, %" PRIu64 " round%s won%s", rank->points,
                text_s((uint64_t)abs(rank->points)), rank->won, text_es((uint64_t)rank->won),
                rank->rounds_won, text_s(rank->rounds_won), elo);
    return text;
}
