/* See args.h. A wrong option is answered with its name, so that one line says what to change. */
#include "cli/args.h"

#include "base/buffer.h"
#include "base/entropy.h"

#include <string.h>

enum { RULES_FILE_CAP = 64 * 1024 };

static const struct option *find_option(const struct option *options, struct slice name)
{
    for (; options->name; options++)
        if (slice_is(name, options->name))
            return options;
    return NULL;
}

static enum error take_number(const struct option *option, const char *text,
                              struct message *message)
{
    uint64_t number;

    if (!slice_number(slice_of(text), option->most, &number) || number < option->least)
        return error_set(ERR_SYNTAX, message, "%s '%s' is not a whole number from %llu to %llu",
                         option->name, slice_quote(slice_of(text)).text,
                         (unsigned long long)option->least, (unsigned long long)option->most);
    *(uint64_t *)option->target = number;
    if (option->given)
        *option->given = true;
    return OK;
}

static enum error take_value(const struct option *option, const char *text, struct message *message)
{
    struct values *values = option->target;

    switch (option->kind) {
    case OPTION_TEXT:
        *(const char **)option->target = text;
        return OK;
    case OPTION_NUMBER:
        return take_number(option, text, message);
    case OPTION_REPEATED:
        if (values->count == MAX_REPEATS)
            return error_set(ERR_SYNTAX, message, "%s is given more than %d times", option->name,
                             MAX_REPEATS);
        values->value[values->count++] = text;
        return OK;
    default:
        return error_set(ERR_SYNTAX, message, "%s takes no value", option->name);
    }
}

static enum error add_operand(struct operands *operands, const char *text, struct message *message)
{
    if (operands->count == MAX_OPERANDS)
        return error_set(ERR_SYNTAX, message, "more than %d arguments", MAX_OPERANDS);
    operands->value[operands->count++] = text;
    return OK;
}

enum error args_parse(int argc, char **argv, const struct option *options,
                      struct operands *operands, struct message *message)
{
    bool only_operands = false;
    enum error error = OK;

    operands->count = 0;
    for (int i = 1; !error && i < argc; i++) {
        struct slice rest = slice_of(argv[i]), name;
        const struct option *option;
        bool has_value;

        if (only_operands || argv[i][0] != '-' || argv[i][1] == '\0') {
            error = add_operand(operands, argv[i], message);
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_operands = true;
            continue;
        }
        slice_cut(&rest, '=', &name);
        has_value = name.length < strlen(argv[i]);
        option = find_option(options, name);
        if (!option)
            return error_set(ERR_SYNTAX, message,
                             "there is no option '%s'; 'broadside help %s' lists them",
                             slice_quote(name).text, argv[0]);
        if (option->kind == OPTION_FLAG && !has_value)
            *(bool *)option->target = true;
        else if (has_value)
            error = take_value(option, rest.text, message);
        else if (i + 1 < argc)
            error = take_value(option, argv[++i], message);
        else
            error = error_set(ERR_SYNTAX, message, "%s needs a value", option->name);
    }
    return error;
}

static enum error read_rules(const char *path, struct rules *rules, struct message *message)
{
    struct buffer buffer;
    enum error error;

    buffer_init(&buffer, RULES_FILE_CAP);
    error = buffer_read_file(&buffer, path, message);
    if (!error) {
        error = rules_parse((struct slice){buffer.data, buffer.length}, rules, message);
        if (error)
            message_prefix(message, "%s", path);
    } else if (!strpbrk(path, "/.")) {
        error = error_set(ERR_UNKNOWN, message,
                          "there are no rules '%s', neither as a preset nor as a file; 'broadside "
                          "rules' lists the presets",
                          slice_quote(slice_of(path)).text);
    }
    buffer_release(&buffer);
    return error;
}

enum error args_rules(const char *name, const struct values *changes, struct rules *rules,
                      struct message *message)
{
    const struct rules *preset = rules_find(name);
    enum error error = OK;

    if (preset)
        *rules = *preset;
    else
        error = read_rules(name, rules, message);
    for (int i = 0; !error && i < changes->count; i++) {
        error = rules_set(rules, slice_of(changes->value[i]), message);
        if (error)
            message_prefix(message, "--rule %s", slice_quote(slice_of(changes->value[i])).text);
    }
    return error ? error : rules_check(rules, message);
}

enum error args_seed(bool given, uint64_t *seed, struct message *message)
{
    if (given)
        return OK;
    return entropy_seed(seed) == OK ? OK
                                    : error_set(ERR_IO, message, "the system gives no random seed");
}
