/* See match_out.h. What depends on the clock goes to standard error, so that a seed gives the same
 * table to the last letter. */
#include "cli/match_out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double mean_shots(const struct contest_match *result, int side)
{
    return result->whole ? (double)result->side[side].shots / (double)result->whole : 0;
}

static bool has_guest(const struct contest_match *result)
{
    return result->side[0].guest.is_guest || result->side[1].guest.is_guest;
}

static double per_second(const struct match_answer *answer)
{
    return answer->seconds > 0 ? (double)answer->result->rounds / answer->seconds : 0.0;
}

/* --- the table ---------------------------------------------------------------------------------*/

static void print_broken(const struct match_answer *answer, int index)
{
    const struct contest_side *side = &answer->result->side[index];
    const char *between = "";

    printf("%s broke %" PRIu64 " round%s: ", event_side_word(index), contest_side_broken(side),
           contest_side_broken(side) == 1 ? "" : "s");
    for (int kind = 1; kind < BROKEN_KINDS; kind++) {
        if (!side->broken[kind])
            continue;
        printf("%s%s %" PRIu64, between, bot_broken_word((enum broken)kind), side->broken[kind]);
        between = ", ";
    }
    putchar('\n');
    if (answer->series)
        printf("  match %" PRIu64 ", ", side->trouble.match);
    printf("%sround %" PRIu64 ": ", answer->series ? "" : "  ", side->trouble.round);
    guests_trouble_print(&side->trouble, stdout);
}

static void print_notes(const struct match_answer *answer)
{
    const struct contest_match *result = answer->result;

    if (answer->match->is_paired)
        printf("paired: each two rounds had the same two fleets, sides and first mover "
               "exchanged\n");
    for (int i = 0; i < 2; i++) {
        const struct contest_side *side = &result->side[i];

        if (contest_side_broken(side))
            print_broken(answer, i);
        if (side->wrecks)
            printf("%s placed %" PRIu64 " ship%s badly, which sank at once\n", event_side_word(i),
                   side->wrecks, side->wrecks == 1 ? "" : "s");
        if (side->wasted)
            printf("%s wasted %" PRIu64 " shot%s off the board or on cells shot before\n",
                   event_side_word(i), side->wasted, side->wasted == 1 ? "" : "s");
    }
    if (result->unplayed)
        printf("%" PRIu64 " rounds were not played: %d broken ones lose the rest of a match\n",
               result->unplayed, answer->match->max_broken);
    if (has_guest(result))
        guests_print_limits(answer->guests, stdout);
}

static void print_test(const struct match_answer *answer)
{
    const struct series *series = answer->series;
    const struct sprt_state *state = &answer->outcome->state;
    const char *a = answer->match->bot[0], *b = answer->match->bot[1];

    printf("\nsequential test: is a %.0f Elo stronger than b, or rather %.0f?\n",
           series->terms.high, series->terms.low);
    printf("  matches  %" PRIu64 " of %" PRIu64 " rounds\n", answer->outcome->sprt.matches,
           series->match.rounds);
    printf("  score    %.2f %% for a\n", 100 * state->score);
    if (isfinite(state->error))
        printf("  Elo      %+.1f +- %.1f (95 %%)\n", state->elo, state->error);
    else
        printf("  Elo      %+.1f or beyond; the matches were too much alike to tell\n", state->elo);
    printf("  LLR      %.2f; decides at %.2f and %.2f\n", state->llr, state->least, state->most);
    if (state->verdict == SPRT_HIGH)
        printf("verdict: yes. %s is stronger than %s: %.0f Elo is far more likely than %.0f\n", a,
               b, series->terms.high, series->terms.low);
    else if (state->verdict == SPRT_LOW)
        printf("verdict: no. %s is not %.0f Elo stronger than %s: %.0f is far more likely\n", a,
               series->terms.high, b, series->terms.low);
    else
        printf("verdict: undecided after %" PRIu64 " rounds; --games allows more\n",
               answer->result->rounds);
}

