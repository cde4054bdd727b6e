/* See screen_host.h. Games under way are described from their files alone: taking them up again
 * would cost as much thought as their bots had. */
#include "cli/screen_host.h"

#include "base/outfile.h"
#include "bots/bot.h"
#include "cli/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { DATE_SIZE = 32, LINE_SIZE = 512 };

void host_warn(struct host *host, const char *sentence)
{
    if (host->warnings < MAX_WARNINGS)
        message_set(&host->warning[host->warnings++], "%s", sentence);
}

static bool next_warning(void *context, struct message *sentence)
{
    struct host *host = context;

    if (host->warnings == 0)
        return false;
    *sentence = host->warning[0];
    host->warnings--;
    memmove(host->warning, host->warning + 1, (size_t)host->warnings * sizeof host->warning[0]);
    return true;
}

static void format_date(int64_t when, char text[DATE_SIZE])
{
    time_t seconds = (time_t)when;
    struct tm local;

    if (!localtime_r(&seconds, &local) || !strftime(text, DATE_SIZE, "%Y-%m-%d %H:%M", &local))
        snprintf(text, DATE_SIZE, "?");
}

/* --- settings --------------------------------------------------------------------------------- */

void host_keyboard(struct host *host, struct keyboard *keyboard)
{
    const struct settings *settings = host->settings;
    struct message reason;

    keyboard_init(keyboard);
    for (int i = 0; i < settings->key_lines; i++)
        if (keyboard_bind(keyboard, settings->key[i].action, settings->key[i].keys, &reason) !=
            OK) {
            message_prefix(&reason, "A line of the settings is passed over");
            host_warn(host, reason.text);
        }
}

void host_choice(const struct host *host, struct screen_choice *choice)
{
    static const int firsts[] = {
        [LIKES_ME] = FIRST_A, [LIKES_OPPONENT] = FIRST_B, [LIKES_RANDOM] = FIRST_RANDOM};
    const struct settings *settings = host->settings;

    *choice = (struct screen_choice){.name = {"Player", "Player 2"}};
    if (settings->name[0])
        text_printable(choice->name[0], NAME_SIZE, settings->name);
    snprintf(choice->rules, CHOICE_SIZE, "%s", settings->rules[0] ? settings->rules : "classic");
    snprintf(choice->opponent, CHOICE_SIZE, "%s", settings->opponent);
    choice->pace = (enum screen_pace)settings->pace; /* the same words in the same order */
    choice->has_tracking = settings->tracking != LIKES_TRACKING_OF_RULES;
    choice->hard_tracking = settings->tracking == LIKES_HARD;
    choice->has_first = settings->first != LIKES_FIRST_OF_RULES;
    if (choice->has_first)
        choice->first = firsts[settings->first];
}

static void remember(void *context, const struct screen_choice *choice)
{
    struct host *host = context;
    struct settings *settings = host->settings;
    struct message message;

    if (strcmp(choice->name[0], "Player") != 0 || settings->name[0])
        snprintf(settings->name, sizeof settings->name, "%s", choice->name[0]);
    if (rules_find(choice->rules))
        snprintf(settings->rules, sizeof settings->rules, "%s", choice->rules);
    if (!choice->two_people)
        snprintf(settings->opponent, sizeof settings->opponent, "%s", choice->opponent);
    settings->pace = (enum pace)choice->pace;
    settings->tracking = !choice->has_tracking   ? LIKES_TRACKING_OF_RULES
                         : choice->hard_tracking ? LIKES_HARD
                                                 : LIKES_EASY;
    settings->first = !choice->has_first         ? LIKES_FIRST_OF_RULES
                      : choice->first == FIRST_A ? LIKES_ME
                      : choice->first == FIRST_B ? LIKES_OPPONENT
                                                 : LIKES_RANDOM;
    if (settings_write(settings, &message) != OK)
        host_warn(host, message.text);
}

/* --- games ------------------------------------------------------------------------------------ */

/* Only what differs is set, so that the rules keep their name otherwise. */
static enum error find_rules(void *context, const struct screen_choice *choice, struct rules *rules,
                             struct message *message)
{
    static const char *const firsts[] = {
        [FIRST_RANDOM] = "first=random", [FIRST_A] = "first=a", [FIRST_B] = "first=b"};
    int tracking = choice->hard_tracking ? TRACKING_HARD : TRACKING_EASY;
    struct values changes = {0};
    enum error error = args_rules(choice->rules, &changes, rules, message);

