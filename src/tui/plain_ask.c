/* Answers to typed questions; session/question.h lists them. */
#include "session/coach.h"
#include "session/question.h"
#include "tui/plain_internal.h"

static void print_advice(struct plain *plain, const struct advice *advice)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    char text[QUESTION_ANSWER_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    coach_print_advice(advice, rules, &writer);
    writer_put(&writer, ". Type '");
    move_print(&advice->move, rules, &writer);
    writer_put(&writer, "' to play it.\n");
    plain_say(plain, text);
}

static void ask_coach(struct plain *plain)
{
    struct advice advice;
    struct message message;

    if (plain->flow->tutorial && !plain_tutorial_allows(plain, &(struct move){.kind = MOVE_HINT}))
        return;
    if (session_advise(plain->session, &advice, &message) == OK)
        print_advice(plain, &advice);
    else
        plain_sayf(plain, "%s.\n", message.text);
}

bool plain_question(struct plain *plain, int side, struct slice line)
{
    char text[QUESTION_ANSWER_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    switch (question_answer(plain->session, side, line, &writer)) {
    case QUESTION_NONE:
        return false;
    case QUESTION_ANSWERED:
        plain_say(plain, text);
        break;
    case QUESTION_REPEAT:
        plain_repeat(plain);
        break;
    case QUESTION_HINT:
        ask_coach(plain);
        break;
    }
    return true;
}
