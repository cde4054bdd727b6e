/* The engine against the reference: random games under every preset and many other rule sets. Both
 * get each move as the same text, and their complete states are compared.
 *
 * Game N of a set has its own seed, so that a difference can be reproduced: REPLAY=N plays only
 * that game of each set. SOAK plays forty times as many moves. */
#include "reference/players.h"
#include "session/prompt.h"
#include "support/sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PRESET_MOVES = 250000, CUSTOM_MOVES = 25000, MASTER_SEED = 20240229 };

struct set {
    const char *preset, *knobs; /* knobs separated by `;` */
};

#define EDGES(smoke, unlock)                                                                       \
    {"advanced", smoke ";" unlock ";edge=clip"}, {"advanced", smoke ";" unlock ";edge=shift"},     \
    {                                                                                              \
        "advanced", smoke ";" unlock ";edge=reject"                                                \
    }

#define SPECIALS "specials=radar 3,smoke,artillery,torpedo"
#define LOSE "repeat-shot=lose-turn;invalid-input=lose-turn"

static const struct set sets[] = {
    {"classic", ""},
    {"equal-turns", ""},
    {"advanced", ""},
    {"advanced-strict", ""},
    {"tournament", ""},
    {"grid20", ""},
    {"grid30", ""},
    {"salvo", ""},
    {"russian", ""},

    EDGES("smoke=sweep", "unlock=held"),
    EDGES("smoke=sweep", "unlock=turn"),
    EDGES("smoke=cells", "unlock=held"),
    EDGES("smoke=cells", "unlock=turn"),
    EDGES("smoke=shield", "unlock=held"),
    EDGES("smoke=shield", "unlock=turn"),

    {"classic", "hints=3;hint-after=2"},
    {"advanced", "hints=3;hint-after=2"},
    {"salvo", "hints=3;hint-after=1;" SPECIALS},
    {"russian", "hints=99;hint-after=1;equal-turns=yes"},
    {"classic", "board=32x32;fleet=2,1;hints=99;hint-after=99;" LOSE},

    {"advanced", "reinforce=1;reinforce-kind=raise"},
    {"advanced", "reinforce=1;reinforce-kind=new"},
    {"advanced", "reinforce=2;reinforce-kind=raise;smoke=shield"},
    {"advanced", "reinforce=2;reinforce-kind=new;unlock=turn"},
    {"advanced", "reinforce=1;repeat-shot=refuse;invalid-input=again"},
    {"advanced", "reinforce=1;equal-turns=yes;hit-again=yes;hints=5;hint-after=1"},
    {"equal-turns", "reinforce=1;specials=radar 99"},
    {"classic", "board=7x7;fleet=2x8;reinforce=1;reinforce-kind=new;" SPECIALS},

    {"advanced", "announce=each-hit"},
    {"advanced", "announce=unnamed"},
    {"advanced", "announce=none;reinforce=1"},
    {"classic", "announce=each-hit"},
    {"equal-turns", "announce=each-hit"},
    {"classic", "announce=none;hit-again=yes"},

    {"advanced", "hit-again=yes"},
    {"advanced", "hit-again=yes;unlock=turn;smoke=shield"},
    {"advanced", "hit-again=yes;equal-turns=yes;repeat-shot=wasted"},
    {"advanced", "invalid-input=again;repeat-shot=wasted;smoke=shield"},
    {"classic", "repeat-shot=wasted"},
    {"classic", LOSE},
    {"classic", "specials=torpedo"},
    {"classic", "specials=smoke,artillery;smoke=shield"},

    {"salvo", "equal-turns=yes"},
    {"salvo", "repeat-shot=lose-turn"},
    {"salvo", "repeat-shot=wasted"},
    {"salvo", "repeat-shot=wasted;smoke=shield;equal-turns=yes;invalid-input=lose-turn;" SPECIALS},
    {"salvo", "equal-turns=yes;reinforce=1;unlock=turn;" SPECIALS},
    {"salvo", "board=4x4;fleet=1x6;repeat-shot=wasted;smoke=shield;specials=smoke"},
    {"salvo", "board=5x5;fleet=1x9;equal-turns=yes;" LOSE},
    {"salvo", "fleet=1x32;reinforce=1;reinforce-kind=new;specials=smoke,torpedo"},
    {"salvo", "board=32x32;fleet=1x32;reinforce=1;reinforce-kind=new;specials=smoke;" LOSE},

    {"advanced", "touch=no;reinforce=1"},
    {"advanced", "touch=no;reinforce=1;reinforce-kind=new;tracking=hard;hit-again=yes"},
    {"russian", "announce=none"},
    {"russian", "announce=none;tracking=hard"},
    {"russian", "announce=each-hit;tracking=hard"},
    {"russian", "hit-again=no;salvo=yes"},

    {"classic", "wrecks=yes"},
    {"salvo", "wrecks=yes;equal-turns=yes"},
    {"advanced", "wrecks=yes;reinforce=1"},
    {"advanced", "wrecks=yes;reinforce=1;reinforce-kind=new;smoke=shield"},
    {"tournament", LOSE},
    {"tournament", "repeat-shot=refuse;first=b"},
    {"tournament", "wrecks=no;board=4x4;fleet=3,2,1;invalid-input=lose-turn"},

    {"classic", "board=3x3;fleet=2,1"},
    {"classic", "board=3x3;fleet=1x9;equal-turns=yes;hit-again=yes"},
    {"advanced", "board=3x3;fleet=2,1,1;reinforce=1;hints=9;hint-after=1"},
    {"advanced", "board=4x5;fleet=3,2,1,1;reinforce=2;reinforce-kind=new;unlock=turn;smoke=shield"},
    {"advanced", "board=4x5;fleet=3,2,1;edge=shift;hit-again=yes;hints=9;hint-after=1"},
    {"salvo", "board=3x4;fleet=1x5;repeat-shot=wasted;equal-turns=yes;edge=reject;" SPECIALS},
    {"classic", "board=32x32;fleet=10x4,7x4,5x6,4x6,3x6,2x4,1x2;announce=each-hit"},
    {"advanced", "board=32x32;fleet=1x32;reinforce=1;hit-again=yes"},
    {"salvo", "board=32x32;fleet=3x32;equal-turns=yes"},
    {"advanced", "board=30x4;fleet=5,4,3,2;edge=shift"},
    {"advanced", "board=3x32;fleet=5,4,3,2;reinforce=1"},
    {"tournament", "board=27x5"},

    {"classic", "tracking=hard"},
    {"advanced", "tracking=hard;first=a"},
    {"classic", "first=b"},
    {"classic", "first=alternate;equal-turns=yes;hit-again=yes"},
};

