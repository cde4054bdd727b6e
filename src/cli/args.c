#include "cli/args.h"

#include "base/buffer.h"
#include "base/entropy.h"
#include "base/outfile.h"
#include "bots/bot.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RULES_FILE_CAP = 64 * 1024 };

static uint64_t bit_of(const struct args *args, const struct option *option)
{
    assert(option - args->options < MAX_OPTIONS);
    return (uint64_t)1 << (option - args->options);
}

bool args_given(const struct args *args, const char *name)
{
    const struct option *option = option_find(args->options, slice_of(name));

    assert(option);
    return (args->given & bit_of(args, option)) != 0;
}

/* --- values ------------------------------------------------------------------------------------*/

static enum error take_number(const struct option *option, const char *text, uint64_t *number,
                              struct message *message)
{
    uint64_t value;

    if (!slice_number(slice_of(text), option->most, &value) || value < option->least)
        return error_set(ERR_SYNTAX, message, "%s '%s' is not a whole number from %llu to %llu",
                         option->name, slice_quote(slice_of(text)).text,
                         (unsigned long long)option->least, (unsigned long long)option->most);
    *number = value;
    return OK;
}

static enum error take_seed(const struct option *option, const char *text, struct seed *seed,
                            struct message *message)
{
    enum error error = seed_parse(slice_of(text), seed, message);

    if (error)
        message_prefix(message, "%s", option->name);
    return error;
}

static enum error check_word(const struct option *option, const char *text, struct message *message)
{
    char list[128];
    struct writer writer;

    if (option_lists(option->words, text))
        return OK;
    writer_init(&writer, list, sizeof list);
    option_print_words(option, &writer);
    return error_set(ERR_SYNTAX, message, "%s '%s': the value must be %s", option->name,
                     slice_quote(slice_of(text)).text, list);
}

static enum error take_value(const struct option *option, const char *text, void *target,
                             struct message *message)
{
    void *field = (char *)target + option->offset;
    struct values *values = field;

    switch (option->kind) {
    case OPTION_NUMBER:
        return take_number(option, text, field, message);
    case OPTION_MASTER_SEED:
        return take_seed(option, text, field, message);
    case OPTION_REPEATED:
        if (values->count == MAX_REPEATS)
            return error_set(ERR_SYNTAX, message, "%s may be given at most %d times", option->name,
                             MAX_REPEATS);
        if (option->words && !option->offers && check_word(option, text, message) != OK)
            return ERR_SYNTAX;
        values->value[values->count++] = text;
        return OK;
    case OPTION_WORD:
        if (check_word(option, text, message) != OK)
            return ERR_SYNTAX;
        /* fall through */
    case OPTION_TEXT:
        *(const char **)field = text;
        return OK;
    default:
        return error_set(ERR_SYNTAX, message, "%s takes no value", option->name);
    }
}

static void take_defaults(const struct option *options, void *target)
{
    for (; options->name; options++)
        if (options->initial) {
            enum error error = take_value(options, options->initial, target, NULL);

            assert(error == OK);
            (void)error;
        }
}

/* --- what goes together ------------------------------------------------------------------------*/

static bool is_replaced(const struct args *args, const struct option *required)
{
    for (const struct option *row = args->options; row->name; row++)
        if (option_lists(required->unless, row->name) && args_given(args, row->name))
            return true;
    return false;
}

/* "broadside sim --bot BOT... [OPTIONS]", in the form that the options chose. */
static void print_usage(const struct args *args, const char *command, struct writer *writer)
{
    int form = 0;

    for (const struct option *row = args->options; row->name; row++)
        form |= is_replaced(args, row);
    writer_put(writer, "broadside ");
    option_print_usage(args->options, command, form, writer);
}

static enum error check_operands(const struct args *args, const char *command,
                                 struct message *message)
{
    int room = 0;
    char usage[256];
    struct writer writer;

    writer_init(&writer, usage, sizeof usage);
    print_usage(args, command, &writer);
    for (const struct option *row = args->options; row->name; row++) {
        bool is_operand = row->kind == OPTION_OPERAND && !is_replaced(args, row);

        if (row->required &&
            (is_operand ? args->count <= room
                        : row->kind != OPTION_OPERAND && !args_given(args, row->name) &&
                              !is_replaced(args, row)))
            return error_set(ERR_SYNTAX, message, "%s is missing; usage: %s", row->name, usage);
        room += is_operand ? row->many ? args->argc : 1 : 0;
    }
    if (args->count > room)
        return error_set(ERR_SYNTAX, message, "unexpected argument '%s'; usage: %s",
                         slice_quote(slice_of(args->value[room])).text, usage);
    return OK;
}

