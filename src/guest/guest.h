/* Guests: bots in processes of their own, behind the same table as every other bot.
 *
 * guest_opener is how a host gets any bot a person can name: built-in ones, plugins, folders with
 * bot.json, command lines. What stands for all guests of a run is a `struct guest_config`, which
 * must outlive every bot opened through it. */
#ifndef BROADSIDE_GUEST_GUEST_H
#define BROADSIDE_GUEST_GUEST_H

#include "bots/bot.h"
#include "guest/process.h"

/* Hears every line of a dialogue; `from_guest` tells the direction. The line has no newline. */
struct dialogue {
    void (*line)(void *context, bool from_guest, struct slice line);
    void *context;
};

struct guest_config {
    struct limits limits;
    const char *program; /* this program, absolute: plugins are hosted by `PROGRAM speak` */
    bool trust;          /* plugins run in this process */
    bool unsafe;         /* guests run although protections are missing */
};

/* Opens `NAME`, `./bot.so`, `./G3.jar`, a folder with bot.json, `cmd:COMMAND LINE`; `context` is a
 * struct guest_config. A guest is started and has said hello when this returns OK. */
enum error guest_open(void *config, const char *spec, struct bot **bot, struct message *message);

/* Is the machine to blame and not the bot: no memory, no jail, a package missing? */
bool guest_is_machine_error(enum error error);

/* Is this how a guest is named: a path, `cmd:`, `.so`, `.jar`? */
bool guest_is_spec(const char *spec);

/* Will it be loaded into this process, because the config trusts plugins? A host says so. */
bool guest_runs_in_process(const struct guest_config *config, const char *spec);

/* What is known of a guest; NULL for other bots. Valid as long as the bot. */
struct guest_report {
    const char *id;      /* as it said, or its name */
    const char *folder;  /* all of which it can read; absolute */
    uint64_t answers;    /* questions answered */
    uint64_t used_us;    /* by all of them */
    uint64_t slowest_us; /* of them */
    uint64_t start_us;   /* until the first `ready` */
    uint64_t starts;     /* processes started: 1 if it never broke */
    uint64_t strange;    /* hello lines with words nobody knows */
    bool jailed;
};
const struct guest_report *guest_report(const struct bot *bot);

/* Tells it that all is over and lets it leave, so that its log is complete; it plays no more. */
void guest_finish(struct bot *bot, unsigned grace_ms);

/* Standard error of all its processes so far, capped. */
struct slice guest_log(struct bot *bot);

/* From now on every line is heard; NULL ends that. */
void guest_listen(struct bot *bot, const struct dialogue *dialogue);

#endif
