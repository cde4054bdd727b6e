/* Master seeds as text, and their secrets. */
#include "base/seed.h"

#include <string.h>

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
/* clang-format on */

#define SECRET "00ff10203040506070809aabbccddeef"

static struct seed parse(const char *text)
{
    struct message message = {""};
    struct seed seed;

    if (seed_parse(slice_of(text), &seed, &message) != OK)
        fail_msg("'%s': %s", text, message.text);
    return seed;
}

static void a_seed_prints_as_it_is_read(void **state)
{
    static const char *const texts[] = {"0", "1", "9223372036854775807", "1:" SECRET,
                                        "9223372036854775807:" SECRET};

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct seed seed = parse(texts[i]);
        char text[SEED_TEXT_SIZE];

        seed_print(&seed, text);
        assert_string_equal(text, texts[i]);
    }
}

static void the_parts_of_a_seed_are_read(void **state)
{
    struct seed plain = parse("12"), secret = parse("12:00FF10203040506070809AABBCCDDEEF");
    char text[SECRET_TEXT_SIZE];

    (void)state;
    assert_true(plain.number == 12 && !plain.has_secret);
    assert_true(secret.number == 12 && secret.has_secret);
    assert_int_equal(secret.secret[1], 0xff);
    assert_int_equal(secret.secret[15], 0xef);
    seed_print_secret(&secret, text);
    assert_string_equal(text, SECRET);
    seed_print_secret(&plain, text);
    assert_string_equal(text, "");
    assert_false(seed_same_secret(&plain, &secret));
    assert_true(seed_same_secret(&secret, &secret));
}

static void a_bad_seed_is_refused_with_the_reason(void **state)
{
    static const struct {
        const char *text, *words;
    } wrong[] = {
        {"", "is not a whole number"},
        {"x", "'x' is not a whole number"},
        {"-1", "is not a whole number"},
        {"9223372036854775808", "from 0 to 9223372036854775807"},
        {":" SECRET, "is not a whole number"},
        {"1:", "the secret after the colon is missing"},
        {"1:12", "must be 32 hexadecimal digits"},
        {"1:" SECRET "0", "must be 32 hexadecimal digits"},
        {"1:g0ff10203040506070809aabbccddeef", "must be 32 hexadecimal digits"},
        {"1:" SECRET ":", "must be 32 hexadecimal digits"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct seed seed = {.number = 77};
        struct message message = {""};

        assert_int_equal(seed_parse(slice_of(wrong[i].text), &seed, &message), ERR_SYNTAX);
        if (!strstr(message.text, wrong[i].words))
            fail_msg("'%s' does not say '%s'", message.text, wrong[i].words);
        assert_null(strstr(message.text, "0ff1")); /* a secret is never quoted */
        assert_true(seed.number == 77 && !seed.has_secret);
    }
}

static void drawn_secrets_differ(void **state)
{
    struct seed a = {.number = 1}, b = {.number = 1};
    struct message message = {""};

    (void)state;
    assert_int_equal(seed_draw_secret(&a, &message), OK);
    assert_int_equal(seed_draw_secret(&b, &message), OK);
    assert_true(a.has_secret && b.has_secret && a.number == 1);
    assert_false(seed_same_secret(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_prints_as_it_is_read),
        cmocka_unit_test(the_parts_of_a_seed_are_read),
        cmocka_unit_test(a_bad_seed_is_refused_with_the_reason),
        cmocka_unit_test(drawn_secrets_differ),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
