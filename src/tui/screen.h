/* The screen game: menu, placing, battle, and what follows, drawn on a terminal.
 *
 * The program fills in a table of functions, the host, to read rules, list games and remember
 * settings. All but `rules` may be NULL; the menu then leaves out the items that need them. */
#ifndef BROADSIDE_TUI_SCREEN_H
#define BROADSIDE_TUI_SCREEN_H

#include "rules/record.h"
#include "session/flow.h"
#include "session/my_rules.h"
#include "session/training.h"
#include "tui/keyboard.h"

enum { CHOICE_SIZE = 64, SCREEN_MAX_ITEMS = 64 };

/* The settings of the menu. */
struct screen_choice {
    char name[2][NAME_SIZE];
    char rules[CHOICE_SIZE];    /* a preset or a file */
    char opponent[CHOICE_SIZE]; /* as for --bot */
    char watched[2][CHOICE_SIZE];
    struct my_rules mine; /* changes to the rules */
    enum pace pace;
    enum motion motion;
    bool bell;
    bool learn; /* bots may learn where the player puts ships */
    int speed;  /* of the viewer */
    bool two_people;
    bool tutorial; /* begin with it instead of the menu */
};

/* An item of a list of games. */
struct screen_item {
    char id[CHOICE_SIZE]; /* for the host */
    char text[256];       /* for the player */
};

struct screen_host {
    void *context;
    const char *fleets; /* where the fleets are kept that bots learn from, for the player to read */
    /* Reads the chosen rules, changed as the choice says, and checks them. */
    enum error (*rules)(void *context, const struct screen_choice *choice, struct rules *rules,
                        struct message *message);
    void (*remember)(void *context, const struct screen_choice *choice);
    enum error (*games)(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                        struct message *message);
    enum error (*record)(void *context, const char *id, struct buffer *text,
                         struct message *message);
    /* Fits its tables into this number of columns, which is at least 58. */
    enum error (*statistics)(void *context, int columns, struct buffer *text,
                             struct message *message);
    /* Results of puzzles (session/training.h): appends all of them to `text`; adds one, unless the
     * puzzle has an answer, and sets `text` to all of them. */
    enum error (*training)(void *context, struct buffer *text, struct message *message);
    enum error (*trained)(void *context, const struct training_result *result, struct buffer *text,
                          struct message *message);
    /* Fetches the next warning for the player, such as an invalid line in the settings file.
     * Returns false if there are no more. */
    bool (*warning)(void *context, struct message *sentence);
};

/* Runs the game until the player quits. Games are started, saved and finished through `flow`.
 * Starts in the middle of its game, or in the menu if it has none. Returns ERR_TERMINAL if the
 * terminal cannot be used: play the plain game then. The terminal is always restored. */
enum error screen_run(const struct screen_host *host, struct flow *flow,
                      const struct keyboard *keyboard, const struct screen_choice *choice,
                      const struct term_options *options, struct message *message);

/* Shows a record in the viewer, starting after move `from`. `*speed` is the speed of the viewer
 * (session/pace.h), which the player may change. An invalid record is reported with its
 * line before the terminal is touched. */
enum error screen_replay(struct slice record, int from, const struct keyboard *keyboard,
                         const struct term_options *options, int *speed, struct message *message);

#endif
