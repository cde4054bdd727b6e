/* Sentences use the names of the players, never "you", so that the same text fits a game, a replay
 * and a log. */
#include "session/narrate.h"

/* A move that is being described. */
struct story {
    const struct move *move;
    const struct outcome *outcome;
    const struct game *game;
    const char *const *name;
    int reader;
    struct writer *writer;
};

static const struct rules *rules_of(const struct story *story)
{
    return game_rules(story->game);
}

static const char *mover_of(const struct story *story)
{
    return story->name[story->outcome->mover];
}

static const char *enemy_of(const struct story *story)
{
    return story->name[1 - story->outcome->mover];
}

static const char *cell_text(const struct story *story, int cell, struct cell_name *name)
{
    *name = cell_name(cell, rules_of(story)->width);
    return name->text;
}

/* The name of the ship that an answer announced, or NULL. */
static const char *announced(const struct story *story, const struct event *event)
{
    return event->ship == NO_SHIP ? NULL : rules_kind_name(rules_of(story), event->ship);
}

/* --- shots -------------------------------------------------------------------------------------*/

static void tell_shot(const struct story *story, const struct event *event)
{
    const char *ship = announced(story, event);

    switch ((enum answer)event->answer) {
    case ANSWER_MISS:
        writer_put(story->writer, "miss.");
        break;
    case ANSWER_HIT:
        writer_format(story->writer, ship ? "hit on the %s." : "hit.", ship);
        break;
    case ANSWER_SUNK:
        if (ship)
            writer_format(story->writer, "hit, and %s's %s is sunk.", enemy_of(story), ship);
        else
            writer_format(story->writer, "hit, and one of %s's ships is sunk.", enemy_of(story));
        break;
    case ANSWER_STOPPED:
        writer_put(story->writer, "stopped by smoke.");
        break;
    case ANSWER_WASTED:
        writer_put(story->writer, "wasted.");
        break;
    }
}

static int count_answers(const struct outcome *outcome, enum answer answer)
{
    int count = 0;

    for (int i = 0; i < outcome->count; i++)
        count += outcome->event[i].kind == EVENT_SHOT && outcome->event[i].answer == answer;
    return count;
}

/* Starts the next part of a list. */
static void tell_part(const struct story *story, int *parts)
{
    writer_put(story->writer, (*parts)++ ? ", " : "");
}

static void tell_sinkings(const struct story *story, int *parts)
{
    for (int i = 0; i < story->outcome->count; i++) {
        const struct event *event = &story->outcome->event[i];
        const char *ship = announced(story, event);
        struct cell_name cell;

        if (event->kind != EVENT_SHOT || event->answer != ANSWER_SUNK)
            continue;
        tell_part(story, parts);
        writer_format(story->writer, ship ? "sank %s's %s at %s" : "sank one of %s's ships%s at %s",
                      enemy_of(story), ship ? ship : "", cell_text(story, event->cell, &cell));
    }
}

static void tell_hits(const struct story *story, int *parts)
{
    int left = count_answers(story->outcome, ANSWER_HIT);
    const char *before = "hit ";

    if (left > 0)
        tell_part(story, parts);
    for (int i = 0; i < story->outcome->count; i++) {
        const struct event *event = &story->outcome->event[i];
        const char *ship = announced(story, event);
        struct cell_name cell;

        if (event->kind != EVENT_SHOT || event->answer != ANSWER_HIT)
            continue;
        writer_format(story->writer, "%s%s", before, cell_text(story, event->cell, &cell));
        if (ship)
            writer_format(story->writer, " (%s)", ship);
        before = --left > 1 ? ", " : " and ";
    }
}

