#include "contest/deadline.h"

#include "base/text.h"
#include "contest/estimate.h"

#include <stdbool.h>
#include <string.h>
#include <time.h>

enum { MOST_HOURS = 1000, LEAST_ROUNDS = 2, SECONDS_SHOWN = 600, DAY = 24 * 3600 };

static const double RESERVE = 0.1; /* of the time that is left */

static bool read_number(struct slice *rest, char end, uint64_t most, int *number)
{
    struct slice part;
    uint64_t value;

    slice_cut(rest, end, &part);
    if (part.length == 2 && part.text[0] == '0')
        part = (struct slice){part.text + 1, 1};
    if (!slice_number(part, most, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_duration(struct slice text, int64_t *seconds)
{
    char unit = text.length ? text.text[text.length - 1] : ' ';
    int64_t factor = unit == 'h' ? 3600 : unit == 'm' ? 60 : unit == 's' ? 1 : 0;
    uint64_t number;

    if (!factor)
        return false;
    text.length--;
    if (!slice_number(text, (uint64_t)(MOST_HOURS * 3600 / factor), &number))
        return false;
    *seconds = (int64_t)number * factor;
    return true;
}

static bool read_time(struct slice text, struct tm *parts)
{
    return read_number(&text, ':', 23, &parts->tm_hour) &&
           read_number(&text, '\n', 59, &parts->tm_min);
}

static bool read_date(struct slice text, struct tm *parts)
{
    int year, month;

    if (!read_number(&text, '-', 9999, &year) || !read_number(&text, '-', 12, &month) ||
        !read_number(&text, ' ', 31, &parts->tm_mday) || month == 0 || parts->tm_mday == 0)
        return false;
    parts->tm_year = year - 1900;
    parts->tm_mon = month - 1;
    return read_time(text, parts);
}

enum error deadline_read(const char *text, int64_t now, int64_t *when, struct message *message)
{
    bool has_date = strchr(text, '-') != NULL;
    time_t present = (time_t)now, then;
    struct tm parts, wanted;
    int64_t seconds;

    if (read_duration(slice_of(text), &seconds) && seconds > 0) {
        *when = now + seconds;
        return OK;
    }
    localtime_r(&present, &parts);
    parts.tm_sec = 0;
    parts.tm_isdst = -1;
    if (!(has_date ? read_date(slice_of(text), &parts) : read_time(slice_of(text), &parts)))
        return error_set(
            ERR_SYNTAX, message,
            "--finish-by '%s': expected a time of day such as 07:30, a date and time such as "
            "2027-01-31 07:30, or a duration such as 45s, 90m or 8h",
            slice_quote(slice_of(text)).text);
    wanted = parts;
    then = mktime(&parts);
    if (has_date && parts.tm_mday != wanted.tm_mday)
        return error_set(ERR_RANGE, message, "--finish-by %s: there is no such date", text);
    if (!has_date && then <= present) {
        parts = wanted;
        parts.tm_mday++;
        then = mktime(&parts);
    }
    if (then <= present)
        return error_set(ERR_RANGE, message, "--finish-by %s: that time has already passed", text);
    *when = (int64_t)then;
    return OK;
}

struct deadline_text deadline_text(int64_t when, int64_t now)
{
    struct deadline_text text = {"?"};
    time_t seconds = (time_t)when;
    struct tm parts;

    if (localtime_r(&seconds, &parts))
        strftime(text.text, sizeof text.text,
                 when < now || when - now >= DAY ? "%Y-%m-%d %H:%M"
                 : when - now < SECONDS_SHOWN    ? "%H:%M:%S"
                                                 : "%H:%M",
                 &parts);
    return text;
}

static bool fits(struct contest *trial, uint64_t rounds, int threads, double left)
{
    struct estimate estimate;

    trial->terms.rounds = rounds;
    estimate_make(trial, threads, &estimate);
    return estimate.seconds <= left;
}

enum error deadline_fit(int64_t when, int64_t now, const struct contest *contest, int threads,
                        uint64_t *rounds, struct message *message)
{
    struct contest trial = *contest;
    double left = (double)(when - now) * (1 - RESERVE);
    uint64_t step = contest->terms.paired ? 2 : 1, fitting = 0, too_many = *rounds / step;

    if (when <= now)
        return error_set(ERR_RANGE, message,
                         "--finish-by: that time passed while the bots were tested");
    if (fits(&trial, *rounds, threads, left))
        return OK;
    while (too_many - fitting > 1) {
        uint64_t middle = fitting + (too_many - fitting) / 2;

        if (fits(&trial, middle * step, threads, left))
            fitting = middle;
        else
            too_many = middle;
    }
    if (fitting * step < LEAST_ROUNDS)
        return error_set(ERR_RANGE, message,
                         "--finish-by: not even %d rounds per match can be played by then",
                         LEAST_ROUNDS);
    *rounds = fitting * step;
    return OK;
}
