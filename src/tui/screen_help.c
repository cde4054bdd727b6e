/* Help: the keys as they are bound, the moves of the rules, and what the signs mean. */
#include "session/training.h"
#include "tui/screen_internal.h"

enum { HELP_SIZE = 12288 };

enum help_section { HELP_BATTLE, HELP_PLACING, HELP_END, HELP_VIEWER, HELP_PUZZLE };
enum help_condition { ALWAYS, NO_SALVO, SALVO, NO_HINTS, HINTS };

/* The only list of keys and their meanings in the program. */
static const struct {
    enum help_section section;
    enum help_condition condition;
    enum action action;
    const char *text;
} keys[] = {
    {HELP_BATTLE, ALWAYS, ACTION_ARROWS, "move the cursor"},
    {HELP_BATTLE, NO_SALVO, ACTION_FIRE, "fire at the cell under the cursor; so does a click"},
    {HELP_BATTLE, SALVO, ACTION_FIRE, "add or remove a cell, or click on it; fire a full salvo"},
    {HELP_BATTLE, SALVO, ACTION_UNDO, "remove the last cell of the salvo"},
    {HELP_BATTLE, ALWAYS, ACTION_RADAR, "radar: detect ships in a 2x2 area"},
    {HELP_BATTLE, ALWAYS, ACTION_SMOKE, "smoke: hide a 2x2 area of your board; one per ship sunk"},
    {HELP_BATTLE, ALWAYS, ACTION_ARTILLERY, "artillery: fire at a 2x2 area; after sinking a ship"},
    {HELP_BATTLE, ALWAYS, ACTION_TORPEDO,
     "torpedo: fire along a row or column; after the third sinking"},
    {HELP_BATTLE, ALWAYS, ACTION_RAISE, "raise: trade all special moves for a ship"},
    {HELP_BATTLE, HINTS, ACTION_HINT, "hint: show a 3x3 block with a ship; after several misses"},
    {HELP_BATTLE, NO_HINTS, ACTION_HINT, "the coach sets up its move; uses are counted"},
    {HELP_BATTLE, ALWAYS, ACTION_TYPE, "type a move or a question, see below"},
    {HELP_BATTLE, ALWAYS, ACTION_SWITCH, "show the other board if there is room for only one"},
    {HELP_BATTLE, ALWAYS, ACTION_STATUS, "status: the turn, the shots, and the commitments"},
    {HELP_BATTLE, ALWAYS, ACTION_RESIGN, "resign"},
    {HELP_BATTLE, ALWAYS, ACTION_QUIT, "back to the menu; the game is saved"},
    {HELP_PLACING, ALWAYS, ACTION_CONFIRM, "place the ship; start the battle when all are placed"},
    {HELP_PLACING, ALWAYS, ACTION_NEXT_SHIP, "pick up the next ship; or click on a ship"},
    {HELP_PLACING, ALWAYS, ACTION_ROTATE, "rotate the ship; or click on it again"},
    {HELP_PLACING, ALWAYS, ACTION_RANDOM_ONE, "place this ship at random"},
    {HELP_PLACING, ALWAYS, ACTION_RANDOM, "place the remaining ships at random, or all of them"},
    {HELP_PLACING, ALWAYS, ACTION_UNDO, "undo"},
    {HELP_PLACING, ALWAYS, ACTION_CLEAR, "remove all ships"},
    {HELP_END, ALWAYS, ACTION_REPLAY, "replay the game"},
    {HELP_END, ALWAYS, ACTION_REVIEW, "show the coach's review of your moves"},
    {HELP_END, ALWAYS, ACTION_SAVE, "save the record to a file"},
    {HELP_END, ALWAYS, ACTION_REMATCH, "play again with the same rules and opponent"},
    {HELP_VIEWER, ALWAYS, ACTION_LEFT, "one move back"},
    {HELP_VIEWER, ALWAYS, ACTION_RIGHT, "one move forward"},
    {HELP_VIEWER, ALWAYS, ACTION_PAGE_UP, "ten moves back"},
    {HELP_VIEWER, ALWAYS, ACTION_PAGE_DOWN, "ten moves forward"},
    {HELP_VIEWER, ALWAYS, ACTION_START, "to the start"},
    {HELP_VIEWER, ALWAYS, ACTION_END, "to the end"},
    {HELP_VIEWER, ALWAYS, ACTION_PAUSE, "play or pause"},
    {HELP_VIEWER, ALWAYS, ACTION_FASTER, "faster"},
    {HELP_VIEWER, ALWAYS, ACTION_SLOWER, "slower"},
    {HELP_VIEWER, ALWAYS, ACTION_HEAT, "heat maps, or the ships again"},
    {HELP_VIEWER, ALWAYS, ACTION_SWITCH, "show the other board if there is room for only one"},
    {HELP_PUZZLE, ALWAYS, ACTION_ARROWS, "move the cursor"},
    {HELP_PUZZLE, ALWAYS, ACTION_FIRE, "answer with the cell under the cursor; or click it twice"},
    {HELP_PUZZLE, ALWAYS, ACTION_HINT, "three cells, one of them a best shot; costs points"},
    {HELP_PUZZLE, ALWAYS, ACTION_NEXT_PUZZLE, "a practice puzzle; this one is left as it is"},
    {HELP_PUZZLE, ALWAYS, ACTION_REVIEW, "after the answer: the whole explanation"},
    {HELP_PUZZLE, ALWAYS, ACTION_QUIT, "back to the menu"},
};

