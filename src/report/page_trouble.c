/* What went wrong: rounds that bots broke, with their logs, and bots that were excluded. */
#include "report/bot_facts.h"
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>
#include <string.h>

enum { OPEN_AT_FIRST = 4, SHORT_LINES = 8, SHORT_BYTES = 600 };

/* Rounds that each bot broke, by kind. */
static void count_broken(const struct tournament_page *page,
                         uint64_t broken[MAX_ENTRANTS][BROKEN_KINDS])
{
    memset(broken, 0, MAX_ENTRANTS * sizeof *broken);
    for (int i = 0; i < page->matches_count; i++) {
        const struct contest_match *match = &page->matches[i];
        const int player[2] = {match->pairing.a, match->pairing.b};

        for (int side = 0; side < 2; side++)
            for (int kind = 1; kind < BROKEN_KINDS; kind++)
                broken[player[side]][kind] += match->side[side].broken[kind];
    }
}

/* A short log is shown, a long one is folded. The arena adds a line of its own at the end if it
 * dropped a part; that is always shown. */
static void put_log(const struct page_trouble *trouble, FILE *file)
{
    static const char mark[] = "broadside: ";
    struct slice rest = trouble->log, line = {0};
    int lines = 0;
    bool is_long;

    while (slice_cut(&rest, '\n', &line))
        lines++;
    if (line.length > sizeof mark - 1 && memcmp(line.text, mark, sizeof mark - 1) == 0) {
        fputs("<p class=\"note\">Log: <bdi>", file);
        html_lines(file,
                   (struct slice){line.text + sizeof mark - 1, line.length - sizeof mark + 1});
        fputs("</bdi></p>", file);
    }
    is_long = lines > SHORT_LINES || trouble->log.length > SHORT_BYTES;
    if (trouble->log_left_out > 0) {
        fputs("<p class=\"note\">The start of its log is left out: ", file);
        html_count(file, trouble->log_left_out);
        fputs(" bytes.</p>", file);
    }
    if (is_long) {
        fputs("<details class=\"log\"><summary>Log: ", file);
        html_count(file, (uint64_t)lines);
        fprintf(file, " line%s</summary>", text_s((uint64_t)lines));
    }
    fputs("<pre tabindex=\"0\" role=\"group\" aria-label=\"Log\">", file);
    html_lines(file, trouble->log);
    fprintf(file, "</pre>%s", is_long ? "</details>" : "");
}

static void put_one(const struct tournament_page *page, const struct page_trouble *trouble,
                    FILE *file)
{
    fputs("<li><p>Against ", file);
    page_link(page, trouble->enemy, file);
    page_id_note(page, trouble->enemy, file);
    fprintf(file, " <small>(<a href=\"#match-%" PRIu64 "\">match %" PRIu64 "</a>)</small>: <bdi>",
            trouble->match, trouble->match);
    html_lines(file, trouble->sentence);
    fputs("</bdi>", file);
    page_broken_links(page, trouble->match, trouble->entrant < trouble->enemy ? SIDE_A : SIDE_B,
                      file);
    fputs("</p>", file);
    if (trouble->log.length > 0)
        put_log(trouble, file);
    fputs("</li>\n", file);
}

static void put_kinds(const uint64_t broken[BROKEN_KINDS], FILE *file)
{
    const char *separator = "";

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        if (broken[kind]) {
            fprintf(file, "%s%s&nbsp;&times;&nbsp;", separator, bot_broken_word((enum broken)kind));
            html_count(file, broken[kind]);
            separator = ", ";
        }
}

static void put_bot(const struct tournament_page *page, int entrant,
                    const uint64_t broken[BROKEN_KINDS], bool is_open, FILE *file)
{
    fprintf(file, "<details%s><summary><b>", is_open ? " open" : "");
    page_name(page, entrant, file);
    fputs("</b>", file);
    page_id_note(page, entrant, file);
    fputs(": ", file);
    put_kinds(broken, file);
    fputs("</summary>\n<ul class=\"trouble\">\n", file);
    for (int i = 0; i < page->troubles_count; i++)
        if (page->troubles[i].entrant == entrant)
            put_one(page, &page->troubles[i], file);
    fputs("</ul>\n", file);
    if (page->bots[entrant].troubles_left_out > 0)
        fprintf(file, "<p class=\"note\">and %" PRIu64 " more match%s with broken rounds</p>\n",
                page->bots[entrant].troubles_left_out,
                text_es(page->bots[entrant].troubles_left_out));
    fputs("</details>\n", file);
}

void page_trouble(const struct tournament_page *page, FILE *file)
{
    uint64_t broken[MAX_ENTRANTS][BROKEN_KINDS];
    int shown = 0;

    count_broken(page, broken);
    page_section("trouble", "Misbehaviour", file);
    for (int i = 0; i < page->count; i++)
        if (entrant_plays(&page->entrants[i]) && bot_facts_broken_sum(broken[i]) > 0)
            put_bot(page, i, broken[i], shown++ < OPEN_AT_FIRST, file);
    if (shown == 0)
        fputs("<p>No bot broke a round.</p>\n", file);
    page_section_end(file);
}

void page_excluded(const struct tournament_page *page, FILE *file)
{
    page_section("excluded", "Excluded bots", file);
    fputs(
        "<div class=\"wide\" tabindex=\"0\" "
        "role=\"group\" aria-label=\"Excluded bots\">"
        "<table>\n<thead><tr><th scope=\"col\" "
        "class=\"name\">Bot</th><th scope=\"col\" class=\"name\">Why</th></tr></thead>\n<tbody>\n",
        file);
    for (int i = 0; i < page->count; i++) {
        const struct entrant *entrant = &page->entrants[i];

        if (entrant_plays(entrant))
            continue;
        fputs("<tr><th scope=\"row\" class=\"name\">", file);
        page_name(page, i, file);
        page_id_note(page, i, file);
        fputs("</th><td class=\"name why\"><bdi>", file);
        if (entrant->is_gone)
            fputs("removed; its matches do not count", file);
        if (entrant->is_gone && entrant->why[0])
            fputs(": ", file);
        html_text(file, entrant->why);
        fputs("</bdi></td></tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
    page_section_end(file);
}
