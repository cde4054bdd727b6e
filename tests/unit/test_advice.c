/* Every sentence of a hint, checked in many positions of several rules: against the heat map of the
 * position, against the review of the finished game, and against the truth.
 *
 * slow: counts and samples hundreds of positions (3 s) */
#include "session/coach.h"
#include "session/heat.h"
#include "session/narrate.h"
#include "session/playback.h"

#include "support/play.h"
#include "support/sanitized.h"
#include "support/session.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_MOVES = 400, TEXT = 1024 };

/* A game in which both sides ask for advice now and then, and follow it half of the time. */
struct scene {
    struct session *session;
    struct rng rng;
    struct heat_cache *cache;
    struct coach *other; /* has seen other positions */
    int asked, specials;
    bool is_followed[MOST_MOVES + 1];
    struct advice advice[MOST_MOVES + 1];
};

static const struct view *view_to_move(const struct scene *scene)
{
    const struct game *game = session_game(scene->session);

    return &game->view[game_status(game)->turn];
}

static bool has_ship(const struct scene *scene, int cell)
{
    const struct game *game = session_game(scene->session);
    const struct view *enemy = &game->view[1 - game_status(game)->turn];

    return enemy->own.ship_at[cell] != NO_SHIP;
}

static int percent_of(const char *text)
{
    return strcmp(text, HEAT_CERTAIN) == 0 ? 100 : atoi(text);
}

/* The heat map has the printed number at this cell and none above it. */
static void check_shot(const struct scene *scene, const struct heat_numbers *heat, int cell,
                       const char *figures)
{
    int percent = atoi(figures), cells = rules_cells(&view_to_move(scene)->rules);

    assert_non_null(strstr(figures, " % chance of a ship"));
    assert_int_equal(percent_of(heat->text[cell]), percent);
    for (int i = 0; i < cells; i++)
        assert_true(percent_of(heat->text[i]) <= percent);
    if (percent == 100 && heat->is_exact)
        assert_true(has_ship(scene, cell));
    if (percent == 0 && heat->is_exact)
        assert_false(has_ship(scene, cell));
}

/* The printed sum is that of the chances of the cells that the move touches. */
static void check_sum(struct scene *scene, const struct move *move, const char *figures)
{
    const struct view *view = view_to_move(scene);
    const struct hit_chances *chances;
    struct cellset area = {{0}};
    double sum = 0;

    assert_int_equal(coach_chances(scene->other, view, &chances, NULL), OK);
    playback_area(&view->rules, move, &area);
    for (int i = 0; move->kind == MOVE_FIRE && i < move->count; i++)
        cellset_add(&area, move->cell[i]);
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        sum += cellset_has(&area, cell) ? chances->chance[cell] : 0;
    assert_true(fabs(atof(figures) - sum) <= 0.005 + 1e-9);
    assert_non_null(
        strstr(figures, move->kind == MOVE_RADAR ? " ship cells expected" : " hits expected"));
    /* A salvo starts with the likeliest cell. */
    if (move->kind == MOVE_FIRE)
        assert_int_equal(move->cell[0], hit_chances_best(chances, view));
}

/* Checks the sentence and returns the move in it. */
static struct move check_advice(struct scene *scene, const struct advice *advice)
{
    static const char start[] = "The coach advises ";
    const struct view *view = view_to_move(scene);
    const struct heat_numbers *heat;
    char text[TEXT], *figures;
    struct message message = {""};
    struct writer writer;
    struct move move;

