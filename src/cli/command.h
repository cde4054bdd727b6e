/* Subcommands: one row of the table in main.c and one file each. A command gets its own argc and
 * argv (argv[0] is its name) and returns the exit status: EXIT_FINE, EXIT_FAILED or EXIT_USAGE. */
#ifndef BROADSIDE_CLI_COMMAND_H
#define BROADSIDE_CLI_COMMAND_H

#include "base/error.h"
#include "report/json.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

struct command_row {
    const char *name;
    const char *usage;   /* what follows the name on the command line; each form is a line */
    const char *summary; /* half a line */
    const char *details; /* for `broadside help NAME` */
    int (*run)(int argc, char **argv);
};

int cmd_play(int argc, char **argv);
int cmd_sim(int argc, char **argv);
int cmd_match(int argc, char **argv);
int cmd_tournament(int argc, char **argv);
int cmd_results(int argc, char **argv);
int cmd_check_bot(int argc, char **argv);
int cmd_analyze(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_stats(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_host_bot(int argc, char **argv);
int cmd_bots(int argc, char **argv);
int cmd_new_bot(int argc, char **argv);
int cmd_help(int argc, char **argv);

/* The table, ended by a row without a name. */
const struct command_row *command_table(void);

/* Prints "broadside COMMAND: sentence" on standard error; EXIT_USAGE for what the user typed wrong,
 * EXIT_FAILED for what the world refused. */
int command_refused(const char *command, enum error error, const struct message *message);
int command_usage(const char *command, const char *sentence);

/* The root object of every JSON answer: version and command line are in it. NULL, with a sentence
 * on standard error, in a program built without JSON. */
struct json_value *command_json(int argc, char **argv);

/* Prints and frees the answer; the exit status comes back. */
int command_print_json(const char *command, struct json_value *root);

/* Flushes standard output; EXIT_FAILED with a sentence if it cannot be written. */
int command_finish(const char *command);

#endif
