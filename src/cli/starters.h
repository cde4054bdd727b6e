/* The starter bots that the program has with it: the files of examples/bots, embedded by
 * scripts/embed-starters when the program is built. */
#ifndef BROADSIDE_CLI_STARTERS_H
#define BROADSIDE_CLI_STARTERS_H

#include <stddef.h>

struct starter_file {
    const char *language, *name; /* `python`, `bot.py` */
    const unsigned char *bytes;
    size_t size;
};

/* Grouped by language; the last row has no language. */
extern const struct starter_file starter_files[];

#endif
