/* broadside host-bot: a bot of this program on the other end of the protocol. */
#include "cli/args.h"
#include "cli/command.h"
#include "guest/host_bot.h"
#include "guest/plugin_load.h"

#include <stdio.h>

int cmd_host_bot(int argc, char **argv)
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
        return command_usage("host-bot", "it takes one bot, or --plugin and a file");
    if (!error && plugin)
        error = plugin_load(plugin, &bot, &message);
    else if (!error)
        error = bot_new(operands.value[0], &bot, &message);
    if (error)
        return command_refused("host-bot", error, &message);
    error = host_bot_run(bot, stdin, stdout, &message);
    bot_free(bot);
    if (error) {
        fprintf(stderr, "broadside host-bot: %s\n", message.text);
        return EXIT_FAILED;
    }
    return command_finish("host-bot");
}
