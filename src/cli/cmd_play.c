/* broadside play: a person against a bot, or two people at one keyboard. Options say how; without
 * any, there is a menu, or the plain game asks. What cannot be kept or remembered is told and is no
 * reason not to play. */
#include "base/outfile.h"
#include "bots/bot.h"
#include "cli/command.h"
#include "cli/keeping.h"
#include "cli/opponent.h"
#include "cli/screen_host.h"
#include "store/places.h"
#include "store/settings.h"
#include "tui/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DESCRIPTION_SIZE = 320 };

/* The options, as they were given. */
struct wish {
    const char *rules, *bot, *record, *load, *pace;
    struct values changes, names;
    uint64_t seed;
    bool rules_given, bot_given, has_seed, two_player, go_on, plain, speak, screen;
    struct term_options term;
    struct opponents opponents; /* who may be started */
};

static const struct option options[] = {
    OPTION_RULES(struct wish, rules, "classic"),
    OPTION_RULE(struct wish, changes),
    {.name = "--bot",
     .kind = OPTION_TEXT,
     .argument = "BOT",
     .initial = "medium",
     .excludes = "--two-player",
     .offers = OFFER_BOTS | OFFER_FILES,
     .offset = offsetof(struct wish, bot),
     .help = "The opponent: " BOT_HELP " To continue a game against a guest, name it again."},
    {.name = "--two-player",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, two_player),
     .help = "Two people take turns at this keyboard."},
    {.name = "--name",
     .kind = OPTION_REPEATED,
     .argument = "NAME",
     .offset = offsetof(struct wish, names),
     .help = "Your name. With --two-player, give it twice."},
    {.name = "--seed",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .most = MAX_SEED,
     .offset = offsetof(struct wish, seed),
     .help = "Repeat a game: the same seed gives the same random fleets and the same moves of the "
             "bot.",
     .otherwise = "a random seed, which the record shows once the game is over"},
    {.name = "--record",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offers = OFFER_FILES,
     .offset = offsetof(struct wish, record),
     .help = "Write the record of the game to FILE."},
    {.name = "--continue",
     .kind = OPTION_FLAG,
     .excludes = "--load",
     .offset = offsetof(struct wish, go_on),
     .help = "Continue the last unfinished game."},
    {.name = "--load",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .offers = OFFER_FILES,
     .offset = offsetof(struct wish, load),
     .help = "Continue a saved game or the record of an unfinished one."},
    {.name = "--plain",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, plain),
     .help = "Print text instead of drawing. Remembered for later games; to do it once, set "
             "BROADSIDE_PLAIN=1."},
    {.name = "--speak",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, speak),
     .help = "Print text for a screen reader, with boards only on request. Remembered like "
             "--plain."},
    {.name = "--screen",
     .kind = OPTION_FLAG,
     .excludes = "--plain --speak",
     .offset = offsetof(struct wish, screen),
     .help = "Draw the game again after --plain or --speak."},
    {.name = "--ascii",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, term.ascii),
     .help = "Draw with ASCII characters only."},
    {.name = "--no-color",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, term.no_colour),
     .help = "Draw without colours, like the variable NO_COLOR."},
    {.name = "--no-mouse",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct wish, term.no_mouse),
     .help = "Leave the mouse to the terminal, so that you can select text."},
    {.name = "--pace",
     .kind = OPTION_WORD,
     .words = "none fast normal slow",
     .offset = offsetof(struct wish, pace),
     .help = "How long each move of the bot stays on screen.",
     .otherwise = "as in the settings"},
    OPTION_GUESTS(struct wish, opponents.guests),
    {.name = NULL},
};

/* A game from its first question to its place in the history. */
struct table {
    struct wish *wish;
    struct settings settings;
    struct plain_options options;
    struct keeping keeping;
    struct session *session; /* NULL until there is one, and when the player leaves before that */
    enum pace pace;
    bool on_screen;         /* or lines of text */
    struct message warning; /* what is wrong with the settings */
};

static void note(const char *sentence)
{
    fprintf(stderr, "broadside play: %s\n", sentence);
}

/* Games on a command line are scripts: they are not asked anything that has a default. */
static bool wants_questions(const struct wish *wish)
{
    return !wish->rules_given && !wish->bot_given && !wish->record && !wish->load && !wish->go_on &&
           !wish->two_player && !wish->has_seed && wish->changes.count == 0 &&
           wish->names.count == 0;
}

