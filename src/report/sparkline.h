/* A chart in one row of text: each column is a level between the least and the greatest value. */
#ifndef BROADSIDE_REPORT_SPARKLINE_H
#define BROADSIDE_REPORT_SPARKLINE_H

#include "base/text.h"

/* Writes at most `columns` signs for `count` values. If there are more values than columns, each
 * column shows the last value of its share. Equal values are drawn at half height. */
void sparkline_write(const double *values, int count, int columns, bool ascii,
                     struct writer *writer);

#endif
