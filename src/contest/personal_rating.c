/* The slope of the log-likelihood falls everywhere, so bisection finds its root, and the ends of
 * the interval are where the likelihood has fallen by a fixed amount on either side. */
#include "contest/personal_rating.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* From `broadside tournament easy medium hard exact --rules classic --games 2000 --seed 1` and
 * `--rules advanced --games 1000`, moved so that medium is RATED_MEDIUM. */
/* clang-format off */
const struct rated_level rated_levels[RATED_LEVELS] = {
    {"classic",  "easy",   1308},
    {"classic",  "medium", RATED_MEDIUM},
    {"classic",  "hard",   1682},
    {"classic",  "exact",  1706},
    {"advanced", "easy",   1253},
    {"advanced", "medium", RATED_MEDIUM},
    {"advanced", "hard",   1678},
    {"advanced", "exact",  1765},
};
/* clang-format on */

static const double elo_of_one = 173.717792761; /* 400 / ln 10 */
static const double prior_games = 1;            /* drawn, against medium */
static const double normal_95 = 1.959963985;
static const double farthest = 40; /* from medium, in logarithms of strength: beyond any result */

enum { BISECTIONS = 100 };

/* Knobs that change neither what a bot does nor how strong it is. */
static bool is_harmless(struct slice change)
{
    static const char *const knobs[] = {
        "first=", "tracking=", "own-map=", "invalid-input=", "repeat-shot="};

    for (size_t i = 0; i < sizeof knobs / sizeof knobs[0]; i++)
        if (change.length > strlen(knobs[i]) &&
            memcmp(change.text, knobs[i], strlen(knobs[i])) == 0)
            return true;
    return false;
}

int rated_level_find(const char *rules, const char *bot)
{
    struct slice rest = slice_of(rules), preset, change;

    slice_cut(&rest, '+', &preset);
    while (slice_cut(&rest, '+', &change))
        if (!is_harmless(change))
            return -1;
    for (int i = 0; i < RATED_LEVELS; i++)
        if (slice_is(preset, rated_levels[i].rules) && strcmp(rated_levels[i].bot, bot) == 0)
            return i;
    return -1;
}

struct slope {
    double height, slope, bend; /* the log-likelihood, and its first two derivatives */
};

/* Adds `won` of `games` against an opponent whose strength is `distance` below the person's. */
static void add(struct slope *at, double distance, double games, double won)
{
    double odds = exp(-fabs(distance)), less = odds / (1 + odds);
    double chance = distance > 0 ? 1 - less : less;

    at->height += won * distance - games * (fmax(distance, 0) + log1p(odds));
    at->slope += won - games * chance;
    at->bend -= games * less * (1 - less);
}

/* `theta` is relative to medium. */
static struct slope survey(const struct level_results *results, double theta)
{
    struct slope at = {0, 0, 0};

    add(&at, theta, prior_games, prior_games / 2);
    for (int i = 0; i < RATED_LEVELS; i++)
        add(&at, theta - (rated_levels[i].elo - RATED_MEDIUM) / elo_of_one,
            results->won[i] + results->lost[i] + results->tied[i],
            results->won[i] + 0.5 * results->tied[i]);
    return at;
}

static double find_top(const struct level_results *results)
{
    double low = -farthest, high = farthest;

    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (low + high) / 2;

        if (survey(results, middle).slope > 0)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Where the likelihood has fallen to `height` between the top and a far place. */
static double find_height(const struct level_results *results, double top, double far,
                          double height)
{
    for (int i = 0; i < BISECTIONS; i++) {
        double middle = (top + far) / 2;

        if (survey(results, middle).height > height)
            top = middle;
        else
            far = middle;
    }
    return (top + far) / 2;
}

void personal_rating_fit(const struct level_results *results, struct personal_rating *rating)
{
    double top = find_top(results);
    struct slope at = survey(results, top);
    double edge = at.height - normal_95 * normal_95 / 2;

    *rating = (struct personal_rating){
        .elo = RATED_MEDIUM + elo_of_one * top,
        .error = elo_of_one / sqrt(-at.bend),
        .low = RATED_MEDIUM + elo_of_one * find_height(results, top, -farthest, edge),
        .high = RATED_MEDIUM + elo_of_one * find_height(results, top, farthest, edge),
    };
    for (int i = 0; i < RATED_LEVELS; i++) {
        rating->won += results->won[i];
        rating->lost += results->lost[i];
        rating->tied += results->tied[i];
    }
    rating->games = rating->won + rating->lost + rating->tied;
}

const char *personal_rating_caution(const struct personal_rating *rating)
{
    if (rating->games == 0)
        return "";
    if (rating->won == rating->games)
        return "You won every rated game, so you may be much stronger than this.";
    if (rating->lost == rating->games)
        return "You lost every rated game, so you may be much weaker than this.";
    return rating->games < 10 ? "A rating from so few games says little." : "";
}
