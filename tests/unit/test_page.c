/* The page's engine: every request gets one JSON object, and none of them tells a player more than
 * the rules do. */
#include "page/page.h"

#include "bots/bot.h"
#include "rules/rules.h"
#include "support/json_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TEXT_SIZE = 1 << 16 };

static const char fleet[] =
    "Carrier A1 h, Battleship B3 v, Cruiser D3 h, Submarine J1 v, Destroyer H9 h";

static const char *ask(struct page *page, const char *request)
{
    struct slice reply = page_call(page, slice_of(request));

    if (!json_text_is_valid(reply) || reply.text[0] != '{')
        fail_msg("%.40s: %.200s", request, reply.text);
    return reply.text;
}

static bool has(const char *reply, const char *text)
{
    return strstr(reply, text) != NULL;
}

static const char *ask_ok(struct page *page, const char *request)
{
    const char *reply = ask(page, request);

    if (text_starts_with(reply, "{\"error\""))
        fail_msg("%.40s: %s", request, reply);
    return reply;
}

static void assert_error(struct page *page, const char *request, const char *why)
{
    const char *reply = ask(page, request);

    if (!text_starts_with(reply, "{\"error\"") || !has(reply, why))
        fail_msg("%.40s: %.200s", request, reply);
}

/* The value of a text in the reply, unescaped; the caller frees it. */
static char *text_of(const char *reply, const char *key)
{
    char mark[64], *text = malloc(TEXT_SIZE), *to = text;
    const char *from;

    snprintf(mark, sizeof mark, "\"%s\":\"", key);
    from = strstr(reply, mark);
    assert_non_null(from);
    assert_non_null(text);
    for (from += strlen(mark); *from != '"'; from++) {
        assert_true(to < text + TEXT_SIZE - 1);
        if (*from == '\\')
            from++;
        *to++ = from[-1] == '\\' && *from == 'n' ? '\n' : *from;
    }
    *to = '\0';
    return text;
}

/* A request with a body; valid until the next call. */
static const char *with_body(const char *line, const char *body)
{
    static char text[TEXT_SIZE + 64];

    snprintf(text, sizeof text, "%s\n%s", line, body);
    return text;
}

/* A game of Ann and Ben with the same fleet; Ann begins. */
static struct page *two_people(void)
{
    struct page *page = page_new();
    char offer[160];

    assert_non_null(page);
    snprintf(offer, sizeof offer, "restore placed %s", fleet);
    ask_ok(page, "new\nname = Ann\nsecond = Ben\nseed = 1\n\npreset = classic\nfirst = a\n");
    for (int i = 0; i < 2; i++) {
        ask_ok(page, offer);
        ask_ok(page, "ready");
    }
    return page;
}

static void play_out(struct page *page, const char *first)
{
    const char *reply = first;
    int cell = 0;

    while (!has(reply, "\"phase\":\"over\"")) {
        char move[32];

        if (has(reply, "\"phase\":\"bot\"")) {
            reply = ask_ok(page, "bot");
            continue;
        }
        assert_in_range(cell, 0, 99);
        snprintf(move, sizeof move, "move %c%d", 'A' + cell % 10, cell / 10 + 1);
        reply = ask_ok(page, move);
        cell++;
    }
}

static void it_says_what_the_program_offers(void **state)
{
    struct page *page = page_new();
    const char *reply = ask_ok(page, "about");

    (void)state;
    for (int i = 0; rules_preset(i); i++) {
        char text[128];

        snprintf(text, sizeof text, "{\"name\":\"%s\"", rules_preset(i)->name);
        assert_true(has(reply, text));
    }
    for (int i = 0; bot_registered(i); i++)
        assert_true(has(reply, bot_registered(i)->name));
    reply = ask_ok(page, "rules\npreset = grid20\n");
    assert_true(has(reply, "\"width\":20,\"height\":20"));
    assert_error(page, "rules\nboard = 99x99\n", "board");
    page_free(page);
}

static void what_is_not_a_request_is_an_error_in_a_sentence(void **state)
{
    struct page *page = page_new();

    (void)state;
    assert_string_equal(ask(page, ""), "{\"error\":\"An empty request.\"}");
    assert_error(page, "dance", "'dance' is not a request.");
    assert_error(page, "\xff\xfe\"\\", "is not a request.");
    assert_error(page, "state 0", "There is no game.");
    assert_error(page, "replay-at 1", "No record is open.");
    assert_error(page, "puzzle-answer A1", "No puzzle is open.");
    assert_error(page, "seed 12", "64 hexadecimal digits.");
    assert_error(page, "new\nbot = nobody\n\npreset = classic\n", "nobody");
    assert_error(page, "new\ncolour = red\n\n", "colour");
    page_free(page);
}

