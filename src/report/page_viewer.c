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
    bool is_first;
};

/* --- a record ----------------------------------------------------------------------------------*/

static void put_ship(const struct page_viewer *viewer, int side, int slot, FILE *file)
{
    const struct view *view = &viewer->reader.game.view[side];
    const struct rules *rules = &viewer->reader.record.rules;
    const struct ship *ship = view_own_ship(view, slot);
    int cells[MAX_LENGTH];
    int count = placement_cells(view->own.layout.ship[slot], ship->length, rules, cells);

    fprintf(file, "{\"from\":%d,\"c\":[", slot >= rules->ships ? viewer->raised[side] : 0);
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

/* `a fire B3 -> B3=miss` as in a record. Plain shots, which are most moves, are shortened to
 * `aB3=miss`. */
static void put_move(const struct rules *rules, const struct move *move,
                     const struct outcome *outcome, FILE *file)
{
    const char *side = event_side_word(outcome->mover);
    char moved[RECORD_LINE_SIZE], answer[RECORD_LINE_SIZE], text[2 * RECORD_LINE_SIZE + 16];
    struct writer writer;
    size_t length;

    writer_init(&writer, moved, sizeof moved);
    move_print(move, rules, &writer);
    writer_init(&writer, answer, sizeof answer);
    outcome_print(outcome, rules, &writer);
    length = strncmp(moved, "fire ", 5) == 0 ? strlen(moved + 5) : 0;
    if (length > 0 && strncmp(moved + 5, answer, length) == 0 && answer[length] == '=')
        snprintf(text, sizeof text, "%s%s", side, answer);
    else
        snprintf(text, sizeof text, "%s %s -> %s", side, moved, answer);
    html_json(file, slice_of(text));
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

static void put_broken(struct slice text, FILE *file)
{
    const char *separator = ",\"broken\":[";
    struct slice why;
    int side;

    while (page_next_broken(&text, &side, &why)) {
        fprintf(file, "%s{\"side\":%d,\"why\":", separator, side);
        html_json(file, why);
        putc('}', file);
        separator = ",";
    }
    if (separator[1] == '\0')
        putc(']', file);
}

static void put_round(struct page_viewer *viewer, const struct page_record *record, bool is_placed)
{
    const struct status *status = game_status(&viewer->reader.game);
    FILE *file = viewer->file;

    fprintf(file,
            "%s{\"match\":\"%" PRIu64 "\",\"round\":%" PRIu64 ",\"a\":%d,\"b\":%d,\"fleet\":[",
            viewer->is_first ? "" : ",", record->match, record->round, record->a, record->b);
    viewer->is_first = false;
    if (is_placed) {
        put_fleet(viewer, 0, file);
        putc(',', file);
        put_fleet(viewer, 1, file);
        fprintf(file, "],\"moves\":[%s]", viewer->moves);
    } else {
        fputs("[],[]],\"moves\":[]", file);
    }
    if (is_placed && status->over)
        fprintf(file, ",\"end\":\"%s\",\"why\":\"%s\"", event_side_word(status->winner),
                event_reason_word((enum reason)status->reason));
    put_broken(record->text, file);
    fputs("}\n", file);
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

/* Writes the record, or nothing if it does not replay. */
static enum error put_record(struct page_viewer *viewer, const struct page_record *record)
{
    FILE *moves = open_memstream(&viewer->moves, &viewer->length);
    enum error error;

    if (!moves)
        return ERR_MEMORY;
    error = replay(viewer, record->text, moves);
    if (fclose(moves) != 0)
        error = ERR_MEMORY;
    if (!error || (error != ERR_MEMORY && is_comment(record->text)))
        put_round(viewer, record, !error);
    free(viewer->moves);
    viewer->moves = NULL;
    return error == ERR_MEMORY ? error : OK;
}

/* --- the section -------------------------------------------------------------------------------*/

static enum error put_data(struct page_viewer *viewer)
{
    const struct tournament_page *page = viewer->page;
    enum error error = OK;

    fprintf(viewer->file,
            "<script type=\"application/json\" id=\"round-data\">\n{\"width\":%d,\"height\":%d,\n"
            "\"bots\":[",
            page->terms->rules.width, page->terms->rules.height);
    for (int i = 0; i < page->count; i++) {
        fputs(i ? "," : "", viewer->file);
        html_json(viewer->file, slice_of(page->entrants[i].name));
    }
    fputs("],\n\"ids\":[", viewer->file);
    for (int i = 0; i < page->count; i++) {
        fputs(i ? "," : "", viewer->file);
        html_json(viewer->file, slice_of(page_id_text(page, i)));
    }
    fputs("],\n\"rounds\":[", viewer->file);
    viewer->is_first = true;
    for (int i = 0; !error && i < page->records_count; i++)
        error = put_record(viewer, &page->records[i]);
    fputs("]}\n</script>\n", viewer->file);
    return error;
}

static void put_controls(FILE *file)
{
    fputs("<noscript><p>The viewer needs JavaScript.</p></noscript>\n"
          "<div id=\"viewer\" hidden tabindex=\"-1\">\n<div class=\"picks\">"
          "<label>Match <select id=\"pick-match\"></select></label>\n"
          "<label>Round <select id=\"pick-round\"></select></label>\n"
          "<p>Rounds won: <b id=\"score\"></b></p></div>\n"
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

    page_section("rounds", "Watch rounds", file);
    if (page->records_count == 0) {
        fputs("<p>No records were kept.</p>\n", file);
        page_section_end(file);
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
    page_section_end(file);
    return error ? error_set(error, message, "out of memory") : OK;
}
