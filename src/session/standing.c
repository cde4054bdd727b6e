/* Every figure of a row follows from the one before and the next game. */
#include "session/standing.h"

#include <stdlib.h>
#include <string.h>

static bool is_of(const struct standing *row, const struct standing_game *game)
{
    return strcmp(row->player, game->player) == 0 && strcmp(row->opponent, game->opponent) == 0 &&
           row->opponent_is_bot == game->opponent_is_bot && strcmp(row->rules, game->rules) == 0;
}

/* Returns NULL if out of memory. The latest row is the likeliest one. */
static struct standing *find_row(struct standing_table *table, const struct standing_game *game)
{
    struct standing *row;

    for (int i = table->rows - 1; i >= 0; i--)
        if (is_of(&table->row[i], game))
            return &table->row[i];
    if (table->rows == table->room) {
        int room = table->room > 0 ? 2 * table->room : 16;

        row = realloc(table->row, (size_t)room * sizeof *row);
        if (!row)
            return NULL;
        table->row = row;
        table->room = room;
    }
    row = &table->row[table->rows++];
    *row = (struct standing){.opponent_is_bot = game->opponent_is_bot, .last = game->when};
    memcpy(row->player, game->player, sizeof row->player);
    memcpy(row->opponent, game->opponent, sizeof row->opponent);
    memcpy(row->rules, game->rules, sizeof row->rules);
    return row;
}

static void add_win(struct standing *row, const struct standing_game *game)
{
    if (strcmp(game->reason, "resigned") == 0 || strcmp(game->reason, "wrecked") == 0)
        return;
    row->won_by_shooting++;
    row->winning_shots += game->shots;
    row->mean_shots = (double)row->winning_shots / row->won_by_shooting;
    if (row->won_by_shooting == 1 || game->shots < row->best_shots)
        row->best_shots = game->shots;
}

enum error standing_add(struct standing_table *table, const struct standing_game *game)
{
    struct standing *row = find_row(table, game);

    if (!row)
        return ERR_MEMORY;
    row->games++;
    row->won += game->result > 0;
    row->lost += game->result < 0;
    row->tied += game->result == 0;
    row->resigned += game->result < 0 && strcmp(game->reason, "resigned") == 0;
    if (game->result > 0)
        add_win(row, game);
    row->shots += game->shots;
    row->hits += game->hits;
    row->accuracy = row->shots > 0 ? (double)row->hits / (double)row->shots : 0;
    row->streak = game->result * row->streak > 0 ? row->streak + game->result : game->result;
    if (row->streak > row->best_streak)
        row->best_streak = row->streak;
    row->advised += game->advised;
    if (game->when > row->last)
        row->last = game->when;
    return OK;
}

static int compare(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    int order;

    if (x->games != y->games)
        return x->games > y->games ? -1 : 1;
    if (x->last != y->last)
        return x->last > y->last ? -1 : 1;
    order = strcmp(x->player, y->player);
    if (!order)
        order = strcmp(x->opponent, y->opponent);
    if (!order)
        order = x->opponent_is_bot - y->opponent_is_bot;
    return order ? order : strcmp(x->rules, y->rules);
}

void standing_sort(struct standing_table *table)
{
    if (table->rows > 0)
        qsort(table->row, (size_t)table->rows, sizeof *table->row, compare);
}

void standing_release(struct standing_table *table)
{
    free(table->row);
    *table = (struct standing_table){0};
}

void standing_print_streak(const struct standing *row, const char *none, struct writer *writer)
{
    if (row->streak == 0)
        writer_put(writer, none);
    else
        writer_format(writer, "%d %s", abs(row->streak), row->streak > 0 ? "won" : "lost");
}