/* What excludes what. */
static enum error check_wish(const struct wish *wish, struct message *message)
{
    int names = wish->names.count;

    if ((wish->load || wish->go_on) &&
        (wish->rules_given || (wish->bot_given && !guest_is_spec(wish->bot)) || wish->two_player ||
         names > 0 || wish->has_seed || wish->changes.count > 0))
        return error_set(ERR_SYNTAX, message,
                         "%s continues a game as it was: its rules, players and seed cannot change",
                         wish->load ? "--load" : "--continue");
    if (names > (wish->two_player ? 2 : 1))
        return error_set(ERR_SYNTAX, message,
                         wish->two_player ? "--name is given more than twice"
                                          : "a second --name needs --two-player");
    return OK;
}

static enum error check_setup(const struct plain_setup *setup, struct message *message)
{
    struct values none = {0};
    struct rules rules;
    struct bot *bot = NULL;
    enum error error = args_rules(setup->rules, &none, &rules, message);

    if (error || setup->two_people)
        return error;
    error = bot_new(setup->opponent, &bot, message);
    if (!error)
        error = bot_accepts(bot->kind, &rules, message);
    bot_free(bot);
    return error;
}

/* --- what is remembered -------------------------------------------------------------------------
 */

static enum error read_settings(struct table *table, struct message *message)
{
    static const int pauses[] = {
        [PACE_NONE] = 0, [PACE_FAST] = 250, [PACE_NORMAL] = 700, [PACE_SLOW] = 1500};
    const struct wish *wish = table->wish;
    struct settings *settings = &table->settings;

    settings_init(settings);
    if (settings_read(settings, &table->warning, &table->warning) != OK)
        settings_init(settings);
    table->pace = settings->pace;
    if (wish->pace && pace_parse(wish->pace, &table->pace, message) != OK)
        return ERR_SYNTAX;
    table->options.pause = pauses[table->pace];
    table->options.speak = wish->speak || (settings->speak && !wish->plain && !wish->screen);
    return OK;
}

/* May the game be drawn? */
static bool wants_screen(const struct table *table)
{
    const struct wish *wish = table->wish;
    const char *plain = getenv("BROADSIDE_PLAIN");

    if (!table->options.terminal || wish->plain || wish->speak)
        return false;
    if (wish->screen)
        return true;
    if (plain && plain[0])
        return false;
    if (table->settings.plain || table->settings.speak)
        note("lines of text, as remembered; --screen draws the game instead");
    return !table->settings.plain && !table->settings.speak;
}

static bool remember_text(char *field, size_t size, const char *text)
{
    if (strlen(text) >= size || strcmp(field, text) == 0)
        return false;
    memcpy(field, text, strlen(text) + 1);
    return true;
}

static bool remember_flag(bool *field, bool value)
{
    bool changed = *field != value;

    *field = value;
    return changed;
}

/* What was chosen, by answer or by option, is the default next time; other defaults stay. */
static bool remember_setup(struct table *table, const struct plain_setup *setup, bool asked)
{
    const struct wish *wish = table->wish;
    struct settings *settings = &table->settings;
    bool names_rules = wish->rules_given && wish->changes.count == 0;
    const char *rules = asked ? setup->rules : names_rules ? wish->rules : NULL;
    /* Programs are never started from memory. */
    const char *opponent = asked ? setup->opponent : wish->bot_given ? wish->bot : NULL;
    bool changed = false;

    if (asked || (wish->names.count > 0 && !wish->two_player))
        changed |= remember_text(settings->name, sizeof settings->name, setup->name[0]);
    if (rules && rules_find(rules))
        changed |= remember_text(settings->rules, sizeof settings->rules, rules);
    if (opponent && !setup->two_people && !guest_is_spec(opponent))
        changed |= remember_text(settings->opponent, sizeof settings->opponent, opponent);
    return changed;
}

static bool remember_manner(struct table *table)
{
    const struct wish *wish = table->wish;
    struct settings *settings = &table->settings;
    enum pace before = settings->pace;
    bool changed = false;

    if (wish->pace)
        pace_parse(wish->pace, &settings->pace, NULL);
    if (wish->plain || wish->speak) {
        changed |= remember_flag(&settings->plain, true);
        changed |= remember_flag(&settings->speak, wish->speak);
    } else if (wish->screen) {
        changed |= remember_flag(&settings->plain, false);
        changed |= remember_flag(&settings->speak, false);
    }
    return changed || settings->pace != before;
}

