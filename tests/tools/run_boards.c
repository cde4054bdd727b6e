/* Runs rules written as text: run_boards FILE...
 *
 * A .board file holds cases. Each is named by the rule it shows and starts with its `case:` line;
 * what stands before the first case is the set-up that all cases of the file share and may
 * override. `#` starts a comment line. The lines of a case:
 *
 *   case: a shot at a cell shot before costs the turn
 *   rules: advanced                      a preset; classic if left out
 *   rule: smoke=cells                    one knob, any number of such lines
 *   a: Carrier A1 h, Battleship A3 h     a layout as text, or drawn in the indented lines that
 * follow: b:                                   `.` is water, 1 to 9 and then a to w are the ships
 * in the 11...                              order of the fleet; blanks between the characters are
 * free first: b                             who moves first; a if left out refused: words the
 * set-up is refused with a sentence that has these words
 *
 *   play: a A7; b J10; a B7              moves that must be legal; their answers do not matter here
 *   a> fire B3 -> B3=hit                 a line typed by side a, and its outcome as event.h prints
 * it a> fire B3                           the same on two lines = B3=hit a> fire Z99 -> ! off the
 * board       refused with a sentence that has these words; nothing changed a> help -> ? help a
 * question: it is not a move at all (`? empty` for an empty line) a bot> fire B3 -> ! shot already
 * the same from a bot, for which an illegal move costs no turn a> hint @B3 -> hint:B3 a hint for
 * which chance has drawn the block at B3 a> <10000*x> -> ! not a move         a text of 10000 x
 *   repeat 35                            the lines up to `end`, 35 times
 *   end
 *
 *   heard: smoke -> smoke:-              what the enemy is told of the last move
 *   a sees:                              the tracking grid: `~` unknown, `o` miss, `*` hit, `.`
 * water
 *     ~~o..
 *   a board:                             the own board: ships by number, `*` hit, `o` shot water,
 * `.` 11*o. turn: b                              whose turn it is: a, b or nobody over: a sunk
 * winner (or tie) and reason, or `over: no` stock a: radar 3 smoke 0 artillery no torpedo yes hints
 * 0 misses 2 sunk 1 salvo 5 raised no a knows: Carrier 1 Cruiser 0 sunk 2 screens 1 raised
 * Submarine turns: 3 2      shots: 3 2      points: 83 0 name: classic+touch=no               of
 * the rules
 *
 * Every move is also told to two views that hear only what each side may know, and every case is
 * written as a record and replayed; a difference fails the case. Prints `ok - FILE: NAME` or
 * `not ok - FILE: NAME` and what was wrong; exits 1 if any case failed. */
#include "base/buffer.h"
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

/* A case while it runs. */
struct stage {
    const struct file *file;
    int line; /* the present one, from 0 */
    bool failed, started, was_refused, refusal_expected;
    char complaint[TEXT_SIZE];
    char refusal[sizeof(struct message)];

    struct slice preset, knob[MAX_KNOBS];
    int knobs, layout_line[2], first;

    struct game game;
    struct rng rng;
    struct shadow shadow;
    struct tape tape;
    int repeat_from, repeats; /* line of the present `repeat`, and how often it still runs */

    char told[TEXT_SIZE]; /* the outcome of the last move */
    struct move move;
    struct outcome outcome;
};

