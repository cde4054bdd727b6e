/* broadside stats: the results of the games that people played, from the history or from files of
 * records, and the way of games from one to the other. */
#include "base/columns.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/play_store.h"
#include "cli/player_stats.h"
#include "cli/record_files.h"
#include "report/secret.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TIME_SIZE = 32, TEXT_CAP = 16 << 20, LABEL_SIZE = 2 * PLAYER_SIZE };

struct stats {
    const struct args *args; /* the operands are files to read instead of the history */
    struct history_filter filter;
    char player[PLAYER_SIZE], opponent[PLAYER_SIZE], bot[PLAYER_SIZE];
    bool games;               /* a list of games instead of standings */
    struct json_value *array; /* for JSON, NULL for text */
    int lines;
    int width[3];                 /* of the columns of text, from a first look at all rows */
    struct personal_stats people; /* unless games are listed */
};

struct stats_options {
    const char *player, *bot, *opponent, *rules, *export;
    uint64_t rows;
    bool list, json, ascii, import;
};

static const struct option options[] = {
    {.name = "FILE",
     .kind = OPTION_OPERAND,
     .many = true,
     .offers = OFFER_FILES,
     .help = "Show the games in these files instead: records, one or several in a file, as the "
             "page in the browser exports them and 'broadside play --record' writes them."},
    {.name = "--player",
     .kind = OPTION_TEXT,
     .argument = "NAME",
     .offset = offsetof(struct stats_options, player),
     .help = "Only games of this person."},
    {.name = "--bot",
     .kind = OPTION_TEXT,
     .argument = "BOT",
     .excludes = "--opponent",
     .offers = OFFER_BOTS,
     .offset = offsetof(struct stats_options, bot),
     .help = "Only games against this bot, named as it was when the game was played."},
    {.name = "--opponent",
     .kind = OPTION_TEXT,
     .argument = "NAME",
     .offset = offsetof(struct stats_options, opponent),
     .help = "Only games against this person or bot."},
    {.name = "--rules",
     .kind = OPTION_TEXT,
     .argument = "R",
     .offers = OFFER_RULES,
     .offset = offsetof(struct stats_options, rules),
     .help = "Only games by these rules."},
    {.name = "--list",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct stats_options, list),
     .help =
         "List the games, the latest first, with their numbers for 'broadside replay'. Games in "
         "a file have the numbers for 'broadside replay FILE --game N'; in several files, they "
         "are counted on from file to file."},
    {.name = "--rows",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = 1000000,
     .offset = offsetof(struct stats_options, rows),
     .help = "Print at most N rows.",
     .otherwise = "all"},
    {.name = "--import",
     .kind = OPTION_FLAG,
     .excludes = "--player --bot --opponent --rules --list --rows --export",
     .offset = offsetof(struct stats_options, import),
     .help = "Add the games in the files to your games. Those that are there already are not added "
             "again."},
    {.name = "--export",
     .kind = OPTION_TEXT,
     .argument = "TO",
     .excludes = "--list",
     .offers = OFFER_FILES,
     .offset = offsetof(struct stats_options, export),
     .help =
         "Write the records of the games to the file TO, for the page in the browser or another "
         "machine. An existing file is replaced."},
    {.name = "--ascii",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct stats_options, ascii),
     .help = "Draw the chart of a rating with ASCII characters only."},
    OPTION_JSON(struct stats_options, json),
    {.name = NULL},
};

static void format_time(int64_t when, bool for_people, char text[TIME_SIZE])
{
    time_t seconds = (time_t)when;
    struct tm parts;

    if (!(for_people ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)) ||
        strftime(text, TIME_SIZE, for_people ? "%Y-%m-%d %H:%M" : "%Y-%m-%dT%H:%M:%SZ", &parts) ==
            0)
        snprintf(text, TIME_SIZE, "?");
}

static void put_padded(const char *text, int width)
{
    printf("%s ", columns_pad(text, width).text);
}

static void widen(int *width, const char *text)
{
    int columns = columns_of(text);

    *width = columns > *width ? columns : *width;
}

/* A level has one name everywhere, its title. A name that --bot needs instead follows it. */
static const char *label_of(const char *name, bool is_bot, char label[LABEL_SIZE])
{
    const char *title = is_bot ? personal_stats_title(name) : name;
    bool is_same = strcmp(title, name) == 0;

    snprintf(label, LABEL_SIZE, "%s%s%s%s", title, is_same ? "" : " (", is_same ? "" : name,
             is_same ? "" : ")");
    return label;
}

/* --- standings ---------------------------------------------------------------------------------*/

static struct json_value *standing_json(const struct standing *standing)
{
    struct json_value *object = json_new_object();
    char last[TIME_SIZE];