/* Once there is a game; `setup` is NULL where an old one goes on. */
static void remember(struct table *table, const struct plain_setup *setup, bool asked)
{
    struct message message;
    bool changed = remember_manner(table);

    if (setup)
        changed |= remember_setup(table, setup, asked);
    if (changed && settings_write(&table->settings, &message) != OK)
        note(message.text);
}

/* --- games that were left -----------------------------------------------------------------------
 */

static void open_keeping(struct table *table)
{
    if (table->keeping.command)
        return; /* open already: the drawn game could not start after all */
    keeping_start(&table->keeping, "play");
    table->keeping.opener = &table->wish->opponents.opener;
    keeping_sweep(&table->keeping);
}

/* Lets go of a game that is not continued now. */
static void put_back(struct table *table)
{
    session_free(table->session);
    table->session = NULL;
    save_close(table->keeping.save);
    table->keeping.save = NULL;
}

static bool is_over(const struct session *session)
{
    return game_status(session_game(session))->over;
}

/* Who names a program wants a game against it. */
static bool is_named(const struct table *table)
{
    const char *bot = session_bot(table->session, SIDE_B), *named = table->wish->opponents.named;

    return !named[0] || (bot && strcmp(bot, named) == 0);
}

/* The latest game that is not over; `*when` is its last move. Files that cannot be read are passed
 * over; if there are no others, the message tells of the latest of them. A game against a program
 * that was not named is not passed over where the latest was asked for. */
static enum error resume_latest(struct table *table, int64_t *when, struct message *message)
{
    struct opponents *opponents = &table->wish->opponents;
    struct saved_game list[MAX_SAVES];
    struct message reason;
    bool has_reason = false;
    int count = 0;
    enum error error = saves_list(list, &count, message);

    for (int i = 0; !error && i < count; i++) {
        opponents->has_refused = false;
        if (keeping_resume(&table->keeping, list[i].name, &table->session, &reason) != OK) {
            if (!has_reason)
                message_set(message, "there is no game to go on with but %s", reason.text);
            has_reason = true;
            if (opponents->has_refused && table->wish->go_on && !opponents->named[0])
                return error_set(ERR_UNAVAILABLE, message, "%s", reason.text);
            if (opponents->has_refused && !table->wish->go_on)
                note(reason.text);
        } else if (is_over(table->session) || !is_named(table)) {
            put_back(table);
        } else {
            *when = list[i].modified;
            return OK;
        }
    }
    if (error)
        return error;
    return has_reason ? ERR_UNAVAILABLE
                      : error_set(ERR_UNAVAILABLE, message, "there is no unfinished game");
}

/* Which game it is that could be continued. */
static void describe(const struct session *session, int64_t when, char text[DESCRIPTION_SIZE])
{
    time_t seconds = (time_t)when;
    struct tm local;
    char date[32] = "";

    if (localtime_r(&seconds, &local))
        strftime(date, sizeof date, ", %Y-%m-%d %H:%M", &local);
    snprintf(text, DESCRIPTION_SIZE, "%s rules, %s against %s, %d moves%s",
             game_rules(session_game(session))->name, session_name(session, 0),
             session_name(session, 1), session_moves(session), date);
}

/* From a file elsewhere, which is only read: the game goes on in a file of its own. */
static enum error load_copy(struct table *table, const char *path, struct message *message)
{
    struct keeper keeper = keeping_keeper(&table->keeping);
    struct message warning;
    struct buffer text;
    enum error error;

    buffer_init(&text, SAVE_CAP);
    error = buffer_read_file(&text, path, message);
    if (!error) {
        error = session_resume_with((struct slice){text.data, text.length},
                                    &table->wish->opponents.opener, &table->session, message);
        if (error)
            message_prefix(message, "%s", path);
    }
    buffer_release(&text);
    if (error || is_over(table->session))
        return error;
    if (keeper.keep(keeper.context, session_saved(table->session), &warning) != OK)
        note(warning.text);
    session_set_keeper(table->session, &keeper);
    return OK;
}

static enum error load_game(struct table *table, struct message *message)
{
    const char *path = table->wish->load;
    char with_slash[PLACE_SIZE];
    enum error error;

