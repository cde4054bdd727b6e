/* The game as lines of text, for pipes, simple terminals and screen readers. */
#ifndef BROADSIDE_TUI_PLAIN_H
#define BROADSIDE_TUI_PLAIN_H

#include "rules/record.h"
#include "session/flow.h"
#include "session/my_rules.h"
#include "session/puzzle.h"

#include <stdio.h>

struct plain_options {
    FILE *in, *out;
    bool terminal;              /* the screen can be cleared, and pauses make sense */
    int columns;                /* break longer lines between words; 0 never does */
    bool speak;                 /* for a screen reader: boards only on request */
    const char *resume_command; /* continues a game that was left; NULL to say nothing about it */
};

/* Plays the game of the flow until it is over or the input ends, which is a normal way to leave.
 * ERR_IO if a file or the output fails, ERR_MISMATCH if a bot fails. */
enum error plain_play(struct flow *flow, const struct plain_options *options,
                      struct message *message);

/* Plays the tutorial, which leaves nothing behind. Errors as above. */
enum error plain_tutorial(const struct plain_options *options, const char *name, enum pace pace,
                          struct message *message);

/* The answers to the questions before a game. The caller fills in the defaults. */
struct plain_setup {
    char name[2][NAME_SIZE];
    char rules[64], opponent[64];
    struct my_rules mine; /* changes to the rules */
    bool two_people;
    const char *unfinished; /* describes a game that can be continued; or NULL */
    bool resume, discard;   /* the answer: continue it; delete it */
};

/* Checks a setup; with `two_people`, only its rules. */
typedef enum error setup_check(const struct plain_setup *setup, struct message *message);

/* Asks until every answer is valid, or only about the unfinished game if it is continued or
 * deleted. False at the end of input or after `quit`. */
bool plain_ask_setup(const struct plain_options *options, struct plain_setup *setup,
                     setup_check *check);

/* Asks for the names only, starting with side `from`. False as above. */
bool plain_ask_names(const struct plain_options *options, struct plain_setup *setup, int from);

/* The answer to a puzzle. */
struct plain_answer {
    int cell;    /* NO_CELL: skipped, or left */
    bool hinted; /* after a hint */
    bool quit;   /* after `quit`, or at the end of input, which is a normal way to leave */
};

/* Shows a puzzle and asks for a shot until it is legal. ERR_IO if the input or output fails. */
enum error plain_puzzle(const struct plain_options *options, const struct puzzle *puzzle,
                        struct plain_answer *answer, struct message *message);

/* Prints a text, with its lines broken as the options say. */
void plain_print(const struct plain_options *options, const char *text);

#endif
