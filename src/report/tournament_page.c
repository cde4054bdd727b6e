/* The frame of the page: the head with its content security policy, the order of the sections, and
 * the terms. The other sections are in page_*.c. */
#include "report/tournament_page.h"

#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>

/* The policy allows only the page's own script and style sheet, by their hashes. Even a name that
 * got past the escaping could do nothing. */
static void put_head(const struct tournament_page *page, FILE *file)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", file);
    fprintf(file,
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; "
            "form-action 'none'\">\n",
            html_hash(page_js, page_js_size).text, html_hash(page_css, page_css_size).text);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"generator\" content=\"Broadside " BROADSIDE_VERSION "\">\n"
          "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
          "viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%231d6fb8'/%3E%3C/svg%3E\">\n"
          "<title>",
          file);
    html_text(file, page->terms->title[0] ? page->terms->title : "Broadside tournament");
    fputs("</title>\n<style>", file);
    fwrite(page_css, 1, page_css_size, file);
    fputs("</style>\n</head>\n", file);
}

void page_name(const struct tournament_page *page, int entrant, FILE *file)
{
    fputs("<bdi>", file);
    html_text(file, page->entrants[entrant].name);
    fputs("</bdi>", file);
}

void page_link(const struct tournament_page *page, int entrant, FILE *file)
{
    fprintf(file, "<a href=\"#bot-%d\">", entrant);
    page_name(page, entrant, file);
    fputs("</a>", file);
}

static bool has_excluded(const struct tournament_page *page)
{
    for (int i = 0; i < page->count; i++)
        if (!entrant_plays(&page->entrants[i]))
            return true;
    return false;
}

static void put_nav(const struct tournament_page *page, FILE *file)
{
    fputs("<nav aria-label=\"Sections\"><ul>\n"
          "<li><a href=\"#standings\">Standings</a></li>\n"
          "<li><a href=\"#cross\">Cross table</a></li>\n"
          "<li><a href=\"#best\">Shots and learning</a></li>\n"
          "<li><a href=\"#bots\">Bot by bot</a></li>\n"
          "<li><a href=\"#rounds\">Watch rounds</a></li>\n"
          "<li><a href=\"#trouble\">Misbehaviour</a></li>\n",
          file);
    if (has_excluded(page))
        fputs("<li><a href=\"#excluded\">Excluded bots</a></li>\n", file);
    fputs("<li><a href=\"#terms\">Terms</a></li>\n</ul>"
          "<button type=\"button\" id=\"theme\" hidden>Light or dark</button></nav>\n",
          file);
}

static void put_banner(const struct tournament_page *page, FILE *file)
{
    uint64_t rounds = 0;
    int players = 0;

    for (int i = 0; i < page->matches_count; i++)
        rounds += page->matches[i].rounds;
    for (int i = 0; i < page->count; i++)
        players += entrant_plays(&page->entrants[i]);
    fputs("<header>\n<h1><bdi>", file);
    html_text(file, page->terms->title[0] ? page->terms->title : "Broadside tournament");
    fprintf(file, "</bdi></h1>\n<p class=\"lead\"><b>%d</b> bots, <b>", players);
    html_count(file, (uint64_t)page->matches_count);
    fputs("</b> matches, <b>", file);
    html_count(file, rounds);
    fputs("</b> rounds, rules: <b><bdi>", file);
    html_text(file, page->terms->rules.name);
    fputs("</bdi></b>. ", file);
    if (page->started > 0)
        html_date(file, page->started);
    fputs("</p>\n", file);
    if (!page->is_complete)
        fputs("<p class=\"notice\" role=\"note\">This tournament is not complete: the tables show "
              "the matches that have been played so far.</p>\n",
              file);
    fputs("</header>\n", file);
}

/* --- terms -------------------------------------------------------------------------------------*/

static void put_term(FILE *file, const char *name, const char *value)
{
    fprintf(file, "<dt>%s</dt><dd><bdi>", name);
    html_text(file, value);
    fputs("</bdi></dd>\n", file);
}

static void put_format(const struct contest_terms *terms, FILE *file)
{
    switch (terms->format) {
    case FORMAT_GAUNTLET:
        fprintf(file, "gauntlet: the first %d bots each meet all others", terms->leaders);
        break;
    case FORMAT_SWISS:
        fputs("swiss: bots with similar results meet", file);
        if (terms->stages)
            fprintf(file, ", in %d stages", terms->stages);
        break;
    default:
        fputs("all: every bot meets every other", file);
    }
    if (terms->total)
        fputs(", across all leagues", file);
}

static void put_rules(const struct rules *rules, FILE *file)
{
    char text[8192];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    rules_print(rules, &writer);
    fputs("<details><summary>All rules</summary><pre>", file);
    html_lines(file, slice_of(text));
    fputs("</pre></details>\n", file);
}

