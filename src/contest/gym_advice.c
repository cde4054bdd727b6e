/* What the figures of a bot in the gym say about it, in plain words. Each sentence has its row in
 * the table of docs/WRITING-A-BOT.md. Only what is too large for an accident is mentioned. */
#include "contest/gym.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A difference between families is mentioned if it has at least this many shots. */
static const double CLEAR = 1.5;
/* Several comparisons are made, so each must be safer than the usual 95 %. */
static const double SURE = 1.25;
/* The shots of a round vary by about this much. */
static const double SPREAD = 9;

/* A good bot learns most in the first rounds. */
enum { NAMED = 4, LIST_SIZE = 400, FIRST_ROUNDS = 5 };

static struct message *next_sentence(struct gym_advice *advice)
{
    return &advice->sentence[advice->count < GYM_SENTENCES ? advice->count++ : GYM_SENTENCES - 1];
}

/* --- rounds won --------------------------------------------------------------------------------*/

/* A style and the rounds that the bot won against it. */
struct rival {
    const char *name;
    double share, at_least, at_most;
};

/* The styles by share of the rounds, lowest first, without the bot itself; returns how many. */
static int sort_rivals(const struct gym *gym, struct rival rivals[GYM_STYLES])
{
    int count = 0;

    for (int i = 0; i < gym->styles; i++) {
        const struct gym_style *style = gym->result[i].style;
        struct gym_figures figures = gym_figures(gym, &gym->result[i]);
        int at = count;

        if (style->family == GYM_SELF)
            continue;
        for (; at > 0 && rivals[at - 1].share > figures.share.mean; at--)
            rivals[at] = rivals[at - 1];
        rivals[at] =
            (struct rival){style->name, figures.share.mean, figures.at_least, figures.at_most};
        count++;
    }
    return count;
}

/* The same in the table. */
static bool are_tied(const struct rival *a, const struct rival *b)
{
    return lround(1000 * a->share) == lround(1000 * b->share);
}

/* `edge (10.0 %), half (12.5 %) and 3 others (12.5 %)`: the first few, and those as bad as the
 * last of these. */
static void list_worst(const struct rival *rivals, int count, char list[LIST_SIZE])
{
    int named = count < NAMED ? count : NAMED, tied = 0;
    struct writer writer;

    while (named + tied < count && are_tied(&rivals[named + tied], &rivals[named - 1]))
        tied++;
    writer_init(&writer, list, LIST_SIZE);
    for (int i = 0; i < named; i++)
        writer_format(&writer, "%s%s (%.1f %%)",
                      i == 0                        ? ""
                      : i == named - 1 && tied == 0 ? " and "
                                                    : ", ",
                      rivals[i].name, 100 * rivals[i].share);
    if (tied > 0)
        writer_format(&writer, " and %d other%s (%.1f %%)", tied, text_s((uint64_t)tied),
                      100 * rivals[named - 1].share);
}

/* The weakest result, if it is clearly below the mean of the others. */
static void advise_weakest(const struct rival *rivals, int count, struct gym_advice *advice)
{
    double others = 0;

    for (int i = 1; i < count; i++)
        others += rivals[i].share / (count - 1);
    if (count > 1 && rivals[0].at_most < others && !are_tied(&rivals[0], &rivals[1]))
        message_set(next_sentence(advice), "It is weakest against %s (%.1f %% of the rounds).",
                    rivals[0].name, 100 * rivals[0].share);
}

/* A result is clear if its 95 % interval does not contain one half. */
static void advise_rounds(const struct gym *gym, struct gym_advice *advice)
{
    struct rival rivals[GYM_STYLES], lost[GYM_STYLES];
    int count = sort_rivals(gym, rivals), losses = 0, wins = 0;
    char list[LIST_SIZE], unclear[64] = "";

    for (int i = 0; i < count; i++) {
        wins += rivals[i].at_least > 0.5;
        if (rivals[i].at_most < 0.5)
            lost[losses++] = rivals[i];
    }
    if (losses + wins < count)
        snprintf(unclear, sizeof unclear, "; %d %s too close to tell", count - losses - wins,
                 count - losses - wins == 1 ? "is" : "are");
    if (count == 1 && losses + wins == 1) {
        message_set(next_sentence(advice), "It wins %.1f %% of the rounds against %s.",
                    100 * rivals[0].share, rivals[0].name);
    } else if (losses > 0) {
        list_worst(lost, losses, list);
        message_set(next_sentence(advice),
                    "It wins less than half of the rounds against %d of %d styles%s. It loses most "
                    "against %s.",
                    losses, count, unclear, list);
    } else if (wins > 0) {
        message_set(next_sentence(advice),
                    "It wins more than half of the rounds against %d of %d styles%s.", wins, count,
                    unclear);
        advise_weakest(rivals, count, advice);
    }
}

/* --- its shots and its fleet -------------------------------------------------------------------*/

static uint64_t count_whole(const struct gym *gym, const struct gym_result *result)
{
    uint64_t whole = 0;

    for (uint64_t i = 0; i < gym->matches; i++)
        whole += result->match[i].whole;
    return whole;
}

