/* The game as lines of text: for pipes, plain terminals, screen readers and people who like it so.
 */
#ifndef BROADSIDE_TUI_PLAIN_H
#define BROADSIDE_TUI_PLAIN_H

#include "rules/record.h"
#include "session/flow.h"

#include <stdio.h>

struct plain_options {
    FILE *in, *out;
    bool terminal; /* a person sits there: the screen may be cleared, pauses make sense */
    bool speak;    /* for a screen reader: no board unless asked, one sentence per answer */
    const char *resume_command; /* continues a game that was left; NULL to say nothing about it */
};

/* Plays one game, new or resumed, to its end, or to the end of input, which is a normal way to
 * leave. ERR_IO where a file or the output fails, ERR_MISMATCH where a bot broke. */
enum error plain_play(struct flow *flow, const struct plain_options *options,
                      struct message *message);

/* The questions before a game. What is in it already is the default, which Enter takes. */
struct plain_setup {
    char name[2][NAME_SIZE];
    char rules[64], opponent[64];
    bool two_people;
    const char *unfinished; /* what a game that can be continued is; NULL for none */
    bool resume;            /* answer: continue that one */
};

/* May it be played so? With `two_people` set only the rules are looked at. A sentence if not. */
typedef enum error setup_check(const struct plain_setup *setup, struct message *message);

/* Asks until every answer makes sense; false at the end of input or on `quit`. */
bool plain_ask_setup(const struct plain_options *options, struct plain_setup *setup,
                     setup_check *check);

/* Asks for the names alone, from side `from` on; false as above. */
bool plain_ask_names(const struct plain_options *options, struct plain_setup *setup, int from);

#endif