static void complain(struct stage *stage, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void complain(struct stage *stage, const char *format, ...)
{
    va_list arguments;

    if (stage->failed)
        return; /* the first complaint is the one that matters */
    stage->failed = true;
    va_start(arguments, format);
    vsnprintf(stage->complaint, sizeof stage->complaint, format, arguments);
    va_end(arguments);
}

static bool contains(const char *text, struct slice words)
{
    for (; strlen(text) >= words.length; text++)
        if (memcmp(text, words.text, words.length) == 0)
            return true;
    return false;
}

/* `key: value`, where the key is all of `key`. */
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

/* The drawing below a line, without its blanks; false if it is not as large as the board. */
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

/* A drawn layout as text, which the real parser then judges. */
static bool undraw(const char *cells, const struct rules *rules, char *text, size_t size)
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

static enum error read_layout(struct stage *stage, int side, const struct rules *rules,
                              struct layout *layout, struct message *message)
{
    char cells[MAX_CELLS + 1], text[1024];
    struct slice value = {0};
    int line = stage->layout_line[side];

    if (line < 0)
        return error_set(ERR_SYNTAX, message, "there is no layout for side %s",
                         event_side_word(side));
    key_is(stage->file->line[line], side ? "b:" : "a:", &value);
    if (value.length > 0)
        return layout_parse(value, rules, layout, message);
    if (!read_drawing(stage->file, line, rules, cells) || !undraw(cells, rules, text, sizeof text))
        return error_set(ERR_SYNTAX, message,
                         "the drawing of side %s is not its fleet on its board",
                         event_side_word(side));
    return layout_parse(slice_of(text), rules, layout, message);
}

static enum error set_up(struct stage *stage, struct message *message)
{
    const struct rules *preset = NULL;
    struct rules rules;
    enum error error = OK;

    for (int i = 0; rules_preset(i); i++)
        if (slice_is(stage->preset, rules_preset(i)->name))
            preset = rules_preset(i);
    if (!preset)
        return error_set(ERR_UNKNOWN, message, "there is no such preset");
    rules = *preset;
    for (int i = 0; !error && i < stage->knobs; i++)
        error = rules_set(&rules, stage->knob[i], message);
    if (!error)
        error = rules_check(&rules, message);
    if (!error)
        game_init(&stage->game, &rules, stage->first);
    for (int side = 0; !error && side < 2; side++) {
        struct layout layout;

        error = read_layout(stage, side, &rules, &layout, message);
        if (!error)
            error = game_place(&stage->game, side, &layout, message);
    }
    return error;
}

/* Before the first line that is not part of the set-up. */
static void start(struct stage *stage)
{
    struct message message = {""};

    if (stage->started)
        return;
    stage->started = true;
    if (set_up(stage, &message) != OK) {
        stage->was_refused = true;
        memcpy(stage->refusal, message.text, sizeof stage->refusal);
        return;
    }
    rng_seed(&stage->rng, 1);
    shadow_start(&stage->shadow, &stage->game);
    tape_start(&stage->tape, &stage->game);
}

static void note_move(struct stage *stage)
{
    const char *part;
    struct writer writer;

    writer_init(&writer, stage->told, sizeof stage->told);
    outcome_print(&stage->outcome, game_rules(&stage->game), &writer);
    shadow_note(&stage->shadow, &stage->move, &stage->outcome);
    tape_move(&stage->tape, &stage->game, &stage->move, &stage->outcome);
    part = shadow_difference(&stage->shadow, &stage->game);
    if (part)
        complain(stage, "a player knows something it was not told: %s", part);
}

/* `hint @B3`: the block that chance shows is given. */
static enum error apply_text(struct stage *stage, struct slice text, bool is_bot,
                             struct message *message)
{
    const struct rules *rules = game_rules(&stage->game);
    struct slice block;
    enum error error = OK;
    int cell = NO_CELL;

    if (key_is(text, "hint @", &block)) {
        error = cell_parse(block, rules->width, rules->height, &cell, message);
        stage->move = (struct move){.kind = MOVE_HINT, .cell = {(uint16_t)cell}};
    } else if (is_bot) {
        error = move_parse(text, rules, &stage->move, message);
        if (!error)
            game_draw(&stage->game, &stage->rng, &stage->move);
    } else {
        return game_apply_text(&stage->game, text, &stage->rng, &stage->move, &stage->outcome,
                               message);
    }
    if (error)
        return error;
    return is_bot ? game_apply_legal(&stage->game, &stage->move, &stage->outcome, message)
                  : game_apply(&stage->game, &stage->move, &stage->outcome, message);
}

/* What a typed line comes to: `told` is its outcome, `! sentence` or `? question`. */
static void type_line(struct stage *stage, int side, struct slice text, bool is_bot)
{
    static const char *const questions[] = {"",      "empty", "help", "board", "fleet",
                                            "stock", "log",   "save", "quit"};
    static struct game before;
    const struct status *status = game_status(&stage->game);
    struct message message = {""};
    enum prompt_command command = prompt_parse(text);

    if (!status->over && status->turn != side) {
        complain(stage, "it is the turn of side %s", event_side_word(status->turn));
        return;
    }
    if (!is_bot && command != PROMPT_MOVE) {
        snprintf(stage->told, sizeof stage->told, "? %s", questions[command]);
        return;
    }
    before = stage->game;
    memset(&stage->outcome, 0xa5, sizeof stage->outcome);
    if (apply_text(stage, text, is_bot, &message) == OK) {
        note_move(stage);
        return;
    }
    snprintf(stage->told, sizeof stage->told, "! %s", message.text);
    if (message.text[0] == '\0')
        complain(stage, "the refusal gives no reason");
    if (memcmp(&before, &stage->game, sizeof before) != 0)
        complain(stage, "a refused move has changed the game");
}

/* `<10000*x>` becomes 10000 x. */
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

static void expect_told(struct stage *stage, struct slice wanted)
{
    bool refusal = wanted.length > 0 && wanted.text[0] == '!';
    struct slice words = {wanted.text + 1, wanted.length - 1};

    if (refusal ? stage->told[0] != '!' || !contains(stage->told, slice_trim(words))
                : !slice_is(wanted, stage->told))
        complain(stage, "expected '%.*s', got '%s'", (int)wanted.length, wanted.text, stage->told);
}

/* A typed line with its answer behind an arrow or on the next line. */
static void run_typed(struct stage *stage, int side, struct slice rest, bool is_bot)
{
    static char memory[TEXT_SIZE];
    struct slice text = cut_arrow(&rest);

    if (rest.length == 0 && stage->line + 1 < stage->file->lines) {
        struct slice next = stage->file->line[++stage->line];

        if (next.length > 0 && (next.text[0] == '!' || next.text[0] == '?'))
            rest = next;
        else if (!key_is(next, "= ", &rest))
            complain(stage, "there is no answer to the move above");
    }
    type_line(stage, side, expand(text, memory, sizeof memory), is_bot);
    expect_told(stage, slice_trim(rest));
}

static void run_play(struct stage *stage, struct slice moves)
{
    struct slice part;

    while (!stage->failed && slice_cut(&moves, ';', &part)) {
        struct slice text = slice_trim(part), side;

        slice_cut(&text, ' ', &side);
        type_line(stage, slice_is(side, "b") ? SIDE_B : SIDE_A, slice_trim(text), true);
        if (stage->told[0] == '!' || stage->told[0] == '?')
            complain(stage, "'%.*s' in play: %s", (int)part.length, part.text, stage->told);
    }
}

static void run_heard(struct stage *stage, struct slice wanted)
{
    struct move move = stage->move;
    struct outcome outcome = stage->outcome;
    struct writer writer;
    char text[TEXT_SIZE];

    outcome_conceal(&move, &outcome);
    writer_init(&writer, text, sizeof text);
    move_print(&move, game_rules(&stage->game), &writer);
    writer_put(&writer, " -> ");
    outcome_print(&outcome, game_rules(&stage->game), &writer);
    if (!slice_is(wanted, text))
        complain(stage, "the enemy hears '%s'", text);
}

static char own_mark(const struct view *view, int cell)
{
    int slot = view->own.ship_at[cell];

    if (cellset_has(&view->incoming.shot, cell))
        return slot == NO_SHIP ? 'o' : '*';
    return slot == NO_SHIP ? '.' : ship_letter(slot);
}

static void run_drawing(struct stage *stage, const struct view *view, bool is_own)
{
    static const char marks[] = {
        [MARK_UNKNOWN] = '~', [MARK_MISS] = 'o', [MARK_HIT] = '*', [MARK_WATER] = '.'};
    const struct rules *rules = &view->rules;
    char wanted[MAX_CELLS + 1], text[TEXT_SIZE];
    struct writer writer;
    bool same = true;

    if (!read_drawing(stage->file, stage->line, rules, wanted)) {
        complain(stage, "the drawing does not have the size of the board");
        return;
    }
    writer_init(&writer, text, sizeof text);
    for (int cell = 0; cell < rules_cells(rules); cell++) {
        char mark = is_own ? own_mark(view, cell) : marks[view_tracking_mark(view, cell)];

        same = same && mark == wanted[cell];
        writer_format(&writer, "%s%c", cell % rules->width ? "" : "\n#     ", mark);
    }
    if (!same)
        complain(stage, "the board is%s", text);
}

static const char *yes_no(bool value)
{
    return value ? "yes" : "no";
}

/* Pairs of a word and its value: each must be as the view says. */
static void run_stock(struct stage *stage, const struct view *view, struct slice pairs)
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
            complain(stage, "%.*s is %s", (int)word.length, word.text, is);
    }
}

