/* Bots opened ahead: who gets what, who opens it, and that nothing is left over. */
#include "arena/ahead.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static atomic_int opened_here, opened_there, failures;
static pthread_t player;

/* Opens `random` whatever is asked for; `./late` fails as often as `failures` says. */
static enum error open_any(void *context, const char *spec, struct bot **bot,
                           struct message *message)
{
    (void)context;
    if (strcmp(spec, "./late") == 0 && atomic_fetch_sub(&failures, 1) > 0)
        return error_set(ERR_IO, message, "not now");
    atomic_fetch_add(pthread_equal(pthread_self(), player) ? &opened_here : &opened_there, 1);
    return bot_new("random", bot, message);
}

static const struct bot_opener opener = {open_any, NULL};

static struct ahead *begin(int fails)
{
    struct ahead *ahead = ahead_new(&opener, 0);

    assert_non_null(ahead);
    player = pthread_self();
    atomic_store(&opened_here, 0);
    atomic_store(&opened_there, 0);
    atomic_store(&failures, fails);
    return ahead;
}

static struct bot *take(struct ahead *ahead, const char *spec)
{
    struct message message = {""};
    struct bot *bot = NULL;

    if (ahead_open(ahead, spec, &bot, &message) != OK)
        fail_msg("%s: %s", spec, message.text);
    assert_non_null(bot);
    return bot;
}

static void what_was_wanted_is_there(void **state)
{
    struct ahead *ahead = begin(0);
    struct bot *a, *b;

    (void)state;
    ahead_want(ahead, "./a", "./b");
    a = take(ahead, "./a");
    b = take(ahead, "./b");
    assert_ptr_not_equal(a, b);
    assert_int_equal(opened_there, 2);
    assert_int_equal(opened_here, 0);
    bot_free(a);
    a = take(ahead, "./a"); /* once more: it was given away */
    assert_int_equal(opened_here, 1);
    bot_free(a);
    bot_free(b);
    ahead_free(ahead);
}

static void a_bot_against_itself_is_two_bots(void **state)
{
    struct ahead *ahead = begin(0);
    struct bot *a, *b;

    (void)state;
    ahead_want(ahead, "./a", "./a");
    a = take(ahead, "./a");
    b = take(ahead, "./a");
    assert_ptr_not_equal(a, b);
    assert_int_equal(opened_there, 2);
    bot_free(a);
    bot_free(b);
    ahead_free(ahead);
}

static void others_are_opened_when_they_are_needed(void **state)
{
    struct ahead *ahead = begin(0);
    struct bot *a, *b;

    (void)state;
    ahead_want(ahead, "hunt", "./b"); /* a bot of our own starts at once anyway */
    a = take(ahead, "hunt");
    b = take(ahead, "./c");
    assert_int_equal(opened_here, 2);
    assert_int_equal(opened_there, 1);
    bot_free(a);
    bot_free(b);
    ahead_free(ahead); /* and with it ./b */
}

static void who_fails_ahead_gets_a_second_chance(void **state)
{
    struct ahead *ahead = begin(1);
    struct message message;
    struct bot *bot;

    (void)state;
    ahead_want(ahead, "./late", "hunt");
    bot_free(take(ahead, "./late"));
    assert_int_equal(opened_here, 1);
    atomic_store(&failures, 2);
    ahead_want(ahead, "./late", "hunt");
    assert_int_equal(ahead_open(ahead, "./late", &bot, &message), ERR_IO);
    assert_string_equal(message.text, "not now");
    ahead_free(ahead);
}

static void what_nobody_takes_is_closed(void **state)
{
    struct ahead *ahead = begin(0);

    (void)state;
    for (int i = 0; i < 20; i++)
        ahead_want(ahead, "./a", "./b");
    ahead_free(ahead);
    assert_int_equal(opened_there, 40);
    ahead_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_wanted_is_there),
        cmocka_unit_test(a_bot_against_itself_is_two_bots),
        cmocka_unit_test(others_are_opened_when_they_are_needed),
        cmocka_unit_test(who_fails_ahead_gets_a_second_chance),
        cmocka_unit_test(what_nobody_takes_is_closed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