    (void)context;
    if (error)
        return error;
    if (choice->has_tracking && rules->tracking != tracking)
        changes.value[changes.count++] = choice->hard_tracking ? "tracking=hard" : "tracking=easy";
    if (choice->has_first && rules->first != choice->first)
        changes.value[changes.count++] = firsts[choice->first];
    return changes.count > 0 ? args_rules(choice->rules, &changes, rules, message) : OK;
}

static void let_go(struct keeping *keeping)
{
    save_close(keeping->save);
    keeping->save = NULL;
}

static enum error start(void *context, const struct session_terms *terms, struct session **session,
                        struct message *message)
{
    struct host *host = context;
    struct keeper keeper = keeping_keeper(host->keeping);
    struct session_terms with_opener = *terms;
    enum error error;

    with_opener.opener = host->keeping->opener;
    error = session_new(&with_opener, session, message);
    if (error)
        return error;
    let_go(host->keeping);
    session_set_keeper(*session, &keeper);
    return OK;
}

/* Reads the record in a saved game to its last whole line; false for what is no game that could go
 * on. */
static bool describe_saved(struct slice saved, int64_t when, char *text, size_t size)
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct slice line = {NULL, 0};
    struct outcome outcome;
    struct move move;
    char date[DATE_SIZE];
    bool more = true, goes_on;

    while (slice_cut(&saved, '\n', &line) && !slice_is(line, "record"))
        ;
    goes_on = reader && slice_is(line, "record") && record_open(reader, saved, NULL) == OK;
    while (goes_on && record_step(reader, &move, &outcome, &more, NULL) == OK && more)
        ;
    goes_on = goes_on && !game_status(&reader->game)->over;
    format_date(when, date);
    if (goes_on)
        snprintf(text, size, "%.24s, %.24s against %.24s, %d move%s, %s", reader->record.rules.name,
                 reader->record.name[0], reader->record.name[1], reader->moves,
                 reader->moves == 1 ? "" : "s", date);
    free(reader);
    return goes_on;
}

static enum error unfinished(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                             struct message *message)
{
    struct saved_game games[MAX_SAVES];
    int found = 0;
    enum error error = saves_list(games, &found, message);

    (void)context;
    *count = 0;
    for (int i = 0; !error && i < found && *count < SCREEN_MAX_ITEMS; i++) {
        struct save *save = NULL;
        struct buffer text;

        buffer_init(&text, SAVE_CAP);
        if (save_open(games[i].name, &save, &text, NULL) == OK &&
            describe_saved((struct slice){text.data, text.length}, games[i].modified,
                           list[*count].text, sizeof list[*count].text))
            snprintf(list[(*count)++].id, CHOICE_SIZE, "%.*s", SAVE_NAME_SIZE - 1, games[i].name);
        save_close(save);
        buffer_release(&text);
    }
    return error;
}

static enum error resume(void *context, const char *id, struct session **session,
                         struct message *message)
{
    struct host *host = context;

    return keeping_resume(host->keeping, id, session, message);
}

/* The record holds fleets that may still be secret: the file is for its owner's eyes only. */
static enum error write_record(const char *path, struct slice record, struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    fchmod(fileno(file.stream), S_IRUSR | S_IWUSR);
    fwrite(record.text, 1, record.length, file.stream);
    return outfile_commit(&file, message);
}

static void keep_record(struct host *host, const struct session *session, struct message *told)
{
    struct message message;
    size_t used = strlen(told->text);

    if (!host->record || session_record(session).length == 0)
        return;
    if (write_record(host->record, session_record(session), &message) != OK)
        host_warn(host, message.text);
    else
        snprintf(told->text + used, sizeof told->text - used, "%sThe record is in %s.",
                 used ? " " : "", host->record);
    host->record = NULL; /* a rematch does not overwrite it */
}

static void finish(void *context, const struct session *session, struct message *told)
{
    struct host *host = context;
    struct played_game game;
    struct message reason;
    int64_t id = 0;

    message_set(told, "%s", "");
    if (!game_status(session_game(session))->over) {
        let_go(host->keeping);
    } else {
        played_game_fill(&game, session);
        if (keeping_finish(host->keeping, &game, session_record(session), &id, &reason) == OK)
            message_set(told, "The game is number %lld of the history.", (long long)id);
        else
            message_set(told, "Not kept: %s.", reason.text);
    }
    keep_record(host, session, told);
}

/* --- history ---------------------------------------------------------------------------------- */

static enum error need_store(const struct host *host, struct message *message)
{
    if (host->keeping->store)
        return OK;
    return error_set(ERR_UNAVAILABLE, message, "There is no history: %s", host->keeping->why.text);
}

struct gathered {
    struct screen_item *list;
    int count;
    struct buffer *text;
    enum error error;
};

