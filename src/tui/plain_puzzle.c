/* One puzzle as lines of text. A screen reader gets lists of cells instead of a drawn board. */
#include "session/board_text.h"
#include "session/known.h"
#include "tui/plain_internal.h"

#include <string.h>

/* Lists the cells with this mark, if there are any. */
static void list_marked(struct plain *plain, const struct puzzle *puzzle, const struct known *known,
                        enum known_mark mark, const char *what)
{
    int width = puzzle->view.rules.width, count = 0;
    char text[LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    for (int cell = 0; cell < rules_cells(&puzzle->view.rules); cell++)
        if (known->mark[cell] == mark)
            writer_format(&writer, "%s%s", count++ > 0 ? ", " : "", cell_name(cell, width).text);
    if (count > 0)
        plain_sayf(plain, "%s: %s.\n", what, text);
}

static void show_position(struct plain *plain, const struct puzzle *puzzle)
{
    struct board_side enemy = {"Enemy waters", &puzzle->view, true};
    char text[BOARD_TEXT_SIZE];
    struct known known;
    struct writer writer;

    if (plain->options->speak) {
        known_fill(&puzzle->view, &known);
        list_marked(plain, puzzle, &known, KNOWN_HIT, "Hits");
        list_marked(plain, puzzle, &known, KNOWN_SUNK, "Sunk");
        list_marked(plain, puzzle, &known, KNOWN_MISS, "Misses");
    } else {
        writer_init(&writer, text, sizeof text);
        board_text_print(&enemy, NULL, &writer);
        plain_say(plain, text);
        plain_say(plain, "~ unknown, o miss, * hit, % sunk\n");
    }
    plain_sayf(plain, "\n%s\n", puzzle->question);
}

static void give_hint(struct plain *plain, const struct puzzle *puzzle, struct plain_answer *answer)
{
    char text[LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    puzzle_hint(puzzle, &writer);
    plain_sayf(plain, "%s\n", text);
    answer->hinted = true;
}

/* A cell, alone or after `fire`. Says what is wrong with it. */
static bool read_shot(struct plain *plain, const struct puzzle *puzzle, struct slice line,
                      int *cell)
{
    const struct rules *rules = &puzzle->view.rules;
    struct slice rest = line, word;
    struct message message;

    if (slice_word(&rest, &word) && slice_is_nocase(word, "fire"))
        line = slice_trim(rest);
    if (cell_parse(line, rules->width, rules->height, cell, &message) != OK)
        plain_sayf(plain, "%s. Type a cell, or help.\n", message.text);
    else if (puzzle_check(puzzle, *cell, &message) != OK)
        plain_sayf(plain, "%s.\n", message.text);
    else
        return true;
    return false;
}

static void ask(struct plain *plain, const struct puzzle *puzzle, struct plain_answer *answer)
{
    char line[LINE_SIZE];

    while (plain_ask(plain, "Your shot, or hint, skip, quit: ", line)) {
        struct slice text = slice_trim(slice_of(line));

        if (text.length == 0)
            continue;
        if (slice_is_nocase(text, "quit"))
            return;
        if (slice_is_nocase(text, "skip")) {
            answer->quit = false;
            return;
        }
        if (slice_is_nocase(text, "hint"))
            give_hint(plain, puzzle, answer);
        else if (slice_is_nocase(text, "board"))
            show_position(plain, puzzle);
        else if (slice_is_nocase(text, "help"))
            plain_say(plain, "Type the cell to shoot at, such as E5. hint names three cells and "
                             "costs 20 points; board shows the position again; skip goes on "
                             "without an answer; quit leaves.\n");
        else if (read_shot(plain, puzzle, text, &answer->cell)) {
            answer->quit = false;
            return;
        } else
            answer->cell = NO_CELL;
    }
    plain_show(plain, "\n"); /* after the prompt that nobody answered */
}

enum error plain_puzzle(const struct plain_options *options, const struct puzzle *puzzle,
                        struct plain_answer *answer, struct message *message)
{
    struct plain plain;
    enum error error = OK;

    plain_init(&plain, NULL, options);
    *answer = (struct plain_answer){.cell = NO_CELL, .quit = true};
    show_position(&plain, puzzle);
    ask(&plain, puzzle, answer);
    if (plain.read_error || plain.write_error)
        error =
            error_set(ERR_IO, message, "%s failed: %s", plain.read_error ? "reading" : "writing",
                      strerror(plain.read_error ? plain.read_error : plain.write_error));
    plain_release(&plain);
    return error;
}

void plain_print(const struct plain_options *options, const char *text)
{
    struct plain plain;

    plain_init(&plain, NULL, options);
    plain_show(&plain, text);
    plain_release(&plain);
}
