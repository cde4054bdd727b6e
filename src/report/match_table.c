#include "report/match_table.h"

#include "base/columns.h"
#include "contest/match_score.h"
#include "report/bot_facts.h"
#include "report/figure.h"
#include "report/secret.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* NaN if no round was finished. */
static double mean_shots(const struct contest_match *match, int side)
{
    return match->whole ? (double)match->side[side].shots / (double)match->whole : NAN;
}

static double mean_turns(const struct contest_match *match, int side)
{
    return match->whole ? (double)match->side[side].turns / (double)match->whole : NAN;
}

static bool shows_turns(const struct match_outcome *outcome)
{
    return rules_turns_decide(outcome->rules);
}

/* How many turns a side needs to win: the mean over the whole rounds that it won, and its standard
 * error. NaN where there are too few. */
struct won_turns {
    double mean, error;
};

static struct won_turns won_turns(const struct contest_side *side)
{
    double rounds = (double)(side->won_by_first[0] + side->won_by_first[1]);
    double mean = rounds > 0 ? (double)side->won_turns / rounds : NAN;
    double variance = ((double)side->won_turn_squares - rounds * mean * mean) / (rounds - 1);

    return (struct won_turns){mean, rounds > 1 ? sqrt(fmax(variance, 0) / rounds) : NAN};
}

/* The rounds that both sides won are different ones, so their errors are independent. */
static struct won_turns won_turns_difference(const struct contest_match *match)
{
    struct won_turns a = won_turns(&match->side[0]), b = won_turns(&match->side[1]);

    return (struct won_turns){a.mean - b.mean, hypot(a.error, b.error)};
}

static bool has_guest(const struct contest_match *match)
{
    return match->side[0].guest.is_guest || match->side[1].guest.is_guest;
}

static double per_second(const struct match_outcome *outcome, double seconds)
{
    return seconds > 0 ? (double)outcome->match->rounds / seconds : 0.0;
}

/* --- the table ---------------------------------------------------------------------------------*/

/* Never 0 or 100 %: no number of rounds makes it certain. */
static void print_superiority(double superiority)
{
    if (superiority > 0.9995)
        printf("over 99.9 %%\n");
    else if (superiority < 0.0005)
        printf("under 0.1 %%\n");
    else
        printf("%.1f %%\n", 100 * superiority);
}

static void print_score(const struct match_outcome *outcome)
{
    struct match_score score = match_score_of(outcome->match, 0);

    printf("\nshare of rounds: a %.1f %%, b %.1f %%", 100 * score.share, 100 * (1 - score.share));
    if (isfinite(score.error))
        printf(", +- %.1f (standard error; a draw counts half)\n", 100 * score.error);
    else
        printf("; all ended the same way, so the error is unknown\n");
    printf("likelihood that a is stronger: ");
    print_superiority(score.superiority);
}

static void print_first(const struct contest_match *match)
{
    const uint64_t *won = match->side[0].won_by_first;

    if (match->whole == 0)
        return;
    printf("first mover: a won %" PRIu64 " of %" PRIu64 " round%s that it began, and %" PRIu64
           " of %" PRIu64 " that b began\n",
           won[0], match->first[0], text_s(match->first[0]), won[1], match->first[1]);
}

static void print_turns(const struct match_outcome *outcome)
{
    const struct contest_match *match = outcome->match;
    struct won_turns a = won_turns(&match->side[0]), b = won_turns(&match->side[1]);
    struct won_turns difference = won_turns_difference(match);

    if (shows_turns(outcome))
        printf("turns of the winner: a %s, b %s, difference %s\n",
               figure_mean(a.mean, a.error, 2).text, figure_mean(b.mean, b.error, 2).text,
               figure_mean(difference.mean, difference.error, 2).text);
}

/* A guest's processor time is not ours, so with guests the speed is that of the clock. */
static void print_speed(const struct match_outcome *outcome)
{
    if (has_guest(outcome->match))
        fprintf(stderr, "%.0f rounds per second\n", per_second(outcome, outcome->seconds));
    else
        fprintf(stderr, "%.0f rounds per second of processor time\n",
                per_second(outcome, outcome->core_seconds));
}

