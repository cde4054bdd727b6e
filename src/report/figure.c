#include "report/figure.h"

#include <math.h>
#include <stdio.h>

struct figure figure_number(double number, int digits)
{
    struct figure figure = {"-"};

    if (isfinite(number))
        snprintf(figure.text, sizeof figure.text, "%.*f", digits, number);
    return figure;
}

struct figure figure_mean(double mean, double error, int digits)
{
    struct figure figure = figure_number(mean, digits);

    if (isfinite(mean) && isfinite(error))
        snprintf(figure.text, sizeof figure.text, "%.*f +- %.*f", digits, mean, digits, error);
    return figure;
}