bool screen_help_has(const struct rules *rules, enum action action)
{
    static const enum move_kind kinds[ACTIONS] = {[ACTION_RADAR] = MOVE_RADAR,
                                                  [ACTION_SMOKE] = MOVE_SMOKE,
                                                  [ACTION_ARTILLERY] = MOVE_ARTILLERY,
                                                  [ACTION_TORPEDO] = MOVE_TORPEDO,
                                                  [ACTION_RAISE] = MOVE_RAISE};

    return !rules || action >= ACTIONS || move_is_in_rules(rules, kinds[action]);
}

static bool is_met(const struct rules *rules, enum help_condition condition)
{
    bool salvo = rules && rules->salvo, hints = rules && rules->hints;

    switch (condition) {
    case SALVO:
        return salvo;
    case NO_SALVO:
        return !salvo;
    case HINTS:
        return hints;
    case NO_HINTS:
        return !hints;
    default:
        return true;
    }
}

static void put_keys(const struct screen *screen, const struct rules *rules,
                     enum help_section section, const char *title, struct writer *writer)
{
    char arrows[ARROWS_SIZE];

    keyboard_arrows(screen->keyboard, arrows);
    writer_format(writer, "%s\n", title);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].section == section && is_met(rules, keys[i].condition) &&
            screen_help_has(rules, keys[i].action))
            writer_format(writer, "  %-10s %s\n",
                          keys[i].action == ACTION_ARROWS
                              ? arrows
                              : keyboard_label(screen->keyboard, keys[i].action),
                          keys[i].text);
}

static void put_typed(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "Typed moves\n"
                       "  B3, fire B3         fire at a cell\n");
    if (!rules || rules->salvo)
        writer_put(writer, "  fire A1 B2 C3       fire a salvo\n");
    if (!rules || rules->specials & (SPECIAL_RADAR | SPECIAL_SMOKE | SPECIAL_ARTILLERY))
        writer_put(writer,
                   "  radar B3            also smoke B3, artillery B3; B3 is the top left cell\n");
    if (!rules || rules->specials & SPECIAL_TORPEDO)
        writer_put(writer, "  torpedo B           along column B; torpedo 7: along row 7\n");
    if (!rules || rules->hints)
        writer_put(writer, "  hint                show a 3x3 block with a ship\n");
    if (!rules || rules->reinforce)
        writer_put(writer, "  raise SHIP B3 h     add a ship; h is horizontal, v vertical\n");
    writer_put(writer, "  resign              resign\n"
                       "Typed questions (these never cost a turn)\n"
                       "  fleet, stock, log   ships; special moves; what has happened\n"
                       "  cell B3             what you know about a cell; also row 5, column C\n"
                       "  open hits           hits on ships that have not been sunk\n"
                       "  repeat, board       the last message; the boards as text\n"
                       "  status              the turn, the shots, and the commitments\n"
                       "  save, quit, help    save the record; leave; this page\n"
                       "Some rules make you lose your turn for a typing mistake.\n\n");
}

