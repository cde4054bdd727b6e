/* See guests.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/guests.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Plugins are run by this very program, wherever it was started from. */
static void find_program(struct guests *guests)
{
    static const char self[] = "/proc/self/exe";
    ssize_t length = readlink(self, guests->program, sizeof guests->program - 1);

    if (length < 0)
        snprintf(guests->program, sizeof guests->program, "%s", self);
    else
        guests->program[length] = '\0';
    guests->config.program = guests->program;
}

enum error guests_init(struct guests *guests, struct message *message)
{
    enum error error = OK;

    guests->config.limits = limits_default;
    for (int i = 0; !error && i < guests->limits.count; i++) {
        error = limits_set(&guests->config.limits, guests->limits.value[i], message);
        if (error)
            message_prefix(message, "--limit");
    }
    find_program(guests);
    guests->opener = (struct bot_opener){guest_open, &guests->config};
    return error;
}

void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count)
{
    struct message missing;
    bool has_guest = false;

    for (int i = 0; i < count; i++) {
        bool in_process = guest_runs_in_process(&guests->config, bots[i]);

        if (in_process)
            fprintf(stderr,
                    "broadside %s: %s runs inside this process, without a jail, because of "
                    "--trust\n",
                    command, slice_quote(slice_of(bots[i])).text);
        has_guest |= guest_is_spec(bots[i]) && !in_process;
    }
    if (has_guest && guests->config.unsafe && jail_missing(&missing))
        fprintf(stderr, "broadside %s: guests are not protected against: %s\n", command,
                missing.text);
}

enum error guests_check_path(const struct bot *bot, const char *path, struct message *message)
{
    const struct guest_report *report = guest_report(bot);
    char *whole = report && path ? realpath(path, NULL) : NULL;
    size_t length = report ? strlen(report->folder) : 0;
    enum error error = OK;

    if (whole && strncmp(whole, report->folder, length) == 0 &&
        (whole[length] == '/' || whole[length] == '\0'))
        error = error_set(ERR_IO, message,
                          "%s lies in the folder of a guest, %s, which could read there what its "
                          "enemy does; put it elsewhere",
                          slice_quote(slice_of(path)).text,
                          slice_quote(slice_of(bot->kind->name)).text);
    free(whole);
    return error;
}
