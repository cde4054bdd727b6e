/* The sentences of puzzles. They give chances as percentages of the layouts, what an answer tells
 * as the number of layouts that remain, and the value as a number of shots. */
#include "session/puzzle_internal.h"

enum { MOST_NAMED = 6 };

static const char *name_of(const struct puzzle *puzzle, int cell, struct cell_name *name)
{
    *name = cell_name(cell, puzzle->view.rules.width);
    return name->text;
}

/* 100 % and 0 % only if it is certain. */
static void print_percent(const struct puzzle *puzzle, uint32_t count, struct writer *writer)
{
    uint64_t all = puzzle->layouts, percent = (200 * (uint64_t)count + all) / (2 * all);

    if (percent == 0 && count > 0)
        writer_put(writer, "less than 1 %");
    else
        writer_format(writer, "%d %%", percent == 100 && count < all ? 99 : (int)percent);
}

/* "A1", "A1 and B2", "A1, B2 and C3". */
static void print_cells(const struct puzzle *puzzle, const int *cells, int count,
                        struct writer *writer)
{
    int shown = count > MOST_NAMED ? MOST_NAMED - 1 : count;
    struct cell_name name;

    for (int i = 0; i < shown; i++)
        writer_format(writer, "%s%s",
                      i == 0           ? ""
                      : i == count - 1 ? " and "
                                       : ", ",
                      name_of(puzzle, cells[i], &name));
    if (shown < count)
        writer_format(writer, " and %d others", count - shown);
}

/* --- the question ------------------------------------------------------------------------------*/

/* "the Battleship (4) and the Destroyer (2)"; nothing if the rules do not say what was sunk. */
static void print_afloat(const struct view *view, struct writer *writer)
{
    int kinds = 0, told = 0;

    if (view->rules.announce > ANNOUNCE_NAME)
        return;
    for (int kind = 0; kind < view->rules.ships; kind++)
        kinds += view->enemy_afloat[kind] > 0;
    for (int kind = 0; kind < view->rules.ships; kind++) {
        const struct ship *ship = &view->rules.fleet[kind];

        if (view->enemy_afloat[kind] == 0)
            continue;
        writer_put(writer, told == 0 ? ": " : told == kinds - 1 ? " and " : ", ");
        if (view->enemy_afloat[kind] == 1)
            writer_format(writer, "the %s (%d)", ship->name, ship->length);
        else
            writer_format(writer, "%d %ss (%d)", view->enemy_afloat[kind], ship->name,
                          ship->length);
        told++;
    }
}

void puzzle_ask(struct puzzle *puzzle)
{
    const struct view *view = &puzzle->view;
    int afloat = view->rules.ships - view->enemy_sunk;
    struct writer writer;

    writer_init(&writer, puzzle->question, sizeof puzzle->question);
    writer_format(&writer, "After %d shot%s, %d ship%s afloat", view->tracking.shots,
                  text_s((uint64_t)view->tracking.shots), afloat, afloat == 1 ? " is" : "s are");
    print_afloat(view, &writer);
    writer_format(&writer,
                  ". %u layout%s of the enemy's fleet explain%s all answers so far. Which shot is "
                  "best: which one needs the fewest shots, on average, until everything is sunk?",
                  puzzle->layouts, text_s(puzzle->layouts), puzzle->layouts == 1 ? "s" : "");
}

/* --- the answer --------------------------------------------------------------------------------*/

/* "hits in 41 % of the layouts and sinks the Cruiser in 12 %". */
static void print_chances(const struct puzzle *puzzle, int cell, struct writer *writer)
{
    const struct rules *rules = &puzzle->view.rules;
    const struct puzzle_shot *shot = &puzzle->shot[cell];
    const char *start = " and sinks ";

    if (shot->hits == 0) {
        writer_put(writer, "cannot hit anything");
        return;
    }
    writer_put(writer, "hits in ");
    print_percent(puzzle, shot->hits, writer);
    writer_put(writer, " of the layouts");
    for (int kind = 0; kind < rules->ships; kind++) {
        if (shot->kind[kind] == 0)
            continue;
        writer_format(writer, "%s%s %s in ", start,
                      puzzle->view.enemy_afloat[kind] > 1 ? "a" : "the",
                      rules_kind_name(rules, kind));
        print_percent(puzzle, shot->kind[kind], writer);
        start = ", ";
    }
}

/* Layouts that remain possible after the answer, on average. */
static int remaining(const struct puzzle *puzzle, int cell)
{
    uint64_t all = puzzle->layouts;

    return (int)((2 * puzzle->shot[cell].remaining + all) / (2 * all));
}

/* Misses after this shot, on average. */
static double later_misses(const struct puzzle *puzzle, int cell)
{
    const struct puzzle_shot *shot = &puzzle->shot[cell];

    return (double)(shot->misses - (puzzle->layouts - shot->hits)) / puzzle->layouts;
}

/* Why is `best` better than `other`? Either its answer rules out more layouts, or it leads to
 * better shots, or it just hits more often. */
