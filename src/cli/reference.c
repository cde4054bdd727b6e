#include "cli/reference.h"

#include "base/buffer.h"
#include "bots/bot.h"
#include "cli/command.h"
#include "tui/keyboard.h"

#include <string.h>

enum { TEMPLATE_CAP = 1 << 20, TEXT_SIZE = 2048 };

/* What can be offered, in the words of the templates. */
static const char *const offer_words[] = {"rules", "knobs", "bots", "files", "folders", "commands"};
enum { OFFERS = sizeof offer_words / sizeof offer_words[0] };

/* --- the manual page ---------------------------------------------------------------------------*/

/* Text in mdoc: sentences start new lines, and the dashes of options stay dashes. */
static void put_prose(struct slice text, FILE *file)
{
    bool starts_line = true;

    for (size_t i = 0; i < text.length; i++) {
        char c = text.text[i];
        char before = i > 0 ? text.text[i - 1] : ' ';
        bool ends_line = c == ' ' && before == '.';

        if (starts_line && (c == '\'' || c == '.'))
            fputs("\\&", file);
        if (c == '\\')
            fputs("\\e", file);
        else if (c == '-' && strchr(" -'(", before))
            fputs("\\-", file);
        else
            fputc(ends_line ? '\n' : c, file);
        starts_line = ends_line;
    }
    fputc('\n', file);
}

static void put_form(struct slice form, FILE *file)
{
    struct slice word;

    while (slice_word(&form, &word)) {
        bool is_option = word.length > 2 && memcmp(word.text, "--", 2) == 0;
        bool is_optional = word.text[0] == '[';

        if (is_optional)
            word = (struct slice){word.text + 1, word.length - 2};
        fprintf(file, is_optional ? ".Op " : ".");
        fprintf(file, is_option ? "Fl %.*s\n" : "Ar %.*s\n", (int)word.length - is_option,
                word.text + is_option);
    }
}

static void put_synopsis(FILE *file)
{
    char text[TEXT_SIZE];
    struct writer writer;

    fputs(".Nm\n", file);
    for (int i = 0; command_at(i); i++) {
        const struct command *command = command_at(i);

        writer_init(&writer, text, sizeof text);
        for (int form = 0; option_print_usage(command->options, "", form, &writer); form++) {
            fprintf(file, ".Nm\n.Cm %s\n", command->name);
            put_form(slice_of(text), file);
            writer_init(&writer, text, sizeof text);
        }
    }
    fputs(".Nm\n.Fl -version\n", file);
}

static void put_choice(const struct option *option, FILE *file)
{
    fprintf(file, ".It Fl %s Cm ", option->name + 1);
    for (const char *c = option->words; *c; c++)
        fprintf(file, *c == ' ' ? " | " : "%c", *c);
    fputc('\n', file);
}

static void put_option(const struct option *option, FILE *file)
{
    char text[TEXT_SIZE];
    struct writer writer;

    if (option->kind == OPTION_OPERAND)
        fprintf(file, ".It Ar %s\n", option->name);
    else if (option->kind == OPTION_WORD)
        put_choice(option, file);
    else
        fprintf(file, option->argument ? ".It Fl %s Ar %s\n" : ".It Fl %s\n", option->name + 1,
                option->argument);
    writer_init(&writer, text, sizeof text);
    option_print_text(option, &writer);
    put_prose(slice_of(text), file);
}

static void put_options(FILE *file)
{
    for (int i = 0; command_at(i); i++) {
        const struct command *command = command_at(i);
        struct slice rest = slice_of(command->about), line;
        bool is_first = true;

        fprintf(file, ".Ss broadside %s\n", command->name);
        for (; slice_cut(&rest, '\n', &line); is_first = false) {
            fputs(is_first ? "" : ".Pp\n", file);
            put_prose(line, file);
        }
        if (!command->options->name)
            continue;
        fputs(".Bl -tag -width Ds\n", file);
        for (const struct option *option = command->options; option->name; option++)
            put_option(option, file);
        fputs(".El\n", file);
    }
}

static void put_keys(FILE *file)
{
    for (enum action action = ACTION_NONE + 1; action < ACTIONS; action++) {
        fprintf(file, ".It Ic %s\n", keyboard_action_name(action));
        put_prose(slice_of(keyboard_default_keys(action)), file);
    }
}

static void put_bots(FILE *file)
{
    for (int i = 0; bot_registered(i); i++) {
        fprintf(file, ".It Ic %s\n", bot_registered(i)->name);
        put_prose(slice_of(bot_registered(i)->summary), file);
        if (strcmp(bot_registered(i)->name, bot_facts(i)->title) != 0)
            fprintf(file, "(also called %s)\n", bot_facts(i)->title);
    }
}

/* --- completions -------------------------------------------------------------------------------*/

/* `length` bytes inside of single quotes; `escaped` characters get a backslash. */
static void put_quoted(const char *text, size_t length, const char *escaped, FILE *file)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\'')
            fputs("'\\''", file);
        else
            fprintf(file, strchr(escaped, text[i]) ? "\\%c" : "%c", text[i]);
    }
}

/* A short description: the help text up to its first full stop or colon. */
static void put_description(const struct option *option, const char *escaped, FILE *file)
{
    const char *end = option->help;

    while (*end && !(strchr(".:", *end) && (end[1] == ' ' || end[1] == '\0')))
        end++;
    put_quoted(option->help, (size_t)(end - option->help), escaped, file);
}

