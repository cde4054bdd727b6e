/* Settings: what people wrote is preserved, and an invalid line affects nothing else. */
#include "store/settings.h"

#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME ".config/broadside/settings"

enum { BIG = 1 << 20 };

static char found[2 * BIG];

/* Writes the settings file. */
static void put(const char *bytes, size_t size)
{
    mkdir(".config", 0700);
    mkdir(".config/broadside", 0700);
    home_write(FILE_NAME, bytes, size);
}

static struct settings read_well(struct message *warning)
{
    struct settings settings;
    struct message message;

    assert_int_equal(settings_read(&settings, warning, &message), OK);
    return settings;
}

/* Writes the settings file and reads it. */
static struct settings read_text(const char *text, struct message *warning)
{
    put(text, strlen(text));
    return read_well(warning);
}

static void write_well(const struct settings *settings)
{
    struct message message;

    assert_int_equal(settings_write(settings, &message), OK);
}

static void assert_defaults(const struct settings *settings)
{
    assert_string_equal(settings->name, "");
    assert_string_equal(settings->opponent, "medium");
    assert_string_equal(settings->rules, "");
    assert_string_equal(settings_rules(settings), "classic");
    assert_int_equal(settings->pace, PACE_NORMAL);
    for (int i = 0; i < MY_RULES; i++)
        assert_int_equal(settings->mine.value[i], 0);
    assert_int_equal(settings->key_lines, 0);
    assert_false(settings->plain || settings->speak || settings->learn);
}

static void a_missing_file_is_no_error_and_is_not_created(void **state)
{
    struct message warning;
    struct settings settings = read_well(&warning);

    (void)state;
    assert_defaults(&settings);
    assert_string_equal(warning.text, "");
    assert_int_equal(home_mode(".config"), -1);
}

static void what_is_written_is_read(void **state)
{
    struct settings settings, again;
    struct message warning;
    mode_t old = umask(0);

    (void)state;
    settings_init(&settings);
    snprintf(settings.name, sizeof settings.name, "Zoë = #1");
    snprintf(settings.opponent, sizeof settings.opponent, "exact:budget=5");
    settings.pace = PACE_NONE;
    settings.speak = true;
    settings.motion = MOTION_REDUCED;
    settings.bell = true;
    settings.learn = true;
    write_well(&settings);
    umask(old);
    assert_int_equal(home_mode(FILE_NAME), 0600);
    again = read_well(&warning);
    assert_string_equal(warning.text, "");
    assert_string_equal(again.name, settings.name);
    assert_string_equal(again.opponent, settings.opponent);
    assert_int_equal(again.pace, PACE_NONE);
    assert_true(again.speak && again.bell && again.learn);
    assert_int_equal(again.motion, MOTION_REDUCED);
    assert_false(again.plain);
}

static void comments_and_unknown_keys_are_preserved(void **state)
{
    static const char old[] = "# mine\n\n  colour = blue\nname=Ann\nno equals sign\npace = fast\n"
                              "name = Bob\nlast line";
    static const char new[] = "# mine\n\n  colour = blue\nname = Cy\nno equals sign\npace = slow\n"
                              "last line\nopponent = medium\nreplay-seconds = 1\nmotion = "
                              "full\nbell = no\nlearn = no\nplain = no\nspeak = no\n"
                              "board = rules\nsalvo = rules\nown-map = rules\ntracking = rules\n"
                              "hints = rules\nreinforce = rules\nfirst = rules\n";
    struct message warning;
    struct settings settings = read_text(old, &warning);

    (void)state;
    assert_string_equal(settings.name, "Bob");
    assert_int_equal(settings.pace, PACE_FAST);
    assert_non_null(strstr(warning.text, "line 5 is ignored: '=' is missing"));
    assert_non_null(strstr(warning.text, "and 1 more"));
    snprintf(settings.name, sizeof settings.name, "Cy");
    settings.pace = PACE_SLOW;
    write_well(&settings);
    assert_true(home_read(FILE_NAME, found, sizeof found) > 0);
    assert_string_equal(found, new);
    write_well(&settings); /* nothing to change */
    assert_true(home_read(FILE_NAME, found, sizeof found) > 0);
    assert_string_equal(found, new);
}

