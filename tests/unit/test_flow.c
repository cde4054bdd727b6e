/* A game from its start to the history, as every front end runs it. */
#include "session/flow.h"

#include "bots/bot.h"
#include "support/home.h"
#include "support/play.h"
#include "support/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct session_terms against_bot = {.name = {"Ann", "random"},
                                                 .bot = {NULL, "random"}};

static void start(struct flow *flow, struct memory_keeper *memory, const struct rules *rules)
{
    struct session_terms terms = against_bot;
    struct message message = {""};

    *flow = (struct flow){.keeper = memory_keeper(memory), .pace = PACE_FAST};
    terms.rules = rules;
    if (flow_start(flow, &terms, &message) != OK)
        fail_msg("%s", message.text);
}

static void every_step_is_named_in_turn(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct message message;
    struct outcome outcome;
    struct flow flow;
    struct move move;
    int side;

    (void)state;
    start(&flow, &memory, &rules);
    assert_int_equal(flow_next(&flow, &side), FLOW_PLACE);
    assert_int_equal(side, SIDE_A);
    place_people(flow.session);
    assert_int_equal(flow_next(&flow, &side), FLOW_PERSON);
    assert_int_equal(side, SIDE_A);
    make_move(flow.session, "A1");
    assert_int_equal(flow_next(&flow, &side), FLOW_BOT);
    assert_int_equal(side, SIDE_B);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    assert_int_equal(flow_next(&flow, &side), FLOW_PERSON);
    assert_int_equal(memory.saves, 3); /* both fleets, two moves */
    make_move(flow.session, "resign");
    assert_int_equal(flow_next(&flow, &side), FLOW_OVER);
    assert_int_equal(flow_pause(&flow), pace_milliseconds(PACE_FAST));
    flow_release(&flow);
    assert_null(flow.session);
}

static void a_finished_game_is_in_the_history_and_its_record_in_a_file(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, &rules);
    flow.record = "game.record";
    place_people(flow.session);
    make_move(flow.session, "resign");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text,
                        "This is game 1 in your history. The record is in game.record; "
                        "broadside replay shows it.");
    assert_int_equal(home_mode("game.record"), 0600);
    unlink("game.record");

    assert_int_equal(flow_rematch(&flow, &message), OK);
    assert_string_equal(session_name(flow.session, 0), "Ann");
    assert_string_equal(session_bot(flow.session, 1), "random");
    assert_int_equal(game_rules(session_game(flow.session))->width, 5);
    assert_int_equal(session_moves(flow.session), 0);
    place_people(flow.session);
    make_move(flow.session, "resign");
    memory.fails = true;
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text, "The game is not in your history: the disk is full.");
    assert_int_equal(home_mode("game.record"), -1); /* only that of the first game is written */
    flow_release(&flow);
}

static void a_record_that_cannot_be_written_is_an_error(void **state)
{
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, rules_find("classic"));
    flow.record = "no/such/folder/game.record";
    place_people(flow.session);
    assert_int_equal(flow_finish(&flow, &notice, &message), ERR_IO);
    assert_non_null(strstr(message.text, "no/such/folder/game.record"));
    assert_string_equal(notice.text, "");
    assert_int_equal(memory.finishes, 0); /* not over: closed, to be continued */
    assert_true(memory.closes > 0);
    flow_release(&flow);
}

static void a_game_that_was_left_is_listed_and_resumed(void **state)
{
    struct rules rules = rules_from("classic", "first=a");
    struct unfinished_game list[MAX_UNFINISHED];
    static struct memory_keeper memory;
    struct message notice, message;
    struct flow flow;
    int count;

    (void)state;
    start(&flow, &memory, &rules);
    place_people(flow.session);
    make_move(flow.session, "A1");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_int_equal(flow_list(&flow, list, &count, &message), OK);
    assert_int_equal(count, 1);
    assert_non_null(strstr(list[0].text, "classic+first=a rules, Ann against random, 1 move, "));
    assert_int_equal(flow_resume(&flow, list[0].id, &message), OK);
    assert_string_equal(session_name(flow.session, 0), "Ann");

    assert_int_not_equal(flow_resume(&flow, "another", &message), OK);
    assert_null(flow.session);
    strstr(memory.text, "\n1 a ")[-1] ^= 1; /* in the last nonce */
    assert_int_equal(flow_list(&flow, list, &count, &message), OK);
    assert_int_equal(count, 0);
    assert_int_not_equal(flow_resume(&flow, "the game", &message), OK);
    assert_non_null(strstr(message.text, "the game: "));
    assert_null(flow.session);
    memory.fails = true;
    assert_int_equal(flow_list(&flow, list, &count, &message), ERR_IO);
    flow_release(&flow);
}

