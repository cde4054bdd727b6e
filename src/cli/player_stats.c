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

struct gathered {
    struct personal_game *game;
    int count, room;
    bool is_full;
};

static bool gather(void *context, const struct played_game *game)
{
    struct gathered *gathered = context;
    int person = game->side[0].bot[0] ? 1 : 0;
    const struct played_side *own = &game->side[person], *other = &game->side[1 - person];
    struct personal_game *counted;

    if (own->bot[0])
        return true;
    if (gathered->count == gathered->room) {
        int room = gathered->room > 0 ? 2 * gathered->room : 64;

        counted = realloc(gathered->game, (size_t)room * sizeof *counted);
        gathered->is_full = !counted;
        if (!counted)
            return false;
        gathered->game = counted;
        gathered->room = room;
    }
    counted = &gathered->game[gathered->count++];
    *counted = (struct personal_game){.result = game->winner == NOBODY   ? 0
                                                : game->winner == person ? 1
                                                                         : -1,
                                      .by_sinking = strcmp(game->reason, "sunk") == 0,
                                      .may_repeat = game->seed_given || game->seed.is_unknown,
                                      .shots = own->shots,
                                      .advised = own->advised,
                                      .id = game->id,
                                      .when = game->when};
    _Static_assert(PLAYER_SIZE == (int)PERSONAL_NAME_SIZE && RULES_SIZE == (int)PERSONAL_NAME_SIZE,
                   "names have room");
    memcpy(counted->player, own->name, sizeof counted->player);
    memcpy(counted->bot, other->bot, sizeof counted->bot);
    memcpy(counted->rules, game->rules, sizeof counted->rules);
    return true;
}

enum error player_stats_read(struct store *store, const struct history_filter *filter,
                             struct personal_stats *stats, struct message *message)
{
    struct history_filter all = *filter;
    struct gathered gathered = {.count = 0};
    enum error error;

    *stats = (struct personal_stats){0};
    all.limit = 0;
    error = store_games(store, &all, gather, &gathered, message);
    if (!error && gathered.is_full)
        error = error_set(ERR_MEMORY, message, "out of memory");
    for (int i = gathered.count - 1; !error && i >= 0; i--) /* the latest comes first */
        if (personal_stats_add(stats, &gathered.game[i]) != OK)
            error = error_set(ERR_MEMORY, message, "out of memory");
    free(gathered.game);
    personal_stats_finish(stats);
    return error;
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

    personal_stats_print_rating(person, "+-", writer);
    writer_put(writer, "\n");
    if (caution[0])
        writer_format(writer, "  %s\n", caution);
    if (rating->games < 2)
        return;
    writer_put(writer, "  ");
    sparkline_write(person->course, rating->games, CHART_COLUMNS, ascii, writer);
    writer_put(writer, "  ");
    personal_stats_print_range(person, writer);
    writer_put(writer, "\n");
}

static enum error print_ratings(const struct personal_stats *stats, bool ascii, struct buffer *text)
{
    char line[LINE_SIZE];
    struct writer writer;
    enum error error = OK;

    if (stats->people == 0)
        return OK;
    writer_init(&writer, line, sizeof line);
    writer_put(&writer, "\n");
    personal_stats_print_levels(&writer);
    writer_put(&writer, "\n");
    error = buffer_put(text, line);
    for (int i = 0; !error && i < stats->people; i++) {
        writer_init(&writer, line, sizeof line);
        put_person(&stats->person[i], ascii, &writer);
        error = buffer_put(text, line);
    }
    return error;
}

static enum error print_scores(const struct personal_stats *stats, struct buffer *text)
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

enum error player_stats_print(const struct personal_stats *stats, bool ascii, struct buffer *text)
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

void player_stats_json(const struct personal_stats *stats, struct json_value *object)
{
    struct json_value *ratings = json_new_array(), *scores = json_new_array();

    for (int i = 0; i < stats->people; i++)
        json_append(ratings, person_json(&stats->person[i]));
    for (int i = 0; i < stats->scores; i++)
        json_append(scores, score_json(&stats->score[i]));
    json_set(object, "ratings", ratings);
    json_set(object, "high_scores", scores);
}
