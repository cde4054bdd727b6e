#include "contest/gym.h"

#include <math.h>
#include <string.h>

const struct gym_family_facts gym_families[GYM_FAMILIES] = {
    [GYM_RANDOM] = {"random", NULL, NULL},
    [GYM_REACTIVE] = {"reactive", "are placed where it shoots late", NULL},
    [GYM_WINDOWED] = {"windowed", "are placed where it shot late in recent rounds", NULL},
    [GYM_REPEATED] = {"repeated", "repeat", NULL},
    [GYM_AREA] = {"area", "stay in one part of the board", NULL},
    [GYM_HABIT] = {"habit", "keep to the edge, apart or together", NULL},
    [GYM_CARELESS] = {"wrecks", "contain wrecks", NULL},
    [GYM_FIXED] = {"fixed", NULL, "search in a fixed order"},
    [GYM_LEARNER] = {"learner", NULL, "learn where it places its fleet"},
    [GYM_PREDICTABLE] = {"predictable", "are placed predictably by bots that learn",
                         "learn, but place predictably"},
    [GYM_SWITCHING] = {"switching", "change at mid-match", NULL},
    [GYM_SELF] = {"self", NULL, NULL},
};

#define STYLE(style) style, "sparring:style=" style
enum { TUNING = false, FINAL = true, QUICK = true, LONG = false };

/* clang-format off */
static const struct gym_style styles[] = {
    {STYLE("uniform"),                    GYM_RANDOM,      TUNING, LONG},
    {STYLE("uniform-fixed"),              GYM_RANDOM,      TUNING, LONG},
    {"hard", "hard",                      GYM_RANDOM,      TUNING, LONG},
    {"heatmap", "heatmap",                GYM_RANDOM,      TUNING, QUICK},
    {"exact", "exact",                    GYM_RANDOM,      TUNING, QUICK},
    {"endgame", "endgame:fleet=random",   GYM_RANDOM,      FINAL,  LONG},
    {STYLE("reactive-sum"),               GYM_REACTIVE,    TUNING, QUICK},
    {STYLE("reactive-sum-short"),         GYM_REACTIVE,    FINAL,  LONG},
    {STYLE("reactive-sum-random"),        GYM_REACTIVE,    TUNING, LONG},
    {STYLE("reactive-max"),               GYM_REACTIVE,    TUNING, QUICK},
    {STYLE("reactive-max-short"),         GYM_REACTIVE,    TUNING, LONG},
    {STYLE("reactive-max-random"),        GYM_REACTIVE,    FINAL,  LONG},
    {STYLE("window10-sum"),               GYM_WINDOWED,    TUNING, QUICK},
    {STYLE("window10-max"),               GYM_WINDOWED,    FINAL,  LONG},
    {STYLE("window50-sum"),               GYM_WINDOWED,    FINAL,  LONG},
    {STYLE("window50-max"),               GYM_WINDOWED,    TUNING, LONG},
    {STYLE("reset25-sum"),                GYM_WINDOWED,    TUNING, LONG},
    {STYLE("reset25-max"),                GYM_WINDOWED,    FINAL,  LONG},
    {STYLE("static"),                     GYM_REPEATED,    TUNING, QUICK},
    {STYLE("static-fixed"),               GYM_REPEATED,    FINAL,  LONG},
    {STYLE("listed"),                     GYM_REPEATED,    TUNING, QUICK},
    {STYLE("listed-fixed"),               GYM_REPEATED,    FINAL,  LONG},
    {STYLE("half"),                       GYM_AREA,        TUNING, QUICK},
    {STYLE("quarter"),                    GYM_AREA,        FINAL,  LONG},
    {STYLE("edge"),                       GYM_HABIT,       TUNING, QUICK},
    {STYLE("corner"),                     GYM_HABIT,       FINAL,  LONG},
    {STYLE("no-touch"),                   GYM_HABIT,       TUNING, LONG},
    {STYLE("clustered"),                  GYM_HABIT,       FINAL,  LONG},
    {STYLE("careless"),                   GYM_CARELESS,    TUNING, QUICK},
    {STYLE("careless-edge"),              GYM_CARELESS,    FINAL,  LONG},
    {STYLE("fixed-rows"),                 GYM_FIXED,       TUNING, LONG},
    {STYLE("fixed-centre"),               GYM_FIXED,       TUNING, QUICK},
    {STYLE("fixed-random"),               GYM_FIXED,       TUNING, LONG},
    {STYLE("learn-cells"),                GYM_LEARNER,     TUNING, QUICK},
    {STYLE("learn-cells-decay"),          GYM_LEARNER,     FINAL,  LONG},
    {STYLE("learn-ships"),                GYM_LEARNER,     TUNING, QUICK},
    {STYLE("learn-ships-decay"),          GYM_LEARNER,     TUNING, LONG},
    {STYLE("learn-exact"),                GYM_LEARNER,     FINAL,  LONG},
    {STYLE("learn-cells-static"),         GYM_PREDICTABLE, TUNING, QUICK},
    {STYLE("learn-cells-decay-listed"),   GYM_PREDICTABLE, FINAL,  LONG},
    {STYLE("learn-ships-listed"),         GYM_PREDICTABLE, TUNING, LONG},
    {STYLE("learn-ships-decay-reactive"), GYM_PREDICTABLE, TUNING, LONG},
    {STYLE("learn-exact-reactive"),       GYM_PREDICTABLE, FINAL,  LONG},
    {STYLE("switch-to-reactive"),         GYM_SWITCHING,   TUNING, QUICK},
    {STYLE("switch-to-uniform"),          GYM_SWITCHING,   FINAL,  LONG},
    {STYLE("switch-to-edge"),             GYM_SWITCHING,   TUNING, LONG},
    {STYLE("switch-to-fixed"),            GYM_SWITCHING,   FINAL,  LONG},
    {"itself", NULL,                      GYM_SELF,        FINAL,  LONG},
};
/* clang-format on */