static void run_knows(struct stage *stage, const struct view *view, struct slice pairs)
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
            complain(stage, "%.*s is %s", (int)word.length, word.text, is);
    }
}

static void expect_text(struct stage *stage, struct slice wanted, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void expect_text(struct stage *stage, struct slice wanted, const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!slice_is(wanted, text))
        complain(stage, "expected '%.*s', got '%s'", (int)wanted.length, wanted.text, text);
}

/* Lines that ask how the game stands; false if the line is none of them. */
static bool run_question(struct stage *stage, struct slice line)
{
    const struct status *status = game_status(&stage->game);
    struct slice value;

    for (int side = 0; side < 2; side++) {
        const struct view *view = &stage->game.view[side];

        if (key_is(line, side ? "b sees:" : "a sees:", &value)) {
            run_drawing(stage, view, false);
            return true;
        }
        if (key_is(line, side ? "b board:" : "a board:", &value)) {
            run_drawing(stage, view, true);
            return true;
        }
        if (key_is(line, side ? "stock b:" : "stock a:", &value)) {
            run_stock(stage, view, value);
            return true;
        }
        if (key_is(line, side ? "b knows:" : "a knows:", &value)) {
            run_knows(stage, view, value);
            return true;
        }
    }
    if (key_is(line, "turn:", &value))
        expect_text(stage, value, "%s",
                    status->turn == NOBODY ? "nobody" : event_side_word(status->turn));
    else if (key_is(line, "over:", &value) && status->over)
        expect_text(stage, value, "%s %s", event_side_word(status->winner),
                    event_reason_word((enum reason)status->reason));
    else if (key_is(line, "over:", &value))
        expect_text(stage, value, "no");
    else if (key_is(line, "turns:", &value))
        expect_text(stage, value, "%d %d", status->turns[0], status->turns[1]);
    else if (key_is(line, "shots:", &value))
        expect_text(stage, value, "%d %d", status->shots[0], status->shots[1]);
    else if (key_is(line, "points:", &value))
        expect_text(stage, value, "%d %d", status->points[0], status->points[1]);
    else if (key_is(line, "name:", &value))
        expect_text(stage, value, "%s", game_rules(&stage->game)->name);
    else if (key_is(line, "heard:", &value))
        run_heard(stage, value);
    else
        return false;
    return true;
}

