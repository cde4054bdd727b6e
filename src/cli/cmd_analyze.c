/* broadside analyze: the chance of a ship in every cell, and the best shots. */
#include "base/buffer.h"
#include "base/clock.h"
#include "bots/bot.h"
#include "cli/command.h"
#include "cli/heat_view.h"
#include "cli/streams.h"
#include "infer/best_shots.h"
#include "infer/position.h"
#include "report/animation.h"
#include "report/picture.h"
#include "rules/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_CAP = 64 << 20, BEST_SHOWN = 5, FRAME_DELAY = 60, LAST_MOVE = 9999999 };

struct analysis {
    const char *position, *file, *record, *side, *chart, *animate, *bot;
    const char *rules_name;
    struct values changes;
    uint64_t at, seed;
    bool json;
    const struct args *args;
    struct rules rules;
    struct rng rng;
    struct posterior *posterior;
    struct buffer text;
    struct record_reader reader;
    struct view view;
    struct heat_view heat;
    int frames, estimated; /* of the animation */
};

static const struct option options[] = {
    {.name = "POSITION",
     .kind = OPTION_OPERAND,
     .many = true,
     .help = "The shots in order: E5=miss F6=hit F7=sunk:destroyer. Also F6=hit:cruiser where the "
             "rules name the ship that is hit, radar:B3=found, radar:B3=none, hint:B3, and smoke "
             "where the enemy laid a smoke screen.",
     .otherwise = "the empty board"},
    {.name = "--file",
     .kind = OPTION_TEXT,
     .argument = "F",
     .excludes = "--record --animate",
     .offers = OFFER_FILES,
     .offset = offsetof(struct analysis, file),
     .help = "Read the position from a file."},
    {.name = "--record",
     .kind = OPTION_TEXT,
     .argument = "F",
     .offers = OFFER_FILES,
     .offset = offsetof(struct analysis, record),
     .help = "Take the position from the record of a game, after its last move. The record "
             "also gives the rules."},
    {.name = "--at",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .needs = "--record",
     .excludes = "--animate",
     .most = LAST_MOVE - 1,
     .offset = offsetof(struct analysis, at),
     .help = "Stop after move N of the record."},
    {.name = "--side",
     .kind = OPTION_WORD,
     .words = "a b",
     .needs = "--record",
     .offset = offsetof(struct analysis, side),
     .help = "The side of the record from whose point of view to analyse.",
     .otherwise = "the side to move"},
    OPTION_RULES(struct analysis, rules_name, "classic"),
    OPTION_RULE(struct analysis, changes),
    {.name = "--chart",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .excludes = "--animate",
     .offers = OFFER_FILES,
     .offset = offsetof(struct analysis, chart),
     .help = "Draw the heat map to a .svg, .png or .pdf file."},
    {.name = "--animate",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .excludes = "--json",
     .offers = OFFER_FILES,
     .offset = offsetof(struct analysis, animate),
     .help = "Write a whole game as an animated GIF with one frame per move: the game of --record, "
             "or a game of --bot."},
    {.name = "--bot",
     .kind = OPTION_TEXT,
     .argument = "BOT",
     .initial = "exact",
     .needs = "--animate",
     .excludes = "--record",
     .offers = OFFER_BOTS,
     .offset = offsetof(struct analysis, bot),
     .help = "The bot that plays the animated game."},
    {.name = "--seed",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .most = MAX_SEED,
     .offset = offsetof(struct analysis, seed),
     .help =
         "Repeat an animation, or an estimate where there are too many layouts or hints to count.",
     .otherwise = "0, or random for --animate"},
    OPTION_JSON(struct analysis, json),
    {.name = NULL},
};

/* --- the best shots ----------------------------------------------------------------------------*/

static void print_best(const struct analysis *analysis)
{
    const struct evidence *evidence = posterior_evidence(analysis->posterior);
    int cell[MAX_CELLS], count = best_shots_rank(analysis->posterior, &analysis->view, cell);

    if (count == 0 || posterior_probability(analysis->posterior, cell[0]) <= 0)
        return;
    printf("\nbest shots   hit      sinks\n");
    for (int i = 0; i < count && i < BEST_SHOWN; i++) {
        printf("%-8s  %6.2f%%", cell_name(cell[i], analysis->view.rules.width).text,
               100 * posterior_probability(analysis->posterior, cell[i]));
        if (!posterior_is_exact(analysis->posterior))
            printf(" +- %.2f", 100 * posterior_error(analysis->posterior, cell[i]));
        for (int c = 0; c < evidence->classes; c++) {
            double sinks = best_shots_sinks(analysis->posterior, c, cell[i]);

            if (sinks > 0)
                printf("   %s %.2f%%", best_shots_class_name(analysis->posterior, c), 100 * sinks);
        }
        putchar('\n');
    }
}

