/* The coach judges by what the player could know, never by the truth. Advice considers special
 * moves too. A review compares a move with others of its kind, so that the figures are expected
 * hits.
 *
 * Where the chances are sampled, two samples of one position differ, and so do their best cells.
 * Therefore each question starts a new sample with the same seed: the hint in a game, the heat map
 * of its replay and the review are then about the same figures. */
#include "session/coach.h"

#include "bots/best_move.h"
#include "rules/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VERDICTS = MAX_CELLS, COACH_SEED = 1 };

struct coach {
    struct best_move work;
    struct rng rng;
};

struct coach *coach_new(void)
{
    struct coach *coach = calloc(1, sizeof *coach);

    if (!coach)
        return NULL;
    coach->work.budget = infer_budget_move;
    coach->work.budget.work = infer_budget_page.work; /* records may come from anybody, too */
    coach->work.posterior = posterior_new();
    if (coach->work.posterior)
        return coach;
    free(coach);
    return NULL;
}

void coach_free(struct coach *coach)
{
    if (coach)
        posterior_free(coach->work.posterior);
    free(coach);
}

enum error coach_chances(struct coach *coach, const struct view *view,
                         const struct hit_chances **chances, struct message *message)
{
    posterior_clear(coach->work.posterior);
    rng_seed(&coach->rng, COACH_SEED);
    *chances = &coach->work.chances;
    return best_move_read(&coach->work, view, &coach->rng, message);
}

bool coach_is_exact(const struct hit_chances *chances)
{
    return chances->is_exact && !chances->allows_for_smoke;
}

int coach_percent(double chance)
{
    int percent = (int)lround(100 * chance);

    return percent >= 100 && chance < 1 - 1e-9 ? 99 : percent;
}

static double sum_area(const struct rules *rules, const double *chance, int cell)
{
    int cells[4], count = view_area_cells(rules, cell, cells);
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += chance[cells[i]];
    return sum;
}

static double sum_line(const struct rules *rules, const double *chance, bool is_row, int line)
{
    int count = is_row ? rules->width : rules->height;
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += chance[is_row ? line * rules->width + i : i * rules->width + line];
    return sum;
}

/* The expected hits of a move, or the ship cells that a sweep covers. A cell named twice in a salvo
 * counts once. */
static double expected_hits(const struct rules *rules, const double *chance,
                            const struct move *move)
{
    struct cellset named = {{0}};
    double sum = 0;

    if (move->kind == MOVE_ARTILLERY || move->kind == MOVE_RADAR)
        return sum_area(rules, chance, move->cell[0]);
    if (move->kind == MOVE_TORPEDO)
        return sum_line(rules, chance, move->is_row, move->cell[0]);
    for (int i = 0; i < move->count; i++) {
        if (move->cell[i] == NO_CELL || cellset_has(&named, move->cell[i]))
            continue;
        cellset_add(&named, move->cell[i]);
        sum += chance[move->cell[i]];
    }
    return sum;
}

/* The likeliest cells, the first ones among equals. */
static struct move best_fire(const struct view *view, const double *chance, int shots)
{
    struct move best = {.kind = MOVE_FIRE};
    struct cellset named = view->tracking.shot;

    while (best.count < shots) {
        int choice = NO_CELL;

        for (int cell = 0; cell < rules_cells(&view->rules); cell++)
            if (!cellset_has(&named, cell) && (choice == NO_CELL || chance[cell] > chance[choice]))
                choice = cell;
        if (choice == NO_CELL) /* a wasted salvo may name more cells than are left */
            break;
        cellset_add(&named, choice);
        best.cell[best.count++] = (uint16_t)choice;
    }
    return best;
}

enum error coach_advise(const struct view *view, struct advice *advice, struct message *message)
{
    struct coach *coach = coach_new();
    const struct hit_chances *chances;
    enum error error;

    memset(advice, 0, sizeof *advice);
    if (!coach)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = coach_chances(coach, view, &chances, message);
    if (!error) {
        if (view->rules.salvo)
            advice->move = best_fire(view, chances->chance, view_salvo(view));
        else
            best_move_pick(&coach->work, view, &coach->rng, &advice->move);
        advice->chance = expected_hits(&view->rules, chances->chance, &advice->move);
        advice->is_exact = coach_is_exact(chances);
    }
    coach_free(coach);
    return error;
}

