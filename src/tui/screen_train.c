/* Puzzles on the screen: the position with a cursor, and the text beside it. After the answer, the
 * board is the heat map with the best shots marked. The puzzle of the day comes first, then
 * practice puzzles. */
#include "session/training.h"
#include "tui/screen_internal.h"
#include "tui/term_text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TEXT_SIZE = 3 * PUZZLE_TEXT_SIZE, GAP = 2, BELOW = 2, MOST_COLUMNS = 72 };

struct train_page {
    struct screen *screen;
    struct puzzle_date today;
    uint64_t number; /* of the latest practice puzzle; 0 before the first */
    struct puzzle puzzle;
    struct heat_context context; /* for drawing */
    struct heat_numbers heat;
    struct cellset best; /* after the answer */
    struct board_place place;
    int cursor;
    bool is_hinted, is_answered;
    struct buffer results;
    struct message trouble; /* why results are not stored; empty if they are */
    char text[TEXT_SIZE];
    char status[MESSAGE_SIZE];
    enum style status_style;
};

static struct slice results_of(const struct train_page *page)
{
    return (struct slice){page->results.data, page->results.length};
}

static void say(struct train_page *page, enum style style, const char *text)
{
    snprintf(page->status, sizeof page->status, "%s", text);
    page->status_style = style;
}

/* --- drawing -----------------------------------------------------------------------------------*/

static void draw_text(const struct train_page *page, int column)
{
    struct term_area beside = {2, column, term_rows() - 4 - BELOW,
                               screen_clamp(term_columns() - column - 1, 1, MOST_COLUMNS)};
    struct term_area below = {term_rows() - 2 - BELOW, 1, BELOW, term_columns() - 2};
    char text[MESSAGE_SIZE];

    snprintf(text, sizeof text, "The cursor is at %s.",
             cell_name(page->cursor, page->puzzle.view.rules.width).text);
    term_text_put(&beside, STYLE_PLAIN, page->text);
    if (page->status[0])
        term_text_put(&below, page->status_style, page->status);
    else if (page->trouble.text[0])
        term_text_put(&below, STYLE_BAD, page->trouble.text);
    else
        term_text_put(&below, STYLE_PLAIN, text);
}

static void draw_puzzle(void *state)
{
    static const struct key_hint asking[] = {{ACTION_ARROWS, NULL}, {ACTION_FIRE, "answer"},
                                             {ACTION_HINT, NULL},   {ACTION_NEXT_PUZZLE, "skip"},
                                             {ACTION_HELP, NULL},   {ACTION_QUIT, "menu"},
                                             {ACTION_NONE, NULL}};
    static const struct key_hint answered[] = {{ACTION_NEXT_PUZZLE, NULL},
                                               {ACTION_REVIEW, "explanation"},
                                               {ACTION_HELP, NULL},
                                               {ACTION_QUIT, "menu"},
                                               {ACTION_NONE, NULL}};
    struct train_page *page = state;
    const struct rules *rules = &page->puzzle.view.rules;
    int rows = term_rows() - 4 - BELOW, most = term_columns() * 3 / 5;
    struct cell_size cell = board_draw_fit(rules, 2, rows, most);
    struct board_art art = {.rules = rules,
                            .title = page->is_answered ? "Chance of a ship" : "Enemy waters",
                            .is_active = true,
                            .row = 2,
                            .rows = rows,
                            .columns = board_draw_columns(rules, cell),
                            .cell = cell,
                            .text_width = page->is_answered ? 2 : 1,
                            .cursor = page->cursor,
                            .marked = page->is_answered ? &page->best : NULL,
                            .look = page->is_answered ? board_look_heat : board_look_tracking,
                            .context = page->is_answered ? (const void *)&page->context
                                                         : (const void *)&page->context.known};

    screen_frame(page->screen, page->puzzle.title, NULL, page->is_answered ? answered : asking);
    board_draw(&art, &page->place);
    draw_text(page, art.columns + GAP);
}

/* --- a puzzle ----------------------------------------------------------------------------------*/

