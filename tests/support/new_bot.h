/* A bot that exists, for unit tests. Failures are reported through cmocka. */
#ifndef TESTS_SUPPORT_NEW_BOT_H
#define TESTS_SUPPORT_NEW_BOT_H

#include "bots/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline struct bot *new_bot(const char *spec)
{
    struct message message;
    struct bot *bot;

    if (bot_new(spec, &bot, &message) != OK)
        fail_msg("%s", message.text);
    return bot;
}

#endif
