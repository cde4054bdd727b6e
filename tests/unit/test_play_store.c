/* From the first move to the history: whatever happens in between, the game is in exactly one
 * place, and in the right one at the end. */
#include "session/flow.h"
#include "support/home.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Not part of the library, so it is compiled in here. */
#include "cli/play_store.c"
#include "cli/rescue.c"

#define GAMES ".local/state/broadside/games"
#define FLEETS ".local/share/broadside/fleets"

static int home_empty(void **state)
{
    (void)state;
    return system("rm -rf .local .config");
}

/* Places a fleet that the player chose. */
static void place(struct session *session)
{
    struct message message = {""};
    struct layout layout;

    assert_int_equal(session_draw_fleet(session, &layout, &message), OK);
    assert_int_equal(session_place(session, SIDE_A, &layout, &message), OK);
}

static void begin(struct play_store *store, struct flow *flow)
{
    const struct session_terms terms = {
        .rules = rules_find("classic"), .name = {"Ann", "random"}, .bot = {NULL, "random"}};
    struct message message = {""};

    *flow = (struct flow){.keeper = play_store_keeper(store)};
    play_store_open(store, "test");
    if (flow_start(flow, &terms, &message) != OK)
        fail_msg("%s", message.text);
    place(flow->session);
}

/* The folder that an XDG variable names cannot be used. */
static void begin_without(const char *variable, struct play_store *store, struct flow *flow)
{
    setenv(variable, "/proc/nosuch", 1);
    begin(store, flow);
}

static enum error finish_game(struct play_store *store, struct flow *flow, struct message *message)
{
    int64_t number = 0;

    return flow->keeper.finish(store, flow->session, &number, message);
}