enum { SET_COUNT = sizeof sets / sizeof sets[0], PRESET_COUNT = 9 };

enum { LOG_SIZE = 1 << 20, ANSWER_SIZE = 4096, SHARED_LAYOUTS = 8 };

/* A set being played, and its current game. */
struct comparison {
    const struct set *set;
    struct rules rules;
    uint64_t seed; /* of the set */
    long round, moves;
    int cells;
    struct players players;
    struct rng rng; /* of the engine: hints */
    struct layout layout[2];
    long layout_number[2];
    struct game game, before;
    struct reference reference;
    struct view views[2]; /* built from what each side may know */
    char *text;           /* of the players */
    char engine_answer[ANSWER_SIZE], answer[ANSWER_SIZE];
    char log[LOG_SIZE];
    struct writer logged;
};

/* Prints what is needed to reproduce the difference, and fails the test. */
static void differ(const struct comparison *play, const char *what)
{
    fprintf(stderr, "difference: %s\nset: %s %s\ngame %ld, seed %d\n%s", what, play->set->preset,
            play->set->knobs, play->round, MASTER_SEED, play->log);
    fprintf(stderr, "engine:    '%s'\nreference: '%s'\n", play->engine_answer, play->answer);
    fail();
}

/* Compares bytes. Both values were cleared first, so that their padding is equal too. */
static bool same(const void *a, const void *b, size_t size)
{
    return memcmp(a, b, size) == 0;
}

static void agree(const struct comparison *play, const char *what, int engine, int reference)
{
    char text[128];

    if (engine == reference)
        return;
    snprintf(text, sizeof text, "%s: engine %d, reference %d", what, engine, reference);
    differ(play, text);
}

/* --- Comparing --- */

static void compare_status(const struct comparison *play)
{
    const struct status *status = game_status(&play->game);
    const struct reference *reference = &play->reference;

    if (!same(status, &play->game.view[1].status, sizeof *status))
        differ(play, "the two views disagree about the status");
    agree(play, "over", status->over, reference->over);
    agree(play, "turn", status->turn, reference->over ? NOBODY : reference->turn);
    agree(play, "first", status->first, reference->first);
    agree(play, "winner", status->winner, reference->winner);
    if (strcmp(event_reason_word(status->reason), reference->reason) != 0)
        differ(play, "reason");
    if (!reference->over)
        agree(play, "last move", status->last_move, reference->last_move);
    for (int side = 0; side < 2; side++) {
        if (!play->rules.race)
            agree(play, "turns", status->turns[side], reference->side[side].turns);
        agree(play, "shots", status->shots[side], reference->side[side].shots);
        /* The points of a resigned race do not matter. */
        if (reference->over && status->reason == REASON_POINTS)
            agree(play, "points", status->points[side], reference_points(reference, side));
    }
}

