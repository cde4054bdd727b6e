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

/* The relative luminance of WCAG 2, 0 to 1. */
static double luminance(uint32_t rgb)
{
    static const double weights[] = {0.0722, 0.7152, 0.2126}; /* blue, green, red */
    double sum = 0;

    for (int i = 0; i < 3; i++) {
        double part = (rgb >> 8 * i & 255) / 255.0;

        sum += weights[i] * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
}

uint32_t scale_ink(uint32_t rgb)
{
    double light = luminance(rgb) + 0.05;

    return 1.05 / light > light / 0.05 ? 0xffffff : 0x000000;
}
