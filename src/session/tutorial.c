/* The table of steps is the whole tutorial; test_tutorial.c plays it and checks what the texts say
 * about the answers. */
#include "session/tutorial.h"

#include "bots/bot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct step {
    const char *move; /* of the player; "hint" asks the coach */
    const char *reply;
    const char *text;
};

/* Texts fit in two rows of 78 columns. */
static const struct step steps[] = {
    {"fire F7", "fire A10",
     "Welcome. You and the enemy take turns; whoever sinks the other fleet wins. Begin "
     "with a shot at F7."},
    {"fire C3", "fire E5",
     "A miss: F7 is water. The enemy has shot back and missed as well. Now try C3."},
    {"fire D3", "fire E6",
     "A hit, and the enemy has hit your Carrier. Ships are straight, so the rest of this one is "
     "beside C3: shoot at D3."},
    {"smoke F5", "radar F5",
     "Each sinking earns you smoke, which hides a 2x2 area of yours from radar. Your Carrier is in "
     "danger: lay smoke with its top left at F5."},
    {"radar E8", "fire D4",
     "The enemy's radar found nothing in your smoke, but the smoke is gone now. You have radar "
     "too: "
     "sweep the 2x2 area with its top left at E8."},
    {"artillery E8", "fire H2",
     "Found: at least one of these cells has a ship. Each sinking also unlocks artillery, which "
     "shoots at a 2x2 area: use it at E8."},
    {"hint", NULL,
     "Two hits and two misses: where is the rest of that ship? Ask the coach. It costs no turn, "
     "but a game with advice is not rated."},
    {"fire F10", "fire C9",
     "The coach looks at every fleet that fits what you know. F7 is water, so F10 is almost "
     "certain: shoot there."},
    {"artillery B8", "fire J6",
     "The Destroyer is sunk, and that has unlocked artillery again. Use it at B8."},
    {"torpedo I", NULL,
     "It sank a whole Submarine. The third sinking unlocks the torpedo, which shoots along a row "
     "or column: send it down column I."},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static const char farewell[] =
    "You have sunk the whole fleet and know every move: shots, smoke, radar, artillery, the "
    "torpedo and the hint. This game is not saved and does not count in your statistics. Play "
    "advanced rules to use all of these moves, or classic rules for shots alone.";

static const char fleet_of[2][80] = {
    [SIDE_A] = "Carrier D5 h, Destroyer B2 v, Submarine H8 h, Submarine J1 v",
    [SIDE_B] = "Carrier I2 v, Destroyer F8 v, Submarine C3 h, Submarine B8 h",
};

/* The fleet is small, so that the game is short. */
static const char rules_text[] = "preset = advanced\n"
                                 "name = tutorial\n"
                                 "fleet = Carrier 5, Destroyer 3, Submarine 2x2\n"
                                 "first = a\n"
                                 "own-map = shown\n"
                                 "invalid-input = again\n"
                                 "repeat-shot = refuse\n";

/* --- the game ----------------------------------------------------------------------------------*/

static void parse(const char *text, const struct rules *rules, struct move *move)
{
    enum error error = move_parse(slice_of(text), rules, move, NULL);

    assert(error == OK);
    (void)error;
}

static enum broken place(struct bot *bot, const struct view *view, struct layout *layout)
{
    (void)bot;
    return layout_parse(slice_of(fleet_of[SIDE_B]), &view->rules, layout, NULL) == OK
               ? BROKEN_NONE
               : BROKEN_PLACEMENT;
}

/* The reply to the player's last move. */
static enum broken act(struct bot *bot, const struct view *view, struct move *move)
{
    int turns = view->status.turns[SIDE_B];

    (void)bot;
    for (int i = 0; i < STEPS; i++)
        if (steps[i].reply && turns-- == 0) {
            parse(steps[i].reply, &view->rules, move);
            return BROKEN_NONE;
        }
    return BROKEN_MOVE; /* the game ends before */
}

static const struct bot_kind enemy = {
    .name = "tutorial",
    .authors = "Broadside",
    .summary = "the enemy of the tutorial",
    .plays = FEATURE_ALL,
    .place = place,
    .act = act,
};

static enum error open_enemy(void *context, const char *spec, struct bot **bot,
                             struct message *message)
{
    (void)context;
    (void)spec;
    *bot = calloc(1, sizeof **bot);
    if (!*bot)
        return error_set(ERR_MEMORY, message, "out of memory");
    (*bot)->kind = &enemy;
    return OK;
}

static const struct bot_opener opener = {open_enemy, NULL};

enum error tutorial_start(struct tutorial *tutorial, struct flow *flow, const char *name,
                          struct message *message)
{
    struct rules rules;
    struct session_terms terms = {
        .rules = &rules, .name = {name, "Enemy"}, .bot = {NULL, enemy.name}};
    struct layout layout = {{{0}}};
    enum error error = rules_parse(slice_of(rules_text), &rules, message);

    if (error)
        return error;
    *tutorial = (struct tutorial){.step = 0};
    flow->keeper = (struct keeper){.context = NULL};
    flow->opener = &opener;
    flow->record = NULL;
    flow->tutorial = tutorial;
    error = flow_start(flow, &terms, message);
    if (!error)
        error = layout_parse(slice_of(fleet_of[SIDE_A]), &rules, &layout, message);
    return error ? error : session_place(flow->session, SIDE_A, &layout, message);
}

/* --- the steps ---------------------------------------------------------------------------------*/

int tutorial_steps(void)
{
    return STEPS;
}

bool tutorial_is_done(const struct tutorial *tutorial)
{
    return tutorial->step >= STEPS;
}

const char *tutorial_text(const struct tutorial *tutorial)
{
    return tutorial_is_done(tutorial) ? farewell : steps[tutorial->step].text;
}

void tutorial_wanted(const struct tutorial *tutorial, const struct rules *rules, struct move *move)
{
    if (strcmp(steps[tutorial->step].move, "hint") == 0)
        *move = (struct move){.kind = MOVE_HINT};
    else
        parse(steps[tutorial->step].move, rules, move);
}

bool tutorial_allows(const struct tutorial *tutorial, const struct rules *rules,
                     const struct move *move)
{
    struct move wanted;

    tutorial_wanted(tutorial, rules, &wanted);
    return move->kind == wanted.kind && move->cell[0] == wanted.cell[0] &&
           (move->kind != MOVE_TORPEDO || move->is_row == wanted.is_row) &&
           (move->kind != MOVE_FIRE || move->count == wanted.count);
}

bool tutorial_follow(struct tutorial *tutorial, const struct session *session)
{
    int turns = game_status(session_game(session))->turns[SIDE_A];
    int advised = session_advised(session, SIDE_A);
    bool goes_on = false;

    if (!tutorial_is_done(tutorial))
        goes_on = strcmp(steps[tutorial->step].move, "hint") == 0 ? advised > tutorial->advised
                                                                  : turns > tutorial->turns;
    if (goes_on)
        *tutorial = (struct tutorial){tutorial->step + 1, turns, advised};
    return goes_on;
}
