/* A file that appears whole or not at all: written beside its place and renamed when it is
 * complete, so that a full disk, an error or a kill leaves what was there before.
 *
 * output_open is followed by exactly one of output_commit and output_abandon; both release all. The
 * file gets mode 0644, less what the umask takes away. Messages name the file that was asked for.
 */
#ifndef BROADSIDE_REPORT_OUTPUT_H
#define BROADSIDE_REPORT_OUTPUT_H

#include "base/error.h"

#include <stdio.h>

struct output {
    FILE *file;
    char *path, *temporary;
};

enum error output_open(struct output *output, const char *path, struct message *message);
enum error output_commit(struct output *output, struct message *message);
void output_abandon(struct output *output);

#endif
