#include "support/play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *preset, *knobs;
} variants[] = {
    {"advanced", "smoke=shield;edge=shift;announce=each-hit"},
    {"advanced", "edge=reject;hints=3;hint-after=2;invalid-input=again;repeat-shot=refuse"},
    {"advanced", "reinforce=1;hints=2;hint-after=1"},
    {"advanced", "reinforce=1;reinforce-kind=new;unlock=turn;repeat-shot=wasted"},
    {"advanced", "board=5x5;fleet=2x2,1x2;reinforce=1;touch=no;announce=none;hit-again=yes"},
    {"advanced",
     "board=4x4;fleet=Submarine 3, Boat 1x2;reinforce=2;reinforce-kind=new;equal-turns=yes"},
    {"advanced-strict", "salvo=yes;hints=2;hint-after=1;repeat-shot=wasted;smoke=shield"},
    {"advanced", "specials=radar 9;announce=unnamed;board=3x7;fleet=2,1"},
    {"advanced", "specials=torpedo;board=7x3;fleet=1x4;announce=unnamed;hit-again=yes"},
    {"advanced", "wrecks=yes;salvo=yes;reinforce=1;equal-turns=yes;tracking=hard"},
    {"equal-turns", "salvo=yes;repeat-shot=lose-turn;invalid-input=lose-turn;announce=none"},
    {"equal-turns", "hit-again=yes;repeat-shot=wasted;hints=9;hint-after=1;wrecks=yes"},
    {"tournament", "wrecks=no;repeat-shot=refuse;invalid-input=lose-turn;first=b"},
    {"russian", "equal-turns=yes;tracking=hard;announce=each-hit"},
    {"classic", "board=32x32;fleet=10x2,1x30;salvo=yes"},
    {"classic", "board=3x3;fleet=3x3;first=a"},
};

struct rules rules_from(const char *preset, const char *knobs)
{
    const struct rules *row = rules_find(preset);
    struct slice rest = slice_of(knobs), knob;
    struct message message = {"there is no such preset"};
    struct rules rules = {.name = ""};
    enum error error = row ? OK : ERR_UNKNOWN;

    if (row)
        rules = *row;
    while (!error && slice_cut(&rest, ';', &knob))
        error = rules_set(&rules, knob, &message);
    if (!error)
        error = rules_check(&rules, &message);
    if (error) {
        fprintf(stderr, "%s with %s: %s\n", preset, knobs, message.text);
        abort();
    }
    return rules;
}

const struct rules *rules_choose(unsigned number, const char *const choices[][2], unsigned count,
                                 struct rules *parsed)
{
    unsigned chosen = number % count;

    if (parsed[chosen].ships == 0)
        parsed[chosen] = rules_from(choices[chosen][0], choices[chosen][1]);
    return &parsed[chosen];
}

void rules_send(const struct rules *rules, void (*send)(void *to, struct slice line), void *to)
{
    char text[4096], rule[4096];
    struct slice rest, line;
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    rules_print(rules, &writer);
    rest = slice_of(text);
    while (slice_cut(&rest, '\n', &line)) {
        writer_init(&writer, rule, sizeof rule);
        writer_format(&writer, "rule %.*s", (int)line.length, line.text);
        send(to, slice_of(rule));
    }
}

struct layout layout_from(const struct rules *rules, const char *text)
{
    struct layout layout;
    struct message message;

    if (layout_parse(slice_of(text), rules, &layout, &message) != OK) {
        fprintf(stderr, "%s: %s\n", text, message.text);
        abort();
    }
    return layout;
}

void game_from(struct game *game, const char *preset, const char *knobs, const char *fleet)
{
    struct rules rules = rules_from(preset, knobs);
    struct layout layout = layout_from(&rules, fleet);
    struct message message = {""};

    game_init(game, &rules, SIDE_A);
    for (int side = 0; side < 2; side++)
        if (game_place(game, side, &layout, &message) != OK) {
            fprintf(stderr, "%s: %s\n", fleet, message.text);
            abort();
        }
}

bool play_rules(int index, struct rules *rules)
{
    int presets = 0, count = sizeof variants / sizeof variants[0];

    while (rules_preset(presets))
        presets++;
    if (index < presets)
        *rules = *rules_preset(index);
    else if (index < presets + count)
        *rules = rules_from(variants[index - presets].preset, variants[index - presets].knobs);
    return index < presets + count;
}

