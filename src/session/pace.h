/* How long a front end waits after a bot's move, so that people can follow the game. */
#ifndef BROADSIDE_SESSION_PACE_H
#define BROADSIDE_SESSION_PACE_H

enum pace { PACE_NONE, PACE_FAST, PACE_NORMAL, PACE_SLOW };

static inline int pace_milliseconds(enum pace pace)
{
    static const int pauses[] = {
        [PACE_NONE] = 0, [PACE_FAST] = 250, [PACE_NORMAL] = 700, [PACE_SLOW] = 1500};

    return pauses[pace];
}

#endif
