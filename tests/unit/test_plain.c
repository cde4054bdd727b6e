/* The plain game by itself: every preset, arbitrary input, every way to end. */
#include "tui/plain.h"

#include "base/rng.h"
#include "support/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINES = 150, MOST_SAID = 4 << 20 };

/* What is typed, and what is printed. */
struct talk {
    FILE *in, *out;
    char *said;
    struct plain_options options;
};

static void open_talk(struct talk *talk, const char *lines, size_t length)
{
    *talk = (struct talk){.in = tmpfile(), .out = tmpfile()};
    assert_true(talk->in && talk->out);
    fwrite(lines, 1, length, talk->in);
    rewind(talk->in);
    talk->options = (struct plain_options){.in = talk->in, .out = talk->out};
}

static const char *hear(struct talk *talk)
{
    long length = ftell(talk->out);

    assert_in_range(length, 0, MOST_SAID);
    free(talk->said);
    talk->said = calloc(1, (size_t)length + 1);
    assert_non_null(talk->said);
    rewind(talk->out);
    assert_int_equal(fread(talk->said, 1, (size_t)length, talk->out), length);
    return talk->said;
}

static void close_talk(struct talk *talk)
{
    fclose(talk->in);
    fclose(talk->out);
    free(talk->said);
}

static void play(struct session *session, struct talk *talk)
{
    struct flow flow = {.session = session};
    struct message message;

    if (plain_play(&flow, &talk->options, &message) != OK)
        fail_msg("%s", message.text);
    hear(talk);
}

static int count(const char *text, const char *word)
{
    int found = 0;

    for (text = strstr(text, word); text; text = strstr(text + 1, word))
        found++;
    return found;
}

/* A line that is valid, or nearly so. */
static void add_line(struct rng *rng, char *lines, size_t size)
{
    static const char *const words[] = {
        "",
        "fire %s",
        "%s",
        "radar %s",
        "smoke %s",
        "artillery %s",
        "torpedo B",
        "board",
        "fleet",
        "stock",
        "log",
        "cell %s",
        "row 5",
        "column C",
        "row 99",
        "column",
        "repeat",
        "open hits",
        "open door",
        "help",
        "cell",
        "%s h",
        "%s v",
        "undo",
        "random",
        "raise Submarine %s h",
        "\x01\xff\x80 %s",
        "torpedo 3",
        "hints",
        "%s %s",
    };
    size_t used = strlen(lines);
    char cell[8], line[64];
    const char *word = words[rng_below(rng, sizeof words / sizeof *words)];
    const char *at = strstr(word, "%s");

    snprintf(cell, sizeof cell, "%c%u", 'A' + (int)rng_below(rng, 12), rng_below(rng, 12));
    snprintf(line, sizeof line, "%.*s%s%s", at ? (int)(at - word) : 60, word, at ? cell : "",
             at ? at + 2 : "");
    snprintf(lines + used, size - used, "%s\n", line);
}

/* Whatever is typed, the game ends with the input, prints no control characters, and with `speak`
 * shows no board that was not requested. */
static void any_lines_end_cleanly(void **state)
{
    (void)state;
    for (int preset = 0; rules_preset(preset); preset++) {
        for (int way = 0; way < 4; way++) {
            char lines[LINES * 64] = "";
            struct session *session = new_session(rules_preset(preset), NULL,
                                                  way & 1 ? "random" : NULL, (uint64_t)preset);
            struct talk talk;
            struct rng rng;

            rng_seed(&rng, (uint64_t)(preset * 4 + way));
            for (int i = 0; i < LINES; i++)
                add_line(&rng, lines, sizeof lines);
            open_talk(&talk, lines, strlen(lines));
            talk.options.speak = way >= 2;
            play(session, &talk);
            assert_null(strchr(talk.said, '\033'));
            assert_non_null(strstr(talk.said, "Type a cell to fire"));
            assert_true(strstr(talk.said, "Goodbye") || game_status(session_game(session))->over);
            close_talk(&talk);
            session_free(session);
        }
    }
}

/* Fails for the first two moves. */
static enum error save_badly(void *context, struct slice saved, struct message *message)
{
    int *calls = context;

    (void)saved;
    (*calls)++;
    return *calls == 2 || *calls == 3 ? error_set(ERR_IO, message, "the disk is full") : OK;
}

static void a_save_error_is_reported_once(void **state)
{
    static const char lines[] = "\nJ1\nJ2\nJ3\nquit\n";
    struct rules rules = *rules_find("classic");
    struct session *session = new_session(&rules, NULL, "null", 5);
    int calls = 0;
    struct keeper keeper = {.context = &calls, .save = save_badly};
    struct talk talk;

    (void)state;
    session_set_keeper(session, &keeper);
    open_talk(&talk, lines, sizeof lines - 1);
    talk.options.resume_command = "resume me";
    play(session, &talk);
    assert_int_equal(count(talk.said, "The game is not saved: the disk is full."), 1);
    assert_int_equal(count(talk.said, "The game is saved again."), 1);
    assert_int_equal(count(talk.said, "The game is saved. To continue it: resume me"), 1);
    close_talk(&talk);
    session_free(session);
}

