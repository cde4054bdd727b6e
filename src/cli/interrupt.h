/* Ctrl-C in commands that print what they have when they are stopped. */
#ifndef BROADSIDE_CLI_INTERRUPT_H
#define BROADSIDE_CLI_INTERRUPT_H

#include <signal.h>

struct interrupt {
    struct sigaction before;
};

/* The first Ctrl-C calls the handler, a second one ends the program. */
void interrupt_catch(struct interrupt *interrupt, void (*handler)(int number));
void interrupt_release(const struct interrupt *interrupt);

#endif
