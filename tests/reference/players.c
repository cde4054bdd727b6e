/* Mostly plausible moves, some with small mistakes, some nonsense. */
#include "reference/players.h"

#include <stdio.h>
#include <string.h>

static bool one_in(struct rng *rng, uint32_t count)
{
    return rng_below(rng, count) == 0;
}

static bool chance(struct players *players, uint32_t count)
{
    return one_in(&players->rng, count);
}

static const struct reference_side *enemy_of(const struct players *players)
{
    return &players->reference->side[!players->reference->turn];
}

static struct reference_cell any_cell(struct players *players)
{
    return (struct reference_cell){(int)rng_below(&players->rng, players->rules->width),
                                   (int)rng_below(&players->rng, players->rules->height)};
}

static bool named(const struct reference_cell *cell, int count, struct reference_cell wanted)
{
    for (int i = 0; i < count; i++)
        if (cell[i].column == wanted.column && cell[i].row == wanted.row)
            return true;
    return false;
}

/* The next cell in reading order that is neither shot nor named. */
static struct reference_cell fresh_cell(const struct players *players, struct reference_cell from,
                                        const struct reference_cell *cell, int count)
{
    for (int i = 0; i < players->rules->width * players->rules->height; i++) {
        if (enemy_of(players)->shot[from.row][from.column] == ' ' && !named(cell, count, from))
            break;
        if (++from.column == players->rules->width) {
            from.column = 0;
            from.row = (from.row + 1) % players->rules->height;
        }
    }
    return from;
}

/* A cell to shoot at: a ship's, one beside the last hit, one under smoke, or any. Looking at the
 * enemy's fleet makes sinkings, and what they unlock, frequent. */
