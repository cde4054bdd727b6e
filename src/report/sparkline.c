#include "report/sparkline.h"

#include <math.h>
#include <stdint.h>

enum { LEVELS = 8 };

static const char *const blocks[LEVELS] = {"\u2581", "\u2582", "\u2583", "\u2584",
                                           "\u2585", "\u2586", "\u2587", "\u2588"};
static const char *const letters[LEVELS] = {"_", ".", ":", "-", "=", "+", "*", "#"};

static int level_of(double value, double least, double most)
{
    if (!(most > least))
        return LEVELS / 2;
    return (int)fmin((value - least) / (most - least) * LEVELS, LEVELS - 1);
}

void sparkline_write(const double *values, int count, int columns, bool ascii,
                     struct writer *writer)
{
    int shown = count < columns ? count : columns;
    double least = INFINITY, most = -INFINITY;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < shown; i++) {
            double value = values[(int64_t)(i + 1) * count / shown - 1];

            least = fmin(least, value);
            most = fmax(most, value);
            if (pass == 1)
                writer_put(writer, (ascii ? letters : blocks)[level_of(value, least, most)]);
        }
}
