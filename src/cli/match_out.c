/* See match_out.h. What depends on the clock goes to standard error, so that a seed gives the same
 * table to the last letter. */
#include "cli/match_out.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double mean_shots(const struct match_result *result, int side)
{
    return result->whole ? (double)result->side[side].shots / (double)result->whole : 0;
}

static bool has_guest(const struct match_result *result)
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
    const struct match_side *side = &answer->result->side[index];
    const char *between = "";

    printf("%s broke %" PRIu64 " round%s: ", event_side_word(index), match_broken(side),
           match_broken(side) == 1 ? "" : "s");
    for (int kind = 1; kind < BROKEN_KINDS; kind++) {
        if (!side->broken[kind])
            continue;
        printf("%s%s %" PRIu64, between, broken_word((enum broken)kind), side->broken[kind]);
        between = ", ";
    }
    putchar('\n');
    if (answer->series)
        printf("  match %" PRIu64 ", ", side->trouble.match);
    printf("%sround %" PRIu64 ": ", answer->series ? "" : "  ", side->trouble.round);
    trouble_print(&side->trouble, stdout);
}

static void print_notes(const struct match_answer *answer)
{
    const struct match_result *result = answer->result;

    if (answer->match->is_paired)
        printf("paired: each two rounds had the same two fleets, sides and first mover "
               "exchanged\n");
    for (int i = 0; i < 2; i++) {
        const struct match_side *side = &result->side[i];

        if (match_broken(side))
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
    const struct match_result *result = answer->result;
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
               match_broken(&result->side[side]));
    print_notes(answer);
    if (answer->series)
        print_test(answer);
    fflush(stdout);
    for (int side = 0; side < 2; side++)
        if (result->side[side].guest.is_guest)
            guest_facts_print(&result->side[side].guest, event_side_word(side), stderr);
    fprintf(stderr, "%.0f rounds per second\n", per_second(answer));
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct value *side_json(const struct match_answer *answer, int index)
{
    const struct match_side *side = &answer->result->side[index];
    struct value *object = report_object(), *broken = report_object();

    report_set(object, "bot", report_text(answer->match->bot[index]));
    report_set(object, "won", report_whole(side->won));
    report_set(object, "mean_shots", report_real(mean_shots(answer->result, index)));
    for (int i = 1; i < BROKEN_KINDS; i++)
        report_set(broken, broken_word((enum broken)i), report_whole(side->broken[i]));
    report_set(object, "broken", broken);
    report_set(object, "wrecks", report_whole(side->wrecks));
    report_set(object, "wasted", report_whole(side->wasted));
    if (side->trouble.round)
        report_set(object, "trouble", trouble_json(&side->trouble, "round"));
    if (side->guest.is_guest)
        report_set(object, "guest", guest_facts_json(&side->guest));
    return object;
}

static struct value *test_json(const struct match_answer *answer)
{
    static const char *const verdicts[] = {
        [SPRT_OPEN] = "undecided", [SPRT_LOW] = "low", [SPRT_HIGH] = "high"};
    const struct series *series = answer->series;
    const struct sprt_state *state = &answer->outcome->state;
    struct value *object = report_object();

    report_set(object, "low", report_real(series->terms.low));
    report_set(object, "high", report_real(series->terms.high));
    report_set(object, "alpha", report_real(series->terms.alpha));
    report_set(object, "beta", report_real(series->terms.beta));
    report_set(object, "matches", report_whole(answer->outcome->sprt.matches));
    report_set(object, "match_rounds", report_whole(series->match.rounds));
    report_set(object, "score", report_real(state->score));
    report_set(object, "elo", report_real(state->elo));
    report_set(object, "elo_error", report_real(state->error));
    report_set(object, "llr", report_real(state->llr));
    report_set(object, "lower", report_real(state->least));
    report_set(object, "upper", report_real(state->most));
    report_set(object, "verdict", report_text(verdicts[state->verdict]));
    return object;
}

void match_fill_json(const struct match_answer *answer, struct value *root)
{
    const struct match_result *result = answer->result;
    char text[24];

    report_set(root, "rules", report_text(answer->match->rules->name));
    report_set(root, "seed", report_whole(answer->match->seed));
    report_set(root, "rounds", report_whole(result->rounds));
    report_set(root, "paired", report_bool(answer->match->is_paired));
    report_set(root, "a", side_json(answer, 0));
    report_set(root, "b", side_json(answer, 1));
    report_set(root, "drawn", report_whole(result->drawn));
    report_set(root, "unplayed", report_whole(result->unplayed));
    if (answer->series)
        report_set(root, "sprt", test_json(answer));
    if (has_guest(result))
        report_set(root, "limits", guests_limits_json(answer->guests));
    snprintf(text, sizeof text, "%016" PRIx64, result->signature);
    report_set(root, "signature", report_text(text));
    report_set(root, "rounds_per_second", report_real(per_second(answer)));
}
