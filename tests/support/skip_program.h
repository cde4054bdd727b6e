/* The main function of a test program that cannot run in this build. */
#ifndef TESTS_SUPPORT_SKIP_PROGRAM_H
#define TESTS_SUPPORT_SKIP_PROGRAM_H

#include <stdio.h>

#define SKIP_PROGRAM(name, reason)                                                                 \
    int main(void)                                                                                 \
    {                                                                                              \
        puts("ok 1 - " name " # SKIP " reason);                                                    \
        return 0;                                                                                  \
    }

#endif
