/* The player's changes to the rules: every value of the table makes its change. */
#include "session/my_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct my_rules set(const char *text)
{
    struct my_rules mine = {{0}};
    struct slice rest = slice_of(text), word;
    struct message message;

    while (slice_word(&rest, &word))
        if (my_rules_set(&mine, word, &message) != OK)
            fail_msg("%s", message.text);
    return mine;
}

static void every_value_changes_its_knob(void **state)
{
    (void)state;
    for (int rule = 0; rule < MY_RULES; rule++) {
        const struct my_rule_kind *kind = my_rules_kind((enum my_rule)rule);

        assert_string_equal(kind->words[0], "rules");
        for (int value = 1; kind->words[value]; value++) {
            struct rules rules = *rules_find("advanced");
            struct my_rules mine = {{0}};
            struct message message = {""};
            char text[MY_RULE_SIZE];

            assert_non_null(kind->labels[value]);
            mine.value[rule] = value;
            if (my_rules_apply(&mine, &rules, &message) != OK)
                fail_msg("%s=%s: %s", kind->name, kind->words[value], message.text);
            my_rules_describe((enum my_rule)rule, &rules, text);
            assert_string_equal(text, kind->labels[value]);
        }
    }
}

static void changes_are_printed_and_parsed(void **state)
{
    struct my_rules mine = set("salvo=yes board=8x8 first=me"), again;
    char text[MY_RULES_SIZE];
    struct message message;
    struct writer writer;

    (void)state;
    writer_init(&writer, text, sizeof text);
    assert_int_equal(my_rules_print(&mine, &writer), 3);
    assert_string_equal(text, " board=8x8 salvo=yes first=me");
    again = set(text);
    assert_memory_equal(&again, &mine, sizeof mine);
    assert_int_equal(my_rules_set(&mine, slice_of("board=7x7"), &message), ERR_RANGE);
    assert_non_null(strstr(message.text, "board = '7x7' is not one of rules, 6x6, 8x8"));
    assert_int_equal(my_rules_set(&mine, slice_of("fleet=1"), &message), ERR_UNKNOWN);
    assert_non_null(strstr(message.text, "'fleet' cannot be changed here"));
    assert_memory_equal(&again, &mine, sizeof mine);
}

static void rules_that_cannot_be_played_are_refused(void **state)
{
    struct my_rules small = set("board=6x6"), late = set("reinforce=1"), none = {{0}};
    struct rules rules = *rules_find("grid30");
    struct message message;

    (void)state;
    assert_int_equal(my_rules_apply(&small, &rules, &message), ERR_RULES);
    assert_non_null(strstr(message.text, "the board 6x6 has only 36"));
    rules = *rules_find("classic");
    assert_int_equal(my_rules_apply(&late, &rules, &message), ERR_RULES);
    assert_non_null(strstr(message.text, "reinforce requires specials"));
    rules = *rules_find("classic");
    assert_int_equal(my_rules_apply(&none, &rules, &message), OK);
    assert_string_equal(rules.name, "classic"); /* unchanged rules keep their name */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_changes_its_knob),
        cmocka_unit_test(changes_are_printed_and_parsed),
        cmocka_unit_test(rules_that_cannot_be_played_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
