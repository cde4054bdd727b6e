/* The commands that a player can type at the prompt besides moves. They never cost a turn. */
#ifndef BROADSIDE_SESSION_PROMPT_H
#define BROADSIDE_SESSION_PROMPT_H

#include "rules/move.h"

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

/* Like move_parse, with a message for people: it mentions the command `help`. */
enum error prompt_parse_move(struct slice line, const struct rules *rules, struct move *move,
                             struct message *message);

#endif