static void a_fleet_is_placed_in_every_way(void **state)
{
    struct page *page = page_new();
    const char *reply;

    (void)state;
    reply = ask_ok(page, "new\nbot = easy\nname = Ann\nseed = 1\n\npreset = classic\n");
    assert_true(has(reply, "\"phase\":\"place\""));
    assert_true(has(ask_ok(page, "placing"), "\"complete\":true"));
    reply = ask_ok(page, "clear");
    assert_true(has(reply, "\"picked\":0,\"complete\":false"));
    assert_true(has(reply, "Place the Carrier, length 5."));
    reply = ask_ok(page, "put 0 A1 h");
    assert_true(has(reply, "\"cells\":[\"A1\",\"B1\",\"C1\",\"D1\",\"E1\"]"));
    assert_true(has(reply, "Carrier, A1 h"));
    assert_true(has(ask_ok(page, "fits 1 A1 v"), "\"fits\":false,\"why\":\"Battleship"));
    assert_error(page, "put 1 A1 v", "overlaps the Carrier");
    assert_error(page, "put 9 A1 v", "A ship is a number");
    reply = ask_ok(page, "ends C6 C3");
    assert_true(has(reply, "{\"ship\":1,\"fits\":true,\"why\":\"\",\"anyway\":null,"
                           "\"cell\":\"C3\",\"direction\":\"v\",\"cells\":[\"C3\",\"C4\","));
    ask_ok(page, "put 1 C3 v");
    assert_error(page, "ends A8 B9", "one row or one column");
    assert_error(page, "ends A9 F9", "No ship has length 6.");
    assert_true(has(ask_ok(page, "rotate 0"), "\"cells\":[\"A1\",\"A2\",\"A3\",\"A4\",\"A5\"]"));
    assert_error(page, "ready", "is not placed");
    assert_true(has(ask_ok(page, "random"), "\"complete\":true"));
    assert_true(has(ask_ok(page, "put 0 J6 v"), "Carrier, J6 v"));
    assert_true(has(ask_ok(page, "rotate 0"), "Carrier, F6 h")); /* moved inwards */
    assert_true(has(ask_ok(page, "undo"), "Carrier, J6 v"));
    ask_ok(page, "random-ship 2");
    assert_false(has(ask_ok(page, "ready"), "\"phase\":\"place\""));
    assert_error(page, "clear", "The fleets are placed.");
    page_free(page);
}

static void a_move_is_previewed_made_and_told(void **state)
{
    struct page *page = two_people();
    const char *reply;

    (void)state;
    reply = ask_ok(page, "preview B3");
    assert_true(has(reply, "{\"cells\":[\"B3\"],\"board\":1,\"legal\":true"));
    reply = ask_ok(page, "move B3");
    assert_true(has(reply, "\"narration\":\"Ann fires at B3: hit."));
    assert_true(has(reply, "\"answer\":\"hit\""));
    assert_true(has(reply, "\"label\":\"B3, hit\""));
    assert_true(has(reply, "\"viewer\":0"));
    assert_true(has(reply, "\"last\":{\"board\":1,\"cells\":[\"B3\"]}"));
    assert_true(has(ask_ok(page, "state 1"), "B3, Battleship hit"));
    assert_error(page, "move Z99", "Z99");
    ask_ok(page, "move A10");
    assert_error(page, "move B3", "already been shot at");
    assert_true(has(ask_ok(page, "preview B3"), "\"why\":\"B3 has already been shot at: hit.\""));
    assert_true(has(ask_ok(page, "command help"), "fire at a cell"));
    assert_true(has(ask_ok(page, "command fleet"), "Ben's ships afloat:"));
    assert_true(has(ask_ok(page, "command status"), "SHA-256"));
    assert_true(has(ask_ok(page, "command hint"), "The coach advises"));
    assert_true(has(ask_ok(page, "command save"), "\"The game is saved after every move.\""));
    assert_true(has(ask_ok(page, "command resign"), "Ben wins: Ann has resigned."));
    page_free(page);
}

