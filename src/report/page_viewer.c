/* Watching rounds. The page has the records as text and, if the program was built with it, the
 * engine that replays them. The page's script connects both to the replay viewer. */
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>

bool page_has_engine(const struct tournament_page *page)
{
    return page->engine.length > 0 && page->records_count > 0;
}

/* --- the records -------------------------------------------------------------------------------*/

/* A JSON list of names or IDs. */
static void put_list(const struct tournament_page *page, const char *key, bool has_ids, FILE *file)
{
    fprintf(file, "\"%s\":[", key);
    for (int i = 0; i < page->count; i++) {
        fputs(i ? "," : "", file);
        html_json(file, slice_of(has_ids ? page_id_text(page, i) : page->entrants[i].name));
    }
    fputs("],\n", file);
}

/* Isolation marks keep a right-to-left name from reordering the sentence. */
static void put_isolated(const char *text, FILE *file)
{
    fputs("\\u2068", file);
    html_json_part(file, slice_of(text));
    fputs("\\u2069", file);
}

/* A round that was broken before both fleets were placed has nothing but comments. */
static bool is_comment(struct slice text)
{
    struct slice line;

    while (slice_cut(&text, '\n', &line))
        if (line.length > 0 && line.text[0] != '#')
            return false;
    return true;
}

/* Who broke the round, and how. Nothing if nobody did. */
static void put_note(const struct tournament_page *page, const struct page_record *record,
                     FILE *file)
{
    struct slice text = record->text, why;
    const char *separator = is_comment(text)
                                ? ",\"note\":\"The round ended before both fleets were placed. "
                                : ",\"note\":\"";
    bool is_broken = false;
    int side;

    while (page_next_broken(&text, &side, &why)) {
        int entrant = side == SIDE_B ? record->b : record->a;

        fputs(is_broken ? " " : separator, file);
        is_broken = true;
        put_isolated(page->entrants[entrant].name, file);
        if (page_has_id(page, entrant)) {
            fputs(" (", file);
            put_isolated(page_id_text(page, entrant), file);
            fputs(")", file);
        }
        fputs(" broke the round: ", file);
        html_json_part(file, why);
        putc('.', file);
    }
    fputs(is_broken ? "\"" : "", file);
}

static void put_record(const struct tournament_page *page, const struct page_record *record,
                       FILE *file)
{
    fprintf(file, "{\"match\":\"%" PRIu64 "\",\"round\":%" PRIu64 ",\"a\":%d,\"b\":%d",
            record->match, record->round, record->a, record->b);
    put_note(page, record, file);
    if (!is_comment(record->text)) {
        fputs(",\"record\":", file);
        html_json(file, record->text);
    }
    fputs("}\n", file);
}

static void put_data(const struct tournament_page *page, FILE *file)
{
    fputs("<script type=\"application/json\" id=\"round-data\">\n{", file);
    put_list(page, "bots", false, file);
    put_list(page, "ids", true, file);
    fputs("\"rounds\":[", file);
    for (int i = 0; i < page->records_count; i++) {
        fputs(i ? "," : "", file);
        put_record(page, &page->records[i], file);
    }
    fputs("]}\n</script>\n", file);
}

/* --- the section -------------------------------------------------------------------------------*/

static void put_engine(const struct tournament_page *page, FILE *file)
{
    fwrite(signs_svg, 1, signs_svg_size, file);
    fputs("<script type=\"text/plain\" id=\"engine-worker\">", file);
    fwrite(worker_js, 1, worker_js_size, file);
    fputs("</script>\n<script type=\"text/plain\" id=\"engine\">", file);
    html_base64(file, page->engine);
    fputs("</script>\n", file);
}

static void put_controls(bool has_engine, FILE *file)
{
    fputs("<noscript><p>The viewer needs JavaScript.</p></noscript>\n", file);
    if (!has_engine)
        fputs(
            "<p>This page was written by a program that was built without the engine that replays "
            "rounds. To watch a round, save its record and open it with <code>broadside replay "
            "FILE</code>.</p>\n",
            file);
    fputs("<div id=\"viewer\" hidden tabindex=\"-1\">\n<div class=\"picks\">"
          "<label>Match <select id=\"pick-match\"></select></label>\n"
          "<label>Round <select id=\"pick-round\"></select></label>\n"
          "<p>Rounds won: <b id=\"score\"></b></p></div>\n"
          "<p id=\"round-note\" role=\"status\"></p>\n<div id=\"round-view\"></div>\n",
          file);
    if (has_engine)
        fputs("<p class=\"note\">Keys: <kbd>&larr;</kbd> <kbd>&rarr;</kbd> one move, "
              "<kbd>Home</kbd> first, <kbd>End</kbd> last, <kbd>P</kbd> play or stop, <kbd>M</kbd> "
              "heat maps.</p>\n",
              file);
    fputs("</div>\n", file);
}

void page_viewer(const struct tournament_page *page, FILE *file)
{
    page_section("rounds", "Watch rounds", file);
    if (page->records_count == 0)
        fputs("<p>No records were kept.</p>\n", file);
    else {
        put_controls(page_has_engine(page), file);
        put_data(page, file);
    }
    if (page_has_engine(page))
        put_engine(page, file);
    if (page->records_left_out > 0) {
        fputs("<p class=\"note\">", file);
        html_count(file, page->records_left_out);
        fputs(" more records are in the database but do not fit into the page.</p>\n", file);
    }
    page_section_end(file);
}
