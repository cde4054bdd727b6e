/* See question.h. Answers reveal only what the tracking grid and the player's own map show. */
#include "session/question.h"

#include "session/cell_words.h"
#include "session/prompt_text.h"

#include <stdio.h>
#include <string.h>

enum { HEADING_SIZE = 48 };

/* What the player sees. */
struct look {
    const struct view *view;
    struct known known;
};

static struct cell_word enemy_word(const struct look *look, int cell)
{
    return cell_word_enemy(look->view, &look->known, cell);
}

static struct cell_word own_word(const struct look *look, int cell)
{
    return cell_word_own(look->view, cell);
}

/* Every sweep and hint that covered the cell, whatever has happened to it since. */
static void describe_sightings(const struct view *view, int cell, struct writer *writer)
{
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];

        if (known_covers(view, sighting, cell))
            writer_format(writer, ", %s at %s %s", sighting->is_hint ? "hint" : "radar",
                          cell_name(sighting->cell, view->rules.width).text,
                          sighting->is_hint ? "shows a ship"
                          : sighting->found ? "found ships"
                                            : "found nothing");
    }
}

/* A row, a column or one cell: `count` cells from `first`, `step` apart. */
struct stretch {
    int first, step, count;
    bool is_row; /* its cells are named by their columns */
};

static void name_place(const struct view *view, const struct stretch *stretch, int i,
                       struct writer *writer)
{
    int cell = stretch->first + i * stretch->step, width = view->rules.width;

    if (stretch->is_row)
        writer_put(writer, cell_column_name(cell % width).text);
    else
        writer_format(writer, "%d", cell / width + 1);
}

/* Lists runs of equal cells; the `common` ones come last, as "the rest". `all` describes several
 * cells that are all common. */
static void describe(const struct look *look, const struct stretch *stretch,
                     struct cell_word (*word_of)(const struct look *look, int cell),
                     const char *common, const char *all, struct writer *writer)
{
    int runs = 0, left = 0;

    for (int i = 0, next; i < stretch->count; i = next) {
        struct cell_word word = word_of(look, stretch->first + i * stretch->step);

        for (next = i + 1; next < stretch->count; next++)
            if (strcmp(word.text, word_of(look, stretch->first + next * stretch->step).text) != 0)
                break;
        if (strcmp(word.text, common) == 0) {
            left += next - i;
            continue;
        }
        writer_put(writer, runs++ ? ", " : " ");
        if (stretch->count > 1) {
            name_place(look->view, stretch, i, writer);
            if (next - i > 1) {
                writer_put(writer, " to ");
                name_place(look->view, stretch, next - 1, writer);
            }
            writer_put(writer, " ");
        }
        writer_put(writer, word.text);
    }
    if (left > 0)
        writer_format(writer, "%s%s", runs ? ", the rest " : " ",
                      runs == 0 && stretch->count > 1 ? all : common);
}

/* A single cell: what it is, then what radar said about it. */
static void describe_cell(const struct look *look, int cell, struct writer *writer)
{
    int mark = look->known.mark[cell];
    bool is_shot =
        mark == KNOWN_MISS || mark == KNOWN_HIT || mark == KNOWN_SUNK || mark == KNOWN_WATER;

    writer_format(writer, " %s",
                  is_shot ? enemy_word(look, cell).text : cell_word_nothing(look->view));
    describe_sightings(look->view, cell, writer);
}

/* Whose question it is, and where its answer goes. */
struct asked {
    const struct session *session;
    int side;
    struct writer *answer;
};

static const struct view *asked_view(const struct asked *asked)
{
    return &session_game(asked->session)->view[asked->side];
}

static void print_stretch(const struct asked *asked, const char *heading,
                          const struct stretch *stretch)
{
    struct look look = {.view = asked_view(asked)};
    struct writer *writer = asked->answer;

    known_fill(look.view, &look.known);
    writer_format(writer, "%s in %s's waters:", heading,
                  session_name(asked->session, 1 - asked->side));
    if (stretch->count == 1)
        describe_cell(&look, stretch->first, writer);
    else
        describe(&look, stretch, enemy_word, cell_word_nothing(look.view),
                 look.view->rules.tracking == TRACKING_HARD ? "none marked" : "none shot at yet",
                 writer);
    if (prompt_text_shows_own(look.view, true)) {
        writer_format(writer, "; in %s's waters:", session_name(asked->session, asked->side));
        describe(&look, stretch, own_word, "empty", "all empty", writer);
    }
    writer_put(writer, ".\n");
}