/* `@rules @files`, then the words; each after a blank. */
static void put_offers(const struct option *option, const char *mark, const char *escaped,
                       FILE *file)
{
    for (int i = 0; i < OFFERS; i++)
        if (option->offers & 1U << i)
            fprintf(file, " %s%s", mark, offer_words[i]);
    if (option->words) {
        fputc(' ', file);
        put_quoted(option->words, strlen(option->words), escaped, file);
    }
}

/* The commands, then a row for each option: COMMAND NAME KIND [@OFFER or WORD]... */
static void put_bash(FILE *file)
{
    fputs("_broadside_commands='", file);
    for (int i = 0; command_at(i); i++)
        fprintf(file, "%s%s", i ? " " : "", command_at(i)->name);
    fputs("'\n_broadside_rows='\n", file);
    for (int i = 0; command_at(i); i++)
        for (const struct option *option = command_at(i)->options; option->name; option++) {
            fprintf(file, "%s %s %s", command_at(i)->name, option->name,
                    option->kind == OPTION_FLAG      ? "flag"
                    : option->kind != OPTION_OPERAND ? "value"
                    : option->many                   ? "operands"
                                                     : "operand");
            put_offers(option, "@", "", file);
            fputc('\n', file);
        }
    fputs("'\n", file);
}

/* A spec of _arguments. */
static void put_zsh_option(const struct option *option, FILE *file)
{
    fputs("            '", file);
    if (option->excludes)
        fprintf(file, "(%s)", option->excludes);
    if (option->kind == OPTION_OPERAND)
        fputs(option->many ? "*" : "", file);
    else
        fprintf(file, "%s%s%s[", option->kind == OPTION_REPEATED ? "*" : "", option->name,
                option->kind == OPTION_FLAG ? "" : "=");
    if (option->kind != OPTION_OPERAND) {
        put_description(option, "[]", file);
        fputc(']', file);
    }
    if (option->kind != OPTION_FLAG) {
        const char *argument = option->argument ? option->argument : option->name;

        fputc(':', file);
        put_quoted(argument, strlen(argument), ":", file);
        fputs(": _broadside_offer", file);
        put_offers(option, "@", ":", file);
    }
    fputs("'\n", file);
}

static void put_zsh(FILE *file)
{
    fputs("    commands=(\n", file);
    for (int i = 0; command_at(i); i++) {
        fprintf(file, "        '%s:", command_at(i)->name);
        put_quoted(command_at(i)->summary, strlen(command_at(i)->summary), ":", file);
        fputs("'\n", file);
    }
    fputs("    )\n    case $line[1] in\n", file);
    for (int i = 0; command_at(i); i++) {
        fprintf(file, "    %s)\n        specs=(\n", command_at(i)->name);
        for (const struct option *option = command_at(i)->options; option->name; option++)
            put_zsh_option(option, file);
        fputs("        ) ;;\n", file);
    }
    fputs("    esac\n", file);
}

/* What an option completes to: functions of the template, the words, and files. */
static void put_fish_offers(const struct option *option, FILE *file)
{
    unsigned files = option->offers & (OFFER_FILES | OFFER_FOLDERS),
             others = option->offers & ~files;
    const char *before = " -a '";

    if (option->kind == OPTION_FLAG)
        return;
    if (option->kind == OPTION_OPERAND)
        fputs(files ? " -F" : "", file);
    else
        fputs(files ? " -r -F" : " -x", file);
    for (int i = 0; i < OFFERS; i++)
        if (others & 1U << i) {
            fprintf(file, "%s(__broadside_%s)", before, offer_words[i]);
            before = " ";
        }
    if (option->words)
        fprintf(file, "%s%s", before, option->words);
    if (others || option->words)
        fputc('\'', file);
}

static void put_fish(FILE *file)
{
    for (int i = 0; command_at(i); i++) {
        fprintf(file, "complete -c broadside -n __fish_use_subcommand -a %s -d '",
                command_at(i)->name);
        put_quoted(command_at(i)->summary, strlen(command_at(i)->summary), "\\", file);
        fputs("'\n", file);
    }
    for (int i = 0; command_at(i); i++)
        for (const struct option *option = command_at(i)->options; option->name; option++) {
            fprintf(file, "complete -c broadside -n '__fish_seen_subcommand_from %s'",
                    command_at(i)->name);
            if (option->kind != OPTION_OPERAND)
                fprintf(file, " -l %s", option->name + 2);
            put_fish_offers(option, file);
            fputs(" -d '", file);
            put_description(option, "\\", file);
            fputs("'\n", file);
        }
}

/* --- templates ---------------------------------------------------------------------------------*/

enum error reference_fill(const char *path, FILE *file, struct message *message)
{
    static const struct {
        const char *mark;
        void (*put)(FILE *file);
    } parts[] = {
        {"@SYNOPSIS@", put_synopsis}, {"@OPTIONS@", put_options}, {"@BOTS@", put_bots},
        {"@KEYS@", put_keys},         {"@BASH@", put_bash},       {"@ZSH@", put_zsh},
        {"@FISH@", put_fish},
    };
    struct buffer template;
    struct slice rest, line;
    enum error error;

    buffer_init(&template, TEMPLATE_CAP);
    error = buffer_read_file(&template, path, message);
    rest = (struct slice){template.data, error ? 0 : template.length};
    while (slice_cut(&rest, '\n', &line)) {
        bool is_filled = false;

        for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !is_filled; i++)
            if ((is_filled = slice_is(line, parts[i].mark)))
                parts[i].put(file);
        if (!is_filled)
            fprintf(file, "%.*s\n", (int)line.length, line.text);
    }
    buffer_release(&template);
    return error;
}