static bool run_set_up(struct stage *stage, struct slice line)
{
    struct slice value;

    if (key_is(line, "rules:", &value)) {
        stage->preset = value;
    } else if (key_is(line, "rule:", &value)) {
        if (stage->knobs < MAX_KNOBS)
            stage->knob[stage->knobs++] = value;
        else
            complain(stage, "more than %d rule lines", MAX_KNOBS);
    } else if (key_is(line, "a:", &value)) {
        stage->layout_line[SIDE_A] = stage->line;
    } else if (key_is(line, "b:", &value)) {
        stage->layout_line[SIDE_B] = stage->line;
    } else if (key_is(line, "first:", &value)) {
        stage->first = slice_is(value, "b") ? SIDE_B : SIDE_A;
    } else {
        return false;
    }
    if (stage->started)
        complain(stage, "the set-up comes before the first move");
    return true;
}

static void run_refused(struct stage *stage, struct slice words)
{
    stage->refusal_expected = true;
    if (!stage->was_refused)
        complain(stage, "the set-up was accepted");
    else if (!contains(stage->refusal, words))
        complain(stage, "the set-up is refused with '%s'", stage->refusal);
}

static bool run_repeat(struct stage *stage, struct slice line)
{
    struct slice value;
    uint64_t count;

    if (key_is(line, "repeat ", &value)) {
        if (!slice_number(value, 9999, &count) || count == 0)
            complain(stage, "repeat how often?");
        stage->repeats = stage->failed ? 0 : (int)count;
        stage->repeat_from = stage->line;
        return true;
    }
    if (!slice_is(line, "end"))
        return false;
    if (--stage->repeats > 0)
        stage->line = stage->repeat_from;
    return true;
}