/* As part of a sentence: "firing at B3", or the move as it is typed. */
static void print_choice(const struct move *move, const struct rules *rules, struct writer *writer)
{
    if (move->kind == MOVE_FIRE && move->count == 1 && move->cell[0] != NO_CELL)
        writer_format(writer, "firing at %s", cell_name(move->cell[0], rules->width).text);
    else
        move_print(move, rules, writer);
}

void coach_print_advice(const struct advice *advice, const struct rules *rules,
                        struct writer *writer)
{
    const struct move *move = &advice->move;
    const char *about = advice->is_exact ? "" : "about ";

    writer_put(writer, "The coach advises ");
    print_choice(move, rules, writer);
    if (move->kind == MOVE_FIRE && move->count == 1)
        writer_format(writer, ": %s%d %% chance of a ship", about, coach_percent(advice->chance));
    else if (move->kind == MOVE_RADAR)
        writer_format(writer, ": %s%.2f ship cells expected", about, advice->chance);
    else if (move->kind != MOVE_RAISE)
        writer_format(writer, ": %s%.2f hits expected", about, advice->chance);
}

/* The best move of the same kind. */
static struct move best_alike(const struct view *view, const double *chance,
                              const struct move *played)
{
    const struct rules *rules = &view->rules;
    struct move best = *played;
    double most = -1;

    if (played->kind == MOVE_FIRE)
        return best_fire(view, chance, played->count);
    for (int i = 0;
         i < (played->kind == MOVE_ARTILLERY ? rules_cells(rules) : rules->height + rules->width);
         i++) {
        struct move move = *played;
        double hits;

        move.is_row = i < rules->height;
        move.cell[0] =
            (uint16_t)(played->kind == MOVE_ARTILLERY || move.is_row ? i : i - rules->height);
        hits = expected_hits(rules, chance, &move);
        if (hits > most) {
            most = hits;
            best = move;
        }
    }
    return best;
}

static int count_hits(const struct outcome *outcome)
{
    int hits = 0;

    for (int i = 0; i < outcome->count; i++)
        hits += outcome->event[i].kind == EVENT_SHOT &&
                (outcome->event[i].answer == ANSWER_HIT || outcome->event[i].answer == ANSWER_SUNK);
    return hits;
}

bool coach_can_judge(const struct move *move, const struct outcome *outcome)
{
    return (move->kind == MOVE_FIRE || move->kind == MOVE_ARTILLERY ||
            move->kind == MOVE_TORPEDO) &&
           outcome->count > 0 && outcome->event[0].kind == EVENT_SHOT;
}

enum error coach_judge(struct coach *coach, const struct view *before, const struct move *move,
                       const struct outcome *outcome, struct verdict *verdict,
                       struct message *message)
{
    const struct hit_chances *chances;
    enum error error = coach_chances(coach, before, &chances, message);

    if (error)
        return error;
    verdict->number = 0;
    verdict->move = *move;
    verdict->best = best_alike(before, chances->chance, move);
    verdict->chance = expected_hits(&before->rules, chances->chance, move);
    verdict->best_chance = expected_hits(&before->rules, chances->chance, &verdict->best);
    verdict->hits = count_hits(outcome);
    verdict->is_exact = coach_is_exact(chances);
    return OK;
}

bool coach_is_best(const struct verdict *verdict)
{
    return verdict->chance >= verdict->best_chance - 1e-9;
}

struct reviewer {
    struct coach *coach;
    struct record_reader reader;
    struct view before; /* what the side knew before the move */
};

static enum error judge(struct reviewer *reviewer, const struct move *move,
                        const struct outcome *outcome, struct review *review,
                        struct message *message)
{
    struct verdict *verdict = &review->verdict[review->count];
    enum error error =
        coach_judge(reviewer->coach, &reviewer->before, move, outcome, verdict, message);

    if (error)
        return error;
    verdict->number = reviewer->reader.moves;
    review->expected += verdict->chance;
    review->best_expected += verdict->best_chance;
    review->hits += verdict->hits;
    review->count++;
    return OK;
}

static enum error review_moves(struct reviewer *reviewer, int side, struct review *review,
                               struct message *message)
{
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error = OK;

