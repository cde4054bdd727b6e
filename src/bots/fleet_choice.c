/* Figures: mean turns of `exact` under `advanced` rules. All layouts: 29.2 to 30.7, +- 0.3.
 *
 * How to judge a layout, with the best of K, 1,000 layouts in all:
 *
 *   judged by                               K = 4          8             16
 *   16 games of heatmap, corners=no         33.7 +- 0.6    35.4 +- 0.8   36.0 +- 1.2
 *   16 games of heatmap                     33.3           34.4          35.5
 *   8 games of gunner, with special moves   33.4           34.2          35.7
 *   8 games of hard, with special moves     33.2           34.5          35.7
 *   2 games of exact itself                 34.1           36.2          38.0
 *   low chance under a uniform prior        32.5           33.3          34.8
 *   distance between the ships              31.6           32.3          32.7
 *
 * Under `russian` rules a low chance makes a layout worse than a random one (35.9 turns of heatmap
 * against 38.6 for the best of 32).
 *
 * Moving single ships, 8 games a layout, 300 fleets, +- 0.55: the best of 16 takes exact 35.4
 * turns, of 64 36.6; the best of 4 with 60 changes 36.7 in the same time (16 ms), with 200
 * changes 37.9.
 *
 * If ships may not touch, a sunk ship gives away the cells around it. Under `russian` rules the
 * boats are found last, and what counts is how many cells the longer ships leave open. Ships are
 * moved as long as no cell is lost. Playing heatmap does not find such fleets:
 *
 *   fleet                             open cells   turns of exact                turns of heatmap
 *   uniform                           39           37.4 +- 0.3                   38.6
 *   moved, 30 changes                 49           39.5 +- 0.8 (80 fleets)
 *   moved, 200 changes                56           41.9 +- 0.8 (80 fleets)
 *   best of 16 by heatmap                          0.8 +- 0.4 more (550 fleets)  42.5
 *   moved by heatmap, 60 changes                   0.7 +- 1.0 more (60 fleets)   44.3
 *
 * A chosen fleet is worse than a random one only against shooters that search at random: the best
 * of 16 took `hunt` 1.7 shots less on classic. */
#include "bots/fleet_choice.h"

#include <stdlib.h>
#include <string.h>

enum { LAYOUTS = 4, GAMES_EACH = 8, CHANGES = 60, CHANGES_APART = 200, TRIES = 20 };

struct fleet_choice {
    struct bot *shooter;
    struct rules rules; /* with plain shots, whatever the game has */
    struct view view;   /* of the shooter */
    uint8_t ship_at[MAX_CELLS];
    uint8_t left[MAX_SHIPS];
};

/* The rules for the shooter: one shot a turn until the fleet is sunk. Under every rule set a fleet
 * that takes many such shots also takes many turns. */
static struct rules plain_rules(const struct rules *rules)
{
    struct rules plain = *rules;

    plain.salvo = plain.hit_again = plain.race = plain.wrecks = plain.equal_turns = 0;
    plain.specials = plain.radar = plain.hints = plain.reinforce = 0;
    return plain;
}

struct fleet_choice *fleet_choice_new(const struct rules *rules)
{
    struct fleet_choice *choice = calloc(1, sizeof *choice);
    struct match_terms terms = {.rounds = 1};

    if (!choice)
        return NULL;
    choice->rules = plain_rules(rules);
    terms.rules = &choice->rules;
    if (bot_new("heatmap:corners=no", &choice->shooter, NULL) != OK) {
        free(choice);
        return NULL;
    }
    bot_match_start(choice->shooter, &terms);
    return choice;
}

void fleet_choice_free(struct fleet_choice *choice)
{
    if (choice)
        bot_free(choice->shooter);
    free(choice);
}

/* Starts a game against the layout. Flipping the layout evens out the shooter's preferences, such
 * as the diagonals that it takes. */
static void start_game(struct fleet_choice *choice, const struct layout *layout, uint32_t flips)
{
    const struct rules *rules = &choice->rules;
    uint8_t afloat[MAX_SLOTS] = {0};
    int width = rules->width, height = rules->height;

    memset(choice->ship_at, NO_SHIP, (size_t)rules_cells(rules));
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH], length = rules->fleet[ship].length;
        int count = placement_cells(layout->ship[ship], length, rules, cells);

        for (int i = 0; i < count; i++) {
            int column = cells[i] % width, row = cells[i] / width;

            column = flips & 1 ? width - 1 - column : column;
            row = flips & 2 ? height - 1 - row : row;
            choice->ship_at[row * width + column] = (uint8_t)ship;
        }
        choice->left[ship] = (uint8_t)length;
        afloat[rules->fleet[ship].kind]++;
    }
    view_init(&choice->view, rules, SIDE_A);
    view_start(&choice->view, &(struct status){.started = 1, .winner = NOBODY}, afloat);
    bot_round_start(choice->shooter, &choice->view, 1);
}