    if (!keeping_holds(path))
        error = load_copy(table, path, message);
    else {
        snprintf(with_slash, sizeof with_slash, "%s%s", strchr(path, '/') ? "" : "./", path);
        error = keeping_resume(&table->keeping, with_slash, &table->session, message);
    }
    if (!error && is_over(table->session))
        error =
            error_set(ERR_OVER, message, "%s: this game is over; broadside replay shows it", path);
    return error;
}

/* --- new games ----------------------------------------------------------------------------------
 */

static enum error start_session(struct table *table, const struct plain_setup *setup,
                                const struct rules *rules, const char *bot, struct message *message)
{
    struct keeper keeper = keeping_keeper(&table->keeping);
    const char *opponent = setup->two_people ? NULL : bot;
    const char *called = opponent && guest_is_spec(bot) ? NULL : bot;
    struct session_terms terms = {.rules = rules,
                                  .name = {setup->name[0], opponent ? called : setup->name[1]},
                                  .bot = {NULL, opponent},
                                  .has_seed = table->wish->has_seed,
                                  .seed = table->wish->seed,
                                  .opener = &table->wish->opponents.opener};
    enum error error;

    if (setup->two_people && slice_is_nocase(slice_of(setup->name[0]), setup->name[1]))
        return error_set(ERR_SYNTAX, message, "two people need two names");
    error = session_new(&terms, &table->session, message);
    if (!error)
        session_set_keeper(table->session, &keeper);
    return error;
}

static void fill_setup(const struct table *table, struct plain_setup *setup)
{
    const struct wish *wish = table->wish;
    const struct settings *settings = &table->settings;

    *setup = (struct plain_setup){.name = {"Player", "Player 2"}, .two_people = wish->two_player};
    if (settings->name[0])
        text_printable(setup->name[0], NAME_SIZE, settings->name);
    for (int i = 0; i < wish->names.count; i++)
        text_printable(setup->name[i], NAME_SIZE, wish->names.value[i]);
    snprintf(setup->rules, sizeof setup->rules, "%s",
             settings->rules[0] ? settings->rules : "advanced");
    snprintf(setup->opponent, sizeof setup->opponent, "%s", settings->opponent);
}

/* By questions: a game that was left, or a new one. */
static enum error ask_for_game(struct table *table, struct message *message)
{
    struct values none = {0};
    char description[DESCRIPTION_SIZE];
    struct plain_setup setup;
    struct message nothing;
    struct rules rules;
    int64_t when;
    enum error error;

    open_keeping(table);
    fill_setup(table, &setup);
    if (resume_latest(table, &when, &nothing) == OK) {
        describe(table->session, when, description);
        setup.unfinished = description;
    }
    if (!plain_ask_setup(&table->options, &setup, check_setup)) {
        put_back(table);
        return OK;
    }
    if (setup.go_on) {
        remember(table, NULL, false);
        return OK;
    }
    put_back(table);
    error = args_rules(setup.rules, &none, &rules, message);
    if (!error)
        error = start_session(table, &setup, &rules, setup.opponent, message);
    if (!error)
        remember(table, &setup, true);
    return error;
}

/* By options alone. The names of two people are asked for where they are missing. */
static enum error game_by_options(struct table *table, struct message *message)
{
    const struct wish *wish = table->wish;
    struct plain_setup setup;
    struct rules rules;
    enum error error = args_rules(wish->rules, &wish->changes, &rules, message);

    if (error)
        return error;
    fill_setup(table, &setup);
    if (wish->two_player && wish->names.count < 2 && !table->on_screen &&
        !plain_ask_names(&table->options, &setup, wish->names.count))
        return OK;
    error = start_session(table, &setup, &rules, wish->bot, message);
    if (error)
        return error;
    open_keeping(table); /* a wrong option is told alone, without what may be wrong with the disk */
    remember(table, &setup, false);
    return OK;
}

/* --- the evening --------------------------------------------------------------------------------
 */

static void announce(const struct session *session, bool screen)
{
    const char *rules = game_rules(session_game(session))->name;

    if (session_people(session) == 2)
        printf("Broadside: %s rules, %s against %s.\n", rules, session_name(session, 0),
               session_name(session, 1));
    else
        printf("Broadside: %s rules against %s.\n", rules,
               session_name(session, session_is_bot(session, SIDE_A) ? SIDE_A : SIDE_B));
    if (session_people(session) == 2 && !screen && isatty(STDOUT_FILENO))
        printf("This terminal cannot be cleared: look away while it is not your turn.\n");
}

