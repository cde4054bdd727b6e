#include "bots/trial.h"

#include <stdlib.h>
#include <string.h>

struct trial {
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

struct trial *trial_new(const struct rules *rules, const char *spec)
{
    struct trial *trial = calloc(1, sizeof *trial);
    struct match_terms terms = {.rounds = 1};

    if (!trial)
        return NULL;
    trial->rules = plain_rules(rules);
    terms.rules = &trial->rules;
    if (bot_new(spec, &trial->shooter, NULL) != OK) {
        free(trial);
        return NULL;
    }
    bot_match_start(trial->shooter, &terms);
    return trial;
}

void trial_free(struct trial *trial)
{
    if (trial)
        bot_free(trial->shooter);
    free(trial);
}

static void start_game(struct trial *trial, const struct layout *layout, uint32_t flips)
{
    const struct rules *rules = &trial->rules;
    uint8_t afloat[MAX_SLOTS] = {0};
    int width = rules->width, height = rules->height;

    memset(trial->ship_at, NO_SHIP, (size_t)rules_cells(rules));
    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH], length = rules->fleet[ship].length;
        int count = placement_cells(layout->ship[ship], length, rules, cells);

        for (int i = 0; i < count; i++) {
            int column = cells[i] % width, row = cells[i] / width;

            column = flips & 1 ? width - 1 - column : column;
            row = flips & 2 ? height - 1 - row : row;
            trial->ship_at[row * width + column] = (uint8_t)ship;
        }
        trial->left[ship] = (uint8_t)length;
        afloat[rules->fleet[ship].kind]++;
    }
    view_init(&trial->view, rules, SIDE_A);
    view_start(&trial->view, &(struct status){.started = 1, .winner = NOBODY}, afloat);
    bot_round_start(trial->shooter, &trial->view, 1);
}

/* The answer to a shot. Returns true if it sinks a ship. */
static bool answer_shot(struct trial *trial, int cell, struct event *event)
{
    const struct rules *rules = &trial->rules;
    int ship = trial->ship_at[cell];
    bool sinks = ship != NO_SHIP && --trial->left[ship] == 0;
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

int trial_shots(struct trial *trial, const struct layout *layout, uint32_t flips, uint64_t seed)
{
    int cells = rules_cells(&trial->rules);

    rng_seed(&trial->shooter->rng, seed);
    start_game(trial, layout, flips);
    for (int afloat = trial->rules.ships; afloat > 0;) {
        struct move move = {0};
        struct event event;

        if (bot_act(trial->shooter, &trial->view, &move) != BROKEN_NONE || move.cell[0] >= cells)
            break;
        afloat -= answer_shot(trial, move.cell[0], &event);
        view_event(&trial->view, SIDE_A, &move, &event);
    }
    return trial->view.tracking.shots;
}

double trial_agreement(struct trial *trial, const struct view *view, uint64_t seed)
{
    const struct track *track = &view->incoming;
    int equal = 0, afloat = trial->rules.ships, shots = 0;

    rng_seed(&trial->shooter->rng, seed);
    start_game(trial, &view->own.layout, 0);
    for (; shots < track->shots && afloat > 0; shots++) {
        struct move move = {0}, fired = {0};
        struct event event;

        if (bot_act(trial->shooter, &trial->view, &move) != BROKEN_NONE)
            break;
        equal += move.cell[0] == track->order[shots].cell;
        move_fire(&fired, track->order[shots].cell);
        afloat -= answer_shot(trial, fired.cell[0], &event);
        view_event(&trial->view, SIDE_A, &fired, &event);
    }
    return shots > 0 ? (double)equal / shots : 0;
}
