/* A cell that was not the target of a hunting shot gets an estimated number. If it was shot while a
 * hit was open, the enemy had not hunted there before: the number is the mean in other rounds, but
 * at least that of the next hunting shot. If it was not shot at all, the enemy would have hunted
 * there after the end of the round: the number is halfway between the next hunting shot and the
 * number of cells. */
#include "bots/hunt_order.h"

#include <string.h>

static const float round_decay = 0.97f, cell_decay = 0.97f, heat_decay = 0.98f;

/* Finds the number of the hunting shot for each cell. */
static void number_shots(struct hunt_order *order, const struct view *view, uint8_t *number)
{
    int cells = rules_cells(&view->rules), hunts = 0, open = 0;
    uint8_t left[MAX_SLOTS];
    bool hunted[HUNT_CELLS] = {false}, shot[HUNT_CELLS] = {false};

    for (int ship = 0; ship < view->own.slots; ship++)
        left[ship] = view_own_ship(view, ship)->length;
    for (int i = 0; i < view->incoming.shots; i++) {
        int cell = view->incoming.order[i].cell, ship;

        if (cell >= cells)
            continue;
        ship = view->own.ship_at[cell];
        shot[cell] = true;
        hunted[cell] = open == 0;
        number[cell] = (uint8_t)hunts;
        hunts += open == 0;
        if (ship == NO_SHIP || left[ship] == 0)
            continue;
        left[ship]--;
        if (left[ship] == 0)
            open -= view_own_ship(view, ship)->length - 1;
        else
            open++;
    }
    for (int cell = 0; cell < cells; cell++) {
        if (hunted[cell]) {
            order->hunts[cell] = order->hunts[cell] * cell_decay + 1;
            order->sum[cell] = order->sum[cell] * cell_decay + (float)number[cell];
        } else if (!shot[cell]) {
            number[cell] = (uint8_t)((hunts + cells) / 2);
        } else {
            float mean =
                order->hunts[cell] > 0 ? order->sum[cell] / order->hunts[cell] : (float)cells / 3;

            if ((float)number[cell] < mean)
                number[cell] = (uint8_t)mean;
        }
    }
}

/* Enters when each place of a ship of this length would have been found. */
static void enter_places(struct hunt_order *order, const struct rules *rules, int length,
                         const uint8_t *number)
{
    for (int down = 0; down < 2; down++) {
        int columns = rules->width - (down ? 0 : length - 1);
        int rows = rules->height - (down ? length - 1 : 0);
        int step = down ? rules->width : 1;

        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                int first = row * rules->width + column;
                uint8_t least = UINT8_MAX;

                for (int k = 0; k < length; k++)
                    if (number[first + k * step] < least)
                        least = number[first + k * step];
                order->found[length][down][first][order->next] = least;
            }
        }
    }
}

void hunt_order_learn(struct hunt_order *order, const struct view *view)
{
    const struct rules *rules = &view->rules;
    int cells = rules_cells(rules);
    uint8_t number[HUNT_CELLS];

    if (cells > HUNT_CELLS || view->incoming.shots == 0)
        return;
    number_shots(order, view, number);
    for (int length = 1; length <= MAX_LENGTH; length++)
        for (int ship = 0; ship < rules->ships; ship++)
            if (rules->fleet[ship].length == length) {
                enter_places(order, rules, length, number);
                break;
            }
    for (int slot = 0; slot < order->rounds; slot++)
        order->weight[slot] *= round_decay;
    order->weight[order->next] = 1;
    order->next = (order->next + 1) % HUNT_ROUNDS;
    order->rounds += order->rounds < HUNT_ROUNDS;
    for (int cell = 0; cell < cells; cell++)
        order->heat[cell] *= heat_decay;
    for (int i = 0; i < view->incoming.shots; i++)
        if (view->incoming.order[i].cell < cells)
            order->heat[view->incoming.order[i].cell] += (float)(cells + 1 - i);
}

double hunt_order_value(const struct hunt_order *order, const struct rules *rules,
                        const struct layout *layout)
{
    uint8_t last[HUNT_ROUNDS] = {0};
    uint16_t sum[HUNT_ROUNDS] = {0};
    float value = 0, total = 0;

    if (order->rounds == 0)
        return 0;
    for (int ship = 0; ship < rules->ships; ship++) {
        struct placement at = layout->ship[ship];
        const uint8_t *found =
            order->found[rules->fleet[ship].length][at.vertical][at.row * rules->width + at.column];

        for (int slot = 0; slot < HUNT_ROUNDS; slot++) {
            last[slot] = found[slot] > last[slot] ? found[slot] : last[slot];
            sum[slot] = (uint16_t)(sum[slot] + found[slot]);
        }
    }
    for (int slot = 0; slot < order->rounds; slot++) {
        value += order->weight[slot] *
                 ((float)last[slot] + 0.3f * (float)sum[slot] / (float)rules->ships);
        total += order->weight[slot];
    }
    return (double)(value / total);
}

double hunt_order_coldness(const struct hunt_order *order, const struct rules *rules,
                           const struct layout *layout)
{
    float most = 0, sum = 0;

    for (int ship = 0; ship < rules->ships; ship++) {
        int cells[MAX_LENGTH];
        int count = placement_cells(layout->ship[ship], rules->fleet[ship].length, rules, cells);

        for (int i = 0; i < count; i++) {
            float heat = order->heat[cells[i]];

            most = heat > most ? heat : most;
            sum += heat;
        }
    }
    return -(double)most - 0.01 * (double)sum;
}