static void put_terms(const struct tournament_page *page, FILE *file)
{
    const struct contest_terms *terms = page->terms;
    char limits[LIMITS_TEXT], seed[SEED_TEXT_SIZE];
    struct writer writer;

    fputs("<section id=\"terms\" aria-labelledby=\"terms-head\">\n"
          "<h2 id=\"terms-head\">Terms</h2>\n<dl class=\"terms\">\n",
          file);
    put_term(file, "Rules", terms->rules.name);
    fprintf(file, "<dt>Board</dt><dd>%d by %d, %d ships</dd>\n", terms->rules.width,
            terms->rules.height, terms->rules.ships);
    fputs("<dt>Format</dt><dd>", file);
    put_format(terms, file);
    fputs("</dd>\n<dt>Rounds per match</dt><dd>", file);
    html_count(file, terms->rounds);
    fprintf(file, "</dd>\n<dt>Seed</dt><dd>%" PRIu64 "</dd>\n", terms->seed.number);
    for (int i = 0; i < page->secrets_count; i++) {
        seed_print(&page->secrets[i].seed, seed);
        fprintf(file, "<dt>To repeat</dt><dd><code>--seed %s</code></dd>\n", seed);
    }
    fprintf(file, "<dt>Fleets</dt><dd>%s</dd>\n",
            terms->paired ? "drawn by the arena, the same for both sides" : "placed by the bots");
    if (terms->max_broken > 0)
        fprintf(file, "<dt>Match lost after</dt><dd>%d broken rounds</dd>\n", terms->max_broken);
    writer_init(&writer, limits, sizeof limits);
    limits_print(&terms->limits, &writer);
    put_term(file, "Guest limits", limits);
    if (page->started > 0) {
        fputs("<dt>Started</dt><dd>", file);
        html_date(file, page->started);
        fputs("</dd>\n", file);
    }
    if (page->ended > 0) {
        fputs("<dt>Ended</dt><dd>", file);
        html_date(file, page->ended);
        fputs("</dd>\n", file);
    }
    if (page->id > 0)
        fprintf(file, "<dt>Tournament number</dt><dd>%" PRId64 "</dd>\n", page->id);
    fputs("<dt>Program</dt><dd>Broadside " BROADSIDE_VERSION "</dd>\n</dl>\n", file);
    put_rules(&terms->rules, file);
    fputs("</section>\n", file);
}

/* --- the page ----------------------------------------------------------------------------------*/

static void put_tables(const struct tournament_page *page, FILE *file)
{
    fputs("<section id=\"standings\" aria-labelledby=\"standings-head\">\n"
          "<h2 id=\"standings-head\">Standings</h2>\n",
          file);
    if (page->tables_count == 0 || page->tables[0].count == 0)
        fputs("<p>No bots took part.</p>\n", file);
    for (int i = 0; i < page->tables_count; i++)
        page_standings(page, i, file);
    fputs("<p class=\"note\">A match won scores 1 point and a match lost &minus;1. Bots with equal "
          "points are ranked by rounds won. Elo is a Bradley-Terry rating over all rounds with its "
          "95 % interval; 0 is the mean of the table. <i>Above the next</i> is the probability "
          "that a bot is stronger than the bot below it. Shots are means over whole rounds, won or "
          "lost.</p>\n"
          "</section>\n",
          file);
}

static enum error put_crosses(const struct tournament_page *page, FILE *file,
                              struct message *message)
{
    enum error error = OK;

    fputs("<section id=\"cross\" aria-labelledby=\"cross-head\">\n"
          "<h2 id=\"cross-head\">Cross table</h2>\n"
          "<p class=\"note\">Rounds won by the row's bot against the column's bot, with the match "
          "points below. Blue is won, orange is lost.</p>\n",
          file);
    for (int i = 0; !error && i < page->tables_count; i++)
        error = page_cross(page, i, file, message);
    fputs("</section>\n", file);
    return error;
}

static void put_charts(const struct tournament_page *page, FILE *file)
{
    struct page_range range = page_range(page);

    fputs("<section id=\"best\" aria-labelledby=\"best-head\">\n"
          "<h2 id=\"best-head\">Shots and learning</h2>\n",
          file);
    for (int i = 0; i < page->tables_count; i++)
        page_best(page, i, &range, file);
    fputs("</section>\n<section id=\"bots\" aria-labelledby=\"bots-head\">\n"
          "<h2 id=\"bots-head\">Bot by bot</h2>\n",
          file);
    page_bots(page, &range, file);
    fputs("</section>\n", file);
}

enum error tournament_page_write(const struct tournament_page *page, FILE *file,
                                 struct message *message)
{
    enum error error;

    put_head(page, file);
    fputs("<body>\n<a class=\"skip\" href=\"#standings\">Skip to the standings</a>\n", file);
    put_nav(page, file);
    fputs("<main>\n", file);
    put_banner(page, file);
    put_tables(page, file);
    error = put_crosses(page, file, message);
    if (error)
        return error;
    put_charts(page, file);
    error = page_viewer(page, file, message);
    if (error)
        return error;
    page_trouble(page, file);
    if (has_excluded(page))
        page_excluded(page, file);
    put_terms(page, file);
    fputs("</main>\n<footer><p>Written by Broadside " BROADSIDE_VERSION
          ". This page works without a network.</p></footer>\n<script>",
          file);
    fwrite(page_js, 1, page_js_size, file);
    fputs("</script>\n</body>\n</html>\n", file);
    return OK;
}
