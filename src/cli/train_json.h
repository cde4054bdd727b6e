/* Puzzles and results of training as JSON. */
#ifndef BROADSIDE_CLI_TRAIN_JSON_H
#define BROADSIDE_CLI_TRAIN_JSON_H

#include "report/json.h"
#include "session/training.h"

/* A puzzle with its solution: the shots sorted by value, the best first. */
struct json_value *train_json_puzzle(const struct puzzle *puzzle);

struct json_value *train_json_verdict(const struct puzzle *puzzle,
                                      const struct puzzle_verdict *verdict);

struct json_value *train_json_results(const struct training *training);

#endif
