/* Is this text one JSON value? For replies that are written without a library. */
#ifndef TESTS_SUPPORT_JSON_TEXT_H
#define TESTS_SUPPORT_JSON_TEXT_H

#include "base/text.h"

bool json_text_is_valid(struct slice text);

#endif
