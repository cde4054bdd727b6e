#include "cli/command.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

int command_run(const struct command *command, int argc, char **argv)
{
    void *target = calloc(1, command->size + 1);
    struct message message;
    struct args args = {0};
    enum error error = target ? args_parse(argc, argv, command->options, target, &args, &message)
                              : error_set(ERR_MEMORY, &message, "out of memory");
    bool has_json = option_find(command->options, slice_of("--json")) != NULL;
    int status;

    if (!error && has_json && args_given(&args, "--json") && !json_available())
        error = error_set(ERR_MISSING, &message,
                          "this program was built without JSON; install libjansson-dev and build "
                          "again");
    status = error ? command_refused(command->name, error, &message) : command->run(target, &args);
    args_release(&args);
    free(target);
    return status;
}

struct json_value *command_json(const struct args *args)
{
    struct json_value *root = json_new_object(), *words = json_new_array();

    json_set(root, "version", json_text(BROADSIDE_VERSION));
    for (int i = 0; i < args->argc; i++)
        json_append(words, json_text(args->argv[i]));
    json_set(root, "command", words);
    return root;
}

int command_print_json(const char *command, struct json_value *root)
{
    enum error error = json_print(root, stdout);
    int reason = errno;

    json_free(root);
    if (error == ERR_MEMORY)
        fprintf(stderr, "broadside %s: out of memory\n", command);
    else if (error && reason != EPIPE) /* as `head` does when it has seen enough */
        fprintf(stderr, "broadside %s: writing failed: %s\n", command, strerror(reason));
    return error ? EXIT_FAILED : EXIT_FINE;
}

void command_put_quoted(const char *text, FILE *file)
{
    fputc('\'', file);
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", file);
        else
            fputc(*text, file);
    fputc('\'', file);
}

int command_finish(const char *command)
{
    int reason = fflush(stdout) == 0 ? 0 : errno;

    if (!reason && !ferror(stdout))
        return EXIT_FINE;
    /* The stream does not remember the reason of an earlier error. Writing again usually finds it.
     */
    if (!reason)
        reason = putchar('\n') != EOF && fflush(stdout) == 0 ? 0 : errno;
    if (reason != EPIPE) /* as `head` does when it has seen enough */
        fprintf(stderr, "broadside %s: writing failed: %s\n", command,
                reason ? strerror(reason) : "an earlier write failed");
    return EXIT_FAILED;
}
