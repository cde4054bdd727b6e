/* broadside help */
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

int cmd_help(int argc, char **argv)
{
    if (argc > 2)
        return command_usage("help", "one command at a time");
    if (argc < 2) {
        puts("Broadside, the Battleship platform.\n\nUsage: broadside [COMMAND]\n");
        for (const struct command_row *row = command_table(); row->name; row++)
            printf("  %-8s  %s\n", row->name, row->summary);
        puts("\nbroadside alone opens the game's menu. broadside help COMMAND tells what a command "
             "takes.\n"
             "broadside --version prints the version.");
        return command_finish("help");
    }
    for (const struct command_row *row = command_table(); row->name; row++) {
        if (strcmp(argv[1], row->name) == 0) {
            printf("broadside %s: %s\n\nUsage: broadside %s %s\n\n%s", row->name, row->summary,
                   row->name, row->usage, row->details);
            return command_finish("help");
        }
    }
    fprintf(stderr, "broadside help: there is no command '%s'\n", argv[1]);
    return EXIT_USAGE;
}
