/* docs/RULES.md has the exact definitions; this is what a new player needs to know. */
#include "session/rules_help.h"

static void print_game(const struct rules *rules, struct writer *writer)
{
    writer_format(
        writer,
        "Each side places a fleet on its own board of %dx%d cells, where the other cannot "
        "see it. The fleet is: ",
        rules->width, rules->height);
    for (int ship = 0, same; ship < rules->ships; ship += same) {
        for (same = 1; ship + same < rules->ships &&
                       rules->fleet[ship + same].kind == rules->fleet[ship].kind;)
            same++;
        writer_format(writer, "%s%s %d", ship ? ", " : "", rules->fleet[ship].name,
                      rules->fleet[ship].length);
        if (same > 1)
            writer_format(writer, " (%d of them)", same);
    }
    writer_put(writer, ". ");
    if (rules->race)
        writer_put(writer, "One side shoots until it has sunk the enemy fleet or has used as many "
                           "shots as the board has cells, then the other does. Fewer shots win.");
    else
        writer_put(writer, "Then you take turns. Whoever sinks the whole enemy fleet first wins.");
    if (rules->equal_turns)
        writer_put(writer, " If the side that began finishes first, the other side gets one more "
                           "turn; if that finishes too, the game is a tie.");
}

static void print_placing(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "Ships lie in a row or in a column. ");
    if (!rules->touch)
        writer_put(writer, "They may not touch, not even at their corners.");
    else if (rules->wrecks)
        writer_put(writer, "A ship that overlaps another one or extends off the board is a wreck: "
                           "it counts as sunk from the start, and so does the other one.");
    else
        writer_put(writer, "They may touch, but not overlap.");
}

static void print_turn(const struct rules *rules, struct writer *writer)
{
    if (rules->salvo)
        writer_put(writer, "A turn is a salvo: as many shots as you have ships afloat. You choose "
                           "all cells before you learn any answer. ");
    else
        writer_put(writer, "In your turn you fire at one cell and learn whether it is a miss or a "
                           "hit. ");
    if (rules->hit_again)
        writer_put(writer, "After a hit you move again. ");
    switch ((enum announce)rules->announce) {
    case ANNOUNCE_EACH_HIT:
        writer_put(writer, "Every hit tells which ship it is. ");
        break;
    case ANNOUNCE_NAME:
        writer_put(writer, "When the last cell of a ship is hit, you learn which ship has sunk. ");
        break;
    case ANNOUNCE_UNNAMED:
        writer_put(writer, "When the last cell of a ship is hit, you learn that a ship has sunk. ");
        break;
    case ANNOUNCE_NONE:
        writer_put(writer, "A sinking is not announced. ");
        break;
    }
    if (rules->tracking == TRACKING_HARD)
        writer_put(writer, "Misses are not marked: remember them. ");
    if (rules->own_map == OWN_MAP_HIDDEN)
        writer_put(writer, "Your own board is hidden during the game. ");
    if (rules->repeat_shot == REPEAT_LOSE_TURN)
        writer_put(writer, "A shot at a cell that was shot before costs the turn. ");
    else if (rules->repeat_shot == REPEAT_WASTED)
        writer_put(writer, "A shot at a cell that was shot before is wasted. ");
    if (rules->invalid_input == INVALID_LOSE_TURN)
        writer_put(writer, "A typing mistake or a move that is not available costs the turn too.");
}

static void print_specials(const struct rules *rules, struct writer *writer)
{
    writer_put(writer,
               "A special move takes your turn instead of a shot. An area is 2x2 cells; you "
               "name its top left cell.");
    if (rules->edge == EDGE_CLIP)
        writer_put(writer, " At the edge, only the cells on the board count.");
    else if (rules->edge == EDGE_SHIFT)
        writer_put(writer, " At the edge, the area moves inside.");
}

static void print_radar(const struct rules *rules, struct writer *writer)
{
    writer_format(
        writer,
        "You have %d from the start. Radar looks at an area of the enemy's board and says "
        "whether it has a part of a ship that is not hit yet, but not where. Your "
        "opponent learns where you looked.",
        rules->radar);
}

