/* What the screen game gets from the program: rules by name, the history, the settings, and
 * warnings to show.
 *
 * A backend belongs to the caller; the history and the settings it points to outlive it. */
#ifndef BROADSIDE_CLI_SCREEN_BACKEND_H
#define BROADSIDE_CLI_SCREEN_BACKEND_H

#include "store/settings.h"
#include "store/store.h"
#include "store/user_files.h"
#include "tui/screen.h"

enum { MAX_WARNINGS = 4 };

struct screen_backend {
    struct store *history;  /* NULL if there is none */
    const char *no_history; /* the reason */
    struct settings *settings;
    bool ascii; /* no special characters in texts */
    int warnings;
    struct message warning[MAX_WARNINGS]; /* not shown yet */
    char fleets[USER_FILE_SIZE];          /* where they are kept, for the player to read */
};

/* The table of functions for the screen game; its context is the backend. */
struct screen_host screen_backend_host(struct screen_backend *backend);

/* The keys from the settings. Lines that make no sense become warnings. */
void screen_backend_keyboard(struct screen_backend *backend, struct keyboard *keyboard);

/* What was chosen last time; the first time, classic rules against medium. */
void screen_backend_choice(const struct screen_backend *backend, struct screen_choice *choice);

/* Adds a warning that the menu shows once. */
void screen_backend_warn(struct screen_backend *backend, const char *warning);

#endif
