/* Skips tests that need a jail on machines that cannot create one. The reason is always printed as
 * `no jail: REASON`, which tests/run counts. Include it after cmocka.h. */
#ifndef TESTS_SUPPORT_JAIL_NEEDED_H
#define TESTS_SUPPORT_JAIL_NEEDED_H

#include "guest/jail.h"

#include <stdio.h>

/* Skips the current test. */
static inline void jail_needed(void)
{
    struct message reason;

    if (jail_missing(&reason)) {
        print_message("no jail: %s\n", reason.text);
        skip();
    }
}

/* For a whole program: true, after printing its only result, if it must be skipped. */
static inline bool jail_skips_program(const char *name)
{
    struct message reason;

    if (!jail_missing(&reason))
        return false;
    printf("1..1\nok 1 - %s # SKIP no jail: %s\n", name, reason.text);
    return true;
}

#endif
