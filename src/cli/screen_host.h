/* What stands behind the screen game: it starts and keeps games by `struct keeping`, knows the
 * history, and remembers choices in the settings.
 *
 * A host belongs to the caller, and so do the keeping and the settings it points to, which outlive
 * it. */
#ifndef BROADSIDE_CLI_SCREEN_HOST_H
#define BROADSIDE_CLI_SCREEN_HOST_H

#include "cli/keeping.h"
#include "store/settings.h"
#include "tui/screen.h"

enum { MAX_WARNINGS = 4 };

struct host {
    struct keeping *keeping; /* started */
    struct settings *settings;
    const char *record; /* where the record of the first game goes, or NULL */
    int warnings;
    struct message warning[MAX_WARNINGS]; /* to be shown */
};

/* The table that the screen game calls; its context is the host. */
struct screen_host host_table(struct host *host);

/* The keys, as far as the lines of the settings make sense; others become warnings. */
void host_keyboard(struct host *host, struct keyboard *keyboard);

/* What was chosen last; the first time classic against medium. */
void host_choice(const struct host *host, struct screen_choice *choice);

/* A sentence that the menu shows once. */
void host_warn(struct host *host, const char *sentence);

#endif