/* On a terminal the hand-over clears the screen; what is printed between two of them is for one
 * person only. */
static void hand_over_clears_the_screen(void **state)
{
    static const char lines[] = "\n\n\n\n\n\nJ1\n\n\nquit\n";
    struct rules rules = *rules_find("classic");
    struct session *session;
    struct talk talk;

    (void)state;
    rules.first = FIRST_A;
    session = new_session(&rules, NULL, NULL, 5);
    open_talk(&talk, lines, sizeof lines - 1);
    talk.options.terminal = true;
    play(session, &talk);
    assert_int_equal(count(talk.said, "\033[H\033[2J\033[3J"), 3);
    assert_null(strstr(talk.said, "-----"));
    assert_non_null(
        strstr(talk.said, "\033[3JBen, press Enter when you are ready. Ann fires at J1:"));
    close_talk(&talk);
    session_free(session);
}

static void output_that_fails_ends_the_game(void **state)
{
    static const char lines[] = "\nboard\nboard\nboard\n";
    struct session *session = new_session(rules_find("classic"), NULL, "null", 5);
    struct message message;
    struct talk talk;
    FILE *full = fopen("/dev/full", "w");

    (void)state;
    if (!full)
        skip();
    open_talk(&talk, lines, sizeof lines - 1);
    talk.options.out = full;
    assert_int_equal(plain_play(&(struct flow){.session = session}, &talk.options, &message),
                     ERR_IO);
    assert_non_null(strstr(message.text, "writing failed"));
    assert_int_equal(ftell(talk.in), 0); /* nothing was read */
    fclose(full);
    close_talk(&talk);
    session_free(session);
}

static enum error check_words(const struct plain_setup *setup, struct message *message)
{
    if (strcmp(setup->rules, "good") != 0)
        return error_set(ERR_UNKNOWN, message, "bad rules");
    if (!setup->two_people && strcmp(setup->opponent, "friend") != 0)
        return error_set(ERR_UNKNOWN, message, "bad opponent");
    return OK;
}

static bool set_up(const char *lines, struct plain_setup *setup, struct talk *talk)
{
    bool going;

    open_talk(talk, lines, strlen(lines));
    going = plain_ask_setup(&talk->options, setup, check_words);
    hear(talk);
    return going;
}

static void setup_asks_until_the_answers_are_valid(void **state)
{
    struct plain_setup setup = {.name = {"Player", "Other"}, .rules = "bad", .opponent = "foe"};
    struct talk talk;

    (void)state;
    assert_true(set_up(" Eve \n\ngood\n\nfriend\n", &setup, &talk));
    assert_string_equal(setup.name[0], "Eve");
    assert_string_equal(setup.rules, "good");
    assert_string_equal(setup.opponent, "friend");
    assert_false(setup.two_people);
    assert_int_equal(count(talk.said, "bad rules."), 1);
    assert_int_equal(count(talk.said, "bad opponent."), 1);
    close_talk(&talk);

    assert_true(set_up("\n\ntwo\neve\n\n", &setup, &talk));
    assert_true(setup.two_people);
    assert_string_equal(setup.name[1], "Other");
    close_talk(&talk);

    setup.unfinished = "that one";
    assert_true(set_up("what\n\n", &setup, &talk));
    assert_true(setup.resume);
    assert_non_null(strstr(talk.said, "There is an unfinished game: that one."));
    close_talk(&talk);
    assert_false(set_up("no\n", &setup, &talk));
    assert_false(setup.resume);
    close_talk(&talk);
    assert_false(set_up("no\nQuit\n", &setup, &talk));
    close_talk(&talk);
}

static void lines_break_between_words(void **state)
{
    const char *said;
    struct talk talk;
    struct plain_setup setup = {.name = {"Ann", "Bob"},
                                .rules = "classic",
                                .opponent = "easy",
                                .unfinished = "a very long description of it, "
                                              "with all of its players"};

    (void)state;
    open_talk(&talk, "quit\n", 5);
    talk.options.columns = 40;
    assert_false(plain_ask_setup(&talk.options, &setup, NULL));
    said = hear(&talk);
    assert_non_null(strstr(said, "There is an unfinished game: a very long\n"
                                 "description of it, with all of its\n"
                                 "players.\n"
                                 "Continue it? Yes, no or delete [yes]: "));
    close_talk(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_lines_end_cleanly),
        cmocka_unit_test(a_save_error_is_reported_once),
        cmocka_unit_test(hand_over_clears_the_screen),
        cmocka_unit_test(output_that_fails_ends_the_game),
        cmocka_unit_test(lines_break_between_words),
        cmocka_unit_test(setup_asks_until_the_answers_are_valid),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
