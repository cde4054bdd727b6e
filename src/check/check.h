/* Looks a bot over: starts it, plays it against simple opponents under the limits, and collects
 * what is wrong with it. check_advice.h puts the findings into words.
 *
 * A report is a plain value and belongs to the caller. */
#ifndef BROADSIDE_CHECK_CHECK_H
#define BROADSIDE_CHECK_CHECK_H

#include "guest/guest.h"

/* What can be wrong, worst first; the order is that of reports. */
enum check_finding_kind {
    FINDING_START,     /* it cannot be started at all */
    FINDING_BUILD,     /* its build step failed */
    FINDING_MODULE,    /* something it needs is not installed */
    FINDING_NOT_READY, /* no `ready` in time */
    FINDING_FLUSH,     /* its output waits in a buffer */
    FINDING_CRASH,
    FINDING_EXIT,
    FINDING_STALL,
    FINDING_LOOP, /* computes longer than a move may take */
    FINDING_JAIL,
    FINDING_MEMORY,
    FINDING_FLOOD,
    FINDING_TALKS, /* something on standard output that is no answer */
    FINDING_TWICE, /* two answers, or one before the question */
    FINDING_PROTOCOL,
    FINDING_PLACEMENT,
    FINDING_MOVE,
    FINDING_NAMING,  /* a jar whose name or factory is not what tournaments look for */
    FINDING_VERSION, /* compiled for a newer Java than there is */
    FINDING_THROWS,  /* exceptions out of its callbacks */
    FINDING_LATE,    /* places ships after placeShips has returned */
    FINDING_IGNORED, /* places ships twice, foreign ones, or nowhere */
    FINDING_WEAK,    /* does not beat the example bots */
    FINDING_REPEATS, /* shoots where it has shot */
    FINDING_WRECKS,  /* places ships that sink at once */
    FINDING_WASTED,  /* shots off the board */
    FINDING_BANK,    /* too slow for its time bank */
    FINDING_REFUSES, /* has not declared what the rules that were asked for need */
    /* From here on: worth knowing, but nothing is wrong. */
    FINDING_NEAR_LIMIT,
    FINDING_SHORT, /* fewer rounds than planned, because it takes its time */
    FINDING_CHANGES,
    FINDING_LINGERS, /* does not leave when its input ends */
    FINDING_NO_NAME,
    FINDING_STRANGE, /* words in its hello that nobody knows */
    FINDING_PLAYS,   /* presets that it has not declared */
    FINDING_LOG,     /* writes a lot to standard error */
    FINDING_PRINTS,  /* a jar: prints a lot */
    FINDING_OPEN,    /* played without all protections */
    FINDING_KINDS
};

enum { SHOWN_SIZE = 1600 };

struct check_finding {
    uint64_t count;         /* rounds, shots, lines; 0: not found */
    uint64_t of;            /* of so many */
    uint64_t round;         /* the first one, 0 where it was in none */
    char rules[64];         /* of that round */
    struct message example; /* what happened there */
    char shown[SHOWN_SIZE]; /* the bot's own words: last lines of standard error, a line */
};

enum { CHECK_RIVALS = 2 };
struct check_strength {
    char rules[64];
    uint64_t boards; /* 0: not measured */
    double shots;    /* a board, on average */
    const char *rival[CHECK_RIVALS];
    double rival_shots[CHECK_RIVALS];
};

/* What is known of a jar; check_jar.h fills it. */
enum { JAR_CALLS = 8, JAR_EXAMPLES = 2 };
struct jar_rival {
    uint64_t rounds, won, lost, used_us; /* no rounds: not played */
};
struct check_jar {
    bool is_jar, is_seen, is_named, has_class;
    uint32_t newest, java; /* versions: of its newest class, and what is installed */
    char generation[16], entry[128];
    uint64_t rounds, output, late, ignored, thrown[JAR_CALLS];
    struct jar_rival rival[JAR_EXAMPLES];
};

struct check_report {
    char name[64];
    char command[128]; /* its command line, as far as it fits; empty for bots of our own */
    uint64_t rounds, planned, broken;
    uint64_t answers, used_us, slowest_us;
    struct limits limits;
    struct check_strength strength;
    struct check_jar jar;
    struct check_finding finding[FINDING_KINDS];
};

enum { DEFAULT_CHECK_ROUNDS = 200 };

struct check_terms {
    const char *bot;
    struct guest_config *config;
    const struct rules *rules; /* checked; NULL: every preset that the bot has declared */
    uint64_t rounds, seed;
    /* Optional: told before each set of rules. */
    void (*progress)(void *context, const char *rules, uint64_t rounds);
    void *context;
};

/* Fills the report. An error is one of ours or of the machine and not the bot's: protections that
 * are missing, memory. */
enum error check_bot(const struct check_terms *terms, struct check_report *report,
                     struct message *message);

/* How many findings are problems; the others are notes. */
int check_problems(const struct check_report *report);
static inline bool check_is_problem(enum check_finding_kind kind)
{
    return kind < FINDING_NEAR_LIMIT;
}

/* For those who add to a report: notes one more; round, example and shown text are kept of the
 * first. */
struct check_finding *check_note(struct check_report *report, enum check_finding_kind kind);

/* The last lines of a text, at most `lines` of them, made printable. */
void check_show(struct check_finding *finding, struct slice text, int lines);

#endif
