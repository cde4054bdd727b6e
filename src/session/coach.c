/* The coach judges by the posterior of the player's view: by what the player could know, never by
 * the truth. Advice is a move of `exact`, which considers special moves too. A review compares a
 * move with others of its kind, so that the figures are chances of hitting. */
#include "session/coach.h"

#include "bots/bot.h"
#include "infer/posterior.h"
#include "rules/record.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VERDICTS = MAX_CELLS, ADVICE_SEED = 1 };

enum error coach_advise(const struct view *view, struct advice *advice, struct message *message)
{
    struct match_terms terms = {&view->rules, 1, ADVICE_SEED};
    struct posterior *posterior = posterior_new();
    struct bot *bot = NULL;
    struct rng rng;
    enum error error = bot_new("exact", &bot, message);

    memset(advice, 0, sizeof *advice);
    if (!error && !posterior)
        error = error_set(ERR_MEMORY, message, "out of memory");
    rng_seed(&rng, ADVICE_SEED);
    if (!error)
        error = posterior_update(posterior, view, &infer_budget_move, &rng, message);
    if (!error) {
        bot_match_start(bot, &terms);
        bot_round_start(bot, view, 1);
        if (bot_act(bot, view, &advice->move) != BROKEN_NONE)
            error = error_set(ERR_UNAVAILABLE, message, "the coach has no advice");
        advice->best = posterior_best(posterior);
        advice->chance =
            advice->best == NO_CELL ? 0 : posterior_probability(posterior, advice->best);
        advice->is_exact = posterior_is_exact(posterior);
    }
    bot_free(bot);
    posterior_free(posterior);
    return error;
}

/* The chance of a ship in each cell, 0 for those already shot at. */
static void read_chances(const struct posterior *posterior, const struct view *view,
                         double chance[MAX_CELLS])
{
    for (int cell = 0; cell < rules_cells(&view->rules); cell++)
        chance[cell] =
            cellset_has(&view->tracking.shot, cell) ? 0 : posterior_probability(posterior, cell);
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

/* The expected hits of a move. A cell named twice in a salvo counts once. */
static double expected_hits(const struct rules *rules, const double *chance,
                            const struct move *move)
{
    struct cellset named = {{0}};
    double sum = 0;

    if (move->kind == MOVE_ARTILLERY)
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

static struct move best_fire(const struct rules *rules, const double *chance, int shots)
{
    struct move best = {.kind = MOVE_FIRE, .count = (uint8_t)shots};
    struct cellset named = {{0}};

    for (int i = 0; i < shots; i++) {
        int choice = NO_CELL;

        for (int cell = 0; cell < rules_cells(rules); cell++)
            if (!cellset_has(&named, cell) && (choice == NO_CELL || chance[cell] > chance[choice]))
                choice = cell;
        cellset_add(&named, choice);
        best.cell[i] = (uint16_t)choice;
    }
    return best;
}

/* The best move of the same kind. */
static struct move best_alike(const struct rules *rules, const double *chance,
                              const struct move *played)
{
    struct move best = *played;
    double most = -1;

    if (played->kind == MOVE_FIRE)
        return best_fire(rules, chance, played->count);
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

static bool is_shot(const struct move *move, const struct outcome *outcome)
{
    return (move->kind == MOVE_FIRE || move->kind == MOVE_ARTILLERY ||
            move->kind == MOVE_TORPEDO) &&
           outcome->count > 0 && outcome->event[0].kind == EVENT_SHOT;
}

struct reviewer {
    struct posterior *posterior;
    struct record_reader reader;
    struct view before; /* what the side knew before the move */
    struct rng rng;
};

static enum error judge(struct reviewer *reviewer, const struct move *move,
                        const struct outcome *outcome, struct review *review,
                        struct message *message)
{
    const struct rules *rules = &reviewer->before.rules;
    struct verdict *verdict = &review->verdict[review->count];
    double chance[MAX_CELLS];
    enum error error = posterior_update(reviewer->posterior, &reviewer->before, &infer_budget_move,
                                        &reviewer->rng, message);

    if (error)
        return error;
    read_chances(reviewer->posterior, &reviewer->before, chance);
    verdict->number = reviewer->reader.moves;
    verdict->move = *move;
    verdict->best = best_alike(rules, chance, move);
    verdict->chance = expected_hits(rules, chance, move);
    verdict->best_chance = expected_hits(rules, chance, &verdict->best);
    verdict->hits = count_hits(outcome);
    verdict->is_exact = posterior_is_exact(reviewer->posterior);
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
        if (!error && more && outcome.mover == side && is_shot(&move, &outcome) &&
            review->count < MAX_VERDICTS)
            error = judge(reviewer, &move, &outcome, review, message);
    }
    return error;
}

static void reviewer_free(struct reviewer *reviewer)
{
    posterior_free(reviewer->posterior);
    free(reviewer);
}

static struct reviewer *reviewer_new(void)
{
    struct reviewer *reviewer = calloc(1, sizeof *reviewer);

    if (!reviewer)
        return NULL;
    rng_seed(&reviewer->rng, ADVICE_SEED);
    reviewer->posterior = posterior_new();
    if (reviewer->posterior)
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

static void print_verdict(const struct verdict *verdict, const struct rules *rules,
                          struct writer *writer)
{
    bool one = verdict->move.kind == MOVE_FIRE && verdict->move.count == 1;

    writer_format(writer, "%4d. ", verdict->number);
    move_print(&verdict->move, rules, writer);
    if (one)
        writer_format(writer, ": %s (%.0f %% chance of a hit)", verdict->hits ? "hit" : "miss",
                      100 * verdict->chance);
    else
        writer_format(writer, ": %d hit%s (%.2f expected)", verdict->hits,
                      verdict->hits == 1 ? "" : "s", verdict->chance);
    if (verdict->chance >= verdict->best_chance - 1e-9) {
        writer_put(writer, "; no move was better");
    } else {
        writer_put(writer, "; the best move was ");
        move_print(&verdict->best, rules, writer);
        writer_format(writer, one ? " (%.0f %%)" : " (%.2f)",
                      (one ? 100 : 1) * verdict->best_chance);
    }
    writer_put(writer, verdict->is_exact ? ".\n" : " (estimated).\n");
}

enum error coach_review_print(const struct review *review, const struct rules *rules,
                              const char *name, struct buffer *text)
{
    char line[RECORD_LINE_SIZE];
    struct writer writer;
    int best = 0;
    enum error error = OK;

    for (int i = 0; !error && i < review->count; i++) {
        const struct verdict *verdict = &review->verdict[i];

        best += verdict->chance >= verdict->best_chance - 1e-9;
        writer_init(&writer, line, sizeof line);
        print_verdict(verdict, rules, &writer);
        error = buffer_put(text, line);
    }
    writer_init(&writer, line, sizeof line);
    if (review->count == 0)
        writer_format(&writer, "%s fired no shots.\n", name);
    else
        writer_format(&writer,
                      "%s: %d of %d move%s %s the best. Expected hits: %.1f; with the best moves: "
                      "%.1f; actual hits: %d.\n",
                      name, best, review->count, text_s((uint64_t)review->count),
                      review->count == 1 ? "was" : "were", review->expected, review->best_expected,
                      review->hits);
    return error ? error : buffer_put(text, line);
}
