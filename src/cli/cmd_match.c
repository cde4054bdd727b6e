/* broadside match: two bots, many rounds. */
#include "arena/match.h"
#include "arena/pool.h"
#include "cli/args.h"
#include "cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double mean_shots(const struct match_result *result, int side)
{
    return result->whole ? (double)result->side[side].shots / (double)result->whole : 0;
}

static uint64_t broken_rounds(const struct match_side *side)
{
    uint64_t count = 0;

    for (int i = 1; i < BROKEN_KINDS; i++)
        count += side->broken[i];
    return count;
}

static void print_table(const struct match *match, const struct match_result *result,
                        double seconds)
{
    printf("%s against %s: %s rules, %" PRIu64 " rounds, seed %" PRIu64 "\n\n", match->bot[0],
           match->bot[1], match->rules->name, result->rounds, match->seed);
    printf("  %-20s %9s %9s %9s %11s %7s\n", "bot", "won", "lost", "drawn", "mean shots", "broken");
    for (int side = 0; side < 2; side++)
        printf("%s %-20s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %11.2f %7" PRIu64 "\n",
               side ? "b" : "a", match->bot[side], result->side[side].won,
               result->side[1 - side].won, result->drawn, mean_shots(result, side),
               broken_rounds(&result->side[side]));
    fprintf(stderr, "%.0f rounds per second\n",
            seconds > 0 ? (double)result->rounds / seconds : 0.0);
}

static struct value *side_json(const struct match *match, const struct match_result *result,
                               int side)
{
    struct value *object = report_object(), *broken = report_object();

    report_set(object, "bot", report_text(match->bot[side]));
    report_set(object, "won", report_whole(result->side[side].won));
    report_set(object, "mean_shots", report_real(mean_shots(result, side)));
    for (int i = 1; i < BROKEN_KINDS; i++)
        report_set(broken, broken_word((enum broken)i), report_whole(result->side[side].broken[i]));
    report_set(object, "broken", broken);
    return object;
}

static int print_json(int argc, char **argv, const struct match *match,
                      const struct match_result *result, double seconds)
{
    struct value *root = command_json(argc, argv);
    char text[24];

    if (!root)
        return EXIT_FAILED;
    report_set(root, "rules", report_text(match->rules->name));
    report_set(root, "seed", report_whole(match->seed));
    report_set(root, "rounds", report_whole(result->rounds));
    report_set(root, "a", side_json(match, result, 0));
    report_set(root, "b", side_json(match, result, 1));
    report_set(root, "drawn", report_whole(result->drawn));
    snprintf(text, sizeof text, "%016" PRIx64, result->signature);
    report_set(root, "signature", report_text(text));
    report_set(root, "rounds_per_second",
               report_real(seconds > 0 ? (double)result->rounds / seconds : 0.0));
    return command_print_json("match", root);
}

int cmd_match(int argc, char **argv)
{
    const char *rules_name = "classic";
    struct values changes = {0};
    uint64_t games = DEFAULT_ROUNDS, seed = 0, threads = (uint64_t)pool_processors();
    uint64_t max_broken = DEFAULT_MAX_BROKEN;
    bool json = false, seed_given = false;
    const struct option options[] = {
        {.name = "--games",
         .kind = OPTION_NUMBER,
         .target = &games,
         .least = 1,
         .most = 1000000000},
        {.name = "--rules", .kind = OPTION_TEXT, .target = &rules_name},
        {.name = "--rule", .kind = OPTION_REPEATED, .target = &changes},
        {.name = "--seed",
         .kind = OPTION_NUMBER,
         .target = &seed,
         .most = MAX_SEED,
         .given = &seed_given},
        {.name = "--threads",
         .kind = OPTION_NUMBER,
         .target = &threads,
         .least = 1,
         .most = MAX_THREADS},
        {.name = "--max-broken",
         .kind = OPTION_NUMBER,
         .target = &max_broken,
         .least = 1,
         .most = 1000000},
        {.name = "--json", .kind = OPTION_FLAG, .target = &json},
        {.name = NULL},
    };
    struct match_result result;
    struct operands operands;
    struct message message;
    struct rules rules;
    struct match match;
    double start;
    enum error error = args_parse(argc, argv, options, &operands, &message);

    if (!error && operands.count != 2)
        return command_usage("match", "it takes two bots");
    if (!error)
        error = args_rules(rules_name, &changes, &rules, &message);
    if (!error)
        error = args_seed(seed_given, &seed, &message);
    if (error)
        return command_refused("match", error, &message);
    match = (struct match){.rules = &rules,
                           .bot = {operands.value[0], operands.value[1]},
                           .rounds = games,
                           .seed = seed,
                           .threads = (int)threads,
                           .max_broken = (int)max_broken};
    start = now();
    error = match_play(&match, &result, &message);
    if (error)
        return command_refused("match", error, &message);
    if (json)
        return print_json(argc, argv, &match, &result, now() - start);
    print_table(&match, &result, now() - start);
    return command_finish("match");
}
