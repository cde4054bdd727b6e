#include "report/scale.h"

#include <math.h>

double scale_step(double range, int most, double least)
{
    static const double factors[] = {1, 2, 5};

    if (!(range > 0) || !isfinite(range))
        return least > 0 ? least : 1;
    for (int power = (int)floor(log10(range / most)) - 1;; power++)
        for (int i = 0; i < 3; i++) {
            double step = factors[i] * pow(10, power);

            if (step >= least && range / step <= most * (1 + 1e-9))
                return step;
        }
}

int scale_digits(double step)
{
    double digits = -floor(log10(step) + 1e-9);

    return digits > 0 ? (int)digits : 0;
}

/* ColorBrewer's YlGnBu, resampled so that lightness is even. */
static const uint32_t heat_colours[] = {
    0xffffd9, 0xe4f5b2, 0xc5e8b4, 0xa4dcb7, 0x83cebb, 0x5ec1c0, 0x3db2c4, 0x2da1c2, 0x1d91c0,
    0x1f80b8, 0x2070b0, 0x225fa8, 0x234ea1, 0x243d98, 0x1f2f88, 0x132670, 0x081d58,
};

uint32_t scale_heat(double heat)
{
    enum { LAST = sizeof heat_colours / sizeof heat_colours[0] - 1 };
    double place = heat > 0 ? fmin(heat, 1) * LAST : 0;
    int below = (int)fmin(place, LAST - 1);
    uint32_t rgb = 0;

    for (int shift = 0; shift <= 16; shift += 8) {
        double from = heat_colours[below] >> shift & 255,
               to = heat_colours[below + 1] >> shift & 255;

        rgb |= (uint32_t)lround(from + (to - from) * (place - below)) << shift;
    }
    return rgb;
}

int scale_is_dark(uint32_t rgb)
{
    double red = rgb >> 16 & 255, green = rgb >> 8 & 255, blue = rgb & 255;

    return 0.299 * red + 0.587 * green + 0.114 * blue <
           108; /* black and white have equal contrast here */
}