const struct gym_style *gym_style(int index)
{
    int count = (int)(sizeof styles / sizeof styles[0]);

    return index >= 0 && index < count ? &styles[index] : NULL;
}

bool gym_style_is(const struct gym_style *style, const char *word)
{
    return strcmp(word, style->name) == 0 || strcmp(word, gym_families[style->family].name) == 0 ||
           strcmp(word, style->is_final ? "final" : "tuning") == 0;
}

/* --- means over matches ------------------------------------------------------------------------*/

uint64_t gym_match_rounds(const struct gym_match *match)
{
    return match->won + match->lost + match->drawn;
}

uint64_t gym_rounds_played(const struct gym *gym, const struct gym_result *result)
{
    uint64_t rounds = 0;

    for (uint64_t i = 0; i < gym->matches; i++)
        rounds += gym_match_rounds(&result->match[i]);
    return rounds;
}

bool gym_is_complete(const struct gym *gym)
{
    for (int i = 0; i < gym->styles; i++)
        if (gym_rounds_played(gym, &gym->result[i]) < gym->matches * gym->rounds)
            return false;
    return true;
}

/* What a match adds to a mean: the sum of a figure, and of how many rounds. */
struct part {
    double sum, rounds;
};

static struct part points_of(const struct gym_match *match, int side)
{
    (void)side;
    return (struct part){(double)match->won + (double)match->drawn / 2,
                         (double)gym_match_rounds(match)};
}

static struct part shots_of(const struct gym_match *match, int side)
{
    return (struct part){(double)match->shots[side], (double)match->whole};
}

/* The mean of a figure by round, with its error over the matches: that of a ratio, because an
 * interrupted match has fewer rounds than the others and so counts for less. */
static struct gym_mean mean_of_rounds(const struct gym *gym, const struct gym_result *result,
                                      struct part (*part_of)(const struct gym_match *, int),
                                      int side)
{
    double sum = 0, rounds = 0, squares = 0, matches = 0, mean;

    for (uint64_t i = 0; i < gym->matches; i++) {
        struct part part = part_of(&result->match[i], side);

        sum += part.sum;
        rounds += part.rounds;
        matches += part.rounds > 0;
    }
    if (matches == 0)
        return (struct gym_mean){NAN, NAN};
    mean = sum / rounds;
    for (uint64_t i = 0; i < gym->matches; i++) {
        struct part part = part_of(&result->match[i], side);

        squares += (part.sum - mean * part.rounds) * (part.sum - mean * part.rounds);
    }
    return (struct gym_mean){mean,
                             matches > 1 ? sqrt(matches / (matches - 1) * squares) / rounds : NAN};
}