static void print_notes(const struct match_outcome *outcome)
{
    const struct contest_match *match = outcome->match;

    if (outcome->is_paired)
        printf("paired: each pair of fleets is played twice, with the sides and the first mover "
               "swapped\n");
    for (int i = 0; i < 2; i++) {
        const struct contest_side *side = &match->side[i];

        bot_facts_print_faults(event_side_word(i), side->broken, &side->trouble, side->wrecks,
                               side->wasted, stdout);
    }
    if (match->unplayed)
        printf("%" PRIu64
               " round%s not played: a bot that breaks %d round%s loses the rest of the match\n",
               match->unplayed, match->unplayed == 1 ? " was" : "s were", outcome->max_broken,
               text_s((uint64_t)outcome->max_broken));
    if (has_guest(match))
        bot_facts_print_limits(outcome->limits, stdout);
}

static void print_test(const struct match_outcome *outcome)
{
    const struct sprt_terms *test = outcome->test;
    struct sprt_state state = sprt_judge(outcome->evidence, test);
    const char *a = outcome->bot[0], *b = outcome->bot[1];

    printf("\nsequential test: is a stronger than b by %.0f Elo, or only by %.0f?\n", test->high,
           test->low);
    printf("  matches  %" PRIu64 " of %" PRIu64 " round%s\n", outcome->evidence->matches,
           test->rounds, text_s(test->rounds));
    printf("  score    %.2f %% for a\n", 100 * state.score);
    if (isfinite(state.error))
        printf("  Elo      %+.1f +- %.1f (95 %%)\n", state.elo, state.error);
    else
        printf(
            "  Elo      %+.1f or more extreme; the matches vary too little for an error estimate\n",
            state.elo);
    printf("  LLR      %.2f, decided at %.2f or %.2f\n", state.llr, state.least, state.most);
    if (state.verdict == SPRT_HIGH)
        printf("verdict: yes, %s is stronger than %s: %.0f Elo is far more likely than %.0f\n", a,
               b, test->high, test->low);
    else if (state.verdict == SPRT_LOW)
        printf("verdict: no, %s is not %.0f Elo stronger than %s: %.0f Elo is far more likely\n", a,
               test->high, b, test->low);
    else if (outcome->evidence->matches < SPRT_LEAST_MATCHES)
        printf("verdict: undecided: the test needs at least %d short matches; allow more rounds "
               "with --games\n",
               SPRT_LEAST_MATCHES);
    else
        printf("verdict: undecided after %" PRIu64 " round%s; allow more with --games\n",
               outcome->match->rounds, text_s(outcome->match->rounds));
}

