/* Command lines, parsed with the option table of the command.
 *
 * `--name value` and `--name=value` are the same; `--` ends the options. Everything else is an
 * operand. Values are the caller's argv strings and live as long. */
#ifndef BROADSIDE_CLI_ARGS_H
#define BROADSIDE_CLI_ARGS_H

#include "base/error.h"
#include "base/seed.h"
#include "cli/options.h"
#include "rules/rules.h"

enum { MAX_REPEATS = 64, MAX_OPTIONS = 64 };

/* Values of an option that may be repeated. */
struct values {
    int count;
    const char *value[MAX_REPEATS];
};

/* A parsed command line: the operands, and which options were given. */
struct args {
    int argc;
    char **argv;
    const struct option *options;
    uint64_t given; /* a bit for each row of the table */
    int count;
    const char **value; /* a position of analyze may have a word for every cell */
};

/* Writes the defaults, then the values that were given, to `target`, the struct that the table's
 * offsets refer to. Fails if a required argument is missing or if options do not go together.
 * argv[0] is the name of the command. Call args_release in any case. */
enum error args_parse(int argc, char **argv, const struct option *options, void *target,
                      struct args *args, struct message *message);
void args_release(struct args *args);

/* Was this option on the command line? */
bool args_given(const struct args *args, const char *name);

/* A rule set by preset name or file, then each `KNOB=VALUE` of `changes`; checked. */
enum error args_rules(const char *name, const struct values *changes, struct rules *rules,
                      struct message *message);

/* Refuses two arguments that name the same file, which would be lost. A path may be NULL. */
enum error args_other_file(const char *a, const char *path_a, const char *b, const char *path_b,
                           struct message *message);

/* Draws a number from the system unless --seed was given. */
enum error args_number_seed(const struct args *args, uint64_t *number, struct message *message);

/* Gives the seed a new secret if one of the bots is not built in, unless --seed had one: guests
 * must not be able to guess the seed. */
enum error args_secret(const char *const *bots, int count, struct seed *seed,
                       struct message *message);

/* Both for a master seed. */
enum error args_seed(const struct args *args, const char *const *bots, int count, struct seed *seed,
                     struct message *message);

#endif
