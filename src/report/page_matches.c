/* The list of matches. Without the script, links to matches and rounds lead here; with it, they
 * open the viewer. */
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- rounds ------------------------------------------------------------------------------------*/

bool page_next_broken(struct slice *text, int *side, struct slice *why)
{
    static const char start[] = "# broken ";
    enum { START = sizeof start - 1 };
    struct slice line;

    while (slice_cut(text, '\n', &line))
        if (line.length > START + 2 && memcmp(line.text, start, START) == 0 &&
            line.text[START + 1] == ' ') {
            *side = line.text[START] == 'b' ? SIDE_B : SIDE_A;
            *why = (struct slice){line.text + START + 2, line.length - START - 2};
            return true;
        }
    return false;
}

static bool is_broken_by(const struct page_record *record, int side)
{
    struct slice rest = record->text, why;
    int who;

    while (page_next_broken(&rest, &who, &why))
        if (side == PAGE_ANY_SIDE || who == side)
            return true;
    return false;
}

void page_broken_links(const struct tournament_page *page, uint64_t match, int side, FILE *file)
{
    const char *separator = "<br>Watch the broken round: ";

    for (int i = 0; i < page->records_count; i++) {
        const struct page_record *record = &page->records[i];

        if (record->match != match || !is_broken_by(record, side))
            continue;
        fprintf(file,
                "%s<a class=\"watch\" href=\"#round-%" PRIu64 "-%" PRIu64 "\">%" PRIu64 "</a>",
                separator, match, record->round, record->round);
        separator = ", ";
    }
}

/* The targets of all links to rounds. */
static void put_rounds(const struct tournament_page *page, uint64_t match, FILE *file)
{
    const char *separator = "";

    for (int i = 0; i < page->records_count; i++) {
        const struct page_record *record = &page->records[i];

        if (record->match != match)
            continue;
        fprintf(file,
                "%s<a id=\"round-%" PRIu64 "-%" PRIu64 "\" href=\"#round-%" PRIu64 "-%" PRIu64
                "\"%s>%" PRIu64 "%s</a>",
                separator, match, record->round, match, record->round,
                is_broken_by(record, PAGE_ANY_SIDE) ? " class=\"bad\"" : "", record->round,
                is_broken_by(record, PAGE_ANY_SIDE) ? " (broken)" : "");
        separator = ", ";
    }
}

/* --- which matches are listed ------------------------------------------------------------------*/

static int find_match(const struct tournament_page *page, uint64_t number)
{
    for (int i = 0; i < page->matches_count; i++)
        if (page->matches[i].pairing.number == number)
            return i;
    return -1;
}

static void list_number(const struct tournament_page *page, uint64_t number, bool *is_listed)
{
    int match = find_match(page, number);

    if (match >= 0)
        is_listed[match] = true;
}

/* Those of the bots in a cross table. */
static void list_table(const struct tournament_page *page, const struct page_table *table,
                       bool *is_listed)
{
    bool is_shown[MAX_ENTRANTS] = {false};

    for (int i = 0; i < table->count && i < PAGE_CROSS; i++)
        is_shown[table->ranks[i].entrant] = true;
    for (int i = 0; i < page->matches_count; i++) {
        const struct pairing *pairing = &page->matches[i].pairing;

        is_listed[i] |= is_shown[pairing->a] && is_shown[pairing->b];
    }
}

/* All that a link of the page leads to. In a large tournament these are not all matches. */
static void list_matches(const struct tournament_page *page, bool *is_listed)
{
    for (int i = 0; i < page->tables_count; i++)
        list_table(page, &page->tables[i], is_listed);
    for (int i = 0; i < page->records_count; i++)
        list_number(page, page->records[i].match, is_listed);
    for (int i = 0; i < page->troubles_count; i++)
        list_number(page, page->troubles[i].match, is_listed);
}

/* --- the list ----------------------------------------------------------------------------------*/

static void put_side(const struct tournament_page *page, int entrant, FILE *file)
{
    fprintf(file, "<td class=\"name\"><a href=\"#bot-%d\" title=\"", entrant);
    html_text(file, page->entrants[entrant].name);
    fputs("\">", file);
    page_id(page, entrant, file);
    fputs("</a></td>", file);
}

static void put_match(const struct tournament_page *page, const struct contest_match *match,
                      FILE *file)
{
    const struct contest_side *side = match->side;
    uint64_t broken[2] = {contest_side_broken(&side[0]), contest_side_broken(&side[1])};

    fprintf(file, "<tr id=\"match-%" PRIu64 "\"><th scope=\"row\">%" PRIu64 "</th>",
            match->pairing.number, match->pairing.number);
    put_side(page, match->pairing.a, file);
    fprintf(file, "<td class=\"score\">%" PRIu64 "&nbsp;:&nbsp;%" PRIu64, side[0].won, side[1].won);
    if (match->drawn)
        fprintf(file, " <small>drawn&nbsp;%" PRIu64 "</small>", match->drawn);
    fputs("</td>", file);
    put_side(page, match->pairing.b, file);
    if (broken[0] || broken[1])
        fprintf(file, "<td class=\"bad\">%" PRIu64 "&nbsp;:&nbsp;%" PRIu64 "</td><td>", broken[0],
                broken[1]);
    else
        fputs("<td></td><td>", file);
    put_rounds(page, match->pairing.number, file);
    fputs("</td></tr>\n", file);
}

/* Are there other numbers than 1, 2, 3 and so on? */
static bool has_gaps(const struct tournament_page *page)
{
    for (int i = 0; i < page->matches_count; i++)
        if (page->matches[i].pairing.number > (uint64_t)page->matches_count)
            return true;
    return false;
}

enum error page_matches(const struct tournament_page *page, FILE *file, struct message *message)
{
    bool *is_listed = calloc((size_t)page->matches_count + 1, sizeof *is_listed);
    uint64_t left_out = 0;

    if (!is_listed)
        return error_set(ERR_MEMORY, message, "out of memory");
    list_matches(page, is_listed);
    page_section("matches", "Matches", file);
    if (page->matches_count == 0)
        fputs("<p>No matches have been played.</p>\n", file);
    fputs("<details class=\"list\"><summary>All matches</summary>\n"
          "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Matches\">"
          "<table class=\"matches\">\n<thead><tr><th scope=\"col\">Match</th>"
          "<th scope=\"col\" class=\"name\">Bot</th><th scope=\"col\">Rounds won</th>"
          "<th scope=\"col\" class=\"name\">Bot</th><th scope=\"col\">Broken</th>"
          "<th scope=\"col\">Watch round</th></tr></thead>\n<tbody>\n",
          file);
    for (int i = 0; i < page->matches_count; i++)
        if (is_listed[i])
            put_match(page, &page->matches[i], file);
        else
            left_out++;
    fputs("</tbody></table></div></details>\n", file);
    if (has_gaps(page))
        fputs("<p class=\"note\">A match has the number of its pair of bots, as in <code>broadside "
              "results --json</code>. Numbers of pairs that did not play are missing.</p>\n",
              file);
    if (left_out > 0) {
        fputs("<p class=\"note\">", file);
        html_count(file, left_out);
        fprintf(file, " match%s of bots beyond the cross table %s not listed.</p>\n",
                text_es(left_out), left_out == 1 ? "is" : "are");
    }
    page_section_end(file);
    free(is_listed);
    return OK;
}
