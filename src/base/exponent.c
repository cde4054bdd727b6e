#include "base/exponent.h"

#include <math.h>

static const double ln2 = 0.69314718055994530942;

/* log(m) = 2 atanh((m - 1) / (m + 1)), with m within a factor of sqrt(2) of 1. */
double exponent_log2(double number)
{
    enum { TERMS = 11 };
    int exponent;
    double m = frexp(number, &exponent), t, square, sum = 0;

    if (m < 0.70710678118654752440) {
        m *= 2;
        exponent--;
    }
    t = (m - 1) / (m + 1);
    square = t * t;
    for (int i = TERMS - 1; i >= 0; i--)
        sum = sum * square + 1.0 / (2 * i + 1);
    return exponent + 2 * t * sum / ln2;
}

double exponent_exp2(double power)
{
    enum { TERMS = 16, LEAST = -1000 };
    int whole;
    double x, sum = 1;

    if (!(power >= LEAST))
        return 0;
    whole = (int)power;
    x = (power - whole) * ln2;
    for (int i = TERMS; i > 0; i--)
        sum = 1 + sum * x / i;
    return ldexp(sum, whole);
}