static void run_line(struct stage *stage, struct slice line)
{
    struct slice value;

    if (line.length == 0 || line.text[0] == '#' || is_drawn(line) || run_set_up(stage, line))
        return;
    start(stage);
    if (key_is(line, "refused:", &value)) {
        run_refused(stage, value);
        return;
    }
    if (stage->was_refused) {
        complain(stage, "the set-up is refused: %s", stage->refusal);
        return;
    }
    if (key_is(line, "play:", &value))
        run_play(stage, value);
    else if (key_is(line, "a>", &value))
        run_typed(stage, SIDE_A, value, false);
    else if (key_is(line, "b>", &value))
        run_typed(stage, SIDE_B, value, false);
    else if (key_is(line, "a bot>", &value))
        run_typed(stage, SIDE_A, value, true);
    else if (key_is(line, "b bot>", &value))
        run_typed(stage, SIDE_B, value, true);
    else if (!run_repeat(stage, line) && !run_question(stage, line))
        complain(stage, "'%.*s' is no line of a case", (int)line.length, line.text);
}

static void finish(struct stage *stage)
{
    struct message message = {""};

    start(stage);
    if (stage->was_refused && !stage->refusal_expected)
        complain(stage, "the set-up is refused: %s", stage->refusal);
    if (!stage->failed && !stage->was_refused &&
        !tape_replays(&stage->tape, &stage->game, &message))
        complain(stage, "the record does not replay: %s", message.text);
}

/* The lines of the common set-up, then those of the case. */
static bool run_case(const struct file *file, int common, int from, int to)
{
    static struct stage stage;
    struct slice name;

    memset(&stage, 0, sizeof stage);
    stage.file = file;
    stage.preset = slice_of("classic");
    stage.layout_line[0] = stage.layout_line[1] = -1;
    for (stage.line = 0; stage.line < common && !stage.failed; stage.line++)
        run_line(&stage, file->line[stage.line]);
    if (stage.started)
        complain(&stage, "only set-up may stand before the first case");
    for (stage.line = from + 1; stage.line < to && !stage.failed; stage.line++)
        run_line(&stage, file->line[stage.line]);
    finish(&stage);
    key_is(file->line[from], "case:", &name);
    printf("%sok - %s: %.*s\n", stage.failed ? "not " : "", file->name, (int)name.length,
           name.text);
    if (stage.failed)
        printf("#   line %d: %s\n", stage.line, stage.complaint);
    return !stage.failed;
}

static bool run_file(const char *path)
{
    static struct file file;
    struct message message;
    struct slice rest, line, value;
    int starts[MAX_LINES], cases = 0;
    bool fine = true;

    file.name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
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
        printf("not ok - %s: has 1 to %d lines and at least one case\n", file.name, MAX_LINES);
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