static int lesser(int a, int b)
{
    return a < b ? a : b;
}

static void compare_stock(const struct comparison *play, int side)
{
    const struct stock *stock = &play->game.view[side].stock;
    const struct fleet *own = &play->game.view[side].own;
    const struct reference_side *expected = &play->reference.side[side];
    int after = play->rules.hint_after;

    agree(play, "radar", stock->radar, expected->radar);
    agree(play, "smoke", stock->smoke, expected->smoke);
    agree(play, "hints", stock->hints, expected->hints);
    /* Sinkings and misses matter only where something depends on them. */
    if (play->rules.specials)
        agree(play, "sinkings", stock->sunk, expected->sinkings);
    agree(play, "raised", stock->raised, expected->raised);
    if (expected->hints)
        agree(play, "misses", lesser(stock->misses, after), lesser(expected->misses, after));
    agree(play, "afloat", __builtin_popcountll(own->afloat),
          reference_afloat(&play->reference, side));
    if (play->reference.over)
        return;
    agree(play, "artillery", !!(stock->unlocked & SPECIAL_ARTILLERY), expected->artillery);
    agree(play, "torpedo", !!(stock->unlocked & SPECIAL_TORPEDO), expected->torpedo);
    if (side == play->reference.turn)
        agree(play, "salvo", view_salvo(&play->game.view[side]), reference_salvo(&play->reference));
}

static void compare_marks(const struct comparison *play, int side)
{
    static const char marks[] = {
        [MARK_UNKNOWN] = '?', [MARK_MISS] = 'o', [MARK_HIT] = 'x', [MARK_WATER] = '~'};

    for (int cell = 0; cell < play->cells; cell++)
        agree(play, "mark", marks[view_tracking_mark(&play->game.view[side], cell)],
              reference_mark(&play->reference, side, cell % play->rules.width,
                             cell / play->rules.width));
}

/* Prints the move of this kind at target number `target`. */
static void name_target(struct comparison *play, enum move_kind kind, int target)
{
    char name[16];

    if (kind == MOVE_TORPEDO && target < play->rules.height)
        snprintf(name, sizeof name, "%d", target + 1);
    else if (kind == MOVE_TORPEDO)
        snprintf(name, sizeof name, "%s", cell_column_name(target - play->rules.height).text);
    else
        reference_name(target % play->rules.width, target / play->rules.width, name);
    snprintf(play->text, 64, "%s %s", move_word(kind), name);
}

/* The engine must list exactly the targets that the reference accepts. */
static void compare_targets(struct comparison *play, enum move_kind kind, int count)
{
    int turn = play->reference.turn, width = play->rules.width, accepted = 0, listed;
    struct cellset targets;

    listed = view_targets(&play->game.view[turn], kind, &targets);
    for (int target = 0; target < count; target++) {
        bool legal;

        name_target(play, kind, target);
        /* A shot of a salvo or one that could be wasted is a target only while it is new. */
        if (kind == MOVE_FIRE)
            legal = play->reference.side[!turn].shot[target / width][target % width] == ' ';
        else
            legal = reference_legal(&play->reference, play->text);
        accepted += legal;
        agree(play, play->text, cellset_has(&targets, target), legal);
    }
    agree(play, "targets", listed, accepted);
}

static void compare_raise(struct comparison *play)
{
    const struct view *view = &play->game.view[play->reference.turn];
    struct ship ship = rules_new_ship(&play->rules);
    struct placement place;
    int offered = 0, accepted = 0;

    if (play->rules.reinforce_kind == REINFORCE_RAISE) {
        uint32_t index = rng_below(&play->rng, play->rules.ships);

        if (play->reference.side[play->reference.turn].ship[index].afloat)
            return;
        ship = play->rules.fleet[index];
    }
    while (view_raise_place(view, ship.kind, offered, &place) == OK)
        offered++;
    for (int i = 0; i < 2 * play->cells; i++) {
        char name[8];

        if (i % 2 == 1 && ship.length == 1)
            continue;
        reference_name(i / 2 % play->rules.width, i / 2 / play->rules.width, name);
        snprintf(play->text, 64, "raise %s %s %s", ship.name, name, i % 2 ? "v" : "h");
        accepted += reference_legal(&play->reference, play->text);
    }
    agree(play, "places to raise a ship", offered, accepted);
}

