/* Flat counting in plain C. */
#define FLAT_BYTES 0
#define FLAT_NAME "plain"
#define FLAT_VARIANT flat_plain
#include "infer/flat_variant.h"
