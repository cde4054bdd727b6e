/* Key bindings: defaults, lines of the settings file, and the row of key hints. */
#include "tui/keyboard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct input typed(const char *text)
{
    struct input input = {.kind = INPUT_CHARACTER};

    snprintf(input.text, sizeof input.text, "%s", text);
    return input;
}

static struct input pressed(enum term_key key)
{
    return (struct input){.kind = INPUT_KEY, .key = key};
}

static void every_action_has_a_name_and_a_key(void **state)
{
    struct keyboard keyboard;

    (void)state;
    keyboard_init(&keyboard);
    for (enum action action = 1; action < ACTIONS; action++) {
        assert_non_null(keyboard_action_name(action));
        assert_non_null(keyboard_action_label(action));
        assert_true(keyboard_label(&keyboard, action)[0] != '\0');
        for (enum action other = 1; other < action; other++)
            assert_string_not_equal(keyboard_action_name(action), keyboard_action_name(other));
    }
    assert_null(keyboard_action_name(ACTIONS));
}

static void a_key_means_the_first_matching_action_of_the_screen(void **state)
{
    static const enum action placing[] = {ACTION_ROTATE, ACTION_NEXT_SHIP, ACTION_NONE};
    static const enum action battle[] = {ACTION_FIRE, ACTION_RADAR, ACTION_TURN, ACTION_NONE};
    static const enum action nothing[] = {ACTION_NONE};
    struct keyboard keyboard;
    struct input r = typed("r"), tab = pressed(TERM_KEY_TAB), space = typed(" ");
    struct input timeout = {.kind = INPUT_TIMEOUT}, none = pressed(TERM_KEY_NONE);

    (void)state;
    keyboard_init(&keyboard);
    assert_int_equal(keyboard_action(&keyboard, &r, placing), ACTION_ROTATE);
    assert_int_equal(keyboard_action(&keyboard, &r, battle), ACTION_RADAR);
    assert_int_equal(keyboard_action(&keyboard, &tab, placing), ACTION_NEXT_SHIP);
    assert_int_equal(keyboard_action(&keyboard, &tab, battle), ACTION_TURN);
    assert_int_equal(keyboard_action(&keyboard, &space, placing), ACTION_ROTATE);
    assert_int_equal(keyboard_action(&keyboard, &space, battle), ACTION_FIRE);
    assert_int_equal(keyboard_action(&keyboard, &r, nothing), ACTION_NONE);
    assert_int_equal(keyboard_action(&keyboard, &timeout, battle), ACTION_NONE);
    assert_int_equal(keyboard_action(&keyboard, &none, battle), ACTION_NONE);
}

static void an_action_can_be_rebound(void **state)
{
    static const enum action known[] = {ACTION_FIRE, ACTION_NONE};
    struct keyboard keyboard;
    struct message message;
    struct input enter = pressed(TERM_KEY_ENTER), end = pressed(TERM_KEY_END), x = typed("x");
    struct input letter = typed("\u00e9");

    (void)state;
    keyboard_init(&keyboard);
    assert_int_equal(keyboard_bind(&keyboard, "fire", " x  End \u00e9", &message), OK);
    assert_int_equal(keyboard_action(&keyboard, &enter, known), ACTION_NONE);
    assert_int_equal(keyboard_action(&keyboard, &x, known), ACTION_FIRE);
    assert_int_equal(keyboard_action(&keyboard, &end, known), ACTION_FIRE);
    assert_int_equal(keyboard_action(&keyboard, &letter, known), ACTION_FIRE);
    assert_string_equal(keyboard_label(&keyboard, ACTION_FIRE), "x");
    assert_int_equal(keyboard_bind(&keyboard, "fire", "space", &message), OK);
    assert_string_equal(keyboard_label(&keyboard, ACTION_FIRE), "Space");
    assert_int_equal(keyboard_bind(&keyboard, "fire", "pageup", &message), OK);
    assert_string_equal(keyboard_label(&keyboard, ACTION_FIRE), "PageUp");
}

static void a_wrong_binding_is_reported_and_changes_nothing(void **state)
{
    static const struct {
        const char *action, *keys;
        enum error error;
        const char *message;
    } wrong[] = {
        {"fly", "x", ERR_UNKNOWN, "unknown action 'fly'"},
        {"", "x", ERR_UNKNOWN, "unknown action ''"},
        {"fire", "x Hyper", ERR_UNKNOWN, "fire: unknown key 'Hyper'"},
        {"fire", "", ERR_SYNTAX, "fire: no key is given"},
        {"fire", "  ", ERR_SYNTAX, "fire: no key is given"},
        {"fire", "a b c d e f g", ERR_FULL, "fire: at most 6 keys are allowed"},
        {"fire", "\u00e9\u00e9\u00e9\u00e9\u00e9", ERR_UNKNOWN, "fire: unknown key '"},
    };
    struct keyboard keyboard, before;

    (void)state;
    keyboard_init(&keyboard);
    before = keyboard;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct message message = {""};

        assert_int_equal(keyboard_bind(&keyboard, wrong[i].action, wrong[i].keys, &message),
                         wrong[i].error);
        assert_non_null(strstr(message.text, wrong[i].message));
        assert_memory_equal(&keyboard, &before, sizeof keyboard);
    }
}

/* Without a terminal nothing is drawn, but the rows are counted. */
static void key_hints_wrap_into_rows(void **state)
{
    static const struct key_hint few[] = {
        {ACTION_UP, ""}, {ACTION_DOWN, "move"}, {ACTION_NONE, NULL}};
    struct key_hint many[ACTIONS];
    struct keyboard keyboard;

    (void)state;
    keyboard_init(&keyboard);
    assert_int_equal(keyboard_draw(&keyboard, 0, 80, few), 1);
    for (enum action action = 1; action < ACTIONS; action++)
        many[action - 1] = (struct key_hint){action, NULL};
    many[ACTIONS - 1] = (struct key_hint){ACTION_NONE, NULL};
    for (int columns = 20; columns < 200; columns += 20) /* as many as fit */
        assert_int_equal(keyboard_draw(&keyboard, 0, columns, many), 2);
    assert_int_equal(keyboard_draw(&keyboard, 0, 1, few), 2);
}

static void arrows_are_one_word_until_one_is_rebound(void **state)
{
    static const struct key_hint hints[] = {{ACTION_ARROWS, NULL}, {ACTION_NONE, NULL}};
    struct keyboard keyboard;
    char text[ARROWS_SIZE];

    (void)state;
    keyboard_init(&keyboard);
    keyboard_arrows(&keyboard, text);
    assert_string_equal(text, "arrows");
    assert_int_equal(keyboard_draw(&keyboard, 0, 80, hints), 1);
    assert_int_equal(keyboard_bind(&keyboard, "left", "a", NULL), OK);
    keyboard_arrows(&keyboard, text);
    assert_string_equal(text, "Up Down a Right");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_action_has_a_name_and_a_key),
        cmocka_unit_test(a_key_means_the_first_matching_action_of_the_screen),
        cmocka_unit_test(an_action_can_be_rebound),
        cmocka_unit_test(a_wrong_binding_is_reported_and_changes_nothing),
        cmocka_unit_test(arrows_are_one_word_until_one_is_rebound),
        cmocka_unit_test(key_hints_wrap_into_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
