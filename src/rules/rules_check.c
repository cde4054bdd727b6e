/* Which rules can be played. Every message names the knobs involved. */
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
        if (kind != i) /* the same spelling for all */
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
                             "fleet: %s has length %d; ships are 1 to %d cells long", ship->name,
                             ship->length, MAX_LENGTH);
        if (ship->length != same->length)
            return error_set(ERR_RULES, message,
                             "fleet: two ships are called %s but have lengths %d and %d",
                             ship->name, same->length, ship->length);
    }
    return layout_possible(rules, message);
}

/* Knobs that cannot be combined. */
static enum error check_combinations(const struct rules *rules, struct message *message)
{
    const struct {
        bool clash;
        const char *why;
    } clashes[] = {
        {rules->salvo && rules->hit_again,
         "salvo = yes and hit-again = yes cannot be combined: all shots of a salvo are chosen "
         "before any result is known"},
        {rules->race && rules->salvo,
         "race = yes and salvo = yes cannot be combined: shots in a race are fired one at a time"},
        {rules->race && rules->hit_again,
         "race = yes and hit-again = yes cannot be combined: in a race a side fires all its shots "
         "in a row anyway"},
        {rules->race && rules->equal_turns,
         "race = yes and equal-turns = yes cannot be combined: a race has no turns"},
        {rules->race && rules->specials,
         "race = yes requires specials = none: special moves depend on turns"},
        {rules->race && rules->hints, "race = yes requires hints = 0"},
        {rules->race && rules->reinforce, "race = yes requires reinforce = 0"},
        {rules->wrecks && !rules->touch,
         "wrecks = yes requires touch = yes: there is no rule for wrecked ships that touch"},
        {rules->reinforce && !rules->specials,
         "reinforce requires specials: a reinforcement costs special moves"},
        {rules->reinforce > rules->ships,
         "reinforce is larger than the number of ships in the fleet"},
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
        return error_set(ERR_RULES, message, "board = %dx%d: the size must be from %dx%d to %dx%d",
                         rules->width, rules->height, MIN_SIDE, MIN_SIDE, MAX_SIDE, MAX_SIDE);
    error = check_combinations(rules, message);
    return error ? error : check_fleet(rules, message);
}