    writer_init(&writer, text, sizeof text);
    coach_print_advice(advice, &view->rules, &writer);
    assert_memory_equal(text, start, sizeof start - 1);
    figures = strstr(text, ": ");
    if (figures) {
        *figures = '\0';
        figures += 2;
    }
    /* One shot reads as "firing at B3". */
    if (memcmp(text + sizeof start - 1, "firing at ", 10) == 0)
        memcpy(text + sizeof start - 1, "fire      ", 10);
    if (move_parse(slice_of(text + sizeof start - 1), &view->rules, &move, &message) != OK ||
        view_check(view, &move, &message) != OK)
        fail_msg("%s: %s", text, message.text);
    heat = heat_cache_find(scene->cache, view->side, session_moves(scene->session), view);
    assert_true(heat->is_known);
    assert_int_equal(advice->is_exact, heat->is_exact);
    if (!figures) {
        assert_int_equal(move.kind, MOVE_RAISE);
        return move;
    }
    assert_int_equal(strncmp(figures, "about ", 6) == 0, !heat->is_exact);
    figures += heat->is_exact ? 0 : 6;
    if (move.kind == MOVE_FIRE && move.count == 1)
        check_shot(scene, heat, move.cell[0], figures);
    else
        check_sum(scene, &move, figures);
    scene->specials += move.kind != MOVE_FIRE;
    return move;
}

/* Smoke if there is some, otherwise random shots. */
static struct move any_move(struct scene *scene)
{
    const struct view *view = view_to_move(scene);
    struct move move = {.kind = MOVE_SMOKE};
    struct cellset targets, shot = view->tracking.shot;
    int cells = rules_cells(&view->rules);

    if (view_targets(view, MOVE_SMOKE, &targets) > 0)
        return move;
    move.kind = MOVE_FIRE;
    for (int i = 0; i < view_salvo(view); i++) {
        int cell = (int)rng_below(&scene->rng, (uint32_t)cells);

        while (cellset_has(&shot, cell))
            cell = (cell + 1) % cells;
        cellset_add(&shot, cell);
        move.cell[move.count++] = (uint16_t)cell;
    }
    return move;
}

/* A hint of the rules is refused without cost, or true. */
static void take_hint(struct scene *scene)
{
    const struct view *view = view_to_move(scene);
    bool is_due = view_can(view, MOVE_HINT, NULL) == OK;
    int moves = session_moves(scene->session), block, unhit = 0;
    static const char *const names[2] = {"Ann", "Ben"};
    char text[TEXT], *at;
    struct view before = *view;
    struct message message = {""};
    struct outcome outcome;
    struct writer writer;
    struct slice rest, word;
    struct move move;
    enum error error =
        session_move_text(scene->session, slice_of("hint"), &move, &outcome, &message);

    assert_int_equal(error, is_due ? OK : ERR_UNAVAILABLE);
    assert_ptr_equal(view_to_move(scene), view); /* it is still the same side's turn */
    if (!is_due) {
        assert_memory_equal(view, &before, sizeof before);
        assert_int_equal(session_moves(scene->session), moves);
        return;
    }
    writer_init(&writer, text, sizeof text);
    narrate_move(&move, &outcome, session_game(scene->session), names, outcome.mover, &writer);
    at = strstr(text, "top-left cell ");
    assert_non_null(at);
    rest = slice_of(at + 14);
    assert_true(slice_word(&rest, &word));
    assert_int_equal(cell_parse(word, view->rules.width, view->rules.height, &block, NULL), OK);
    assert_non_null(strstr(text, "a ship cell that has not been hit"));
    for (int i = 0; i < 9; i++) {
        int cell = block + i / 3 * view->rules.width + i % 3;

        unhit += has_ship(scene, cell) && !cellset_has(&view->tracking.hit, cell);
    }
    assert_true(unhit > 0);
    scene->asked++;
}

static void play_on(struct scene *scene, int ask_every)
{
    struct message message = {""};
    struct outcome outcome;
    struct move move;
    int number;

    if (view_to_move(scene)->rules.hints && rng_below(&scene->rng, 2) == 0)
        take_hint(scene);
    number = session_moves(scene->session) + 1;
    move = any_move(scene);
    if (!view_to_move(scene)->rules.hints && number % ask_every == 0) {
        assert_int_equal(session_advise(scene->session, &scene->advice[number], &message), OK);
        scene->asked++;
        if (rng_below(&scene->rng, 4) > 0) {
            move = check_advice(scene, &scene->advice[number]);
            scene->is_followed[number] = true;
        } else {
            check_advice(scene, &scene->advice[number]);
        }
    }
    if (session_move(scene->session, &move, &outcome, &message) != OK)
        fail_msg("move %d: %s", number, message.text);
}

