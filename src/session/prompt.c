#include "session/prompt.h"

enum prompt_command prompt_parse(struct slice line)
{
    static const char *const words[] = {
        [PROMPT_EMPTY] = "",        [PROMPT_HELP] = "help",   [PROMPT_BOARD] = "board",
        [PROMPT_FLEET] = "fleet",   [PROMPT_STOCK] = "stock", [PROMPT_LOG] = "log",
        [PROMPT_STATUS] = "status", [PROMPT_SAVE] = "save",   [PROMPT_QUIT] = "quit",
    };
    int command = PROMPT_QUIT;

    line = slice_trim(line);
    while (command != PROMPT_MOVE && !slice_is_nocase(line, words[command]))
        command--;
    return (enum prompt_command)command;
}
