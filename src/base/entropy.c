/* Reads /dev/urandom: getrandom would need a feature macro and gain nothing at this rate. */
#include "base/entropy.h"

#include "base/seed.h"

#include <stdio.h>

enum error entropy_fill(void *memory, size_t size)
{
    FILE *source = fopen("/dev/urandom", "rb");
    size_t got;

    if (!source)
        return ERR_IO;
    setvbuf(source, NULL, _IONBF, 0);
    got = fread(memory, 1, size, source);
    fclose(source);
    return got == size ? OK : ERR_IO;
}

enum error entropy_seed(uint64_t *seed)
{
    enum error error = entropy_fill(seed, sizeof *seed);

    *seed &= MAX_SEED;
    return error;
}
