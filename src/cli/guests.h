/* What commands that take guests have in common: the options for how guests are run, and where such
 * a command gets its bots from. */
#ifndef BROADSIDE_CLI_GUESTS_H
#define BROADSIDE_CLI_GUESTS_H

#include "cli/args.h"
#include "cli/command.h"
#include "contest/contest_match.h"
#include "guest/guest.h"

enum { PROGRAM_SIZE = 4096 };

struct guests {
    struct values limits; /* `KEY=N` each, as typed */
    struct guest_config config;
    struct bot_opener opener;
    char program[PROGRAM_SIZE];
};

/* Once the options are read: `config` and `opener` are complete. The struct stays where it is. */
enum error guests_init(struct guests *guests, struct message *message);

/* Says on standard error what a person should know before bots of these names are run: a plugin in
 * this process, protections that are missing. */
void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count);

/* Refuses a file or a folder that the bot, if it is a guest, could read while it plays; NULL is
 * fine. */
enum error guests_check_path(const struct bot *bot, const char *path, struct message *message);

#endif
