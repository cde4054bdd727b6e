/* Widths of text on a terminal: wide characters, combining marks, broken bytes. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "base/columns.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include <cmocka.h>

#define TOKYO "\u6771\u4eac"
#define ZOE "Zo\u00eb"
#define ZOE_MARK "Zoe\u0308" /* e and a combining diaeresis */

static void characters_have_their_width(void **state)
{
    (void)state;
    assert_int_equal(columns_of(""), 0);
    assert_int_equal(columns_of("Zoe"), 3);
    assert_int_equal(columns_of(ZOE), 3);
    assert_int_equal(columns_of(ZOE_MARK), 3);
    assert_int_equal(columns_of(TOKYO), 4);
    assert_int_equal(columns_of("\u2693\U0001f6a2"), 4); /* anchor, ship */
    assert_int_equal(columns_of("a\xff\xc3"), 3);        /* malformed bytes */
}

static void texts_are_padded_and_cut_between_characters(void **state)
{
    (void)state;
    assert_string_equal(columns_pad(TOKYO, 6).text, TOKYO "  ");
    assert_string_equal(columns_pad(TOKYO, 2).text, TOKYO);
    assert_string_equal(columns_fit(TOKYO, 3).text, "\u6771 "); /* half a character does not fit */
    assert_string_equal(columns_fit(TOKYO, 0).text, "");
    assert_string_equal(columns_fit(ZOE_MARK "!", 3).text, ZOE_MARK); /* the mark stays */
    assert_string_equal(columns_fit(ZOE, 5).text, ZOE "  ");
    assert_int_equal(columns_bytes(TOKYO, 3), 3);
}

/* Names on the screen are measured by wcwidth. Unassigned characters may differ. */
static void widths_agree_with_the_system(void **state)
{
    static const wchar_t tried[] = {L'a',   0xe9,   0x301,   0x3b1,   0x430,  0x5d0,  0x627,
                                    0x64b,  0x915,  0xe01,   0xe34,   0x1100, 0x200d, 0x2026,
                                    0x25a0, 0x2693, 0x3042,  0x30a2,  0x4e00, 0x6771, 0xac00,
                                    0xff21, 0xfe0f, 0x1f600, 0x1f6a2, 0x20000};

    (void)state;
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        skip();
    for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
        char text[16] = "";
        mbstate_t shift;

        memset(&shift, 0, sizeof shift);
        assert_true(wcrtomb(text, tried[i], &shift) < sizeof text);
        if (columns_of(text) != wcwidth(tried[i]))
            fail_msg("U+%04X: %d, not %d", (unsigned)tried[i], columns_of(text), wcwidth(tried[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_have_their_width),
        cmocka_unit_test(texts_are_padded_and_cut_between_characters),
        cmocka_unit_test(widths_agree_with_the_system),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
