#include "cli/options.h"

const struct option *option_find(const struct option *options, struct slice name)
{
    for (; options->name; options++)
        if (options->kind != OPTION_OPERAND &&
            (slice_is(name, options->name) || (options->brief && slice_is(name, options->brief))))
            return options;
    return NULL;
}

bool option_lists(const char *list, const char *word)
{
    struct slice rest = slice_of(list ? list : ""), next;

    while (slice_cut(&rest, ' ', &next))
        if (slice_is(next, word))
            return true;
    return false;
}

void option_print_form(const struct option *option, struct writer *writer)
{
    writer_put(writer, option->name);
    if (option->argument)
        writer_format(writer, " %s", option->argument);
    else if (option->kind == OPTION_WORD)
        writer_put(writer, " ");
    for (const char *c = option->words; option->kind == OPTION_WORD && *c; c++)
        writer_format(writer, "%c", *c == ' ' ? '|' : *c);
}

void option_print_words(const struct option *option, struct writer *writer)
{
    struct slice rest = slice_of(option->words), word;
    bool is_first = true;

    for (; slice_cut(&rest, ' ', &word); is_first = false)
        writer_format(writer, "%s%.*s",
                      is_first      ? ""
                      : rest.length ? ", "
                                    : " or ",
                      (int)word.length, word.text);
}

void option_print_text(const struct option *option, struct writer *writer)
{
    const char *initial = option->initial ? option->initial : option->otherwise;

    writer_put(writer, option->help);
    if (option->kind == OPTION_OPERAND && option->words && !option->offers) {
        writer_put(writer, " One of ");
        option_print_words(option, writer);
        writer_put(writer, ".");
    }
    if (option->brief)
        writer_format(writer, " Short form: %s.", option->brief);
    if (option->needs)
        writer_format(writer, " Only with %s.", option->needs);
    if (option->kind == OPTION_REPEATED)
        writer_put(writer, " May be repeated.");
    if (initial)
        writer_format(writer, " Default: %s.", initial);
}

static bool is_replacement(const struct option *options, const struct option *option)
{
    for (; options->name; options++)
        if (option_lists(options->unless, option->name))
            return true;
    return false;
}

/* The option that takes the place of an operand in this form; NULL for form 0 or past the last. */
static const struct option *find_replacement(const struct option *options, int form)
{
    for (const struct option *row = options; row->name; row++)
        if (is_replacement(options, row) && form-- == 1)
            return row;
    return NULL;
}

bool option_print_usage(const struct option *options, const char *command, int form,
                        struct writer *writer)
{
    const struct option *replacement = find_replacement(options, form);
    bool has_more = false;

    if (form > 0 && !replacement)
        return false;
    writer_put(writer, command);
    for (const struct option *row = options; row->name; row++) {
        bool is_needed = row->required || row == replacement;
        bool is_many = row->many || row->kind == OPTION_REPEATED;

        if (replacement && (option_lists(row->unless, replacement->name) ||
                            option_lists(replacement->excludes, row->name)))
            continue;
        if (!is_needed && row->kind != OPTION_OPERAND) {
            has_more |= !is_replacement(options, row);
            continue;
        }
        writer_put(writer, is_needed ? " " : " [");
        option_print_form(row, writer);
        writer_format(writer, "%s%s", is_many ? "..." : "", is_needed ? "" : "]");
    }
    writer_put(writer, has_more ? " [OPTIONS]" : "");
    return true;
}