/* What was advised and played is judged by the same figures afterwards. */
static void check_review(const struct scene *scene, int side)
{
    struct message message = {""};
    struct review review;

    if (coach_review(session_record(scene->session), side, &review, &message) != OK)
        fail_msg("%s", message.text);
    for (int i = 0; i < review.count; i++) {
        const struct verdict *verdict = &review.verdict[i];
        const struct advice *advice = &scene->advice[verdict->number];

        if (verdict->number > MOST_MOVES || !scene->is_followed[verdict->number])
            continue;
        assert_true(verdict->chance == advice->chance);
        assert_true(verdict->best_chance <= verdict->chance + 1e-9);
        assert_int_equal(verdict->is_exact, advice->is_exact);
        if (verdict->move.kind == MOVE_FIRE && verdict->move.count == 1)
            assert_int_equal(verdict->best.cell[0], verdict->move.cell[0]);
    }
    coach_review_release(&review);
}

/* Returns how many hints were for special moves. */
static int play_game(const char *preset, const char *knobs, uint64_t seed, int moves, int ask_every)
{
    struct rules rules = rules_from(preset, knobs);
    struct scene *scene = calloc(1, sizeof *scene);
    int specials;

    assert_non_null(scene);
    if (IS_BRIEF)
        moves /= 3;
    scene->session = new_session(&rules, NULL, NULL, seed);
    scene->cache = heat_cache_new();
    scene->other = coach_new();
    assert_true(scene->cache && scene->other);
    rng_seed(&scene->rng, seed);
    place_people(scene->session);
    while (session_moves(scene->session) < moves && !session_is_over(scene->session))
        play_on(scene, ask_every);
    assert_true(scene->asked > 0);
    /* Where the rules give hints, nobody asks for advice, and one review is enough. */
    if (!rules.hints || seed == 1)
        check_review(scene, SIDE_A);
    specials = scene->specials;
    coach_free(scene->other);
    heat_cache_free(scene->cache);
    session_free(scene->session);
    free(scene);
    return specials;
}

static void advice_agrees_where_chances_are_counted(void **state)
{
    (void)state;
    play_game("classic", "", 1, 200, 3);
    play_game("classic", "announce=none", 2, 200, 5);
    play_game("salvo", "", 3, 60, 2);
    play_game("equal-turns", "announce=each-hit", 4, 200, 5);
    play_game("classic", "board=4x4;fleet=Dot 1,Boat 2", 5, 40, 1);
}

static void advice_agrees_where_chances_are_sampled(void **state)
{
    (void)state;
    play_game("grid20", "", 1, 60, 3);
    play_game("grid20", "touch=no", 2, 60, 5);
    play_game("grid30", "", 3, 40, 5);
    play_game("russian", "", 4, 120, 7);
    play_game("salvo", "board=20x20", 5, 20, 3);
}

static void advice_to_play_special_moves_agrees(void **state)
{
    (void)state;
    assert_true(play_game("advanced", "", 1, 150, 2) > 3);
    assert_true(play_game("advanced-strict", "", 2, 150, 2) > 3);
    assert_true(play_game("advanced", "edge=shift;smoke=shield", 3, 150, 3) > 3);
    play_game("advanced", "edge=reject;reinforce=1", 4, 150, 2);
    play_game("advanced", "board=14x14", 5, 80, 5);
}

static void hints_of_the_rules_are_true_and_never_cost_a_turn(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++)
        play_game("advanced", "hints=9;hint-after=1", seed, 200, 1);
    play_game("russian", "hints=9;hint-after=2;invalid-input=lose-turn", 1, 200, 1);
    play_game("classic", "hints=1;hint-after=3;invalid-input=lose-turn", 2, 200, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(advice_agrees_where_chances_are_counted),
        cmocka_unit_test(advice_agrees_where_chances_are_sampled),
        cmocka_unit_test(advice_to_play_special_moves_agrees),
        cmocka_unit_test(hints_of_the_rules_are_true_and_never_cost_a_turn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