static enum error ask_cell(const struct asked *asked, struct slice word, struct message *message)
{
    const struct rules *rules = game_rules(session_game(asked->session));
    struct stretch stretch = {.step = 1, .count = 1};
    enum error error = cell_parse(word, rules->width, rules->height, &stretch.first, message);

    if (!error)
        print_stretch(asked, cell_name(stretch.first, rules->width).text, &stretch);
    return error;
}

static enum error ask_row(const struct asked *asked, struct slice word, struct message *message)
{
    const struct rules *rules = game_rules(session_game(asked->session));
    struct stretch stretch = {.step = 1, .count = rules->width, .is_row = true};
    char heading[HEADING_SIZE];
    int row;
    enum error error = cell_parse_row(word, rules->height, &row, message);

    if (error)
        return error;
    stretch.first = row * rules->width;
    snprintf(heading, sizeof heading, "Row %d", row + 1);
    print_stretch(asked, heading, &stretch);
    return OK;
}

static enum error ask_column(const struct asked *asked, struct slice word, struct message *message)
{
    const struct rules *rules = game_rules(session_game(asked->session));
    struct stretch stretch = {.step = rules->width, .count = rules->height};
    char heading[HEADING_SIZE];
    enum error error = cell_parse_column(word, rules->width, &stretch.first, message);

    if (error)
        return error;
    snprintf(heading, sizeof heading, "Column %s", cell_column_name(stretch.first).text);
    print_stretch(asked, heading, &stretch);
    return OK;
}

static enum error ask_open_hits(const struct asked *asked, struct slice word,
                                struct message *message)
{
    const struct view *view = asked_view(asked);
    struct writer *writer = asked->answer;
    struct known known;
    int listed = 0;

    if (!slice_is_nocase(word, "hits"))
        return error_set(ERR_SYNTAX, message, "type 'open hits' to list them");
    known_fill(view, &known);
    for (int i = 0; i < view->tracking.shots; i++) {
        int cell = view->tracking.order[i].cell;

        if (known.mark[cell] != KNOWN_HIT)
            continue;
        writer_format(writer, "%s %s",
                      listed++ ? "," : "Open hits:", cell_name(cell, view->rules.width).text);
        if (known.ship[cell] != NO_SHIP)
            writer_format(writer, " (%s)", rules_kind_name(&view->rules, known.ship[cell]));
    }
    writer_put(writer, listed ? ".\n" : "There are no open hits.\n");
    return OK;
}

static const struct {
    const char *word;
    const char *example; /* if it takes an argument; or NULL */
    /* NULL if the caller answers */
    enum error (*answer)(const struct asked *asked, struct slice word, struct message *message);
    enum question question;
} questions[] = {
    {"cell", "cell B3", ask_cell, QUESTION_ANSWERED},
    {"row", "row 5", ask_row, QUESTION_ANSWERED},
    {"column", "column C", ask_column, QUESTION_ANSWERED},
    {"open", "open hits", ask_open_hits, QUESTION_ANSWERED},
    {"repeat", NULL, NULL, QUESTION_REPEAT},
    {"hint", NULL, NULL, QUESTION_HINT}, /* last: it is a move if the rules have hints */
};

enum question question_answer(const struct session *session, int side, struct slice line,
                              struct writer *answer)
{
    const struct rules *rules = game_rules(session_game(session));
    const struct asked asked = {session, side, answer};
    size_t count = sizeof questions / sizeof *questions - (rules->hints ? 1 : 0), i = 0;
    struct slice rest = line, word, argument;
    struct message message;
    bool has_argument;
    enum error error = OK;

    if (!slice_word(&rest, &word))
        return QUESTION_NONE;
    while (i < count && !slice_is_nocase(word, questions[i].word))
        i++;
    if (i == count)
        return QUESTION_NONE;
    has_argument = slice_word(&rest, &argument);
    if (!questions[i].example && has_argument)
        error = error_set(ERR_SYNTAX, &message, "'%s' takes no arguments", questions[i].word);
    else if (questions[i].example && (!has_argument || slice_trim(rest).length > 0))
        error = error_set(ERR_SYNTAX, &message, "type it like this: %s", questions[i].example);
    else if (questions[i].answer)
        error = questions[i].answer(&asked, argument, &message);
    if (!error)
        return questions[i].question;
    writer_format(answer, "%s.\n", message.text);
    return QUESTION_ANSWERED;
}
