/* The bot's end of the protocol. The view that it derives from the lines must equal the engine's
 * view: over random games under all rules, including illegal input and special moves. */
#define _GNU_SOURCE /* fmemopen */
#include "guest/host_bot.h"
#include "support/play.h"
#include "support/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A hosted bot and the lines for it. */
struct listener {
    struct bot *bot;
    struct host_bot *host;
    char said[PROTOCOL_LINE];
};

static void listener_open(struct listener *listener, const char *name)
{
    assert_int_equal(bot_new(name, &listener->bot, NULL), OK);
    listener->host = host_bot_new(listener->bot);
    assert_non_null(listener->host);
}

static void listener_close(struct listener *listener)
{
    host_bot_free(listener->host);
    bot_free(listener->bot);
}

static void send_slice(void *to, struct slice line)
{
    struct listener *listener = to;
    struct message message = {""};
    struct writer answer;
    bool leave;

    writer_init(&answer, listener->said, sizeof listener->said);
    if (host_bot_handle(listener->host, line, &answer, &leave, &message) != OK)
        fail_msg("%.*s: %s", (int)line.length, line.text, message.text);
}

static void send_line(struct listener *listener, const char *line)
{
    send_slice(listener, slice_of(line));
}

static enum error refused(struct listener *listener, const char *line, const char *why)
{
    struct message message = {""};
    struct writer answer;
    bool leave;
    enum error error;

    writer_init(&answer, listener->said, sizeof listener->said);
    error = host_bot_handle(listener->host, slice_of(line), &answer, &leave, &message);
    if (error && !strstr(message.text, why))
        fail_msg("'%s' is not in '%s'", why, message.text);
    return error;
}

static void send_rules(struct listener *listener, const struct rules *rules)
{
    rules_send(rules, send_slice, listener);
    send_line(listener, "match 1 seed 18446744073709551615 from 1");
}

/* The first lines of a started game for one side. */
static void send_opening(struct listener *listener, const struct view *view)
{
    char line[PROTOCOL_LINE];
    struct writer writer;

    writer_init(&writer, line, sizeof line);
    protocol_print_round(1, view->side, &writer);
    send_line(listener, line);
    writer_init(&writer, line, sizeof line);
    writer_put(&writer, "fleet ");
    layout_print(&view->own.layout, &view->rules, &writer);
    send_line(listener, line);
    send_line(listener, view->status.first == view->side ? "start you" : "start enemy");
    if (protocol_uses_afloat(&view->rules)) {
        writer_init(&writer, line, sizeof line);
        protocol_print_afloat(view, &writer);
        send_line(listener, line);
    }
}

static void send_news(struct listener *listener, const struct view *view, struct move move,
                      struct outcome outcome)
{
    char line[PROTOCOL_LINE];
    struct writer writer;

    if (outcome.mover != view->side)
        outcome_conceal(&move, &outcome);
    writer_init(&writer, line, sizeof line);
    protocol_print_outcome(view, &move, &outcome, &writer);
    assert_false(writer.full);
    send_line(listener, line);
    if (!outcome.over)
        return;
    writer_init(&writer, line, sizeof line);
    protocol_print_end(outcome.winner == NOBODY       ? ROUND_DRAWN
                       : outcome.winner == view->side ? ROUND_WON
                                                      : ROUND_LOST,
                       view->status.points[view->side], view->status.points[1 - view->side],
                       event_reason_word((enum reason)outcome.reason), &writer);
    send_line(listener, line);
}

