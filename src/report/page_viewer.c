/* The viewer of rounds. Records are replayed and checked here, so the script gets valid boards and
 * moves and need not know the rules. */
#include "report/html.h"
#include "report/page_internal.h"
#include "rules/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct page_viewer {
    const struct tournament_page *page;
    FILE *file;
    struct record_reader reader;
    char *moves; /* the moves of a record, until it is known to replay */
    size_t length;
    int raised[2]; /* the number of moves after which a ship was added; 0 for none */
};

/* --- a record ----------------------------------------------------------------------------------*/

static void put_ship(const struct page_viewer *viewer, int side, int slot, FILE *file)
{
    const struct view *view = &viewer->reader.game.view[side];
    const struct rules *rules = &viewer->reader.record.rules;
    const struct ship *ship = view_own_ship(view, slot);
    int cells[MAX_LENGTH];
    int count = placement_cells(view->own.layout.ship[slot], ship->length, rules, cells);

    fputs("{\"n\":", file);
    html_json(file, slice_of(ship->name));
    fprintf(file, ",\"from\":%d,\"c\":[", slot >= rules->ships ? viewer->raised[side] : 0);
    for (int i = 0; i < count; i++)
        fprintf(file, "%s%d", i ? "," : "", cells[i]);
    fputs("]}", file);
}

static void put_fleet(const struct page_viewer *viewer, int side, FILE *file)
{
    const struct view *view = &viewer->reader.game.view[side];
    const char *separator = "";

    putc('[', file);
    for (int slot = 0; slot < view->own.slots; slot++)
        if (view->own.layout.ship[slot].placed) {
            fputs(separator, file);
            put_ship(viewer, side, slot, file);
            separator = ",";
        }
    putc(']', file);
}

/* `a fire B3 -> B3=miss`, as a record has it. */
static void put_move(const struct rules *rules, const struct move *move,
                     const struct outcome *outcome, FILE *file)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_put(&writer, event_side_word(outcome->mover));
    writer_put(&writer, " ");
    move_print(move, rules, &writer);
    writer_put(&writer, " -> ");
    outcome_print(outcome, rules, &writer);
    html_json(file, slice_of(text));
}

/* The comment at the end of a round that was broken. */
static struct slice find_broken(struct slice text)
{
    static const char start[] = "# broken ";
    struct slice line, found = {0};

    while (slice_cut(&text, '\n', &line))
        if (line.length >= sizeof start - 1 && memcmp(line.text, start, sizeof start - 1) == 0)
            found = (struct slice){line.text + 2, line.length - 2};
    return found;
}

static enum error replay(struct page_viewer *viewer, struct slice text, FILE *moves)
{
    struct record_reader *reader = &viewer->reader;
    struct move move;
    struct outcome outcome;
    bool more = true;
    enum error error = record_open(reader, text, NULL);

    viewer->raised[0] = viewer->raised[1] = 0;
    if (!error &&
        (reader->record.solo || reader->record.rules.width != viewer->page->terms->rules.width ||
         reader->record.rules.height != viewer->page->terms->rules.height))
        return ERR_MISMATCH;
    while (!error && more) {
        error = record_step(reader, &move, &outcome, &more, NULL);
        if (error || !more)
            break;
        if (reader->moves > 1)
            putc(',', moves);
        put_move(&reader->record.rules, &move, &outcome, moves);
        if (outcome.count > 0 && outcome.event[0].kind == EVENT_RAISE)
            viewer->raised[outcome.mover] = reader->moves;
    }
    return error;
}

static void put_end(const struct page_viewer *viewer, struct slice text, FILE *file)
{
    const struct status *status = game_status(&viewer->reader.game);
    struct slice broken = find_broken(text);

    fprintf(file, ",\"end\":\"%s\",\"why\":\"%s\"",
            status->over ? event_side_word(status->winner) : "",
            status->over ? event_reason_word((enum reason)status->reason) : "");
    if (broken.length > 0) {
        fputs(",\"broken\":", file);
        html_json(file, broken);
    }
}