static void secrets_are_kept_until_the_end(void **state)
{
    struct page *page = page_new();
    const char *reply;

    (void)state;
    ask_ok(page, "new\nbot = hard\nname = Ann\nseed = 3\n\npreset = classic\nfirst = a\n");
    reply = ask_ok(page, "ready");
    assert_false(has(reply, "\"seed\":"));
    assert_error(page, "state 1", "secret until the end");
    assert_error(page, "state -1", "secret until the end");
    assert_error(page, "record", "after the end");
    assert_error(page, "verify", "when the fleets are revealed");
    assert_error(page, "review 0", "after its end");
    assert_error(page, "heat 0", "games with the coach");
    assert_error(page, "position-of 1 1", "secret until the end");
    reply = ask_ok(page, "move resign");
    assert_true(has(reply, "\"seed\":\"3\""));
    assert_true(has(ask_ok(page, "state -1"), "\"mark\":\"ship\""));
    assert_true(has(ask_ok(page, "verify"), "{\"ok\":true"));
    ask_ok(page, "heat 1");
    page_free(page);
}

static void smoke_is_not_shown_to_the_enemy(void **state)
{
    struct page *page = page_new();
    const char *reply;

    (void)state;
    /* The first ship that is sunk gains smoke. */
    ask_ok(page, "new\nname = Ann\nsecond = Ben\nseed = 1\n\npreset = advanced\nboard = 10x10\n"
                 "fleet = Boat 1, Carrier 5\nfirst = a\n");
    for (int i = 0; i < 2; i++) {
        ask_ok(page, "restore placed Boat A1, Carrier A3 h");
        ask_ok(page, "ready");
    }
    ask_ok(page, "move A1");
    ask_ok(page, "move J10");
    reply = ask_ok(page, "move smoke C7");
    assert_true(has(reply, "\"answer\":\"smoke\""));
    assert_true(has(reply, "\"cells\":[\"C7\",\"D7\",\"C8\",\"D8\"]"));
    assert_true(has(reply, "C7, empty under smoke"));
    reply = ask_ok(page, "state 1");
    assert_true(has(reply, "\"last\":{\"board\":0,\"cells\":[]}"));
    assert_false(has(reply, "under smoke"));
    page_free(page);
}

/* What the page says about raising a ship. */
static void assert_raise(const char *reply, const char *expected)
{
    const char *raise = strstr(reply, "{\"kind\":\"raise\"");

    assert_non_null(raise);
    raise = strstr(raise, "\"ships\":");
    assert_non_null(raise);
    if (!text_starts_with(raise, expected))
        fail_msg("%.200s", raise);
}

static void the_reason_why_no_ship_can_be_raised_is_the_true_one(void **state)
{
    static const char *const shots[] = {"A2", "A1", "D1", "B1", "D2", "C1",
                                        "A4", "A3", "C4", "D3", "A1", "B4"};
    struct page *page = page_new();

    (void)state;
    ask_ok(page, "new\nname = Ann\nsecond = Ben\nseed = 1\n\npreset = advanced\nboard = 4x4\n"
                 "fleet = Cruiser 3, Boat 2, Tug 1\nfirst = a\ntouch = yes\nreinforce = 1\n");
    for (int i = 0; i < 2; i++) {
        ask_ok(page, "restore placed Cruiser A1 h, Boat B2 h, Tug B3 h");
        ask_ok(page, "ready");
    }
    assert_raise(ask_ok(page, "state 0"),
                 "\"ships\":[],\"available\":false,\"why\":\"A reinforcement needs 1 enemy ship "
                 "sunk; so far you have sunk 0.\"");
    ask_ok(page, "move B3");
    ask_ok(page, "move D4");
    assert_raise(ask_ok(page, "state 0"), "\"ships\":[],\"available\":false,\"why\":\"You have "
                                          "lost no ship to raise.\"");
    for (int i = 0; i < 6; i++) {
        char move[16];

        snprintf(move, sizeof move, "move %s", shots[i]);
        ask_ok(page, move);
    }
    assert_raise(ask_ok(page, "state 0"), "\"ships\":[{\"name\":\"Cruiser\"}],"
                                          "\"available\":true,\"why\":\"\"");
    for (int i = 6; i < 12; i++) {
        char move[16];

        snprintf(move, sizeof move, "move %s", shots[i]);
        ask_ok(page, move);
    }
    assert_raise(ask_ok(page, "state 0"), "\"ships\":[],\"available\":false,\"why\":\"There is no "
                                          "room left for a ship to raise.\"");
    page_free(page);
}

