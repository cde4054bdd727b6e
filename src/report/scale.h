/* Round ticks for axes, and the colours of heat maps. */
#ifndef BROADSIDE_REPORT_SCALE_H
#define BROADSIDE_REPORT_SCALE_H

#include <stdint.h>

/* The smallest of 1, 2, 5, 10, 20, 50, ... (also 0.5, 0.2, ...) that cuts `range` into at most
 * `most` parts; at least `least`. */
double scale_step(double range, int most, double least);

/* Decimal places that a multiple of the step needs. */
int scale_digits(double step);

/* The shades that pictures use, few enough for the palette of an animation. */
enum { SCALE_SHADES = 36 };

/* The colour of heat, 0xrrggbb, for 0 (pale) to 1 (dark). Its lightness (CIE L*) falls evenly from
 * 99 to 13, so that it reads the same without colours and to colour-blind eyes. */
uint32_t scale_heat(double heat);

/* Black or white, whichever has more contrast on this colour: at least 4.5 by WCAG 2. */
uint32_t scale_ink(uint32_t rgb);

#endif
