/* The commands that show the state of the game. Everything comes from the player's own view, except
 * the log, which comes from the record with the enemy's secrets left out. */
#include "session/board_text.h"
#include "session/narrate.h"
#include "session/prompt_text.h"
#include "tui/plain_internal.h"

#include <stdlib.h>

enum { LOG_SHOTS = 20, LOG_MOVES = 12, HEADING_SIZE = NAME_SIZE + 16, ANSWER_SIZE = 8192 };

const struct view *plain_view(const struct plain *plain, int side)
{
    return &session_game(plain->session)->view[side];
}

void plain_draw(struct plain *plain, const struct board_side *left, const struct board_side *right,
                bool remember)
{
    char *text = malloc(BOARD_TEXT_SIZE); /* large */
    struct writer writer;

    if (!text)
        return;
    writer_init(&writer, text, BOARD_TEXT_SIZE);
    board_text_print(left, right, &writer);
    if (remember)
        plain_say(plain, text);
    else
        plain_show(plain, text);
    free(text);
}

void plain_boards(struct plain *plain, int side, bool asked)
{
    char enemy_heading[HEADING_SIZE], own_heading[HEADING_SIZE];
    const struct view *view = plain_view(plain, side);
    struct board_side enemy = {enemy_heading, view, true};
    struct board_side own = {own_heading, view, false};
    bool shows_own = view->status.over || prompt_text_shows_own(view, asked);

    if (plain->options->speak && !asked)
        return;
    snprintf(enemy_heading, sizeof enemy_heading, "%s's waters",
             session_name(plain->session, 1 - side));
    snprintf(own_heading, sizeof own_heading, "%s's fleet", session_name(plain->session, side));
    plain_draw(plain, &enemy, shows_own ? &own : NULL, asked);
}

/* Both fleets, once the game is over. */
void plain_truth(struct plain *plain)
{
    char heading[2][HEADING_SIZE];
    struct board_side side[2];

    if (plain->options->speak)
        return;
    for (int i = 0; i < 2; i++) {
        snprintf(heading[i], sizeof heading[i], "%s's fleet", session_name(plain->session, i));
        side[i] = (struct board_side){heading[i], plain_view(plain, i), false};
    }
    plain_draw(plain, &side[0], &side[1], false);
}

static void list_signs(const struct rules *rules, struct writer *writer)
{
    const char *more[] = {
        rules->touch ? NULL : ". is known to be water",
        rules->wrecks ? "x is a wreck" : NULL,
        rules->specials & SPECIAL_RADAR ? "? is where radar found ships, _ where it found none"
                                        : NULL,
        rules->specials & SPECIAL_SMOKE ? "= is your smoke, & your ship under it" : NULL,
        rules->hints ? "? is the block of a hint" : NULL,
    };
    bool any = false;

    writer_format(writer, "On the boards, ~ is water%s, o a miss, * a hit, %% sunk, # your ship.\n",
                  rules->tracking == TRACKING_HARD ? " or your miss" : "");
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i]) {
            writer_format(writer, "%s%s", any ? "; " : "", more[i]);
            any = true;
        }
    writer_put(writer, any ? ".\n" : "");
    if (rules->own_map == OWN_MAP_HIDDEN && rules->specials & SPECIAL_SMOKE)
        writer_put(writer, "While you can lay smoke, board and cell show your ships.\n");
}

static void log_shots(struct plain *plain, int side)
{
    const struct view *view = plain_view(plain, side);
    const struct track *track = &view->tracking;
    int from = track->shots > LOG_SHOTS ? track->shots - LOG_SHOTS : 0;
    char text[ANSWER_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "Shots so far: %d", track->shots);
    for (int i = from; i < track->shots; i++)
        writer_format(&writer, "%s%s %s %s", i == from ? ":" : ",",
                      i == from && from > 0 ? " ..." : "",
                      cell_name(track->order[i].cell, view->rules.width).text,
                      event_answer_word((enum answer)track->order[i].answer));
    writer_put(&writer, ".\n");
    plain_say(plain, text);
}

/* The last moves of both sides, read from the record, which saves keeping a second list. */
void plain_log(struct plain *plain, int side)
{
    const char *const names[2] = {session_name(plain->session, 0), session_name(plain->session, 1)};
    int from = session_moves(plain->session) - LOG_MOVES;
    struct record_reader *reader = malloc(sizeof *reader); /* large */
    struct outcome outcome;
    struct move move;
    bool more = true;

    log_shots(plain, side);
    if (!reader || record_open(reader, session_record(plain->session), NULL) != OK)
        more = false;
    while (more && record_step(reader, &move, &outcome, &more, NULL) == OK && more) {
        char text[NARRATION_SIZE];
        struct writer writer;

        if (reader->moves <= from)
            continue;
        writer_init(&writer, text, sizeof text);
        writer_format(&writer, "%d. ", reader->moves);
        narrate_move(&move, &outcome, &reader->game, names, side, &writer);
        plain_say(plain, text);
    }
    free(reader);
}

/* Says what one of the functions of prompt_text.h prints. */
static void say_text(struct plain *plain, int side,
                     void (*print)(const struct session *session, int side, struct writer *writer))
{
    char text[PROMPT_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    print(plain->session, side, &writer);
    plain_say(plain, text);
}

void plain_help(struct plain *plain)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    char text[PROMPT_TEXT_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    prompt_text_moves(rules, &writer);
    writer_put(&writer, "Commands that never cost a turn:\n"
                        "  board, fleet        show the boards; list the ships\n"
                        "  stock, log          list your special moves; list the last moves\n");
    prompt_text_questions(&writer);
    writer_put(&writer,
               "  repeat, status      repeat the last answer; show turn, shots, commitments\n");
    if (!rules->hints)
        writer_put(&writer, "  hint                ask the coach for advice\n");
    writer_put(&writer,
               "  save, quit, help    write the record to a file; leave; show this list\n");
    list_signs(rules, &writer);
    plain_say(plain, text);
}

void plain_fleet(struct plain *plain, int side)
{
    say_text(plain, side, prompt_text_fleet);
}

void plain_stock(struct plain *plain, int side)
{
    say_text(plain, side, prompt_text_stock);
}

void plain_status(struct plain *plain)
{
    say_text(plain, NOBODY, prompt_text_status);
}
