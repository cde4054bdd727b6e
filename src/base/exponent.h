/* Logarithms and powers of two with the same bits on every machine, which those of the C library
 * need not have. Computed by series in a fixed order, exact to about 1e-15. */
#ifndef BROADSIDE_BASE_EXPONENT_H
#define BROADSIDE_BASE_EXPONENT_H

/* The logarithm to base 2 of a positive, finite number. */
double exponent_log2(double number);

/* 2 to this power; 0 for powers below -1000. The power is at most 1000. */
double exponent_exp2(double power);

#endif
