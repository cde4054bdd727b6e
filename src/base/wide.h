/* 128-bit unsigned integers, for counting layouts. The counting code checks beforehand that the
 * result fits, so overflow cannot go unnoticed. */
#ifndef BROADSIDE_BASE_WIDE_H
#define BROADSIDE_BASE_WIDE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

/* Decimal text. */
struct wide_text {
    char text[40];
};
struct wide_text wide_print(wide number);

/* part / whole as a double; 0 if whole is 0. */
double wide_ratio(wide part, wide whole);

#endif
