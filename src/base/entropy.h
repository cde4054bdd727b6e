/* Random bytes from the system, for nonces and for seeds that the user did not give. */
#ifndef BROADSIDE_BASE_ENTROPY_H
#define BROADSIDE_BASE_ENTROPY_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* ERR_IO if the system provides no random bytes. */
enum error entropy_fill(void *memory, size_t size);

/* Adds random bytes from outside, where the system has none of its own: WebAssembly. Elsewhere it
 * does nothing. */
void entropy_stir(const void *memory, size_t size);

/* A seed from 0 to MAX_SEED. */
enum error entropy_seed(uint64_t *seed);

#endif
