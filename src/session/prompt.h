/* The commands that a player can type at the prompt besides moves. They never cost a turn. */
#ifndef BROADSIDE_SESSION_PROMPT_H
#define BROADSIDE_SESSION_PROMPT_H

#include "base/text.h"

enum prompt_command {
    PROMPT_MOVE, /* not a command: a move, or a mistake */
    PROMPT_EMPTY,
    PROMPT_HELP,
    PROMPT_BOARD,
    PROMPT_FLEET,
    PROMPT_STOCK,
    PROMPT_LOG,
    PROMPT_STATUS,
    PROMPT_SAVE,
    PROMPT_QUIT
};

/* Which command the line is. Case and surrounding blanks do not matter. */
enum prompt_command prompt_parse(struct slice line);

#endif