static void an_invalid_value_affects_only_its_line(void **state)
{
    struct message warning;
    struct settings settings =
        read_text("pace = hasty\nplain = yes\nspeak = maybe\nopponent =\nrules = "
                  "0123456789012345678901234567890123456789012345678901234567890123\n"
                  "name = \033[31mEve\x7f\xff\n",
                  &warning);

    (void)state;
    assert_int_equal(settings.pace, PACE_NORMAL);
    assert_true(settings.plain);
    assert_false(settings.speak);
    assert_string_equal(settings.opponent, "medium");
    assert_string_equal(settings.rules, "");
    assert_string_equal(settings.name, "?[31mEve??");
    assert_non_null(strstr(warning.text, "line 1 is ignored: the pace 'hasty'"));
    assert_non_null(strstr(warning.text, "and 3 more"));
}

static void choices_of_the_menu_are_saved(void **state)
{
    struct settings settings, again;
    struct message warning;

    (void)state;
    put("", 0);
    settings_init(&settings);
    settings.mine.value[MY_BOARD] = 4;
    settings.mine.value[MY_TRACKING] = 2;
    settings.mine.value[MY_FIRST] = 2;
    write_well(&settings);
    assert_true(home_read(FILE_NAME, found, sizeof found) > 0);
    assert_null(strstr(found, "rules =")); /* never chosen, never written */
    assert_non_null(
        strstr(found, "\nboard = 12x12\nsalvo = rules\nown-map = rules\ntracking = hard\n"));
    again = read_well(&warning);
    assert_string_equal(warning.text, "");
    assert_memory_equal(&again.mine, &settings.mine, sizeof again.mine);
    put("tracking = soft\nfirst = you\n", 28);
    again = read_well(&warning);
    assert_defaults(&again);
    assert_non_null(strstr(warning.text, "the tracking 'soft' is not one of rules, easy, hard"));
}

static void key_lines_are_returned_and_preserved(void **state)
{
    static const char text[] = "key.rotate = r  Space\n key.fire=x\nkey. = y\nname = Ann\n"
                               "key.nosuch = =\n";
    struct message warning;
    struct settings settings;
    char many[4096];
    size_t length = 0;

    (void)state;
    put(text, sizeof text - 1);
    settings = read_well(&warning);
    assert_string_equal(warning.text, "");
    assert_int_equal(settings.key_lines, 3);
    assert_string_equal(settings.key[0].action, "rotate");
    assert_string_equal(settings.key[0].keys, "r  Space");
    assert_string_equal(settings.key[1].action, "fire");
    assert_string_equal(settings.key[1].keys, "x");
    assert_string_equal(settings.key[2].action, "nosuch");
    assert_string_equal(settings.key[2].keys, "=");
    write_well(&settings);
    assert_true(home_read(FILE_NAME, found, sizeof found) > 0);
    assert_memory_equal(found, text, sizeof text - 1);

    for (int i = 0; i <= MAX_KEY_LINES; i++)
        length +=
            (size_t)snprintf(many + length, sizeof many - length, "key.up = %c\n", 'a' + i % 26);
    put(many, length);
    settings = read_well(&warning);
    assert_int_equal(settings.key_lines, MAX_KEY_LINES);
    assert_non_null(strstr(warning.text, "line 65 is ignored: there are more than 64"));
    memset(many, 'k', sizeof many);
    memcpy(many, "key.up = ", 9);
    put(many, sizeof many);
    settings = read_well(&warning);
    assert_int_equal(settings.key_lines, 0);
    assert_non_null(strstr(warning.text, "too long"));
}

