/* Puzzles: asked, hinted, answered. The same puzzles, scores and sentences as `broadside train`. */
#include "page/page_internal.h"

#include "session/training.h"

#include <stdlib.h>

enum { POSITION_SIZE = 8192 };

#define MAX_PUZZLE 999999999u

static enum error need_puzzle(const struct page *page, struct message *message)
{
    return page->puzzle ? OK : error_set(ERR_UNAVAILABLE, message, "no puzzle is open");
}

static void write_puzzle(struct page *page)
{
    const struct puzzle *puzzle = page->puzzle;
    const struct rules *rules = &puzzle->view.rules;
    struct reply *reply = &page->reply;
    char text[POSITION_SIZE];
    struct writer writer;

    reply_text(reply, "title", puzzle->title);
    page_write_rules(reply, "rules", rules);
    page_write_enemy_board(reply, "cells", &puzzle->view);
    reply_text(reply, "question", puzzle->question);
    page_write_enemy_fleet(reply, "fleet", &puzzle->view);
    reply_array(reply, "legal");
    for (int cell = 0; cell < rules_cells(rules); cell++)
        if (puzzle_is_legal(puzzle, cell))
            reply_text(reply, NULL, cell_name(cell, rules->width).text);
    reply_close(reply);
    writer_init(&writer, text, sizeof text);
    puzzle_print_position(puzzle, &writer);
    reply_slice(reply, "position", slice_trim(slice_of(text)));
    reply_format(reply, "hint", "Hint (costs %d points)", TRAINING_HINT_COST);
}

/* Takes over a puzzle that was made, or frees it. */
static enum error open_puzzle(struct page *page, struct puzzle *puzzle, enum error error)
{
    if (error) {
        free(puzzle);
        return error;
    }
    free(page->puzzle);
    page->puzzle = puzzle;
    page->is_hinted = false;
    write_puzzle(page);
    return OK;
}

enum error page_puzzle(struct page *page, const struct request *request, struct message *message)
{
    struct puzzle *puzzle = malloc(sizeof *puzzle); /* large */
    struct slice rest = request->arguments, word = {"", 0};
    struct puzzle_date date, today;
    enum error error;

    if (!puzzle)
        return error_set(ERR_MEMORY, message, "out of memory");
    slice_word(&rest, &word);
    error = puzzle_date_parse(word, &date, message);
    rest = slice_trim(rest);
    if (!error && rest.length > 0) {
        error = puzzle_date_parse(rest, &today, message);
        if (!error)
            error = puzzle_date_check(date, today, message);
    }
    if (!error)
        error = puzzle_of_day(date, puzzle, message);
    return open_puzzle(page, puzzle, error);
}

enum error page_puzzle_number(struct page *page, const struct request *request,
                              struct message *message)
{
    struct puzzle *puzzle = malloc(sizeof *puzzle); /* large */
    uint64_t number;
    enum error error = OK;

    if (!puzzle)
        return error_set(ERR_MEMORY, message, "out of memory");
    if (!slice_number(request->arguments, MAX_PUZZLE, &number))
        error = error_set(ERR_SYNTAX, message, "a puzzle has a number from 0 to %u", MAX_PUZZLE);
    if (!error)
        error = puzzle_of_number(number, puzzle, message);
    return open_puzzle(page, puzzle, error);
}

static void write_cells(struct page *page, const char *key, const int *cells, int count)
{
    reply_array(&page->reply, key);
    for (int i = 0; i < count; i++)
        reply_text(&page->reply, NULL, cell_name(cells[i], page->puzzle->view.rules.width).text);
    reply_close(&page->reply);
}

enum error page_puzzle_hint(struct page *page, const struct request *request,
                            struct message *message)
{
    int cells[PUZZLE_HINT_CELLS], count;
    char text[PUZZLE_TEXT_SIZE];
    struct writer writer;
    enum error error = page_read_end(request->arguments, message);

    if (!error)
        error = need_puzzle(page, message);
    if (error)
        return error;
    page->is_hinted = true;
    writer_init(&writer, text, sizeof text);
    puzzle_hint(page->puzzle, &writer);
    reply_slice(&page->reply, "sentence", slice_trim(slice_of(text)));
    count = puzzle_hint_cells(page->puzzle, cells);
    write_cells(page, "cells", cells, count);
    return OK;
}

/* --- the answer --------------------------------------------------------------------------------*/

static enum error write_heat(struct page *page, struct message *message)
{
    const struct puzzle *puzzle = page->puzzle;
    struct heat_numbers *heat = calloc(1, sizeof *heat);
    enum error error = heat ? heat_from_puzzle(puzzle, heat, message)
                            : error_set(ERR_MEMORY, message, "out of memory");

