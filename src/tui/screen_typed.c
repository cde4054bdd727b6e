/* Typed commands, with the grammar of the plain game. The plain game also answers the questions: an
 * answer of one line goes to the status line, a longer one gets a page. */
#include "session/prompt.h"
#include "tui/plain_internal.h"
#include "tui/screen_battle_internal.h"

#include <stdlib.h>
#include <string.h>

static enum screen_result show_answer(struct battle *battle, char *text)
{
    char *end = strchr(text, '\n');

    if (end && end[1] == '\0')
        *end = '\0';
    if (strchr(text, '\n') || term_width(text) > term_columns() - 2)
        return screen_pager(battle->screen, "Broadside", text);
    battle_say(battle, STYLE_PLAIN, "%s", text);
    return SCREEN_BACK;
}

static bool answer_question(struct plain *plain, int side, struct slice line,
                            enum prompt_command command)
{
    switch (command) {
    case PROMPT_FLEET:
        plain_fleet(plain, side);
        return true;
    case PROMPT_STOCK:
        plain_stock(plain, side);
        return true;
    case PROMPT_LOG:
        plain_log(plain, side);
        return true;
    case PROMPT_STATUS:
        plain_status(plain);
        return true;
    case PROMPT_BOARD:
        plain_boards(plain, side, true);
        return true;
    default:
        return plain_question(plain, side, line);
    }
}

/* True if the line was a question; `*result` is then how the player left its answer. */
static bool answer_line(struct battle *battle, struct slice line, enum prompt_command command,
                        enum screen_result *result)
{
    struct plain_options options = {0};
    struct plain plain;
    char *text = NULL;
    size_t size = 0;
    bool is_question;

    options.out = open_memstream(&text, &size);
    if (!options.out)
        return false;
    plain_init(&plain, battle->session, &options);
    is_question = answer_question(&plain, battle->side, line, command);
    plain_release(&plain);
    fclose(options.out);
    if (is_question && text)
        *result = show_answer(battle, text);
    free(text);
    return is_question;
}

enum screen_result battle_status(struct battle *battle)
{
    enum screen_result result = SCREEN_BACK;

    answer_line(battle, slice_of("status"), PROMPT_STATUS, &result);
    return result;
}

/* Shows the last line of the log again. */
static void repeat_last(struct battle *battle)
{
    const struct battle_log *log = &battle->log[battle->side];

    if (log->count > 0)
        battle_say(battle, STYLE_PLAIN, "%s", log->line[(log->count - 1) % LOG_LINES]);
}

static enum screen_result save(struct battle *battle, const struct page *page)
{
    char path[256] = "broadside.record";
    struct message message;
    bool done, yes;
    enum screen_result result = screen_edit(page, "Save the record as", path, sizeof path, &done);

    if (result != SCREEN_BACK || !done)
        return result;
    result = screen_confirm_write(page, path, &yes);
    if (result != SCREEN_BACK || !yes)
        return result;
    if (session_write_record(battle->session, path, &message) != OK)
        battle_say(battle, STYLE_BAD, "Not saved: %s.", message.text);
    else
        battle_say(battle, STYLE_PLAIN, "Saved to %s. It contains both fleets, so no peeking!",
                   path);
    return SCREEN_BACK;
}

/* Handles a typed line. Empties `text` unless it is a move to be made. */
static enum screen_result handle_line(struct battle *battle, const struct page *page,
                                      char text[TYPED_SIZE])
{
    struct slice line = slice_trim(slice_of(text));
    struct message reason;
    enum prompt_command command = prompt_parse(line);
    enum screen_result result = SCREEN_BACK;
    struct move move;

    if (command == PROMPT_MOVE && slice_is_nocase(line, "repeat")) {
        repeat_last(battle);
    } else if (slice_is_nocase(line, "hint")) {
        result = battle_advise(battle);
    } else if (answer_line(battle, line, command, &result)) {
        text[0] = '\0';
        return result;
    } else if (command == PROMPT_HELP) {
        result = screen_help(battle->screen, battle_rules(battle));
    } else if (command == PROMPT_SAVE) {
        result = save(battle, page);
    } else if (command == PROMPT_QUIT) {
        battle->leaves = true;
    } else if (command == PROMPT_MOVE) {
        if (prompt_parse_move(line, battle_rules(battle), &move, &reason) == OK ||
            battle_rules(battle)->invalid_input == INVALID_LOSE_TURN)
            return SCREEN_BACK;
        battle_refuse(battle, &reason);
    }
    text[0] = '\0';
    return result;
}

enum screen_result battle_type(struct battle *battle, char text[TYPED_SIZE])
{
    struct page page = {battle_draw, battle};
    bool done;
    enum screen_result result;

    text[0] = '\0';
    result = screen_edit(&page, "A move or a question (help lists them)", text, TYPED_SIZE, &done);
    if (result != SCREEN_BACK || !done) {
        text[0] = '\0';
        return result;
    }
    return handle_line(battle, &page, text);
}
