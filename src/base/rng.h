/* Seeded random numbers: xoshiro256** seeded through splitmix64, bit-identical on every machine.
 *
 * A generator is a plain value: copy it to remember a state, hand it over explicitly, never share
 * one between purposes. Streams for different purposes come from rng_derive_seed, which is one-way:
 * who knows one derived seed learns nothing about its siblings or the master seed, so a bot that is
 * told its own seed cannot compute where somebody else's ships lie. */
#ifndef BROADSIDE_BASE_RNG_H
#define BROADSIDE_BASE_RNG_H

#include <stdint.h>

/* Seeds that people see and give fit every JSON reader's signed integers. */
#define MAX_SEED ((uint64_t)INT64_MAX)

struct rng {
    uint64_t state[4];
};

void rng_seed(struct rng *rng, uint64_t seed);

/* The seed for `purpose` (a short word) and two indices below the master seed. One-way. */
uint64_t rng_derive_seed(uint64_t master, const char *purpose, uint64_t i, uint64_t j);

/* Scrambles a seed with an index; cheap and invertible, for streams of one and the same owner. */
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

/* Uniform in [0, bound), bound > 0, without bias: the multiply-and-reject method. */
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
