#include "contest/pace.h"

bool pace_is_known(const struct pace *pace)
{
    return pace->points > 0;
}

static bool is_power_of_two(uint64_t number)
{
    return (number & (number - 1)) == 0;
}

void pace_note(struct pace *pace, uint64_t rounds, double seconds)
{
    int last = pace->points - 1;
    bool replaces =
        pace->points == PACE_POINTS || (last >= 0 && !is_power_of_two(pace->rounds[last]));

    if (!replaces)
        last = pace->points++;
    pace->rounds[last] = rounds;
    pace->seconds[last] = seconds;
}

void pace_scale(struct pace *pace, double factor)
{
    pace->start *= factor;
    for (int i = 0; i < pace->points; i++)
        pace->seconds[i] *= factor;
}

/* Seconds of play between two points, at `rounds`. */
static double interpolate(double rounds, double from, double from_seconds, double to,
                          double to_seconds)
{
    return from_seconds + (to_seconds - from_seconds) * (rounds - from) / (to - from);
}

/* Seconds of play, for at most as many rounds as were measured. */
static double measured(const struct pace *pace, double rounds)
{
    double from = 0, from_seconds = 0;

    for (int i = 0; i < pace->points; i++) {
        double to = (double)pace->rounds[i];

        if (rounds <= to)
            return interpolate(rounds, from, from_seconds, to, pace->seconds[i]);
        from = to;
        from_seconds = pace->seconds[i];
    }
    return from_seconds;
}

double pace_match(const struct pace *pace, uint64_t rounds)
{
    double last, half;

    if (!pace_is_known(pace))
        return 0;
    last = (double)pace->rounds[pace->points - 1];
    half = last / 2;
    if ((double)rounds <= last)
        return pace->start + measured(pace, (double)rounds);
    return pace->start +
           interpolate((double)rounds, half, measured(pace, half), last, measured(pace, last));
}
