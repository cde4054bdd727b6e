/* broadside bots: the built-in bots and the rules each of them plays. */
#include "bots/bot.h"
#include "cli/command.h"

#include <stdio.h>
#include <string.h>

static bool plays_all(const struct bot_kind *kind)
{
    for (int i = 0; rules_preset(i); i++)
        if (bot_accepts(kind, rules_preset(i), NULL) != OK)
            return false;
    return true;
}

static void print_bot(const struct bot_kind *kind, const struct bot_facts *facts)
{
    bool has_title = strcmp(kind->name, facts->title) != 0;
    char name[64];

    snprintf(name, sizeof name, has_title ? "%s (%s)" : "%s", facts->title, kind->name);
    printf("%-14s %4.1f shots  %s\n%-14s by %s; plays", name, facts->shots, kind->summary, "",
           kind->authors);
    if (plays_all(kind))
        printf(" all rules");
    for (int preset = 0; !plays_all(kind) && rules_preset(preset); preset++)
        if (bot_accepts(kind, rules_preset(preset), NULL) == OK)
            printf(" %s", rules_preset(preset)->name);
    putchar('\n');
}

static void list_bots(void)
{
    puts("Each group is ordered from the weakest to the strongest. Shots: how many a bot needs for "
         "a "
         "fleet\nof the classic game, on average.\n\nLevels, to play against:");
    for (int i = 0; bot_registered(i); i++) {
        if (i > 0 && bot_facts(i - 1)->is_level && !bot_facts(i)->is_level)
            puts("\nMore bots, to study:");
        print_bot(bot_registered(i), bot_facts(i));
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
        json_set(bot, "title", json_text(bot_facts(i)->title));
        json_set(bot, "level", json_bool(bot_facts(i)->is_level));
        json_set(bot, "shots", json_double(bot_facts(i)->shots));
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
    .about = "Lists the built-in bots with their mean number of shots on classic boards, their "
             "authors and the rules they play: first the levels, then the other bots, each group "
             "from the weakest to the strongest.\n"
             "Commands that take a bot also take a guest: ./FOLDER with a bot.json, ./PROGRAM, "
             "cmd:COMMAND LINE, PLUGIN.so, or a FILE.jar of the Java tournament framework. "
             "'broadside new-bot' writes one to start from.",
    .options = options,
    .size = sizeof(struct bots_options),
    .run = run,
};
