#include "cli/interrupt.h"

#include <stddef.h>

void interrupt_catch(struct interrupt *interrupt, void (*handler)(int number))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};

    action.sa_flags |= (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &interrupt->before);
}

void interrupt_release(const struct interrupt *interrupt)
{
    sigaction(SIGINT, &interrupt->before, NULL);
}
