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

enum error prompt_parse_move(struct slice line, const struct rules *rules, struct move *move,
                             struct message *message)
{
    struct message reason = {""};
    enum error error = move_parse(line, rules, move, &reason);

    if (!error)
        return OK;
    return error_set(error, message, "%s%s", reason.text,
                     text_ends_with(reason.text, " is not a move") ? "; type 'help' for a list"
                                                                   : "");
}
