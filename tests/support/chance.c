#include "support/chance.h"

#include <math.h>

double chance_even(const unsigned *counts, int bins)
{
    double total = 0, sum = 0, freedom = bins - 1, spread = 2 / (9 * freedom);

    for (int i = 0; i < bins; i++)
        total += counts[i];
    for (int i = 0; i < bins; i++) {
        double expected = total / bins, off = counts[i] - expected;

        sum += off * off / expected;
    }
    return (cbrt(sum / freedom) - (1 - spread)) / sqrt(spread);
}
