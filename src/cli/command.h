/* Subcommands: one row of the table in main.c and one file each. */
#ifndef BROADSIDE_CLI_COMMAND_H
#define BROADSIDE_CLI_COMMAND_H

#include "base/error.h"
#include "cli/args.h"
#include "report/json.h"

#include <stdio.h>

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

struct command {
    const char *name;
    const char *summary;          /* half a line, without a full stop */
    const char *about;            /* whole sentences; each line is a paragraph */
    const struct option *options; /* ends with a row without a name */
    size_t size;                  /* of the struct that the options are written to */
    /* Gets that struct, filled in, and the command line; returns the exit status. */
    int (*run)(void *target, const struct args *args);
};

/* All commands, in the order of `broadside help`; NULL past the last. */
const struct command *command_at(int index);
const struct command *command_find(const char *name);

/* Parses the command line, whose argv[0] is the name of the command, and runs the command. */
int command_run(const struct command *command, int argc, char **argv);

/* Prints "broadside COMMAND: sentence" on standard error; returns EXIT_USAGE if the command line
 * is wrong and EXIT_FAILED for everything else. */
int command_refused(const char *command, enum error error, const struct message *message);

/* The root object of every JSON answer, with version and command line in it. */
struct json_value *command_json(const struct args *args);

/* Prints and frees the answer; returns the exit status. */
int command_print_json(const char *command, struct json_value *root);

/* Prints a text in quotes, so that a shell reads it as one word. */
void command_put_quoted(const char *text, FILE *file);

/* Flushes standard output; EXIT_FAILED with a sentence if it cannot be written. */
int command_finish(const char *command);

#endif