static void compare_legality(struct comparison *play)
{
    const struct view *view = &play->game.view[play->reference.turn];

    for (int i = MOVE_FIRE; i <= MOVE_RESIGN; i++) {
        enum move_kind kind = (enum move_kind)i;
        bool can = reference_can(&play->reference, move_word(kind));

        agree(play, move_word(kind), view_can(view, kind, NULL) == OK, can);
        if (!can)
            continue;
        if (kind == MOVE_RAISE)
            compare_raise(play);
        else if (kind == MOVE_TORPEDO)
            compare_targets(play, kind, play->rules.width + play->rules.height);
        else if (kind < MOVE_TORPEDO)
            compare_targets(play, kind, play->cells);
    }
}

/* --- Games --- */

static void check_now(struct comparison *play)
{
    compare_status(play);
    for (int side = 0; side < 2; side++)
        compare_stock(play, side);
    if (play->moves % 16 == 0 || play->reference.over)
        for (int side = 0; side < 2; side++)
            compare_marks(play, side);
}

/* Clears the unused list entries. */
static void wipe_tails(struct view *view)
{
    struct track *tracks[] = {&view->incoming, &view->tracking};

    for (int i = 0; i < 2; i++)
        memset(&tracks[i]->order[tracks[i]->shots], 0,
               (size_t)(MAX_CELLS - tracks[i]->shots) * sizeof tracks[i]->order[0]);
    memset(&view->sighting[view->sightings], 0,
           (size_t)(MAX_SIGHTINGS - view->sightings) * sizeof view->sighting[0]);
}

static void update_views(struct comparison *play, const struct move *move,
                         const struct outcome *outcome)
{
    struct move seen_move = *move;
    struct outcome seen = *outcome;

    view_note(&play->views[outcome->mover], move, outcome);
    outcome_conceal(&seen_move, &seen);
    view_note(&play->views[!outcome->mover], &seen_move, &seen);
    for (int side = 0; play->reference.over && side < 2; side++) {
        wipe_tails(&play->views[side]);
        wipe_tails(&play->game.view[side]);
        if (!same(&play->views[side], &play->game.view[side], sizeof play->views[side]))
            differ(play, "a view built from outcomes alone differs");
    }
}

/* Commands of the prompt never reach the engine; the reference must recognise them too. */
static bool is_command(struct comparison *play)
{
    if (prompt_parse(slice_of(play->text)) == PROMPT_MOVE)
        return false;
    if (reference_move(&play->reference, play->text, NO_CELL, play->answer, sizeof play->answer) !=
        REFERENCE_REFUSED)
        differ(play, "a command of the prompt");
    return true;
}

static void one_move(struct comparison *play, bool check_views)
{
    bool guard = play->moves % 16 == 0;
    int mover = play->reference.turn, turns = play->reference.side[mover].turns;
    int shots = play->reference.side[mover].shots;
    enum reference_result result;
    struct outcome outcome;
    struct writer writer;
    struct move move;
    enum error error;

    if (play->moves % (play->cells > 100 ? 2048 : 128) == 0)
        compare_legality(play);
    players_type(&play->players);
    writer_put(&play->logged, play->text);
    writer_put(&play->logged, "\n");
    if (guard)
        memcpy(&play->before, &play->game, sizeof play->game);
    if (is_command(play))
        return;
    error = game_apply_text(&play->game, slice_of(play->text), &play->rng, &move, &outcome, NULL);
    writer_init(&writer, play->engine_answer, sizeof play->engine_answer);
    if (!error)
        outcome_print(&outcome, &play->rules, &writer);
    result = reference_move(&play->reference, play->text,
                            !error && move.kind == MOVE_HINT ? move.cell[0] : NO_CELL, play->answer,
                            sizeof play->answer);
    agree(play, "applied", error == OK, result == REFERENCE_APPLIED);
    if (strcmp(play->engine_answer, play->answer) != 0)
        differ(play, "answer");
    if (error && guard && !same(&play->before, &play->game, sizeof play->game))
        differ(play, "a refused move changed the game");
    play->moves++;
    check_now(play);
    if (error)
        return;
    agree(play, "mover of the outcome", outcome.mover, mover);
    agree(play, "end of the outcome", outcome.over, play->reference.over);
    agree(play, "next of the outcome", outcome.next, game_status(&play->game)->turn);
    agree(play, "shots of the outcome", outcome.shots, play->reference.side[mover].shots - shots);
    if (!play->rules.race && move.kind != MOVE_RESIGN)
        agree(play, "turn of the outcome", outcome.turn_over,
              play->reference.side[mover].turns - turns);
    players_note(&play->players, &outcome);
    if (check_views)
        update_views(play, &move, &outcome);
}

