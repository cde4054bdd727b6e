/* Are random draws uniform? */
#ifndef TESTS_SUPPORT_CHANCE_H
#define TESTS_SUPPORT_CHANCE_H

/* The chi-square statistic of `bins` counts that should be equal, as the number of standard
 * deviations above its expectation (Wilson and Hilferty's cube root). */
double chance_even(const unsigned *counts, int bins);

/* A fair generator exceeds this once in a million times. */
#define CHANCE_LIMIT 4.75

#endif
