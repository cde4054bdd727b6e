#include "bots/ship_places.h"

static void add_place(struct ship_places *places, int start, int vertical, int step)
{
    int number = places->count++;

    places->start[number] = (uint8_t)start;
    places->vertical[number] = (uint8_t)vertical;
    places->cells[number] = 0;
    for (int i = 0; i < places->length; i++)
        places->cells[number] |= wide_bit(start + i * step);
}

void ship_places_list(struct ship_places *places, const struct rules *rules, int length)
{
    places->length = length;
    places->count = 0;
    for (int vertical = 0; vertical < (length > 1 ? 2 : 1); vertical++) {
        int columns = rules->width - (vertical ? 0 : length - 1);
        int rows = rules->height - (vertical ? length - 1 : 0);

        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++)
                add_place(places, row * rules->width + column, vertical,
                          vertical ? rules->width : 1);
    }
}
