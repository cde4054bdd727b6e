/* Lines are read one by one; days in a row are counted on the way, since they are in order. */
#include "session/training.h"

#include <stdio.h>
#include <string.h>

enum line_kind { LINE_OTHER, LINE_RESULT, LINE_WRONG };

/* Words are shown to people: nothing but what a date, a number or a cell has. */
static bool copy_word(struct slice word, char *to, size_t size)
{
    if (word.length >= size)
        return false;
    for (size_t i = 0; i < word.length; i++)
        if (!text_is_letter(word.text[i]) && !text_is_digit(word.text[i]) && word.text[i] != '-')
            return false;
    memcpy(to, word.text, word.length);
    to[word.length] = '\0';
    return true;
}

static bool is_puzzle(struct slice word)
{
    struct puzzle_date date;
    uint64_t number;

    return puzzle_date_parse(word, &date, NULL) == OK || slice_number(word, MAX_SEED, &number);
}

static enum line_kind read_line(struct slice line, struct training_result *result)
{
    struct slice rest = slice_trim(line), when, puzzle, shot, score;
    uint64_t number;

    if (rest.length == 0 || rest.text[0] == '#')
        return LINE_OTHER;
    if (!slice_word(&rest, &when) || !slice_word(&rest, &puzzle) || !slice_word(&rest, &shot) ||
        !slice_word(&rest, &score) || slice_trim(rest).length > 0 ||
        puzzle_date_parse(when, &result->when, NULL) != OK || !is_puzzle(puzzle) ||
        !copy_word(puzzle, result->puzzle, sizeof result->puzzle) ||
        !copy_word(shot, result->shot, sizeof result->shot) || !slice_number(score, 100, &number))
        return LINE_WRONG;
    result->score = (int)number;
    return LINE_RESULT;
}

/* Is this the answer to the puzzle of its day? */
static bool is_daily(const struct training_result *result)
{
    struct puzzle_date date;

    return puzzle_date_parse(slice_of(result->puzzle), &date, NULL) == OK &&
           puzzle_date_days(date) == puzzle_date_days(result->when);
}

void training_read(struct slice text, struct puzzle_date today, struct training *training)
{
    int64_t last = INT64_MIN / 2, now = puzzle_date_days(today);
    struct training_result result;
    struct slice line;

    memset(training, 0, sizeof *training);
    for (int number = 1; slice_cut(&text, '\n', &line); number++) {
        enum line_kind kind = read_line(line, &result);
        int64_t day;

        if (kind == LINE_WRONG && training->wrong_line == 0)
            training->wrong_line = number;
        if (kind != LINE_RESULT)
            continue;
        training->answers++;
        training->points += result.score;
        training->best += result.score == 100;
        day = puzzle_date_days(result.when);
        if (!is_daily(&result) || day == last || day > now) /* a clock may have been wrong */
            continue;
        training->days++;
        training->streak = day == last + 1 ? training->streak + 1 : 1;
        if (training->streak > training->longest)
            training->longest = training->streak;
        last = day;
    }
    if (last < now - 1)
        training->streak = 0;
}

bool training_find(struct slice text, const char *puzzle, struct training_result *result)
{
    struct slice line;

    while (slice_cut(&text, '\n', &line))
        if (read_line(line, result) == LINE_RESULT && strcmp(result->puzzle, puzzle) == 0)
            return true;
    return false;
}

uint64_t training_next(struct slice text)
{
    struct training_result result;
    struct slice line;
    uint64_t next = 1, number;

    while (slice_cut(&text, '\n', &line))
        if (read_line(line, &result) == LINE_RESULT &&
            slice_number(slice_of(result.puzzle), MAX_SEED - 1, &number) && number >= next)
            next = number + 1;
    return next;
}

int training_accuracy(const struct training *training)
{
    int64_t answers = training->answers;

    return answers ? (int)((2 * training->points + answers) / (2 * answers)) : 0;
}

int training_score(int score, bool is_hinted)
{
    if (is_hinted)
        score -= TRAINING_HINT_COST;
    return score > 0 ? score : 0;
}

void training_note(struct training_result *result, const struct puzzle *puzzle, int cell, int score,
                   struct puzzle_date today)
{
    *result = (struct training_result){.when = today, .score = score};
    snprintf(result->puzzle, sizeof result->puzzle, "%s", puzzle->id);
    snprintf(result->shot, sizeof result->shot, "%s",
             cell_name(cell, puzzle->view.rules.width).text);
}

void training_print_line(const struct training_result *result, struct writer *writer)
{
    writer_format(writer, "%04d-%02d-%02d  %s  %s  %d\n", result->when.year, result->when.month,
                  result->when.day, result->puzzle, result->shot, result->score);
}

void training_print_score(int score, bool is_hinted, struct writer *writer)
{
    writer_format(writer, "Score: %d of 100%s.", score, is_hinted ? ", after a hint" : "");
}

void training_print_earlier(const struct training_result *earlier, struct writer *writer)
{
    writer_format(writer, "You answered it before, with %s for %d points. Only that answer counts.",
                  earlier->shot, earlier->score);
}

void training_print(const struct training *training, struct writer *writer)
{
    uint64_t answers = (uint64_t)training->answers;

    if (answers == 0) {
        writer_put(writer, "No puzzles answered yet.");
        return;
    }
    writer_format(writer,
                  "Streak: %d day%s, longest %d. Accuracy: %d %% over %d puzzle%s, %d of them "
                  "with a best shot.",
                  training->streak, text_s((uint64_t)training->streak), training->longest,
                  training_accuracy(training), training->answers, text_s(answers), training->best);
}
