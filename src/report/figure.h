/* Figures of tables as text. A figure that is not known is a dash. */
#ifndef BROADSIDE_REPORT_FIGURE_H
#define BROADSIDE_REPORT_FIGURE_H

struct figure {
    char text[32];
};

/* A number with this many digits after the point; a dash unless it is finite. */
struct figure figure_number(double number, int digits);

/* `mean +- error`, or only what is known. */
struct figure figure_mean(double mean, double error, int digits);

#endif
