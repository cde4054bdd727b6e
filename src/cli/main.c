/* The program: a table of subcommands. */
#include "cli/command.h"
#include "cli/streams.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

/* clang-format off */
extern const struct command
    command_play,
    command_serve,
    command_sim,
    command_plot,
    command_match,
    command_tournament,
    command_results,
    command_join,
    command_cluster,
    command_check_bot,
    command_gym,
    command_analyze,
    command_replay,
    command_train,
    command_stats,
    command_rules,
    command_host_bot,
    command_bots,
    command_new_bot,
    command_help;

/* In the order of `broadside help`. */
static const struct command *const commands[] = {
    &command_play,
    &command_serve,
    &command_sim,
    &command_plot,
    &command_match,
    &command_tournament,
    &command_results,
    &command_join,
    &command_cluster,
    &command_check_bot,
    &command_gym,
    &command_analyze,
    &command_replay,
    &command_train,
    &command_stats,
    &command_rules,
    &command_host_bot,
    &command_bots,
    &command_new_bot,
    &command_help,
    NULL
};
/* clang-format on */

const struct command *command_at(int index)
{
    return commands[index];
}

const struct command *command_find(const char *name)
{
    for (int i = 0; commands[i]; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

int main(int argc, char **argv)
{
    static char play[] = "play", help[] = "help";
    char *bare[] = {play, NULL}, *topic[] = {help, NULL, NULL};
    const struct command *command;

    streams_prepare();
    /* A closed pipe or a file at its size limit is reported as an error, not a silent death. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (argc < 2)
        return command_run(&command_play, 1, bare);
    if (strcmp(argv[1], "--version") == 0) {
        printf("broadside %s\n", BROADSIDE_VERSION);
        return command_finish("--version");
    }
    if (asks_for_help(argv[1]))
        return command_run(&command_help, 1, topic);
    command = command_find(argv[1]);
    if (!command) {
        fprintf(stderr, "broadside: unknown command '%s'; 'broadside help' lists the commands\n",
                slice_quote(slice_of(argv[1])).text);
        return EXIT_USAGE;
    }
    if (argc == 3 && asks_for_help(argv[2])) {
        topic[1] = argv[1];
        return command_run(&command_help, 2, topic);
    }
    return command_run(command, argc - 1, argv + 1);
}