static void leave(struct play_store *store, struct flow *flow)
{
    flow_release(flow);
    play_store_close(store);
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
        if (session_move_text(session, slice_of(text), &move, &outcome, &message) != OK)
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
    if (session_move_text(session, slice_of("resign"), &move, &outcome, &message) != OK)
        fail_msg("%s", message.text);
    assert_true(game_status(session_game(session))->over);
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

static int count_games(const struct play_store *store)
{
    const struct history_filter everything = {0};
    struct message message;
    int count = 0;

    assert_int_equal(store_games(store->history, &everything, count_one, &count, &message), OK);
    return count;
}

static void a_game_goes_from_its_file_to_the_history(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct flow flow;
    struct message message, notice;
    struct buffer record;

    (void)state;
    begin(&store, &flow);
    play_on(flow.session, 7);
    assert_null(session_save_error(flow.session));
    leave(&store, &flow);
    assert_int_equal(count_saves(list), 1);

    play_store_open(&store, "test");
    assert_int_equal(play_store_sweep(&store), 0); /* not over */
    assert_int_equal(flow_resume(&flow, list[0].name, &message), OK);
    assert_int_equal(session_moves(flow.session), 7);
    assert_int_equal(count_saves(list), 0); /* locked by us */
    resign(flow.session);
    assert_null(session_save_error(flow.session));
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text, "This is game 1 in your history.");
    assert_int_equal(count_games(&store), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(system("test -z \"$(ls -A " GAMES ")\""), 0);
    buffer_init(&record, SAVE_CAP);
    assert_int_equal(store_game_record(store.history, 1, &record, &message), OK);
    assert_string_equal(record.data, session_record(flow.session).text);
    buffer_release(&record);
    leave(&store, &flow);
}

static void a_game_that_ended_with_its_process_is_moved_to_the_history(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct flow flow;
    struct message message, notice;
    char path[4096];

    (void)state;
    begin(&store, &flow);
    play_on(flow.session, 5);
    resign(flow.session);
    snprintf(path, sizeof path, "cp %s copy", save_path(store.save));
    assert_int_equal(system(path), 0);
    play_store_close(&store); /* without flow_finish */
    play_store_open(&store, "test");
    assert_int_equal(play_store_sweep(&store), 1);
    assert_int_equal(count_games(&store), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(play_store_sweep(&store), 0);
    /* A process that died between the history and the removal leaves a second copy. */
    assert_int_equal(system("cp copy " GAMES "/20260101-000000-0123456789abcdef.save"), 0);
    assert_int_equal(play_store_sweep(&store), 1);
    assert_int_equal(count_games(&store), 1);
    assert_int_equal(count_saves(list), 0);
    assert_int_equal(flow_finish(&flow, &notice, &message), OK); /* even a third time */
    assert_string_equal(notice.text, "This is game 1 in your history.");
    leave(&store, &flow);
}

static void without_a_history_the_file_stays(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct flow flow;
    struct message message;

    (void)state;
    begin_without("XDG_DATA_HOME", &store, &flow);
    assert_null(store.history);
    assert_int_equal(play_store_sweep(&store), 0);
    resign(flow.session);
    assert_int_equal(finish_game(&store, &flow, &message), ERR_MISSING);
    assert_non_null(strstr(message.text, "stays in "));
    assert_non_null(strstr(message.text, GAMES));
    leave(&store, &flow);
    unsetenv("XDG_DATA_HOME");
    assert_int_equal(count_saves(list), 1);
    if (store_available()) { /* the history is back */
        play_store_open(&store, "test");
        assert_int_equal(play_store_sweep(&store), 1);
        assert_int_equal(count_games(&store), 1);
        play_store_close(&store);
    }
}

static void a_game_can_be_played_without_files(void **state)
{
    struct play_store store;
    struct flow flow;
    struct message message;

    (void)state;
    begin_without("XDG_STATE_HOME", &store, &flow);
    play_on(flow.session, 3);
    assert_non_null(session_save_error(flow.session));
    resign(flow.session);
    assert_int_equal(finish_game(&store, &flow, &message), store_available() ? OK : ERR_MISSING);
    leave(&store, &flow);
    unsetenv("XDG_STATE_HOME");
}

static void broken_files_are_left_alone(void **state)
{
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct flow flow;
    struct message message;

    (void)state;
    begin(&store, &flow);
    resign(flow.session);
    leave(&store, &flow);
    assert_int_equal(system("sed -i 's/^commit a .*/commit a 00/' " GAMES "/*"), 0);
    assert_int_equal(
        system("echo 'result a sunk' >" GAMES "/20260101-000000-0123456789abcdef.save"), 0);
    play_store_open(&store, "test");
    assert_int_equal(play_store_sweep(&store), 0);
    assert_int_equal(count_saves(list), 2);
    assert_int_not_equal(flow_resume(&flow, list[0].name, &message), OK);
    assert_non_null(strstr(message.text, list[0].name));
    assert_null(flow.session);
    assert_int_equal(count_saves(list), 2); /* not left locked */
    play_store_close(&store);
}

static void reading_the_history_creates_no_file(void **state)
{
    struct message message;
    struct store *store;

    (void)state;
    assert_int_equal(play_store_read_history(&store, &message),
                     store_available() ? OK : ERR_MISSING);
    assert_null(store);
    assert_int_equal(home_mode(".local"), -1);
}

#define TEST(name) cmocka_unit_test_setup(name, home_empty)

static int past(struct play_store *store)
{
    struct layout list[MAX_PAST_FLEETS];

    return past_fleets(store, "Ann", rules_find("classic"), list);
}

static void resign_and_finish(struct flow *flow, struct message *notice)
{
    struct message message;

    resign(flow->session);
    assert_int_equal(flow_finish(flow, notice, &message), OK);
}

static void fleets_are_kept_only_if_the_player_allows_it(void **state)
{
    bool may_learn = false;
    struct play_store store;
    struct message notice;
    struct flow flow;

    (void)state;
    begin(&store, &flow);
    store.may_learn = &may_learn;
    resign_and_finish(&flow, &notice);
    assert_null(strstr(notice.text, "learn"));
    leave(&store, &flow);
    assert_int_equal(home_mode(FLEETS), -1);

    may_learn = true;
    begin(&store, &flow);
    store.may_learn = &may_learn;
    assert_int_equal(past(&store), 0);
    resign_and_finish(&flow, &notice);
    assert_non_null(strstr(notice.text, "Your fleet was added to those that bots learn from."));
    assert_int_equal(past(&store), 1);
    may_learn = false;
    assert_int_equal(past(&store), 0);
    leave(&store, &flow);
}

static void a_fleet_drawn_at_random_is_not_kept(void **state)
{
    bool may_learn = true;
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct message notice, message;
    struct layout layout;
    struct flow flow;
    int count;

    (void)state;
    begin(&store, &flow);
    store.may_learn = &may_learn;
    assert_false(session_fleet_is_drawn(flow.session, SIDE_A));
    resign_and_finish(&flow, &notice);
    assert_int_equal(flow_rematch(&flow, &message), OK);
    assert_int_equal(session_place_randomly(flow.session, SIDE_A, &layout, &message), OK);
    play_on(flow.session, 4);
    flow_release(&flow);
    assert_int_equal(saves_list(list, &count, &message), OK);
    assert_int_equal(flow_resume(&flow, list[0].name, &message), OK);
    assert_true(session_fleet_is_drawn(flow.session, SIDE_A)); /* the saved game knows */
    resign_and_finish(&flow, &notice);
    assert_int_equal(past(&store), 1);
    leave(&store, &flow);
}

static void a_fleet_that_cannot_be_kept_is_reported_once(void **state)
{
    bool may_learn = true;
    struct play_store store;
    struct message notice, message;
    struct flow flow;

    (void)state;
    assert_int_equal(system("mkdir -p " FLEETS), 0);
    begin(&store, &flow);
    store.may_learn = &may_learn;
    resign_and_finish(&flow, &notice);
    assert_non_null(strstr(notice.text, "Bots do not learn from this game: "));
    assert_non_null(strstr(notice.text, FLEETS ": not a regular file."));
    assert_int_equal(flow_rematch(&flow, &message), OK);
    place(flow.session);
    resign_and_finish(&flow, &notice);
    assert_null(strstr(notice.text, "learn"));
    leave(&store, &flow);
}

static void a_resumed_game_gets_the_fleets_from_before_it(void **state)
{
    bool may_learn = true;
    struct saved_game list[MAX_SAVES];
    struct play_store store;
    struct message message;
    struct layout fleet;
    struct flow flow;
    int count;

    (void)state;
    begin(&store, &flow);
    store.may_learn = &may_learn;
    play_on(flow.session, 4);
    fleet = *session_fleet(flow.session, SIDE_A);
    flow_release(&flow);
    for (int i = 0; i < 2; i++) /* one game before and one after it */
        assert_int_equal(past_fleets_add("Ann", rules_find("classic"), &fleet,
                                         (int64_t)time(NULL) + (i ? 100 : -100), &message,
                                         &message),
                         OK);
    assert_int_equal(past(&store), 2);
    assert_int_equal(saves_list(list, &count, &message), OK);
    assert_int_equal(flow_resume(&flow, list[0].name, &message), OK);
    assert_int_equal(past(&store), 1);
    leave(&store, &flow);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        TEST(a_game_goes_from_its_file_to_the_history),
        TEST(a_game_that_ended_with_its_process_is_moved_to_the_history),
        TEST(without_a_history_the_file_stays),
        TEST(a_game_can_be_played_without_files),
        TEST(broken_files_are_left_alone),
        TEST(reading_the_history_creates_no_file),
        TEST(fleets_are_kept_only_if_the_player_allows_it),
        TEST(a_fleet_drawn_at_random_is_not_kept),
        TEST(a_fleet_that_cannot_be_kept_is_reported_once),
        TEST(a_resumed_game_gets_the_fleets_from_before_it),
    };
    const struct CMUnitTest bare[] = {
        TEST(without_a_history_the_file_stays),
        TEST(a_game_can_be_played_without_files),
        TEST(reading_the_history_creates_no_file),
        TEST(fleets_are_kept_only_if_the_player_allows_it),
        TEST(a_fleet_drawn_at_random_is_not_kept),
        TEST(a_fleet_that_cannot_be_kept_is_reported_once),
        TEST(a_resumed_game_gets_the_fleets_from_before_it),
    };

    return store_available() ? cmocka_run_group_tests(all, home_enter, home_leave)
                             : cmocka_run_group_tests(bare, home_enter, home_leave);
}
