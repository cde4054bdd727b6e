/* The charts: the best bots of each table together, then each bot alone. */
#include "report/html.h"
#include "report/page_internal.h"

#include <math.h>

enum { OPEN_CARDS = 8 }; /* the cards of more bots are folded at first */

/* --- the best ----------------------------------------------------------------------------------*/

static void put_legend(const struct tournament_page *page, const int *entrants, int series,
                       FILE *file)
{
    fputs("<ul class=\"legend\">", file);
    for (int i = 0; i < series; i++) {
        fprintf(file,
                "<li><svg viewBox=\"0 0 28 10\" aria-hidden=\"true\">"
                "<path class=\"line s%d\" d=\"M1 5H27\"/></svg>",
                i);
        page_link(page, entrants[i], file);
        page_id_note(page, entrants[i], file);
        fputs("</li>", file);
    }
    fputs("</ul>\n", file);
}

void page_best(const struct tournament_page *page, int table, const struct page_range *range,
               FILE *file)
{
    const struct page_table *shown = &page->tables[table];
    int entrants[PAGE_SERIES];
    int series = shown->count < PAGE_SERIES ? shown->count : PAGE_SERIES;

    if (series == 0)
        return;
    for (int i = 0; i < series; i++)
        entrants[i] = shown->ranks[i].entrant;
    page_league(page, table, page_opens(page, table), file);
    if (series < shown->count)
        fprintf(file, "<p class=\"note\">The top %d; all bots follow further down.</p>\n", series);
    put_legend(page, entrants, series, file);
    fputs("<div class=\"pair\"><figure><figcaption>Share of won rounds within a number "
          "of shots</figcaption>",
          file);
    page_chart_cumulative(page, range, entrants, series, file);
    fputs("</figure><figure><figcaption>Mean shots to win, over the course of a match</figcaption>",
          file);
    page_chart_learning_all(page, entrants, series, file);
    fputs("</figure></div>\n", file);
    page_league_end(page, file);
}

/* --- bot by bot --------------------------------------------------------------------------------*/

/* The number of shots within which this share of the won rounds ended; -1 if there are none. */
static int quantile(const struct page_bot *bot, double share)
{
    double sum = 0, below = 0;

    for (int i = 0; i < PAGE_SHOTS; i++)
        sum += bot->shots[1][i];
    for (int i = 0; i < PAGE_SHOTS; i++) {
        below += bot->shots[1][i];
        if (below > 0 && below >= share * sum)
            return i;
    }
    return -1;
}

static void put_shots(const struct page_bot *bot, const struct page_range *range, FILE *file)
{
    int middle = quantile(bot, 0.5);

    fputs("<figure><figcaption>Shots in a round <span class=\"key won\">won</span> "
          "<span class=\"key lost\">not won</span></figcaption>",
          file);
    page_chart_histogram(bot, range, file);
    if (middle >= 0)
        fprintf(file, "<p>won rounds: median %d shot%s, middle half %d to %d</p>", middle,
                text_s((uint64_t)middle), quantile(bot, 0.25), quantile(bot, 0.75));
    fputs("</figure>\n", file);
}

static void put_curves(const struct tournament_page *page, const struct page_bot *bot, FILE *file)
{
    int known = 0;

    for (int i = 0; i < page->bins; i++)
        known += bot->bin[i].rounds > 0;
    if (known < 2)
        return;
    fputs("<figure><figcaption>Shots to win, over the course of a match</figcaption>", file);
    page_chart_learning(page, bot, file);
    fputs("</figure>\n<figure><figcaption>Rounds won, over the course of a match</figcaption>",
          file);
    page_chart_winning(page, bot, file);
    fputs("</figure>\n", file);
}

/* The target of links is inside, so that a browser opens the card of a bot that was linked to. */
static void put_card(const struct tournament_page *page, const struct rank *rank,
                     const struct page_range *range, bool is_open, FILE *file)
{
    const struct entrant *entrant = &page->entrants[rank->entrant];
    const struct page_bot *bot = &page->bots[rank->entrant];

    fprintf(file, "<details class=\"bot\"%s><summary><h3><span class=\"place\">%d</span> ",
            is_open ? " open" : "", rank->rank);
    page_name(page, rank->entrant, file);
    page_id_note(page, rank->entrant, file);
    fputs("</h3>", file);
    if (entrant->authors[0]) {
        fputs(" <span class=\"by\">by <bdi>", file);
        html_text(file, entrant->authors);
        fputs("</bdi></span>", file);
    }
    fprintf(file, "</summary>\n<div class=\"charts\" id=\"bot-%d\">\n", rank->entrant);
    put_shots(bot, range, file);
    put_curves(page, bot, file);
    if (bot->heat_rounds > 0) {
        fputs("<div class=\"heats\">", file);
        page_chart_heat(&page->terms->rules, bot->placed, bot->heat_rounds, "Where it places",
                        file);
        page_chart_heat(&page->terms->rules, bot->fired, bot->heat_rounds, "Where it shoots", file);
        fputs("</div>", file);
    }
    fputs("</div></details>\n", file);
}

/* Each bot once, even if it is in the table of its league and in that of all bots. */
void page_bots(const struct tournament_page *page, const struct page_range *range, FILE *file)
{
    bool is_shown[MAX_ENTRANTS] = {false};

    fputs("<div class=\"bots\">\n", file);
    for (int i = 0; i < page->tables_count; i++)
        for (int k = 0; k < page->tables[i].count; k++) {
            const struct rank *rank = &page->tables[i].ranks[k];

            if (!is_shown[rank->entrant])
                put_card(page, rank, range, page->count <= OPEN_CARDS, file);
            is_shown[rank->entrant] = true;
        }
    fputs("</div>\n", file);
}
