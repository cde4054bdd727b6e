/* What the system provides elsewhere. The module has no imports, so random bytes come from the page
 * once, as the request `seed`, and are stretched by SHA-256; a failed assertion traps, which the
 * page sees as an exception. */
#include "base/entropy.h"
#include "base/seed.h"
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>
#include <sys/types.h>

static struct {
    uint8_t key[SHA256_SIZE];
    uint64_t drawn; /* blocks */
    bool is_stirred;
} pool;

/* The hash of the key, a counter and more bytes. */
static void hash_pool(const void *more, size_t size, uint8_t hash[SHA256_SIZE])
{
    struct sha256 sha;

    sha256_init(&sha);
    sha256_update(&sha, pool.key, sizeof pool.key);
    sha256_update(&sha, &pool.drawn, sizeof pool.drawn);
    sha256_update(&sha, more, size);
    sha256_finish(&sha, hash);
    pool.drawn++;
}

void entropy_stir(const void *memory, size_t size)
{
    uint8_t key[SHA256_SIZE];

    hash_pool(memory, size, key);
    memcpy(pool.key, key, sizeof key);
    pool.is_stirred = true;
}

enum error entropy_fill(void *memory, size_t size)
{
    uint8_t *at = memory, block[SHA256_SIZE];

    if (!pool.is_stirred)
        return ERR_IO;
    while (size > 0) {
        size_t part = size < sizeof block ? size : sizeof block;

        hash_pool("draw", 4, block);
        memcpy(at, block, part);
        at += part;
        size -= part;
    }
    return OK;
}

enum error entropy_seed(uint64_t *seed)
{
    enum error error = entropy_fill(seed, sizeof *seed);

    *seed &= MAX_SEED;
    return error;
}

/* The C library's prints to a stream, and streams are imports. */
_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function);

_Noreturn void __assert_fail(const char *what, const char *file, int line, const char *function)
{
    (void)what;
    (void)file;
    (void)line;
    (void)function;
    __builtin_trap();
}

/* Formatting text refers to the C library's streams, although nothing here writes to one. */
int __stdio_close(FILE *stream);
off_t __stdio_seek(FILE *stream, off_t offset, int whence);
size_t __stdio_write(FILE *stream, const unsigned char *data, size_t size);
size_t __stdout_write(FILE *stream, const unsigned char *data, size_t size);

int __stdio_close(FILE *stream)
{
    (void)stream;
    return -1;
}

off_t __stdio_seek(FILE *stream, off_t offset, int whence)
{
    (void)stream;
    (void)offset;
    (void)whence;
    return -1;
}

size_t __stdio_write(FILE *stream, const unsigned char *data, size_t size)
{
    (void)stream;
    (void)data;
    (void)size;
    return 0;
}

size_t __stdout_write(FILE *stream, const unsigned char *data, size_t size)
{
    return __stdio_write(stream, data, size);
}