/* --- output ------------------------------------------------------------------------------------*/

static enum error print_text(const struct analysis *analysis, struct message *message)
{
    const char *term = getenv("TERM");
    bool terminal = isatty(STDOUT_FILENO), colour;
    char *text = malloc(HEAT_TEXT_SIZE);
    struct writer writer;

    if (!text)
        return error_set(ERR_MEMORY, message, "out of memory");
    colour = terminal && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
    writer_init(&writer, text, HEAT_TEXT_SIZE);
    heat_picture_print(&analysis->heat.heat, colour, terminal ? streams_columns() : 0, &writer);
    fputs(text, stdout);
    free(text);
    print_best(analysis);
    return OK;
}

static struct json_value *shot_json(const struct analysis *analysis, int cell)
{
    const struct evidence *evidence = posterior_evidence(analysis->posterior);
    double hit = posterior_probability(analysis->posterior, cell);
    struct json_value *shot = json_new_object(), *sinks = json_new_object();

    json_set(shot, "cell", json_text(cell_name(cell, evidence->rules.width).text));
    json_set(shot, "hit", json_double(hit));
    json_set(shot, "miss", json_double(1 - hit));
    for (int c = 0; c < evidence->classes; c++) {
        double chance = best_shots_sinks(analysis->posterior, c, cell);

        if (chance >= 0)
            json_set(sinks, best_shots_class_name(analysis->posterior, c), json_double(chance));
    }
    json_set(shot, "sinks", sinks);
    return shot;
}

static int print_json(struct analysis *analysis, double seconds)
{
    struct json_value *root = command_json(analysis->args), *cells = json_new_object();
    struct json_value *counts = json_new_object(), *errors = json_new_object();
    struct json_value *best = json_new_array(), *shots = json_new_array();
    int width = analysis->view.rules.width, ranked[MAX_CELLS];
    int count = best_shots_rank(analysis->posterior, &analysis->view, ranked);
    bool exact = posterior_is_exact(analysis->posterior);

    json_set(root, "rules", json_text(analysis->view.rules.name));
    json_set(root, "exact", json_bool(exact));
    if (!exact) {
        json_set(
            root, "limit",
            json_text(posterior_limit(analysis->posterior) == LIMIT_HINTS ? "hints" : "layouts"));
        json_set(root, "converged", json_bool(posterior_converged(analysis->posterior)));
    }
    if (exact)
        json_set(root, "layouts",
                 json_text(wide_print(posterior_layouts(analysis->posterior)).text));
    for (int cell = 0; cell < rules_cells(&analysis->view.rules); cell++) {
        const char *name = cell_name(cell, width).text;

        json_set(cells, name, json_double(posterior_probability(analysis->posterior, cell)));
        json_set(counts, name,
                 json_text(wide_print(posterior_cover(analysis->posterior, cell)).text));
        json_set(errors, name, json_double(posterior_error(analysis->posterior, cell)));
    }
    json_set(root, "cells", cells);
    json_set(root, exact ? "counts" : "stderr", exact ? counts : errors);
    json_free(exact ? errors : counts);
    for (int i = 0; i < count; i++) {
        if (posterior_probability(analysis->posterior, ranked[i]) <
            posterior_probability(analysis->posterior, ranked[0]))
            break;
        json_append(best, json_text(cell_name(ranked[i], width).text));
    }
    for (int i = 0; i < count && i < 2 * BEST_SHOWN; i++)
        json_append(shots, shot_json(analysis, ranked[i]));
    json_set(root, "best", best);
    json_set(root, "shots", shots);
    json_set(root, "seconds", json_double(seconds));
    return command_print_json("analyze", root);
}

/* --- positions ---------------------------------------------------------------------------------*/

/* A record that does not replay is a failure, not wrong usage. */
static enum error in_record(const struct analysis *analysis, enum error error,
                            struct message *message)
{
    if (!error)
        return OK;
    message_prefix(message, "%s", analysis->record);
    return ERR_MISMATCH;
}

