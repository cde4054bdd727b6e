/* What the figures of a bot in the gym say about it, in plain words. A difference between families
 * is mentioned only if it is at least CLEAR shots and too large for an accident. */
#include "contest/gym.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double CLEAR = 1.5;
/* Several comparisons are made, so each must be safer than the usual two standard errors. */
static const double SURE = 2.5;
/* The shots of a round vary by about this much. */
static const double SPREAD = 9;

/* A good bot learns most in the first rounds. */
enum { NAMED = 4, LIST_SIZE = 200, FIRST_ROUNDS = 5 };

static struct message *next_sentence(struct gym_advice *advice)
{
    return &advice->sentence[advice->count < GYM_SENTENCES ? advice->count++ : GYM_SENTENCES - 1];
}

/* --- rounds won --------------------------------------------------------------------------------*/

/* Sorts the styles that were played by share of the rounds, lowest first, without the bot itself;
 * returns how many. */
static int sort_styles(const struct gym *gym, int order[GYM_STYLES], double share[GYM_STYLES])
{
    int count = 0;

    for (int i = 0; i < gym->styles; i++) {
        int at = count;

        share[i] = gym_figures(gym, &gym->result[i]).share.mean;
        if (gym->result[i].style->family == GYM_SELF || !isfinite(share[i]))
            continue;
        for (; at > 0 && share[order[at - 1]] > share[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
        count++;
    }
    return count;
}

static void advise_losses(const struct gym *gym, struct gym_advice *advice)
{
    int order[GYM_STYLES], count, lost = 0, named;
    double share[GYM_STYLES];
    char list[LIST_SIZE] = "";
    size_t used = 0;

    count = sort_styles(gym, order, share);
    if (count == 0)
        return;
    while (lost < count && share[order[lost]] < 0.5)
        lost++;
    named = lost < NAMED ? lost : NAMED;
    if (count == 1) {
        message_set(next_sentence(advice), "It wins %.1f %% of the rounds against %s.",
                    100 * share[order[0]], gym->result[order[0]].style->name);
        return;
    }
    if (lost == 0) {
        message_set(next_sentence(advice),
                    "It wins at least half of the rounds against every style. It is weakest "
                    "against %s (%.1f %% of the rounds).",
                    gym->result[order[0]].style->name, 100 * share[order[0]]);
        return;
    }
    for (int i = 0; i < named && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s (%.1f %%)",
                                 i == 0           ? ""
                                 : i == named - 1 ? " and "
                                                  : ", ",
                                 gym->result[order[i]].style->name, 100 * share[order[i]]);
    message_set(next_sentence(advice),
                "It wins less than half of the rounds against %d of %d style%s. It loses most "
                "against %s.",
                lost, count, text_s((uint64_t)count), list);
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

/* How much `mean` is above `usual`; 0 if the difference is not clear. */
static double find_extra(struct gym_mean mean, struct gym_mean usual)
{
    double extra = mean.mean - usual.mean, error = hypot(mean.error, usual.error);

    return isfinite(extra) && fabs(extra) >= CLEAR && fabs(extra) >= SURE * error ? extra : 0;
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

    if (find_extra(own, usual) > 0)
        message_set(next_sentence(advice),
                    "It needs %.1f shots against random fleets; exact needs %.1f.", own.mean,
                    usual.mean);
    if (find_extra(enemy, usual) < 0)
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
            double extra = find_extra(shots, usual);

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
        double extra = find_extra(shots, usual);

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
    message_set(
        next_sentence(advice),
        "%s: against predictable fleets it needs %.1f shots in the first round%s of a match "
        "and %.1f in the last quarter.",
        last < first - limit ? "It learns" : "It does not learn", first,
        first_rounds == 1 ? "" : "s", last);
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

void gym_advise(const struct gym *gym, struct gym_advice *advice)
{
    advice->count = 0;
    advise_faults(gym, advice);
    advise_losses(gym, advice);
    if (!gym->rules->race)
        return; /* the loser of a round stops shooting, so shots say little */
    advise_basics(gym, advice);
    advise_shots(gym, advice);
    advise_fleet(gym, advice);
    advise_learning(gym, advice);
}
