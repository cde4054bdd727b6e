/* Subcommands: one row of the table in main.c and one file each. A command gets its own argc and
 * argv (argv[0] is its name) and returns the exit status: EXIT_FINE, EXIT_FAILED or EXIT_USAGE. */
#ifndef BROADSIDE_CLI_COMMAND_H
#define BROADSIDE_CLI_COMMAND_H

#include "base/error.h"
#include "cli/options.h"
#include "report/json.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_INTERRUPTED = 130 };

struct command {
    const char *name;
    const char *summary;          /* half a line, without a full stop */
    const char *about;            /* whole sentences; each line is a paragraph */
    const struct option *options; /* ends with a row without a name */
    int (*run)(int argc, char **argv);
};

/* All commands, in the order of `broadside help`; NULL past the last. */
const struct command *command_at(int index);
const struct command *command_find(const char *name);

/* Prints "broadside COMMAND: sentence" on standard error; returns EXIT_USAGE if the command line
 * is wrong and EXIT_FAILED for everything else. */
int command_refused(const char *command, enum error error, const struct message *message);
int command_usage(const char *command, const char *sentence);

/* The root object of every JSON answer, with version and command line in it. NULL, with a sentence
 * on standard error, in a program built without JSON. */
struct json_value *command_json(int argc, char **argv);

/* Prints and frees the answer; returns the exit status. */
int command_print_json(const char *command, struct json_value *root);

/* Flushes standard output; EXIT_FAILED with a sentence if it cannot be written. */
int command_finish(const char *command);

#endif
