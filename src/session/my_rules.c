#include "session/my_rules.h"

#include <stdio.h>
#include <string.h>

#define WORDS (const char *const[])
#define RULES "as in the rules"

/* clang-format off */
static const struct my_rule_kind kinds[MY_RULES] = {
    [MY_BOARD] = {
        "board", WORDS{"rules", "6x6", "8x8", "10x10", "12x12", "15x15", "20x20", "30x30", NULL}, NULL,
        "Board", WORDS{RULES, "6x6", "8x8", "10x10", "12x12", "15x15", "20x20", "30x30", NULL},
        "The size of the board. The ships stay the same."},
    [MY_SALVO] = {
        "salvo", WORDS{"rules", "no", "yes", NULL}, NULL,
        "Shots per turn", WORDS{RULES, "one", "one per ship", NULL},
        "One per ship is a salvo: you fire as many shots as you have ships afloat."},
    [MY_OWN_MAP] = {
        "own-map", WORDS{"rules", "shown", "hidden", NULL}, NULL,
        "Your own map", WORDS{RULES, "shown", "hidden", NULL},
        "Whether you see your own ships during the battle, and where they were hit."},
    [MY_TRACKING] = {
        "tracking", WORDS{"rules", "easy", "hard", NULL}, NULL,
        "Your misses", WORDS{RULES, "marked", "not marked", NULL},
        "Whether your map of the enemy's waters shows your misses."},
    [MY_HINTS] = {
        "hints", WORDS{"rules", "0", "1", "3", "5", NULL}, NULL,
        "Hints", WORDS{RULES, "none", "1", "3", "5", NULL},
        "After several misses in a row, a hint shows you a 3x3 block with a ship."},
    [MY_REINFORCE] = {
        "reinforce", WORDS{"rules", "0", "1", "2", "3", NULL}, NULL,
        "Reinforcement", WORDS{RULES, "none", "after 1 sinking", "after 2 sinkings", "after 3 sinkings", NULL},
        "Once you have sunk that many ships, you can trade all your special moves for a ship. Needs "
        "rules with special moves, such as advanced."},
    [MY_FIRST] = {
        "first", WORDS{"rules", "me", "opponent", "random", NULL}, WORDS{"a", "b", "random", NULL},
        "First shot", WORDS{RULES, "yours", "the enemy's", "random", NULL},
        "Who shoots first."},
};
/* clang-format on */

/* The value of the knob that a value of the rule stands for. */
static const char *knob_value(const struct my_rule_kind *kind, int value)
{
    return kind->values ? kind->values[value - 1] : kind->words[value];
}

const struct my_rule_kind *my_rules_kind(enum my_rule rule)
{
    return &kinds[rule];
}

static enum error set_knob(struct rules *rules, const char *knob, const char *value,
                           struct message *message)
{
    char assignment[2 * MY_RULE_SIZE];

    snprintf(assignment, sizeof assignment, "%s=%s", knob, value);
    return rules_set(rules, slice_of(assignment), message);
}

enum error my_rules_apply(const struct my_rules *mine, struct rules *rules, struct message *message)
{
    enum error error = OK;

    for (int i = 0; !error && i < MY_RULES; i++)
        if (mine->value[i] > 0)
            error = set_knob(rules, kinds[i].name, knob_value(&kinds[i], mine->value[i]), message);
    return error ? error : rules_check(rules, message);
}

void my_rules_describe(enum my_rule rule, const struct rules *rules, char text[MY_RULE_SIZE])
{
    const struct my_rule_kind *kind = &kinds[rule];

    for (int i = 1; kind->words[i]; i++) {
        struct rules same = *rules;

        if (set_knob(&same, kind->name, knob_value(kind, i), NULL) == OK &&
            rules_equal(&same, rules)) {
            snprintf(text, MY_RULE_SIZE, "%s", kind->labels[i]);
            return;
        }
    }
    if (rule == MY_BOARD)
        snprintf(text, MY_RULE_SIZE, "%dx%d", rules->width, rules->height);
    else if (rule == MY_HINTS || rule == MY_REINFORCE)
        snprintf(text, MY_RULE_SIZE, "%d", rule == MY_HINTS ? rules->hints : rules->reinforce);
    else
        snprintf(text, MY_RULE_SIZE, "alternating"); /* first = alternate */
}

int my_rules_print(const struct my_rules *mine, struct writer *writer)
{
    int count = 0;

    for (int i = 0; i < MY_RULES; i++)
        if (mine->value[i] > 0) {
            writer_format(writer, " %s=%s", kinds[i].name, kinds[i].words[mine->value[i]]);
            count++;
        }
    return count;
}

enum error my_rules_set(struct my_rules *mine, struct slice assignment, struct message *message)
{
    char all[MY_RULES_SIZE];
    struct writer writer;
    struct slice name;
    int rule = 0;

    slice_cut(&assignment, '=', &name);
    while (rule < MY_RULES && !slice_is(name, kinds[rule].name))
        rule++;
    writer_init(&writer, all, sizeof all);
    if (rule == MY_RULES) {
        for (int i = 0; i < MY_RULES; i++)
            writer_format(&writer, "%s%s", i > 0 ? ", " : "", kinds[i].name);
        return error_set(ERR_UNKNOWN, message, "'%s' cannot be changed here; these can: %s",
                         slice_quote(name).text, all);
    }
    for (int i = 0; kinds[rule].words[i]; i++) {
        if (slice_is(assignment, kinds[rule].words[i])) {
            mine->value[rule] = i;
            return OK;
        }
        writer_format(&writer, "%s%s", i > 0 ? ", " : "", kinds[rule].words[i]);
    }
    return error_set(ERR_RANGE, message, "%s = '%s' is not one of %s", kinds[rule].name,
                     slice_quote(assignment).text, all);
}
