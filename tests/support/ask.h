/* Positions set up by hand, in which a bot chooses many moves with different seeds. For the unit
 * tests of bots with special moves; failures are reported through cmocka. */
#ifndef TESTS_SUPPORT_ASK_H
#define TESTS_SUPPORT_ASK_H

#include "support/new_bot.h"
#include "support/play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ASKED = 4000 };

static struct game game;
static struct view view; /* the position */

#define ENEMY "A1 h, A3 h, A5 h, A7 h" /* Carrier, Battleship, Destroyer, Submarine of advanced */
#define OWN "A1 h, A10 h, J1 v, E5 h"
#define SINK_CARRIER "A1 B1 C1 D1 E1 "
#define SINK_SUBMARINE "A7 B7 "

static inline int parse_cell(struct slice word)
{
    int cell;

    assert_int_equal(cell_parse(word, view.rules.width, view.rules.height, &cell, NULL), OK);
    return cell;
}

static inline int at(const char *name)
{
    return parse_cell(slice_of(name));
}

static inline void read_cells(const char *text, struct cellset *cells)
{
    struct slice rest = slice_of(text), word;

    memset(cells, 0, sizeof *cells);
    while (slice_word(&rest, &word))
        cellset_add(cells, parse_cell(word));
}

/* Sets up a game after these shots, with no special moves in stock. */
static inline void set_up(const char *preset, const char *knobs, const char *enemy,
                          const char *shots)
{
    struct rules rules = rules_from(preset, knobs);
    struct layout layout = layout_from(&rules, enemy);
    struct slice rest = slice_of(shots), word;
    struct outcome outcome;
    struct move move;

    view.rules = rules;
    game_init_solo(&game, &rules);
    assert_int_equal(game_place(&game, SIDE_B, &layout, NULL), OK);
    while (slice_word(&rest, &word)) {
        move_fire(&move, parse_cell(word));
        assert_int_equal(game_apply_legal(&game, &move, &outcome, NULL), OK);
    }
    view = game.view[SIDE_A];
    view.stock.radar = view.stock.smoke = view.stock.unlocked = 0;
}

static inline void set_up_advanced(const char *shots)
{
    struct layout own;

    set_up("advanced", "", ENEMY, shots);
    own = layout_from(&view.rules, OWN);
    view_place(&view, &own);
}

static inline void add_sighting(const char *cell, bool found, int screens)
{
    view.sighting[view.sightings++] = (struct sighting){.cell = (uint16_t)at(cell),
                                                        .after = (uint16_t)view.tracking.shots,
                                                        .found = found,
                                                        .screens = (uint8_t)screens};
}

static inline void shoot_at_us(const char *cell)
{
    struct event event = {.kind = EVENT_SHOT, .cell = (uint16_t)at(cell), .ship = NO_SHIP};

    event.answer = view.own.ship_at[event.cell] == NO_SHIP ? ANSWER_MISS : ANSWER_HIT;
    view_event(&view, SIDE_B, &(struct move){.kind = MOVE_FIRE}, &event);
}

/* How often a bot makes each kind of move, and how often it chooses each target for one of the
 * kinds. */
struct answers {
    unsigned kind[MOVE_KINDS], target[MAX_CELLS], column[MAX_SIDE];
};

static inline struct answers ask(const char *spec, enum move_kind wanted)
{
    struct bot *bot = new_bot(spec);
    struct answers answers = {{0}, {0}, {0}};
    struct message message;
    struct move move;

    for (int i = 0; i < ASKED; i++) {
        rng_seed(&bot->rng, (uint64_t)i);
        assert_int_equal(bot_act(bot, &view, &move), BROKEN_NONE);
        if (view_check(&view, &move, &message) != OK)
            fail_msg("%s: %s", spec, message.text);
        answers.kind[move.kind]++;
        if (move.kind != wanted)
            continue;
        if (move.kind == MOVE_TORPEDO && !move.is_row)
            answers.column[move.cell[0]]++;
        else
            answers.target[move.cell[0]]++;
    }
    bot_free(bot);
    return answers;
}

/* The bot aims this kind of move at these cells and no others. */
static inline void expect(const char *spec, enum move_kind kind, const char *cells)
{
    struct answers answers = ask(spec, kind);
    struct cellset wanted;

    read_cells(cells, &wanted);
    for (int cell = 0; cell < rules_cells(&view.rules); cell++)
        if (cellset_has(&wanted, cell) != (answers.target[cell] > 0))
            fail_msg("%s: %s of %s is %s", spec, move_word(kind),
                     cell_name(cell, view.rules.width).text,
                     answers.target[cell] ? "made" : "never made");
}

static inline void expect_share(const char *spec, unsigned count, double share)
{
    double spread = 5 * sqrt(ASKED * share * (1 - share)), wanted = ASKED * share;

    if (fabs(count - wanted) > spread)
        fail_msg("%s: %u of %d, not about %.0f", spec, count, ASKED, wanted);
}

/* Counts the placements of the ships afloat that cover each cell. */
static inline void count_by_hand(const int *lengths, int ships, uint32_t count[MAX_CELLS])
{
    int width = view.rules.width, cells = rules_cells(&view.rules);

    memset(count, 0, sizeof count[0] * (size_t)cells);
    for (int place = 0; place < 2 * cells * ships; place++) {
        int first = place / 2 % cells, length = lengths[place / 2 / cells];
        int step = place % 2 ? width : 1;
        int room = place % 2 ? view.rules.height - first / width : width - first % width;
        bool fits = room >= length;

        for (int i = 0; fits && i < length; i++)
            fits = !cellset_has(&view.tracking.shot, first + i * step);
        for (int i = 0; fits && i < length; i++)
            count[first + i * step]++;
    }
}

/* Adds up the counts of the cells that a move covers. */
static inline uint32_t sum_by_hand(const struct move *move, const uint32_t count[MAX_CELLS])
{
    int width = view.rules.width, cells[4], covered;
    uint32_t sum = 0;

    if (move->kind == MOVE_TORPEDO) {
        for (int i = 0; i < (move->is_row ? width : view.rules.height); i++)
            sum += count[move->is_row ? move->cell[0] * width + i : i * width + move->cell[0]];
        return sum;
    }
    covered = view_area_cells(&view.rules, move->cell[0], cells);
    for (int i = 0; i < covered; i++)
        sum += count[cells[i]];
    return sum;
}

static inline uint32_t highest_sum(enum move_kind kind, const uint32_t count[MAX_CELLS])
{
    uint32_t highest = 0;

    for (int i = 0; i < 2 * rules_cells(&view.rules); i++) {
        struct move move = {.kind = (uint8_t)kind, .is_row = i & 1, .cell = {(uint16_t)(i / 2)}};
        uint32_t sum = kind == MOVE_TORPEDO && i >= 20 ? 0 : sum_by_hand(&move, count);

        highest = sum > highest ? sum : highest;
    }
    return highest;
}

#endif
