/* A bot as a plugin: fires at every second diagonal first, then at the others.
 *
 *     cc -shared -fPIC -I include -o diagonal.so examples/plugin/diagonal.c
 *
 * It needs only the public header. */
#include <broadside/bot.h>

#include <stdio.h>

/* Columns run from A to Z, then AA. */
static int print_cell(char *text, size_t size, int column, int row)
{
    if (column < 26)
        return snprintf(text, size, " %c%d", 'A' + column, row + 1);
    return snprintf(text, size, " %c%c%d", 'A' + column / 26 - 1, 'A' + column % 26, row + 1);
}

static void diagonal_act(void *self, const struct broadside_view *view, char *move, size_t size)
{
    size_t used = (size_t)snprintf(move, size, "fire");
    int left = view->salvo;

    (void)self;
    for (int parity = 0; parity < 2; parity++) {
        for (int cell = 0; left > 0 && cell < view->width * view->height; cell++) {
            int column = cell % view->width, row = cell / view->width;

            if ((column + row) % 2 != parity || view->enemy[cell] == BROADSIDE_MISS ||
                view->enemy[cell] == BROADSIDE_HIT)
                continue;
            used += (size_t)print_cell(move + used, size - used, column, row);
            left--;
        }
    }
}

const struct broadside_bot *broadside_bot(void)
{
    static const struct broadside_bot table = {
        .abi_version = BROADSIDE_BOT_ABI,
        .size = sizeof(struct broadside_bot),
        .name = "diagonal",
        .authors = "Broadside",
        .summary = "every second diagonal, then the others",
        .plays = BROADSIDE_PLAYS_SALVO | BROADSIDE_PLAYS_HIT_AGAIN | BROADSIDE_PLAYS_SPECIALS |
                 BROADSIDE_PLAYS_REINFORCE | BROADSIDE_PLAYS_RACE | BROADSIDE_PLAYS_WRECKS |
                 BROADSIDE_PLAYS_NO_TOUCH | BROADSIDE_PLAYS_UNNAMED,
        .act = diagonal_act,
    };

    return &table;
}
