/* From the first move to the history: whatever happens in between, the game is in one place and in
 * the end in the right one, once. */
#include "support/nest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* The program's own glue is no part of the library; it is taken in here to be tested. */
#include "cli/keeping.c"

#define GAMES ".local/state/broadside/games"

static int nest_empty(void **state)
{
    (void)state;
    return system("rm -rf .local .config");
}

static struct session *begin(struct keeping *keeping)
{
    const struct session_terms terms = {
        .rules = rules_find("classic"), .name = {"Ann", "random"}, .bot = {NULL, "random"}};
    struct keeper keeper = keeping_keeper(keeping);
    struct session *session = NULL;
    struct message message = {""};
    struct layout layout;

    if (session_new(&terms, &session, &message) != OK)
        fail_msg("%s", message.text);
    session_set_keeper(session, &keeper);
    assert_int_equal(session_place_randomly(session, SIDE_A, &layout, &message), OK);
    return session;
}

/* Some moves, whoever's turn it is. Ann shoots row by row. */
static void play_on(struct session *session, int moves)
{
    struct message message = {""};
    struct outcome outcome;
    struct move move;

    for (int i = 0; i < moves; i++) {
        const struct game *game = session_game(session);
        int turn = game_status(game)->turn, cell = 0;
        char text[32];

        if (turn == SIDE_B) {
            assert_int_equal(session_bot_move(session, &move, &outcome, &message), OK);
            continue;
        }
        cell = game_status(game)->shots[SIDE_A];
        snprintf(text, sizeof text, "fire %c%d", 'A' + cell / 10, 1 + cell % 10);
        if (session_command(session, slice_of(text), &move, &outcome, &message) != OK)
            fail_msg("%s: %s", text, message.text);
    }
}

static void resign(struct session *session)
{
    struct message message = {""};
    struct outcome outcome;
    struct move move;

    while (game_status(session_game(session))->turn != SIDE_A)
        play_on(session, 1);
    if (session_command(session, slice_of("resign"), &move, &outcome, &message) != OK)
        fail_msg("%s", message.text);
    assert_true(game_status(session_game(session))->over);
}

static enum error finish(struct keeping *keeping, const struct session *session, int64_t *id,
                         struct message *message)
{
    struct played_game game;

    played_game_fill(&game, session);
    return keeping_finish(keeping, &game, session_record(session), id, message);
}

static int count_saves(struct saved_game list[MAX_SAVES])
{
    struct message message;
    int count = -1;

    assert_int_equal(saves_list(list, &count, &message), OK);
    return count;
}

static bool count_one(void *context, const struct played_game *game)
{
    int *count = context;

    assert_string_equal(game->side[0].name, "Ann");
    assert_string_equal(game->side[0].bot, "");
    assert_string_equal(game->side[1].bot, "random");
    assert_string_equal(game->reason, "resigned");
    assert_string_equal(game->rules, "classic");
    assert_int_equal(game->winner, SIDE_B);
    assert_true(game->when > 1000000000);
    ++*count;
    return true;
}

static int count_games(const struct keeping *keeping)
{
    const struct history_filter everything = {0};
    struct message message;
    int count = 0;

    assert_int_equal(store_games(keeping->store, &everything, count_one, &count, &message), OK);
    return count;
}

