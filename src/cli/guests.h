/* What all commands with guests share: the options for running guests, and opening bots. */
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

/* Completes `config` and `opener` after the options have been read. The struct must not be moved.
 */
enum error guests_init(struct guests *guests, struct message *message);

/* Warns on standard error before these bots run: about plugins in this process and missing
 * protections. */
void guests_note(const struct guests *guests, const char *command, const char *const *bots,
                 int count);

/* ERR_IO if the bot is a guest and could read this file or folder while it plays. NULL is allowed.
 */
enum error guests_check_path(const struct bot *bot, const char *path, struct message *message);

/* The limits as text and as JSON. */
void guests_print_limits(const struct guests *guests, FILE *file);
struct json_value *guests_limits_json(const struct guests *guests);

/* Facts about a guest after its match; times are in `seconds`. */
struct json_value *guests_facts_json(const struct guest_facts *facts);
void guests_facts_print(const struct guest_facts *facts, const char *bot, FILE *file);

/* `{"round": 437, "kind": "move-timeout", "sentence": "..."}` */
struct json_value *guests_trouble_json(const struct trouble *trouble, const char *what);

/* The same as text: `move-timeout: no answer within 1000 ms`. */
void guests_trouble_print(const struct trouble *trouble, FILE *file);

#endif
