/* Games that could not be saved where they belong, for example because the disk is full. They are
 * kept in memory until the front end has ended. Then the player is offered another place for each.
 */
#ifndef BROADSIDE_CLI_RESCUE_H
#define BROADSIDE_CLI_RESCUE_H

#include "base/buffer.h"
#include "base/text.h"

#include <stdio.h>

enum { MAX_RESCUED = 16 };

struct rescue {
    struct buffer game[MAX_RESCUED]; /* as session_saved writes them */
    int count;
    int lost; /* games for which there was no room here, or no memory */
};

/* Keeps a copy of a saved game, as its latest state. */
void rescue_add(struct rescue *rescue, struct slice saved);

/* Asks for a file or folder for each game, and writes it there: the record of a finished game, the
 * whole of an unfinished one. Existing files are not overwritten. An empty line or the end of the
 * input prints the game to `out` instead. If `in` is not a terminal, the game is printed at once:
 * the next line of a script is not meant as the name of a file. Frees the games. */
void rescue_offer(struct rescue *rescue, FILE *in, FILE *out);

#endif