    while (!error && more) {
        reviewer->before = reviewer->reader.game.view[side];
        error = record_step(&reviewer->reader, &move, &outcome, &more, message);
        if (!error && more && outcome.mover == side && coach_can_judge(&move, &outcome) &&
            review->count < MAX_VERDICTS)
            error = judge(reviewer, &move, &outcome, review, message);
    }
    return error;
}

static void reviewer_free(struct reviewer *reviewer)
{
    coach_free(reviewer->coach);
    free(reviewer);
}

static struct reviewer *reviewer_new(void)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);

    if (!reviewer)
        return NULL;
    reviewer->coach = coach_new();
    if (reviewer->coach)
        return reviewer;
    reviewer_free(reviewer);
    return NULL;
}

enum error coach_review(struct slice record, int side, struct review *review,
                        struct message *message)
{
    struct reviewer *reviewer = reviewer_new();
    enum error error;

    memset(review, 0, sizeof *review);
    if (!reviewer)
        return error_set(ERR_MEMORY, message, "out of memory");
    review->verdict = calloc(MAX_VERDICTS, sizeof *review->verdict);
    if (!review->verdict) {
        reviewer_free(reviewer);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    error = record_open(&reviewer->reader, record, message);
    if (!error)
        error = review_moves(reviewer, side, review, message);
    reviewer_free(reviewer);
    if (error)
        coach_review_release(review);
    return error;
}

void coach_review_release(struct review *review)
{
    free(review->verdict);
    memset(review, 0, sizeof *review);
}

/* As printed: with less precision, more moves are as good as the best one. */
static bool looks_best(const struct verdict *verdict, bool is_one_shot)
{
    return is_one_shot ? coach_percent(verdict->chance) == coach_percent(verdict->best_chance)
                       : lround(100 * verdict->chance) == lround(100 * verdict->best_chance);
}

void coach_print_verdict(const struct verdict *verdict, const struct rules *rules,
                         struct writer *writer)
{
    bool one = verdict->move.kind == MOVE_FIRE && verdict->move.count == 1;

    move_print(&verdict->move, rules, writer);
    if (one)
        writer_format(writer, ": %s (%d %% chance of a hit)", verdict->hits ? "hit" : "miss",
                      coach_percent(verdict->chance));
    else
        writer_format(writer, ": %d hit%s (%.2f expected)", verdict->hits,
                      verdict->hits == 1 ? "" : "s", verdict->chance);
    if (coach_is_best(verdict)) {
        writer_put(writer, "; no move was better");
    } else if (looks_best(verdict, one)) {
        writer_put(writer, "; no move was clearly better");
    } else {
        writer_put(writer, "; the best move was ");
        print_choice(&verdict->best, rules, writer);
        if (one)
            writer_format(writer, " (%d %%)", coach_percent(verdict->best_chance));
        else
            writer_format(writer, " (%.2f)", verdict->best_chance);
    }
    writer_put(writer, verdict->is_exact ? "." : " (estimated).");
}

void coach_print_summary(const struct review *review, const char *name, struct writer *writer)
{
    int best = 0;

    for (int i = 0; i < review->count; i++)
        best += coach_is_best(&review->verdict[i]);
    if (review->count == 0)
        writer_format(writer, "%s fired no shots.\n", name);
    else
        writer_format(writer,
                      "%s: %d of %d move%s %s the best. Expected hits: %.1f; with the best moves: "
                      "%.1f; actual hits: %d.\nExpected hits add up the chances of single moves, "
                      "each from its own position, so the sum can exceed the cells of the fleet.\n",
                      name, best, review->count, text_s((uint64_t)review->count),
                      review->count == 1 ? "was" : "were", review->expected, review->best_expected,
                      review->hits);
}

enum error coach_review_print(const struct review *review, const struct rules *rules,
                              const char *name, struct buffer *text)
{
    char line[RECORD_LINE_SIZE];
    struct writer writer;
    enum error error = OK;

    for (int i = 0; !error && i < review->count; i++) {
        writer_init(&writer, line, sizeof line);
        writer_format(&writer, "%4d. ", review->verdict[i].number);
        coach_print_verdict(&review->verdict[i], rules, &writer);
        writer_put(&writer, "\n");
        error = buffer_put(text, line);
    }
    writer_init(&writer, line, sizeof line);
    coach_print_summary(review, name, &writer);
    return error ? error : buffer_put(text, line);
}
