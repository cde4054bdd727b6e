/* How long a front end waits after a bot's move, so that people can follow the game, and how long
 * the viewer shows each move. */
#ifndef BROADSIDE_SESSION_PACE_H
#define BROADSIDE_SESSION_PACE_H

enum pace { PACE_NONE, PACE_FAST, PACE_NORMAL, PACE_SLOW };

static inline int pace_milliseconds(enum pace pace)
{
    static const int pauses[] = {
        [PACE_NONE] = 0, [PACE_FAST] = 250, [PACE_NORMAL] = 700, [PACE_SLOW] = 1500};

    return pauses[pace];
}

/* Whether explosions are shown. */
enum motion { MOTION_FULL, MOTION_REDUCED };

/* The speeds of the viewer, from slow to fast. */
enum { SPEEDS = 7, SPEED_NORMAL = 2 };

static inline int speed_milliseconds(int speed)
{
    static const int shown[SPEEDS] = {4000, 2000, 1000, 500, 250, 100, 50};

    return shown[speed];
}

#endif