static enum error open_record(struct analysis *analysis, struct message *message)
{
    enum error error = buffer_read_file(&analysis->text, analysis->record, message);

    if (error)
        return error;
    error = record_open(&analysis->reader,
                        (struct slice){analysis->text.data, analysis->text.length}, message);
    return in_record(analysis, error, message);
}

static int chosen_side(const struct analysis *analysis)
{
    const struct status *status = game_status(&analysis->reader.game);

    if (analysis->side)
        return strcmp(analysis->side, "b") == 0 ? SIDE_B : SIDE_A;
    return status->turn != NOBODY ? status->turn : status->winner == SIDE_B ? SIDE_B : SIDE_A;
}

static enum error read_record(struct analysis *analysis, struct message *message)
{
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error = open_record(analysis, message);

    while (!error && more && (uint64_t)analysis->reader.moves < analysis->at) {
        error = in_record(analysis, record_step(&analysis->reader, &move, &outcome, &more, message),
                          message);
    }
    if (!error && args_given(analysis->args, "--at") &&
        (uint64_t)analysis->reader.moves < analysis->at)
        error = error_set(ERR_RANGE, message, "%s has only %d move%s, not %llu", analysis->record,
                          analysis->reader.moves, text_s((uint64_t)analysis->reader.moves),
                          (unsigned long long)analysis->at);
    if (!error)
        analysis->view = analysis->reader.game.view[chosen_side(analysis)];
    return error;
}

static enum error read_position(struct analysis *analysis, struct message *message)
{
    struct slice text = slice_of(analysis->position ? analysis->position : "");
    enum error error = OK;

    if (analysis->record)
        return read_record(analysis, message);
    if (analysis->file) {
        error = buffer_read_file(&analysis->text, analysis->file, message);
        text = (struct slice){analysis->text.data, analysis->text.length};
    }
    if (!error) {
        error = position_parse(text, &analysis->rules, &analysis->view, message);
        if (error && analysis->file)
            message_prefix(message, "%s", analysis->file);
    }
    return error;
}

/* --- a whole game as an animation --------------------------------------------------------------*/

/* A whole game has many frames: less counting than for a single position, so that it takes seconds,
 * and on large boards, which have more frames and slower ones, fewer samples for each. */
static struct infer_budget frame_budget(const struct rules *rules)
{
    struct infer_budget budget = infer_budget_default;
    int cells = rules_cells(rules);

    budget.steps /= 20;
    if (cells > 100)
        budget.sweeps = budget.sweeps * 100 / cells;
    return budget;
}

static void describe_move(const struct move *move, const struct rules *rules, struct writer *writer)
{
    const char *cell = move->cell[0] == NO_CELL ? "" : cell_name(move->cell[0], rules->width).text;

    switch (move->kind) {
    case MOVE_FIRE:
        writer_put(writer, move->count == 1 ? "shot at" : "shots at");
        for (int i = 0; i < move->count; i++)
            writer_format(writer, " %s", cell_name(move->cell[i], rules->width).text);
        break;
    case MOVE_RADAR:
    case MOVE_ARTILLERY:
        writer_format(writer, "%s at %s", move_word(move->kind), cell);
        break;
    case MOVE_TORPEDO:
        if (move->is_row)
            writer_format(writer, "torpedo along row %d", move->cell[0] + 1);
        else
            writer_format(writer, "torpedo along column %s", cell_column_name(move->cell[0]).text);
        break;
    case MOVE_RAISE:
        writer_put(writer, "a new ship");
        break;
    default:
        writer_put(writer, move_word(move->kind));
    }
}

static const char *ending(const struct view *view)
{
    bool sunk = view->status.over && view->status.winner == view->side;

    return sunk && view->status.reason == REASON_SUNK ? "all ships sunk"
           : view->status.over                        ? "end of the game"
                                                      : "end of the record";
}

/* The position before move `number`; after the last move if `move` is NULL. */
static enum error add_frame(struct analysis *analysis, struct animation *animation,
                            const struct view *view, int number, const struct move *move,
                            struct message *message)
{
    struct infer_budget budget = frame_budget(&view->rules);
    char caption[160];
    struct writer writer;
    enum error error =
        posterior_update(analysis->posterior, view, &budget, &analysis->rng, message);