static void a_saved_game_continues(void **state)
{
    struct page *page = page_new(), *other = page_new();
    char *saved, *again;

    (void)state;
    ask_ok(page, "new\nbot = medium\nname = Ann\nseed = 3\n\npreset = advanced\nfirst = a\n");
    assert_string_equal(ask_ok(page, "saved"), "{\"saved\":\"\"}");
    ask_ok(page, "ready");
    ask_ok(page, "move E5");
    ask_ok(page, "bot");
    saved = text_of(ask_ok(page, "saved"), "saved");
    assert_true(has(ask_ok(other, with_body("resume coach", saved)), "\"moves\":2"));
    again = text_of(ask_ok(other, "saved"), "saved");
    assert_string_equal(again, saved);
    ask_ok(other, "heat 0");
    assert_error(other, with_body("resume", "broadside save 9\n"), "");
    assert_true(has(ask_ok(other, "state 0"), "\"moves\":2")); /* the game goes on */
    free(again);
    free(saved);
    page_free(other);
    page_free(page);
}

static void a_game_is_reviewed_and_replayed(void **state)
{
    struct page *page = page_new();
    const char *reply;
    char *record, *position;

    (void)state;
    ask_ok(page, "new\nbot = hard\nname = Ann\nseed = 3\n\npreset = classic\n");
    play_out(page, ask_ok(page, "ready"));
    assert_true(has(ask_ok(page, "record 1794999038"),
                    "\"notes\":\"# ended 2026-11-18T10:50:38Z\\n# bot b "));
    assert_error(page, "record soon", "time in seconds");
    record = text_of(ask_ok(page, "record"), "record");
    assert_true(has(ask_ok(page, "review 0"), "\"summary\":\"Ann: "));
    reply = ask_ok(page, with_body("replay", record));
    assert_true(has(reply, "\"names\":[\"Ann\",\"hard\"]"));
    assert_true(has(reply, "\"seed\":\"3\""));
    reply = ask_ok(page, "replay-at 0");
    assert_true(has(reply, "\"last\":null"));
    assert_true(has(reply, "\"when\":\"What hard knows before its first move.\""));
    reply = ask_ok(page, "replay-at 5");
    assert_true(has(reply, "\"heat\":[{\"percent\":["));
    assert_true(has(reply, "\"when\":\"What Ann knew before move 4.\""));
    assert_true(has(reply, "\"when\":\"What hard knew before move 5.\""));
    assert_false(has(ask_ok(page, "replay-at 5 no-heat"), "\"heat\""));
    assert_true(has(ask_ok(page, "judge 5"), "{\"number\":5,\"sentence\":"));
    assert_error(page, "judge 999", "moves 1 to");
    reply = ask_ok(page, "position-of 5 0");
    position = text_of(reply, "position");
    assert_true(has(position, "="));
    reply = ask_ok(page, with_body("summary", record));
    assert_true(has(reply, "\"ended\":null"));
    reply = ask_ok(page, with_body("summary\n# ended 2026-11-18T10:50:38Z", record));
    assert_true(has(reply, "\"ended\":1794999038"));
    assert_true(has(reply, "\"record\":\"broadside record 1\\n"));
    assert_error(page, with_body("summary", "broadside record 9\n"), "Line 1");
    free(position);
    free(record);
    page_free(page);
}

static void an_analysis_has_the_figures_of_the_command(void **state)
{
    struct page *page = page_new();
    const char *reply = ask_ok(page, "analyze\n\npreset = classic\n");

    (void)state;
    assert_true(has(reply, "\"layouts\":\"30093975536\",\"count\":\"30,093,975,536\""));
    assert_true(has(reply, "\"cell\":\"E5\",\"hit\":0.213599"));
    reply = ask_ok(page, "analyze\nE5=miss F6=hit F7=hit\npreset = classic\n");
    assert_true(has(reply, "2,290,324,230 layouts, counted exactly; shots so far: 3"));
    assert_true(has(reply, "{\"cell\":\"F8\",\"hit\":0.6004"));
    assert_true(has(reply, "\"text\":\"60 %\""));
    assert_true(has(reply, "\"best_cells\":[\"F8\"]"));
    reply = ask_ok(page, "analyze\n\nboard = 6x6\nfleet = 1\n");
    assert_true(
        has(reply, "\"cell\":\"A1\",\"hit\":0.027778,\"error\":0.000000,\"text\":\"2.8 %\""));
    assert_true(has(reply, "\"best_cells\":[\"A1\",\"B1\""));
    assert_true(has(reply, "\"E6\",\"F6\"]"));
    reply = ask_ok(page, "analyze\nA1=hit A2=miss\nboard = 6x6\nfleet = 2\n");
    assert_true(has(reply, "\"best\":\"most likely\",\"certain\":\"!! is 100 %\""));
    assert_error(page, "analyze\nE5=splash\npreset = classic\n", "an answer is miss");
    /* Written to keep the engine busy. */
    assert_error(
        page,
        "analyze\nA1=hit F3=hit K5=hit P7=hit E10=hit J12=hit O14=hit D1=hit I3=hit N5=hit "
        "C8=hit H10=hit M12=hit B15=hit G1=hit L3=hit A6=hit F8=hit K10=hit P12=hit E15=hit "
        "J1=hit O3=hit D6=hit I8=hit N10=hit C13=hit H15=hit M1=hit B4=hit G6=hit L8=hit\n"
        "board = 16x16\nfleet = 4x16\nannounce = none\n",
        "Cannot decide whether a layout fits");
    assert_error(page, "analyze\nA1=hit A3=sunk:destroyer B2=hit\nboard = 3x3\nfleet = 2\n", "");
    page_free(page);
}

