/* SHA-256 (FIPS 180-4), for commitments and for deriving seeds. Callers own all memory. */
#ifndef BROADSIDE_BASE_SHA256_H
#define BROADSIDE_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32, SHA256_HEX_SIZE = 65 };

struct sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
};

void sha256_init(struct sha256 *hash);
void sha256_update(struct sha256 *hash, const void *data, size_t size);
void sha256_finish(struct sha256 *hash, uint8_t digest[SHA256_SIZE]);

/* The digest of `size` bytes as lower-case hexadecimal, terminated. */
void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_SIZE]);

#endif