    if (error)
        return error;
    writer_init(&writer, caption, sizeof caption);
    if (move) {
        writer_format(&writer, "move %d: ", number);
        describe_move(move, &view->rules, &writer);
    } else {
        writer_format(&writer, "%s after %d shot%s", ending(view), view->tracking.shots,
                      text_s((uint64_t)view->tracking.shots));
    }
    analysis->frames++;
    analysis->estimated += !posterior_is_exact(analysis->posterior);
    if (!posterior_is_exact(analysis->posterior))
        writer_format(&writer, "; chances are estimated%s",
                      posterior_converged(analysis->posterior) ? "" : ", NOT CONVERGED");
    heat_view_fill(&analysis->heat, view, analysis->posterior, -1, caption);
    if (move)
        heat_view_mark_move(&analysis->heat, &view->rules, move);
    return animation_add(animation, &analysis->heat.heat, FRAME_DELAY, message);
}

static enum error animate_record(struct analysis *analysis, struct animation *animation,
                                 struct message *message)
{
    int side = analysis->side && strcmp(analysis->side, "b") == 0 ? SIDE_B : SIDE_A;
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error = OK;

    while (!error) {
        analysis->view = analysis->reader.game.view[side];
        error = in_record(analysis, record_step(&analysis->reader, &move, &outcome, &more, message),
                          message);
        if (error || !more)
            break;
        if (outcome.mover == side)
            error = add_frame(analysis, animation, &analysis->view, analysis->reader.moves, &move,
                              message);
    }
    return error ? error
                 : add_frame(analysis, animation, &analysis->reader.game.view[side], 0, NULL,
                             message);
}

/* The bot alone shoots at one board. */
static enum error animate_bot(struct analysis *analysis, struct bot *bot,
                              struct animation *animation, struct message *message)
{
    struct game *game = &analysis->reader.game;
    struct seed seed = {.number = analysis->seed};
    struct match_terms terms = {
        .rules = &analysis->rules, .rounds = 1, .seed = rng_derive_seed(&seed, "bot", 0, 0)};
    struct layout layout;
    struct rng boards;
    int moves = 0;
    enum error error;

    rng_derive(&boards, &seed, "board", 0, 0);
    game_init_solo(game, &analysis->rules);
    bot_match_start(bot, &terms);
    bot_round_start(bot, &game->view[SIDE_A], 1);
    error = layout_random(&analysis->rules, &boards, &layout);
    if (!error)
        error = game_place(game, SIDE_B, &layout, message);
    while (!error && !game_status(game)->over) {
        struct outcome outcome;
        struct move move = {0};

        if (bot_act(bot, &game->view[SIDE_A], &move) != BROKEN_NONE)
            return error_set(ERR_MISMATCH, message, "%s broke the game", bot->kind->name);
        game_draw(game, &boards, &move);
        error = add_frame(analysis, animation, &game->view[SIDE_A], ++moves, &move, message);
        if (!error)
            error = game_apply_legal(game, &move, &outcome, message);
        if (!error)
            bot_outcome(bot, &game->view[SIDE_A], &move, &outcome);
    }
    return error ? error : add_frame(analysis, animation, &game->view[SIDE_A], 0, NULL, message);
}

static enum error animate(struct analysis *analysis, struct message *message)
{
    struct animation *animation = NULL;
    struct bot *bot = NULL;
    const struct rules *rules = &analysis->rules;
    enum error error = picture_animation_check(analysis->animate, message);

    if (!error && analysis->record) {
        error = open_record(analysis, message);
        rules = &analysis->reader.record.rules;
    } else if (!error) {
        error = bot_new(analysis->bot, &bot, message);
        if (!error)
            error = bot_accepts(bot->kind, rules, message);
    }
    if (!error)
        error = animation_new(analysis->animate, rules->width, rules->height,
                              rules->radar > 0 || rules->hints > 0, &animation, message);
    if (!error)
        error = bot ? animate_bot(analysis, bot, animation, message)
                    : animate_record(analysis, animation, message);
    bot_free(bot);
    if (error) {
        animation_abandon(animation);
        return error;
    }
    error = animation_finish(animation, message);
    if (error)
        return error;
    printf("%s: one frame per move", analysis->animate);
    if (!analysis->record)
        printf(", seed %llu", (unsigned long long)analysis->seed);
    if (analysis->estimated > 0)
        printf("; the chances in %d of %d frames are estimated", analysis->estimated,
               analysis->frames);
    putchar('\n');
    return OK;
}

