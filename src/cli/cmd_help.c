/* broadside help: the commands, or the options of one. */
#include "cli/command.h"
#include "cli/reference.h"

#include <stdio.h>

enum { WIDTH = 80, OPTION_COLUMN = 20, TEXT_SIZE = 2048 };

struct help_options {
    const char *template;
};

static const struct option options[] = {
    {.name = "COMMAND",
     .kind = OPTION_OPERAND,
     .offers = OFFER_COMMANDS,
     .help = "The command to explain.",
     .otherwise = "list all commands"},
    OPTION_FILE(
        "--template", struct help_options, template,
        "Copy FILE to standard output and fill in commands and options. The build writes the "
        "manual page and the shell completions this way."),
    {.name = NULL},
};

/* Prints words in lines of at most WIDTH. The text starts at `column`, other lines at `indent`. */
static void print_wrapped(const char *text, int column, int indent)
{
    struct slice rest = slice_of(text), word;
    bool is_first = true;

    while (slice_word(&rest, &word)) {
        if (!is_first && column + 1 + (int)word.length > WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
            is_first = true;
        }
        column += printf("%s%.*s", is_first ? "" : " ", (int)word.length, word.text);
        is_first = false;
    }
    putchar('\n');
}

static void print_option(const struct option *option)
{
    char form[TEXT_SIZE], text[TEXT_SIZE];
    struct writer writer;
    int column;

    writer_init(&writer, form, sizeof form);
    option_print_form(option, &writer);
    writer_init(&writer, text, sizeof text);
    option_print_text(option, &writer);
    column = printf("  %-*s", OPTION_COLUMN - 4, form);
    if (column > OPTION_COLUMN - 2)
        printf("\n%*s", OPTION_COLUMN, "");
    else
        printf("%*s", OPTION_COLUMN - column, "");
    print_wrapped(text, OPTION_COLUMN, OPTION_COLUMN);
}

static void print_command(const struct command *command)
{
    struct slice rest = slice_of(command->about), line;
    char text[TEXT_SIZE];
    struct writer writer;

    printf("broadside %s: %s\n\n", command->name, command->summary);
    writer_init(&writer, text, sizeof text);
    for (int form = 0; option_print_usage(command->options, command->name, form, &writer); form++) {
        printf("%s broadside %s\n", form == 0 ? "Usage:" : "      ", text);
        writer_init(&writer, text, sizeof text);
    }
    while (slice_cut(&rest, '\n', &line)) {
        snprintf(text, sizeof text, "%.*s", (int)line.length, line.text);
        putchar('\n');
        print_wrapped(text, 0, 0);
    }
    if (command->options->name)
        putchar('\n');
    for (const struct option *option = command->options; option->name; option++)
        print_option(option);
}

static void list_commands(void)
{
    puts("Broadside, the Battleship platform.\n\nUsage: broadside [COMMAND] [OPTIONS]\n");
    for (int i = 0; command_at(i); i++)
        printf("  %-10s  %s\n", command_at(i)->name, command_at(i)->summary);
    puts("\n'broadside' alone opens the game's menu.\n"
         "'broadside help COMMAND' explains a command and its options.\n"
         "'broadside --version' prints the version.");
}

static int run(void *target, const struct args *args)
{
    const struct help_options *command = target;
    struct message message;
    enum error error = OK;

    if (args->count == 1 && !command_find(args->value[0]))
        error = error_set(ERR_UNKNOWN, &message,
                          "unknown command '%s'; 'broadside help' lists the commands",
                          slice_quote(slice_of(args->value[0])).text);
    if (!error && command->template)
        error = reference_fill(command->template, stdout, &message);
    if (error)
        return command_refused("help", error, &message);
    if (args->count == 1)
        print_command(command_find(args->value[0]));
    else if (!command->template)
        list_commands();
    return command_finish("help");
}

const struct command command_help = {
    .name = "help",
    .summary = "list the commands, or explain one",
    .about = "Lists the commands, or explains one command and its options.",
    .options = options,
    .size = sizeof(struct help_options),
    .run = run,
};