/* Appends the record of the game that is over, with its notes. */
static size_t add_record(struct page *page, char *records, size_t length)
{
    const char *reply = ask_ok(page, "record 1794999038");
    char *record = text_of(reply, "record"), *notes = text_of(reply, "notes");

    length += (size_t)snprintf(records + length, TEXT_SIZE - length, "%s%s", notes, record);
    free(record);
    free(notes);
    return length;
}

/* Ann wins with 17 shots, all of them hits, and then resigns after a miss. */
static void statistics_are_those_of_the_command(void **state)
{
    static const char *const ships[] = {"A1", "B1", "C1", "D1", "E1", "B3", "B4", "B5", "B6",
                                        "D3", "E3", "F3", "J1", "J2", "J3", "H9", "I9"};
    struct page *page = two_people();
    char records[TEXT_SIZE], move[16];
    size_t length;
    const char *reply;

    (void)state;
    for (int i = 0; i < 17; i++) {
        snprintf(move, sizeof move, "move %s", ships[i]);
        ask_ok(page, move);
        snprintf(move, sizeof move, "move %c%d", 'A' + i % 10, i < 10 ? 10 : 8);
        if (i < 16)
            ask_ok(page, move);
    }
    length = add_record(page, records, 0);
    page_free(page);
    page = two_people();
    ask_ok(page, "move J10");
    ask_ok(page, "move J10");
    ask_ok(page, "move resign");
    add_record(page, records, length);
    reply = ask_ok(page, with_body("statistics", records));
    assert_true(has(reply, "\"sentence\":\"Ben wins: Ann has resigned."));
    assert_true(has(reply, "\"table\":[{\"player\":\"Ann\",\"opponent\":\"Ben\","));
    assert_true(has(reply, "\"games\":2,\"won\":1,\"lost\":1,\"tied\":0,\"mean_shots\":\"17.0\","
                           "\"best_shots\":\"17\",\"accuracy\":\"94 %\",\"streak\":\"1 lost\","
                           "\"best_streak\":1,\"advised\":0,\"last\":1794999038},"
                           "{\"player\":\"Ben\",\"opponent\":\"Ann\","));
    assert_true(has(reply, "\"lost\":1,\"tied\":0,\"mean_shots\":\"\xe2\x80\x93\","
                           "\"best_shots\":\"\xe2\x80\x93\",\"accuracy\":\"0 %\""));
    assert_true(has(ask_ok(page, with_body("summary", records)),
                    "\"shots\":[17,16],\"hits\":[17,0],\"accuracy\":[\"100 %\",\"0 %\"]"));
    assert_error(page, "statistics\n", "no record");
    page_free(page);
}

/* A game against a level, which ends at once. Returns its record with notes. */
static char *lost_to_easy(struct page *page)
{
    char *records = calloc(1, TEXT_SIZE);

    assert_non_null(records);
    ask_ok(page, "new\nbot = easy\nname = Ann\n\npreset = classic\n");
    if (has(ask_ok(page, "ready"), "\"phase\":\"bot\""))
        ask_ok(page, "bot");
    ask_ok(page, "move resign");
    add_record(page, records, 0);
    return records;
}

static void games_against_levels_are_rated(void **state)
{
    struct page *page = page_new();
    char *record = lost_to_easy(page);
    const char *reply = ask_ok(page, with_body("statistics", record));

    (void)state;
    assert_true(has(reply, "\"levels\":\"Rating in Elo (classic: easy 1308, medium 1500,"));
    assert_true(has(reply, "\"ratings\":[{\"player\":\"Ann\",\"sentence\":\"Ann: 1"));
    assert_true(has(reply, "from 1 game\",\"range\":\"1"));
    assert_true(has(reply, "You lost every rated game"));
    assert_true(has(reply, "\"unrated\":null"));
    assert_true(has(reply, "\"high_scores\":[]"));
    free(record);
    page_free(page);
}

