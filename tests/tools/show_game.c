/* Opens one screen of the game directly: show_game watch|end RULES A B SEED
 *
 * watch: the viewer, with a game between two bots. end: the end screen, after such a game. If A is
 * `+`, it is a person who shoots in reading order. Prints how the screen was left; exits with 1 if
 * it could not be shown. */
#include "tui/screen_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *sentence)
{
    fprintf(stderr, "show_game: %s\n", sentence);
    return 1;
}

/* Plays to the end. */
static enum error play(struct session *session, struct message *message)
{
    const struct game *game = session_game(session);
    enum error error = OK;

    for (int cell = 0; !error && !game_status(game)->over;) {
        struct move move = {.kind = MOVE_FIRE, .count = 1, .cell = {(uint16_t)cell}};
        struct outcome outcome;

        if (session_is_bot(session, game_status(game)->turn)) {
            error = session_bot_move(session, &move, &outcome, message);
        } else {
            error = session_move(session, &move, &outcome, message);
            cell++;
        }
    }
    return error;
}

static int show(struct session *session, bool at_end)
{
    static const char *const ways[] = {
        [SCREEN_BACK] = "back", [SCREEN_QUIT] = "quit", [SCREEN_END] = "end"};
    struct screen screen = {.choice = {.speed = 4}};
    struct term_options options = {0};
    struct message message = {""};
    struct keyboard keyboard;
    bool rematch = false;
    enum screen_result result;

    keyboard_init(&keyboard);
    screen.keyboard = &keyboard;
    if (term_open(&options, &message) != OK)
        return fail(message.text);
    if (at_end)
        result = screen_end(&screen, session, "This is game 7 in your history.", &rematch);
    else
        result = screen_view(&screen, session_record(session), session, "Watching bots");
    term_close();
    printf("left: %s%s\n", ways[result], rematch ? ", rematch" : "");
    return 0;
}

int main(int argc, char **argv)
{
    const struct rules *rules = argc == 6 ? rules_find(argv[2]) : NULL;
    struct message message = {""};
    struct session *session = NULL;
    struct layout layout;
    int status;

    if (!rules)
        return fail("usage: show_game watch|end RULES A B SEED");
    struct session_terms terms = {
        .rules = rules,
        .name = {strcmp(argv[3], "+") == 0 ? "Ann" : argv[3], argv[4]},
        .bot = {strcmp(argv[3], "+") == 0 ? NULL : argv[3], argv[4]},
        .has_seed = true,
        .seed = {.number = strtoull(argv[5], NULL, 10)},
    };

    if (session_new(&terms, &session, &message) != OK ||
        (!terms.bot[0] && session_place_randomly(session, SIDE_A, &layout, &message) != OK) ||
        (strcmp(argv[1], "end") == 0 && play(session, &message) != OK))
        status = fail(message.text);
    else
        status = show(session, strcmp(argv[1], "end") == 0);
    session_free(session);
    return status;
}
