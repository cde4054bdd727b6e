/* Sentences use the names of the players, never "you", so that the same text fits a game, a replay
 * and a log. */
#include "session/narrate.h"

static void narrate_shot(const struct event *event, const struct rules *rules, const char *enemy,
                         struct writer *writer)
{
    struct cell_name cell = cell_name(event->cell, rules->width);
    const char *ship = event->ship == NO_SHIP ? NULL : rules_kind_name(rules, event->ship);

    switch ((enum answer)event->answer) {
    case ANSWER_MISS:
        writer_format(writer, "%s: miss.\n", cell.text);
        break;
    case ANSWER_HIT:
        writer_format(writer, ship ? "%s: hit on the %s.\n" : "%s: hit.\n", cell.text, ship);
        break;
    case ANSWER_SUNK:
        if (ship)
            writer_format(writer, "%s: hit, and %s's %s is sunk.\n", cell.text, enemy, ship);
        else
            writer_format(writer, "%s: hit, and one of %s's ships is sunk.\n", cell.text, enemy);
        break;
    case ANSWER_STOPPED:
        writer_format(writer, "%s: stopped by smoke.\n", cell.text);
        break;
    case ANSWER_WASTED:
        writer_format(writer, "%s: wasted.\n",
                      event->cell == NO_CELL ? "Off the board" : cell.text);
        break;
    }
}

static void narrate_gain(int gain, const char *mover, struct writer *writer)
{
    static const struct {
        int special;
        const char *name;
    } gains[] = {{SPECIAL_SMOKE, "a smoke screen"},
                 {SPECIAL_ARTILLERY, "artillery"},
                 {SPECIAL_TORPEDO, "a torpedo"}};
    int count = 0, left = gain;

    if (gain == 0)
        return;
    writer_format(writer, "%s gains", mover);
    for (int i = 0; i < 3; i++) {
        if (!(gain & gains[i].special))
            continue;
        left &= ~gains[i].special;
        writer_format(writer, "%s %s", count++ == 0 ? "" : left ? "," : " and", gains[i].name);
    }
    writer_put(writer, ".\n");
}

static void narrate_event(const struct event *event, const struct move *move,
                          const struct rules *rules, const char *mover, const char *enemy,
                          struct writer *writer)
{
    static const char *const lost[] = {
        [LOST_INVALID] = "that was not a valid move",
        [LOST_UNAVAILABLE] = "that move is not available",
        [LOST_REPEAT] = "every cell of that move had already been shot at",
    };
    struct cell_name cell = cell_name(event->cell, rules->width);

    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        narrate_shot(event, rules, enemy, writer);
        break;
    case EVENT_RADAR:
        writer_format(writer, "Radar at %s: %s.\n", cell.text,
                      event->answer == ANSWER_HIT ? "enemy ships found" : "no enemy ships found");
        break;
    case EVENT_SMOKE:
        if (event->cell == NO_CELL)
            writer_format(writer, "%s lays a smoke screen.\n", mover);
        else
            writer_format(writer, "%s lays a smoke screen at %s.\n", mover, cell.text);
        break;
    case EVENT_HINT:
        if (event->cell == NO_CELL)
            writer_format(writer, "%s takes a hint.\n", mover);
        else
            writer_format(writer,
                          "Hint: the 3x3 block with top-left cell %s contains a ship cell that has "
                          "not been hit.\n",
                          cell.text);
        break;
    case EVENT_RAISE:
        writer_format(writer, "%s gives up all special moves to raise %s %s", mover,
                      rules->reinforce_kind == REINFORCE_NEW ? "a new" : "the",
                      rules_kind_name(rules, event->ship));
        if (move->placement.placed) {
            writer_put(writer, " at ");
            placement_print(move->placement, rules, writer);
        }
        writer_put(writer, ".\n");
        break;
    case EVENT_GAIN:
        narrate_gain(event->answer, mover, writer);
        break;
    case EVENT_LOST:
        writer_format(writer, "%s loses the turn: %s.\n", mover, lost[event->answer]);
        break;
    }
}

void narrate_move(const struct move *move, const struct outcome *outcome, const struct rules *rules,
                  const char *const name[2], bool hide, struct writer *writer)
{
    struct move shown_move = *move;
    struct outcome shown = *outcome;
    const char *mover = name[outcome->mover], *enemy = name[1 - outcome->mover];

    if (hide)
        outcome_conceal(&shown_move, &shown);
    if (shown_move.kind == MOVE_FIRE || shown_move.kind == MOVE_ARTILLERY ||
        shown_move.kind == MOVE_TORPEDO || shown_move.kind == MOVE_RADAR) {
        writer_format(writer, "%s: ", mover);
        move_print(&shown_move, rules, writer);
        writer_put(writer, ". ");
    } else if (shown_move.kind == MOVE_RESIGN) {
        writer_format(writer, "%s resigns.\n", mover);
    }
    for (int i = 0; i < shown.count; i++)
        narrate_event(&shown.event[i], &shown_move, rules, mover, enemy, writer);
}

void narrate_end(const struct status *status, const char *const name[2], struct writer *writer)
{
    const char *winner = status->winner == NOBODY ? NULL : name[status->winner];
    const char *loser = status->winner == NOBODY ? NULL : name[1 - status->winner];

    switch ((enum reason)status->reason) {
    case REASON_NONE:
        writer_put(writer, "The game is not over.\n");
        break;
    case REASON_SUNK:
        writer_format(writer, "%s wins: %s's fleet is sunk.\n", winner, loser);
        break;
    case REASON_BOTH:
        writer_put(writer, "A tie: both fleets were sunk in the same number of turns.\n");
        break;
    case REASON_POINTS:
        if (winner)
            writer_format(writer, "%s wins the race by %d points to %d.\n", winner,
                          status->points[status->winner], status->points[1 - status->winner]);
        else
            writer_format(writer, "A tie: both score %d points.\n", status->points[0]);
        break;
    case REASON_LIMIT:
        writer_put(writer, "A tie: the turn limit was reached.\n");
        break;
    case REASON_RESIGNED:
        writer_format(writer, "%s wins: %s has resigned.\n", winner, loser);
        break;
    case REASON_WRECKED:
        if (winner)
            writer_format(writer, "%s wins: %s's fleet was wrecked before the first shot.\n",
                          winner, loser);
        else
            writer_put(writer, "A tie: both fleets were wrecked before the first shot.\n");
        break;
    }
}