static void an_imported_game_is_saved_from_then_on(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    struct session *elsewhere = new_session(&rules, NULL, NULL, 3);
    static struct memory_keeper memory;
    struct flow flow = {.keeper = memory_keeper(&memory)};
    struct message message;

    (void)state;
    place_people(elsewhere);
    make_move(elsewhere, "B2");
    assert_int_equal(flow_import(&flow, session_saved(elsewhere), &message), OK);
    assert_int_equal(memory.saves, 1);
    assert_int_equal(memory.length, session_saved(elsewhere).length);
    assert_int_not_equal(flow_import(&flow, slice_of("nonsense"), &message), OK);
    assert_int_equal(session_moves(flow.session), 1); /* the current game stays */
    flow_release(&flow);
    session_free(elsewhere);
}

static void two_players_need_different_names(void **state)
{
    const struct session_terms terms = {.rules = rules_find("classic"), .name = {"Ann", "ann"}};
    static struct memory_keeper memory;
    struct message message;
    struct flow flow;

    (void)state;
    start(&flow, &memory, rules_find("classic"));
    assert_int_equal(flow_start(&flow, &terms, &message), ERR_SYNTAX);
    assert_string_equal(session_name(flow.session, 1), "random"); /* the current game stays */
    flow_release(&flow);
}

static void a_game_without_a_move_is_not_kept(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=b");
    static struct memory_keeper memory;
    struct message notice, message;
    struct outcome outcome;
    struct flow flow;
    struct move move;

    (void)state;
    start(&flow, &memory, &rules);
    place_people(flow.session);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    assert_true(session_is_untouched(flow.session)); /* only the bot has moved */
    assert_true(session_saved_is_untouched((struct slice){memory.text, memory.length}));
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_int_equal(memory.discards, 1);
    flow_release(&flow);
    memset(&memory, 0, sizeof memory);
    start(&flow, &memory, &rules);
    place_people(flow.session);
    assert_int_equal(session_bot_move(flow.session, &move, &outcome, &message), OK);
    make_move(flow.session, "A1");
    assert_false(session_is_untouched(flow.session));
    assert_false(session_saved_is_untouched((struct slice){memory.text, memory.length}));
    flow_release(&flow);
    assert_int_equal(memory.discards, 0);
    assert_int_equal(flow_delete(&flow, "nosuch", &message), ERR_UNKNOWN);
    assert_true(memory.length > 0);
    assert_int_equal(flow_delete(&flow, "the game", &message), OK);
    assert_int_equal(memory.length, 0);
}

/* --- past fleets ------------------------------------------------------------------------------ */

enum { PAST = 3 };

/* What a bot was told, in letters: M for match_start against a person, m against a bot, the column
 * of the first ship for study, R for round_start. */
static char told[64];

static void tell(char letter)
{
    size_t length = strlen(told);

    assert_true(length + 1 < sizeof told);
    told[length] = letter;
    told[length + 1] = '\0';
}

static void student_match_start(struct bot *bot, const struct match_terms *terms)
{
    (void)bot;
    tell(terms->enemy_is_person ? 'M' : 'm');
}

static void student_study(struct bot *bot, const struct layout *fleet)
{
    (void)bot;
    tell((char)('0' + fleet->ship[0].column));
}

static void student_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    (void)bot;
    (void)view;
    (void)round;
    tell('R');
}

static enum broken student_act(struct bot *bot, const struct view *view, struct move *move)
{
    (void)bot;
    (void)view;
    *move = (struct move){.kind = MOVE_FIRE, .count = 1};
    return BROKEN_NONE;
}

static const struct bot_kind student = {.name = "student",
                                        .plays = FEATURE_ALL,
                                        .match_start = student_match_start,
                                        .study = student_study,
                                        .round_start = student_round_start,
                                        .act = student_act};

static enum error open_student(void *context, const char *spec, struct bot **bot,
                               struct message *message)
{
    enum error error = bot_new("null", bot, message);