static void put_signs(struct writer *writer)
{
    static const struct {
        enum glyph glyph;
        const char *text;
    } signs[] = {
        {GLYPH_WATER, "water, or not shot at yet"},
        {GLYPH_MISS, "miss"},
        {GLYPH_HIT, "hit"},
        {GLYPH_SUNK, "sunk: a ship, as far as its cells are certain"},
        {GLYPH_SHIP, "ship"},
        {GLYPH_SURE, "certainly water, next to a sunk ship if ships may not touch"},
        {GLYPH_WRECK, "wreck, or a ship that does not fit there"},
        {GLYPH_SMOKE, "smoke"},
        {GLYPH_HIDDEN, "your ship under smoke"},
        {GLYPH_FOUND, "radar or a hint found a ship around here"},
        {GLYPH_EMPTY, "radar found no ship here"},
    };

    writer_put(writer, "On the boards\n");
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        writer_format(writer, "  %s  %s\n", term_glyph(signs[i].glyph), signs[i].text);
    writer_put(writer, " [ ] cursor\n ( ) last shots\n\n");
}

static void put_viewer(const struct screen *screen, struct writer *writer)
{
    put_keys(screen, NULL, HELP_VIEWER, "In a replay", writer);
    writer_put(writer, "Type a number to go to that move. The speed is remembered.\n\n");
}

enum screen_result screen_help_viewer(const struct screen *screen, const char *title)
{
    char text[HELP_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%s\n\n", title); /* it may be cut on the screen */
    put_viewer(screen, &writer);
    put_signs(&writer);
    return screen_pager(screen, "Help", text);
}

enum screen_result screen_help_puzzle(const struct screen *screen, const char *before)
{
    char text[HELP_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%s\n\n", before);
    put_keys(screen, NULL, HELP_PUZZLE, "In a puzzle", &writer);
    writer_format(&writer, "A hint costs %d points.\n", TRAINING_HINT_COST);
    writer_put(&writer,
               "After the answer, numbers are the chance of a ship in percent, and ( ) are "
               "the best shots.\n\n");
    put_signs(&writer);
    return screen_pager(screen, "Help", text);
}

static void put_placing(const struct screen *screen, const struct rules *rules,
                        struct writer *writer)
{
    put_keys(screen, rules, HELP_PLACING, "Placing the fleet", writer);
    writer_put(writer, "A ship drawn with crosses does not fit; the line below the board says "
                       "why.\n\n");
}

static enum screen_result show_help(const struct screen *screen, const struct rules *rules,
                                    bool is_placing)
{
    char text[HELP_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (is_placing)
        put_placing(screen, rules, &writer);
    if (!rules)
        writer_put(
            &writer,
            "Sink the enemy's fleet before yours is sunk. Each side places its "
            "ships in secret, then both take turns to fire. Every shot is "
            "answered with hit or miss.\nPlay starts a game with the settings "
            "in the menu. Left and right change a setting; Enter or a click lists its values.\n\n");
    put_keys(screen, rules, HELP_BATTLE, "In battle", &writer);
    writer_put(&writer,
               "A special move first shows the area it affects. Press the fire key to confirm "
               "or Escape to cancel. With the mouse, the first click aims and a second one on the "
               "same cell confirms.\nPress any key to skip the pause after an enemy move.\n\n");
    if (!is_placing)
        put_placing(screen, rules, &writer);
    put_signs(&writer);
    if (!rules) {
        put_keys(screen, rules, HELP_END, "After a game", &writer);
        put_viewer(screen, &writer);
    }
    put_typed(rules, &writer);
    writer_put(&writer,
               "To change the keys, add lines like this one to the settings file, "
               "~/.config/broadside/settings:\n  key.rotate = r Space\nThe manual page lists "
               "the names of the actions and keys.\n");
    return screen_pager(screen, "Help", text);
}

enum screen_result screen_help(const struct screen *screen, const struct rules *rules)
{
    return show_help(screen, rules, false);
}

enum screen_result screen_help_placing(const struct screen *screen, const struct rules *rules)
{
    return show_help(screen, rules, true);
}
