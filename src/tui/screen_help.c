/* Help: the keys as they are bound, the moves of these rules, and what the signs mean. */
#include "tui/screen_internal.h"

enum { HELP_SIZE = 12288 };

static void put_key(const struct screen *screen, enum action action, const char *what,
                    struct writer *writer)
{
    writer_format(writer, "  %-10s %s\n", keyboard_label(screen->keyboard, action), what);
}

static void put_battle(const struct screen *screen, const struct rules *rules,
                       struct writer *writer)
{
    writer_put(writer, "In battle\n");
    put_key(screen, ACTION_UP, "and the other arrows move the cursor; so does the mouse", writer);
    if (rules && rules->salvo) {
        put_key(screen, ACTION_FIRE, "names a cell of the salvo; when all are named it fires",
                writer);
        put_key(screen, ACTION_UNDO, "takes the last cell back", writer);
    } else {
        put_key(screen, ACTION_FIRE, "fires at the cell under the cursor; so does a click", writer);
    }
    if (!rules || rules->specials & SPECIAL_RADAR)
        put_key(screen, ACTION_RADAR, "radar: are there ships in a 2x2 area?", writer);
    if (!rules || rules->specials & SPECIAL_SMOKE)
        put_key(screen, ACTION_SMOKE, "smoke: hides an own 2x2 area; one per ship sunk", writer);
    if (!rules || rules->specials & SPECIAL_ARTILLERY)
        put_key(screen, ACTION_ARTILLERY, "artillery: fires at a 2x2 area; after a sinking",
                writer);
    if (!rules || rules->specials & SPECIAL_TORPEDO)
        put_key(screen, ACTION_TORPEDO,
                "torpedo: fires along a row or column; after the third sinking", writer);
    if (!rules || rules->reinforce)
        put_key(screen, ACTION_RAISE, "raise: brings a ship afloat for all special moves", writer);
    put_key(screen, ACTION_HINT,
            rules && rules->hints ? "a hint: a 3x3 block that holds a ship, after misses in a row"
                                  : "what the coach would do; it is counted",
            writer);
    put_key(screen, ACTION_TYPE, "types a move or a question, see below", writer);
    put_key(screen, ACTION_SWITCH, "shows the other board where there is room for one only",
            writer);
    put_key(screen, ACTION_RESIGN, "gives up", writer);
    put_key(screen, ACTION_QUIT, "back to the menu; the game is kept", writer);
    writer_put(writer, "Special moves show their area first; the fire key does them, Escape gives "
                       "them up.\nAny key goes on at once while the enemy's move is shown.\n\n");
}

static void put_placing(const struct screen *screen, struct writer *writer)
{
    writer_put(writer, "Placing the fleet\n");
    put_key(screen, ACTION_CONFIRM, "puts the ship down; goes to battle when all lie", writer);
    put_key(screen, ACTION_NEXT_SHIP, "takes up the next ship; a click takes up that one", writer);
    put_key(screen, ACTION_ROTATE, "turns the ship; a click on it does so too", writer);
    put_key(screen, ACTION_RANDOM_ONE, "a random place for this ship", writer);
    put_key(screen, ACTION_RANDOM, "random places for the rest, or for all", writer);
    put_key(screen, ACTION_UNDO, "one step back", writer);
    put_key(screen, ACTION_CLEAR, "takes all ships off the board", writer);
    writer_put(writer, "A ship of crosses does not fit; the line below the board says why.\n\n");
}

static void put_typed(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "Typed moves\n"
                       "  B3, fire B3         fire at a cell\n");
    if (!rules || rules->salvo)
        writer_put(writer, "  fire A1 B2 C3       a salvo\n");
    if (!rules || rules->specials & (SPECIAL_RADAR | SPECIAL_SMOKE | SPECIAL_ARTILLERY))
        writer_put(writer,
                   "  radar B3            also smoke B3, artillery B3: the top-left cell\n");
    if (!rules || rules->specials & SPECIAL_TORPEDO)
        writer_put(writer, "  torpedo B           down a column; torpedo 7 along a row\n");
    if (!rules || rules->hints)
        writer_put(writer, "  hint                a block that holds a ship\n");
    if (!rules || rules->reinforce)
        writer_put(writer, "  raise SHIP B3 h     brings a ship afloat\n");
    writer_put(writer, "  resign              give up\n"
                       "Typed questions, which never cost a turn\n"
                       "  fleet, stock, log   ships; special moves; what happened\n"
                       "  cell B3             what is known of a cell; also row 5, column C\n"
                       "  open hits           hits that no sinking explains\n"
                       "  repeat, board       the last thing told; the boards as text\n"
                       "  save, quit, help    write the record; leave; this page\n"
                       "What is typed wrong may cost the turn where the rules say so.\n\n");
}

static void put_sign(enum glyph glyph, const char *what, struct writer *writer)
{
    writer_format(writer, "  %s  %s\n", term_glyph(glyph), what);
}

static void put_signs(struct writer *writer)
{
    writer_put(writer, "On the boards\n");
    put_sign(GLYPH_WATER, "water, or not shot at yet", writer);
    put_sign(GLYPH_MISS, "a miss", writer);
    put_sign(GLYPH_HIT, "a hit", writer);
    put_sign(GLYPH_SUNK, "sunk: the shot that did it, or the ship", writer);
    put_sign(GLYPH_SHIP, "a ship", writer);
    put_sign(GLYPH_SURE, "surely water, beside a sunk ship that may not touch others", writer);
    put_sign(GLYPH_WRECK, "a wreck; a ship that does not fit there", writer);
    put_sign(GLYPH_SMOKE, "smoke", writer);
    writer_put(writer, " [ ] the cursor\n ( ) the last shots\n\n");
}

enum screen_result screen_help(const struct screen *screen, const struct rules *rules)
{
    char text[HELP_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    if (!rules)
        writer_put(&writer,
                   "Sink the enemy's ships before yours are sunk. Both sides lay out a fleet "
                   "nobody else sees, then shoot in turn; every shot is answered with hit or "
                   "miss.\nPlay starts a game as the menu says; each line of the menu can be "
                   "changed with left and right.\n\n");
    put_battle(screen, rules, &writer);
    put_placing(screen, &writer);
    put_signs(&writer);
    put_typed(rules, &writer);
    writer_put(&writer,
               "Keys can be bound anew in the settings file, ~/.config/broadside/settings, by "
               "lines like\n  key.rotate = r Space\nwith the names of actions and keys that the "
               "manual page lists.\n");
    return screen_pager(screen, "Help", text);
}
