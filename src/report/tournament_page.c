/* The frame of the page: the head with its content security policy, the order of the sections, and
 * the terms. The other sections are in page_*.c. */
#include "report/tournament_page.h"

#include "contest/league.h"
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>
#include <string.h>

/* The policy allows only the page's own scripts and style sheet, by their hashes, and the engine in
 * a worker if there is one. Even a name that got past the escaping could do nothing. */
static void put_policy(const struct tournament_page *page, FILE *file)
{
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "script-src '",
          file);
    html_hash(file, (struct slice){theme_js, theme_js_size});
    fputs("' '", file);
    html_hash(file, (struct slice){page_js, page_js_size});
    fputs(page_has_engine(page) ? "' 'wasm-unsafe-eval'; worker-src blob:; style-src '"
                                : "'; style-src '",
          file);
    html_hash(file, (struct slice){page_css, page_css_size});
    fputs("'; img-src data:; base-uri 'none'; form-action 'none'\">\n", file);
}

static void put_head(const struct tournament_page *page, FILE *file)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", file);
    put_policy(page, file);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"generator\" content=\"Broadside " BROADSIDE_VERSION "\">\n"
          "<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' "
          "viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='3' fill='%231d6fb8'/%3E%3C/svg%3E\">\n"
          "<title>",
          file);
    html_text(file, page->terms->title[0] ? page->terms->title : "Broadside tournament");
    fputs("</title>\n<script>", file);
    fwrite(theme_js, 1, theme_js_size, file);
    fputs("</script>\n<style>", file);
    fwrite(page_css, 1, page_css_size, file);
    fputs("</style>\n</head>\n", file);
}

/* --- parts that all sections use ---------------------------------------------------------------*/

void page_name(const struct tournament_page *page, int entrant, FILE *file)
{
    fputs("<bdi>", file);
    html_text(file, page->entrants[entrant].name);
    fputs("</bdi>", file);
}

/* An ID that two bots share, like that of a built-in bot which takes part twice, tells nothing. */
const char *page_id_text(const struct tournament_page *page, int entrant)
{
    const struct entrant *shown = &page->entrants[entrant];

    for (int i = 0; i < page->count; i++)
        if (i != entrant && !page->entrants[i].is_gone &&
            strcmp(page->entrants[i].id, shown->id) == 0)
            return shown->name;
    return shown->id[0] ? shown->id : shown->name;
}

void page_id(const struct tournament_page *page, int entrant, FILE *file)
{
    fputs("<bdi>", file);
    html_text(file, page_id_text(page, entrant));
    fputs("</bdi>", file);
}

bool page_has_id(const struct tournament_page *page, int entrant)
{
    return strcmp(page_id_text(page, entrant), page->entrants[entrant].name) != 0;
}

void page_id_note(const struct tournament_page *page, int entrant, FILE *file)
{
    if (!page_has_id(page, entrant))
        return;
    fputs(" <small>", file);
    page_id(page, entrant, file);
    fputs("</small>", file);
}

void page_link(const struct tournament_page *page, int entrant, FILE *file)
{
    fprintf(file, "<a href=\"#bot-%d\">", entrant);
    page_name(page, entrant, file);
    fputs("</a>", file);
}

void page_section(const char *id, const char *title, FILE *file)
{
    fprintf(file,
            "<section id=\"%s\" aria-labelledby=\"%s-head\">\n<details class=\"part\" open>"
            "<summary><h2 id=\"%s-head\">%s</h2></summary>\n",
            id, id, id, title);
}

void page_section_end(FILE *file)
{
    fputs("</details>\n</section>\n", file);
}

void page_league(const struct tournament_page *page, int table, bool is_open, FILE *file)
{
    const struct page_table *shown = &page->tables[table];

    if (page->tables_count < 2)
        return;
    fprintf(file, "<details class=\"league\"%s><summary><h3>", is_open ? " open" : "");
    if (shown->league)
        page_league_name(shown, file);
    else
        fputs("Total war: all bots", file);
    fprintf(file, "</h3> <small>%d bot%s</small></summary>\n", shown->count,
            text_s((uint64_t)shown->count));
}

void page_league_end(const struct tournament_page *page, FILE *file)
{
    if (page->tables_count >= 2)
        fputs("</details>\n", file);
}

bool page_opens(const struct tournament_page *page, int table)
{
    bool has_all = false;

    for (int i = 0; i < page->tables_count; i++)
        has_all |= !page->tables[i].league;
    return !has_all || !page->tables[table].league;
}

void page_league_name(const struct page_table *table, FILE *file)
{
    if (!table->league) {
        fputs("All bots", file);
        return;
    }
    fputs("League <bdi>", file);
    html_text(file, table->league);
    fputs("</bdi>", file);
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
          "<li><a href=\"#matches\">Matches</a></li>\n"
          "<li><a href=\"#trouble\">Misbehaviour</a></li>\n",
          file);
    if (has_excluded(page))
        fputs("<li><a href=\"#excluded\">Excluded bots</a></li>\n", file);
    fputs("<li><a href=\"#terms\">Terms</a></li>\n</ul>"
          "<button type=\"button\" id=\"reveal-start\" hidden>Reveal</button>"
          "<button type=\"button\" id=\"theme\" hidden>Light or dark</button></nav>\n",
          file);
}

/* The results from the last place up, which the script shows on the whole screen. It reads them
 * from the tables of the standings. */
