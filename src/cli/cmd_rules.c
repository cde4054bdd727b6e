/* broadside rules: the presets, one rule set as text, the knobs. */
#include "cli/args.h"
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

/* A rule set as an object: every knob with its text. */
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

static int print_json(int argc, char **argv, const struct rules *rules)
{
    struct json_value *root = command_json(argc, argv), *list;

    if (!root)
        return EXIT_FAILED;
    list = json_new_array();
    if (rules)
        json_append(list, rules_json(rules));
    for (int i = 0; !rules && rules_preset(i); i++)
        json_append(list, rules_json(rules_preset(i)));
    json_set(root, "rules", list);
    return command_print_json("rules", root);
}

int cmd_rules(int argc, char **argv)
{
    bool knobs = false, json = false;
    struct values changes = {0};
    const struct option options[] = {
        {.name = "--rule", .kind = OPTION_REPEATED, .target = &changes},
        {.name = "--knobs", .kind = OPTION_FLAG, .target = &knobs},
        {.name = "--json", .kind = OPTION_FLAG, .target = &json},
        {.name = NULL},
    };
    char text[RULES_TEXT_SIZE];
    struct operands operands;
    struct message message;
    struct writer writer;
    struct rules rules;
    enum error error = args_parse(argc, argv, options, &operands, &message);
    bool one = operands.count > 0 || changes.count > 0;

    if (error)
        return command_refused("rules", error, &message);
    if (operands.count > 1)
        return command_usage("rules", "one rule set at a time");
    if (one) {
        error =
            args_rules(operands.count ? operands.value[0] : "classic", &changes, &rules, &message);
        if (error)
            return command_refused("rules", error, &message);
    }
    if (json)
        return print_json(argc, argv, one ? &rules : NULL);
    if (knobs) {
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