/* Placing a dense fleet takes longer than a game, so several games share each layout. */
static void lay_out(struct comparison *play, int side)
{
    long number = (play->round + side * SHARED_LAYOUTS / 2) / SHARED_LAYOUTS * 2 + side;
    struct message message;

    if (number != play->layout_number[side])
        assert_int_equal(players_layout(&play->rules, rng_mix_seed(~play->seed, (uint64_t)number),
                                        &play->layout[side]),
                         OK);
    play->layout_number[side] = number;
    layout_print(&play->layout[side], &play->rules, &play->logged);
    writer_put(&play->logged, "\n");
    if (game_place(&play->game, side, &play->layout[side], &message) != OK)
        differ(play, message.text);
}

static void start_game(struct comparison *play)
{
    uint64_t seed = rng_mix_seed(play->seed, (uint64_t)play->round);
    int first;

    players_start(&play->players, &play->rules, &play->reference, &play->game, seed);
    rng_seed(&play->rng, ~seed);
    writer_init(&play->logged, play->log, sizeof play->log);
    first = game_first(&play->rules, (int)play->round, &play->rng);
    if (play->rules.first == FIRST_A || play->rules.first == FIRST_B)
        agree(play, "who begins", first, play->rules.first == FIRST_A ? SIDE_A : SIDE_B);
    if (play->rules.first == FIRST_ALTERNATE)
        agree(play, "who begins next", game_first(&play->rules, (int)play->round + 1, &play->rng),
              !first);
    writer_format(&play->logged, "first %s\n", event_side_word(first));
    game_init(&play->game, &play->rules, first);
    for (int side = 0; side < 2; side++)
        lay_out(play, side);
    for (int side = 0; side < 2; side++) {
        view_init(&play->views[side], &play->rules, side);
        view_place(&play->views[side], &play->layout[side]);
        view_start(&play->views[side], game_status(&play->game),
                   play->game.view[side].enemy_afloat);
    }
    reference_start(&play->reference, &play->rules, first, &play->layout[0], &play->layout[1]);
    check_now(play);
}

static void play_game(struct comparison *play)
{
    bool check_views = play->round % 8 == 0;

    start_game(play);
    while (!play->reference.over)
        one_move(play, check_views);
    /* A finished game does not change, whatever is typed. */
    for (int i = 0; i < 2; i++) {
        struct outcome outcome;
        struct move move;

        players_type(&play->players);
        assert_int_not_equal(
            game_apply_text(&play->game, slice_of(play->text), &play->rng, &move, &outcome, NULL),
            OK);
        assert_int_equal(reference_move(&play->reference, play->text, NO_CELL, play->answer,
                                        sizeof play->answer),
                         REFERENCE_REFUSED);
        check_now(play);
    }
}

static void init_play(struct comparison *play, const struct set *set)
{
    struct slice rest = slice_of(set->knobs), knob;
    struct message message = {""};

    memset(play, 0, sizeof *play);
    play->set = set;
    play->rules = *rules_find(set->preset);
    while (slice_cut(&rest, ';', &knob))
        if (rules_set(&play->rules, knob, &message) != OK)
            fail_msg("%s %s: %s", set->preset, set->knobs, message.text);
    if (rules_check(&play->rules, &message) != OK)
        fail_msg("%s %s: %s", set->preset, set->knobs, message.text);
    play->cells = rules_cells(&play->rules);
    play->text = play->players.text;
    play->seed = rng_mix_seed(MASTER_SEED, (uint64_t)(set - sets));
    play->layout_number[0] = play->layout_number[1] = -1;
}

static void test_set(void **state)
{
    static struct comparison play;
    const struct set *set = *state;
    long wanted = set < sets + PRESET_COUNT ? PRESET_MOVES : CUSTOM_MOVES;
    const char *replay = getenv("REPLAY");

    if (getenv("SOAK"))
        wanted *= 40;
    if (SANITIZED || getenv("QUICK"))
        wanted /= 10;
    init_play(&play, set);
    if (replay) {
        play.round = atol(replay);
        play_game(&play);
        return;
    }
    while (play.moves < wanted) {
        play.round++;
        play_game(&play);
    }
}

int main(void)
{
    static struct CMUnitTest tests[SET_COUNT];
    static char names[SET_COUNT][160];

    for (int i = 0; i < SET_COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%s %s", sets[i].preset, sets[i].knobs);
        tests[i] = (struct CMUnitTest){names[i], test_set, NULL, NULL, (void *)(uintptr_t)&sets[i]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