/* A copy without the result and the seed is the same game; another game is not. */
static void copies_of_a_game_have_one_key(void **state)
{
    struct page *page = page_new();
    char *record = lost_to_easy(page), *other = lost_to_easy(page), *key[3];
    char *result = strstr(record, "\nresult ");

    (void)state;
    key[0] = text_of(ask_ok(page, with_body("summary", record)), "key");
    key[1] = text_of(ask_ok(page, with_body("summary", other)), "key");
    assert_non_null(result);
    result[1] = '\0';
    key[2] = text_of(ask_ok(page, with_body("summary", record)), "key");
    assert_int_equal(strlen(key[0]), 64);
    assert_string_equal(key[0], key[2]);
    assert_string_not_equal(key[0], key[1]);
    for (int i = 0; i < 3; i++)
        free(key[i]);
    free(record);
    free(other);
    page_free(page);
}

/* --- for people at a browser -------------------------------------------------------------------*/

static void two_people_need_different_names(void **state)
{
    struct page *page = page_new();

    (void)state;
    assert_error(page, "new\nname = Ann\nsecond = ann\n\npreset = classic\n",
                 "The two players need different names.");
    assert_true(has(ask_ok(page, "new\nname = Player 2\n\npreset = classic\n"),
                    "\"names\":[\"Player 2\",\"Player\"]"));
    page_free(page);
}

static void only_the_person_to_move_is_told_that_it_is_their_turn(void **state)
{
    struct page *page = two_people();

    (void)state;
    assert_true(has(ask_ok(page, "state 0"), "\"sentence\":\"Ann, it is your turn.\""));
    assert_true(has(ask_ok(page, "state 1"), "\"sentence\":\"Ann is to move.\""));
    assert_true(has(ask_ok(page, "move J10"), "\"sentence\":\"Ben is to move.\""));
    page_free(page);
}

static void typed_commands_fit_the_page(void **state)
{
    struct page *page = two_people();

    (void)state;
    assert_true(has(ask_ok(page, "command quit"), "{\"leave\":\"The game is kept"));
    assert_true(has(ask_ok(page, "command board"), "A B C"));
    assert_true(has(ask_ok(page, "command help"), "{\"typed\":\"quit, help\",\"does\":"));
    assert_true(has(ask_ok(page, "command help"), "{\"title\":\"Moves:\",\"lines\":[{\"typed\":"));
    assert_error(page,
                 "command \xc3\xbc"
                 "b\xe2\x82\xac",
                 "'\xc3\xbc"
                 "b\xe2\x82\xac'");
    page_free(page);
}

static void typed_questions_are_those_of_the_plain_game(void **state)
{
    struct page *page = two_people();

    (void)state;
    assert_true(has(ask_ok(page, "command repeat"), "There is nothing to repeat yet."));
    assert_true(has(ask_ok(page, "command open hits"), "There are no open hits."));
    assert_true(has(ask_ok(page, "command cell J10"),
                    "{\"text\":\"J10 in Ben's waters: not shot at; in Ann's waters: empty.\"}"));
    assert_true(has(ask_ok(page, "command row 10"), "Row 10 in Ben's waters: none shot at yet"));
    assert_true(has(ask_ok(page, "command COLUMN j"), "Column J in Ben's waters"));
    assert_true(has(ask_ok(page, "command cell"), "Type it like this: cell B3."));
    assert_true(has(ask_ok(page, "command cell Z99"), "Z99"));
    assert_true(has(ask_ok(page, "command repeat again"), "'repeat' takes no arguments."));
    assert_true(has(ask_ok(page, "state 0"), "\"moves\":0"));
    ask_ok(page, "move B3");
    assert_true(has(ask_ok(page, "command repeat"), "Ann fires at B3"));
    page_free(page);
}

/* The program's name would tell a reader of the page to type something in a terminal. */
static void errors_in_rules_do_not_name_terminal_commands(void **state)
{
    struct page *page = page_new();

    (void)state;
    assert_error(page, "rules\nbord = 9x9\n", "Line 1: there is no rule 'bord'.");
    assert_false(has(ask(page, "rules\nbord = 9x9\n"), "broadside"));
    assert_false(has(ask(page, "rules\npreset = chess\n"), "broadside"));
    page_free(page);
}