/* --- the command -------------------------------------------------------------------------------*/

static int analyze(struct analysis *analysis)
{
    struct message message;
    char caption[256];
    struct writer writer;
    double start = clock_seconds();
    int best;
    enum error error =
        args_rules(analysis->rules_name, &analysis->changes, &analysis->rules, &message);

    if (!error && analysis->animate)
        error = args_number_seed(analysis->args, &analysis->seed, &message);
    rng_derive(&analysis->rng, &(struct seed){.number = analysis->seed}, "sample", 0, 0);
    if (!error && analysis->animate) {
        error = animate(analysis, &message);
        return error ? command_refused("analyze", error, &message) : command_finish("analyze");
    }
    if (!error && analysis->chart)
        error = picture_check(analysis->chart, &message);
    if (!error)
        error = read_position(analysis, &message);
    if (!error)
        error = posterior_update(analysis->posterior, &analysis->view, &infer_budget_default,
                                 &analysis->rng, &message);
    if (error)
        return command_refused("analyze", error, &message);
    writer_init(&writer, caption, sizeof caption);
    best_shots_print_caption(analysis->posterior, &analysis->view, &writer);
    best = posterior_best(analysis->posterior);
    if (best == NO_CELL || posterior_probability(analysis->posterior, best) <= 0)
        best = -1; /* no target is left */
    heat_view_fill(&analysis->heat, &analysis->view, analysis->posterior, best, caption);
    if (analysis->chart)
        error = heat_picture_write(&analysis->heat.heat, analysis->chart, &message);
    if (error)
        return command_refused("analyze", error, &message);
    if (analysis->json)
        return print_json(analysis, clock_seconds() - start);
    error = print_text(analysis, &message);
    if (error)
        return command_refused("analyze", error, &message);
    if (!posterior_converged(analysis->posterior))
        printf("\nThe random walks disagree, so these chances may be wrong by more than the errors "
               "say.\nCompare several runs with --seed.\n");
    return command_finish("analyze");
}

/* The picture must not replace what it is drawn from. */
static enum error check_files(const struct analysis *analysis, struct message *message)
{
    const char *picture = analysis->chart ? analysis->chart : analysis->animate;
    const char *option = analysis->chart ? "--chart" : "--animate";
    enum error error = args_other_file("--file", analysis->file, option, picture, message);

    if (!error)
        error = args_other_file("--record", analysis->record, option, picture, message);
    return error;
}

/* A position on the command line excludes the options that give another one. */
static enum error check_position(const struct args *args, struct message *message)
{
    static const char *const others[] = {"--file", "--record", "--animate"};

    for (size_t i = 0; args->count > 0 && i < sizeof others / sizeof others[0]; i++)
        if (args_given(args, others[i]))
            return error_set(ERR_SYNTAX, message, "a position and %s cannot be used together",
                             others[i]);
    return OK;
}

static int run(void *target, const struct args *args)
{
    struct analysis *analysis = target;
    struct buffer words;
    struct message message;
    enum error error = check_position(args, &message);
    int status;

    if (!error)
        error = check_files(analysis, &message);
    buffer_init(&analysis->text, FILE_CAP);
    buffer_init(&words, FILE_CAP);
    analysis->args = args;
    if (!args_given(args, "--at"))
        analysis->at = LAST_MOVE;
    for (int i = 0; i < args->count && !error; i++) {
        error = buffer_put(&words, args->value[i]);
        if (!error)
            error = buffer_put(&words, " ");
        if (error)
            error_set(error, &message, "out of memory");
    }
    analysis->position = words.data;
    analysis->posterior = posterior_new();
    if (!error && !analysis->posterior)
        error = error_set(ERR_MEMORY, &message, "out of memory");
    status = error ? command_refused("analyze", error, &message) : analyze(analysis);
    buffer_release(&words);
    buffer_release(&analysis->text);
    posterior_free(analysis->posterior);
    return status;
}

const struct command command_analyze = {
    .name = "analyze",
    .summary = "show where the ships can be in a position",
    .about = "Prints a heat map with the chance that a ship covers each cell, and the best shots: "
             "the chance that each hits, and that it sinks each ship. All layouts that fit "
             "the answers are counted if possible; otherwise the chances are estimated by "
             "sampling, with standard errors; if the samples disagree, the output says so. A "
             "position that no layout fits is an error.",
    .options = options,
    .size = sizeof(struct analysis),
    .run = run,
};
