/* Whole numbers of 128 bits, for counting layouts. Counting checks beforehand that its result fits,
 * so nothing here can overflow silently. */
#ifndef BROADSIDE_BASE_WIDE_H
#define BROADSIDE_BASE_WIDE_H

#include <stdint.h>

__extension__ typedef unsigned __int128 wide;

/* Decimal text. */
struct wide_text {
    char text[40];
};
struct wide_text wide_print(wide number);

/* The quotient as a real number, exact to the last bits of a double; 0 for an empty whole. */
double wide_ratio(wide part, wide whole);

#endif