static void enter_history(void *context)
{
    struct table *table = context;
    struct played_game game;
    struct message message;
    int64_t id;
    enum error error;

    if (!table->session || !is_over(table->session))
        return;
    played_game_fill(&game, table->session);
    error = keeping_finish(&table->keeping, &game, session_record(table->session), &id, &message);
    if (error && table->keeping.store) /* that there is no history at all was told at the start */
        note(message.text);
}

static enum error open_game(struct table *table, struct message *message)
{
    const struct wish *wish = table->wish;
    int64_t when;
    enum error error;

    if (!wish->load && !wish->go_on && !wants_questions(wish))
        return game_by_options(table, message);
    if (wants_questions(wish) && !table->on_screen)
        return ask_for_game(table, message);
    open_keeping(table);
    if (wants_questions(wish)) { /* the menu asks */
        remember(table, NULL, false);
        return OK;
    }
    error = wish->load ? load_game(table, message) : resume_latest(table, &when, message);
    if (!error)
        remember(table, NULL, false);
    return error;
}

static enum error play_plainly(struct table *table, struct message *message)
{
    announce(table->session, table->options.terminal);
    table->options.over = enter_history;
    table->options.context = table;
    return plain_play(table->session, &table->options, message);
}

static enum error play_on_screen(struct table *table, struct message *message)
{
    struct host host = {
        .keeping = &table->keeping, .settings = &table->settings, .record = table->wish->record};
    struct screen_host calls = host_table(&host);
    struct keyboard keyboard;
    struct screen_choice choice;

    if (table->warning.text[0])
        host_warn(&host, table->warning.text);
    if (!table->keeping.store)
        host_warn(&host, table->keeping.why.text);
    host_keyboard(&host, &keyboard);
    host_choice(&host, &choice);
    choice.pace = (enum screen_pace)table->pace;
    return screen_run(&calls, &keyboard, &choice, &table->wish->term, table->session, message);
}

/* Where the terminal cannot be drawn on after all, the same game goes on as lines of text. */
static enum error play_somehow(struct table *table, struct message *message)
{
    enum error error = OK;

    if (table->on_screen)
        error = play_on_screen(table, message);
    else if (table->session)
        error = play_plainly(table, message);
    if (!table->on_screen || error != ERR_UNAVAILABLE)
        return error;
    note(message->text);
    table->on_screen = false;
    error = OK;
    if (!table->session)
        error = open_game(table, message);
    return error || !table->session ? error : play_plainly(table, message);
}

static enum error play(struct table *table, struct message *message)
{
    enum error error = read_settings(table, message);

    if (!error && table->wish->record) /* better to hear of it before the game */
        error = outfile_probe(table->wish->record, message);
    if (error)
        return error;
    table->on_screen = wants_screen(table);
    if (!table->on_screen && table->warning.text[0])
        note(table->warning.text);
    error = open_game(table, message);
    if (!error)
        error = play_somehow(table, message);
    session_free(table->session);
    keeping_end(&table->keeping);
    return error;
}

/* May the screen be cleared? */
static bool is_screen(void)
{
    const char *term = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

static int run(void *target, const struct args *args)
{
    struct wish *wish = target;
    struct table table = {.wish = wish,
                          .options = {.in = stdin,
                                      .out = stdout,
                                      .terminal = is_screen(),
                                      .kept_as = "broadside play --continue"}};
    struct message message;
    enum error error;

    wish->rules_given = args_given(args, "--rules");
    wish->bot_given = args_given(args, "--bot");
    wish->has_seed = args_given(args, "--seed");
    error = check_wish(wish, &message);
    if (!error)
        error = opponents_init(&wish->opponents, wish->bot, &message);
    if (wish->opponents.named[0]) {
        wish->bot = wish->opponents.named;
        table.options.kept_as = wish->opponents.go_on;
    }
    table.options.record = wish->record;
    if (!error)
        error = play(&table, &message);
    return error ? command_refused("play", error, &message) : command_finish("play");
}

const struct command command_play = {
    .name = "play",
    .summary = "play against a bot, or two people at one keyboard",
    .about = "On a terminal of at least 80x24 the game is drawn. Without options that say what to "
             "play, it opens a menu.\n"
             "Elsewhere it prints text and reads moves from standard input, and asks for whatever "
             "the options leave open.",
    .options = options,
    .size = sizeof(struct wish),
    .run = run,
};
