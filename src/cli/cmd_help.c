/* broadside help */
#include "base/text.h"
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 96, INDENT = 10 };

static int bracket(char c)
{
    return (c == '[' || c == '{') - (c == ']' || c == '}');
}

/* How long the first piece is: up to a blank that is in no brackets. */
static int piece_length(struct slice text)
{
    int length = 0, depth = 0;

    for (; length < (int)text.length && (text.text[length] != ' ' || depth > 0); length++)
        depth += bracket(text.text[length]);
    return length;
}

/* A form of the command, in lines that are filled up to WIDTH; an option stays with its value. */
static void print_form(const char *before, const char *name, struct slice form)
{
    int column = printf("%s broadside %s", before, name);

    while (form.length > 0) {
        int length = piece_length(form);

        if (column + 1 + length > WIDTH)
            column = printf("\n%*s", INDENT, "") - 1;
        column += printf(" %.*s", length, form.text);
        form = slice_trim((struct slice){form.text + length, form.length - (size_t)length});
    }
    putchar('\n');
}

static void print_command(const struct command_row *row)
{
    struct slice rest = slice_of(row->usage), form;
    const char *before = "Usage:";

    printf("broadside %s: %s\n\n", row->name, row->summary);
    for (; slice_cut(&rest, '\n', &form); before = "      ")
        print_form(before, row->name, form);
    printf("\n%s", row->details);
}

int cmd_help(int argc, char **argv)
{
    if (argc > 2)
        return command_usage("help", "one command at a time");
    if (argc < 2) {
        puts("Broadside, the Battleship platform.\n\nUsage: broadside [COMMAND]\n");
        for (const struct command_row *row = command_table(); row->name; row++)
            printf("  %-10s  %s\n", row->name, row->summary);
        puts("\nbroadside alone opens the game's menu. broadside help COMMAND tells what a command "
             "takes.\n"
             "broadside --version prints the version.");
        return command_finish("help");
    }
    for (const struct command_row *row = command_table(); row->name; row++) {
        if (strcmp(argv[1], row->name) == 0) {
            print_command(row);
            return command_finish("help");
        }
    }
    fprintf(stderr, "broadside help: there is no command '%s'; 'broadside help' lists them\n",
            argv[1]);
    return EXIT_USAGE;
}