/* Draws any board up to 14x14, any fleet and any knobs; the result is often contradictory. */
static void draw_rules(struct rng *rng, struct rules *rules)
{
    memset(rules, 0, sizeof *rules);
    strcpy(rules->name, "drawn");
    rules->width = (uint8_t)(MIN_SIDE + rng_below(rng, 12));
    rules->height = (uint8_t)(MIN_SIDE + rng_below(rng, 12));
    rules->ships = (uint8_t)(1 + rng_below(rng, rng_below(rng, 4) ? 6 : 14));
    for (int ship = 0; ship < rules->ships; ship++) {
        int length = 1 + (int)rng_below(rng, rng_below(rng, 4) ? 5 : MAX_LENGTH);

        /* Ships of the same length sometimes have the same name. */
        rules->fleet[ship].name[0] = (char)('A' + length);
        rules->fleet[ship].name[1] = (char)(rng_below(rng, 2) ? 'a' : 'a' + ship);
        rules->fleet[ship].length = (uint8_t)length;
    }
    rules_name_kinds(rules);
    rules->touch = rng_below(rng, 3) > 0;
    rules->announce = (uint8_t)rng_below(rng, 4);
    rules->hit_again = rng_below(rng, 3) == 0;
    rules->salvo = rng_below(rng, 3) == 0;
    rules->repeat_shot = (uint8_t)rng_below(rng, 3);
    rules->invalid_input = (uint8_t)rng_below(rng, 2);
    rules->tracking = (uint8_t)rng_below(rng, 2);
    rules->equal_turns = rng_below(rng, 3) == 0;
    rules->race = rng_below(rng, 6) == 0;
    rules->wrecks = rng_below(rng, 4) == 0;
    if (rng_below(rng, 2)) {
        rules->specials = (uint8_t)rng_below(rng, 16);
        rules->radar = rules->specials & SPECIAL_RADAR ? 3 : 0;
        rules->smoke = (uint8_t)rng_below(rng, 3);
        rules->unlock = (uint8_t)rng_below(rng, 2);
        rules->edge = (uint8_t)rng_below(rng, 3);
        rules->reinforce = (uint8_t)rng_below(rng, 3);
        rules->reinforce_kind = (uint8_t)rng_below(rng, 2);
    }
    rules->hints = (uint8_t)(rng_below(rng, 3) ? 0 : 2);
    rules->hint_after = 3;
}

/* Dense fleets are legal but slow to place, and that is not what is tested here. */
static bool is_roomy(const struct rules *rules)
{
    int cells = 0;

    for (int ship = 0; ship < rules->ships; ship++)
        cells += rules->fleet[ship].length;
    return cells * (rules->touch ? 3 : 5) <= rules_cells(rules);
}

void play_draw_rules(struct rng *rng, struct rules *rules)
{
    do
        draw_rules(rng, rules);
    while (!is_roomy(rules) || rules_check(rules, NULL) != OK);
}

/* Moves one ship to a bad place. */
static void spoil(const struct rules *rules, struct rng *rng, struct layout *layout)
{
    struct placement *ship = &layout->ship[rng_below(rng, rules->ships)];

    if (!ship->placed)
        return;
    switch (rng_below(rng, 3)) {
    case 0:
        *ship = (struct placement){0};
        break;
    case 1:
        ship->column = (int16_t)((int)rng_below(rng, (uint32_t)rules->width + 8) - 4);
        break;
    default:
        ship->row = (int16_t)((int)rng_below(rng, (uint32_t)rules->height + 8) - 4);
        break;
    }
}

void play_start(struct game *game, const struct rules *rules, struct rng *rng)
{
    game_init(game, rules, (int)rng_below(rng, 2));
    for (int side = 0; side < 2; side++) {
        struct layout layout;
        struct message message;

        if (layout_random(rules, rng, &layout) != OK)
            abort();
        while (rules->wrecks && rng_below(rng, 3) == 0)
            spoil(rules, rng, &layout);
        if (game_place(game, side, &layout, &message) != OK) {
            fprintf(stderr, "%s: %s\n", rules->name, message.text);
            abort();
        }
    }
}

void play_open(struct play *play, uint64_t seed)
{
    rng_seed(&play->rng, seed);
    for (int side = 0; side < 2; side++) {
        if (bot_new("random", &play->bot[side], NULL) != OK)
            abort();
        rng_seed(&play->bot[side]->rng, seed + 1 + (uint64_t)side);
    }
}

void play_close(struct play *play)
{
    for (int side = 0; side < 2; side++)
        bot_free(play->bot[side]);
}

static void type_mistake(struct play *play, struct game *game, struct message *message)
{
    static const char *const mistakes[] = {
        "hello",
        "fire",
        "fire A1",
        "fire A01",
        "fire A1 A1",
        "radar A1",
        "smoke ZZ9",
        "artillery A1",
        "torpedo",
        "torpedo 1",
        "raise Boat A1 h",
        "hint",
        "fire A1 B2",
        "raise Submarine A1 h",
        "B2",
        "raise Carrier J10 v",
    };
    uint32_t which = rng_below(&play->rng, sizeof mistakes / sizeof mistakes[0]);

    play->applied = game_apply_text(game, slice_of(mistakes[which]), &play->rng, &play->move,
                                    &play->outcome, message) == OK;
}

void play_move(struct play *play, struct game *game)
{
    int turn = game_status(game)->turn;
    struct message message = {""};

    memset(&play->move, 0xa5, sizeof play->move);
    memset(&play->outcome, 0xa5, sizeof play->outcome);
    if (rng_below(&play->rng, 12) == 0) {
        type_mistake(play, game, &message);
        return;
    }
    if (bot_act(play->bot[turn], &game->view[turn], &play->move) != BROKEN_NONE)
        abort();
    game_draw(game, &play->rng, &play->move);
    play->applied = game_apply(game, &play->move, &play->outcome, &message) == OK;
    if (!play->applied) {
        fprintf(stderr, "%s: a move of the random bot was refused: %s\n", game_rules(game)->name,
                message.text);
        abort();
    }
}