static struct reference_cell aim(struct players *players)
{
    static const int beside[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const struct reference_side *enemy = enemy_of(players);
    uint32_t choice = rng_below(&players->rng, 16);
    struct reference_cell cell = any_cell(players);

    if (choice < (players->style == STYLE_SHARP ? 10u : 4u)) {
        const struct reference_ship *ship =
            &enemy->ship[rng_below(&players->rng, (uint32_t)enemy->ships)];

        for (int i = 0; ship->afloat && i < ship->length; i++)
            if (enemy->shot[ship->cell[i].row][ship->cell[i].column] == ' ')
                return ship->cell[i];
    } else if (choice < 12 && players->last_hit[players->reference->turn].column >= 0) {
        const int *step = beside[rng_below(&players->rng, 4)];
        struct reference_cell hit = players->last_hit[players->reference->turn];

        hit.column += step[0];
        hit.row += step[1];
        if (hit.column >= 0 && hit.column < players->rules->width && hit.row >= 0 &&
            hit.row < players->rules->height)
            cell = hit;
    } else if (choice > 13 && enemy->shield >= 0) {
        const struct reference_screen *screen = &enemy->screen[enemy->shield];

        cell = screen->cell[rng_below(&players->rng, (uint32_t)screen->cells)];
    }
    return cell;
}

static void add(struct players *players, size_t *length, const char *text)
{
    size_t more = strlen(text);

    memcpy(players->text + *length, text, more + 1);
    *length += more;
}

static void add_cell(struct players *players, size_t *length, struct reference_cell cell)
{
    *length += reference_name(cell.column, cell.row, players->text + *length);
}

static void type_fire(struct players *players)
{
    struct reference_cell cell[MAX_SHIPS + 3];
    int count = reference_salvo(players->reference);
    bool careful =
        players->style != STYLE_IDLE && !chance(players, players->style == STYLE_SLOPPY ? 3 : 24);
    size_t length = 0;

    if (players->rules->salvo && chance(players, 16))
        count += chance(players, 2) ? 1 : -1;
    if (count == 0 || !chance(players, 3) || (count > 1 && chance(players, 2)))
        add(players, &length, "fire ");
    for (int i = 0; i < count; i++) {
        cell[i] = aim(players);
        if (careful || !chance(players, (uint32_t)count))
            cell[i] = fresh_cell(players, cell[i], cell, i);
        if (i > 0 && chance(players, 64))
            cell[i] = cell[0];
        if (i > 0)
            add(players, &length, " ");
        add_cell(players, &length, cell[i]);
    }
}

static void type_area(struct players *players, const char *word)
{
    size_t length = 0;
    struct reference_cell cell = aim(players);

    /* Prefer edges and the last corner. */
    if (chance(players, 8))
        cell.column = players->rules->width - 1;
    if (chance(players, 8))
        cell.row = players->rules->height - 1;
    add(players, &length, word);
    add_cell(players, &length, cell);
}

static void type_torpedo(struct players *players)
{
    struct reference_cell cell = aim(players);
    size_t length = 0, keep;

    add(players, &length, "torpedo ");
    keep = length;
    if (chance(players, 2)) {
        add_cell(players, &length, cell);
        while (players->text[length - 1] >= '0' && players->text[length - 1] <= '9')
            players->text[--length] = '\0';
    } else {
        snprintf(players->text + keep, 16, "%d", cell.row + 1);
    }
}

static void type_raise(struct players *players)
{
    static const char *const directions[] = {"h", "v", "horizontal", "vertical"};
    const struct view *view = &players->game->view[players->reference->turn];
    int kind = (int)rng_below(&players->rng, players->rules->ships);
    struct reference_cell cell = any_cell(players);
    bool vertical = chance(players, 2);
    const char *name = players->rules->fleet[kind].name;
    struct placement place;
    size_t length = 0;

    kind = players->rules->fleet[kind].kind;
    if (players->rules->reinforce_kind == REINFORCE_NEW && !chance(players, 8)) {
        name = "Submarine";
        kind = rules_new_ship(players->rules).kind;
    }
    /* Mostly a place that the engine considers legal, so that the reference can confirm it. */
    if (players->rules->reinforce && !chance(players, 4) &&
        view_raise_place(view, kind, (int)rng_below(&players->rng, 8), &place) == OK) {
        cell = (struct reference_cell){place.column, place.row};
        vertical = place.vertical;
    }
    add(players, &length, "raise ");
    add(players, &length, name);
    add(players, &length, " ");
    add_cell(players, &length, cell);
    add(players, &length, " ");
    add(players, &length, directions[vertical + 2 * chance(players, 4)]);
}

static void type_nonsense(struct players *players)
{
    static const char *const texts[] = {
        "",
        "  ",
        "help",
        "stock",
        "quit",
        "A0",
        "A01",
        "A+5",
        "A1x",
        "1A",
        "A",
        "5",
        "A 1",
        "A1 B2",
        "fire",
        "fire -1",
        "fire fire A1",
        "fire A1 B2",
        "fire A1 B2 C3 A2 B3 C1",
        "fire A1,B2",
        "a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 "
        "a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 "
        "a1 a1 a1 a1 a1 a1 a1 a1 a1 a1",
        "-",
        "fire -",
        "radar -",
        "radar",
        "radar 5",
        "radar A1 A2",
        "smoke",
        "smoke B",
        "artillery",
        "artillery 1",
        "artillery ZZ99",
        "torpedo",
        "torpedo A1",
        "torpedo 0",
        "torpedo 01",
        "torpedo 33",
        "torpedo AG",
        "torpedo -",
        "torpedo A 1",
        "hint",
        "hint A1",
        "resign now",
        "pass",
        "lost",
        "raise",
        "raise Submarine",
        "raise Submarine A1",
        "raise Submarine A1 x",
        "raise Submarine A1 h h",
        "raise Submarine ZZ9 h",
        "raise Submarine - h",
        "raise Submarine 0/5 h",
        "raise Submarine -",
        "raise Nobody A1 h",
        "raise SUBMARINE a1 V",
        "raise Carrier A1 Horizontal",
        "fireA1",
        "\x80\xff\x01",
        "A1\x01",
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA1",
        "A99999999999999999999999999999999999999",
        "fire ZZ1",
        "fire AG33",
        "Z0",
        "A1\n",
        "\tA1",
    };
    enum { COUNT = sizeof texts / sizeof texts[0] };
    uint32_t choice = rng_below(&players->rng, COUNT + 4);
    size_t length = 0;

    if (choice < COUNT) {
        add(players, &length, texts[choice]);
    } else if (choice == COUNT && chance(players, 16)) {
        memset(players->text, chance(players, 2) ? 'A' : '1', 10000);
        players->text[10000] = '\0';
        players->text[0] = 'A';
    } else if (choice == COUNT + 1) {
        snprintf(players->text, 16, "A%d", players->rules->height + 1);
    } else {
        struct reference_cell off = {players->rules->width, any_cell(players).row};

        add_cell(players, &length, off);
    }
}

/* Changes case and blanks, which must not matter. */
static void distort(struct players *players)
{
    char *text = players->text;
    size_t length;

    if (chance(players, 4))
        for (; *text != '\0'; text++)
            *text = text_lower(*text);
    if (!chance(players, 16))
        return;
    length = strlen(players->text);
    if (length > 1000)
        return;
    memmove(players->text + 2, players->text, length + 1);
    memcpy(players->text, " \t", 2);
    for (text = players->text + 2; *text != '\0' && *text != ' '; text++)
        if (*text >= 'a' && *text <= 'z')
            *text = (char)(*text - 'a' + 'A');
    length += 2;
    if (*text == ' ') {
        memmove(text + 2, text, strlen(text) + 1);
        text[1] = '\t';
        length += 2;
    }
    memcpy(players->text + length, "  ", 3);
}

void players_type(struct players *players)
{
    const struct reference *reference = players->reference;
    uint32_t choice = rng_below(&players->rng, 64);

    players->text[0] = '\0';
    /* Rarely possible, so use the chance. */
    if (players->rules->hints && chance(players, 4) && reference_can(reference, "hint"))
        choice = 56;
    else if (players->rules->reinforce && chance(players, 4) && reference_can(reference, "raise"))
        choice = 57;
    else if (players->style == STYLE_SLOPPY)
        choice = rng_below(&players->rng, 2) ? 63 : choice;
    else if (players->style == STYLE_IDLE && choice < 32)
        choice = 40 + choice / 2;
    else if (!players->rules->specials && choice >= 40 && choice < 56 && !chance(players, 4))
        choice = 0;

    if (choice < 40)
        type_fire(players);
    else if (choice < 44)
        type_area(players, "radar ");
    else if (choice < 47)
        type_area(players, "smoke ");
    else if (choice < 52)
        type_area(players, "artillery ");
    else if (choice < 56)
        type_torpedo(players);
    else if (choice == 56)
        strcpy(players->text, "hint");
    else if (choice < 59)
        type_raise(players);
    else if (choice == 59 && chance(players, 64))
        strcpy(players->text, "resign");
    else if (choice < 62)
        type_fire(players);
    else
        type_nonsense(players);
    distort(players);
}

void players_start(struct players *players, const struct rules *rules,
                   const struct reference *reference, const struct game *game, uint64_t seed)
{
    static const enum players_style styles[] = {STYLE_PLAIN, STYLE_PLAIN,  STYLE_PLAIN, STYLE_PLAIN,
                                                STYLE_SHARP, STYLE_SHARP,  STYLE_SHARP, STYLE_SHARP,
                                                STYLE_SHARP, STYLE_SLOPPY, STYLE_IDLE};

    players->rules = rules;
    players->reference = reference;
    players->game = game;
    rng_seed(&players->rng, seed);
    players->style = styles[rng_below(&players->rng, sizeof styles / sizeof styles[0])];
    players->last_hit[0].column = players->last_hit[1].column = -1;
}

void players_note(struct players *players, const struct outcome *outcome)
{
    int width = players->rules->width;

    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind == EVENT_SHOT && event->answer == ANSWER_HIT)
            players->last_hit[outcome->mover] =
                (struct reference_cell){event->cell % width, event->cell / width};
    }
}

/* Under wrecks anything is allowed: ships off the board, overlapping or missing. */
static void draw_badly(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    bool all_missing = one_in(rng, 32), all_same = one_in(rng, 32);

    for (int i = 0; i < rules->ships; i++) {
        struct placement *place = &layout->ship[i];

        if (all_missing || one_in(rng, 10))
            continue;
        place->placed = 1;
        place->vertical = rules->fleet[i].length > 1 && one_in(rng, 2);
        place->column = (int16_t)rng_below(rng, rules->width);
        place->row = (int16_t)rng_below(rng, rules->height);
        if (one_in(rng, 8))
            place->column = (int16_t)((int)rng_below(rng, rules->width + 8u) - 4);
        if (one_in(rng, 8))
            place->row = (int16_t)((int)rng_below(rng, rules->height + 8u) - 4);
        if (all_same)
            place->column = place->row = 0;
    }
}

enum error players_layout(const struct rules *rules, uint64_t seed, struct layout *layout)
{
    struct rng rng;

    rng_seed(&rng, seed);
    memset(layout, 0, sizeof *layout);
    if (!rules->wrecks || one_in(&rng, 3))
        return layout_random(rules, &rng, layout);
    draw_badly(rules, &rng, layout);
    return OK;
}
