/* Seeded random numbers: xoshiro256** seeded through splitmix64, bit-identical on every machine.
 *
 * A generator is a plain value: copy it to save its state, pass it explicitly, and never share one
 * between purposes. rng_derive_seed gives the seeds for different purposes. It is one-way: a
 * derived seed reveals nothing about the master seed or other derived seeds, so a bot that knows
 * its own seed cannot compute where the enemy's ships are. */
#ifndef BROADSIDE_BASE_RNG_H
#define BROADSIDE_BASE_RNG_H

#include <stdint.h>

/* The largest seed that users see and give. It fits the signed integers of every JSON parser. */
#define MAX_SEED ((uint64_t)INT64_MAX)

struct rng {
    uint64_t state[4];
};

void rng_seed(struct rng *rng, uint64_t seed);

/* Derives a seed from the master seed for `purpose` (a short word) and two indices. One-way. */
uint64_t rng_derive_seed(uint64_t master, const char *purpose, uint64_t i, uint64_t j);

/* Mixes a seed with an index. Cheap but invertible: use it only among streams of one owner. */
static inline uint64_t rng_mix_seed(uint64_t seed, uint64_t index)
{
    uint64_t x = seed + 0x9e3779b97f4a7c15u * (index + 1);

    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static inline uint64_t rng_next(struct rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t x = s[1] * 5, result = ((x << 7) | (x >> 57)) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* Uniform in [0, bound), without bias, by multiply-and-reject; bound > 0. */
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
    uint64_t product = (rng_next(rng) >> 32) * bound;

    if ((uint32_t)product < bound) {
        uint32_t threshold = (0u - bound) % bound;

        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
