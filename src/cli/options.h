/* Option tables: everything there is to say about an option, once.
 *
 * Each command has one const table, in its cmd_*.c. args.h parses command lines with it, and
 * `broadside help`, the manual page and the shell completions are written from it. */
#ifndef BROADSIDE_CLI_OPTIONS_H
#define BROADSIDE_CLI_OPTIONS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum option_kind {
    OPTION_OPERAND,     /* an argument without a name; args.h collects them in order */
    OPTION_FLAG,        /* bool */
    OPTION_NUMBER,      /* uint64_t, from `least` to `most` */
    OPTION_MASTER_SEED, /* struct seed */
    OPTION_TEXT,        /* const char * */
    OPTION_WORD,        /* const char *, one of `words` */
    OPTION_REPEATED,    /* struct values, of `words` if there are any */
};

/* What the shell can complete a value to, besides `words`. */
enum {
    OFFER_RULES = 1 << 0, /* names of presets */
    OFFER_KNOBS = 1 << 1, /* KNOB=VALUE */
    OFFER_BOTS = 1 << 2,  /* built-in bots */
    OFFER_FILES = 1 << 3,
    OFFER_FOLDERS = 1 << 4,
    OFFER_COMMANDS = 1 << 5,
};

struct option {
    const char *name;      /* "--games"; "BOT" for an operand */
    const char *brief;     /* "-o"; NULL for almost all */
    const char *argument;  /* "N"; NULL for flags, words and operands */
    const char *initial;   /* the default, as it would be typed; NULL leaves the target zero */
    const char *otherwise; /* what happens by default, in words, where there is no `initial` */
    const char *help;      /* whole sentences; the first is the description in completions */
    const char *words;     /* separated by blanks */
    const char *needs;     /* the option without which this one makes no sense */
    const char *excludes;  /* options that cannot be combined with it, separated by blanks */
    const char *unless;    /* of what is required: options that take its place */
    enum option_kind kind;
    bool required;
    bool many; /* of an operand, the last one: any number of them */
    unsigned offers;
    uint64_t least, most;
    size_t offset; /* of the target in the command's struct */
};

/* Rows that several commands share. TYPE is the command's struct, MEMBER the target in it, which
 * offsetof takes without parentheses. */
/* NOLINTBEGIN(bugprone-macro-parentheses) */
#define OPTION_RULES(type, member, default_rules)                                                  \
    {                                                                                              \
        .name = "--rules", .kind = OPTION_TEXT, .argument = "R", .initial = default_rules,         \
        .offers = OFFER_RULES | OFFER_FILES, .offset = offsetof(type, member),                     \
        .help = "The rules: a preset, which 'broadside rules' lists, or a rules file."             \
    }
#define OPTION_RULE(type, member)                                                                  \
    {                                                                                              \
        .name = "--rule", .kind = OPTION_REPEATED, .argument = "K=V", .offers = OFFER_KNOBS,       \
        .offset = offsetof(type, member),                                                          \
        .help = "Change one rule. 'broadside rules --knobs' lists the rules and their values."     \
    }
#define OPTION_SEED(type, member)                                                                  \
    {                                                                                              \
        .name = "--seed", .kind = OPTION_MASTER_SEED, .argument = "SEED",                          \
        .otherwise = "a random seed, which is printed", .offset = offsetof(type, member),          \
        .help = "Repeat a run: the same seed gives the same result with any number of "            \
                "threads. " SEED_HELP                                                              \
    }
#define OPTION_THREADS(type, member)                                                               \
    {                                                                                              \
        .name = "--threads", .kind = OPTION_NUMBER, .argument = "N", .least = 1,                   \
        .most = MAX_THREADS, .otherwise = "one per processor", .offset = offsetof(type, member),   \
        .help = "Use at most N threads."                                                           \
    }
#define OPTION_MAX_BROKEN(type, member)                                                            \
    {                                                                                              \
        .name = "--max-broken", .kind = OPTION_NUMBER, .argument = "N", .initial = "3",            \
        .least = 1, .most = 1000000, .offset = offsetof(type, member),                             \
        .help = "A bot that breaks N rounds of a match loses the rest of it."                      \
    }
#define OPTION_PAIRED(type, member)                                                                \
    {                                                                                              \
        .name = "--paired", .kind = OPTION_FLAG, .offset = offsetof(type, member),                 \
        .help = "Play every pair of fleets twice. The fleets are drawn at random instead of "      \
                "placed by "                                                                       \
                "the bots; the second time the bots swap fleets and the other bot moves first."    \
    }
