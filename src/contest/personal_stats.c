#include "contest/personal_stats.h"

#include "bots/bot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The list with room for one more element, perhaps at a new address. NULL if there is no memory;
 * then the list is as it was. */
static void *grow(void *list, int count, int *room, size_t size)
{
    int wanted = *room > 0 ? 2 * *room : 16;
    void *larger;

    if (count < *room)
        return list;
    larger = realloc(list, (size_t)wanted * size);
    if (larger)
        *room = wanted;
    return larger;
}

/* The index of a level; -1 for another bot, or one with options. */
static int find_level(const char *spec)
{
    int bot = strchr(spec, ':') ? -1 : bot_find(spec);

    return bot >= 0 && bot_facts(bot)->is_level ? bot : -1;
}

const char *personal_stats_title(const char *spec)
{
    int bot = find_level(spec);

    return bot >= 0 ? bot_facts(bot)->title : spec;
}

/* Different rules from files have the same name, so their shots cannot be compared. */
static bool is_custom(const char *rules)
{
    size_t length = strlen("custom");

    return strncmp(rules, "custom", length) == 0 && (!rules[length] || rules[length] == '+');
}

static struct rated_person *find_person(struct personal_stats *stats, const char *name)
{
    struct rated_person *person, *list;

    for (int i = 0; i < stats->people; i++)
        if (strcmp(stats->person[i].name, name) == 0)
            return &stats->person[i];
    list = grow(stats->person, stats->people, &stats->people_room, sizeof *stats->person);
    if (!list)
        return NULL;
    stats->person = list;
    person = &stats->person[stats->people++];
    *person = (struct rated_person){.room = 0};
    snprintf(person->name, sizeof person->name, "%s", name);
    return person;
}

static bool add_to_rating(struct personal_stats *stats, const struct personal_game *game, int bot)
{
    int level = rated_level_find(game->rules, bot_registered(bot)->name);
    struct rated_person *person;
    double *course;

    if (level < 0)
        return true;
    person = find_person(stats, game->player);
    course =
        person ? grow(person->course, person->rating.games, &person->room, sizeof *course) : NULL;
    if (!course)
        return false;
    person->course = course;
    person->results.won[level] += game->result > 0;
    person->results.lost[level] += game->result < 0;
    person->results.tied[level] += game->result == 0;
    personal_rating_fit(&person->results, &person->rating);
    person->course[person->rating.games - 1] = person->rating.elo;
    return true;
}

static bool add_score(struct personal_stats *stats, const struct personal_game *game, int bot)
{
    struct high_score *score =
        grow(stats->score, stats->scores, &stats->scores_room, sizeof *stats->score);

    if (!score)
        return false;
    stats->score = score;
    score = &stats->score[stats->scores++];
    *score =
        (struct high_score){.bot = bot, .shots = game->shots, .id = game->id, .when = game->when};
    memcpy(score->rules, game->rules, sizeof score->rules);
    memcpy(score->player, game->player, sizeof score->player);
    return true;
}

enum error personal_stats_add(struct personal_stats *stats, const struct personal_game *game)
{
    int bot = find_level(game->bot);

    if (bot < 0 || game->advised > 0 || game->may_repeat)
        return OK;
    if (!add_to_rating(stats, game, bot))
        return ERR_MEMORY;
    if (game->result > 0 && game->by_sinking && game->shots > 0 && !is_custom(game->rules) &&
        !add_score(stats, game, bot))
        return ERR_MEMORY;
    return OK;
}

/* --- the end -----------------------------------------------------------------------------------*/

/* By rules, level and shots; of equal ones, the oldest first. */
static int compare_scores(const void *a, const void *b)
{
    const struct high_score *x = a, *y = b;
    int order = strcmp(x->rules, y->rules);

    if (order)
        return order;
    if (x->bot != y->bot)
        return x->bot < y->bot ? -1 : 1;
    if (x->shots != y->shots)
        return x->shots < y->shots ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Keeps the best ones, one for each person, of a sorted list. */
static void choose_scores(struct personal_stats *stats)
{
    int kept = 0, first = 0; /* the first one with the same rules and level */

    for (int i = 0; i < stats->scores; i++) {
        struct high_score score = stats->score[i];
        bool is_known = false;

        if (kept > 0 && (strcmp(score.rules, stats->score[kept - 1].rules) != 0 ||
                         score.bot != stats->score[kept - 1].bot))
            first = kept;
        for (int j = first; j < kept; j++)
            is_known = is_known || strcmp(score.player, stats->score[j].player) == 0;
        if (!is_known && kept - first < MAX_HIGH_SCORES)
            stats->score[kept++] = score;
    }
    stats->scores = kept;
}

static int compare_people(const void *a, const void *b)
{
    const struct rated_person *x = a, *y = b;

    if (x->rating.games != y->rating.games)
        return x->rating.games > y->rating.games ? -1 : 1;
    return strcmp(x->name, y->name);
}

void personal_stats_finish(struct personal_stats *stats)
{
    if (stats->scores > 0)
        qsort(stats->score, (size_t)stats->scores, sizeof *stats->score, compare_scores);
    choose_scores(stats);
    if (stats->people > 0)
        qsort(stats->person, (size_t)stats->people, sizeof *stats->person, compare_people);
}

void personal_stats_release(struct personal_stats *stats)
{
    for (int i = 0; i < stats->people; i++)
        free(stats->person[i].course);
    free(stats->person);
    free(stats->score);
    *stats = (struct personal_stats){0};
}

/* --- text --------------------------------------------------------------------------------------*/

void personal_stats_print_levels(struct writer *writer)
{
    writer_put(writer, "Rating in Elo (classic:");
    for (int i = 0, listed = 0; i < RATED_LEVELS; i++)
        if (strcmp(rated_levels[i].rules, "classic") == 0)
            writer_format(writer, "%s %s %.0f", listed++ ? "," : "",
                          bot_facts(bot_find(rated_levels[i].bot))->title, rated_levels[i].elo);
    writer_put(writer, ")");
}

void personal_stats_print_rating(const struct rated_person *person, const char *sign,
                                 struct writer *writer)
{
    const struct personal_rating *rating = &person->rating;

    writer_format(writer, "%s: %.0f %s %.0f (95 %%: %.0f to %.0f), from %d game%s", person->name,
                  rating->elo, sign, rating->error, rating->low, rating->high, rating->games,
                  text_s((uint64_t)rating->games));
}

void personal_stats_print_range(const struct rated_person *person, struct writer *writer)
{
    double least = person->rating.elo, most = least;

    for (int i = 0; i < person->rating.games; i++) {
        least = person->course[i] < least ? person->course[i] : least;
        most = person->course[i] > most ? person->course[i] : most;
    }
    writer_format(writer, "%.0f to %.0f", least, most);
}
