/* The review of a game, compared with chances counted by hand. */
#include "session/coach.h"

#include "support/play.h"
#include "support/session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct session *play(const char *preset, const char *knobs, const char *fleet,
                            const char *const *moves)
{
    struct rules rules = rules_from(preset, knobs);
    struct layout layout = layout_from(&rules, fleet);

    return play_moves(&rules, &layout, moves);
}

static struct review review(const struct session *session, int side)
{
    struct message message = {""};
    struct review result;

    if (coach_review(session_record(session), side, &result, &message) != OK)
        fail_msg("%s", message.text);
    return result;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* One ship of length 2 on 3x3: 12 places. The centre is in 4 of them, an edge in 3, a corner
 * in 2. After a hit in the centre each edge has one chance in four. */
static void chances_match_those_counted_by_hand(void **state)
{
    const char *const moves[] = {"A1", "B1", "B2", "C3", "B3", NULL};
    struct session *session = play("classic", "board=3x3;fleet=Boat 2;first=a", "Boat B2 v", moves);
    struct review ann = review(session, SIDE_A), ben = review(session, SIDE_B);

    (void)state;
    assert_int_equal(ann.count, 3);
    assert_int_equal(ann.verdict[0].number, 1);
    assert_true(is_near(ann.verdict[0].chance, 2 / 12.0));
    assert_true(is_near(ann.verdict[0].best_chance, 4 / 12.0));
    assert_int_equal(ann.verdict[0].best.cell[0], 4);
    assert_int_equal(ann.verdict[0].hits, 0);
    assert_true(ann.verdict[0].is_exact);
    /* A1 is water: 10 places are left, 4 through the centre. */
    assert_true(is_near(ann.verdict[1].chance, 4 / 10.0));
    assert_true(is_near(ann.verdict[1].best_chance, 4 / 10.0));
    assert_int_equal(ann.verdict[1].hits, 1);
    assert_true(is_near(ann.verdict[2].chance, 1 / 4.0));
    assert_true(is_near(ann.expected, 2 / 12.0 + 4 / 10.0 + 1 / 4.0));
    assert_true(is_near(ann.best_expected, 4 / 12.0 + 4 / 10.0 + 1 / 4.0));
    assert_int_equal(ann.hits, 2);
    assert_int_equal(ben.count, 2); /* the game ended before Ben's third */
    coach_review_release(&ann);
    coach_review_release(&ben);
    session_free(session);
}

static void lost_turns_and_radar_are_not_shots(void **state)
{
    const char *const moves[] = {"radar A1", "radar A1", "nonsense", "D4", "A1", NULL};
    struct session *session =
        play("advanced", "board=4x4;fleet=Boat 2;first=a", "Boat A1 h", moves);
    struct review ann = review(session, SIDE_A), ben = review(session, SIDE_B);

    (void)state;
    assert_int_equal(ann.count, 1);
    assert_int_equal(ann.verdict[0].number, 5);
    assert_int_equal(ann.verdict[0].hits, 1);
    /* The sweep found something in A1 to B2: no cell outside can be better than one inside. */
    assert_true(ann.verdict[0].best.cell[0] == 0 || ann.verdict[0].best.cell[0] == 1 ||
                ann.verdict[0].best.cell[0] == 4 || ann.verdict[0].best.cell[0] == 5);
    assert_int_equal(ben.count, 1);
    coach_review_release(&ann);
    coach_review_release(&ben);
    session_free(session);
}

/* Area moves are compared with area moves: sinking the Boat unlocks artillery. */
static void artillery_is_compared_with_artillery(void **state)
{
    const char *const moves[] = {"A1", "D4", "B1", "D3", "artillery A2", "D2", NULL};
    struct session *session =
        play("advanced", "board=4x4;fleet=Boat 2,Ship 3;first=a", "Boat A1 h, Ship B4 h", moves);
    struct review ann = review(session, SIDE_A);
    struct buffer text;

    (void)state;
    assert_int_equal(ann.count, 3);
    assert_int_equal(ann.verdict[2].move.kind, MOVE_ARTILLERY);
    assert_int_equal(ann.verdict[2].best.kind, MOVE_ARTILLERY);
    assert_true(ann.verdict[2].best_chance >= ann.verdict[2].chance);
    /* Twelve places are left for the Ship: two across in each of the rows 2 to 4, one down in the
     * columns A and B, two in C and D. B2 and B3 are in 3 of them, C2 and C3 in 4. */
    assert_int_equal(ann.verdict[2].best.cell[0], 5);
    assert_true(is_near(ann.verdict[2].best_chance, 14 / 12.0));
    assert_true(is_near(ann.verdict[2].chance, (2 + 3 + 2 + 3) / 12.0));
    buffer_init(&text, 1 << 16);
    assert_int_equal(coach_review_print(&ann, game_rules(session_game(session)), "Ann", &text), OK);
    assert_non_null(strstr(text.data, "artillery A2: 0 hits ("));
    assert_non_null(strstr(text.data, "the best move was artillery B2 (1.17)"));
    assert_non_null(strstr(text.data, "Ann: "));
    assert_non_null(strstr(text.data, "so the sum can exceed the cells of the fleet.\n"));
    buffer_release(&text);
    coach_review_release(&ann);
    session_free(session);
}

static void a_salvo_is_compared_as_a_whole(void **state)
{
    const char *const moves[] = {"fire A1 C3", NULL};
    struct session *session =
        play("salvo", "board=3x3;fleet=Boat 2,Dot 1;first=a", "Boat B2 v, Dot A1 h", moves);
    struct review ann = review(session, SIDE_A);

    (void)state;
    assert_int_equal(ann.count, 1);
    assert_int_equal(ann.verdict[0].hits, 1);
    assert_int_equal(ann.verdict[0].best.count, 2);
    assert_int_equal(ann.verdict[0].best.cell[0], 4);
    assert_true(ann.verdict[0].best_chance > ann.verdict[0].chance);
    coach_review_release(&ann);
    session_free(session);
}

static void a_player_without_shots_is_reported(void **state)
{
    const char *const moves[] = {"resign", NULL};
    struct session *session = play("classic", "board=3x3;fleet=Boat 2;first=a", "Boat B2 v", moves);
    struct review ann = review(session, SIDE_A);
    struct buffer text;

    (void)state;
    buffer_init(&text, 1 << 16);
    assert_int_equal(coach_review_print(&ann, game_rules(session_game(session)), "Ann", &text), OK);
    assert_string_equal(text.data, "Ann fired no shots.\n");
    buffer_release(&text);
    coach_review_release(&ann);
    session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_match_those_counted_by_hand),
        cmocka_unit_test(lost_turns_and_radar_are_not_shots),
        cmocka_unit_test(artillery_is_compared_with_artillery),
        cmocka_unit_test(a_salvo_is_compared_as_a_whole),
        cmocka_unit_test(a_player_without_shots_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
