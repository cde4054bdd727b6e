/* The manual page and the shell completions, written from templates and the option tables.
 *
 * A line of a template that is one of these words stands for generated text:
 * @SYNOPSIS@ @OPTIONS@ @BOTS@   for the manual page
 * @BASH@ @ZSH@ @FISH@           for the completions of the three shells */
#ifndef BROADSIDE_CLI_REFERENCE_H
#define BROADSIDE_CLI_REFERENCE_H

#include "base/error.h"

#include <stdio.h>

/* Copies the template to `file` and fills it in. */
enum error reference_fill(const char *path, FILE *file, struct message *message);

#endif