/* The question, what was answered earlier, and the hint. */
static void write_question(struct train_page *page)
{
    struct training_result earlier;
    struct writer writer;

    writer_init(&writer, page->text, sizeof page->text);
    writer_put(&writer, page->puzzle.question);
    if (training_find(results_of(page), page->puzzle.id, &earlier)) {
        writer_put(&writer, "\n\n");
        training_print_earlier(&earlier, &writer);
    }
    if (page->is_hinted) {
        writer_put(&writer, "\n\n");
        puzzle_hint(&page->puzzle, &writer);
    }
}

/* The cell nearest to the middle that can be shot at, the first of them in reading order. */
static int middle_cell(const struct puzzle *puzzle)
{
    const struct rules *rules = &puzzle->view.rules;
    int row = rules->height / 2, column = rules->width / 2, nearest = INT_MAX;
    int found = row * rules->width + column;

    for (int cell = 0; cell < rules_cells(rules); cell++) {
        int away = abs(cell / rules->width - row) + abs(cell % rules->width - column);

        if (away < nearest && puzzle_check(puzzle, cell, NULL) == OK) {
            nearest = away;
            found = cell;
        }
    }
    return found;
}

static void start_puzzle(struct train_page *page)
{
    page->is_hinted = page->is_answered = false;
    page->cursor = middle_cell(&page->puzzle);
    page->context.view = &page->puzzle.view;
    page->context.heat = &page->heat;
    known_fill(&page->puzzle.view, &page->context.known);
    memset(&page->best, 0, sizeof page->best);
    write_question(page);
    say(page, STYLE_PLAIN, "");
}

/* The next practice puzzle that was neither answered nor shown. */
static enum error next_puzzle(struct train_page *page, struct message *message)
{
    uint64_t next = training_next(results_of(page));
    enum error error;

    page->number = next > page->number ? next : page->number + 1;
    error = puzzle_of_number(page->number, &page->puzzle, message);
    if (!error)
        start_puzzle(page);
    return error;
}

static void store_result(struct train_page *page, int score)
{
    const struct screen_host *host = page->screen->host;
    struct training_result result;

    training_note(&result, &page->puzzle, page->cursor, score, page->today);
    if (host->trained(host->context, &result, &page->results, &page->trouble) != OK)
        message_prefix(&page->trouble, "Results are not stored");
}

static void say_results(struct train_page *page)
{
    struct training training;
    char text[MESSAGE_SIZE];
    struct writer writer;

    if (page->trouble.text[0])
        return;
    training_read(results_of(page), page->today, &training);
    writer_init(&writer, text, sizeof text);
    training_print(&training, &writer);
    say(page, STYLE_PLAIN, text);
}

static enum error answer(struct train_page *page, struct message *message)
{
    struct training_result earlier;
    struct puzzle_verdict verdict;
    struct message reason, sentence;
    struct writer writer;
    enum error error = OK;
    int score;

    if (puzzle_check(&page->puzzle, page->cursor, &reason) != OK) {
        message_set(&sentence, "%s.", reason.text);
        say(page, STYLE_BAD, sentence.text);
        return OK;
    }
    error = heat_from_puzzle(&page->puzzle, &page->heat, message);
    if (error)
        return error;
    puzzle_judge(&page->puzzle, page->cursor, &verdict);
    score = training_score(verdict.score, page->is_hinted);
    for (int i = 0; i < verdict.bests; i++)
        cellset_add(&page->best, verdict.best[i]);
    if (!page->trouble.text[0] && !training_find(results_of(page), page->puzzle.id, &earlier))
        store_result(page, score);
    page->is_answered = true;
    writer_init(&writer, page->text, sizeof page->text);
    training_print_score(score, page->is_hinted, &writer);
    writer_format(&writer, " %s", verdict.sentence);
    say_results(page);
    return OK;
}

/* --- keys --------------------------------------------------------------------------------------*/

static void place_cursor(struct train_page *page, int cell)
{
    page->cursor = cell;
    say(page, STYLE_PLAIN, "");
}

