/* What can be played. Every refusal is one sentence that names the knobs involved. */
#include "rules/layout.h"
#include "rules/rules.h"

#include <string.h>

void rules_name_kinds(struct rules *rules)
{
    for (int i = 0; i < rules->ships; i++) {
        int kind = 0;

        while (!slice_is_nocase(slice_of(rules->fleet[i].name), rules->fleet[kind].name))
            kind++;
        rules->fleet[i].kind = (uint8_t)kind;
        if (kind != i) /* one spelling for all */
            memcpy(rules->fleet[i].name, rules->fleet[kind].name, sizeof rules->fleet[i].name);
    }
}

bool rules_equal(const struct rules *a, const struct rules *b)
{
    struct rules x = *a, y = *b;

    memset(x.name, 0, sizeof x.name);
    memset(y.name, 0, sizeof y.name);
    return memcmp(&x, &y, sizeof x) == 0;
}

static const char new_ship_name[] = "Submarine";

const char *rules_kind_name(const struct rules *rules, int kind)
{
    return kind < rules->ships ? rules->fleet[kind].name : new_ship_name;
}

struct ship rules_new_ship(const struct rules *rules)
{
    struct ship ship = {.length = 2};

    for (int i = 0; i < rules->ships; i++)
        if (slice_is_nocase(slice_of(rules->fleet[i].name), new_ship_name))
            return rules->fleet[i];
    memcpy(ship.name, new_ship_name, sizeof new_ship_name);
    ship.kind = rules->ships;
    return ship;
}

static enum error check_fleet(const struct rules *rules, struct message *message)
{
    if (rules->ships < 1 || rules->ships > MAX_SHIPS)
        return error_set(ERR_RULES, message, "fleet: a fleet has 1 to %d ships", MAX_SHIPS);
    for (int i = 0; i < rules->ships; i++) {
        const struct ship *ship = &rules->fleet[i], *same = &rules->fleet[ship->kind];

        if (ship->length < 1 || ship->length > MAX_LENGTH)
            return error_set(ERR_RULES, message,
                             "fleet: %s has length %d; ships have lengths from 1 to %d", ship->name,
                             ship->length, MAX_LENGTH);
        if (ship->length != same->length)
            return error_set(ERR_RULES, message,
                             "fleet: two ships are called %s but have lengths %d and %d",
                             ship->name, same->length, ship->length);
    }
    return layout_possible(rules, message);
}

/* Pairs of knobs that exclude each other. */
static enum error check_combinations(const struct rules *rules, struct message *message)
{
    const struct {
        bool clash;
        const char *why;
    } clashes[] = {
        {rules->salvo && rules->hit_again,
         "salvo = yes and hit-again = yes exclude each other: a salvo is named before any answer"},
        {rules->race && rules->salvo, "race = yes and salvo = yes exclude each other: a race is "
                                      "fired one shot at a time"},
        {rules->race && rules->hit_again, "race = yes and hit-again = yes exclude each other: in a "
                                          "race a side shoots its whole session anyway"},
        {rules->race && rules->equal_turns,
         "race = yes and equal-turns = yes exclude each other: a "
         "race has no turns to make equal"},
        {rules->race && rules->specials, "race = yes goes with specials = none: special moves "
                                         "depend on taking turns"},
        {rules->race && rules->hints, "race = yes goes with hints = 0"},
        {rules->race && rules->reinforce, "race = yes goes with reinforce = 0"},
        {rules->wrecks && !rules->touch, "wrecks = yes goes with touch = yes: nothing says what "
                                         "happens to ships that touch"},
        {rules->reinforce && !rules->specials,
         "reinforce needs specials: a ship is raised by giving "
         "up what is in stock"},
        {rules->reinforce > rules->ships, "reinforce asks for more sinkings than the fleet has "
                                          "ships"},
    };

    for (size_t i = 0; i < sizeof clashes / sizeof clashes[0]; i++)
        if (clashes[i].clash)
            return error_set(ERR_RULES, message, "%s", clashes[i].why);
    return OK;
}

enum error rules_check(const struct rules *rules, struct message *message)
{
    enum error error;

    if (rules->width < MIN_SIDE || rules->width > MAX_SIDE || rules->height < MIN_SIDE ||
        rules->height > MAX_SIDE)
        return error_set(ERR_RULES, message, "board = %dx%d: boards go from %dx%d to %dx%d",
                         rules->width, rules->height, MIN_SIDE, MIN_SIDE, MAX_SIDE, MAX_SIDE);
    error = check_combinations(rules, message);
    return error ? error : check_fleet(rules, message);
}