static void play_told_game(const struct rules *rules, uint64_t seed)
{
    static struct game game;
    struct listener listener[2];
    struct play play;

    play_open(&play, seed);
    play_start(&game, rules, &play.rng);
    for (int side = 0; side < 2; side++) {
        listener_open(&listener[side], "random");
        send_rules(&listener[side], rules);
        send_opening(&listener[side], &game.view[side]);
    }
    while (!game_status(&game)->over) {
        play_move(&play, &game);
        for (int side = 0; play.applied && side < 2; side++) {
            const char *part;

            send_news(&listener[side], &game.view[side], play.move, play.outcome);
            part = view_difference(host_bot_view(listener[side].host), &game.view[side]);
            if (part)
                fail_msg("%s, seed %llu: the %s of side %d differs", rules->name,
                         (unsigned long long)seed, part, side);
        }
    }
    listener_close(&listener[0]);
    listener_close(&listener[1]);
    play_close(&play);
}

static void the_hosts_view_equals_the_engines(void **state)
{
    struct rules rules;

    (void)state;
    for (int i = 0; play_rules(i, &rules); i++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            play_told_game(&rules, seed);
}

static void views_are_equal_under_random_rules(void **state)
{
    struct rules rules;
    struct rng rng;

    (void)state;
    rng_seed(&rng, 6);
    for (uint64_t i = 0; i < 60; i++) {
        play_draw_rules(&rng, &rules);
        play_told_game(&rules, i);
    }
}

/* A round without enemy moves, as in a simulation. */
static void a_bot_can_shoot_alone(void **state)
{
    static struct game game;
    struct rules rules = rules_from("salvo", "hints=2;hint-after=1");
    struct layout layout = layout_from(&rules, "A1 h, A3 h, A5 h, A7 h, A9 h");
    struct listener listener;
    struct move move;
    struct outcome outcome;

    (void)state;
    game_init_solo(&game, &rules);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    listener_open(&listener, "hunt");
    send_rules(&listener, &rules);
    send_line(&listener, "round 1");
    send_line(&listener, "start you");
    while (!game_status(&game)->over) {
        struct slice said;

        send_line(&listener, "act");
        said = (struct slice){listener.said, strlen(listener.said) - 1};
        assert_int_equal(move_parse(said, &rules, &move, NULL), OK);
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
        send_news(&listener, &game.view[SIDE_A], move, outcome);
        assert_null(view_difference(host_bot_view(listener.host), &game.view[SIDE_A]));
    }
    listener_close(&listener);
}

static void misplaced_lines_are_rejected_with_a_message(void **state)
{
    struct listener listener;

    (void)state;
    listener_open(&listener, "hunt");
    assert_int_equal(refused(&listener, "broadside 2", "version '2'"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "round 1", "before the match"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "match 1 seed 2", "no rules"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "match one seed 2", "match 1000 seed 4711"), ERR_SYNTAX);
    send_rules(&listener, rules_find("classic"));
    assert_int_equal(refused(&listener, "act", "outside a round"), ERR_SYNTAX);
    send_line(&listener, "round 7 side b");
    assert_int_equal(refused(&listener, "round 7 side c", "round 1 side a"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "act", "not started"), ERR_SYNTAX);
    send_line(&listener, "place");
    assert_int_equal(refused(&listener, "place", "already been placed"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "start me", "'you' or 'enemy'"), ERR_SYNTAX);
    send_line(&listener, "start enemy");
    assert_int_equal(refused(&listener, "start enemy", "already started"), ERR_SYNTAX);
    send_line(&listener, "enemy fire A1 -> A1=miss");
    assert_int_equal(refused(&listener, "enemy fire A1 -> A1=miss", "cannot have"), ERR_MISMATCH);
    assert_int_equal(refused(&listener, "enemy fire A1", "expected something like"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "enemy fire B1 -> B1=gone", "'gone'"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "afloat Rowboat", "'Rowboat'"), ERR_SYNTAX);
    assert_int_equal(refused(&listener, "end well", "end won 45 31"), ERR_SYNTAX);
    send_line(&listener, "end lost 0 0 broken");
    assert_int_equal(refused(&listener, "over 1 2", "over 612 380 8"), ERR_SYNTAX);
    send_line(&listener, "over 1 2 3");
    listener_close(&listener);
}

static void unknown_words_are_ignored(void **state)
{
    struct listener listener;

    (void)state;
    listener_open(&listener, "hunt");
    send_line(&listener, "weather fine");
    send_line(&listener, "");
    send_line(&listener, "broadside 1 and more");
    assert_non_null(strstr(listener.said, "ready\n"));
    send_rules(&listener, rules_find("salvo"));
    send_line(&listener, "round 1 side b of many");
    assert_int_equal(host_bot_view(listener.host)->side, SIDE_B);
    send_line(&listener, "fleet A1 h, A3 h, A5 h, A7 h, A9 h");
    send_line(&listener, "start you now");
    assert_int_equal(refused(&listener, "act 4", "5 shots"), ERR_MISMATCH);
    send_line(&listener, "act 5 quickly");
    assert_memory_equal(listener.said, "fire ", 5);
    listener_close(&listener);
}

/* Runs a whole conversation and returns the answers. */
static enum error converse(const char *bot_name, const char *lines, char *said, size_t size,
                           struct message *message)
{
    FILE *in = fmemopen((void *)(uintptr_t)lines, strlen(lines), "r");
    FILE *out = fmemopen(said, size, "w");
    struct bot *bot;
    enum error error;

    assert_non_null(in);
    assert_non_null(out);
    assert_int_equal(bot_new(bot_name, &bot, message), OK);
    error = host_bot_run(bot, in, out, message);
    bot_free(bot);
    fclose(in);
    fclose(out);
    return error;
}

static void a_conversation_ends_with_quit_or_the_end_of_input(void **state)
{
    char said[4096];
    struct message message = {""};

    (void)state;
    assert_int_equal(
        converse("null", "broadside 1\nquit\nbroadside 1\n", said, sizeof said, &message), OK);
    assert_non_null(strstr(said, "name null\n"));
    assert_null(strstr(strstr(said, "name ") + 1, "name "));
    assert_int_equal(converse("null", "broadside 1\r\nbroadside 1", said, sizeof said, &message),
                     OK);
    assert_non_null(strstr(strstr(said, "name ") + 1, "name "));
    assert_int_equal(converse("null", "broadside 1\nact\n", said, sizeof said, &message),
                     ERR_SYNTAX);
    assert_non_null(strstr(message.text, "line 2: 'act' before the match"));
}

static void answers_depend_on_seed_and_round(void **state)
{
    const char *lines =
        "rule preset = classic\nmatch 9 seed 4711\nround 5\nplace\nstart you\nact\n";
    char first[4096], second[4096];
    struct rules rules = rules_from("classic", "");
    struct match_terms terms = {.rules = &rules, .rounds = 9, .seed = 4711};
    char text[1024];
    struct layout layout;
    struct message message;
    struct writer writer;
    struct view view;
    struct bot *bot;

    (void)state;
    assert_int_equal(converse("hunt", lines, first, sizeof first, &message), OK);
    assert_int_equal(converse("hunt", lines, second, sizeof second, &message), OK);
    assert_string_equal(first, second);
    /* The same as inside a match. */
    assert_int_equal(bot_new("hunt", &bot, NULL), OK);
    bot_match_start(bot, &terms);
    rng_seed(&bot->rng, rng_mix_seed(terms.seed, 5));
    view_init(&view, &rules, SIDE_A);
    bot_round_start(bot, &view, 5);
    assert_int_equal(bot_place(bot, &view, &layout), BROKEN_NONE);
    writer_init(&writer, text, sizeof text);
    layout_print(&layout, &rules, &writer);
    assert_memory_equal(first, text, strlen(text));
    bot_free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hosts_view_equals_the_engines),
        cmocka_unit_test(views_are_equal_under_random_rules),
        cmocka_unit_test(a_bot_can_shoot_alone),
        cmocka_unit_test(misplaced_lines_are_rejected_with_a_message),
        cmocka_unit_test(unknown_words_are_ignored),
        cmocka_unit_test(a_conversation_ends_with_quit_or_the_end_of_input),
        cmocka_unit_test(answers_depend_on_seed_and_round),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
