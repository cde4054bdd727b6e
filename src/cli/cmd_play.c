/* broadside play: a person against a bot. */
#include "base/outfile.h"
#include "cli/args.h"
#include "cli/command.h"
#include "tui/plain.h"

#include <stdio.h>

int cmd_play(int argc, char **argv)
{
    const char *rules_name = "classic", *bot = "random", *name = "Player", *record = NULL;
    struct values changes = {0};
    uint64_t seed = 0;
    bool plain = false, seed_given = false;
    const struct option options[] = {
        {.name = "--rules", .kind = OPTION_TEXT, .target = &rules_name},
        {.name = "--rule", .kind = OPTION_REPEATED, .target = &changes},
        {.name = "--bot", .kind = OPTION_TEXT, .target = &bot},
        {.name = "--name", .kind = OPTION_TEXT, .target = &name},
        {.name = "--record", .kind = OPTION_TEXT, .target = &record},
        {.name = "--seed",
         .kind = OPTION_NUMBER,
         .target = &seed,
         .most = MAX_SEED,
         .given = &seed_given},
        {.name = "--plain", .kind = OPTION_FLAG, .target = &plain},
        {.name = NULL},
    };
    struct session *session = NULL;
    struct operands operands;
    struct message message;
    struct rules rules;
    enum error error = args_parse(argc, argv, options, &operands, &message);

    if (!error && operands.count > 0)
        return command_usage("play", "it takes options only");
    if (!error)
        error = args_rules(rules_name, &changes, &rules, &message);
    if (!error) {
        struct session_terms terms = {&rules, {name, bot}, {NULL, bot}, seed_given, seed};

        error = session_new(&terms, &session, &message);
    }
    if (!error && record) /* better to hear of a path that cannot be written before the game */
        error = outfile_probe(record, &message);
    if (error) {
        session_free(session);
        return command_refused("play", error, &message);
    }
    printf("Broadside: %s rules against %s.\n", rules.name, bot);
    error = plain_play(session, stdin, stdout, record, &message);
    session_free(session);
    if (error)
        return command_refused("play", error, &message);
    return command_finish("play");
}
