/* Is a count of draws what chance would give? */
#ifndef TESTS_SUPPORT_CHANCE_H
#define TESTS_SUPPORT_CHANCE_H

/* Chi-square of `bins` counts against equal chances, as the number of standard deviations by which
 * it exceeds what is expected (Wilson and Hilferty's cube root). */
double chance_even(const unsigned *counts, int bins);

/* Above this a fair generator lands once in a million times. */
#define CHANCE_LIMIT 4.75

#endif
