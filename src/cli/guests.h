/* What all commands with guests share: the options for running guests, and opening bots. */
#ifndef BROADSIDE_CLI_GUESTS_H
#define BROADSIDE_CLI_GUESTS_H

#include "cli/args.h"
#include "cli/command.h"
#include "guest/guest.h"

enum { PROGRAM_SIZE = 4096 };

struct guests {
    struct values limits; /* `KEY=N` each, as typed */
    struct guest_config config;
    struct bot_opener opener;
    char program[PROGRAM_SIZE];
};

/* Completes `config` and `opener` once the options have been read. The struct must not move. */
enum error guests_init(struct guests *guests, struct message *message);

/* Warns on standard error before these bots run: about plugins in this process and missing
 * protections. */
void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count);

/* Says on standard error which limits on guests are missing: control groups are not available, or
 * not wanted. Prints nothing if there is no guest among the bots, or no jail. */
void guests_note_limits(const struct guests *guests, const char *command, const char *const *bots,
                        int count);

/* ERR_IO if the bot is a guest that could read this file or folder while it plays. Accepts NULL. */
enum error guests_check_path(const struct bot *bot, const char *path, struct message *message);

#endif