static void tell_shots(const struct story *story)
{
    int misses = count_answers(story->outcome, ANSWER_MISS);
    int stopped = count_answers(story->outcome, ANSWER_STOPPED);
    int wasted = count_answers(story->outcome, ANSWER_WASTED), parts = 0;

    tell_sinkings(story, &parts);
    tell_hits(story, &parts);
    if (misses > 0) {
        tell_part(story, &parts);
        writer_format(story->writer, "%d miss%s", misses, text_es((uint64_t)misses));
    }
    if (stopped > 0) {
        tell_part(story, &parts);
        writer_format(story->writer, "%d stopped by smoke", stopped);
    }
    if (wasted > 0) {
        tell_part(story, &parts);
        writer_format(story->writer, "%d wasted", wasted);
    }
    writer_put(story->writer, ".");
}

static void tell_fire(const struct story *story)
{
    const struct move *move = story->move;
    struct cell_name cell;

    if (move->count == 1) {
        if (move->cell[0] == NO_CELL)
            writer_format(story->writer, "%s fires off the board: ", mover_of(story));
        else
            writer_format(story->writer, "%s fires at %s: ", mover_of(story),
                          cell_text(story, move->cell[0], &cell));
        tell_shot(story, &story->outcome->event[0]);
        return;
    }
    writer_format(story->writer, "%s fires at", mover_of(story));
    for (int i = 0; i < move->count; i++)
        writer_format(story->writer, " %s", cell_text(story, move->cell[i], &cell));
    writer_put(story->writer, ": ");
    tell_shots(story);
}

/* Adds up what all sinkings of the move granted that the mover did not have already. */
static void tell_gains(const struct story *story)
{
    static const struct {
        int special;
        const char *name;
    } gains[] = {{SPECIAL_ARTILLERY, "artillery"}, {SPECIAL_TORPEDO, "a torpedo"}};
    int gain = story->outcome->gained, smoke = 0;

    for (int i = 0; i < story->outcome->count; i++)
        if (story->outcome->event[i].kind == EVENT_GAIN)
            smoke += story->outcome->event[i].answer & SPECIAL_SMOKE ? 1 : 0;
    if (gain == 0)
        return;
    writer_format(story->writer, " %s gains", mover_of(story));
    if (smoke == 1)
        writer_put(story->writer, " a smoke screen");
    else if (smoke > 1)
        writer_format(story->writer, " %d smoke screens", smoke);
    gain &= ~SPECIAL_SMOKE;
    for (int i = 0, told = smoke > 0; i < 2; i++) {
        if (!(gain & gains[i].special))
            continue;
        gain &= ~gains[i].special;
        writer_format(story->writer, "%s %s", !told++ ? "" : gain ? "," : " and", gains[i].name);
    }
    writer_put(story->writer, ".");
}

/* --- other moves -------------------------------------------------------------------------------*/

/* Only the owner of a smoke screen knows that a sweep has used it up. */
static void tell_cleared_smoke(const struct story *story)
{
    int owner = 1 - story->outcome->mover;
    const struct fleet *own = &story->game->view[owner].own;
    struct cell_name cell;

    if (own->cleared == 0 || story->reader == story->outcome->mover)
        return;
    writer_format(story->writer, " The sweep uses up %s's smoke screen%s at", story->name[owner],
                  text_s(own->cleared));
    for (int i = 0; i < own->cleared; i++)
        writer_format(story->writer, "%s %s",
                      i == 0                 ? ""
                      : i < own->cleared - 1 ? ","
                                             : " and",
                      cell_text(story, own->screen[own->screens + i], &cell));
    writer_put(story->writer, ".");
}

static void tell_radar(const struct story *story)
{
    const struct event *event = &story->outcome->event[0];
    struct cell_name cell;

    writer_format(story->writer, "%s uses radar at %s: %s.", mover_of(story),
                  cell_text(story, event->cell, &cell),
                  event->answer == ANSWER_HIT ? "enemy ships found" : "no enemy ships found");
    tell_cleared_smoke(story);
}

static void tell_raise(const struct story *story)
{
    const struct rules *rules = rules_of(story);

    writer_format(story->writer, "%s gives up all special moves to raise %s %s", mover_of(story),
                  rules->reinforce_kind == REINFORCE_NEW ? "a new" : "the",
                  rules_kind_name(rules, story->outcome->event[0].ship));
    if (story->move->placement.placed) {
        writer_put(story->writer, " at ");
        placement_print(story->move->placement, rules, story->writer);
    }
    writer_put(story->writer, ".");
}

