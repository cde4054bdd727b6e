#include "cli/train_json.h"

#include <math.h>

enum { POSITION_SIZE = 4096 };

static struct json_value *cell_json(const struct puzzle *puzzle, int cell)
{
    return json_text(cell_name(cell, puzzle->view.rules.width).text);
}

static struct json_value *best_json(const struct puzzle *puzzle)
{
    struct json_value *best = json_new_array();
    int cells[PUZZLE_CELLS], count = puzzle_best(puzzle, cells);

    for (int i = 0; i < count; i++)
        json_append(best, cell_json(puzzle, cells[i]));
    return best;
}

static struct json_value *shot_json(const struct puzzle *puzzle, int cell)
{
    const struct puzzle_shot *shot = &puzzle->shot[cell];
    struct json_value *object = json_new_object(), *sinks = json_new_object();
    const struct rules *rules = &puzzle->view.rules;
    double all = puzzle->layouts;

    for (int kind = 0; kind < rules->ships; kind++)
        if (rules->fleet[kind].kind == kind)
            json_set(sinks, rules_kind_name(rules, kind), json_double(shot->kind[kind] / all));
    json_set(object, "cell", cell_json(puzzle, cell));
    json_set(object, "hit", json_double(shot->hits / all));
    json_set(object, "sinks", sinks);
    json_set(object, "remaining", json_double((double)shot->remaining / all));
    json_set(object, "value", json_double(puzzle_value(puzzle, cell)));
    json_set(object, "score", json_int(puzzle_score(puzzle, cell)));
    return object;
}

struct json_value *train_json_puzzle(const struct puzzle *puzzle)
{
    struct json_value *object = json_new_object(), *shots = json_new_array();
    int cells[PUZZLE_CELLS], count = puzzle_rank(puzzle, cells);
    char position[POSITION_SIZE];
    struct writer writer;

    writer_init(&writer, position, sizeof position);
    puzzle_print_position(puzzle, &writer);
    for (int i = 0; i < count; i++)
        json_append(shots, shot_json(puzzle, cells[i]));
    json_set(object, "id", json_text(puzzle->id));
    json_set(object, "title", json_text(puzzle->title));
    json_set(object, "daily", json_bool(puzzle->is_daily));
    json_set(object, "rules", json_text(puzzle->view.rules.name));
    json_set(object, "position", json_text(position));
    json_set(object, "question", json_text(puzzle->question));
    json_set(object, "layouts", json_uint(puzzle->layouts));
    json_set(object, "left", json_int(puzzle->left));
    json_set(object, "best", best_json(puzzle));
    json_set(object, "shots", shots);
    return object;
}

struct json_value *train_json_verdict(const struct puzzle *puzzle,
                                      const struct puzzle_verdict *verdict)
{
    struct json_value *object = json_new_object();

    json_set(object, "cell", cell_json(puzzle, verdict->cell));
    json_set(object, "score", json_int(verdict->score));
    json_set(object, "value", json_double(verdict->value));
    json_set(object, "best_value", json_double(verdict->best_value));
    json_set(object, "sentence", json_text(verdict->sentence));
    return object;
}

struct json_value *train_json_results(const struct training *training)
{
    struct json_value *object = json_new_object();

    json_set(object, "answers", json_int(training->answers));
    json_set(object, "best", json_int(training->best));
    json_set(object, "accuracy",
             json_double(training->answers ? (double)training->points / training->answers : NAN));
    json_set(object, "days", json_int(training->days));
    json_set(object, "streak", json_int(training->streak));
    json_set(object, "longest_streak", json_int(training->longest));
    return object;
}
