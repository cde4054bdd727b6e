/* Asks the kernel directly, which needs no file: a process with too many open files, or without
 * /dev, gets random numbers too. */
#include "base/entropy.h"

#include "base/seed.h"

#include <errno.h>
#include <sys/random.h>

enum error entropy_fill(void *memory, size_t size)
{
    char *at = memory;

    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);

        if (got < 0 && errno != EINTR)
            return ERR_IO;
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        }
    }
    return OK;
}

void entropy_stir(const void *memory, size_t size)
{
    (void)memory; /* the kernel has better ones */
    (void)size;
}

enum error entropy_seed(uint64_t *seed)
{
    enum error error = entropy_fill(seed, sizeof *seed);

    *seed &= MAX_SEED;
    return error;
}