static void tell_smoke(const struct story *story)
{
    int at = story->outcome->event[0].cell;
    struct cell_name cell;

    writer_format(story->writer, "%s lays a smoke screen", mover_of(story));
    if (at != NO_CELL)
        writer_format(story->writer, " at %s", cell_text(story, at, &cell));
    writer_put(story->writer, ".");
}

static void tell_hint(const struct story *story)
{
    int at = story->outcome->event[0].cell;
    struct cell_name cell;

    if (at == NO_CELL)
        writer_format(story->writer, "%s takes a hint.", mover_of(story));
    else
        writer_format(story->writer,
                      "Hint: the 3x3 block with top-left cell %s contains a ship cell that has "
                      "not been hit.",
                      cell_text(story, at, &cell));
}

static void tell_lost_turn(const struct story *story)
{
    static const char *const lost[] = {
        [LOST_INVALID] = "that was not a valid move",
        [LOST_UNAVAILABLE] = "that move is not available",
        [LOST_REPEAT] = "every cell of that move had already been shot at",
    };

    switch ((enum move_kind)story->move->kind) {
    case MOVE_FIRE:
    case MOVE_ARTILLERY:
    case MOVE_TORPEDO:
    case MOVE_RADAR:
        writer_format(story->writer, "%s tries ", mover_of(story));
        move_print(story->move, rules_of(story), story->writer);
        writer_put(story->writer, ". ");
        break;
    default:
        break;
    }
    writer_format(story->writer, "%s loses the turn: %s.", mover_of(story),
                  lost[story->outcome->event[0].answer]);
}

static void tell_move(const struct story *story)
{
    switch ((enum move_kind)story->move->kind) {
    case MOVE_FIRE:
        tell_fire(story);
        break;
    case MOVE_ARTILLERY:
    case MOVE_TORPEDO:
        writer_format(story->writer, "%s fires ", mover_of(story));
        move_print(story->move, rules_of(story), story->writer);
        writer_put(story->writer, ": ");
        tell_shots(story);
        break;
    case MOVE_RADAR:
        tell_radar(story);
        break;
    case MOVE_SMOKE:
        tell_smoke(story);
        break;
    case MOVE_HINT:
        tell_hint(story);
        break;
    case MOVE_RAISE:
        tell_raise(story);
        break;
    case MOVE_RESIGN:
        writer_format(story->writer, "%s resigns.", mover_of(story));
        break;
    default:
        break;
    }
}

/* Under equal-turns: the first side has sunk the other fleet, whose owner may still answer. */
static void tell_last_move(const struct story *story)
{
    const struct outcome *outcome = story->outcome;

    if (outcome->last_move && !outcome->over && outcome->next != outcome->mover)
        writer_format(story->writer, " %s's fleet is sunk; %s has one last move.",
                      story->name[outcome->next], story->name[outcome->next]);
}

void narrate_move(const struct move *move, const struct outcome *outcome, const struct game *game,
                  const char *const name[2], int reader, struct writer *writer)
{
    struct move shown_move = *move;
    struct outcome shown = *outcome;
    struct story story = {&shown_move, &shown, game, name, reader, writer};

    if (reader == 1 - outcome->mover)
        outcome_conceal(&shown_move, &shown);
    if (shown.count > 0 && shown.event[0].kind == EVENT_LOST)
        tell_lost_turn(&story);
    else
        tell_move(&story);
    tell_gains(&story);
    tell_last_move(&story);
    writer_put(writer, "\n");
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
            writer_format(writer, "%s wins the race by %d point%s to %d.\n", winner,
                          status->points[status->winner],
                          text_s((uint64_t)status->points[status->winner]),
                          status->points[1 - status->winner]);
        else
            writer_format(writer, "A tie: both score %d point%s.\n", status->points[0],
                          text_s((uint64_t)status->points[0]));
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
