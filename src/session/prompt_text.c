/* See prompt_text.h. */
#include "session/prompt_text.h"

void prompt_text_moves(const struct rules *rules, struct writer *writer)
{
    writer_put(writer, "Moves:\n"
                       "  B3, fire B3         fire at a cell\n");
    if (rules->salvo)
        writer_put(writer,
                   "  fire A1 B2 C3       a salvo: as many cells as you have ships afloat\n");
    if (rules->specials & SPECIAL_RADAR)
        writer_put(writer,
                   "  radar B3            look at the 2x2 area whose top-left cell is B3\n");
    if (rules->specials & SPECIAL_SMOKE)
        writer_put(writer, "  smoke B3            hide a 2x2 area of your own board\n");
    if (rules->specials & SPECIAL_ARTILLERY)
        writer_put(writer, "  artillery B3        fire at a 2x2 area\n");
    if (rules->specials & SPECIAL_TORPEDO)
        writer_put(writer,
                   "  torpedo B           fire at a whole column; torpedo 7 at a whole row\n");
    if (rules->hints)
        writer_put(writer,
                   "  hint                show a 3x3 block that contains a ship, after some "
                   "turns without a hit\n");
    if (rules->reinforce)
        writer_put(writer,
                   "  raise SHIP B3 h     raise a ship, at the cost of all your special moves\n");
    writer_put(writer, "  resign              give up\n");
}

void prompt_text_questions(struct writer *writer)
{
    writer_put(writer,
               "  cell B3             what you know about a cell; also row 5, column C\n"
               "  open hits           list the hits that belong to no ship known to be sunk\n");
}

bool prompt_text_shows_own(const struct view *view, bool asked)
{
    return view->rules.own_map == OWN_MAP_SHOWN ||
           (asked &&
            (view_can(view, MOVE_SMOKE, NULL) == OK || view_can(view, MOVE_RAISE, NULL) == OK));
}

static void list_enemy_fleet(const struct view *view, struct writer *writer)
{
    const struct rules *rules = &view->rules;
    int listed = 0;

    if (rules->announce == ANNOUNCE_UNNAMED) {
        writer_format(writer, ": %d of %d sunk", view->enemy_sunk, rules->ships);
        return;
    }
    if (rules->announce == ANNOUNCE_NONE) {
        writer_format(writer, ": %d, and sinkings are not announced", rules->ships);
        return;
    }
    writer_put(writer, " afloat:");
    for (int kind = 0; kind <= rules->ships; kind++)
        for (int i = 0; i < view->enemy_afloat[kind]; i++)
            writer_format(writer, "%s %s (%d)", listed++ ? "," : "", rules_kind_name(rules, kind),
                          kind < rules->ships ? rules->fleet[kind].length
                                              : rules_new_ship(rules).length);
    if (listed == 0)
        writer_put(writer, " none");
}

static void list_own_ship(const struct view *view, int slot, struct writer *writer)
{
    const struct ship *ship = view_own_ship(view, slot);
    int hits = ship->length - view->own.left[slot];

    writer_format(writer, "%s %s (%d)", slot ? "," : "", ship->name, ship->length);
    if (!(view->own.afloat >> slot & 1))
        writer_put(writer, " sunk");
    else if (hits > 0)
        writer_format(writer, " %d hit%s", hits, text_s((uint64_t)hits));
}

void prompt_text_fleet(const struct session *session, int side, struct writer *writer)
{
    const struct view *view = &session_game(session)->view[side];

    writer_format(writer, "%s's ships:", session_name(session, side));
    for (int slot = 0; slot < view->own.slots; slot++)
        list_own_ship(view, slot, writer);
    writer_format(writer, ".\n%s's ships", session_name(session, 1 - side));
    list_enemy_fleet(view, writer);
    writer_put(writer, ".\n");
}

void prompt_text_stock(const struct session *session, int side, struct writer *writer)
{
    const struct view *view = &session_game(session)->view[side];
    const struct stock *stock = &view->stock;
    const struct rules *rules = &view->rules;

    if (!rules->specials && !rules->hints)
        writer_put(writer, "These rules have no special moves.");
    if (rules->specials & SPECIAL_RADAR)
        writer_format(writer, "Radar sweeps: %d. ", stock->radar);
    if (rules->specials & SPECIAL_SMOKE)
        writer_format(writer, "Smoke screens: %d. ", stock->smoke);
    if (rules->specials & SPECIAL_ARTILLERY)
        writer_format(writer, "Artillery: %s. ",
                      stock->unlocked & SPECIAL_ARTILLERY ? "unlocked" : "locked");
    if (rules->specials & SPECIAL_TORPEDO)
        writer_format(writer, "Torpedo: %s. ",
                      stock->unlocked & SPECIAL_TORPEDO ? "unlocked" : "locked");
    if (rules->hints)
        writer_format(writer, "Hints: %d, after %d %s (now %d). ", stock->hints, rules->hint_after,
                      view_hint_unit(rules), stock->misses);
    writer_put(writer, "\n");
}

void prompt_text_status(const struct session *session, int reader, struct writer *writer)
{
    const struct game *game = session_game(session);
    const struct status *status = game_status(game);
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};
    char hex[SHA256_HEX_SIZE];

    (void)reader;

    writer_format(writer, "%s against %s, %s rules", names[0], names[1], game_rules(game)->name);
    if (status->turn != NOBODY)
        writer_format(writer, ". Turn %d: %s to move%s", status->turns[status->turn] + 1,
                      names[status->turn], status->last_move ? ", for the last time" : "");
    writer_format(writer, ".\nShots: %s %d, %s %d.\n", names[0], status->shots[0], names[1],
                  status->shots[1]);
    if (!status->over)
        writer_put(writer, "The commitments can be checked when the fleets are revealed:\n");
    for (int side = 0; side < 2; side++)
        writer_format(writer, "%s has committed to a fleet: SHA-256 %s\n", names[side],
                      session_first_commitment(session, side));
    for (int side = 0; side < 2; side++) {
        session_commitment(session, side, hex);
        if (game->view[side].own.slots > game_rules(game)->ships)
            writer_format(writer, "%s has committed to the new fleet: SHA-256 %s\n", names[side],
                          hex);
    }
}