    format_time(standing->last, false, last);
    json_set(object, "player", json_text(standing->player));
    json_set(object, "opponent", json_text(standing->opponent));
    json_set(object, "opponent_is_bot", json_bool(standing->opponent_is_bot));
    json_set(object, "rules", json_text(standing->rules));
    json_set(object, "games", json_int(standing->games));
    json_set(object, "won", json_int(standing->won));
    json_set(object, "lost", json_int(standing->lost));
    json_set(object, "tied", json_int(standing->tied));
    json_set(object, "resigned", json_int(standing->resigned));
    json_set(object, "mean_shots", json_double(standing->best_shots ? standing->mean_shots : NAN));
    json_set(object, "best_shots",
             standing->best_shots ? json_int(standing->best_shots) : json_double(NAN));
    json_set(object, "accuracy", json_double(standing->accuracy));
    json_set(object, "streak", json_int(standing->streak));
    json_set(object, "best_streak", json_int(standing->best_streak));
    json_set(object, "advised", json_int(standing->advised));
    json_set(object, "last", json_text(last));
    return object;
}

/* The figures of games won are dashes if none was won by sinking the fleet. */
static void print_standing(const struct stats *stats, const struct standing *standing)
{
    char label[LABEL_SIZE], last[TIME_SIZE], mean[16] = "-", best[16] = "-", streak[24];
    struct writer writer;

    if (standing->best_shots) {
        snprintf(mean, sizeof mean, "%.1f", standing->mean_shots);
        snprintf(best, sizeof best, "%d", standing->best_shots);
    }
    writer_init(&writer, streak, sizeof streak);
    standing_print_streak(standing, "-", &writer);
    format_time(standing->last, true, last);
    put_padded(standing->player, stats->width[0]);
    put_padded(label_of(standing->opponent, standing->opponent_is_bot, label), stats->width[1]);
    put_padded(standing->rules, stats->width[2]);
    printf("%5d %5d %5d %5d  %5s %4s %5.0f%%  %8s %4d %6d  %s\n", standing->games, standing->won,
           standing->lost, standing->tied, mean, best, 100 * standing->accuracy, streak,
           standing->best_streak, standing->advised, last);
}

static bool measure_standing(void *context, const struct standing *standing)
{
    struct stats *stats = context;
    char label[LABEL_SIZE];

    widen(&stats->width[0], standing->player);
    widen(&stats->width[1], label_of(standing->opponent, standing->opponent_is_bot, label));
    widen(&stats->width[2], standing->rules);
    return true;
}

static bool take_standing(void *context, const struct standing *standing)
{
    struct stats *stats = context;

    if (stats->array) {
        json_append(stats->array, standing_json(standing));
        return true;
    }
    if (stats->lines++ == 0)
        printf("%-*s %-*s %-*s %5s %5s %5s %5s  %5s %4s %6s  %8s %4s %6s  %s\n", stats->width[0],
               "player", stats->width[1], "opponent", stats->width[2], "rules", "games", "won",
               "lost", "tied", "shots", "best", "hits", "streak", "most", "advice", "last");
    print_standing(stats, standing);
    return true;
}

/* --- games -------------------------------------------------------------------------------------*/

static struct json_value *side_json(const struct played_side *side)
{
    struct json_value *object = json_new_object();

    json_set(object, "name", json_text(side->name));
    if (side->bot[0])
        json_set(object, "bot", json_text(side->bot));
    json_set(object, "shots", json_int(side->shots));
    json_set(object, "hits", json_int(side->hits));
    json_set(object, "turns", json_int(side->turns));
    json_set(object, "advised", json_int(side->advised));
    return object;
}

static struct json_value *game_json(const struct played_game *game)
{
    struct json_value *object = json_new_object();
    char when[TIME_SIZE];

    format_time(game->when, false, when);
    json_set(object, "id", json_int(game->id));
    json_set(object, "when", json_text(when));
    json_set(object, "rules", json_text(game->rules));
    json_set(object, "a", side_json(&game->side[SIDE_A]));
    json_set(object, "b", side_json(&game->side[SIDE_B]));
    json_set(object, "winner", json_text(event_side_word(game->winner)));
    json_set(object, "reason", json_text(game->reason));
    json_set(object, "moves", json_int(game->moves));
    secret_set_json(&game->seed, object);
    json_set(object, "seed_given", json_bool(game->seed_given));
    return object;
}

struct result_text {
    char text[2 * LABEL_SIZE + 16];
};

static struct result_text result_of(const struct played_game *game)
{
    const struct played_side *first = &game->side[game->winner == SIDE_B ? SIDE_B : SIDE_A];
    const struct played_side *other = &game->side[first == &game->side[0] ? 1 : 0];
    char label[2][LABEL_SIZE];
    struct result_text result;

