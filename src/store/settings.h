/* What the program remembers of its user: a small text file of `key = value` lines, which people
 * may edit. Unknown keys and comments are kept when the file is written again; a line that is wrong
 * is passed over with a warning and never loses the rest. */
#ifndef BROADSIDE_STORE_SETTINGS_H
#define BROADSIDE_STORE_SETTINGS_H

#include "base/error.h"
#include "session/pace.h"

#include <stdbool.h>

/* Whether misses are marked, and who shoots first: as the rules say, or as the player likes. */
enum liked_tracking { LIKES_TRACKING_OF_RULES, LIKES_EASY, LIKES_HARD };
enum liked_first { LIKES_FIRST_OF_RULES, LIKES_ME, LIKES_OPPONENT, LIKES_RANDOM };

enum { MAX_KEY_LINES = 64 };

/* A line `key.ACTION = KEYS`; whether there is such an action is for others to judge. */
struct key_line {
    char action[32], keys[64];
};

struct settings {
    char name[64];     /* of the player; empty when never asked */
    char opponent[64]; /* a level or bot, as --bot takes it */
    char rules[64];    /* a preset; empty when never chosen */
    enum pace pace;
    enum liked_tracking tracking;
    enum liked_first first;
    bool plain, speak;
    int key_lines;
    struct key_line key[MAX_KEY_LINES]; /* read only: they stay as they were written */
};

/* The defaults: no name, medium, no rules, normal, the rest as the rules say. */
void settings_init(struct settings *settings);

/* Reads the file over the defaults. No file is no error. `warning` gets a sentence (or an empty
 * text) where lines were passed over. */
enum error settings_read(struct settings *settings, struct message *warning,
                         struct message *message);

/* Completely or not at all, readable by the owner only. A file that cannot be read is not
 * overwritten. */
enum error settings_write(const struct settings *settings, struct message *message);

enum error settings_parse_pace(const char *word, enum pace *pace, struct message *message);

#endif