static enum error check_options(const struct args *args, struct message *message)
{
    for (const struct option *row = args->options; row->name; row++) {
        if (row->kind == OPTION_OPERAND || !args_given(args, row->name))
            continue;
        for (const struct option *other = args->options; other->name; other++)
            if (option_lists(row->excludes, other->name) && args_given(args, other->name))
                return error_set(ERR_SYNTAX, message, "%s and %s cannot be used together",
                                 row->name, other->name);
        if (row->needs && !args_given(args, row->needs))
            return error_set(ERR_SYNTAX, message, "%s only works with %s", row->name, row->needs);
    }
    return OK;
}

/* --- the command line --------------------------------------------------------------------------*/

/* The option in argv[*at]; *at moves on if the value is the next word. */
static enum error take_option(struct args *args, int argc, char **argv, int *at, void *target,
                              struct message *message)
{
    struct slice rest = slice_of(argv[*at]), name;
    const struct option *option;
    bool has_value;

    slice_cut(&rest, '=', &name);
    has_value = name.length < strlen(argv[*at]);
    option = option_find(args->options, name);
    if (!option)
        return error_set(ERR_SYNTAX, message,
                         "unknown option '%s'; 'broadside help %s' lists the options",
                         slice_quote(name).text, argv[0]);
    args->given |= bit_of(args, option);
    if (has_value)
        return take_value(option, rest.text, target, message);
    if (option->kind == OPTION_FLAG) {
        *(bool *)((char *)target + option->offset) = true;
        return OK;
    }
    if (*at + 1 < argc)
        return take_value(option, argv[++*at], target, message);
    return error_set(ERR_SYNTAX, message, "%s needs a value", option->name);
}

enum error args_parse(int argc, char **argv, const struct option *options, void *target,
                      struct args *args, struct message *message)
{
    bool only_operands = false;
    enum error error = OK;

    *args = (struct args){.argc = argc,
                          .argv = argv,
                          .options = options,
                          .value = calloc((size_t)argc + 1, sizeof *args->value)};
    if (!args->value)
        return error_set(ERR_MEMORY, message, "out of memory");
    take_defaults(options, target);
    for (int i = 1; !error && i < argc; i++) {
        if (only_operands || argv[i][0] != '-' || argv[i][1] == '\0')
            args->value[args->count++] = argv[i];
        else if (strcmp(argv[i], "--") == 0)
            only_operands = true;
        else
            error = take_option(args, argc, argv, &i, target, message);
    }
    if (!error)
        error = check_options(args, message);
    return error ? error : check_operands(args, argv[0], message);
}

void args_release(struct args *args)
{
    free(args->value);
}

/* --- rules and seeds ---------------------------------------------------------------------------*/

/* Says where the names of presets and knobs are listed. */
static void add_list(enum error error, const char *list, struct message *message)
{
    size_t used = strlen(message->text);

    if (error == ERR_UNKNOWN)
        snprintf(message->text + used, sizeof message->text - used, "; %s", list);
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
        add_list(error, "'broadside rules' lists the presets, 'broadside rules --knobs' the rules",
                 message);
    } else if (!strpbrk(path, "/.")) {
        error = error_set(ERR_UNKNOWN, message,
                          "'%s' is neither a preset nor a rules file; 'broadside rules' lists the "
                          "presets",
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
        add_list(error, "'broadside rules --knobs' lists them", message);
    }
    return error ? error : rules_check(rules, message);
}

enum error args_other_file(const char *a, const char *path_a, const char *b, const char *path_b,
                           struct message *message)
{
    if (path_a && path_b && outfile_is_same(path_a, path_b))
        return error_set(ERR_SYNTAX, message, "%s and %s name the same file", a, b);
    return OK;
}

enum error args_number_seed(const struct args *args, uint64_t *number, struct message *message)
{
    if (args_given(args, "--seed"))
        return OK;
    return entropy_seed(number) == OK
               ? OK
               : error_set(ERR_IO, message, "cannot get random numbers from the system");
}

enum error args_secret(const char *const *bots, int count, struct seed *seed,
                       struct message *message)
{
    enum error error = OK;

    for (int i = 0; !error && !seed->has_secret && i < count; i++)
        if (!bot_is_built_in(bots[i]))
            error = seed_draw_secret(seed, message);
    return error;
}

enum error args_seed(const struct args *args, const char *const *bots, int count, struct seed *seed,
                     struct message *message)
{
    enum error error = args_number_seed(args, &seed->number, message);

    return error ? error : args_secret(bots, count, seed, message);
}
