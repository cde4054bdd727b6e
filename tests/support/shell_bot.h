/* Guests in shell: a script in the folder `guest` below the working directory. The bot plays well
 * except where a test replaces a part of it. */
#ifndef TESTS_SUPPORT_SHELL_BOT_H
#define TESTS_SUPPORT_SHELL_BOT_H

#include "guest/guest.h"

#include "support/home.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char shell_bot[] = "cmd:/bin/sh ./guest/bot.sh";

/* Fires in reading order on ten columns. The arguments are lines of shell for hello, `place` and
 * `act`; NULL for the default. */
static inline void write_shell_bot(const char *hello, const char *place, const char *act)
{
    char text[4096];

    snprintf(text, sizeof text,
             "letter() { shift \"$1\"; echo \"fire $2$row\"; }\n"
             "shoot() { row=$((n / 10 + 1)); letter $((n %% 10)) A B C D E F G H I J; }\n"
             "while read -r word rest; do\n"
             "    case $word in\n"
             "    broadside) %s ;;\n"
             "    round) round=${rest%%%% *} n=0 ;;\n"
             "    place) %s ;;\n"
             "    act) %s ;;\n"
             "    outcome) n=$((n + 1)) ;;\n"
             "    quit) exit 0 ;;\n"
             "    esac\n"
             "done\n",
             hello ? hello : "echo name Shell; echo ready", place ? place : "echo random",
             act ? act : "shoot");
    mkdir("guest", 0777);
    home_write("guest/bot.sh", text, strlen(text));
}

/* Generous limits, for busy machines. */
static inline struct guest_config shell_bot_config(void)
{
    struct guest_config config = {.limits = limits_default, .unsafe = true};

    config.limits.start_ms = config.limits.move_ms = 60000;
    return config;
}

#endif