static void a_fleet_in_the_making_is_restored(void **state)
{
    struct page *page = page_new();
    char request[TEXT_SIZE], *layout;

    (void)state;
    ask_ok(page, "new\nbot = easy\n\npreset = classic\n");
    ask_ok(page, "clear");
    layout = text_of(ask_ok(page, "put 2 C4 v"), "layout");
    assert_string_equal(layout, "Carrier -, Battleship -, Cruiser C4 v, Submarine -, Destroyer -");
    ask_ok(page, "new\nbot = easy\n\npreset = classic\n");
    snprintf(request, sizeof request, "restore placed %s", layout);
    free(layout);
    assert_true(has(ask_ok(page, request), "\"picked\":0,\"complete\":false"));
    assert_true(has(ask_ok(page, "placing"), "\"cells\":[\"C4\",\"C5\",\"C6\"]"));
    assert_true(has(ask_ok(page, "random"), "\"complete\":true"));
    assert_true(has(ask_ok(page, "clear"), "\"drawn\":false"));
    layout = text_of(ask_ok(page, "random"), "layout");
    snprintf(request, sizeof request, "restore drawn %s", layout);
    free(layout);
    assert_true(has(ask_ok(page, request), "\"drawn\":true"));
    assert_error(page,
                 "restore placed Carrier A1 h, Battleship A1 v, Cruiser -, Submarine -, "
                 "Destroyer -",
                 "Battleship");
    assert_error(page,
                 "restore placed Carrier H1 h, Battleship -, Cruiser -, Submarine -, "
                 "Destroyer -",
                 "off the board");
    assert_error(page, "restore placed Carrier A1 h, Battleship A3 h", "The Cruiser is missing");
    assert_error(page, "restore placed Raft A1 h", "Expected the Carrier, found 'Raft'.");
    assert_error(page, "restore Carrier A1 h", "drawn or placed");
    page_free(page);
}

static void only_rules_with_wrecks_offer_to_place_anyway(void **state)
{
    struct page *page = page_new();

    (void)state;
    ask_ok(page, "new\n\npreset = classic\n");
    assert_true(has(ask_ok(page, "fits 0 J1 h"), "\"fits\":false"));
    assert_true(has(ask_ok(page, "fits 0 J1 h"), "\"anyway\":null"));
    ask_ok(page, "new\n\npreset = tournament\n");
    assert_true(has(ask_ok(page, "fits 0 J1 h"), "\"anyway\":\"That wrecks ships."));
    assert_error(page, "put 0 J1 h", "");
    ask_ok(page, "put 0 J1 h anyway");
    ask_ok(page, "clear");
    ask_ok(page, "put 0 A3 h");
    assert_true(has(
        ask_ok(page, "ends B2 B5"),
        "{\"ship\":1,\"fits\":false,\"why\":\"Battleship at B2 v overlaps the Carrier at A3 h"));
    assert_true(has(ask_ok(page, "ends B2 B5"), "\"anyway\":\"That wrecks ships."));
    ask_ok(page, "put 1 B2 v anyway");
    ask_ok(page, "random");
    ask_ok(page, "ready");
    page_free(page);
}

static void the_rules_are_told_in_sentences(void **state)
{
    struct page *page = two_people();
    const char *reply = ask_ok(page, "rules-help\npreset = advanced\n");

    (void)state;
    assert_true(has(reply, "\"title\":\"Radar\",\"text\":\"You have 3 from the start."));
    assert_true(has(reply, "\"title\":\"Torpedo\""));
    assert_false(has(reply, "\"title\":\"Hints\""));
    reply = ask_ok(page, "rules-help");
    assert_true(has(reply, "{\"name\":\""));
    assert_true(has(reply, "\"title\":\"The game\""));
    assert_false(has(reply, "\"title\":\"Radar\""));
    for (int i = 0; rules_preset(i); i++) {
        char request[128];

        snprintf(request, sizeof request, "rules-help\npreset = %s\nhints = 2\n%s",
                 rules_preset(i)->name, rules_preset(i)->race ? "hints = 0\n" : "");
        assert_false(has(ask_ok(page, request), "  "));
    }
    assert_error(page, "rules-help\nbord = 9x9\n", "there is no rule");
    page_free(page);
}

