#include "cli/screen_backend.h"

#include "base/columns.h"
#include "cli/args.h"
#include "cli/player_stats.h"
#include "store/training_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DATE_SIZE = 32,
    LINE_SIZE = 512,
    STANDING_COLUMNS = 76 /* of a row of the standings with everything */
};

/* --- warnings ----------------------------------------------------------------------------------*/

void screen_backend_warn(struct screen_backend *backend, const char *warning)
{
    if (backend->warnings < MAX_WARNINGS)
        message_set(&backend->warning[backend->warnings++], "%s", warning);
}

static bool next_warning(void *context, struct message *warning)
{
    struct screen_backend *backend = context;

    if (backend->warnings == 0)
        return false;
    *warning = backend->warning[0];
    backend->warnings--;
    memmove(backend->warning, backend->warning + 1,
            (size_t)backend->warnings * sizeof backend->warning[0]);
    return true;
}

/* --- settings ----------------------------------------------------------------------------------*/

void screen_backend_keyboard(struct screen_backend *backend, struct keyboard *keyboard)
{
    const struct settings *settings = backend->settings;
    struct message reason;

    keyboard_init(keyboard);
    for (int i = 0; i < settings->key_lines; i++)
        if (keyboard_bind(keyboard, settings->key[i].action, settings->key[i].keys, &reason) !=
            OK) {
            message_prefix(&reason, "A line of the settings was ignored");
            screen_backend_warn(backend, reason.text);
        }
}

void screen_backend_choice(const struct screen_backend *backend, struct screen_choice *choice)
{
    const struct settings *settings = backend->settings;

    *choice = (struct screen_choice){.name = {"Player", "Player 2"}};
    if (settings->name[0])
        text_printable(choice->name[0], NAME_SIZE, settings->name);
    snprintf(choice->rules, CHOICE_SIZE, "%s", settings_rules(settings));
    snprintf(choice->opponent, CHOICE_SIZE, "%s", settings->opponent);
    choice->pace = settings->pace;
    choice->speed = settings->speed;
    choice->motion = settings->motion;
    choice->bell = settings->bell;
    choice->learn = settings->learn;
    choice->mine = settings->mine;
}

static void remember(void *context, const struct screen_choice *choice)
{
    struct screen_backend *backend = context;
    struct settings *settings = backend->settings;
    struct message message;

    if (strcmp(choice->name[0], "Player") != 0 || settings->name[0])
        snprintf(settings->name, sizeof settings->name, "%s", choice->name[0]);
    if (rules_find(choice->rules))
        snprintf(settings->rules, sizeof settings->rules, "%s", choice->rules);
    if (!choice->two_people)
        snprintf(settings->opponent, sizeof settings->opponent, "%s", choice->opponent);
    settings->pace = choice->pace;
    settings->speed = choice->speed;
    settings->motion = choice->motion;
    settings->bell = choice->bell;
    settings->learn = choice->learn;
    settings->mine = choice->mine;
    if (settings_write(settings, &message) != OK)
        screen_backend_warn(backend, message.text);
}

static enum error find_rules(void *context, const struct screen_choice *choice, struct rules *rules,
                             struct message *message)
{
    struct values none = {0};
    enum error error = args_rules(choice->rules, &none, rules, message);

    (void)context;
    return error ? error : my_rules_apply(&choice->mine, rules, message);
}

/* --- history -----------------------------------------------------------------------------------*/

static void format_date(int64_t when, char text[DATE_SIZE])
{
    time_t seconds = (time_t)when;
    struct tm local;

    if (!localtime_r(&seconds, &local) || !strftime(text, DATE_SIZE, "%Y-%m-%d %H:%M", &local))
        snprintf(text, DATE_SIZE, "?");
}

static enum error require_history(const struct screen_backend *backend, struct message *message)
{
    if (backend->history)
        return OK;
    return error_set(ERR_MISSING, message, "There is no history: %s", backend->no_history);
}

static const char *player_name(const struct played_side *side)
{
    return side->bot[0] ? side->bot : side->name;
}

struct game_list {
    struct screen_item *game;
    int count;
};

static bool add_game(void *context, const struct played_game *game)
{
    struct game_list *list = context;
    struct screen_item *listed = &list->game[list->count++];
    int first = game->winner == SIDE_B ? SIDE_B : SIDE_A;
    char date[DATE_SIZE];

    format_date(game->when, date);
    snprintf(listed->id, CHOICE_SIZE, "%lld", (long long)game->id);
    snprintf(listed->text, sizeof listed->text, "%4lld  %s  %s: %s %s %s, %d move%s",
             (long long)game->id, date, game->rules, player_name(&game->side[first]),
             game->winner == NOBODY ? "tied with" : "beat", player_name(&game->side[1 - first]),
             game->moves, text_s((uint64_t)game->moves));
    return list->count < SCREEN_MAX_ITEMS;
}

static enum error games(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                        struct message *message)
{
    const struct screen_backend *backend = context;
    struct history_filter all = {"", "", "", SCREEN_MAX_ITEMS, ""};
    struct game_list games = {.game = list};
    enum error error = require_history(backend, message);

