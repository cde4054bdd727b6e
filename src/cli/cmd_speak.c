/* broadside speak: a bot of this program on the other end of the protocol. */
#include "arena/plugin_load.h"
#include "arena/speak.h"
#include "cli/args.h"
#include "cli/command.h"

#include <stdio.h>

int cmd_speak(int argc, char **argv)
{
    const char *plugin = NULL;
    const struct option options[] = {
        {.name = "--plugin", .kind = OPTION_TEXT, .target = &plugin},
        {.name = NULL},
    };
    struct operands operands;
    struct message message;
    struct bot *bot = NULL;
    enum error error = args_parse(argc, argv, options, &operands, &message);

    if (!error && operands.count != (plugin ? 0 : 1))
        return command_usage("speak", "it takes one bot, or --plugin and a file");
    if (!error && plugin)
        error = plugin_load(plugin, &bot, &message);
    else if (!error)
        error = bot_new(operands.value[0], &bot, &message);
    if (error)
        return command_refused("speak", error, &message);
    error = speak(bot, stdin, stdout, &message);
    bot_free(bot);
    if (error) {
        fprintf(stderr, "broadside speak: %s\n", message.text);
        return EXIT_FAILED;
    }
    return command_finish("speak");
}
