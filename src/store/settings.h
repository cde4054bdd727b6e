/* The user's settings: a small text file of `key = value` lines that people can edit. Writing it
 * preserves comments and unknown keys. An invalid line is ignored with a warning. */
#ifndef BROADSIDE_STORE_SETTINGS_H
#define BROADSIDE_STORE_SETTINGS_H

#include "base/error.h"
#include "session/my_rules.h"
#include "session/pace.h"

#include <stdbool.h>

enum { MAX_KEY_LINES = 64 };

/* A line `key.ACTION = KEYS`; not checked here. */
struct key_line {
    char action[32], keys[64];
};

struct settings {
    char name[64];     /* of the player; empty if never asked */
    char opponent[64]; /* a level or bot, as --bot takes it */
    char rules[64];    /* a preset; empty if never chosen */
    enum pace pace;
    int speed; /* of the viewer; session/pace.h */
    enum motion motion;
    bool bell;            /* rings when a ship is hit */
    bool learn;           /* bots may learn from the player's past fleets */
    struct my_rules mine; /* changes to the rules */
    bool plain, speak;
    int key_lines;
    struct key_line key[MAX_KEY_LINES]; /* never written */
};

/* The defaults: opponent medium, normal pace, everything else empty or as in the rules. */
void settings_init(struct settings *settings);

/* The preset to offer for a new game. */
const char *settings_rules(const struct settings *settings);

/* Reads the file over the defaults; a missing file is not an error. `warning` says which lines were
 * ignored, or is empty. */
enum error settings_read(struct settings *settings, struct message *warning,
                         struct message *message);

/* Replaces the file as a whole or not at all; only the owner can read it. A file that cannot be
 * read is not overwritten. */
enum error settings_write(const struct settings *settings, struct message *message);

enum error settings_parse_pace(const char *word, enum pace *pace, struct message *message);

#endif
