/* The tutorial is played as a real game, and what its texts say about the answers is true. */
#include "session/tutorial.h"

#include "support/session.h"

#include <stdio.h>
#include <string.h>

struct lesson {
    struct tutorial tutorial;
    struct flow flow;
};

static void begin(struct lesson *lesson)
{
    struct message message = {""};

    memset(lesson, 0, sizeof *lesson);
    if (tutorial_start(&lesson->tutorial, &lesson->flow, "Ann", &message) != OK)
        fail_msg("%s", message.text);
}

static const struct rules *rules_of(const struct lesson *lesson)
{
    return game_rules(session_game(lesson->flow.session));
}

/* Does what the step asks for; the answer as text. */
static void obey(struct lesson *lesson, char answer[256])
{
    struct session *session = lesson->flow.session;
    struct message message = {""};
    struct outcome outcome;
    struct advice advice;
    struct writer writer;
    struct move move;

    writer_init(&writer, answer, 256);
    tutorial_wanted(&lesson->tutorial, rules_of(lesson), &move);
    if (move.kind == MOVE_HINT) {
        if (session_advise(session, &advice, &message) != OK)
            fail_msg("%s", message.text);
        move_print(&advice.move, rules_of(lesson), &writer);
    } else {
        assert_true(tutorial_allows(&lesson->tutorial, rules_of(lesson), &move));
        if (session_move(session, &move, &outcome, &message) != OK)
            fail_msg("%s", message.text);
        outcome_print(&outcome, rules_of(lesson), &writer);
    }
    assert_true(tutorial_follow(&lesson->tutorial, session));
    assert_false(tutorial_follow(&lesson->tutorial, session));
}

/* The enemy's move, if it is its turn. */
static void let_reply(struct lesson *lesson, char answer[256])
{
    struct session *session = lesson->flow.session;
    struct message message = {""};
    struct outcome outcome;
    struct writer writer;
    struct move move;
    int side;

    writer_init(&writer, answer, 256);
    if (flow_next(&lesson->flow, &side) != FLOW_BOT)
        return;
    if (session_bot_move(session, &move, &outcome, &message) != OK)
        fail_msg("%s", message.text);
    outcome_print(&outcome, rules_of(lesson), &writer);
    assert_false(tutorial_follow(&lesson->tutorial, session));
}

static void every_answer_is_the_one_that_the_texts_explain(void **state)
{
    static const struct {
        const char *answer, *reply;
    } expected[] = {
        {"F7=miss", "A10=miss"},
        {"C3=hit", "E5=hit"},
        {"D3=sunk:Submarine gain:smoke,artillery", "E6=miss"},
        {"smoke:F5", "radar:F5=none"},
        {"radar:E8=found", "D4=miss"},
        {"E8=miss F8=hit E9=miss F9=hit", "H2=miss"},
        {"fire F10", ""},
        {"F10=sunk:Destroyer gain:smoke,artillery", "C9=miss"},
        {"B8=hit C8=sunk:Submarine gain:smoke,artillery,torpedo B9=miss C9=miss", "J6=miss"},
        {"I1=miss I2=hit I3=hit I4=hit I5=hit I6=sunk:Carrier gain:smoke,artillery,torpedo I7=miss "
         "I8=miss I9=miss I10=miss end:a:sunk",
         ""},
    };
    struct lesson lesson;
    char text[256];
    int side;

    (void)state;
    begin(&lesson);
    assert_int_equal(tutorial_steps(), sizeof expected / sizeof expected[0]);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(lesson.tutorial.step, i);
        assert_false(tutorial_is_done(&lesson.tutorial));
        obey(&lesson, text);
        assert_string_equal(text, expected[i].answer);
        let_reply(&lesson, text);
        assert_string_equal(text, expected[i].reply);
    }
    assert_true(tutorial_is_done(&lesson.tutorial));
    assert_int_equal(flow_next(&lesson.flow, &side), FLOW_OVER);
    assert_non_null(strstr(tutorial_text(&lesson.tutorial), "not saved"));
    flow_release(&lesson.flow);
}

static void is_refused(const struct lesson *lesson, const char *text)
{
    struct message message = {""};
    struct move move;

    if (move_parse(slice_of(text), rules_of(lesson), &move, &message) != OK)
        fail_msg("%s", message.text);
    assert_false(tutorial_allows(&lesson->tutorial, rules_of(lesson), &move));
}

static void other_moves_are_not_allowed(void **state)
{
    struct lesson lesson;
    char text[256];

    (void)state;
    begin(&lesson);
    is_refused(&lesson, "F8");
    is_refused(&lesson, "radar F7");
    is_refused(&lesson, "resign");
    while (lesson.tutorial.step < tutorial_steps() - 1) {
        obey(&lesson, text);
        let_reply(&lesson, text);
    }
    is_refused(&lesson, "torpedo 9"); /* the row with the same number as column I */
    is_refused(&lesson, "torpedo H");
    obey(&lesson, text);
    flow_release(&lesson.flow);
}

/* Advice that is asked for too early does not count as the step about it. */
static void advice_counts_only_in_its_step(void **state)
{
    struct message message = {""};
    struct advice advice;
    struct lesson lesson;
    char text[256];

    (void)state;
    begin(&lesson);
    assert_int_equal(session_advise(lesson.flow.session, &advice, &message), OK);
    assert_false(tutorial_follow(&lesson.tutorial, lesson.flow.session));
    for (int i = 0; i < 6; i++) {
        obey(&lesson, text);
        let_reply(&lesson, text);
    }
    assert_non_null(strstr(tutorial_text(&lesson.tutorial), "coach"));
    assert_false(tutorial_follow(&lesson.tutorial, lesson.flow.session));
    obey(&lesson, text);
    flow_release(&lesson.flow);
}

/* Each step says what to do in a few short sentences that fit in two rows of 78 columns. */
static void texts_are_short_and_name_their_target(void **state)
{
    struct tutorial tutorial = {.step = 0};
    struct lesson lesson;

    (void)state;
    begin(&lesson);
    for (; !tutorial_is_done(&tutorial); tutorial.step++) {
        struct move move;
        char target[64];
        struct writer writer;

        assert_true(strlen(tutorial_text(&tutorial)) <= 145);
        tutorial_wanted(&tutorial, rules_of(&lesson), &move);
        if (move.kind == MOVE_HINT)
            continue;
        writer_init(&writer, target, sizeof target);
        move_print(&move, rules_of(&lesson), &writer);
        if (!strstr(tutorial_text(&tutorial), strrchr(target, ' ') + 1))
            fail_msg("step %d does not name %s", tutorial.step, target);
    }
    flow_release(&lesson.flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_answer_is_the_one_that_the_texts_explain),
        cmocka_unit_test(other_moves_are_not_allowed),
        cmocka_unit_test(advice_counts_only_in_its_step),
        cmocka_unit_test(texts_are_short_and_name_their_target),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