/* Writes the record, or nothing if it does not replay. */
static enum error put_record(struct page_viewer *viewer, const struct page_record *record,
                             const char *separator, bool *is_written)
{
    FILE *moves = open_memstream(&viewer->moves, &viewer->length);
    enum error error;

    *is_written = false;
    if (!moves)
        return ERR_MEMORY;
    error = replay(viewer, record->text, moves);
    if (fclose(moves) != 0)
        error = ERR_MEMORY;
    if (!error) {
        fprintf(viewer->file,
                "%s{\"match\":\"%" PRIu64 "\",\"round\":%" PRIu64 ",\"a\":%d,\"b\":%d", separator,
                record->match, record->round, record->a, record->b);
        fputs(",\"fleet\":[", viewer->file);
        put_fleet(viewer, 0, viewer->file);
        putc(',', viewer->file);
        put_fleet(viewer, 1, viewer->file);
        fprintf(viewer->file, "],\"moves\":[%s]", viewer->moves);
        put_end(viewer, record->text, viewer->file);
        fputs("}\n", viewer->file);
        *is_written = true;
    }
    free(viewer->moves);
    viewer->moves = NULL;
    return error == ERR_MEMORY ? error : OK;
}

/* --- the section -------------------------------------------------------------------------------*/

static enum error put_data(struct page_viewer *viewer)
{
    const struct tournament_page *page = viewer->page;
    const char *separator = "";
    enum error error = OK;

    fprintf(viewer->file,
            "<script type=\"application/json\" id=\"round-data\">\n{\"width\":%d,\"height\":%d,\n"
            "\"bots\":[",
            page->terms->rules.width, page->terms->rules.height);
    for (int i = 0; i < page->count; i++) {
        fputs(i ? "," : "", viewer->file);
        html_json(viewer->file, slice_of(page->entrants[i].name));
    }
    fputs("],\n\"rounds\":[", viewer->file);
    for (int i = 0; !error && i < page->records_count; i++) {
        bool is_written;

        error = put_record(viewer, &page->records[i], separator, &is_written);
        separator = is_written ? "," : separator;
    }
    fputs("]}\n</script>\n", viewer->file);
    return error;
}

static void put_controls(FILE *file)
{
    fputs("<noscript><p>The viewer needs JavaScript.</p></noscript>\n"
          "<div id=\"viewer\" hidden tabindex=\"-1\">\n<div class=\"picks\">"
          "<label>Match <select id=\"pick-match\"></select></label>\n"
          "<label>Round <select id=\"pick-round\"></select></label></div>\n"
          "<div class=\"boards\"><figure><figcaption id=\"head-a\"></figcaption>"
          "<div id=\"board-a\" role=\"img\" aria-labelledby=\"head-a\"></div></figure>"
          "<figure><figcaption id=\"head-b\"></figcaption>"
          "<div id=\"board-b\" role=\"img\" aria-labelledby=\"head-b\"></div></figure></div>\n"
          "<p id=\"status\" role=\"status\" aria-live=\"polite\"></p>\n"
          "<div class=\"steps\"><button type=\"button\" id=\"go-first\" aria-label=\"To the "
          "start\">&#124;&lt;</button><button type=\"button\" id=\"go-back\" aria-label=\"One move "
          "back\">&lt;</button><button type=\"button\" id=\"go-play\" "
          "aria-pressed=\"false\">Play</button><button type=\"button\" id=\"go-on\" "
          "aria-label=\"One move forward\">&gt;</button><button type=\"button\" id=\"go-last\" "
          "aria-label=\"To the end\">&gt;&#124;</button>"
          "<input type=\"range\" id=\"slide\" min=\"0\" value=\"0\" aria-label=\"Move\"></div>\n"
          "<p class=\"note\">Keys: <kbd>&larr;</kbd> <kbd>&rarr;</kbd> one move, "
          "<kbd>Home</kbd> first, <kbd>End</kbd> last, <kbd>P</kbd> play or stop.</p>\n</div>\n",
          file);
}

enum error page_viewer(const struct tournament_page *page, FILE *file, struct message *message)
{
    struct page_viewer *viewer;
    enum error error = OK;

    fputs("<section id=\"rounds\" aria-labelledby=\"rounds-head\">\n"
          "<h2 id=\"rounds-head\">Watch rounds</h2>\n",
          file);
    if (page->records_count == 0) {
        fputs("<p>No records were kept.</p>\n</section>\n", file);
        return OK;
    }
    viewer = calloc(1, sizeof *viewer);
    if (!viewer)
        return error_set(ERR_MEMORY, message, "out of memory");
    viewer->page = page;
    viewer->file = file;
    put_controls(file);
    error = put_data(viewer);
    free(viewer);
    if (page->records_left_out > 0) {
        fputs("<p class=\"note\">", file);
        html_count(file, page->records_left_out);
        fputs(" more records are in the database but do not fit into the page.</p>\n", file);
    }
    fputs("</section>\n", file);
    return error ? error_set(error, message, "out of memory") : OK;
}
