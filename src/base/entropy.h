/* Randomness of the system, for nonces and for seeds nobody gave. */
#ifndef BROADSIDE_BASE_ENTROPY_H
#define BROADSIDE_BASE_ENTROPY_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* ERR_IO where the system has none to give. */
enum error entropy_fill(void *memory, size_t size);

/* A seed from 0 to MAX_SEED. */
enum error entropy_seed(uint64_t *seed);

#endif
