#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/guests.h"

#include "arena/entry.h"
#include "base/path.h"
#include "guest/cgroup.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

/* Plugins run in this program, wherever it was started from. */
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

static void note_size(const char *command, const char *bot)
{
    if (!entry_is_folder(bot) && guest_shares_files(bot))
        fprintf(stderr,
                "broadside %s: %s: it is too large to be copied for every match (more than "
                "256 MB or 10000 files), so its matches share it\n",
                command, slice_quote(slice_of(bot)).text);
}

/* The same for each bot in a folder of bots. */
static void note_sizes(const char *command, const char *folder)
{
    DIR *bots = opendir(folder);
    const struct dirent *entry;
    char path[PATH_MAX];

    while (bots && (entry = readdir(bots)))
        if (entry->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            note_size(command, path);
    if (bots)
        closedir(bots);
}

void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count)
{
    struct message missing;
    bool has_guest = false;

    for (int i = 0; i < count; i++) {
        bool in_process = guest_runs_in_process(&guests->config, bots[i]);

        if (in_process)
            fprintf(stderr, "broadside %s: --trust: %s runs inside this process, without a jail\n",
                    command, slice_quote(slice_of(bots[i])).text);
        else if (entry_is_folder(bots[i]))
            note_sizes(command, bots[i]);
        else
            note_size(command, bots[i]);
        has_guest |= guest_is_spec(bots[i]) && !in_process;
    }
    if (has_guest && guests->config.unsafe && jail_missing(&missing))
        fprintf(stderr, "broadside %s: --unsafe: guests run without full protection: %s\n", command,
                missing.text);
}

void guests_note_limits(const struct guests *guests, const char *command, const char *const *bots,
                        int count)
{
    struct message missing = {"--no-cgroup"};
    bool has_guest = false;

    for (int i = 0; i < count; i++)
        has_guest |= guest_is_spec(bots[i]) && !guest_runs_in_process(&guests->config, bots[i]);
    if (!has_guest || (!guests->config.no_cgroup && !cgroup_missing(&missing)) ||
        jail_missing(NULL))
        return;
    fprintf(stderr,
            "broadside %s: without control groups, memory that the kernel holds for guests is only "
            "estimated, and a guest that exceeds a limit is noticed a moment later: %s\n",
            command, missing.text);
}

enum error guests_check_path(const struct bot *bot, const char *path, struct message *message)
{
    const struct guest_report *report = guest_report(bot);
    char *real = report && path ? realpath(path, NULL) : NULL, folder[PATH_MAX];
    enum error error = OK;

    if (report && path && !real && path_folder(path, folder, sizeof folder))
        real = realpath(folder, NULL); /* where it will be written */
    if (real && path_is_below(real, report->sees))
        error = error_set(
            ERR_IO, message,
            "%s is in the folder of the guest %s, which could read there what it must not "
            "know; choose another place",
            slice_quote(slice_of(path)).text, slice_quote(slice_of(bot->kind->name)).text);
    free(real);
    return error;
}
