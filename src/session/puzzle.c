/* What follows from a puzzle and its solution; puzzle_make.c makes them, puzzle_words.c has the
 * sentences. Losses are totals over all layouts, whole numbers; they are divided only to be shown.
 */
#include "session/puzzle_internal.h"

static int cells_of(const struct puzzle *puzzle)
{
    return rules_cells(&puzzle->view.rules);
}

bool puzzle_is_legal(const struct puzzle *puzzle, int cell)
{
    return cell >= 0 && cell < cells_of(puzzle) && puzzle->shot[cell].is_legal;
}

enum error puzzle_check(const struct puzzle *puzzle, int cell, struct message *message)
{
    if (puzzle_is_legal(puzzle, cell))
        return OK;
    return error_set(ERR_RANGE, message, "%s has already been shot at",
                     cell_name(cell, puzzle->view.rules.width).text);
}

static uint64_t least_misses(const struct puzzle *puzzle)
{
    uint64_t least = UINT64_MAX;

    for (int cell = 0; cell < cells_of(puzzle); cell++)
        if (puzzle->shot[cell].is_legal && puzzle->shot[cell].misses < least)
            least = puzzle->shot[cell].misses;
    return least;
}

static uint32_t most_hits(const struct puzzle *puzzle)
{
    uint32_t most = 0;

    for (int cell = 0; cell < cells_of(puzzle); cell++)
        if (puzzle->shot[cell].is_legal && puzzle->shot[cell].hits > most)
            most = puzzle->shot[cell].hits;
    return most;
}

double puzzle_value(const struct puzzle *puzzle, int cell)
{
    return puzzle->left + (double)puzzle->shot[cell].misses / puzzle->layouts;
}

int puzzle_score(const struct puzzle *puzzle, int cell)
{
    uint64_t all = puzzle->layouts, loss = puzzle->shot[cell].misses - least_misses(puzzle);
    uint64_t kept = all - loss;

    return loss >= all ? 0 : (int)(100 * kept * kept * kept / (all * all * all));
}

int puzzle_best(const struct puzzle *puzzle, int cells[PUZZLE_CELLS])
{
    uint64_t least = least_misses(puzzle);
    int count = 0;

    for (int cell = 0; cell < cells_of(puzzle); cell++)
        if (puzzle->shot[cell].is_legal && puzzle->shot[cell].misses == least)
            cells[count++] = cell;
    return count;
}

int puzzle_likeliest(const struct puzzle *puzzle, int cells[PUZZLE_CELLS])
{
    uint32_t most = most_hits(puzzle);
    int count = 0;

    for (int cell = 0; cell < cells_of(puzzle); cell++)
        if (puzzle->shot[cell].is_legal && puzzle->shot[cell].hits == most)
            cells[count++] = cell;
    return count;
}

uint64_t puzzle_loss_of_likeliest(const struct puzzle *puzzle)
{
    uint64_t loss = UINT64_MAX, least = least_misses(puzzle);
    int cells[PUZZLE_CELLS], count = puzzle_likeliest(puzzle, cells);

    for (int i = 0; i < count; i++)
        if (puzzle->shot[cells[i]].misses - least < loss)
            loss = puzzle->shot[cells[i]].misses - least;
    return loss;
}

uint32_t puzzle_plausible_hits(const struct puzzle *puzzle)
{
    return (most_hits(puzzle) * PLAUSIBLE_PERCENT + 99) / 100;
}

bool puzzle_is_open(const struct puzzle *puzzle)
{
    uint64_t top = most_hits(puzzle), all = puzzle->layouts;
    int plausible = 0;

    for (int cell = 0; cell < cells_of(puzzle); cell++)
        plausible +=
            puzzle->shot[cell].is_legal && puzzle->shot[cell].hits >= puzzle_plausible_hits(puzzle);
    return all >= LEAST_LAYOUTS && 100 * top >= LEAST_TOP * all && 100 * top <= MOST_TOP * all &&
           plausible >= LEAST_PLAUSIBLE;
}

bool puzzle_is_obvious(const struct puzzle *puzzle)
{
    int best[PUZZLE_CELLS];

    puzzle_best(puzzle, best);
    return !puzzle_is_open(puzzle) || puzzle->shot[best[0]].hits < puzzle_plausible_hits(puzzle) ||
           100 * puzzle_loss_of_likeliest(puzzle) < LEAST_LOSS * (uint64_t)puzzle->layouts;
}

/* --- dates -------------------------------------------------------------------------------------*/

static const int first_year = 2000, last_year = 9999;

static bool is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    return days[month - 1] + (month == 2 && is_leap(year));
}

static bool parse_digits(struct slice text, size_t from, size_t count, int *number)
{
    *number = 0;
    for (size_t i = from; i < from + count; i++) {
        if (!text_is_digit(text.text[i]))
            return false;
        *number = 10 * *number + (text.text[i] - '0');
    }
    return true;
}

enum error puzzle_date_parse(struct slice text, struct puzzle_date *date, struct message *message)
{
    if (text.length != 10 || text.text[4] != '-' || text.text[7] != '-' ||
        !parse_digits(text, 0, 4, &date->year) || !parse_digits(text, 5, 2, &date->month) ||
        !parse_digits(text, 8, 2, &date->day))
        return error_set(ERR_SYNTAX, message, "'%s' is not a date such as 2026-11-18",
                         slice_quote(text).text);
    if (date->year < first_year || date->month < 1 || date->month > 12 || date->day < 1 ||
        date->day > days_of_month(date->year, date->month))
        return error_set(ERR_RANGE, message, "there is no puzzle of %s: %s", slice_quote(text).text,
                         date->year < first_year ? "the first one is of 2000-01-01"
                                                 : "the calendar has no such day");
    return OK;
}

int64_t puzzle_date_days(struct puzzle_date date)
{
    int64_t years = date.year - 1; /* complete ones */
    int64_t days = 365 * years + years / 4 - years / 100 + years / 400 - 719162;

    for (int month = 1; month < date.month; month++)
        days += days_of_month(date.year, month);
    return days + date.day - 1;
}

enum error puzzle_date_check(struct puzzle_date date, struct puzzle_date today,
                             struct message *message)
{
    if (puzzle_date_days(date) <= puzzle_date_days(today))
        return OK;
    return error_set(ERR_RANGE, message,
                     "the puzzle of %04d-%02d-%02d is not out yet; today is %04d-%02d-%02d in UTC",
                     date.year, date.month, date.day, today.year, today.month, today.day);
}

struct puzzle_date puzzle_date_at(int64_t seconds)
{
    static const int64_t day = 24 * 60 * 60;
    struct puzzle_date date = {first_year, 1, 1};
    int64_t days = seconds / day - puzzle_date_days(date);

    while (date.year < last_year && days >= 365 + is_leap(date.year))
        days -= 365 + is_leap(date.year++);
    while (date.month < 12 && days >= days_of_month(date.year, date.month))
        days -= days_of_month(date.year, date.month++);
    if (days > 0)
        date.day = days < 31 ? (int)days + 1 : 31;
    return date;
}

int puzzle_rank(const struct puzzle *puzzle, int cells[PUZZLE_CELLS])
{
    int count = 0;

    for (int cell = 0; cell < rules_cells(&puzzle->view.rules); cell++) {
        int slot = count;

        if (!puzzle_is_legal(puzzle, cell))
            continue;
        for (; slot > 0 && puzzle->shot[cells[slot - 1]].misses > puzzle->shot[cell].misses; slot--)
            cells[slot] = cells[slot - 1];
        cells[slot] = cell;
        count++;
    }
    return count;
}