static void hostile_files_are_harmless(void **state)
{
    static const char zeros[] = "name = A\0B\n\0\0\0\nrules = classic\nplain = y\0";
    static char big[BIG];
    struct settings settings;
    struct message warning, message;
    char sample[64];

    (void)state;
    put(zeros, sizeof zeros - 1);
    settings = read_well(&warning);
    assert_string_equal(settings.name, "");
    assert_string_equal(settings.rules, "classic");
    assert_non_null(strstr(warning.text, "zero byte"));
    write_well(&settings);
    assert_true(home_read(FILE_NAME, found, sizeof found) > 0);
    assert_memory_equal(found, "name = \n\0\0\0\nrules = classic\nplain = no\n", 39);

    memset(big, 'x', sizeof big); /* one line of a megabyte, which is also too long */
    put(big, sizeof big);
    assert_int_equal(settings_read(&settings, &warning, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "longer than"));
    assert_defaults(&settings);
    assert_int_equal(settings_write(&settings, &message), ERR_FULL);
    assert_int_equal(home_read(FILE_NAME, found, sizeof found), BIG); /* not destroyed */

    put(big, 100000); /* one long line */
    settings = read_well(&warning);
    assert_defaults(&settings);
    for (size_t i = 0; i < 100000; i += 2)
        memcpy(big + i, "=\n", 2);
    put(big, 100000);
    settings = read_well(&warning);
    write_well(&settings);
    assert_true(home_read(FILE_NAME, found, sizeof found) > 100000);
    memcpy(sample, found, 8);
    assert_memory_equal(sample, "=\n=\n=\n=\n", 8);
}

static void a_file_that_has_no_room_for_a_setting_is_not_changed(void **state)
{
    enum { CAP = 256 * 1024 };
    static char full[CAP];
    struct settings settings;
    struct message warning, message;

    (void)state;
    memset(full, '#', sizeof full);
    put(full, sizeof full);
    settings = read_well(&warning);
    assert_int_equal(settings_write(&settings, &message), ERR_FULL);
    assert_non_null(strstr(message.text, "the file is too long for more settings"));
    assert_int_equal(home_read(FILE_NAME, found, sizeof found), CAP);
}

static void only_regular_files_are_read(void **state)
{
    struct settings settings;
    struct message warning, message;

    (void)state;
    unlink(FILE_NAME);
    assert_int_equal(mkfifo(FILE_NAME, 0600), 0); /* opening it would block forever */
    assert_int_equal(settings_read(&settings, &warning, &message), ERR_IO);
    assert_non_null(strstr(message.text, "settings: not a regular file"));
    assert_int_equal(settings_write(&settings, &message), ERR_IO);
    unlink(FILE_NAME);
    setenv("XDG_CONFIG_HOME", "/proc/nosuch", 1);
    settings = read_well(&warning); /* a missing file is fine */
    assert_int_equal(settings_write(&settings, &message), ERR_IO);
    unsetenv("XDG_CONFIG_HOME");
}

static void a_symbolic_link_stays(void **state)
{
    struct settings settings;
    struct stat status;

    (void)state;
    home_write("mine", "name = Ann\n", 11);
    assert_int_equal(symlink("../../mine", FILE_NAME), 0);
    settings_init(&settings);
    snprintf(settings.name, sizeof settings.name, "Bea");
    write_well(&settings);
    assert_int_equal(lstat(FILE_NAME, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_true(home_read("mine", found, sizeof found) > 0);
    assert_memory_equal(found, "name = Bea\n", 11);
}

static void paces_have_names(void **state)
{
    static const char *const words[] = {"none", "fast", "normal", "slow"};
    struct message message;
    enum pace pace;

    (void)state;
    for (int i = PACE_NONE; i <= PACE_SLOW; i++) {
        assert_int_equal(settings_parse_pace(words[i], &pace, &message), OK);
        assert_int_equal(pace, i);
    }
    assert_int_equal(settings_parse_pace("", &pace, &message), ERR_SYNTAX);
    assert_int_equal(settings_parse_pace("Fast", &pace, &message), ERR_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_file_is_no_error_and_is_not_created),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(comments_and_unknown_keys_are_preserved),
        cmocka_unit_test(an_invalid_value_affects_only_its_line),
        cmocka_unit_test(choices_of_the_menu_are_saved),
        cmocka_unit_test(key_lines_are_returned_and_preserved),
        cmocka_unit_test(hostile_files_are_harmless),
        cmocka_unit_test(a_file_that_has_no_room_for_a_setting_is_not_changed),
        cmocka_unit_test(only_regular_files_are_read),
        cmocka_unit_test(a_symbolic_link_stays),
        cmocka_unit_test(paces_have_names),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
