/* broadside host-bot: lets a built-in bot or a plugin answer on the bot's end of the protocol. */
#include "cli/command.h"
#include "guest/host_bot.h"
#include "guest/plugin_load.h"

#include <stdio.h>

struct host_options {
    const char *plugin;
};

static const struct option options[] = {
    {.name = "BOT",
     .kind = OPTION_OPERAND,
     .required = true,
     .unless = "--plugin",
     .offers = OFFER_BOTS,
     .help = "A built-in bot, which 'broadside bots' lists."},
    OPTION_FILE("--plugin", struct host_options, plugin,
                "Load the bot from this shared object into this process."),
    {.name = NULL},
};

static int run(void *target, const struct args *args)
{
    const struct host_options *command = target;
    struct message message;
    struct bot *bot = NULL;
    enum error error = command->plugin ? plugin_load(command->plugin, &bot, &message)
                                       : bot_new(args->value[0], &bot, &message);

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

const struct command command_host_bot = {
    .name = "host-bot",
    .summary = "run a bot that speaks the bot protocol on stdin and stdout",
    .about = "Runs a bot that speaks the protocol in docs/PROTOCOL.md: it reads requests "
             "from standard input and answers on standard output. Try it by hand to see the "
             "protocol at work. Plugins run this way too: ./bot.so is the same as "
             "'cmd:broadside host-bot --plugin ./bot.so' in a jail.\n"
             "Exits with status 0 on 'quit' or at the end of the input, and with status 1 on a "
             "line that the protocol does not allow at that point.",
    .options = options,
    .size = sizeof(struct host_options),
    .run = run,
};
