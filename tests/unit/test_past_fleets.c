/* The file of past fleets: what is added is read again, and nothing else in the file is lost. */
#include "store/past_fleets.h"

#include "rules/rules.h"
#include "store/saves.h"
#include "support/home.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME ".local/share/broadside/fleets"

enum { NOON = 1772366400 }; /* 2026-03-01 12:00:00 UTC */

static char found[1 << 20];
static struct layout list[MAX_PAST_FLEETS];

static int home_empty(void **state)
{
    (void)state;
    return system("rm -rf .local");
}

/* A classic fleet whose ships lie one below the other, from row `row` on. */
static struct layout fleet_at(int row)
{
    const struct rules *rules = rules_find("classic");
    struct layout layout = {{{0}}};

    for (int ship = 0; ship < rules->ships; ship++)
        layout.ship[ship] = (struct placement){0, (int16_t)((row + ship) % 10), 0, 1};
    return layout;
}

static void add(const char *player, const char *rules, int row, int64_t when)
{
    struct layout fleet = fleet_at(row);
    struct message warning, message = {""};

    if (past_fleets_add(player, rules_find(rules), &fleet, when, &warning, &message) != OK)
        fail_msg("%s", message.text);
    assert_string_equal(warning.text, "");
}

static int read_until(const char *player, const char *rules, const char *until)
{
    struct message message = {""};
    int count;

    if (past_fleets_read(player, rules_find(rules), until, list, &count, &message) != OK)
        fail_msg("%s", message.text);
    return count;
}

static void read_file(void)
{
    long length = home_read(FILE_NAME, found, sizeof found - 1);

    assert_true(length >= 0);
    found[length] = '\0';
}

static void fleets_are_read_in_the_order_of_the_games(void **state)
{
    static const char line[] = "\n20260301-120000\tAnn\t10x10 Carrier 5, Battleship 4, Cruiser 3, "
                               "Submarine 3, Destroyer 2\tCarrier A1 h, Battleship A2 h, Cruiser "
                               "A3 h, Submarine A4 h, Destroyer A5 h\n";
    struct layout fleet;

    (void)state;
    assert_int_equal(read_until("Ann", "classic", ""), 0);
    assert_int_equal(home_mode(".local"), -1); /* reading creates nothing */
    for (int i = 0; i < 3; i++)
        add("Ann", "classic", i, NOON + i);
    assert_int_equal(read_until("Ann", "classic", ""), 3);
    for (int i = 0; i < 3; i++) {
        fleet = fleet_at(i);
        assert_memory_equal(&list[i], &fleet, sizeof fleet);
    }
    assert_int_equal(home_mode(FILE_NAME), 0600);
    read_file();
    assert_non_null(strstr(found, line));
    assert_int_equal(found[0], '#'); /* a comment says what this is */
}

static void later_games_are_left_out(void **state)
{
    char stamp[STAMP_SIZE];

    (void)state;
    for (int i = 0; i < 3; i++)
        add("Ann", "classic", i, NOON + i);
    save_print_stamp(NOON + 1, stamp);
    assert_string_equal(stamp, "20260301-120001");
    assert_int_equal(read_until("Ann", "classic", stamp), 2);
    assert_int_equal(read_until("Ann", "classic", "20260301-115959"), 0);
}

static void players_and_rules_are_separate(void **state)
{
    struct rules no_touch = *rules_find("classic");
    struct message warning, message;
    int count;

    (void)state;
    add("Ann", "classic", 0, NOON);
    add("Ben", "classic", 1, NOON);
    add("Ben", "classic", 2, NOON);
    add("Ann", "advanced", 3, NOON);
    assert_int_equal(read_until("Ann", "classic", ""), 1);
    assert_int_equal(read_until("Ben", "classic", ""), 2);
    assert_int_equal(read_until("Ann", "advanced", ""), 1);
    assert_int_equal(read_until("Ann", "salvo", ""), 1); /* the board and fleet of classic */
    assert_int_equal(read_until("Cy", "classic", ""), 0);
    no_touch.touch = 0;
    assert_int_equal(past_fleets_read("Ann", &no_touch, "", list, &count, &message), OK);
    assert_int_equal(count, 0);

    assert_int_equal(past_fleets_erase("Ann", &count, &warning, &message), OK);
    assert_int_equal(count, 2);
    assert_int_equal(read_until("Ann", "classic", ""), 0);
    assert_int_equal(read_until("Ben", "classic", ""), 2);
    assert_int_equal(past_fleets_erase("Ann", &count, &warning, &message), OK);
    assert_int_equal(count, 0);
    assert_string_equal(warning.text, "");
    assert_int_equal(home_mode(FILE_NAME), 0600);
}

