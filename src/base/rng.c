/* See rng.h. Derivation uses SHA-256 because the mixer alone can be inverted. */
#include "base/rng.h"

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

static uint64_t get_u64(const uint8_t *bytes)
{
    uint64_t value = 0;

    for (int i = 0; i < 8; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

static void set_state(struct rng *rng, const uint8_t digest[SHA256_SIZE])
{
    for (int i = 0; i < 4; i++)
        rng->state[i] = get_u64(digest + 8 * i);
}

/* --- derivation --------------------------------------------------------------------------------*/

/* `use` separates what is derived for the same purpose. It is hashed only with a secret: without
 * one the values are those of all versions of the program. */
enum use { USE_SEED, USE_GENERATOR, USE_FAMILY };

static void derive(const struct seed *master, enum use use, const char *purpose, uint64_t i,
                   uint64_t j, uint8_t digest[SHA256_SIZE])
{
    uint8_t head[SECRET_SIZE + 1], numbers[24];
    struct sha256 hash;

    memcpy(head, master->secret, SECRET_SIZE);
    head[SECRET_SIZE] = (uint8_t)use;
    put_u64(numbers, master->number);
    put_u64(numbers + 8, i);
    put_u64(numbers + 16, j);
    sha256_init(&hash);
    if (master->has_secret)
        sha256_update(&hash, head, sizeof head);
    sha256_update(&hash, numbers, sizeof numbers);
    sha256_update(&hash, purpose, strlen(purpose));
    sha256_finish(&hash, digest);
}

uint64_t rng_derive_seed(const struct seed *master, const char *purpose, uint64_t i, uint64_t j)
{
    uint8_t digest[SHA256_SIZE];

    derive(master, USE_SEED, purpose, i, j, digest);
    return get_u64(digest);
}

void rng_derive(struct rng *rng, const struct seed *master, const char *purpose, uint64_t i,
                uint64_t j)
{
    uint8_t digest[SHA256_SIZE];

    derive(master, USE_GENERATOR, purpose, i, j, digest);
    if (master->has_secret)
        set_state(rng, digest);
    else
        rng_seed(rng, get_u64(digest));
}

/* --- families ----------------------------------------------------------------------------------*/

void rng_family_init(struct rng_family *family, const struct seed *master, const char *purpose,
                     uint64_t i, uint64_t j)
{
    family->has_key = master->has_secret;
    derive(master, USE_FAMILY, purpose, i, j, family->key);
    family->base = get_u64(family->key);
}

static void draw_hashed(const struct rng_family *family, uint64_t number, uint64_t index,
                        struct rng *rng)
{
    uint8_t input[SHA256_SIZE + 16], digest[SHA256_SIZE];
    struct sha256 hash;

    memcpy(input, family->key, SHA256_SIZE);
    put_u64(input + SHA256_SIZE, number);
    put_u64(input + SHA256_SIZE + 8, index);
    sha256_init(&hash);
    sha256_update(&hash, input, sizeof input);
    sha256_finish(&hash, digest);
    set_state(rng, digest);
}

void rng_family_draw(const struct rng_family *family, uint64_t number, struct rng *rng)
{
    if (family->has_key)
        draw_hashed(family, number, 0, rng);
    else
        rng_seed(rng, rng_mix_seed(family->base, number));
}

void rng_family_draw_pair(const struct rng_family *family, uint64_t number, uint64_t index,
                          struct rng *rng)
{
    if (family->has_key)
        draw_hashed(family, number, index, rng);
    else
        rng_seed(rng, rng_mix_seed(rng_mix_seed(family->base, number), index));
}