static void put_reveal(const struct tournament_page *page, FILE *file)
{
    if (page->tables_count == 0)
        return;
    fputs("<div id=\"reveal\" role=\"dialog\" aria-modal=\"true\" aria-label=\"Reveal\" "
          "tabindex=\"-1\" hidden>\n<p id=\"reveal-league\"></p>\n"
          "<div id=\"reveal-now\" aria-live=\"assertive\" aria-atomic=\"true\"></div>\n"
          "<ol id=\"reveal-list\"></ol>\n"
          "<p id=\"reveal-keys\"><span>Any key or click: next. <kbd>&larr;</kbd> back. "
          "<kbd>Esc</kbd> leave.</span> <button type=\"button\" id=\"reveal-leave\">Leave"
          "</button></p>\n</div>\n",
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
        fputs(
            "<p class=\"notice\" role=\"note\">This tournament is not complete: the page shows the "
            "matches that had been played when it was written. While the tournament runs, reload "
            "it to see more.</p>\n",
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

static void put_format(const struct contest_terms *terms, bool has_leagues, FILE *file)
{
    switch (terms->format) {
    case FORMAT_GAUNTLET:
        if (terms->leaders > 1)
            fprintf(file, "gauntlet: the first %d bots each meet all others", terms->leaders);
        else
            fputs("gauntlet: the first bot meets all others", file);
        break;
    case FORMAT_SWISS:
        fputs("swiss: bots with similar results meet", file);
        if (terms->stages)
            fprintf(file, ", in %d stage%s", terms->stages, text_s((uint64_t)terms->stages));
        break;
    default:
        fputs("all: every bot meets every other", file);
    }
    if (has_leagues && (terms->total || league_is_by_letter(terms)))
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

    page_section("terms", "Terms", file);
    fputs("<dl class=\"terms\">\n", file);
    put_term(file, "Rules", terms->rules.name);
    fprintf(file, "<dt>Board</dt><dd>%d by %d, %d ship%s</dd>\n", terms->rules.width,
            terms->rules.height, terms->rules.ships, text_s((uint64_t)terms->rules.ships));
    fputs("<dt>Format</dt><dd>", file);
    put_format(terms, page->tables_count > 1, file);
    fputs("</dd>\n<dt>Rounds per match</dt><dd>", file);
    html_count(file, terms->rounds);
    fprintf(file, "</dd>\n<dt>Seed</dt><dd>%" PRIu64 "</dd>\n", terms->seed.number);
    for (int i = 0; i < page->secrets_count; i++) {
        seed_print(&page->secrets[i].seed, seed);
        fputs("<dt>To repeat", file);
        if (page->secrets_count > 1) {
            fputc(' ', file);
            html_text(file, page->secret_matches[i].text);
        }
        fprintf(file, "</dt><dd><code>--seed %s</code></dd>\n", seed);
    }
    fprintf(file, "<dt>Fleets</dt><dd>%s</dd>\n",
            terms->paired ? "drawn by the arena, the same for both sides" : "placed by the bots");
    if (terms->max_broken > 0)
        fprintf(file, "<dt>Match lost after</dt><dd>%d broken round%s</dd>\n", terms->max_broken,
                text_s((uint64_t)terms->max_broken));
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
    page_section_end(file);
}

/* --- the page ----------------------------------------------------------------------------------*/

static void put_tables(const struct tournament_page *page, FILE *file)
{
    page_section("standings", "Standings", file);
    if (page->tables_count == 0 || page->tables[0].count == 0)
        fputs("<p>No bots took part.</p>\n", file);
    for (int i = 0; i < page->tables_count; i++)
        page_standings(page, i, file);
    fputs("<p class=\"note\">A match won scores 1 point and a match lost &minus;1. Bots with equal "
          "points are ranked by rounds won. Elo is a Bradley-Terry rating over all rounds with its "
          "95 % interval; 0 is the mean of the table. <i>Above the next</i> is the probability "
          "that a bot is stronger than the bot below it. Shots are means over whole rounds, won or "
          "lost.</p>\n",
          file);
    page_section_end(file);
}

static enum error put_crosses(const struct tournament_page *page, FILE *file,
                              struct message *message)
{
    enum error error = OK;

    page_section("cross", "Cross table", file);
    fputs("<p class=\"note\">The row's bot against the column's bot. Blue is won, orange is lost. "
          "Each cell leads to its match.</p>\n",
          file);
    for (int i = 0; !error && i < page->tables_count; i++)
        error = page_cross(page, i, file, message);
    page_section_end(file);
    return error;
}

static void put_charts(const struct tournament_page *page, FILE *file)
{
    struct page_range range = page_range(page);

    page_section("best", "Shots and learning", file);
    for (int i = 0; i < page->tables_count; i++)
        page_best(page, i, &range, file);
    page_section_end(file);
    page_section("bots", "Bot by bot", file);
    page_bots(page, &range, file);
    page_section_end(file);
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
    page_viewer(page, file);
    error = page_matches(page, file, message);
    if (error)
        return error;
    page_trouble(page, file);
    if (has_excluded(page))
        page_excluded(page, file);
    put_terms(page, file);
    fputs("</main>\n<footer><p>Written by Broadside " BROADSIDE_VERSION
          ". This page works without a network.</p></footer>\n",
          file);
    put_reveal(page, file);
    fputs("<script type=\"module\">", file);
    fwrite(page_js, 1, page_js_size, file);
    fputs("</script>\n</body>\n</html>\n", file);
    return OK;
}