static void a_game_goes_from_its_file_to_the_history(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct keeping keeping;
    struct session *session;
    struct message message;
    struct buffer record;
    int64_t id = 0;

    (void)state;
    keeping_start(&keeping, "test");
    session = begin(&keeping);
    play_on(session, 7);
    assert_null(session_unkept(session));
    keeping_end(&keeping); /* the player leaves */
    session_free(session);
    assert_int_equal(count_saves(list), 1);

    keeping_start(&keeping, "test");
    assert_int_equal(keeping_sweep(&keeping), 0); /* not over */
    assert_int_equal(keeping_resume(&keeping, list[0].name, &session, &message), OK);
    assert_int_equal(session_moves(session), 7);
    assert_int_equal(count_saves(list), 0); /* it is ours now */
    resign(session);
    assert_null(session_unkept(session));
    if (finish(&keeping, session, &id, &message) != OK)
        fail_msg("%s", message.text);
    assert_int_equal(id, 1);
    assert_int_equal(count_games(&keeping), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(system("test -z \"$(ls -A " GAMES ")\""), 0);
    buffer_init(&record, SAVE_CAP);
    assert_int_equal(store_game_record(keeping.store, id, &record, &message), OK);
    assert_string_equal(record.data, session_record(session).text);
    buffer_release(&record);
    session_free(session);
    keeping_end(&keeping);
}

static void a_game_that_ended_with_its_process_is_taken_in(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct keeping keeping;
    struct session *session;
    struct message message;
    char path[4096];
    int64_t id = 0;

    (void)state;
    keeping_start(&keeping, "test");
    session = begin(&keeping);
    play_on(session, 5);
    resign(session);
    snprintf(path, sizeof path, "cp %s copy", save_path(keeping.save));
    assert_int_equal(system(path), 0);
    keeping_end(&keeping); /* and nobody has finished it */
    keeping_start(&keeping, "test");
    assert_int_equal(keeping_sweep(&keeping), 1);
    assert_int_equal(count_games(&keeping), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(keeping_sweep(&keeping), 0);
    /* A process that died between the history and the removal leaves a second copy. */
    assert_int_equal(system("cp copy " GAMES "/20260101-000000-0123456789abcdef.save"), 0);
    assert_int_equal(keeping_sweep(&keeping), 1);
    assert_int_equal(count_games(&keeping), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(finish(&keeping, session, &id, &message), OK); /* or even a third */
    assert_int_equal(id, 1);
    session_free(session);
    keeping_end(&keeping);
}

static void without_a_history_the_file_stays(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct keeping keeping;
    struct session *session;
    struct message message;
    int64_t id = 0;

    (void)state;
    setenv("XDG_DATA_HOME", "/proc/nosuch", 1);
    keeping_start(&keeping, "test");
    assert_null(keeping.store);
    assert_int_equal(keeping_sweep(&keeping), 0);
    session = begin(&keeping);
    resign(session);
    assert_int_not_equal(finish(&keeping, session, &id, &message), OK);
    assert_non_null(strstr(message.text, "stays in "));
    assert_non_null(strstr(message.text, GAMES));
    keeping_end(&keeping);
    session_free(session);
    unsetenv("XDG_DATA_HOME");
    assert_int_equal(count_saves(list), 1);
    if (store_available()) { /* the history is back */
        keeping_start(&keeping, "test");
        assert_int_equal(keeping_sweep(&keeping), 1);
        assert_int_equal(count_games(&keeping), 1);
        keeping_end(&keeping);
    }
}

static void without_files_a_game_goes_on(void **state)
{
    struct keeping keeping;
    struct session *session;
    struct message message;
    int64_t id = 0;

    (void)state;
    setenv("XDG_STATE_HOME", "/proc/nosuch", 1);
    keeping_start(&keeping, "test");
    session = begin(&keeping);
    play_on(session, 3);
    assert_non_null(session_unkept(session));
    resign(session);
    assert_int_equal(finish(&keeping, session, &id, &message),
                     store_available() ? OK : ERR_MISSING);
    session_free(session);
    keeping_end(&keeping);
    unsetenv("XDG_STATE_HOME");
}

static void broken_files_are_left_alone(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct keeping keeping;
    struct session *session;
    struct message message;

    (void)state;
    keeping_start(&keeping, "test");
    session = begin(&keeping);
    resign(session);
    keeping_end(&keeping);
    session_free(session);
    assert_int_equal(system("sed -i 's/^commit a .*/commit a 00/' " GAMES "/*"), 0);
    assert_int_equal(
        system("echo 'result a sunk' >" GAMES "/20260101-000000-0123456789abcdef.save"), 0);
    keeping_start(&keeping, "test");
    assert_int_equal(keeping_sweep(&keeping), 0);
    assert_int_equal(count_saves(list), 2);
    assert_int_not_equal(keeping_resume(&keeping, list[0].name, &session, &message), OK);
    assert_non_null(strstr(message.text, list[0].name));
    assert_null(session);
    assert_int_equal(count_saves(list), 2); /* nor left locked */
    keeping_end(&keeping);
}

static void a_game_can_be_discarded(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct keeping keeping;
    struct session *session;

    (void)state;
    keeping_start(&keeping, "test");
    session = begin(&keeping);
    play_on(session, 3);
    keeping_discard(&keeping);
    session_free(session);
    keeping_end(&keeping);
    assert_int_equal(count_saves(list), 0);
}

static void who_only_reads_makes_no_file(void **state)
{
    struct message message;
    struct store *store;

    (void)state;
    assert_int_equal(history_open(&store, &message), store_available() ? OK : ERR_MISSING);
    assert_null(store);
    assert_int_equal(nest_mode(".local"), -1);
}

#define TEST(name) cmocka_unit_test_setup(name, nest_empty)

int main(void)
{
    const struct CMUnitTest all[] = {
        TEST(a_game_goes_from_its_file_to_the_history),
        TEST(a_game_that_ended_with_its_process_is_taken_in),
        TEST(without_a_history_the_file_stays),
        TEST(without_files_a_game_goes_on),
        TEST(broken_files_are_left_alone),
        TEST(a_game_can_be_discarded),
        TEST(who_only_reads_makes_no_file),
    };
    const struct CMUnitTest bare[] = {
        TEST(without_a_history_the_file_stays),
        TEST(without_files_a_game_goes_on),
        TEST(a_game_can_be_discarded),
        TEST(who_only_reads_makes_no_file),
    };

    return store_available() ? cmocka_run_group_tests(all, nest_enter, nest_leave)
                             : cmocka_run_group_tests(bare, nest_enter, nest_leave);
}
