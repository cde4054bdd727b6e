/* More time per input for a fuzz target whose work is bounded but not small.
 *
 * Rejecting a dense fleet takes millions of random draws: half a second, and ten times as long with
 * sanitizers on a busy machine. Include this in such a target, once. */
#ifndef TESTS_SUPPORT_PATIENCE_H
#define TESTS_SUPPORT_PATIENCE_H

enum { MOST_ARGUMENTS = 64 };

int LLVMFuzzerInitialize(int *count, char ***arguments);

/* The fuzzer calls this before it reads its options. The last of two equal options counts. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    static char patience[] = "-timeout=60";
    static char *longer[MOST_ARGUMENTS + 2];

    if (*count > MOST_ARGUMENTS)
        return 0;
    for (int i = 0; i < *count; i++)
        longer[i] = (*arguments)[i];
    longer[(*count)++] = patience;
    *arguments = longer;
    return 0;
}

#endif