static void a_puzzle_is_asked_and_scored(void **state)
{
    struct page *page = page_new();
    char *best, answer[64];
    const char *reply = ask_ok(page, "puzzle 2026-11-18");

    (void)state;
    assert_true(has(reply, "Puzzle of 18 November 2026"));
    assert_true(has(reply, "\"hint\":\"Hint (costs 20 points)\""));
    reply = ask_ok(page, "puzzle-hint");
    assert_true(has(reply, "\"sentence\":\"A best shot is among "));
    assert_true(has(reply, "\"cells\":[\""));
    assert_true(has(reply, "\"J6\""));
    assert_error(page, "puzzle-answer H2", "already been shot at");
    reply = ask_ok(page, "puzzle-answer J6");
    assert_true(has(reply, "\"best\":\"best shot\",\"certain\":\"\""));
    best = strstr(reply, "\"best\":[\"");
    assert_non_null(best);
    snprintf(answer, sizeof answer, "puzzle-answer %.*s", (int)strcspn(best + 9, "\""), best + 9);
    assert_true(text_starts_with(ask_ok(page, answer), "{\"score\":100"));
    assert_error(page, "puzzle 2026-02-30", "");
    assert_error(page, "puzzle 2026-11-19 2026-11-18", "not out yet; today is 2026-11-18");
    page_free(page);
}

static void answers_are_kept_as_lines_and_counted(void **state)
{
    struct page *page = page_new();
    const char *reply;

    (void)state;
    ask_ok(page, "puzzle 2026-11-18");
    reply = ask_ok(page, "training 2026-11-18\n");
    assert_true(has(reply, "\"answers\":0,\"best\":0,\"accuracy\":null,\"streak\":0"));
    assert_true(has(reply, "\"next\":1,\"today\":null,\"earlier\":null"));
    reply = ask_ok(page, "puzzle-answer J6");
    assert_true(has(reply, "\"shots\":[{\"cell\":\"J6\",\"hit\":\""));
    assert_true(has(reply, "\"score\":100,\"chosen\":true}"));
    assert_false(has(reply, "\"result\""));
    ask_ok(page, "puzzle-hint");
    reply = ask_ok(page, "puzzle-answer J6 2026-11-19");
    assert_true(text_starts_with(reply, "{\"score\":100,\"counted\":80,"));
    assert_true(has(reply, "\"score_sentence\":\"Score: 80 of 100, after a hint.\""));
    assert_true(has(reply, "\"result\":\"2026-11-19  2026-11-18  J6  80\\n\""));
    assert_error(page, "puzzle-answer J6 tomorrow", "");

    reply = ask_ok(page, "training 2026-11-18\n"
                         "2026-11-17  2026-11-17  B2  91\n"
                         "2026-11-18  2026-11-18  A1  80\n"
                         "2026-11-18  3000000000  C3  100\n"
                         "2026-11-18  7  D3  91\n");
    /* 362 / 4 = 90.5, which is rounded up, as in the terminal. */
    assert_true(has(reply, "\"answers\":4,\"best\":1,\"accuracy\":91,\"streak\":2,"
                           "\"longest\":2,\"next\":3000000001,\"today\":80,"));
    assert_true(has(reply, "\"earlier\":{\"sentence\":\"You answered it before, with A1 for 80 "
                           "points. Only that answer counts.\",\"cell\":\"A1\",\"counted\":80}"));
    assert_error(page, "training\n", "");
    page_free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_what_the_program_offers),
        cmocka_unit_test(what_is_not_a_request_is_an_error_in_a_sentence),
        cmocka_unit_test(a_fleet_is_placed_in_every_way),
        cmocka_unit_test(a_move_is_previewed_made_and_told),
        cmocka_unit_test(secrets_are_kept_until_the_end),
        cmocka_unit_test(smoke_is_not_shown_to_the_enemy),
        cmocka_unit_test(the_reason_why_no_ship_can_be_raised_is_the_true_one),
        cmocka_unit_test(a_saved_game_continues),
        cmocka_unit_test(a_game_is_reviewed_and_replayed),
        cmocka_unit_test(statistics_are_those_of_the_command),
        cmocka_unit_test(games_against_levels_are_rated),
        cmocka_unit_test(copies_of_a_game_have_one_key),
        cmocka_unit_test(an_analysis_has_the_figures_of_the_command),
        cmocka_unit_test(two_people_need_different_names),
        cmocka_unit_test(only_the_person_to_move_is_told_that_it_is_their_turn),
        cmocka_unit_test(typed_commands_fit_the_page),
        cmocka_unit_test(typed_questions_are_those_of_the_plain_game),
        cmocka_unit_test(errors_in_rules_do_not_name_terminal_commands),
        cmocka_unit_test(a_fleet_in_the_making_is_restored),
        cmocka_unit_test(only_rules_with_wrecks_offer_to_place_anyway),
        cmocka_unit_test(the_rules_are_told_in_sentences),
        cmocka_unit_test(a_puzzle_is_asked_and_scored),
        cmocka_unit_test(answers_are_kept_as_lines_and_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
