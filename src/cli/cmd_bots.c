/* broadside bots: the built-in bots and the rules each of them plays. */
#include "bots/bot.h"
#include "cli/command.h"

#include <stdio.h>

static bool plays_all(const struct bot_kind *kind)
{
    for (int i = 0; rules_preset(i); i++)
        if (bot_accepts(kind, rules_preset(i), NULL) != OK)
            return false;
    return true;
}

static void list_bots(void)
{
    const struct bot_kind *kind;

    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        printf("%-12s %s\n%-12s by %s; plays", kind->name, kind->summary, "", kind->authors);
        if (plays_all(kind))
            printf(" all rules");
        for (int preset = 0; !plays_all(kind) && rules_preset(preset); preset++)
            if (bot_accepts(kind, rules_preset(preset), NULL) == OK)
                printf(" %s", rules_preset(preset)->name);
        putchar('\n');
    }
}

static int print_json(const struct args *args)
{
    struct json_value *root = command_json(args), *list;
    const struct bot_kind *kind;

    list = json_new_array();
    for (int i = 0; (kind = bot_registered(i)) != NULL; i++) {
        struct json_value *bot = json_new_object(), *rules = json_new_array();

        json_set(bot, "bot", json_text(kind->name));
        json_set(bot, "authors", json_text(kind->authors));
        json_set(bot, "summary", json_text(kind->summary));
        for (int preset = 0; rules_preset(preset); preset++)
            if (bot_accepts(kind, rules_preset(preset), NULL) == OK)
                json_append(rules, json_text(rules_preset(preset)->name));
        json_set(bot, "rules", rules);
        json_set(bot, "learns", json_bool(kind->learns));
        json_append(list, bot);
    }
    json_set(root, "bots", list);
    return command_print_json("bots", root);
}

struct bots_options {
    bool json;
};

static const struct option options[] = {
    OPTION_JSON(struct bots_options, json),
    {.name = NULL},
};

static int run(void *target, const struct args *args)
{
    const struct bots_options *command = target;

    if (command->json)
        return print_json(args);
    list_bots();
    return command_finish("bots");
}

const struct command command_bots = {
    .name = "bots",
    .summary = "list the built-in bots",
    .about = "Lists the built-in bots, their authors and the rules they play.\n"
             "Commands that take a bot also take a guest: ./FOLDER with a bot.json, ./PROGRAM, "
             "cmd:COMMAND LINE, PLUGIN.so, or a FILE.jar of the Java tournament framework. "
             "'broadside new-bot' writes one to start from.",
    .options = options,
    .size = sizeof(struct bots_options),
    .run = run,
};