/* The answer to a shot. Returns true if it sinks a ship. */
static bool answer_shot(struct fleet_choice *choice, int cell, struct event *event)
{
    const struct rules *rules = &choice->rules;
    int ship = choice->ship_at[cell];
    bool sinks = ship != NO_SHIP && --choice->left[ship] == 0;
    bool is_named =
        rules->announce == ANNOUNCE_EACH_HIT || (rules->announce == ANNOUNCE_NAME && sinks);

    *event = (struct event){.kind = EVENT_SHOT, .ship = NO_SHIP, .cell = (uint16_t)cell};
    if (ship == NO_SHIP)
        return false;
    event->answer = sinks && rules->announce != ANNOUNCE_NONE ? ANSWER_SUNK : ANSWER_HIT;
    if (is_named)
        event->ship = rules->fleet[ship].kind;
    return sinks;
}

double fleet_choice_shots(struct fleet_choice *choice, const struct layout *layout, int games,
                          struct rng *rng)
{
    struct bot *shooter = choice->shooter;
    struct view *view = &choice->view;
    int shots = 0, cells = rules_cells(&choice->rules);

    for (int game = 0; game < games; game++) {
        rng_seed(&shooter->rng, rng_next(rng));
        start_game(choice, layout, rng_below(rng, 4));
        for (int afloat = choice->rules.ships; afloat > 0;) {
            struct move move = {0};
            struct event event;

            if (bot_act(shooter, view, &move) != BROKEN_NONE || move.cell[0] >= cells)
                break;
            afloat -= answer_shot(choice, move.cell[0], &event);
            view_event(view, SIDE_A, &move, &event);
        }
        shots += view->tracking.shots;
    }
    return (double)shots / games;
}

/* Moves one ship to another place; false if none was found. */
static bool move_ship(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    int ship = (int)rng_below(rng, rules->ships), length = rules->fleet[ship].length;

    for (int tries = 0; tries < TRIES; tries++) {
        struct placement at = {.vertical = (uint8_t)rng_below(rng, 2), .placed = 1};
        int columns = rules->width - (at.vertical ? 0 : length - 1);
        int rows = rules->height - (at.vertical ? length - 1 : 0);

        if (columns <= 0 || rows <= 0)
            continue;
        at.column = (int16_t)rng_below(rng, (uint32_t)columns);
        at.row = (int16_t)rng_below(rng, (uint32_t)rows);
        if (layout_fits(layout, rules, ship, at, NULL) == OK) {
            layout->ship[ship] = at;
            return true;
        }
    }
    return false;
}

/* If ships may not touch: the cells that stay open when all ships but the shortest are sunk. */
static int count_open(const struct rules *rules, const struct layout *layout)
{
    int width = rules->width, shortest = MAX_LENGTH, longest = 0, cells[MAX_LENGTH];
    struct cellset closed = {{0}};

    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length;

        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = rules->fleet[ship].length, count;

        if (length == shortest && shortest < longest)
            continue;
        count = placement_cells(layout->ship[ship], length, rules, cells);
        for (int row = cells[0] / width - 1; row <= cells[count - 1] / width + 1; row++)
            for (int column = cells[0] % width - 1; column <= cells[count - 1] % width + 1;
                 column++)
                if (row >= 0 && row < rules->height && column >= 0 && column < width)
                    cellset_add(&closed, row * width + column);
    }
    return cellset_absent(&closed, rules_cells(rules));
}

enum error fleet_choice_draw(struct fleet_choice *choice, const struct rules *rules,
                             struct rng *rng, struct layout *layout)
{
    int changes = rules->touch ? CHANGES : CHANGES_APART;
    double most = -1;

    if (!choice)
        return layout_random(rules, rng, layout);
    for (int i = 0; i < LAYOUTS + changes; i++) {
        struct layout other;
        double value;

        if (i < LAYOUTS) {
            enum error error = layout_random(rules, rng, &other);

            if (error)
                return error;
        } else {
            other = *layout;
            if (!move_ship(rules, rng, &other))
                continue;
        }
        value = rules->touch ? fleet_choice_shots(choice, &other, GAMES_EACH, rng)
                             : count_open(rules, &other);
        if (value > most || (!rules->touch && value == most)) {
            most = value;
            *layout = other;
        }
    }
    return OK;
}
