/* Results of puzzles: how long is the streak, and how good were the answers?
 *
 * Results are lines of text, the oldest first, which people may edit:
 *
 *     2026-11-18  2026-11-18  H4  100
 *     2026-11-18  17  E4  59
 *
 * These are the UTC date of the answer, the puzzle (a date for a puzzle of the day, a number for a
 * practice puzzle), the shot, and the score. Only the first answer to a puzzle is kept.
 * Comments start with `#`. Nothing here allocates or knows where the text is kept. */
#ifndef BROADSIDE_SESSION_TRAINING_H
#define BROADSIDE_SESSION_TRAINING_H

#include "session/puzzle.h"

enum {
    TRAINING_LINE_SIZE = 128,
    TRAINING_HINT_COST = 20, /* points */
    TRAINING_CAP = 4 << 20,  /* of the whole text */
};

struct training_result {
    struct puzzle_date when;
    char puzzle[24]; /* its id */
    char shot[16];
    int score;
};

struct training {
    int answers, best; /* puzzles answered, and those with a best shot */
    int64_t points;    /* the sum of all scores */
    int days;          /* puzzles of the day that were answered on their day */
    /* Such days in a row: up to today, or up to yesterday if today's puzzle is still open; and the
     * most ever. */
    int streak, longest;
    int wrong_line; /* the first invalid line, counted from 1; it is ignored. 0 for none */
};

/* Reads all results. */
void training_read(struct slice text, struct puzzle_date today, struct training *training);

/* Finds the first answer to a puzzle; false if there is none. */
bool training_find(struct slice text, const char *puzzle, struct training_result *result);

/* The lowest number, from 1 on, that is higher than those of all practice puzzles answered. */
uint64_t training_next(struct slice text);

/* The mean score, rounded; 0 without answers. */
int training_accuracy(const struct training *training);

/* What counts of a score: a hint costs TRAINING_HINT_COST. */
int training_score(int score, bool is_hinted);

/* Fills in the result of an answer. */
void training_note(struct training_result *result, const struct puzzle *puzzle, int cell, int score,
                   struct puzzle_date today);

/* Prints a result as a line; a score that counts, an earlier answer, and what all results amount to
 * as sentences. */
void training_print_line(const struct training_result *result, struct writer *writer);
void training_print_score(int score, bool is_hinted, struct writer *writer);
void training_print_earlier(const struct training_result *earlier, struct writer *writer);
void training_print(const struct training *training, struct writer *writer);

#endif
