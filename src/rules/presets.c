/* The named rule sets. To add a variant, add a row. A field that a row omits is zero, which is the
 * first value of each knob and the plainest choice. */
#include "rules/rules.h"

#include <string.h>

#define CLASSIC_FLEET                                                                              \
    .ships = 5, .fleet = {{"Carrier", 5, 0},                                                       \
                          {"Battleship", 4, 1},                                                    \
                          {"Cruiser", 3, 2},                                                       \
                          {"Submarine", 3, 3},                                                     \
                          {"Destroyer", 2, 4}}

#define ADVANCED_FLEET                                                                             \
    .ships = 4,                                                                                    \
    .fleet = {{"Carrier", 5, 0}, {"Battleship", 4, 1}, {"Destroyer", 3, 2}, {"Submarine", 2, 3}}

#define ADVANCED_SPECIALS                                                                          \
    .specials = SPECIAL_RADAR | SPECIAL_SMOKE | SPECIAL_ARTILLERY | SPECIAL_TORPEDO, .radar = 3

#define SQUARE(side) .width = (side), .height = (side)

/* Defaults that most presets share. */
#define COMMON .touch = 1, .announce = ANNOUNCE_NAME, .hint_after = 5

static const struct {
    const char *summary;
    struct rules rules;
} presets[] = {
    {"the standard game", {.name = "classic", SQUARE(10), COMMON, CLASSIC_FLEET}},
    {"two Cruisers; the side that moves second gets a last move",
     {.name = "equal-turns",
      SQUARE(10),
      COMMON,
      .equal_turns = 1,
      .ships = 5,
      .fleet = {{"Carrier", 5, 0},
                {"Battleship", 4, 1},
                {"Cruiser", 3, 2},
                {"Cruiser", 3, 2},
                {"Submarine", 2, 4}}}},
    {"radar, smoke, artillery and torpedoes; unlocked moves are kept",
     {.name = "advanced",
      SQUARE(10),
      COMMON,
      ADVANCED_FLEET,
      ADVANCED_SPECIALS,
      .repeat_shot = REPEAT_LOSE_TURN,
      .invalid_input = INVALID_LOSE_TURN,
      .own_map = OWN_MAP_HIDDEN}},
    {"like advanced, but smoke hides cells and unlocked moves last one turn",
     {.name = "advanced-strict",
      SQUARE(10),
      COMMON,
      ADVANCED_FLEET,
      ADVANCED_SPECIALS,
      .smoke = SMOKE_CELLS,
      .unlock = UNLOCK_TURN,
      .repeat_shot = REPEAT_LOSE_TURN,
      .invalid_input = INVALID_LOSE_TURN,
      .own_map = OWN_MAP_HIDDEN}},
    {"a shooting race, as in bot tournaments",
     {.name = "tournament",
      SQUARE(10),
      COMMON,
      CLASSIC_FLEET,
      .repeat_shot = REPEAT_WASTED,
      .first = FIRST_ALTERNATE,
      .race = 1,
      .wrecks = 1}},
    {"nine ships on 20x20",
     {.name = "grid20",
      SQUARE(20),
      COMMON,
      .ships = 9,
      .fleet = {{"Carrier", 5, 0},
                {"Battleship", 4, 1},
                {"Cruiser", 3, 2},
                {"Cruiser", 3, 2},
                {"Cruiser", 3, 2},
                {"Cruiser", 3, 2},
                {"Destroyer", 2, 6},
                {"Destroyer", 2, 6},
                {"Destroyer", 2, 6}}}},
    {"eighteen ships on 30x30",
     {.name = "grid30",
      SQUARE(30),
      COMMON,
      .ships = 18,
      .fleet = {{"Carrier", 5, 0},
                {"Carrier", 5, 0},
                {"Battleship", 4, 2},
                {"Battleship", 4, 2},
                {"Battleship", 4, 2},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Cruiser", 3, 5},
                {"Destroyer", 2, 13},
                {"Destroyer", 2, 13},
                {"Destroyer", 2, 13},
                {"Destroyer", 2, 13},
                {"Destroyer", 2, 13}}}},
    {"one shot per turn for each ship afloat",
     {.name = "salvo", SQUARE(10), COMMON, CLASSIC_FLEET, .salvo = 1}},
    {"ten ships that may not touch; a hit earns another shot; sunk ships are not named",
     {.name = "russian",
      SQUARE(10),
      .announce = ANNOUNCE_UNNAMED,
      .hit_again = 1,
      .hint_after = 5,
      .ships = 10,
      .fleet = {{"Battleship", 4, 0},
                {"Cruiser", 3, 1},
                {"Cruiser", 3, 1},
                {"Destroyer", 2, 3},
                {"Destroyer", 2, 3},
                {"Destroyer", 2, 3},
                {"Boat", 1, 6},
                {"Boat", 1, 6},
                {"Boat", 1, 6},
                {"Boat", 1, 6}}}},
};

static const int preset_count = sizeof presets / sizeof presets[0];

const struct rules *rules_preset(int index)
{
    return index >= 0 && index < preset_count ? &presets[index].rules : NULL;
}

const char *rules_preset_summary(int index)
{
    return index >= 0 && index < preset_count ? presets[index].summary : NULL;
}

const struct rules *rules_find(const char *name)
{
    for (int i = 0; i < preset_count; i++)
        if (strcmp(presets[i].rules.name, name) == 0)
            return &presets[i].rules;
    return NULL;
}