#define OPTION_REPORT(type, member)                                                                \
    {                                                                                              \
        .name = "--report", .kind = OPTION_TEXT, .argument = "DIR", .offers = OFFER_FOLDERS,       \
        .offset = offsetof(type, member),                                                          \
        .help = "Write a web page with tables, charts and recorded rounds: DIR/index.html."        \
    }
#define OPTION_DB(type, member)                                                                    \
    {                                                                                              \
        .name = "--db", .kind = OPTION_TEXT, .argument = "FILE", .offers = OFFER_FILES,            \
        .otherwise = "the game history", .offset = offsetof(type, member),                         \
        .help = "The database that stores tournaments."                                            \
    }
/* NEEDED is the option without which it makes no sense, or NULL. */
#define OPTION_CHART_STYLE(type, member, needed)                                                   \
    {                                                                                              \
        .name = "--chart-style", .kind = OPTION_WORD, .initial = "bars", .words = "bars lines",    \
        .needs = needed, .offset = offsetof(type, member),                                         \
        .help = "Draw the share of games as bars, one for each number, or as smoothed lines."      \
    }
/* A number from 1 on, and a file, under any name. */
#define OPTION_COUNT(option, type, member, default_count, most_count, text)                        \
    {                                                                                              \
        .name = option, .kind = OPTION_NUMBER, .argument = "N", .initial = default_count,          \
        .least = 1, .most = most_count, .offset = offsetof(type, member), .help = text             \
    }
#define OPTION_FILE(option, type, member, text)                                                    \
    {                                                                                              \
        .name = option, .kind = OPTION_TEXT, .argument = "FILE", .offers = OFFER_FILES,            \
        .offset = offsetof(type, member), .help = text                                             \
    }
#define OPTION_JSON(type, member)                                                                  \
    {                                                                                              \
        .name = "--json", .kind = OPTION_FLAG, .offset = offsetof(type, member),                   \
        .help = "Print the result as JSON."                                                        \
    }
/* The options for the jail of guests; MEMBER is a struct guest_config. */
#define OPTION_JAIL(type, member)                                                                  \
    {.name = "--trust",                                                                            \
     .kind = OPTION_FLAG,                                                                          \
     .offset = offsetof(type, member.trust),                                                       \
     .help = "Run plugins inside this process, without a jail."},                                  \
        {.name = "--no-cgroup",                                                                    \
         .kind = OPTION_FLAG,                                                                      \
         .offset = offsetof(type, member.no_cgroup),                                               \
         .help = "Run guests without control groups even if this machine has them."},              \
    {                                                                                              \
        .name = "--unsafe", .kind = OPTION_FLAG, .offset = offsetof(type, member.unsafe),          \
        .help = "Run guests even if this machine lacks some of the protections."                   \
    }
/* The options of commands that run guests; MEMBER is a struct guests. */
#define OPTION_GUESTS(type, member)                                                                \
    {.name = "--limit",                                                                            \
     .kind = OPTION_REPEATED,                                                                      \
     .argument = "K=N",                                                                            \
     .offset = offsetof(type, member.limits),                                                      \
     .help = "Change one limit on guests, such as move=500. The keys are start, move, bank and "   \
             "build (milliseconds), memory and scratch (megabytes), output and log (kilobytes), "  \
             "and processes."},                                                                    \
        OPTION_JAIL(type, member.config)
/* NOLINTEND(bugprone-macro-parentheses) */

/* Help for a seed where guests may play. */
#define SEED_HELP                                                                                  \
    "SEED is a number N. If a guest plays, a new secret is mixed with it, so that no bot can "     \
    "guess the seed; N:SECRET, which is printed when the run is over, repeats that run."

/* Help for an operand that names a bot. */
#define BOT_HELP                                                                                   \
    "built-in ('broadside bots' lists them) or a guest (./FOLDER, ./PROGRAM, cmd:COMMAND LINE, "   \
    "PLUGIN.so or FILE.jar)."

/* The option of this name, with its dashes; NULL if the table has none. */
const struct option *option_find(const struct option *options, struct slice name);

/* `--games N`, `--pace none|fast`, `BOT`. */
void option_print_form(const struct option *option, struct writer *writer);

/* `all, gauntlet or swiss`. */
void option_print_words(const struct option *option, struct writer *writer);

/* The help text, followed by what else the table says: words, needs, repetition, default. */
void option_print_text(const struct option *option, struct writer *writer);

/* `sim --bot BOT... [OPTIONS]`: form 0 is the usual one, others have an option instead of an
 * operand. False past the last form. */
bool option_print_usage(const struct option *options, const char *command, int form,
                        struct writer *writer);

/* Is `word` in the list, whose words are separated by blanks? NULL is an empty list. */
bool option_lists(const char *list, const char *word);
#endif