    (void)context;
    if (!error && strcmp(spec, "student") == 0)
        (*bot)->kind = &student;
    return error;
}

static int three_fleets(void *context, const char *player, const struct rules *rules,
                        struct layout list[MAX_PAST_FLEETS])
{
    (void)context;
    assert_string_equal(player, "Ann");
    assert_int_equal(rules->width, 5);
    memset(list, 0, MAX_PAST_FLEETS * sizeof *list);
    for (int i = 0; i < PAST; i++)
        list[i].ship[0].column = (int16_t)(i + 1);
    return PAST;
}

static void keep_nothing(void *context, const struct session *session, struct message *notice)
{
    const struct layout *fleet = session_fleet(session, SIDE_A);

    (void)context;
    assert_memory_equal(fleet, &session_game(session)->view[SIDE_A].own.layout, sizeof *fleet);
    message_set(notice, "Your fleet is not kept.");
}

static const struct bot_opener students = {open_student, NULL};

static struct flow flow_with_past(struct memory_keeper *memory)
{
    struct flow flow = {.keeper = memory_keeper(memory), .opener = &students};

    flow.keeper.past_fleets = three_fleets;
    flow.keeper.keep_fleet = keep_nothing;
    told[0] = '\0';
    return flow;
}

static void begin_past(struct flow *flow, const struct rules *rules, const char *a, const char *b,
                       bool has_seed)
{
    struct session_terms terms = {
        .rules = rules, .name = {a ? a : "Ann", b}, .bot = {a, b}, .has_seed = has_seed};
    struct message message = {""};

    told[0] = '\0';
    if (flow_start(flow, &terms, &message) != OK)
        fail_msg("%s", message.text);
}

static void a_bot_studies_the_past_fleets_of_a_person_in_order(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct flow flow = flow_with_past(&memory);
    struct message notice, message;

    (void)state;
    begin_past(&flow, &rules, NULL, "student", false);
    assert_string_equal(told, "M123R");
    place_people(flow.session);
    make_move(flow.session, "A1");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text, ""); /* left: no fleet is kept */
    told[0] = '\0';
    assert_int_equal(flow_resume(&flow, "the game", &message), OK);
    assert_string_equal(told, "M123R");
    make_move(flow.session, "resign");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    assert_string_equal(notice.text, "This is game 1 in your history. Your fleet is not kept.");
    told[0] = '\0';
    assert_int_equal(flow_rematch(&flow, &message), OK);
    assert_string_equal(told, "M123R");
    flow_release(&flow);
}

static void past_fleets_are_for_people_and_never_with_a_seed(void **state)
{
    struct rules rules = rules_from("classic", "board=5x5;fleet=2,3;first=a");
    static struct memory_keeper memory;
    struct flow flow = flow_with_past(&memory);
    struct message notice, message;

    (void)state;
    begin_past(&flow, &rules, NULL, "student", true);
    assert_string_equal(told, "MR");
    place_people(flow.session);
    make_move(flow.session, "A1");
    assert_int_equal(flow_finish(&flow, &notice, &message), OK);
    told[0] = '\0';
    assert_int_equal(flow_resume(&flow, "the game", &message), OK);
    assert_string_equal(told, "MR");
    flow_discard(&flow);
    begin_past(&flow, &rules, "student", "null", false);
    assert_string_equal(told, "mR");
    flow_discard(&flow);
    flow.keeper.past_fleets = NULL;
    begin_past(&flow, &rules, NULL, "student", false);
    assert_string_equal(told, "MR");
    flow_release(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_is_named_in_turn),
        cmocka_unit_test(a_finished_game_is_in_the_history_and_its_record_in_a_file),
        cmocka_unit_test(a_record_that_cannot_be_written_is_an_error),
        cmocka_unit_test(a_game_that_was_left_is_listed_and_resumed),
        cmocka_unit_test(an_imported_game_is_saved_from_then_on),
        cmocka_unit_test(two_players_need_different_names),
        cmocka_unit_test(a_game_without_a_move_is_not_kept),
        cmocka_unit_test(a_bot_studies_the_past_fleets_of_a_person_in_order),
        cmocka_unit_test(past_fleets_are_for_people_and_never_with_a_seed),
    };

    return cmocka_run_group_tests(tests, home_enter, home_leave);
}