/* The mean shots of a side in matches against a family. The error over a few matches may be small
 * by accident, so it counts as no less than that of as many independent rounds. */
static struct gym_mean family_shots(const struct gym *gym, enum gym_family family, int side)
{
    struct gym_figures figures;
    struct gym_mean mean;
    uint64_t whole = 0;

    if (!gym_group_figures(gym, (struct gym_group){(int)family, -1}, &figures))
        return (struct gym_mean){NAN, NAN};
    for (int i = 0; i < gym->styles; i++)
        if (gym->result[i].style->family == family)
            whole += count_whole(gym, &gym->result[i]);
    mean = figures.shots[side];
    mean.error = fmax(mean.error, SPREAD / sqrt((double)whole));
    return mean;
}

/* The shots of the ordinary bot that finds the fleet first. */
static struct gym_mean best_ordinary(const struct gym *gym)
{
    struct gym_mean best = {NAN, NAN};

    for (int i = 0; i < gym->styles; i++) {
        const struct gym_result *result = &gym->result[i];
        struct gym_mean mean = gym_figures(gym, result).shots[SIDE_B];

        if (result->style->family != GYM_RANDOM || !(isnan(best.mean) || mean.mean < best.mean))
            continue;
        best = mean;
        best.error = fmax(mean.error, SPREAD / sqrt((double)count_whole(gym, result)));
    }
    return best;
}

static uint64_t fewest_matches(const struct gym *gym)
{
    uint64_t fewest = gym->matches;

    for (int i = 0; i < gym->styles; i++) {
        struct gym_figures figures = gym_figures(gym, &gym->result[i]);
        uint64_t matches = figures.won + figures.lost + figures.drawn;

        fewest = matches < fewest ? matches : fewest;
    }
    return fewest;
}

/* How much `mean` is above `usual`; 0 if the difference is not clear. Errors over a few matches are
 * uncertain themselves, which Student's distribution allows for. */
static double find_extra(const struct gym *gym, struct gym_mean mean, struct gym_mean usual)
{
    double extra = mean.mean - usual.mean, error = hypot(mean.error, usual.error);
    double least = fmax(CLEAR, SURE * gym_interval_factor(fewest_matches(gym)) * error);

    return isfinite(extra) && fabs(extra) >= least ? extra : 0;
}

/* On boards like those of the classic game: the shots that the highest level needs for a random
 * fleet. NaN elsewhere. */
static double usual_shots(const struct rules *rules)
{
    struct rules plain = *rules_find("classic");

    plain.race = rules->race;
    plain.wrecks = rules->wrecks;
    plain.repeat_shot = rules->repeat_shot;
    plain.first = rules->first;
    return rules_equal(&plain, rules) ? bot_facts(bot_find("exact"))->shots : NAN;
}

/* Its shots at random fleets, and the shots of ordinary bots at its fleet. */
static void advise_basics(const struct gym *gym, struct gym_advice *advice)
{
    struct gym_mean usual = {usual_shots(gym->rules), 0};
    struct gym_mean own = family_shots(gym, GYM_RANDOM, SIDE_A);
    struct gym_mean enemy = family_shots(gym, GYM_RANDOM, SIDE_B);

    if (find_extra(gym, own, usual) > 0)
        message_set(next_sentence(advice),
                    "It needs %.1f shots against random fleets; exact needs %.1f.", own.mean,
                    usual.mean);
    if (find_extra(gym, enemy, usual) < 0)
        message_set(next_sentence(advice),
                    "Its fleet is found early even by ordinary shooters: they need %.1f shots, and "
                    "%.1f for a random fleet.",
                    enemy.mean, usual.mean);
}

/* The three families whose fleets take the most shots. */
static void advise_shots(const struct gym *gym, struct gym_advice *advice)
{
    struct gym_mean usual = family_shots(gym, GYM_RANDOM, SIDE_A);
    bool told[GYM_FAMILIES] = {false};

    for (int i = 0; i < 3; i++) {
        double most = 0, most_shots = 0;
        int worst = -1;

        for (int family = 0; family < GYM_FAMILIES; family++) {
            struct gym_mean shots = family_shots(gym, (enum gym_family)family, SIDE_A);
            double extra = find_extra(gym, shots, usual);

            if (!gym_families[family].fleets || told[family] || extra <= most)
                continue;
            most = extra;
            most_shots = shots.mean;
            worst = family;
        }
        if (worst < 0)
            return;
        told[worst] = true;
        message_set(next_sentence(advice),
                    "It needs %.1f shots against fleets that %s, %.1f more than against random "
                    "fleets.",
                    most_shots, gym_families[worst].fleets, most);
    }
}

static void advise_fleet(const struct gym *gym, struct gym_advice *advice)
{
    struct gym_mean usual = best_ordinary(gym);

    for (int family = 0; family < GYM_FAMILIES; family++) {
        struct gym_mean shots = family_shots(gym, (enum gym_family)family, SIDE_B);
        double extra = find_extra(gym, shots, usual);

        if (gym_families[family].shooters && extra < 0)
            message_set(next_sentence(advice),
                        "Its fleet is found early by shooters that %s: they need %.1f shots, %.1f "
                        "fewer than ordinary ones.",
                        gym_families[family].shooters, shots.mean, -extra);
    }
}