static void the_oldest_fleets_of_a_player_are_dropped(void **state)
{
    struct layout fleet = fleet_at(5); /* of the sixth game, the first one left */

    (void)state;
    add("Ben", "classic", 7, NOON);
    for (int i = 0; i < MAX_PAST_FLEETS + 5; i++)
        add("Ann", i % 2 ? "classic" : "advanced", i % 10, NOON + i);
    assert_int_equal(read_until("Ann", "classic", "") + read_until("Ann", "advanced", ""),
                     MAX_PAST_FLEETS);
    assert_int_equal(read_until("Ann", "classic", ""), MAX_PAST_FLEETS / 2);
    assert_memory_equal(&list[0], &fleet, sizeof fleet);
    assert_int_equal(read_until("Ben", "classic", ""), 1);
}

static void damaged_lines_are_named_and_stay(void **state)
{
    static const char damaged[] =
        "# mine\n\nnonsense\n"
        "20260301-120000\tAnn\t10x10 Carrier 5, Battleship 4, Cruiser 3, Submarine 3, "
        "Destroyer 2\tCarrier A1 h, Battleship A1 h, Cruiser A3 h, Submarine A4 h, Destroyer A5 h\n"
        "2026-03-01\tAnn\tkey\tfleet\nno end";
    struct layout fleet = fleet_at(1);
    struct message warning, message;
    int count;

    (void)state;
    add("Ann", "classic", 0, NOON);
    home_write(FILE_NAME, damaged, sizeof damaged - 1);
    assert_int_equal(read_until("Ann", "classic", ""), 0);
    assert_int_equal(
        past_fleets_add("Ann", rules_find("classic"), &fleet, NOON, &warning, &message), OK);
    assert_non_null(strstr(warning.text, FILE_NAME ": line 3 is invalid and ignored"));
    read_file();
    assert_memory_equal(found, damaged, sizeof damaged - 1);
    assert_int_equal(read_until("Ann", "classic", ""), 1);
    assert_memory_equal(&list[0], &fleet, sizeof fleet);
    assert_int_equal(past_fleets_erase("Ann", &count, &warning, &message), OK);
    assert_int_equal(count, 2); /* also the line with the impossible fleet */
    assert_non_null(strstr(warning.text, FILE_NAME ": line 3 is invalid and ignored"));
    read_file();
    assert_string_equal(found, "# mine\n\nnonsense\n2026-03-01\tAnn\tkey\tfleet\nno end\n");
}

static void a_file_that_cannot_be_written_stays_as_it_was(void **state)
{
    struct rlimit all, none;
    struct layout fleet = fleet_at(1);
    struct message warning, message;
    enum error error;
    int count;

    (void)state;
    add("Ann", "classic", 0, NOON);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &all), 0);
    none = (struct rlimit){.rlim_cur = 64, .rlim_max = all.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
    error = past_fleets_add("Ann", rules_find("classic"), &fleet, NOON, &warning, &message);
    setrlimit(RLIMIT_FSIZE, &all);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(error, ERR_IO);
    assert_non_null(strstr(message.text, FILE_NAME ": "));
    assert_int_equal(read_until("Ann", "classic", ""), 1);

    assert_int_equal(unlink(FILE_NAME), 0);
    assert_int_equal(system("mkdir " FILE_NAME), 0);
    assert_int_equal(
        past_fleets_add("Ann", rules_find("classic"), &fleet, NOON, &warning, &message), ERR_IO);
    assert_non_null(strstr(message.text, "not a regular file"));
    assert_int_equal(past_fleets_read("Ann", rules_find("classic"), "", list, &count, &message),
                     ERR_IO);
    assert_int_equal(past_fleets_erase("Ann", &count, &warning, &message), ERR_IO);
    assert_int_equal(count, 0);
    setenv("XDG_DATA_HOME", "/proc/nosuch", 1);
    assert_int_equal(
        past_fleets_add("Ann", rules_find("classic"), &fleet, NOON, &warning, &message), ERR_IO);
    unsetenv("XDG_DATA_HOME");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(fleets_are_read_in_the_order_of_the_games, home_empty),
        cmocka_unit_test_setup(later_games_are_left_out, home_empty),
        cmocka_unit_test_setup(players_and_rules_are_separate, home_empty),
        cmocka_unit_test_setup(the_oldest_fleets_of_a_player_are_dropped, home_empty),
        cmocka_unit_test_setup(damaged_lines_are_named_and_stay, home_empty),
        cmocka_unit_test_setup(a_file_that_cannot_be_written_stays_as_it_was, home_empty),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
