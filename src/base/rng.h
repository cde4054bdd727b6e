/* Seeded random numbers: xoshiro256** seeded through splitmix64, bit-identical on every machine.
 *
 * A generator is a plain value: copy it to save its state, pass it explicitly, and never share one
 * between purposes. The functions that derive seeds and generators from a master seed hash it with
 * SHA-256, so nobody can compute the master seed back. But anybody can try master seeds until one
 * gives the same value: only a secret in the master seed (base/seed.h) keeps a bot that knows its
 * own seed, or sees fleets and shots that follow from the master seed, from computing the enemy's
 * fleet. */
#ifndef BROADSIDE_BASE_RNG_H
#define BROADSIDE_BASE_RNG_H

#include "base/seed.h"
#include "base/sha256.h"

struct rng {
    uint64_t state[4];
};

void rng_seed(struct rng *rng, uint64_t seed);

/* Derives a seed from the master seed for `purpose` (a short word) and two indices. */
uint64_t rng_derive_seed(const struct seed *master, const char *purpose, uint64_t i, uint64_t j);

/* The same for a generator. With a secret, its whole state of 256 bits is derived: a seed of 64
 * bits would be the weakest part. */
void rng_derive(struct rng *rng, const struct seed *master, const char *purpose, uint64_t i,
                uint64_t j);

/* Many generators for one purpose, numbered. Without a secret, drawing one is cheap but invertible;
 * with a secret, each is hashed and says nothing about the others. */
struct rng_family {
    uint64_t base;
    bool has_key;
    uint8_t key[SHA256_SIZE];
};
void rng_family_init(struct rng_family *family, const struct seed *master, const char *purpose,
                     uint64_t i, uint64_t j);
void rng_family_draw(const struct rng_family *family, uint64_t number, struct rng *rng);

/* One for each pair of numbers; use one of the two functions for a family, not both. */
void rng_family_draw_pair(const struct rng_family *family, uint64_t number, uint64_t index,
                          struct rng *rng);

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