void match_print_table(const struct match_answer *answer)
{
    const struct match *match = answer->match;
    const struct contest_match *result = answer->result;
    int width = 20;

    for (int side = 0; side < 2; side++)
        if ((int)strlen(match->bot[side]) > width)
            width = (int)strlen(match->bot[side]);
    printf("%s against %s: %s rules, %" PRIu64 " rounds, seed %" PRIu64 "\n\n", match->bot[0],
           match->bot[1], match->rules->name, result->rounds, match->seed);
    printf("  %-*s %9s %9s %9s %11s %7s\n", width, "bot", "won", "lost", "drawn", "mean shots",
           "broken");
    for (int side = 0; side < 2; side++)
        printf("%s %-*s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %11.2f %7" PRIu64 "\n",
               event_side_word(side), width, match->bot[side], result->side[side].won,
               result->side[1 - side].won, result->drawn, mean_shots(result, side),
               contest_side_broken(&result->side[side]));
    print_notes(answer);
    if (answer->series)
        print_test(answer);
    fflush(stdout);
    for (int side = 0; side < 2; side++)
        if (result->side[side].guest.is_guest)
            guests_facts_print(&result->side[side].guest, event_side_word(side), stderr);
    fprintf(stderr, "%.0f rounds per second\n", per_second(answer));
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *side_json(const struct match_answer *answer, int index)
{
    const struct contest_side *side = &answer->result->side[index];
    struct json_value *object = json_new_object(), *broken = json_new_object();

    json_set(object, "bot", json_text(answer->match->bot[index]));
    json_set(object, "won", json_uint(side->won));
    json_set(object, "mean_shots", json_double(mean_shots(answer->result, index)));
    for (int i = 1; i < BROKEN_KINDS; i++)
        json_set(broken, bot_broken_word((enum broken)i), json_uint(side->broken[i]));
    json_set(object, "broken", broken);
    json_set(object, "wrecks", json_uint(side->wrecks));
    json_set(object, "wasted", json_uint(side->wasted));
    if (side->trouble.round)
        json_set(object, "trouble", guests_trouble_json(&side->trouble, "round"));
    if (side->guest.is_guest)
        json_set(object, "guest", guests_facts_json(&side->guest));
    return object;
}

static struct json_value *test_json(const struct match_answer *answer)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    const struct series *series = answer->series;
    const struct sprt_state *state = &answer->outcome->state;
    struct json_value *object = json_new_object();

    json_set(object, "low", json_double(series->terms.low));
    json_set(object, "high", json_double(series->terms.high));
    json_set(object, "alpha", json_double(series->terms.alpha));
    json_set(object, "beta", json_double(series->terms.beta));
    json_set(object, "matches", json_uint(answer->outcome->sprt.matches));
    json_set(object, "match_rounds", json_uint(series->match.rounds));
    json_set(object, "score", json_double(state->score));
    json_set(object, "elo", json_double(state->elo));
    json_set(object, "elo_error", json_double(state->error));
    json_set(object, "llr", json_double(state->llr));
    json_set(object, "lower", json_double(state->least));
    json_set(object, "upper", json_double(state->most));
    json_set(object, "verdict", json_text(verdicts[state->verdict]));
    return object;
}

void match_fill_json(const struct match_answer *answer, struct json_value *root)
{
    const struct contest_match *result = answer->result;
    char text[24];

    json_set(root, "rules", json_text(answer->match->rules->name));
    json_set(root, "seed", json_uint(answer->match->seed));
    json_set(root, "rounds", json_uint(result->rounds));
    json_set(root, "paired", json_bool(answer->match->is_paired));
    json_set(root, "a", side_json(answer, 0));
    json_set(root, "b", side_json(answer, 1));
    json_set(root, "drawn", json_uint(result->drawn));
    json_set(root, "unplayed", json_uint(result->unplayed));
    if (answer->series)
        json_set(root, "sprt", test_json(answer));
    if (has_guest(result))
        json_set(root, "limits", guests_limits_json(answer->guests));
    snprintf(text, sizeof text, "%016" PRIx64, result->signature);
    json_set(root, "signature", json_text(text));
    json_set(root, "rounds_per_second", json_double(per_second(answer)));
}
