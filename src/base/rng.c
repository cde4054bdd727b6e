/* See rng.h. Derivation uses SHA-256 because the mixer alone can be inverted. */
#include "base/rng.h"

#include "base/sha256.h"

#include <string.h>

void rng_seed(struct rng *rng, uint64_t seed)
{
    for (unsigned i = 0; i < 4; i++)
        rng->state[i] = rng_mix_seed(seed, i);
}

static void put_u64(uint8_t *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

uint64_t rng_derive_seed(uint64_t master, const char *purpose, uint64_t i, uint64_t j)
{
    struct sha256 hash;
    uint8_t numbers[24], digest[SHA256_SIZE];
    uint64_t seed = 0;

    put_u64(numbers, master);
    put_u64(numbers + 8, i);
    put_u64(numbers + 16, j);
    sha256_init(&hash);
    sha256_update(&hash, numbers, sizeof numbers);
    sha256_update(&hash, purpose, strlen(purpose));
    sha256_finish(&hash, digest);
    for (int byte = 0; byte < 8; byte++)
        seed |= (uint64_t)digest[byte] << (8 * byte);
    return seed;
}