static void print_reason(const struct puzzle *puzzle, int best, int other, struct writer *writer)
{
    const struct puzzle_shot *a = &puzzle->shot[best], *b = &puzzle->shot[other];
    struct cell_name name;

    writer_format(writer, "; that is %s",
                  a->hits < b->hits   ? "less often, but "
                  : a->hits > b->hits ? "more often"
                                      : "as often, but ");
    if (a->hits <= b->hits)
        writer_put(writer, remaining(puzzle, best) < remaining(puzzle, other)
                               ? "its answer tells more"
                               : "it leads to better shots");
    else if (remaining(puzzle, best) < remaining(puzzle, other))
        writer_put(writer, ", and its answer tells more");
    if (remaining(puzzle, best) < remaining(puzzle, other))
        writer_format(writer, ": %d of the %u layouts remain on average, against %d after %s.",
                      remaining(puzzle, best), puzzle->layouts, remaining(puzzle, other),
                      name_of(puzzle, other, &name));
    else if (later_misses(puzzle, best) < later_misses(puzzle, other))
        writer_format(writer, "%s %.2f of the next shots miss on average, against %.2f after %s.",
                      a->hits <= b->hits ? ":" : ".", later_misses(puzzle, best),
                      later_misses(puzzle, other), name_of(puzzle, other, &name));
    else
        writer_put(writer, ".");
}

static void print_best(const struct puzzle *puzzle, const struct puzzle_verdict *verdict,
                       struct writer *writer)
{
    const struct puzzle_shot *shot = puzzle->shot;
    int likeliest[PUZZLE_CELLS], hot;
    struct cell_name name;

    puzzle_likeliest(puzzle, likeliest);
    hot = likeliest[0];
    writer_format(writer, "%s is %s: it takes %.2f shots on average until everything is sunk. ",
                  name_of(puzzle, verdict->cell, &name),
                  verdict->bests == 1 ? "the best shot" : "as good as any", verdict->value);
    if (shot[hot].misses > shot[verdict->cell].misses) {
        writer_format(writer, "The likeliest hit, %s, takes %.2f: it ", name_of(puzzle, hot, &name),
                      puzzle_value(puzzle, hot));
        print_chances(puzzle, hot, writer);
        writer_put(writer, ". ");
    }
    writer_format(writer, "%s ", name_of(puzzle, verdict->cell, &name));
    print_chances(puzzle, verdict->cell, writer);
    if (shot[hot].misses > shot[verdict->cell].misses)
        print_reason(puzzle, verdict->cell, hot, writer);
    else
        writer_put(writer, ".");
}

static void print_other(const struct puzzle *puzzle, const struct puzzle_verdict *verdict,
                        struct writer *writer)
{
    struct cell_name name;

    writer_format(writer, "%s takes %.2f shots on average until everything is sunk: it ",
                  name_of(puzzle, verdict->cell, &name), verdict->value);
    print_chances(puzzle, verdict->cell, writer);
    writer_format(writer, ". The best shot%s ", verdict->bests == 1 ? " is" : "s are");
    print_cells(puzzle, verdict->best, verdict->bests, writer);
    writer_format(writer, ", which take%s %.2f. %s ", verdict->bests == 1 ? "s" : "",
                  verdict->best_value, name_of(puzzle, verdict->best[0], &name));
    print_chances(puzzle, verdict->best[0], writer);
    print_reason(puzzle, verdict->best[0], verdict->cell, writer);
}

void puzzle_judge(const struct puzzle *puzzle, int cell, struct puzzle_verdict *verdict)
{
    struct writer writer;

    verdict->cell = cell;
    verdict->score = puzzle_score(puzzle, cell);
    verdict->bests = puzzle_best(puzzle, verdict->best);
    verdict->value = puzzle_value(puzzle, cell);
    verdict->best_value = puzzle_value(puzzle, verdict->best[0]);
    writer_init(&writer, verdict->sentence, sizeof verdict->sentence);
    if (verdict->score == 100)
        print_best(puzzle, verdict, &writer);
    else
        print_other(puzzle, verdict, &writer);
}

/* --- the hint and the position -----------------------------------------------------------------*/

/* One of the best cells among the likeliest one and another that is nearly as likely. */
int puzzle_hint_cells(const struct puzzle *puzzle, int cells[PUZZLE_HINT_CELLS])
{
    int best[PUZZLE_CELLS], likeliest[PUZZLE_CELLS], third = NO_CELL;

    puzzle_best(puzzle, best);
    puzzle_likeliest(puzzle, likeliest);
    for (int cell = 0; cell < rules_cells(&puzzle->view.rules); cell++)
        if (puzzle_is_legal(puzzle, cell) && cell != best[0] && cell != likeliest[0] &&
            puzzle_score(puzzle, cell) < 100 &&
            (third == NO_CELL || puzzle->shot[cell].hits > puzzle->shot[third].hits))
            third = cell;
    cells[0] = best[0];
    cells[1] = likeliest[0];
    cells[2] = third;
    for (int i = 1; i < PUZZLE_HINT_CELLS;
         i++) /* in reading order, so that the order says nothing */
        for (int k = i; k > 0 && cells[k - 1] > cells[k]; k--) {
            int swap = cells[k];

            cells[k] = cells[k - 1];
            cells[k - 1] = swap;
        }
    return third == NO_CELL ? PUZZLE_HINT_CELLS - 1 : PUZZLE_HINT_CELLS;
}

void puzzle_hint(const struct puzzle *puzzle, struct writer *writer)
{
    int cells[PUZZLE_HINT_CELLS], count = puzzle_hint_cells(puzzle, cells);

    writer_put(writer, "A best shot is among ");
    print_cells(puzzle, cells, count, writer);
    writer_put(writer, ".");
}

void puzzle_print_position(const struct puzzle *puzzle, struct writer *writer)
{
    const struct view *view = &puzzle->view;

    for (int i = 0; i < view->tracking.shots; i++) {
        const struct shot *shot = &view->tracking.order[i];
        struct event event = {
            .kind = EVENT_SHOT, .cell = shot->cell, .answer = shot->answer, .ship = shot->ship};

        if (i > 0)
            writer_put(writer, " ");
        event_print(&event, &view->rules, writer);
    }
}