static void move_cursor(struct train_page *page, int down, int right)
{
    const struct rules *rules = &page->puzzle.view.rules;
    int row = screen_clamp(page->cursor / rules->width + down, 0, rules->height - 1);
    int column = screen_clamp(page->cursor % rules->width + right, 0, rules->width - 1);

    place_cursor(page, row * rules->width + column);
}

/* The first click moves the cursor, a second one on the same cell answers. */
static bool is_second_click(struct train_page *page, const struct input *input)
{
    int cell = board_draw_cell_at(&page->place, input->row, input->column);
    bool is_same = cell == page->cursor;

    if (cell != NO_CELL && !page->is_answered)
        place_cursor(page, cell);
    return is_same;
}

static enum screen_result help(const struct train_page *page)
{
    char text[TEXT_SIZE + sizeof page->puzzle.title + 2];

    snprintf(text, sizeof text, "%s\n\n%s", page->puzzle.title, page->text);
    return screen_help_puzzle(page->screen, text);
}

/* Keys while the puzzle is open. */
static enum error act(struct train_page *page, enum action action, struct message *message)
{
    switch (action) {
    case ACTION_UP:
    case ACTION_DOWN:
        move_cursor(page, action == ACTION_UP ? -1 : 1, 0);
        return OK;
    case ACTION_LEFT:
    case ACTION_RIGHT:
        move_cursor(page, 0, action == ACTION_LEFT ? -1 : 1);
        return OK;
    case ACTION_HINT:
        page->is_hinted = true;
        write_question(page);
        return OK;
    case ACTION_FIRE:
        return answer(page, message);
    default:
        return OK;
    }
}

static enum screen_result step(struct train_page *page, bool *done, struct message *message)
{
    static const enum action known[] = {ACTION_UP,   ACTION_DOWN, ACTION_LEFT,        ACTION_RIGHT,
                                        ACTION_FIRE, ACTION_HINT, ACTION_NEXT_PUZZLE, ACTION_REVIEW,
                                        ACTION_BACK, ACTION_QUIT, ACTION_HELP,        ACTION_NONE};
    struct page drawn = {draw_puzzle, page};
    struct screen_event event;
    enum screen_result result = screen_ask(page->screen, &drawn, -1, known, &event);
    enum error error = OK;

    if (result != SCREEN_BACK)
        return result;
    if (event.input.kind == INPUT_MOUSE && is_second_click(page, &event.input))
        event.action = ACTION_FIRE;
    if (event.action == ACTION_HELP)
        return help(page);
    if (event.action == ACTION_REVIEW && page->is_answered)
        return screen_pager(page->screen, page->puzzle.title, page->text);
    if (event.action == ACTION_NEXT_PUZZLE)
        error = next_puzzle(page, message);
    else if (!page->is_answered)
        error = act(page, event.action, message);
    if (event.action == ACTION_NEXT_PUZZLE && !error)
        result = screen_discard_earlier(page->screen, &drawn); /* they were for the last puzzle */
    *done = error || event.action == ACTION_BACK || event.action == ACTION_QUIT;
    if (!error)
        message_set(message, "%s", "");
    return result;
}

static void read_results(struct train_page *page)
{
    const struct screen_host *host = page->screen->host;

    buffer_init(&page->results, TRAINING_CAP);
    if (host->training(host->context, &page->results, &page->trouble) == OK)
        return;
    page->results.length = 0;
    message_prefix(&page->trouble, "Results are not stored");
}

enum screen_result screen_train(struct screen *screen, struct message *sentence)
{
    struct train_page *page = calloc(1, sizeof *page); /* large */
    enum screen_result result = SCREEN_BACK;
    bool done = false;

    if (!page) {
        message_set(sentence, "out of memory");
        return result;
    }
    page->screen = screen;
    page->today = puzzle_date_at(time(NULL));
    read_results(page);
    if (puzzle_of_day(page->today, &page->puzzle, sentence) == OK)
        start_puzzle(page);
    else
        done = true;
    while (result == SCREEN_BACK && !done)
        result = step(page, &done, sentence);
    buffer_release(&page->results);
    free(page);
    return result;
}