static void print_smoke(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "Each ship that you sink earns you one. Smoke hides an area of your own "
                       "board; your opponent learns that, but not where. ");
    if (rules->smoke == SMOKE_SWEEP)
        writer_put(writer, "Radar that touches it finds nothing, and the smoke is gone.");
    else
        writer_put(writer, "Radar finds nothing in its cells for the rest of the game.");
    if (rules->smoke == SMOKE_SHIELD)
        writer_put(writer, " The latest smoke also stops shots until your next turn.");
}

static void print_unlock(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, rules->unlock == UNLOCK_HELD
                           ? " It stays until you use it, and there is never more than one."
                           : " It is gone if you do not use it in your next turn.");
}

static void print_artillery(const struct rules *rules, struct writer *writer)
{
    writer_put(writer,
               "Each ship that you sink unlocks it. Artillery fires at all cells of an area "
               "at once.");
    print_unlock(rules, writer);
}

static void print_torpedo(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "The third ship that you sink unlocks it, and each one after that again. A "
                       "torpedo fires along a whole row or column.");
    print_unlock(rules, writer);
}

static void print_hints(const struct rules *rules, struct writer *writer)
{
    writer_format(
        writer,
        "After %d misses in a row you may ask for a hint, %d time%s in a game. It costs no "
        "turn and shows a 3x3 block that contains a part of a ship.",
        rules->hint_after, rules->hints, text_s(rules->hints));
}

static void print_raise(const struct rules *rules, struct writer *writer)
{
    writer_format(writer,
                  "Once you have sunk %d ship%s, you may trade all your special moves for %s, once "
                  "in a game. You place it on cells that were never shot at. It takes your turn.",
                  rules->reinforce, text_s(rules->reinforce),
                  rules->reinforce_kind == REINFORCE_RAISE ? "one of your sunk ships"
                                                           : "a new ship");
}

static void print_fairness(const struct rules *rules, struct writer *writer)
{
    (void)rules;
    writer_put(writer,
               "Before the first shot, each fleet is sealed with a hash. After the game the "
               "hashes are checked, so nobody can move a ship, not even a bot.");
}

static bool has_radar(const struct rules *rules)
{
    return rules->specials & SPECIAL_RADAR;
}

static bool has_smoke(const struct rules *rules)
{
    return rules->specials & SPECIAL_SMOKE;
}

static bool has_artillery(const struct rules *rules)
{
    return rules->specials & SPECIAL_ARTILLERY;
}

static bool has_torpedo(const struct rules *rules)
{
    return rules->specials & SPECIAL_TORPEDO;
}

static bool has_specials(const struct rules *rules)
{
    return rules->specials != 0;
}

static bool has_hints(const struct rules *rules)
{
    return rules->hints > 0;
}

static bool has_raise(const struct rules *rules)
{
    return rules->reinforce > 0;
}

static const struct {
    const char *title;
    bool (*is_needed)(const struct rules *rules); /* NULL: always */
    void (*print)(const struct rules *rules, struct writer *writer);
} sections[] = {
    {"The game", NULL, print_game},
    {"Placing", NULL, print_placing},
    {"A turn", NULL, print_turn},
    {"Special moves", has_specials, print_specials},
    {"Radar", has_radar, print_radar},
    {"Smoke", has_smoke, print_smoke},
    {"Artillery", has_artillery, print_artillery},
    {"Torpedo", has_torpedo, print_torpedo},
    {"Hints", has_hints, print_hints},
    {"Raising a ship", has_raise, print_raise},
    {"Fair play", NULL, print_fairness},
};

const char *rules_help(const struct rules *rules, int index, char text[RULES_HELP_SIZE])
{
    for (size_t i = 0; i < sizeof sections / sizeof sections[0]; i++) {
        struct writer writer;

        if (sections[i].is_needed && !sections[i].is_needed(rules))
            continue;
        if (index-- > 0)
            continue;
        writer_init(&writer, text, RULES_HELP_SIZE);
        sections[i].print(rules, &writer);
        return sections[i].title;
    }
    return NULL;
}
