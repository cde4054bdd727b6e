/* Checks a bot: starts it, plays it against simple opponents under the limits, and collects what is
 * wrong with it. check_advice.h puts the findings into words.
 *
 * A report is a plain value and belongs to the caller. */
#ifndef BROADSIDE_CHECK_CHECK_H
#define BROADSIDE_CHECK_CHECK_H

#include "guest/guest.h"
#include "guest/transcript.h"

/* What can be wrong. Reports list the problems as they were found, because the first one is often
 * the cause of the others, and then the notes in this order. */
enum check_finding_kind {
    FINDING_START,     /* it cannot be started at all */
    FINDING_BUILD,     /* its build step failed */
    FINDING_MODULE,    /* something it needs is missing */
    FINDING_NOT_READY, /* no `ready` in time */
    FINDING_FLUSH,     /* its output stays in a buffer */
    FINDING_CRASH,
    FINDING_EXIT,
    FINDING_STALL,
    FINDING_LOOP, /* computes longer than a move may take */
    FINDING_JAIL,
    FINDING_MEMORY,
    FINDING_FLOOD,
    FINDING_TALKS, /* output that is not an answer */
    FINDING_TWICE, /* two answers, or one before the question */
    FINDING_PROTOCOL,
    FINDING_PLACEMENT,
    FINDING_MOVE,
    FINDING_NAMING,  /* a jar whose name or factory tournaments would not find */
    FINDING_VERSION, /* compiled for a newer Java than the one installed */
    FINDING_THROWS,  /* exceptions in its callbacks */
    FINDING_LATE,    /* places ships after placeShips has returned */
    FINDING_IGNORED, /* places ships twice, of another fleet, or at null */
    FINDING_WEAK,    /* does not beat the example bots */
    FINDING_REPEATS, /* shoots at cells it has already shot at */
    FINDING_WRECKS,  /* places ships that sink immediately */
    FINDING_WASTED,  /* shots off the board */
    FINDING_BANK,    /* too slow for its time bank */
    FINDING_REFUSES, /* has not declared what the given rules need */
    /* From here on: notes. */
    FINDING_LOADED, /* the machine was too busy to judge its speed */
    FINDING_NEAR_LIMIT,
    FINDING_SHORT, /* fewer rounds than planned, because it is slow */
    FINDING_CHANGES,
    FINDING_LINGERS, /* does not exit when its input ends */
    FINDING_NO_NAME,
    FINDING_STRANGE, /* unknown words in its hello */
    FINDING_PLAYS,   /* presets it has not declared */
    FINDING_LOG,     /* writes a lot to standard error */
    FINDING_PRINTS,  /* a jar: prints a lot */
    FINDING_OPEN,    /* played without full protection */
    FINDING_KINDS
};

enum { SHOWN_SIZE = 1600 };

struct check_finding {
    uint64_t count;         /* rounds, shots, lines; 0: not found */
    int order;              /* when it was found first; 0 for what explains all others */
    uint64_t of;            /* the total */
    uint64_t round;         /* the first one; 0 if not in a round */
    char rules[64];         /* of that round */
    struct message example; /* what happened there */
    char shown[SHOWN_SIZE]; /* quoted from the bot: the end of standard error, or a line */
};

enum { CHECK_RIVALS = 2 };
struct check_strength {
    char rules[64];
    uint64_t boards;     /* 0: not measured */
    double shots, error; /* per board: the mean and its standard error */
    const char *rival[CHECK_RIVALS];
    double rival_shots[CHECK_RIVALS];
};

/* About a jar; filled by check_jar.h. */
enum { JAR_CALLS = 8, JAR_EXAMPLES = 2 };
struct jar_rival {
    uint64_t rounds, won, lost, used_us; /* 0 rounds: not played */
};
struct check_jar {
    bool is_jar, is_seen, is_named, has_class;
    uint32_t newest, java; /* Java versions: of its newest class, and installed */
    char generation[16], entry[128];
    uint64_t rounds, output, late, ignored, thrown[JAR_CALLS];
    struct jar_rival rival[JAR_EXAMPLES];
};

struct check_report {
    char name[64];
    char command[128];    /* its command line, truncated; empty for built-in bots */
    char interpreter[32]; /* from the first line of a script; or empty */
    uint64_t rounds, planned, broken;
    uint64_t answers, used_us, slowest_us;
    uint64_t waited_us; /* for a processor that other programs had */
    int found;          /* findings so far */
    bool bad_bot_json;  /* FINDING_START because of bot.json */
    struct limits limits;
    struct check_strength strength;
    struct check_jar jar;
    struct check_finding finding[FINDING_KINDS];
};

struct check_terms {
    const char *bot;
    struct guest_config *config;
    const struct rules *rules; /* valid; NULL: every preset that the bot has declared */
    uint64_t rounds;           /* of the match; 0: as many as its rules set */
    struct seed seed;
    struct check_progress *progress; /* optional */
    struct transcript *transcript;   /* optional: of the match, and those of other presets */
};

/* Rounds so far and in all, for a display in another thread. */
struct check_progress {
    _Atomic uint64_t done, planned;
};

/* Fills the report. An error means a problem with the machine and not with the bot, as in
 * guest_is_machine_error. */
enum error check_bot(const struct check_terms *terms, struct check_report *report,
                     struct message *message);

/* The number of findings that are problems and not notes. */
int check_problems(const struct check_report *report);
static inline bool check_is_problem(enum check_finding_kind kind)
{
    return kind < FINDING_LOADED;
}

/* The findings in the order of a report; returns how many there are. */
int check_sort(const struct check_report *report, enum check_finding_kind kinds[FINDING_KINDS]);

/* For the other files of the check: counts a finding. The caller fills round, example and shown
 * text for the first one. */
struct check_finding *check_note(struct check_report *report, enum check_finding_kind kind);

/* Quotes the last lines of a text, at most `lines`, made printable. */
void check_show(struct check_finding *finding, struct slice text, int lines);

#endif
