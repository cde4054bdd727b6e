/* Runs rule tests written as text: run_boards FILE...
 *
 * A .board file contains cases. Each starts with a `case:` line that names the rule it shows. The
 * lines before the first case are set-up that all cases share and may override. `#` starts a
 * comment line. The set-up lines of a case:
 *
 *   case: a shot at a cell shot before costs the turn
 *   rules: advanced                     a preset; the default is classic
 *   rule: smoke=cells                   one knob; may be repeated
 *   a: Carrier A1 h, Battleship A3 h    a layout as text,
 *   b:                                  or drawn in the indented lines that follow: `.` is water,
 *     11111.....                        1 to 9, then a to w are the ships in fleet order; blanks
 *     .22222....                        are ignored
 *   first: b                            who moves first; the default is a
 *   refused: WORDS                      the set-up is refused with a message that has these words
 *
 * Moves:
 *
 *   play: a A7; b J10; a B7             legal moves whose answers do not matter here
 *   a> fire B3 -> B3=hit                a line typed by side a, and its outcome as in event.h
 *   a> fire B3                          the same on two lines
 *   = B3=hit
 *   a> fire Z99 -> ! off the board      refused with these words; the game is unchanged
 *   a> help -> ? help                   a command of the prompt (`? empty` for an empty line)
 *   a bot> fire B3 -> ! already         the same from a bot: an illegal move costs no turn
 *   a> hint @B3 -> hint:B3              a hint that shows the block at B3
 *   a> <10000*x> -> ! not a move        a line of 10000 x
 *   repeat 35                           runs the lines up to `end` 35 times
 *   end
 *
 * Checks:
 *
 *   heard: smoke -> smoke:-             what the enemy learns of the last move
 *   a sees:                             the tracking grid: `~` unknown, `o` miss, `*` hit,
 *     ~~o..                             `.` water
 *   a board:                            the own board: ships by number, `*` hit, `o` miss,
 *     11*o.                             `.` water
 *   turn: b                             a, b or nobody
 *   over: a sunk                        winner (or tie) and reason, or `over: no`
 *   stock a: radar 3 smoke 0 artillery no torpedo yes hints 0 misses 2 sunk 1 salvo 5 raised no
 *   a knows: Carrier 1 Cruiser 0 sunk 2 screens 1 raised Submarine
 *   turns: 3 2
 *   shots: 3 2
 *   points: 83 0
 *   name: classic+touch=no              the name of the rules
 *
 * Every move also updates two views that get only what each side may know, and every case is
 * written as a record and replayed; any difference fails the case. Prints `ok - FILE: NAME` or
 * `not ok - FILE: NAME` with the reason. Exits with 1 if any case failed. */
#include "base/buffer.h"
#include "base/path.h"
#include "session/prompt.h"
#include "support/shadow.h"
#include "support/tape.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LINES = 4096, MAX_KNOBS = 32, TEXT_SIZE = 1 << 14, FILE_CAP = 1 << 20 };

struct file {
    const char *name;
    struct buffer buffer;
    struct slice line[MAX_LINES];
    int lines;
};

/* The state of a running case. */
struct board_run {
    const struct file *file;
    int line; /* the current line, from 0 */
    bool failed, started, was_refused, refusal_expected;
    char failure[TEXT_SIZE];
    char refusal[sizeof(struct message)];

    struct slice preset, knob[MAX_KNOBS];
    int knobs, layout_line[2], first;

    struct game game;
    struct rng rng;
    struct shadow shadow;
    struct tape tape;
    int repeat_from, repeats; /* line of the current `repeat`, and runs left */

    char answer[TEXT_SIZE]; /* the outcome of the last line */
    struct move move;
    struct outcome outcome;
};

