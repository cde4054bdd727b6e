/* Command lines: a table of options per command, everything else is an operand.
 *
 * `--name value` and `--name=value` are the same; `--` ends the options. Values are the caller's
 * argv strings and live as long. */
#ifndef BROADSIDE_CLI_ARGS_H
#define BROADSIDE_CLI_ARGS_H

#include "base/error.h"
#include "rules/rules.h"

#include <stdbool.h>
#include <stdint.h>

enum { MAX_REPEATS = 64, MAX_OPERANDS = 256 };

/* Values of an option that may be repeated. */
struct values {
    int count;
    const char *value[MAX_REPEATS];
};

enum option_kind { OPTION_FLAG, OPTION_TEXT, OPTION_NUMBER, OPTION_REPEATED };

struct option {
    const char *name; /* with its dashes */
    enum option_kind kind;
    void *target; /* bool, const char *, uint64_t, struct values */
    uint64_t least, most;
    bool *given; /* optional: set when a number was there */
};

struct operands {
    int count;
    const char *value[MAX_OPERANDS];
};

/* `options` ends with a row without a name. */
enum error args_parse(int argc, char **argv, const struct option *options,
                      struct operands *operands, struct message *message);

/* A rule set by preset name or file, then each `KNOB=VALUE` of `changes`; checked. */
enum error args_rules(const char *name, const struct values *changes, struct rules *rules,
                      struct message *message);

/* The seed that was given, or one from the system. */
enum error args_seed(bool given, uint64_t *seed, struct message *message);

#endif
