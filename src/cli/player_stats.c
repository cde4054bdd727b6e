#include "cli/player_stats.h"

#include "base/columns.h"
#include "bots/bot.h"
#include "report/sparkline.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CHART_COLUMNS = 60, LINE_SIZE = 512, DATE_SIZE = 32 };

/* --- reading -----------------------------------------------------------------------------------*/

/* What counts of a game. */
struct counted_game {
    char rules[RULES_SIZE], player[PLAYER_SIZE];
    int bot, shots; /* shots is 0 if the game does not count for the high scores */
    int result;     /* 1, 0 or -1 for the person */
    int64_t id, when;
};

struct gathered {
    struct counted_game *game;
    int count, room;
    bool is_full;
};

/* Makes room for one more element. */
static bool grow(void **list, int count, int *room, size_t size)
{
    int wanted = *room > 0 ? 2 * *room : 64;
    void *larger;

    if (count < *room)
        return true;
    larger = realloc(*list, (size_t)wanted * size);
    if (!larger)
        return false;
    *list = larger;
    *room = wanted;
    return true;
}

/* The index of a level; -1 for another bot, or one with options. */
static int find_level(const char *spec)
{
    int bot = strchr(spec, ':') ? -1 : bot_find(spec);

    return bot >= 0 && bot_facts(bot)->is_level ? bot : -1;
}

const char *player_stats_title(const char *spec)
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

static bool gather(void *context, const struct played_game *game)
{
    struct gathered *gathered = context;
    int person = game->side[0].bot[0] ? 1 : 0;
    const struct played_side *own = &game->side[person], *other = &game->side[1 - person];
    int bot = find_level(other->bot);
    struct counted_game *counted;

    if (own->bot[0] || bot < 0 || own->advised > 0 || game->seed_given || game->seed.is_unknown)
        return true;
    gathered->is_full =
        !grow((void **)&gathered->game, gathered->count, &gathered->room, sizeof *gathered->game);
    if (gathered->is_full)
        return false;
    counted = &gathered->game[gathered->count++];
    *counted = (struct counted_game){.bot = bot,
                                     .result = game->winner == NOBODY   ? 0
                                               : game->winner == person ? 1
                                                                        : -1,
                                     .id = game->id,
                                     .when = game->when};
    if (counted->result > 0 && strcmp(game->reason, "sunk") == 0 && !is_custom(game->rules))
        counted->shots = own->shots;
    memcpy(counted->rules, game->rules, sizeof counted->rules);
    memcpy(counted->player, own->name, sizeof counted->player);
    return true;
}

static struct rated_person *find_person(struct player_stats *stats, int *room, const char *name)
{
    struct rated_person *person;

    for (int i = 0; i < stats->people; i++)
        if (strcmp(stats->person[i].name, name) == 0)
            return &stats->person[i];
    if (!grow((void **)&stats->person, stats->people, room, sizeof *stats->person))
        return NULL;
    person = &stats->person[stats->people++];
    *person = (struct rated_person){.room = 0};
    snprintf(person->name, sizeof person->name, "%s", name);
    return person;
}

static bool add_to_rating(struct player_stats *stats, int *room, const struct counted_game *game)
{
    int level = rated_level_find(game->rules, bot_registered(game->bot)->name);
    struct rated_person *person;

    if (level < 0)
        return true;
    person = find_person(stats, room, game->player);
    if (!person || !grow((void **)&person->course, person->rating.games, &person->room,
                         sizeof *person->course))
        return false;
    person->results.won[level] += game->result > 0;
    person->results.lost[level] += game->result < 0;
    person->results.tied[level] += game->result == 0;
    personal_rating_fit(&person->results, &person->rating);
    person->course[person->rating.games - 1] = person->rating.elo;
    return true;
}

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
static void choose_scores(struct player_stats *stats)
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

/* The games are the latest first. */
static bool count_games(struct player_stats *stats, const struct gathered *gathered)
{
    int room = 0;

    stats->score = calloc((size_t)gathered->count + 1, sizeof *stats->score);
    if (!stats->score)
        return false;
    for (int i = gathered->count - 1; i >= 0; i--) {
        const struct counted_game *game = &gathered->game[i];
        struct high_score *score = &stats->score[stats->scores];

        if (!add_to_rating(stats, &room, game))
            return false;
        if (game->shots == 0)
            continue;
        *score = (struct high_score){
            .bot = game->bot, .shots = game->shots, .id = game->id, .when = game->when};
        memcpy(score->rules, game->rules, sizeof score->rules);
        memcpy(score->player, game->player, sizeof score->player);
        stats->scores++;
    }
    qsort(stats->score, (size_t)stats->scores, sizeof *stats->score, compare_scores);
    choose_scores(stats);
    if (stats->people > 0)
        qsort(stats->person, (size_t)stats->people, sizeof *stats->person, compare_people);
    return true;
}

enum error player_stats_read(struct store *store, const struct history_filter *filter,
                             struct player_stats *stats, struct message *message)
{
    struct history_filter all = *filter;
    struct gathered gathered = {.count = 0};
    enum error error;

    *stats = (struct player_stats){.people = 0};
    all.limit = 0;
    error = store_games(store, &all, gather, &gathered, message);
    if (!error && (gathered.is_full || !count_games(stats, &gathered)))
        error = error_set(ERR_MEMORY, message, "out of memory");
    free(gathered.game);
    return error;
}