    if (!error)
        page_write_heat(&page->reply, "heat", heat, &puzzle->view.rules, "best shot");
    free(heat);
    return error;
}

/* The best shots, and the one that was chosen. */
static void write_shots(struct page *page, int chosen)
{
    const struct puzzle *puzzle = page->puzzle;
    int cells[PUZZLE_CELLS], count = puzzle_rank(puzzle, cells);
    struct reply *reply = &page->reply;

    reply_array(reply, "shots");
    for (int i = 0; i < count; i++) {
        if (i >= PUZZLE_SHOTS_SHOWN && cells[i] != chosen)
            continue;
        reply_object(reply, NULL);
        reply_text(reply, "cell", cell_name(cells[i], puzzle->view.rules.width).text);
        reply_format(reply, "hit", "%.1f %%",
                     100.0 * puzzle->shot[cells[i]].hits / puzzle->layouts);
        reply_format(reply, "value", "%.2f", puzzle_value(puzzle, cells[i]));
        reply_integer(reply, "score", puzzle_score(puzzle, cells[i]));
        reply_bool(reply, "chosen", cells[i] == chosen);
        reply_close(reply);
    }
    reply_close(reply);
}

/* What counts of an answer, as a sentence. */
static void write_score(struct page *page, int score)
{
    char text[TRAINING_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    training_print_score(score, page->is_hinted, &writer);
    reply_text(&page->reply, "score_sentence", text);
}

/* The answer as a line of the results, which the page keeps. */
static void write_answer(struct page *page, int cell, int score, struct puzzle_date today)
{
    char line[TRAINING_LINE_SIZE];
    struct training_result result;
    struct writer writer;

    training_note(&result, page->puzzle, cell, score, today);
    writer_init(&writer, line, sizeof line);
    training_print_line(&result, &writer);
    reply_text(&page->reply, "result", line);
}

enum error page_puzzle_answer(struct page *page, const struct request *request,
                              struct message *message)
{
    struct slice rest = request->arguments;
    struct reply *reply = &page->reply;
    struct puzzle_verdict verdict;
    struct puzzle_date today;
    bool has_date;
    int cell = 0, counted;
    enum error error = need_puzzle(page, message);

    if (error)
        return error;
    error = page_read_cell(&rest, &page->puzzle->view.rules, &cell, message);
    rest = slice_trim(rest);
    has_date = rest.length > 0;
    if (!error && has_date)
        error = puzzle_date_parse(rest, &today, message);
    if (!error)
        error = puzzle_check(page->puzzle, cell, message);
    if (error)
        return error;
    puzzle_judge(page->puzzle, cell, &verdict);
    counted = training_score(verdict.score, page->is_hinted);
    reply_integer(reply, "score", verdict.score);
    reply_integer(reply, "counted", counted);
    write_score(page, counted);
    if (has_date)
        write_answer(page, cell, counted, today);
    reply_text(reply, "sentence", verdict.sentence);
    write_shots(page, cell);
    write_cells(page, "best", verdict.best, verdict.bests);
    return write_heat(page, message);
}

/* --- results -----------------------------------------------------------------------------------*/

static void write_earlier(struct page *page, struct slice results)
{
    struct reply *reply = &page->reply;
    struct training_result earlier;
    char text[PUZZLE_TEXT_SIZE];
    struct writer writer;

    if (!page->puzzle || !training_find(results, page->puzzle->id, &earlier)) {
        reply_null(reply, "earlier");
        return;
    }
    writer_init(&writer, text, sizeof text);
    training_print_earlier(&earlier, &writer);
    reply_object(reply, "earlier");
    reply_text(reply, "sentence", text);
    reply_text(reply, "cell", earlier.shot);
    reply_integer(reply, "counted", earlier.score);
    reply_close(reply);
}

enum error page_training(struct page *page, const struct request *request, struct message *message)
{
    struct reply *reply = &page->reply;
    struct training training;
    struct training_result result;
    struct puzzle_date today;
    char text[PUZZLE_TEXT_SIZE];
    struct writer writer;
    enum error error = puzzle_date_parse(request->arguments, &today, message);

    if (error)
        return error;
    training_read(request->body, today, &training);
    reply_integer(reply, "answers", training.answers);
    reply_integer(reply, "best", training.best);
    if (training.answers)
        reply_integer(reply, "accuracy", training_accuracy(&training));
    else
        reply_null(reply, "accuracy");
    reply_integer(reply, "streak", training.streak);
    reply_integer(reply, "longest", training.longest);
    reply_integer(reply, "next", (long long)training_next(request->body));
    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%04d-%02d-%02d", today.year, today.month, today.day);
    if (training_find(request->body, text, &result))
        reply_integer(reply, "today", result.score);
    else
        reply_null(reply, "today");
    write_earlier(page, request->body);
    return OK;
}