double gym_interval_factor(uint64_t values)
{
    static const double factors[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23,
                                     2.20,  2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10, 2.09, 2.09};
    uint64_t known = sizeof factors / sizeof factors[0];

    if (values < 2)
        return NAN;
    return values - 2 < known ? factors[values - 2] : 1.96 + 2.5 / (double)(values - 1);
}

/* Half of the 95 % interval. A few matches may end alike by accident, so the error counts as no
 * less than if all rounds were independent. */
static double interval_half(struct gym_mean share, uint64_t matches, uint64_t rounds)
{
    double count = (double)rounds;
    double likely = (share.mean * count + 1) / (count + 2);
    double least = sqrt(likely * (1 - likely) / count);

    if (matches < GYM_FEW_MATCHES || !isfinite(share.error))
        return NAN;
    return gym_interval_factor(matches) * fmax(share.error, least);
}

struct gym_figures gym_figures(const struct gym *gym, const struct gym_result *result)
{
    struct gym_figures figures = {.share = mean_of_rounds(gym, result, points_of, 0)};
    uint64_t matches = 0;
    double half;

    for (uint64_t i = 0; i < gym->matches; i++) {
        const struct gym_match *match = &result->match[i];

        matches += gym_match_rounds(match) > 0;
        if (gym_match_rounds(match) < gym->rounds)
            continue; /* nobody has won a match that was interrupted */
        figures.won += match->won > match->lost;
        figures.lost += match->won < match->lost;
        figures.drawn += match->won == match->lost;
    }
    half = interval_half(figures.share, matches, gym_rounds_played(gym, result));
    figures.at_least = isnan(half) ? NAN : fmax(0, figures.share.mean - half);
    figures.at_most = isnan(half) ? NAN : fmin(1, figures.share.mean + half);
    for (int side = 0; side < 2; side++)
        figures.shots[side] = mean_of_rounds(gym, result, shots_of, side);
    return figures;
}

/* --- groups ------------------------------------------------------------------------------------*/

static bool is_in(const struct gym_style *style, struct gym_group group)
{
    return (group.family < 0 || style->family == (enum gym_family)group.family) &&
           (group.is_final < 0 || style->is_final == (group.is_final > 0));
}

/* The mean of several means, as far as they are known, and its error. */
struct mean_of_means {
    int count;
    double sum, error;
};

static void add_mean(struct mean_of_means *means, struct gym_mean mean)
{
    if (!isfinite(mean.mean))
        return;
    means->count++;
    means->sum += mean.mean;
    means->error = hypot(means->error, mean.error);
}

static struct gym_mean divide(const struct mean_of_means *means)
{
    if (means->count == 0)
        return (struct gym_mean){NAN, NAN};
    return (struct gym_mean){means->sum / means->count, means->error / means->count};
}

bool gym_group_figures(const struct gym *gym, struct gym_group group, struct gym_figures *figures)
{
    struct mean_of_means share = {0}, shots[2] = {{0}};
    int count = 0;

    *figures = (struct gym_figures){.at_least = NAN, .at_most = NAN};
    for (int i = 0; i < gym->styles; i++) {
        struct gym_figures one;

        if (!is_in(gym->result[i].style, group))
            continue;
        one = gym_figures(gym, &gym->result[i]);
        add_mean(&share, one.share);
        for (int side = 0; side < 2; side++)
            add_mean(&shots[side], one.shots[side]);
        figures->won += one.won;
        figures->lost += one.lost;
        figures->drawn += one.drawn;
        count++;
    }
    figures->share = divide(&share);
    for (int side = 0; side < 2; side++)
        figures->shots[side] = divide(&shots[side]);
    return count > 0;
}

double gym_shots_between(const struct gym *gym, int family, int side, uint64_t from, uint64_t to)
{
    struct mean_of_means means = {0};

    for (int i = 0; i < gym->styles; i++) {
        const struct gym_result *result = &gym->result[i];
        uint64_t shots = 0, whole = 0;

        if (!is_in(result->style, (struct gym_group){family, -1}))
            continue;
        for (uint64_t round = from; round < to; round++) {
            shots += result->round[round].shots[side];
            whole += result->round[round].whole;
        }
        add_mean(&means, (struct gym_mean){(double)shots / (double)whole, 0});
    }
    return divide(&means).mean;
}