    if (!error)
        error = store_games(backend->history, &all, add_game, &games, message);
    *count = games.count;
    return error;
}

static enum error record(void *context, const char *id, struct buffer *text,
                         struct message *message)
{
    const struct screen_backend *backend = context;
    enum error error = require_history(backend, message);

    return error ? error
                 : store_game_record(backend->history, strtoll(id, NULL, 10), text, message);
}

static void put_column(const char *text, int width, struct writer *writer)
{
    writer_format(writer, "%s ", columns_fit(text, width).text);
}

struct standings_text {
    struct buffer *text;
    bool is_narrow; /* leave out ties and streaks */
    enum error error;
};

static bool print_standing(void *context, const struct standing *standing)
{
    struct standings_text *standings = context;
    bool is_narrow = standings->is_narrow;
    char line[LINE_SIZE], mean[16] = "-", best[16] = "-", streak[24];
    struct writer writer;

    if (standing->best_shots) { /* 0 if no game was won by sinking the fleet */
        snprintf(mean, sizeof mean, "%.1f", standing->mean_shots);
        snprintf(best, sizeof best, "%d", standing->best_shots);
    }
    writer_init(&writer, streak, sizeof streak);
    standing_print_streak(standing, "-", &writer);
    writer_init(&writer, line, sizeof line);
    put_column(standing->player, is_narrow ? 8 : 12, &writer);
    put_column(standing->opponent_is_bot ? personal_stats_title(standing->opponent)
                                         : standing->opponent,
               9, &writer);
    put_column(standing->rules, is_narrow ? 8 : 10, &writer);
    writer_format(&writer, "%4d %4d %4d", standing->games, standing->won, standing->lost);
    if (!is_narrow)
        writer_format(&writer, " %4d", standing->tied);
    writer_format(&writer, " %5s %4s %3.0f%%", mean, best, 100 * standing->accuracy);
    if (!is_narrow)
        writer_format(&writer, " %6s", streak);
    writer_put(&writer, "\n");
    standings->error = buffer_put(standings->text, line);
    return !standings->error;
}

/* Ratings and high scores. */
static enum error print_people(const struct screen_backend *backend, struct buffer *text,
                               struct message *message)
{
    struct history_filter all = {"", "", "", 0, ""};
    bool ascii = backend->ascii || !player_stats_locale_has_blocks();
    struct personal_stats people;
    enum error error = player_stats_read(backend->history, &all, &people, message);

    if (!error && player_stats_print(&people, ascii, text) != OK)
        error = error_set(ERR_FULL, message, "The history is too long");
    personal_stats_release(&people);
    return error;
}

static enum error statistics(void *context, int columns, struct buffer *text,
                             struct message *message)
{
    const struct screen_backend *backend = context;
    struct history_filter all = {"", "", "", 0, ""};
    struct standings_text standings = {.text = text, .is_narrow = columns < STANDING_COLUMNS};
    char heading[LINE_SIZE];
    enum error error = require_history(backend, message);

    if (error)
        return error;
    snprintf(
        heading, sizeof heading,
        standings.is_narrow
            ? "player   opponent  rules     all  won lost shots best hits\n"
            : "player       opponent  rules       all  won lost tied shots best hits streak\n");
    error = buffer_put(text, heading);
    if (!error)
        error = store_standings(backend->history, &all, print_standing, &standings, message);
    if (!error && text->length == strlen(heading)) {
        text->length = 0;
        error = buffer_put(text, "No games yet. The games you play will appear here.\n");
    } else if (!error) {
        error =
            buffer_put(text, "\nShots and best are the average and the lowest number of shots in "
                             "the games won; hits is the share of shots that hit. For more, "
                             "run broadside stats.\n");
        if (!error)
            error = print_people(backend, text, message);
    }
    if (standings.error)
        return error_set(standings.error, message, "The history is too long");
    return error;
}

static enum error training(void *context, struct buffer *text, struct message *message)
{
    (void)context;
    return training_file_read(text, message);
}

static enum error trained(void *context, const struct training_result *result, struct buffer *text,
                          struct message *message)
{
    (void)context;
    text->length = 0;
    return training_file_add(result, text, message);
}

/* Finds the file of past fleets, with a short form of the home folder. */
static void find_fleets(struct screen_backend *backend)
{
    const char *home = getenv("HOME");
    size_t length = home ? strlen(home) : 0;

    if (user_file_path(USER_FILE_FLEETS, backend->fleets, NULL) != OK) {
        backend->fleets[0] = '\0';
    } else if (length > 0 && strncmp(backend->fleets, home, length) == 0 &&
               backend->fleets[length] == '/') {
        backend->fleets[0] = '~';
        memmove(backend->fleets + 1, backend->fleets + length,
                strlen(backend->fleets + length) + 1);
    }
}

struct screen_host screen_backend_host(struct screen_backend *backend)
{
    find_fleets(backend);
    return (struct screen_host){
        .context = backend,
        .fleets = backend->fleets[0] ? backend->fleets : NULL,
        .rules = find_rules,
        .remember = remember,
        .games = games,
        .record = record,
        .statistics = statistics,
        .training = training,
        .trained = trained,
        .warning = next_warning,
    };
}
