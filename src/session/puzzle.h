/* Puzzles: a position of a game, and the question which shot is best.
 *
 * Every day has a puzzle, the same for everybody: it follows from the UTC date and PUZZLE_VERSION
 * alone. Practice puzzles follow from a number. The position comes from a game that a bot shoots
 * with fair, human-like play at a fleet placed at random. It is chosen so that few layouts of the
 * hidden fleet are left to consider (SEARCH_LAYOUTS of puzzle_make.c) and the best shot is not
 * obvious: see puzzle_is_obvious.
 *
 * The value of a shot is the expected number of shots, this one included, until the whole fleet is
 * sunk, if play continues well; fewer is better. It is computed, not estimated: all layouts that
 * explain the position are listed, all equally likely, and the shots of each are counted
 * (bots/shot_tree.h). So a shot is good if it hits, and also if its answer, hit or miss, tells
 * where to shoot next. A shot that can neither hit nor tell anything costs exactly one shot.
 *
 * The score of a shot that loses x shots against the best one is 100 * (1 - x)^3, rounded down, and
 * 0 from x = 1 up: 100 for the best shot and for all that are as good, at most 99 for any other, 0
 * for a wasted one.
 *
 * Everything is counted in whole numbers and bounded by counts, so every machine gets the same
 * puzzles, scores and sentences. A puzzle is a plain value of fixed size and contains its solution:
 * only making one takes time and memory. */
#ifndef BROADSIDE_SESSION_PUZZLE_H
#define BROADSIDE_SESSION_PUZZLE_H

#include "rules/view.h"

enum {
    PUZZLE_VERSION = 1, /* change it whenever any puzzle changes */
    PUZZLE_CELLS = 128, /* of the largest board */
    PUZZLE_HINT_CELLS = 3,
    PUZZLE_LAYOUTS = 1000,
    PUZZLE_TEXT_SIZE = 1024,
    PUZZLE_SHOTS_SHOWN = 5 /* of the best ones, with an answer */
};

/* What is known about a shot at one cell. Counts are out of puzzle->layouts. */
struct puzzle_shot {
    bool is_legal;            /* not shot yet */
    uint32_t hits;            /* layouts with a ship here */
    uint32_t sinks;           /* layouts in which the shot sinks a ship */
    uint32_t answers;         /* the different answers that are possible */
    uint64_t remaining;       /* over all layouts, those that remain possible after the answer */
    uint64_t misses;          /* over all layouts, the misses to come: see puzzle_value */
    uint32_t kind[MAX_SLOTS]; /* layouts in which the shot sinks a ship of this kind */
};

struct puzzle {
    char id[24];                     /* "2026-11-18" or "17" */
    char title[64];                  /* "Puzzle of 18 November 2026" or "Practice puzzle 17" */
    char question[PUZZLE_TEXT_SIZE]; /* the situation and what to do, in a few sentences */
    bool is_daily;
    struct view view; /* what the player knows: view.rules, view.tracking ... */
    uint32_t layouts; /* that explain the view; ships with the same name are interchangeable */
    int left;         /* ship cells not hit yet */
    struct puzzle_shot shot[PUZZLE_CELLS];
};

/* A date of the Gregorian calendar, in UTC. */
struct puzzle_date {
    int year, month, day;
};

/* Reads YYYY-MM-DD, years 2000 to 9999. The message says what is wrong. */
enum error puzzle_date_parse(struct slice text, struct puzzle_date *date, struct message *message);

/* The date of a time in seconds since 1970, and the days since 1970 of a date. */
struct puzzle_date puzzle_date_at(int64_t seconds);
int64_t puzzle_date_days(struct puzzle_date date);

/* Refuses the puzzle of a day that has not come yet. */
enum error puzzle_date_check(struct puzzle_date date, struct puzzle_date today,
                             struct message *message);

/* Make a puzzle. The date is a real one. ERR_MEMORY if out of memory. */
enum error puzzle_of_day(struct puzzle_date date, struct puzzle *puzzle, struct message *message);
enum error puzzle_of_number(uint64_t number, struct puzzle *puzzle, struct message *message);

/* Makes a puzzle of any position, also an obvious one: fills in everything but id and title.
 * ERR_FULL if it has more than PUZZLE_LAYOUTS layouts, ERR_MISMATCH if it has none, ERR_RULES if
 * the rules are not those of a plain game: one shot a turn, up to PUZZLE_CELLS cells, nothing
 * special. */
enum error puzzle_of_view(const struct view *view, struct puzzle *puzzle, struct message *message);

/* Is the question too easy, or hopeless? */
bool puzzle_is_obvious(const struct puzzle *puzzle);

/* May this cell be shot? The message says why not. */
bool puzzle_is_legal(const struct puzzle *puzzle, int cell);
enum error puzzle_check(const struct puzzle *puzzle, int cell, struct message *message);

/* The value of a legal shot, and its score. */
double puzzle_value(const struct puzzle *puzzle, int cell);
int puzzle_score(const struct puzzle *puzzle, int cell);

/* Lists the best shots in reading order, and the likeliest ones. Returns how many. */
int puzzle_best(const struct puzzle *puzzle, int cells[PUZZLE_CELLS]);
int puzzle_likeliest(const struct puzzle *puzzle, int cells[PUZZLE_CELLS]);

/* Sorts the legal shots by value, the best first; equal ones stay in reading order. Returns their
 * number. */
int puzzle_rank(const struct puzzle *puzzle, int cells[PUZZLE_CELLS]);

/* The answer to a legal shot. */
struct puzzle_verdict {
    int cell, score;
    double value, best_value;
    int bests;
    int best[PUZZLE_CELLS];
    char sentence[PUZZLE_TEXT_SIZE]; /* the score explained, in a few sentences */
};
void puzzle_judge(const struct puzzle *puzzle, int cell, struct puzzle_verdict *verdict);

/* A hint that does not give the answer away: cells in reading order, of which one is a best shot.
 * Returns how many; the sentence names them. */
int puzzle_hint_cells(const struct puzzle *puzzle, int cells[PUZZLE_HINT_CELLS]);
void puzzle_hint(const struct puzzle *puzzle, struct writer *writer);

/* Prints the position as `broadside analyze` reads it. */
void puzzle_print_position(const struct puzzle *puzzle, struct writer *writer);

#endif