void player_stats_release(struct player_stats *stats)
{
    for (int i = 0; i < stats->people; i++)
        free(stats->person[i].course);
    free(stats->person);
    free(stats->score);
    *stats = (struct player_stats){.people = 0};
}

/* --- text --------------------------------------------------------------------------------------*/

bool player_stats_locale_has_blocks(void)
{
    return setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

static void put_person(const struct rated_person *person, bool ascii, struct writer *writer)
{
    const struct personal_rating *rating = &person->rating;
    const char *caution = personal_rating_caution(rating);
    double least = rating->elo, most = least;

    writer_format(writer, "%s: %.0f +- %.0f (95 %%: %.0f to %.0f), from %d game%s\n", person->name,
                  rating->elo, rating->error, rating->low, rating->high, rating->games,
                  text_s((uint64_t)rating->games));
    if (caution[0])
        writer_format(writer, "  %s\n", caution);
    if (rating->games < 2)
        return;
    for (int i = 0; i < rating->games; i++) {
        least = person->course[i] < least ? person->course[i] : least;
        most = person->course[i] > most ? person->course[i] : most;
    }
    writer_put(writer, "  ");
    sparkline_write(person->course, rating->games, CHART_COLUMNS, ascii, writer);
    writer_format(writer, "  %.0f to %.0f\n", least, most);
}

static enum error print_ratings(const struct player_stats *stats, bool ascii, struct buffer *text)
{
    char line[LINE_SIZE];
    struct writer writer;
    enum error error = OK;

    if (stats->people == 0)
        return OK;
    writer_init(&writer, line, sizeof line);
    writer_put(&writer, "\nRating in Elo (classic:");
    for (int i = 0, listed = 0; i < RATED_LEVELS; i++)
        if (strcmp(rated_levels[i].rules, "classic") == 0)
            writer_format(&writer, "%s %s %.0f", listed++ ? "," : "",
                          bot_facts(bot_find(rated_levels[i].bot))->title, rated_levels[i].elo);
    writer_put(&writer, ")\n");
    error = buffer_put(text, line);
    for (int i = 0; !error && i < stats->people; i++) {
        writer_init(&writer, line, sizeof line);
        put_person(&stats->person[i], ascii, &writer);
        error = buffer_put(text, line);
    }
    return error;
}

static enum error print_scores(const struct player_stats *stats, struct buffer *text)
{
    enum error error = OK;
    int width = 10;

    for (int i = 0; i < stats->scores; i++)
        if (columns_of(stats->score[i].rules) > width)
            width = columns_of(stats->score[i].rules);
    if (stats->scores > 0)
        error = buffer_put(text, "\nHigh scores (fewest shots to win)\n");
    for (int i = 0; !error && i < stats->scores; i++) {
        const struct high_score *score = &stats->score[i];
        time_t seconds = (time_t)score->when;
        char line[LINE_SIZE], date[DATE_SIZE] = "?";
        struct tm local;

        if (localtime_r(&seconds, &local))
            strftime(date, sizeof date, "%Y-%m-%d", &local);
        snprintf(line, sizeof line, "  %s %-7s %3d shots  %s  %s, game %lld\n",
                 columns_pad(score->rules, width).text, bot_facts(score->bot)->title, score->shots,
                 date, score->player, (long long)score->id);
        error = buffer_put(text, line);
    }
    return error;
}

enum error player_stats_print(const struct player_stats *stats, bool ascii, struct buffer *text)
{
    enum error error = print_ratings(stats, ascii, text);

    return error ? error : print_scores(stats, text);
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *person_json(const struct rated_person *person)
{
    const struct personal_rating *rating = &person->rating;
    struct json_value *object = json_new_object(), *course = json_new_array();

    json_set(object, "player", json_text(person->name));
    json_set(object, "elo", json_double(rating->elo));
    json_set(object, "error", json_double(rating->error));
    json_set(object, "low", json_double(rating->low));
    json_set(object, "high", json_double(rating->high));
    json_set(object, "games", json_int(rating->games));
    json_set(object, "won", json_int(rating->won));
    json_set(object, "lost", json_int(rating->lost));
    json_set(object, "tied", json_int(rating->tied));
    for (int i = 0; i < rating->games; i++)
        json_append(course, json_double(person->course[i]));
    json_set(object, "course", course);
    return object;
}

static struct json_value *score_json(const struct high_score *score)
{
    struct json_value *object = json_new_object();
    time_t seconds = (time_t)score->when;
    char when[DATE_SIZE] = "?";
    struct tm utc;

    if (gmtime_r(&seconds, &utc))
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    json_set(object, "rules", json_text(score->rules));
    json_set(object, "opponent", json_text(bot_registered(score->bot)->name));
    json_set(object, "player", json_text(score->player));
    json_set(object, "shots", json_int(score->shots));
    json_set(object, "id", json_int(score->id));
    json_set(object, "when", json_text(when));
    return object;
}

void player_stats_json(const struct player_stats *stats, struct json_value *object)
{
    struct json_value *ratings = json_new_array(), *scores = json_new_array();

    for (int i = 0; i < stats->people; i++)
        json_append(ratings, person_json(&stats->person[i]));
    for (int i = 0; i < stats->scores; i++)
        json_append(scores, score_json(&stats->score[i]));
    json_set(object, "ratings", ratings);
    json_set(object, "high_scores", scores);
}