static void fail(struct board_run *run, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void fail(struct board_run *run, const char *format, ...)
{
    va_list arguments;

    if (run->failed)
        return; /* only the first failure matters */
    run->failed = true;
    va_start(arguments, format);
    vsnprintf(run->failure, sizeof run->failure, format, arguments);
    va_end(arguments);
}

static bool contains(const char *text, struct slice words)
{
    for (; strlen(text) >= words.length; text++)
        if (memcmp(text, words.text, words.length) == 0)
            return true;
    return false;
}

/* Does the line start with `key`? `value` receives the rest. */
static bool key_is(struct slice line, const char *key, struct slice *value)
{
    size_t length = strlen(key);

    if (line.length < length || memcmp(line.text, key, length) != 0)
        return false;
    *value = slice_trim((struct slice){line.text + length, line.length - length});
    return true;
}

static bool is_drawn(struct slice line)
{
    return line.length > 2 && line.text[0] == ' ' && slice_trim(line).length > 0;
}

/* Reads the drawing below a line, without blanks. False if its size is not that of the board. */
static bool read_drawing(const struct file *file, int line, const struct rules *rules, char *cells)
{
    int count = 0, rows = 0;

    for (line++; line < file->lines && is_drawn(file->line[line]); line++, rows++) {
        struct slice row = file->line[line];
        int start = count;

        for (size_t i = 0; i < row.length; i++)
            if (row.text[i] != ' ' && count < rules_cells(rules))
                cells[count++] = row.text[i];
        if (count - start != rules->width)
            return false;
    }
    cells[count] = '\0';
    return rows == rules->height && count == rules_cells(rules);
}

static char ship_letter(int ship)
{
    return ship < 9 ? (char)('1' + ship) : (char)('a' + ship - 9);
}

/* Converts a drawn layout to text for the real parser. */
static bool layout_text(const char *cells, const struct rules *rules, char *text, size_t size)
{
    struct writer writer;

    writer_init(&writer, text, size);
    for (int ship = 0; ship < rules->ships; ship++) {
        const char *found = strchr(cells, ship_letter(ship));
        int cell = found ? (int)(found - cells) : 0, width = rules->width;
        bool vertical = found && cell + width < rules_cells(rules) && found[width] == *found;

        if (!found)
            return false;
        for (int i = 0; i < rules->fleet[ship].length; i++) {
            int at = cell + i * (vertical ? width : 1);

            if (at >= rules_cells(rules) || cells[at] != *found)
                return false;
        }
        writer_format(&writer, "%s%s %c", ship ? ", " : "", cell_name(cell, width).text,
                      vertical ? 'v' : 'h');
    }
    return !writer.full;
}

static enum error read_layout(struct board_run *run, int side, const struct rules *rules,
                              struct layout *layout, struct message *message)
{
    char cells[MAX_CELLS + 1], text[1024];
    struct slice value = {0};
    int line = run->layout_line[side];

    if (line < 0)
        return error_set(ERR_SYNTAX, message, "there is no layout for side %s",
                         event_side_word(side));
    key_is(run->file->line[line], side ? "b:" : "a:", &value);
    if (value.length > 0)
        return layout_parse(value, rules, layout, message);
    if (!read_drawing(run->file, line, rules, cells) ||
        !layout_text(cells, rules, text, sizeof text))
        return error_set(ERR_SYNTAX, message,
                         "the drawing of side %s is not its fleet on its board",
                         event_side_word(side));
    return layout_parse(slice_of(text), rules, layout, message);
}

static enum error set_up(struct board_run *run, struct message *message)
{
    const struct rules *preset = NULL;
    struct rules rules;
    enum error error = OK;

    for (int i = 0; rules_preset(i); i++)
        if (slice_is(run->preset, rules_preset(i)->name))
            preset = rules_preset(i);
    if (!preset)
        return error_set(ERR_UNKNOWN, message, "there is no such preset");
    rules = *preset;
    for (int i = 0; !error && i < run->knobs; i++)
        error = rules_set(&rules, run->knob[i], message);
    if (!error)
        error = rules_check(&rules, message);
    if (!error)
        game_init(&run->game, &rules, run->first);
    for (int side = 0; !error && side < 2; side++) {
        struct layout layout;

        error = read_layout(run, side, &rules, &layout, message);
        if (!error)
            error = game_place(&run->game, side, &layout, message);
    }
    return error;
}

/* Starts the game before the first line that is not set-up. */
static void start(struct board_run *run)
{
    struct message message = {""};

    if (run->started)
        return;
    run->started = true;
    if (set_up(run, &message) != OK) {
        run->was_refused = true;
        memcpy(run->refusal, message.text, sizeof run->refusal);
        return;
    }
    rng_seed(&run->rng, 1);
    shadow_start(&run->shadow, &run->game);
    tape_start(&run->tape, &run->game);
}

static void note_move(struct board_run *run)
{
    const char *part;
    struct writer writer;

    writer_init(&writer, run->answer, sizeof run->answer);
    outcome_print(&run->outcome, game_rules(&run->game), &writer);
    shadow_note(&run->shadow, &run->move, &run->outcome);
    tape_move(&run->tape, &run->game, &run->move, &run->outcome);
    part = shadow_difference(&run->shadow, &run->game);
    if (part)
        fail(run, "a view contains something it was not sent: %s", part);
}

/* Applies a typed line. `hint @B3` fixes the block of a hint. */
static enum error apply_text(struct board_run *run, struct slice text, bool is_bot,
                             struct message *message)
{
    const struct rules *rules = game_rules(&run->game);
    struct slice block;
    enum error error = OK;
    int cell = NO_CELL;

    if (key_is(text, "hint @", &block)) {
        error = cell_parse(block, rules->width, rules->height, &cell, message);
        run->move = (struct move){.kind = MOVE_HINT, .cell = {(uint16_t)cell}};
    } else if (is_bot) {
        error = move_parse(text, rules, &run->move, message);
        if (!error)
            game_draw(&run->game, &run->rng, &run->move);
    } else {
        return game_apply_text(&run->game, text, &run->rng, &run->move, &run->outcome, message);
    }
    if (error)
        return error;
    return is_bot ? game_apply_legal(&run->game, &run->move, &run->outcome, message)
                  : game_apply(&run->game, &run->move, &run->outcome, message);
}

/* Runs a typed line. `answer` becomes its outcome, `! message` or `? command`. */
static void type_line(struct board_run *run, int side, struct slice text, bool is_bot)
{
    static const char *const commands[] = {"",      "empty", "help",   "board", "fleet",
                                           "stock", "log",   "status", "save",  "quit"};
    static struct game before;
    const struct status *status = game_status(&run->game);
    struct message message = {""};
    enum prompt_command command = prompt_parse(text);

    if (!status->over && status->turn != side) {
        fail(run, "it is side %s's turn", event_side_word(status->turn));
        return;
    }
    if (!is_bot && command != PROMPT_MOVE) {
        snprintf(run->answer, sizeof run->answer, "? %s", commands[command]);
        return;
    }
    before = run->game;
    memset(&run->outcome, 0xa5, sizeof run->outcome);
    if (apply_text(run, text, is_bot, &message) == OK) {
        note_move(run);
        return;
    }
    snprintf(run->answer, sizeof run->answer, "! %s", message.text);
    if (message.text[0] == '\0')
        fail(run, "the refusal gives no reason");
    if (memcmp(&before, &run->game, sizeof before) != 0)
        fail(run, "a refused move has changed the game");
}

/* Expands `<10000*x>` to 10000 x. */
static struct slice expand(struct slice text, char *memory, size_t size)
{
    struct slice rest, count;
    uint64_t number;

    if (!key_is(text, "<", &rest) || !slice_cut(&rest, '*', &count) ||
        !slice_number(count, size, &number) || rest.length != 2 || rest.text[1] != '>')
        return text;
    memset(memory, rest.text[0], (size_t)number);
    return (struct slice){memory, (size_t)number};
}

static struct slice cut_arrow(struct slice *text)
{
    struct slice before = *text;

    for (size_t i = 0; i + 3 <= text->length; i++) {
        if (memcmp(text->text + i, "-> ", 3) == 0) {
            before.length = i;
            text->text += i + 3;
            text->length -= i + 3;
            return slice_trim(before);
        }
    }
    text->length = 0;
    return before;
}

static void expect_answer(struct board_run *run, struct slice wanted)
{
    bool refusal = wanted.length > 0 && wanted.text[0] == '!';
    struct slice words = {wanted.text + 1, wanted.length - 1};

    if (refusal ? run->answer[0] != '!' || !contains(run->answer, slice_trim(words))
                : !slice_is(wanted, run->answer))
        fail(run, "expected '%.*s', got '%s'", (int)wanted.length, wanted.text, run->answer);
}

/* Runs a typed line whose answer follows an arrow or is on the next line. */
static void run_typed(struct board_run *run, int side, struct slice rest, bool is_bot)
{
    static char memory[TEXT_SIZE];
    struct slice text = cut_arrow(&rest);

    if (rest.length == 0 && run->line + 1 < run->file->lines) {
        struct slice next = run->file->line[++run->line];

        if (next.length > 0 && (next.text[0] == '!' || next.text[0] == '?'))
            rest = next;
        else if (!key_is(next, "= ", &rest))
            fail(run, "the move has no answer");
    }
    type_line(run, side, expand(text, memory, sizeof memory), is_bot);
    expect_answer(run, slice_trim(rest));
}

static void run_play(struct board_run *run, struct slice moves)
{
    struct slice part;

    while (!run->failed && slice_cut(&moves, ';', &part)) {
        struct slice text = slice_trim(part), side;

        slice_cut(&text, ' ', &side);
        type_line(run, slice_is(side, "b") ? SIDE_B : SIDE_A, slice_trim(text), true);
        if (run->answer[0] == '!' || run->answer[0] == '?')
            fail(run, "'%.*s' in play: %s", (int)part.length, part.text, run->answer);
    }
}

static void run_heard(struct board_run *run, struct slice wanted)
{
    struct move move = run->move;
    struct outcome outcome = run->outcome;
    struct writer writer;
    char text[TEXT_SIZE];

    outcome_conceal(&move, &outcome);
    writer_init(&writer, text, sizeof text);
    move_print(&move, game_rules(&run->game), &writer);
    writer_put(&writer, " -> ");
    outcome_print(&outcome, game_rules(&run->game), &writer);
    if (!slice_is(wanted, text))
        fail(run, "the enemy receives '%s'", text);
}

static char own_mark(const struct view *view, int cell)
{
    int slot = view->own.ship_at[cell];

    if (cellset_has(&view->incoming.shot, cell))
        return slot == NO_SHIP ? 'o' : '*';
    return slot == NO_SHIP ? '.' : ship_letter(slot);
}

static void run_drawing(struct board_run *run, const struct view *view, bool is_own)
{
    static const char marks[] = {
        [MARK_UNKNOWN] = '~', [MARK_MISS] = 'o', [MARK_HIT] = '*', [MARK_WATER] = '.'};
    const struct rules *rules = &view->rules;
    char wanted[MAX_CELLS + 1], text[TEXT_SIZE];
    struct writer writer;
    bool same = true;

    if (!read_drawing(run->file, run->line, rules, wanted)) {
        fail(run, "the drawing is not the size of the board");
        return;
    }
    writer_init(&writer, text, sizeof text);
    for (int cell = 0; cell < rules_cells(rules); cell++) {
        char mark = is_own ? own_mark(view, cell) : marks[view_tracking_mark(view, cell)];

        same = same && mark == wanted[cell];
        writer_format(&writer, "%s%c", cell % rules->width ? "" : "\n#     ", mark);
    }
    if (!same)
        fail(run, "the board is%s", text);
}

static const char *yes_no(bool value)
{
    return value ? "yes" : "no";
}

/* Checks pairs of a word and its value against the view. */
static void run_stock(struct board_run *run, const struct view *view, struct slice pairs)
{
    const struct stock *stock = &view->stock;
    struct slice word, value;

    while (slice_word(&pairs, &word) && slice_word(&pairs, &value)) {
        char is[16];

        if (slice_is(word, "artillery") || slice_is(word, "torpedo")) {
            int flag = slice_is(word, "torpedo") ? SPECIAL_TORPEDO : SPECIAL_ARTILLERY;

            snprintf(is, sizeof is, "%s", yes_no(stock->unlocked & flag));
        } else if (slice_is(word, "raised")) {
            snprintf(is, sizeof is, "%s", yes_no(stock->raised));
        } else {
            int number = slice_is(word, "radar")    ? stock->radar
                         : slice_is(word, "smoke")  ? stock->smoke
                         : slice_is(word, "hints")  ? stock->hints
                         : slice_is(word, "misses") ? stock->misses
                         : slice_is(word, "sunk")   ? stock->sunk
                         : slice_is(word, "salvo")  ? view_salvo(view)
                                                    : -1;

            snprintf(is, sizeof is, "%d", number);
        }
        if (!slice_is(value, is))
            fail(run, "%.*s is %s", (int)word.length, word.text, is);
    }
}

static void run_knows(struct board_run *run, const struct view *view, struct slice pairs)
{
    const struct rules *rules = &view->rules;
    struct slice word, value;

    while (slice_word(&pairs, &word) && slice_word(&pairs, &value)) {
        char is[sizeof rules->fleet[0].name] = "unknown";

        for (int kind = 0; kind < rules->ships; kind++)
            if (rules->fleet[kind].kind == kind && slice_is(word, rules->fleet[kind].name))
                snprintf(is, sizeof is, "%d", view->enemy_afloat[kind]);
        if (slice_is(word, "sunk"))
            snprintf(is, sizeof is, "%d", view->enemy_sunk);
        if (slice_is(word, "screens"))
            snprintf(is, sizeof is, "%d", view->enemy_screens);
        if (slice_is(word, "raised"))
            snprintf(is, sizeof is, "%s",
                     view->enemy_raised == 0 ? "nothing"
                     : view->enemy_raised <= rules->ships
                         ? rules->fleet[view->enemy_raised - 1].name
                         : "Submarine");
        if (!slice_is(value, is))
            fail(run, "%.*s is %s", (int)word.length, word.text, is);
    }
}

static void expect_text(struct board_run *run, struct slice wanted, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void expect_text(struct board_run *run, struct slice wanted, const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!slice_is(wanted, text))
        fail(run, "expected '%.*s', got '%s'", (int)wanted.length, wanted.text, text);
}

/* Runs a check of the state; false if the line is not one. */
static bool run_check(struct board_run *run, struct slice line)
{
    const struct status *status = game_status(&run->game);
    struct slice value;

    for (int side = 0; side < 2; side++) {
        const struct view *view = &run->game.view[side];

        if (key_is(line, side ? "b sees:" : "a sees:", &value)) {
            run_drawing(run, view, false);
            return true;
        }
        if (key_is(line, side ? "b board:" : "a board:", &value)) {
            run_drawing(run, view, true);
            return true;
        }
        if (key_is(line, side ? "stock b:" : "stock a:", &value)) {
            run_stock(run, view, value);
            return true;
        }
        if (key_is(line, side ? "b knows:" : "a knows:", &value)) {
            run_knows(run, view, value);
            return true;
        }
    }
    if (key_is(line, "turn:", &value))
        expect_text(run, value, "%s",
                    status->turn == NOBODY ? "nobody" : event_side_word(status->turn));
    else if (key_is(line, "over:", &value) && status->over)
        expect_text(run, value, "%s %s", event_side_word(status->winner),
                    event_reason_word((enum reason)status->reason));
    else if (key_is(line, "over:", &value))
        expect_text(run, value, "no");
    else if (key_is(line, "turns:", &value))
        expect_text(run, value, "%d %d", status->turns[0], status->turns[1]);
    else if (key_is(line, "shots:", &value))
        expect_text(run, value, "%d %d", status->shots[0], status->shots[1]);
    else if (key_is(line, "points:", &value))
        expect_text(run, value, "%d %d", status->points[0], status->points[1]);
    else if (key_is(line, "name:", &value))
        expect_text(run, value, "%s", game_rules(&run->game)->name);
    else if (key_is(line, "heard:", &value))
        run_heard(run, value);
    else
        return false;
    return true;
}

static bool run_set_up(struct board_run *run, struct slice line)
{
    struct slice value;

    if (key_is(line, "rules:", &value)) {
        run->preset = value;
    } else if (key_is(line, "rule:", &value)) {
        if (run->knobs < MAX_KNOBS)
            run->knob[run->knobs++] = value;
        else
            fail(run, "more than %d rule lines", MAX_KNOBS);
    } else if (key_is(line, "a:", &value)) {
        run->layout_line[SIDE_A] = run->line;
    } else if (key_is(line, "b:", &value)) {
        run->layout_line[SIDE_B] = run->line;
    } else if (key_is(line, "first:", &value)) {
        run->first = slice_is(value, "b") ? SIDE_B : SIDE_A;
    } else {
        return false;
    }
    if (run->started)
        fail(run, "set-up must come before the first move");
    return true;
}

static void run_refused(struct board_run *run, struct slice words)
{
    run->refusal_expected = true;
    if (!run->was_refused)
        fail(run, "the set-up was accepted");
    else if (!contains(run->refusal, words))
        fail(run, "the set-up is refused with '%s'", run->refusal);
}

static bool run_repeat(struct board_run *run, struct slice line)
{
    struct slice value;
    uint64_t count;

    if (key_is(line, "repeat ", &value)) {
        if (!slice_number(value, 9999, &count) || count == 0)
            fail(run, "repeat needs a count");
        run->repeats = run->failed ? 0 : (int)count;
        run->repeat_from = run->line;
        return true;
    }
    if (!slice_is(line, "end"))
        return false;
    if (--run->repeats > 0)
        run->line = run->repeat_from;
    return true;
}

static void run_line(struct board_run *run, struct slice line)
{
    struct slice value;

    if (line.length == 0 || line.text[0] == '#' || is_drawn(line) || run_set_up(run, line))
        return;
    start(run);
    if (key_is(line, "refused:", &value)) {
        run_refused(run, value);
        return;
    }
    if (run->was_refused) {
        fail(run, "the set-up is refused: %s", run->refusal);
        return;
    }
    if (key_is(line, "play:", &value))
        run_play(run, value);
    else if (key_is(line, "a>", &value))
        run_typed(run, SIDE_A, value, false);
    else if (key_is(line, "b>", &value))
        run_typed(run, SIDE_B, value, false);
    else if (key_is(line, "a bot>", &value))
        run_typed(run, SIDE_A, value, true);
    else if (key_is(line, "b bot>", &value))
        run_typed(run, SIDE_B, value, true);
    else if (!run_repeat(run, line) && !run_check(run, line))
        fail(run, "unknown line '%.*s'", (int)line.length, line.text);
}

static void finish(struct board_run *run)
{
    struct message message = {""};

    start(run);
    if (run->was_refused && !run->refusal_expected)
        fail(run, "the set-up is refused: %s", run->refusal);
    if (!run->failed && !run->was_refused && !tape_replays(&run->tape, &run->game, &message))
        fail(run, "the record does not replay: %s", message.text);
}

/* Runs the common set-up, then the lines of the case. */
static bool run_case(const struct file *file, int common, int from, int to)
{
    static struct board_run run;
    struct slice name;

    memset(&run, 0, sizeof run);
    run.file = file;
    run.preset = slice_of("classic");
    run.layout_line[0] = run.layout_line[1] = -1;
    for (run.line = 0; run.line < common && !run.failed; run.line++)
        run_line(&run, file->line[run.line]);
    if (run.started)
        fail(&run, "only set-up may come before the first case");
    for (run.line = from + 1; run.line < to && !run.failed; run.line++)
        run_line(&run, file->line[run.line]);
    finish(&run);
    key_is(file->line[from], "case:", &name);
    printf("%sok - %s: %.*s\n", run.failed ? "not " : "", file->name, (int)name.length, name.text);
    if (run.failed)
        printf("#   line %d: %s\n", run.line, run.failure);
    return !run.failed;
}

static bool run_file(const char *path)
{
    static struct file file;
    struct message message;
    struct slice rest, line, value;
    int starts[MAX_LINES], cases = 0;
    bool fine = true;

    file.name = path_base(path);
    file.lines = 0;
    buffer_init(&file.buffer, FILE_CAP);
    if (buffer_read_file(&file.buffer, path, &message) != OK) {
        printf("not ok - %s\n#   %s\n", path, message.text);
        return false;
    }
    rest = (struct slice){file.buffer.data, file.buffer.length};
    while (slice_cut(&rest, '\n', &line) && file.lines < MAX_LINES) {
        if (key_is(line, "case:", &value))
            starts[cases++] = file.lines;
        file.line[file.lines++] = line;
    }
    if (cases == 0 || rest.length > 0) {
        printf("not ok - %s: must have 1 to %d lines and at least one case\n", file.name,
               MAX_LINES);
        fine = false;
    }
    for (int i = 0; i < cases && rest.length == 0; i++)
        fine &= run_case(&file, starts[0], starts[i], i + 1 < cases ? starts[i + 1] : file.lines);
    buffer_release(&file.buffer);
    return fine;
}

int main(int count, char **arguments)
{
    bool fine = true;

    if (count < 2) {
        fprintf(stderr, "usage: run_boards FILE...\n");
        return 2;
    }
    for (int i = 1; i < count; i++)
        fine &= run_file(arguments[i]);
    return fine ? 0 : 1;
}
