/* My rules: the changes to a preset that a player makes in the menu, and that are remembered. Each
 * rule has a few values; value 0 leaves it as the preset has it. One table serves the menu, the
 * settings file and the questions of the plain game. */
#ifndef BROADSIDE_SESSION_MY_RULES_H
#define BROADSIDE_SESSION_MY_RULES_H

#include "rules/rules.h"

enum my_rule {
    MY_BOARD,
    MY_SALVO,
    MY_OWN_MAP,
    MY_TRACKING,
    MY_HINTS,
    MY_REINFORCE,
    MY_FIRST,
    MY_RULES
};

enum { MY_RULE_SIZE = 32, MY_RULES_SIZE = 160 };

struct my_rules {
    int value[MY_RULES];
};

/* The lists are in the order of the values and end with a NULL. */
struct my_rule_kind {
    const char *name;          /* in the settings file, and of the knob */
    const char *const *words;  /* the values in the settings file */
    const char *const *values; /* of the knob, from value 1; NULL if they are the words */
    const char *label;         /* for the player, with the values */
    const char *const *labels;
    const char *about;
};

const struct my_rule_kind *my_rules_kind(enum my_rule rule);

/* Makes the changes and checks the result. */
enum error my_rules_apply(const struct my_rules *mine, struct rules *rules,
                          struct message *message);

/* What the rules say, as a label. */
void my_rules_describe(enum my_rule rule, const struct rules *rules, char text[MY_RULE_SIZE]);

/* Prints the changes, each as ` NAME=WORD`. Returns their number. */
int my_rules_print(const struct my_rules *mine, struct writer *writer);

/* Parses `NAME=WORD`. */
enum error my_rules_set(struct my_rules *mine, struct slice assignment, struct message *message);

#endif
