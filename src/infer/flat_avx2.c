/* Flat counting with AVX2. Compiled for every x86-64, used where the processor has it. */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,popcnt,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC target("avx2,popcnt,bmi,bmi2")
#endif
#define FLAT_BYTES 32
#define FLAT_NAME "avx2"
#define FLAT_VARIANT flat_avx2
#include "infer/flat_variant.h"
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
typedef int flat_avx2_is_for_x86_64; /* a file must not be empty */
#endif
