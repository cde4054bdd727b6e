/* broadside rules: lists the presets or the knobs, or prints one rule set. */
#include "cli/command.h"

#include <stdio.h>

enum { RULES_TEXT_SIZE = 4096 };

static void list_presets(void)
{
    for (int i = 0; rules_preset(i); i++)
        printf("%-16s %2dx%-2d %2d ships  %s\n", rules_preset(i)->name, rules_preset(i)->width,
               rules_preset(i)->height, rules_preset(i)->ships, rules_preset_summary(i));
}

static void list_knobs(void)
{
    const char *name, *values, *about;

    for (int i = 0; (name = rules_knob(i, &values, &about)) != NULL; i++)
        printf("%-15s %-46s %s\n", name, values, about);
}

/* A rule set as an object: the text of every knob. */
static struct json_value *rules_json(const struct rules *rules)
{
    char text[RULES_TEXT_SIZE];
    struct writer writer;
    struct slice rest, line;
    struct json_value *object = json_new_object();

    writer_init(&writer, text, sizeof text);
    rules_print(rules, &writer);
    rest = (struct slice){text, writer.length};
    while (slice_cut(&rest, '\n', &line)) {
        char key[64], value[1024];
        struct slice name;

        slice_cut(&line, '=', &name);
        name = slice_trim(name);
        line = slice_trim(line);
        snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
        snprintf(value, sizeof value, "%.*s", (int)line.length, line.text);
        json_set(object, key, json_text(value));
    }
    return object;
}

static int print_json(const struct args *args, const struct rules *rules)
{
    struct json_value *root = command_json(args), *list;

    list = json_new_array();
    if (rules)
        json_append(list, rules_json(rules));
    for (int i = 0; !rules && rules_preset(i); i++)
        json_append(list, rules_json(rules_preset(i)));
    json_set(root, "rules", list);
    return command_print_json("rules", root);
}

struct rules_options {
    bool knobs, json;
    struct values changes;
};

static const struct option options[] = {
    {.name = "RULES",
     .kind = OPTION_OPERAND,
     .offers = OFFER_RULES | OFFER_FILES,
     .help = "Print this preset or rules file as text. --rules of other commands reads that text.",
     .otherwise = "list the presets"},
    OPTION_RULE(struct rules_options, changes),
    {.name = "--knobs",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct rules_options, knobs),
     .help = "List every rule that --rule can change, with its values."},
    OPTION_JSON(struct rules_options, json),
    {.name = NULL},
};

static int run(void *target, const struct args *args)
{
    const struct rules_options *command = target;
    char text[RULES_TEXT_SIZE];
    struct message message;
    struct writer writer;
    struct rules rules;
    enum error error = OK;
    bool one = args->count > 0 || command->changes.count > 0;

    if (one)
        error = args_rules(args->count ? args->value[0] : "classic", &command->changes, &rules,
                           &message);
    if (error)
        return command_refused("rules", error, &message);
    if (command->json)
        return print_json(args, one ? &rules : NULL);
    if (command->knobs) {
        list_knobs();
    } else if (one) {
        writer_init(&writer, text, sizeof text);
        rules_print(&rules, &writer);
        fputs(text, stdout);
    } else {
        list_presets();
    }
    return command_finish("rules");
}

const struct command command_rules = {
    .name = "rules",
    .summary = "list the rule sets, or print one",
    .about = "Lists the presets, or prints one rule set with all its knobs.",
    .options = options,
    .size = sizeof(struct rules_options),
    .run = run,
};