void match_table_print(const struct match_outcome *outcome)
{
    const struct contest_match *match = outcome->match;
    int width = 20;

    for (int side = 0; side < 2; side++)
        if (columns_of(outcome->bot[side]) > width)
            width = columns_of(outcome->bot[side]);
    printf("%s against %s: %s rules, %" PRIu64 " round%s, seed %" PRIu64 "\n\n", outcome->bot[0],
           outcome->bot[1], outcome->rules->name, match->rounds, text_s(match->rounds),
           outcome->seed.number);
    printf("  %-*s %9s %9s %9s %11s", width, "bot", "won", "lost", "drawn", "mean shots");
    if (shows_turns(outcome))
        printf(" %11s", "mean turns");
    printf(" %7s\n", "broken");
    for (int side = 0; side < 2; side++) {
        printf("%s %s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %11s", event_side_word(side),
               columns_pad(outcome->bot[side], width).text, match->side[side].won,
               match->side[1 - side].won, match->drawn,
               figure_number(mean_shots(match, side), 2).text);
        if (shows_turns(outcome))
            printf(" %11s", figure_number(mean_turns(match, side), 2).text);
        printf(" %7" PRIu64 "\n", contest_side_broken(&match->side[side]));
    }
    print_score(outcome);
    print_first(match);
    print_turns(outcome);
    print_notes(outcome);
    if (outcome->test)
        print_test(outcome);
    secret_print(&outcome->seed, stdout);
    fflush(stdout);
    for (int side = 0; side < 2; side++)
        if (match->side[side].guest.is_guest)
            bot_facts_print_guest(&match->side[side].guest, event_side_word(side), stderr);
    print_speed(outcome);
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *side_json(const struct match_outcome *outcome, int index)
{
    const struct contest_side *side = &outcome->match->side[index];
    struct match_score score = match_score_of(outcome->match, index);
    struct won_turns turns = won_turns(side);
    struct json_value *object = json_new_object();

    json_set(object, "bot", json_text(outcome->bot[index]));
    json_set(object, "won", json_uint(side->won));
    json_set(object, "share", json_double(score.share));
    json_set(object, "share_error", json_double(score.error));
    json_set(object, "superiority", json_double(score.superiority));
    json_set(object, "mean_shots", json_double(mean_shots(outcome->match, index)));
    json_set(object, "mean_turns", json_double(mean_turns(outcome->match, index)));
    json_set(object, "won_turns", json_double(turns.mean));
    json_set(object, "won_turns_error", json_double(turns.error));
    json_set(object, "broken", bot_facts_broken_json(side->broken));
    json_set(object, "wrecks", json_uint(side->wrecks));
    json_set(object, "wasted", json_uint(side->wasted));
    if (side->trouble.round)
        json_set(object, "trouble", bot_facts_trouble_json(&side->trouble, "round"));
    if (side->guest.is_guest)
        json_set(object, "guest", bot_facts_guest_json(&side->guest));
    return object;
}

/* The whole rounds that one side began. */
static struct json_value *first_json(const struct contest_match *match, int first)
{
    struct json_value *object = json_new_object();
    uint64_t a = match->side[0].won_by_first[first], b = match->side[1].won_by_first[first];

    json_set(object, "rounds", json_uint(match->first[first]));
    json_set(object, "a_won", json_uint(a));
    json_set(object, "b_won", json_uint(b));
    json_set(object, "drawn", json_uint(match->first[first] - a - b));
    return object;
}

static struct json_value *test_json(const struct match_outcome *outcome)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    const struct sprt_terms *test = outcome->test;
    struct sprt_state state = sprt_judge(outcome->evidence, test);
    struct json_value *object = json_new_object();

    json_set(object, "low", json_double(test->low));
    json_set(object, "high", json_double(test->high));
    json_set(object, "alpha", json_double(test->alpha));
    json_set(object, "beta", json_double(test->beta));
    json_set(object, "matches", json_uint(outcome->evidence->matches));
    json_set(object, "match_rounds", json_uint(test->rounds));
    json_set(object, "score", json_double(state.score));
    json_set(object, "elo", json_double(state.elo));
    json_set(object, "elo_error", json_double(state.error));
    json_set(object, "llr", json_double(state.llr));
    json_set(object, "lower", json_double(state.least));
    json_set(object, "upper", json_double(state.most));
    json_set(object, "verdict", json_text(verdicts[state.verdict]));
    return object;
}

void match_table_fill_json(const struct match_outcome *outcome, struct json_value *root)
{
    const struct contest_match *match = outcome->match;
    struct won_turns difference = won_turns_difference(match);
    char text[24];

    json_set(root, "rules", json_text(outcome->rules->name));
    secret_set_json(&outcome->seed, root);
    json_set(root, "rounds", json_uint(match->rounds));
    json_set(root, "paired", json_bool(outcome->is_paired));
    json_set(root, "a", side_json(outcome, 0));
    json_set(root, "b", side_json(outcome, 1));
    json_set(root, "drawn", json_uint(match->drawn));
    json_set(root, "a_first", first_json(match, 0));
    json_set(root, "b_first", first_json(match, 1));
    json_set(root, "won_turns_difference", json_double(difference.mean));
    json_set(root, "won_turns_difference_error", json_double(difference.error));
    json_set(root, "unplayed", json_uint(match->unplayed));
    if (outcome->test)
        json_set(root, "sprt", test_json(outcome));
    if (has_guest(match))
        json_set(root, "limits", bot_facts_limits_json(outcome->limits));
    snprintf(text, sizeof text, "%016" PRIx64, match->signature);
    json_set(root, "signature", json_text(text));
    json_set(root, "rounds_per_second", json_double(per_second(outcome, outcome->seconds)));
    json_set(root, "core_rounds_per_second",
             json_double(per_second(outcome, outcome->core_seconds)));
}
