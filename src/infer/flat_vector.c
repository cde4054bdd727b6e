/* Flat counting with vectors of 16 bytes, which the compiler turns into what the processor has:
 * SSE2 on x86-64, NEON on arm64, SIMD in WebAssembly. */
#define FLAT_BYTES 16
#ifdef __SSE2__
#define FLAT_NAME "sse2"
#else
#define FLAT_NAME "vector"
#endif
#define FLAT_VARIANT flat_vector
#include "infer/flat_variant.h"
