/* Whole games: the first two bytes choose the rules and layouts, and each line after them is typed
 * by the side to move. Views contain only what their side may know, the record replays, and every
 * game can be finished. */
#include "rules/game.h"

#include "support/play.h"
#include "support/shadow.h"
#include "support/tape.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SETS = 64, STARTS = 16 };

static struct game game;
static struct shadow shadow;
static struct tape tape;

static void type_line(struct slice line, struct rng *rng)
{
    static struct game before;
    struct message message = {""};
    struct move move;
    struct outcome outcome;

    before = game;
    memset(&outcome, 0xa5, sizeof outcome);
    if (game_apply_text(&game, line, rng, &move, &outcome, &message) != OK) {
        assert(message.text[0] != '\0');
        assert(memcmp(&before, &game, sizeof game) == 0);
        return;
    }
    shadow_note(&shadow, &move, &outcome);
    tape_move(&tape, &game, &move, &outcome);
    assert(shadow_difference(&shadow, &game) == NULL);
}

/* Finishes the game by firing at the remaining cells. */
static void shoot_to_the_end(void)
{
    int cells = rules_cells(game_rules(&game)), most = 2 * (TURNS_PER_CELL + 1) * cells + 2;

    while (!game_status(&game)->over) {
        const struct view *view = &game.view[game_status(&game)->turn];
        struct move move = {.kind = MOVE_FIRE, .count = (uint8_t)view_salvo(view)};
        struct outcome outcome;

        assert(move.count >= 1 && most > 0);
        most--;
        for (int i = 0; i < move.count; i++)
            move.cell[i] = (uint16_t)cellset_nth_absent(&view->tracking.shot, cells, i);
        assert(game_apply(&game, &move, &outcome, NULL) == OK);
    }
}

/* Game number `start` of a rule set. Cached, because placing the fleets is most of the work. */
static const struct game *game_of(int set, int start)
{
    static struct game starts[SETS][STARTS];
    static bool made[SETS][STARTS];

    if (!made[set][start]) {
        struct rules rules;
        struct rng rng;

        play_rules(set, &rules);
        rng_seed(&rng, (uint64_t)start);
        play_start(&starts[set][start], &rules, &rng);
        made[set][start] = true;
    }
    return &starts[set][start];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int sets;
    struct message message = {""};
    struct slice rest, line;
    struct rules rules;
    struct rng rng;
    int lines = 0;

    while (sets < SETS && play_rules(sets, &rules))
        sets++;
    if (size < 2)
        return 0;
    rest = (struct slice){(const char *)data + 2, size - 2};
    rng_seed(&rng, data[1]);
    game = *game_of(data[0] % sets, data[1] % STARTS);
    shadow_start(&shadow, &game);
    tape_start(&tape, &game);
    while (lines++ < 400 && slice_cut(&rest, '\n', &line))
        type_line(line, &rng);
    assert(tape_replays(&tape, &game, &message));
    shoot_to_the_end();
    return 0;
}
