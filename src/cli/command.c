/* See command.h. */
#include "cli/command.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int command_refused(const char *command, enum error error, const struct message *message)
{
    char shown[MESSAGE_SIZE];

    /* Names in the message may come from untrusted files. */
    text_printable(shown, sizeof shown, message->text);
    fprintf(stderr, "broadside %s: %s\n", command, shown);
    switch (error) {
    case ERR_SYNTAX:
    case ERR_RANGE:
    case ERR_UNKNOWN:
    case ERR_RULES:
        return EXIT_USAGE;
    default:
        return EXIT_FAILED;
    }
}

int command_usage(const char *command, const char *sentence)
{
    fprintf(stderr, "broadside %s: %s; see 'broadside help %s'\n", command, sentence, command);
    return EXIT_USAGE;
}

struct value *command_json(int argc, char **argv)
{
    struct value *root, *words;

    if (!report_json_available()) {
        fprintf(stderr,
                "broadside %s: this program was built without JSON; install libjansson-dev "
                "and build again\n",
                argv[0]);
        return NULL;
    }
    root = report_object();
    words = report_array();
    report_set(root, "version", report_text(BROADSIDE_VERSION));
    for (int i = 0; i < argc; i++)
        report_append(words, report_text(argv[i]));
    report_set(root, "command", words);
    return root;
}

int command_print_json(const char *command, struct value *root)
{
    enum error error = report_print(root, stdout);

    report_free(root);
    if (error)
        fprintf(stderr, "broadside %s: writing failed: %s\n", command, strerror(errno));
    return error ? EXIT_FAILED : EXIT_FINE;
}

int command_finish(const char *command)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_FINE;
    fprintf(stderr, "broadside %s: writing failed: %s\n", command, strerror(errno));
    return EXIT_FAILED;
}
