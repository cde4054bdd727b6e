/* The screen game: a menu, placing, battle, and what comes after, drawn on a terminal.
 *
 * Everything beyond the terminal is the host's: it starts and keeps games, knows the history and
 * remembers what was chosen. The program hands in a table of functions that it connects to the
 * store; a slot may be NULL where there is nothing behind it. */
#ifndef BROADSIDE_TUI_SCREEN_H
#define BROADSIDE_TUI_SCREEN_H

#include "rules/record.h"
#include "session/session.h"
#include "tui/keyboard.h"

enum { CHOICE_SIZE = 64, SCREEN_MAX_ITEMS = 64 };

enum screen_pace { SCREEN_PACE_NONE, SCREEN_PACE_FAST, SCREEN_PACE_NORMAL, SCREEN_PACE_SLOW };

/* What the menu asks for. */
struct screen_choice {
    char name[2][NAME_SIZE];
    char rules[CHOICE_SIZE];    /* a preset or a file */
    char opponent[CHOICE_SIZE]; /* as --bot takes it */
    char watched[2][CHOICE_SIZE];
    bool has_tracking, hard_tracking; /* whether misses are marked; or as the rules say */
    bool has_first;
    int first; /* enum first, where it is not as the rules say */
    enum screen_pace pace;
    bool two_people;
};

/* A line of a list: games that can be continued, games that were played. */
struct screen_item {
    char id[CHOICE_SIZE]; /* for the host */
    char text[160];       /* for the reader */
};

struct screen_host {
    void *context;
    /* The rules that are chosen, with what the choice changes in them; checked. */
    enum error (*rules)(void *context, const struct screen_choice *choice, struct rules *rules,
                        struct message *message);
    /* A game that is kept from now on. */
    enum error (*start)(void *context, const struct session_terms *terms, struct session **session,
                        struct message *message);
    enum error (*unfinished)(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                             struct message *message);
    enum error (*resume)(void *context, const char *id, struct session **session,
                         struct message *message);
    /* The game has ended or is left; the session is still the caller's. `told` gets a sentence on
     * where it is kept. */
    void (*finish)(void *context, const struct session *session, struct message *told);
    void (*remember)(void *context, const struct screen_choice *choice);
    enum error (*games)(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                        struct message *message);
    enum error (*record)(void *context, const char *id, struct buffer *text,
                         struct message *message);
    enum error (*statistics)(void *context, struct buffer *text, struct message *message);
    /* What the player should hear of, once each: a line of the settings that is wrong, a place that
     * cannot be written. False when there is nothing more. */
    bool (*warning)(void *context, struct message *sentence);
};

/* Runs until the player leaves. `message` tells why it could not start (ERR_UNAVAILABLE: use the
 * plain game), or what went wrong. The terminal is clean afterwards in every case. With `session`
 * it starts in the middle of that game, which stays the caller's. */
enum error screen_run(const struct screen_host *host, const struct keyboard *keyboard,
                      const struct screen_choice *choice, const struct term_options *options,
                      struct session *session, struct message *message);

/* Shows a record in the viewer, after move `from`, and nothing else. A record that does not replay
 * is refused with its line before the terminal is touched; ERR_UNAVAILABLE as above. */
enum error screen_replay(struct slice record, int from, const struct keyboard *keyboard,
                         const struct term_options *options, struct message *message);

#endif