/* --- learning ----------------------------------------------------------------------------------*/

static bool can_be_learned(enum gym_family family)
{
    return gym_families[family].fleets && family != GYM_CARELESS && family != GYM_SWITCHING;
}

/* What a difference of two means over this many rounds must be to be clear. */
static double clear_difference(double rounds_a, double rounds_b)
{
    return fmax(CLEAR, 2 * SPREAD * sqrt(1 / rounds_a + 1 / rounds_b));
}

/* Whole rounds `from` to `to` - 1 against fleets that can be learned. */
static double count_rounds(const struct gym *gym, uint64_t from, uint64_t to)
{
    double count = 0;

    for (int i = 0; i < gym->styles; i++)
        for (uint64_t round = from; round < to; round++)
            if (can_be_learned(gym->result[i].style->family))
                count += (double)gym->result[i].round[round].whole;
    return count;
}

/* Against fleets that can be learned. Says nothing if the rounds are too few to tell. */
static void advise_learning(const struct gym *gym, struct gym_advice *advice)
{
    static const double too_vague = 4;
    uint64_t quarter = gym->rounds / 4;
    uint64_t first_rounds = quarter < FIRST_ROUNDS ? quarter : FIRST_ROUNDS;
    double first = 0, last = 0, limit;
    char rounds[32] = "round";
    int families = 0;

    for (int family = 0; family < GYM_FAMILIES && quarter > 0; family++) {
        double early = gym_shots_between(gym, family, SIDE_A, 0, first_rounds);
        double late = gym_shots_between(gym, family, SIDE_A, gym->rounds - quarter, gym->rounds);

        if (!can_be_learned((enum gym_family)family) || !isfinite(early) || !isfinite(late))
            continue;
        first += early;
        last += late;
        families++;
    }
    if (families == 0)
        return;
    first /= families;
    last /= families;
    limit = clear_difference(count_rounds(gym, 0, first_rounds),
                             count_rounds(gym, gym->rounds - quarter, gym->rounds));
    if (last >= first - limit && limit > too_vague)
        return;
    if (first_rounds > 1)
        snprintf(rounds, sizeof rounds, "%d rounds", (int)first_rounds);
    message_set(next_sentence(advice),
                "%s: against fleets that can be learned it needs %.1f shots in the first %s of a "
                "match and %.1f in the last quarter.",
                last < first - limit ? "It learns" : "It does not learn", first, rounds, last);
}

static void advise_faults(const struct gym *gym, struct gym_advice *advice)
{
    uint64_t broken = 0, unplayed = 0, wrecks = 0;

    for (int i = 0; i < gym->styles; i++) {
        broken += contest_side_broken(&gym->result[i].sum.side[SIDE_A]);
        unplayed += gym->result[i].sum.unplayed;
        wrecks += gym->result[i].sum.side[SIDE_A].wrecks;
    }
    if (broken && unplayed)
        message_set(next_sentence(advice),
                    "It broke %llu round%s. It lost these and %llu more, which were not played "
                    "after that. 'broadside check-bot' helps to find out why.",
                    (unsigned long long)broken, text_s(broken), (unsigned long long)unplayed);
    else if (broken)
        message_set(next_sentence(advice),
                    "It broke %llu round%s and lost them. 'broadside check-bot' helps to find out "
                    "why.",
                    (unsigned long long)broken, text_s(broken));
    if (wrecks)
        message_set(next_sentence(advice), "It lost %llu ship%s to bad placement.",
                    (unsigned long long)wrecks, text_s(wrecks));
}

/* The styles with enough whole matches, which share the matches and rounds of the whole gym. */
static struct gym choose_counted(const struct gym *gym, struct gym_result results[GYM_STYLES])
{
    struct gym counted = *gym;

    counted.styles = 0;
    counted.result = results;
    for (int i = 0; i < gym->styles; i++) {
        struct gym_figures figures = gym_figures(gym, &gym->result[i]);

        if (figures.won + figures.lost + figures.drawn >= GYM_FEW_MATCHES)
            results[counted.styles++] = gym->result[i];
    }
    return counted;
}

void gym_advise(const struct gym *gym, struct gym_advice *advice)
{
    struct gym_result results[GYM_STYLES];
    struct gym counted = choose_counted(gym, results);

    *advice = (struct gym_advice){.counted = counted.styles};
    for (int i = 0; i < gym->styles; i++)
        advice->played += gym_rounds_played(gym, &gym->result[i]) > 0;
    advise_faults(gym, advice);
    advise_rounds(&counted, advice);
    if (!gym->rules->race)
        return; /* the loser of a round stops shooting, so shots say little */
    advise_basics(&counted, advice);
    advise_shots(&counted, advice);
    advise_fleet(&counted, advice);
    advise_learning(&counted, advice);
}
