/* Guests: bots in separate processes, behind the same table as every other bot.
 *
 * guest_open opens any bot a person can name: built-in bots, plugins, jars, folders with bot.json,
 * command lines. A `struct guest_config` holds the settings for all guests of a run and must
 * outlive every bot opened with it. */
#ifndef BROADSIDE_GUEST_GUEST_H
#define BROADSIDE_GUEST_GUEST_H

#include "bots/bot.h"
#include "guest/process.h"

/* Called for every line of a dialogue, without its newline. */
struct dialogue {
    void (*line)(void *context, bool from_guest, struct slice line);
    void *context;
};

struct guest_config {
    struct limits limits;
    const char *program; /* this program, absolute: plugins run in `PROGRAM host-bot` */
    bool trust;          /* plugins run in this process */
    bool unsafe;         /* guests run even if protections are missing */
    bool no_cgroup;      /* guests run without control groups */
};

/* Opens `NAME`, `./bot.so`, `./G3.jar`, a folder with bot.json or `cmd:COMMAND LINE`; `config` is a
 * struct guest_config. On OK, a guest has been started and has said hello. */
enum error guest_open(void *config, const char *spec, struct bot **bot, struct message *message);

/* Is the machine to blame and not the bot: no memory, no jail, a package missing? */
bool guest_is_machine_error(enum error error);

/* Does this name a guest: a path, `cmd:`, `.so`, `.jar`? */
bool guest_is_spec(const char *spec);

/* Are the files of this bot too large for a private copy? Then all its matches share them. */
bool guest_shares_files(const char *spec);

/* Is this a plugin that will be loaded into this process because the config trusts it? */
bool guest_runs_in_process(const struct guest_config *config, const char *spec);

/* Facts about a guest; NULL for other bots. Valid as long as the bot. */
struct guest_report {
    const char *id;        /* from its hello, or its name */
    const char *sees;      /* absolute path of a folder, in which it can read all, or of a file */
    uint64_t answers;      /* questions answered */
    uint64_t used_us;      /* by all answers */
    uint64_t slowest_us;   /* answer */
    uint64_t start_us;     /* until the first `ready` */
    uint64_t starts;       /* processes started; 1 if it never broke */
    uint64_t strange;      /* hello lines with unknown words */
    struct quoted unasked; /* the output that last broke the protocol; "" if none */
    bool jailed;
    bool grouped; /* limited by a control group */
};
const struct guest_report *guest_report(const struct bot *bot);

/* What its processes have used so far: time running, and time waiting for a processor that others
 * had; and the time that this thread, which reads its answers, has waited. Reads /proc; zeros if it
 * has no process. */
struct guest_usage {
    uint64_t cpu_us, waited_us, arena_us;
};
struct guest_usage guest_usage(const struct bot *bot);

/* Sends `quit` and waits for its exit, so that its log is complete. It cannot play after that. */
void guest_finish(struct bot *bot, unsigned grace_ms);

/* Standard error of all its processes so far, up to the limit. `*dropped` receives how many bytes
 * more there were. */
struct slice guest_log(struct bot *bot, uint64_t *dropped);

/* The line that ends a log wherever it is kept, if something was dropped: `broadside: 5000 more
 * bytes of standard error were dropped`, with its newline. Empty if nothing was. */
enum { LOG_NOTE = 80 };
struct slice guest_log_note(uint64_t dropped, char memory[LOG_NOTE]);

/* Passes every line to `dialogue` from now on; NULL stops that. */
void guest_listen(struct bot *bot, const struct dialogue *dialogue);

#endif