    snprintf(result.text, sizeof result.text, "%s %s %s",
             label_of(first->bot[0] ? first->bot : first->name, first->bot[0], label[0]),
             game->winner == NOBODY ? "tied with" : "beat",
             label_of(other->bot[0] ? other->bot : other->name, other->bot[0], label[1]));
    return result;
}

static bool measure_game(void *context, const struct played_game *game)
{
    struct stats *stats = context;

    widen(&stats->width[0], game->rules);
    widen(&stats->width[1], result_of(game).text);
    return true;
}

static void print_game(const struct stats *stats, const struct played_game *game)
{
    int first = game->winner == SIDE_B ? SIDE_B : SIDE_A;
    char when[TIME_SIZE];

    format_time(game->when, true, when);
    printf("%6lld  %s  ", (long long)game->id, when);
    put_padded(game->rules, stats->width[0]);
    put_padded(result_of(game).text, stats->width[1]);
    printf("%-9s %4d move%s, %d and %d shot%s\n", game->reason, game->moves,
           text_s((uint64_t)game->moves), game->side[first].shots, game->side[1 - first].shots,
           text_s((uint64_t)game->side[1 - first].shots));
}

static bool take_game(void *context, const struct played_game *game)
{
    struct stats *stats = context;

    if (stats->array)
        json_append(stats->array, game_json(game));
    else
        print_game(stats, game);
    stats->lines++;
    return true;
}

/* --- the command -------------------------------------------------------------------------------*/

static enum error report_damage(struct store *store, struct message *message)
{
    int64_t count = 0;
    enum error error = store_count_damaged(store, &count, message);

    if (!error && count > 0)
        fprintf(stderr,
                "broadside stats: %lld damaged game%s left out: the history has values that no "
                "game can have\n",
                (long long)count, count == 1 ? " is" : "s are");
    return error;
}

static void report_left_out(int count, const char *before, const char *after)
{
    if (count > 0)
        fprintf(stderr, "broadside stats: %d %sgame%s%s %s left out\n", count, before,
                text_s((uint64_t)count), after, count == 1 ? "is" : "are");
}

static enum error read_files(const struct args *args, struct store **store, struct message *message)
{
    struct record_files files;
    enum error error = record_files_read(args->value, args->count, store, &files, message);

    if (error)
        return error;
    report_left_out(files.unfinished, "unfinished ", "");
    report_left_out(files.without_person, "", " without a person");
    report_left_out(files.without_result, "", " without its result line");
    if (files.wrong_times > 0) {
        char shown[MESSAGE_SIZE];

        text_printable(shown, sizeof shown, files.wrong_time.text);
        fprintf(stderr, "broadside stats: %s; the game gets the time of its file\n", shown);
    }
    if (files.wrong_times > 1)
        fprintf(stderr, "broadside stats: so do %d more\n", files.wrong_times - 1);
    return OK;
}

/* The store is NULL if no game has been played yet. */
static enum error open_games(const struct args *args, struct store **store, struct message *message)
{
    enum error error;

    if (args->count > 0)
        return read_files(args, store, message);
    error = play_store_read_history(store, message);
    if (!error && *store)
        error = report_damage(*store, message);
    return error;
}

static enum error read_games(struct stats *stats, struct message *message)
{
    struct store *store = NULL;
    enum error error = open_games(stats->args, &store, message);

    if (!error && store && stats->games && !stats->array)
        error = store_games(store, &stats->filter, measure_game, stats, message);
    else if (!error && store && !stats->array)
        error = store_standings(store, &stats->filter, measure_standing, stats, message);
    if (!error && store && stats->games)
        error = store_games(store, &stats->filter, take_game, stats, message);
    else if (!error && store)
        error = store_standings(store, &stats->filter, take_standing, stats, message);
    if (!error && store && !stats->games)
        error = player_stats_read(store, &stats->filter, &stats->people, message);
    store_close(store);
    return error;
}

/* --- import and export -------------------------------------------------------------------------*/

/* Prints what was done as one sentence or as JSON. */
static int report_done(const struct args *args, bool as_json, const char *sentence,
                       const char *const names[2], const int counts[2])
{
    struct json_value *root;

    if (!as_json) {
        puts(sentence);
        return command_finish("stats");
    }
    root = command_json(args);
    for (int i = 0; i < 2 && names[i]; i++)
        json_set(root, names[i], json_int(counts[i]));
    return command_print_json("stats", root);
}

