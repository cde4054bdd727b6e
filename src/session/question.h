/* Questions for players who do not see the board: a cell, a row or column, the open hits, the last
 * message again, the coach's advice. They are not part of the rules' grammar and never cost a turn,
 * even when mistyped. */
#ifndef BROADSIDE_SESSION_QUESTION_H
#define BROADSIDE_SESSION_QUESTION_H

#include "session/session.h"

enum { QUESTION_ANSWER_SIZE = 8192 };

enum question {
    QUESTION_NONE,     /* it is not a question */
    QUESTION_ANSWERED, /* `answer` has a line: the answer, or what is wrong with the question */
    QUESTION_REPEAT,   /* the caller repeats its last message */
    QUESTION_HINT      /* the caller asks the coach; never if `hint` is a move of the rules */
};

enum question question_answer(const struct session *session, int side, struct slice line,
                              struct writer *answer);

#endif