static const char *called(const struct played_side *side)
{
    return side->bot[0] ? side->bot : side->name;
}

static bool list_game(void *context, const struct played_game *game)
{
    struct gathered *gathered = context;
    struct screen_item *listed = &gathered->list[gathered->count++];
    int first = game->winner == SIDE_B ? SIDE_B : SIDE_A;
    char date[DATE_SIZE];

    format_date(game->when, date);
    snprintf(listed->id, CHOICE_SIZE, "%lld", (long long)game->id);
    snprintf(listed->text, sizeof listed->text, "%4lld  %s  %.20s: %.20s %s %.20s, %d moves",
             (long long)game->id, date, game->rules, called(&game->side[first]),
             game->winner == NOBODY ? "tied with" : "beat", called(&game->side[1 - first]),
             game->moves);
    return gathered->count < SCREEN_MAX_ITEMS;
}

static enum error games(void *context, struct screen_item list[SCREEN_MAX_ITEMS], int *count,
                        struct message *message)
{
    const struct host *host = context;
    struct history_filter all = {"", "", "", SCREEN_MAX_ITEMS, ""};
    struct gathered gathered = {.list = list};
    enum error error = need_store(host, message);

    if (!error)
        error = store_games(host->keeping->store, &all, list_game, &gathered, message);
    *count = gathered.count;
    return error;
}

static enum error record(void *context, const char *id, struct buffer *text,
                         struct message *message)
{
    const struct host *host = context;
    enum error error = need_store(host, message);

    return error ? error
                 : store_game_record(host->keeping->store, strtoll(id, NULL, 10), text, message);
}

/* Cut and padded by characters, not bytes. */
static void put_column(const char *text, int width, struct writer *writer)
{
    int characters = 0;
    size_t bytes = 0;

    for (; text[bytes]; bytes++)
        if (((unsigned char)text[bytes] & 0xc0) != 0x80 && characters++ == width) {
            characters--;
            break;
        }
    writer_format(writer, "%.*s%*s ", (int)bytes, text, width - characters, "");
}

static bool print_standing(void *context, const struct standing *standing)
{
    struct gathered *gathered = context;
    char line[LINE_SIZE], mean[16] = "-", best[16] = "-", streak[24] = "-";
    struct writer writer;

    if (standing->won) {
        snprintf(mean, sizeof mean, "%.1f", standing->mean_shots);
        snprintf(best, sizeof best, "%d", standing->best_shots);
    }
    if (standing->streak)
        snprintf(streak, sizeof streak, "%d %s", abs(standing->streak),
                 standing->streak > 0 ? "won" : "lost");
    writer_init(&writer, line, sizeof line);
    put_column(standing->player, 12, &writer);
    put_column(standing->opponent, 9, &writer);
    put_column(standing->rules, 10, &writer);
    writer_format(&writer, "%4d %4d %4d %4d %5s %4s %3.0f%% %6s\n", standing->games, standing->won,
                  standing->lost, standing->tied, mean, best, 100 * standing->accuracy, streak);
    gathered->error = buffer_put(gathered->text, line);
    return !gathered->error;
}

static enum error statistics(void *context, struct buffer *text, struct message *message)
{
    const struct host *host = context;
    struct history_filter all = {"", "", "", 0, ""};
    struct gathered gathered = {.text = text};
    char heading[LINE_SIZE];
    enum error error = need_store(host, message);

    if (error)
        return error;
    snprintf(heading, sizeof heading, "%-12s %-9s %-10s %4s %4s %4s %4s %5s %4s %4s %6s\n",
             "player", "opponent", "rules", "all", "won", "lost", "tied", "shots", "best", "hits",
             "streak");
    error = buffer_put(text, heading);
    if (!error)
        error = store_standings(host->keeping->store, &all, print_standing, &gathered, message);
    if (!error && text->length == strlen(heading)) {
        text->length = 0;
        error = buffer_put(text, "No games yet. Play one, and what becomes of it stands here.\n");
    } else if (!error) {
        error = buffer_put(text, "\nShots and best are the mean and the fewest of the games won; "
                                 "hits is the share of\nshots that hit. broadside stats tells "
                                 "more.\n");
    }
    if (error && !gathered.error)
        return error;
    return gathered.error ? error_set(gathered.error, message, "The history is too long") : OK;
}

struct screen_host host_table(struct host *host)
{
    return (struct screen_host){
        .context = host,
        .rules = find_rules,
        .start = start,
        .unfinished = unfinished,
        .resume = resume,
        .finish = finish,
        .remember = remember,
        .games = games,
        .record = record,
        .statistics = statistics,
        .warning = next_warning,
    };
}