static int import_games(const struct args *args, bool as_json)
{
    struct store *games = NULL, *history = NULL;
    int added = 0, known = 0;
    struct message message;
    char text[128];
    enum error error = args->count > 0
                           ? read_files(args, &games, &message)
                           : error_set(ERR_SYNTAX, &message, "--import needs a file of records");

    if (!error)
        error = play_store_open_history(&history, &message);
    if (!error)
        error = record_files_import(games, history, &added, &known, &message);
    store_close(history);
    store_close(games);
    if (error)
        return command_refused("stats", error, &message);
    snprintf(text, sizeof text, "%d game%s added, %d already there.", added,
             text_s((uint64_t)added), known);
    return report_done(args, as_json, text, (const char *const[]){"added", "known"},
                       (const int[]){added, known});
}

static int export_games(const struct stats *stats, const char *path, bool as_json)
{
    struct store *store = NULL;
    struct message message;
    char text[64];
    int count = 0;
    enum error error = open_games(stats->args, &store, &message);

    if (!error && !store)
        error = error_set(ERR_MISSING, &message, "there are no games in the history yet");
    if (!error)
        error = record_files_export(store, &stats->filter, path, &count, &message);
    store_close(store);
    if (error)
        return command_refused("stats", error, &message);
    snprintf(text, sizeof text, "%d game%s written.", count, text_s((uint64_t)count));
    return report_done(stats->args, as_json, text, (const char *const[]){"exported", NULL},
                       (const int[]){count, 0});
}

/* --- printing ----------------------------------------------------------------------------------*/

static int print_json(struct stats *stats, const struct args *args)
{
    struct json_value *root = command_json(args);
    struct message message;
    enum error error;

    stats->array = json_new_array();
    json_set(root, stats->games ? "games" : "standings", stats->array);
    error = read_games(stats, &message);
    if (error) {
        json_free(root);
        return command_refused("stats", error, &message);
    }
    if (!stats->games)
        player_stats_json(&stats->people, root);
    personal_stats_release(&stats->people);
    return command_print_json("stats", root);
}

static enum error print_people(struct stats *stats, bool ascii)
{
    struct buffer text;
    enum error error;

    buffer_init(&text, TEXT_CAP);
    error = player_stats_print(&stats->people, ascii, &text);
    if (text.length > 0)
        fputs(text.data, stdout);
    buffer_release(&text);
    personal_stats_release(&stats->people);
    return error;
}

static int print_text(struct stats *stats, bool ascii)
{
    const struct history_filter *filter = &stats->filter;
    struct message message;
    enum error error = read_games(stats, &message);

    if (!error && print_people(stats, ascii || !player_stats_locale_has_blocks()) != OK)
        error = error_set(ERR_MEMORY, &message, "out of memory");
    if (error)
        return command_refused("stats", error, &message);
    if (stats->lines == 0 &&
        (filter->player[0] || filter->opponent[0] || filter->bot[0] || filter->rules[0]))
        puts("No matching games. 'broadside stats' without options shows all games.");
    else if (stats->lines == 0 && stats->args->count > 0)
        puts("No games of people in the files.");
    else if (stats->lines == 0)
        puts("No games yet. Start one with 'broadside play'.");
    return command_finish("stats");
}

static int run(void *target, const struct args *args)
{
    const struct stats_options *command = target;
    struct stats stats = {0};

    /* Names are stored in printable form and looked up in the same form. */
    text_printable(stats.player, sizeof stats.player, command->player ? command->player : "");
    text_printable(stats.opponent, sizeof stats.opponent,
                   command->opponent ? command->opponent : "");
    text_printable(stats.bot, sizeof stats.bot, command->bot ? command->bot : "");
    stats.games = command->list;
    stats.width[0] = stats.games ? 10 : 14; /* at least */
    stats.width[1] = stats.games ? 28 : 14;
    stats.width[2] = 10;
    stats.filter = (struct history_filter){.player = stats.player,
                                           .opponent = stats.opponent,
                                           .bot = stats.bot,
                                           .rules = command->rules ? command->rules : "",
                                           .limit = (int)command->rows};
    stats.args = args;
    if (command->import)
        return import_games(args, command->json);
    if (command->export)
        return export_games(&stats, command->export, command->json);
    return command->json ? print_json(&stats, args) : print_text(&stats, command->ascii);
}

const struct command command_stats = {
    .name = "stats",
    .summary = "show how your games went",
    .about =
        "Shows the games played on this machine, or those in files: one line per player, opponent "
        "and rule set. "
        "When two people play at one keyboard, the game counts for both. The average and "
        "fewest shots count only games won by sinking the fleet.\n"
        "Then come a rating of each player and the high scores. They count games against the "
        "levels that 'broadside bots' lists first, without advice and without --seed; ratings "
        "only by classic and advanced rules.\n"
        "A record does not say who is a bot: a player with the name of a built-in bot is taken "
        "for it. Games between two bots are left out, and so are unfinished ones.",
    .options = options,
    .size = sizeof(struct stats_options),
    .run = run,
};
