/* broadside play: a person against a bot, or two people at one keyboard. Options select the game;
 * without any, the menu or the questions of the plain game do. The game itself runs in a flow
 * (session/flow.h); this file connects it to the settings, the store and a front end.
 *
 * If a game or a setting cannot be saved, warn and play anyway. */
#include "base/outfile.h"
#include "bots/bot.h"
#include "cli/command.h"
#include "cli/opponent.h"
#include "cli/play_store.h"
#include "cli/screen_backend.h"
#include "cli/streams.h"
#include "session/flow.h"
#include "store/past_fleets.h"
#include "store/saves.h"
#include "store/settings.h"
#include "store/user_files.h"
#include "tui/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The options, as they were given. */
struct play_options {
    const char *rules, *bot, *record, *load, *pace, *motion, *bell;
    struct values changes, names, learn;
    struct seed seed;
    bool rules_given, bot_given, has_seed, two_player, resume, plain, speak, screen, tutorial;
    struct term_options term;
    struct opponents opponents; /* which bots may be started */
};

static const struct option options[] = {
    OPTION_RULES(struct play_options, rules, "classic"),
    OPTION_RULE(struct play_options, changes),
    {.name = "--bot",
     .kind = OPTION_TEXT,
     .argument = "BOT",
     .initial = "medium",
     .excludes = "--two-player",
     .offers = OFFER_BOTS | OFFER_FILES,
     .offset = offsetof(struct play_options, bot),
     .help = "The opponent: " BOT_HELP " To continue a game against a guest, name it again."},
    {.name = "--two-player",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, two_player),
     .help = "Two people take turns at this keyboard."},
    {.name = "--name",
     .kind = OPTION_REPEATED,
     .argument = "NAME",
     .offset = offsetof(struct play_options, names),
     .help = "Your name. With --two-player, give it twice."},
    {.name = "--seed",
     .kind = OPTION_MASTER_SEED,
     .argument = "SEED",
     .offset = offsetof(struct play_options, seed),
     .help = "Repeat a game: the same seed gives the same random fleets and the same moves of the "
             "bot. " SEED_HELP,
     .otherwise = "a random seed, which the record shows once the game is over"},
    OPTION_FILE("--record", struct play_options, record,
                "Write the record of the game to FILE. An existing file is replaced."),
    {.name = "--continue",
     .kind = OPTION_FLAG,
     .excludes = "--load",
     .offset = offsetof(struct play_options, resume),
     .help = "Continue the last unfinished game."},
    OPTION_FILE("--load", struct play_options, load,
                "Continue a saved game or the record of an unfinished one."),
    {.name = "--tutorial",
     .kind = OPTION_FLAG,
     .excludes = "--rules --rule --bot --two-player --seed --record --continue --load",
     .offset = offsetof(struct play_options, tutorial),
     .help = "Learn the moves in about three minutes. The tutorial is not saved."},
    {.name = "--plain",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, plain),
     .help = "Print text instead of drawing. Remembered for later games; to do it once, set "
             "BROADSIDE_PLAIN=1."},
    {.name = "--speak",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, speak),
     .help = "Print text for a screen reader, with boards only on request. Remembered like "
             "--plain."},
    {.name = "--screen",
     .kind = OPTION_FLAG,
     .excludes = "--plain --speak",
     .offset = offsetof(struct play_options, screen),
     .help = "Draw the game again after --plain or --speak."},
    {.name = "--ascii",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, term.ascii),
     .help = "Draw with ASCII characters only."},
    {.name = "--no-color",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, term.no_colour),
     .help = "Draw without colours, like the variable NO_COLOR."},
    {.name = "--no-mouse",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct play_options, term.no_mouse),
     .help = "Leave the mouse to the terminal, so that you can select text."},
    {.name = "--pace",
     .kind = OPTION_WORD,
     .words = "none fast normal slow",
     .offset = offsetof(struct play_options, pace),
     .help = "How long each move of the bot stays on screen.",
     .otherwise = "as in the settings"},
    {.name = "--motion",
     .kind = OPTION_WORD,
     .words = "full reduced",
     .offset = offsetof(struct play_options, motion),
     .help = "Draw an explosion for every hit, or not. Remembered. Never drawn with NO_COLOR or "
             "--pace none.",
     .otherwise = "as in the settings"},
    {.name = "--bell",
     .kind = OPTION_WORD,
     .words = "on off",
     .offset = offsetof(struct play_options, bell),
     .help = "In the drawn game, ring the bell of the terminal when a ship is hit. Remembered.",
     .otherwise = "as in the settings, at first off"},
    {.name = "--learn",
     .kind = OPTION_REPEATED,
     .argument = "on|off|erase",
     .words = "on off erase",
     .offset = offsetof(struct play_options, learn),
     .help =
         "Let bots learn from your finished games where you put your ships, or not; remembered. "
         "Your fleets stay in a file on this machine, ~/.local/share/broadside/fleets. Not with "
         "--seed, which repeats a game. "
         "With erase, delete the fleets of your name, or of --name, from the file and play no "
         "game; "
         "on or off may be given too.",
     .otherwise = "as in the settings, at first off"},
    OPTION_GUESTS(struct play_options, opponents.guests),
    {.name = NULL},
};

/* One run of the command. */
struct play {
    struct play_options *given;
    struct settings settings;
    struct message warning; /* about the settings */
    bool is_unreadable;     /* the file of the settings: it is not written either */
    struct plain_options plain;
    struct play_store store;
    struct flow flow; /* no session: there is no game yet, or the player left */
    bool on_screen;   /* or lines of text */
};

static void note(const char *sentence)
{
    fprintf(stderr, "broadside play: %s\n", sentence);
}

/* A game that is chosen by options may be a script: nothing is asked that has a default. */
static bool is_chosen_by_options(const struct play_options *given)
{
    return given->rules_given || given->bot_given || given->record || given->load ||
           given->resume || given->two_player || given->has_seed || given->changes.count > 0 ||
           given->names.count > 0;
}

static bool should_erase(const struct play_options *given)
{
    for (int i = 0; i < given->learn.count; i++)
        if (strcmp(given->learn.value[i], "erase") == 0)
            return true;
    return false;
}

/* Sets whether bots may learn, if --learn says so: its last on or off. */
static void set_permission(const struct play_options *given, bool *may_learn)
{
    for (int i = 0; i < given->learn.count; i++)
        if (strcmp(given->learn.value[i], "erase") != 0)
            *may_learn = strcmp(given->learn.value[i], "on") == 0;
}

static enum error check_options(const struct play_options *given, struct message *message)
{
    int names = given->names.count;

    if (should_erase(given) &&
        (given->rules_given || given->bot_given || given->record || given->load || given->resume ||
         given->two_player || given->has_seed || given->changes.count > 0 || given->tutorial))
        return error_set(ERR_SYNTAX, message,
                         "--learn erase plays no game, so it takes no options of one, apart from "
                         "--name");
    if ((given->load || given->resume) &&
        (given->rules_given || (given->bot_given && !guest_is_spec(given->bot)) ||
         given->two_player || names > 0 || given->has_seed || given->changes.count > 0))
        return error_set(ERR_SYNTAX, message,
                         "%s continues a game as it was: its rules, players and seed cannot change",
                         given->load ? "--load" : "--continue");
    if (names > (given->two_player ? 2 : 1))
        return error_set(ERR_SYNTAX, message,
                         given->two_player ? "--name may be given at most twice"
                                           : "a second --name needs --two-player");
    for (int i = 0; i < names; i++) {
        char visible[NAME_SIZE];

        slice_name(visible, sizeof visible, slice_trim(slice_of(given->names.value[i])));
        if (!visible[0])
            return error_set(ERR_SYNTAX, message, "--name is empty: give a name that can be read");
    }
    return OK;
}

/* The rules of a setup, with the player's changes. */
static enum error find_rules(const struct plain_setup *setup, struct rules *rules,
                             struct message *message)
{
    struct values none = {0};
    enum error error = args_rules(setup->rules, &none, rules, message);

    return error ? error : my_rules_apply(&setup->mine, rules, message);
}

static enum error check_setup(const struct plain_setup *setup, struct message *message)
{
    struct rules rules;
    struct bot *bot = NULL;
    enum error error = find_rules(setup, &rules, message);

    if (error || setup->two_people)
        return error;
    error = bot_new(setup->opponent, &bot, message);
    if (!error)
        error = bot_accepts(bot->kind, &rules, message);
    bot_free(bot);
    return error;
}

/* --- settings ----------------------------------------------------------------------------------*/

static enum error read_settings(struct play *play, struct message *message)
{
    const struct play_options *given = play->given;
    struct settings *settings = &play->settings;

    settings_init(settings);
    play->is_unreadable = settings_read(settings, &play->warning, &play->warning) != OK;
    if (play->is_unreadable)
        settings_init(settings);
    play->flow.pace = settings->pace;
    if (given->pace && settings_parse_pace(given->pace, &play->flow.pace, message) != OK)
        return ERR_SYNTAX;
    if (given->motion)
        settings->motion = strcmp(given->motion, "full") == 0 ? MOTION_FULL : MOTION_REDUCED;
    if (given->bell)
        settings->bell = strcmp(given->bell, "on") == 0;
    set_permission(given, &settings->learn);
    play->plain.speak = given->speak || (settings->speak && !given->plain && !given->screen);
    /* A screen reader gets whole sentences. */
    play->plain.columns = play->plain.speak ? 0 : streams_columns();
    return OK;
}

static bool should_use_screen(const struct play *play)
{
    const struct play_options *given = play->given;
    const char *plain = getenv("BROADSIDE_PLAIN");

    if (!play->plain.terminal || given->plain || given->speak)
        return false;
    if (given->screen)
        return true;
    if (plain && plain[0])
        return false;
    if (play->settings.plain || play->settings.speak)
        note("printing plain text, as last time; --screen switches back to the full screen");
    return !play->settings.plain && !play->settings.speak;
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

/* What was chosen, by answer or by option, is the default next time. */
static bool remember_setup(struct play *play, const struct plain_setup *setup, bool asked)
{
    const struct play_options *given = play->given;
    struct settings *settings = &play->settings;
    bool has_preset = given->rules_given && given->changes.count == 0;
    const char *rules = asked ? setup->rules : has_preset ? given->rules : NULL;
    const char *opponent = asked ? setup->opponent : given->bot_given ? given->bot : NULL;
    bool changed = false;

    if (asked || (given->names.count > 0 && !given->two_player))
        changed |= remember_text(settings->name, sizeof settings->name, setup->name[0]);
    if (rules && rules_find(rules))
        changed |= remember_text(settings->rules, sizeof settings->rules, rules);
    if (opponent && !setup->two_people &&
        !guest_is_spec(opponent)) /* programs are named each time */
        changed |= remember_text(settings->opponent, sizeof settings->opponent, opponent);
    if (asked && memcmp(&settings->mine, &setup->mine, sizeof settings->mine) != 0) {
        settings->mine = setup->mine;
        changed = true;
    }
    return changed;
}

static bool remember_front_end(struct play *play)
{
    const struct play_options *given = play->given;
    struct settings *settings = &play->settings;
    enum pace before = settings->pace;
    bool changed = given->motion || given->bell || given->learn.count > 0;

    if (given->pace)
        settings->pace = play->flow.pace;
    if (given->plain || given->speak) {
        changed |= remember_flag(&settings->plain, true);
        changed |= remember_flag(&settings->speak, given->speak);
    } else if (given->screen) {
        changed |= remember_flag(&settings->plain, false);
        changed |= remember_flag(&settings->speak, false);
    }
    return changed || settings->pace != before;
}

/* Called once there is a game; `setup` is NULL for a resumed one. */
static void remember(struct play *play, const struct plain_setup *setup, bool asked)
{
    struct message message;
    bool changed = remember_front_end(play);

    if (setup)
        changed |= remember_setup(play, setup, asked);
    if (changed && !play->is_unreadable && settings_write(&play->settings, &message) != OK)
        note(message.text);
}

/* Whether bots may learn counts from now on, even if no game is played. */
static void remember_permission(struct play *play)
{
    struct message message;

    if (play->given->learn.count > 0 && !play->is_unreadable &&
        settings_write(&play->settings, &message) != OK)
        note(message.text);
}

/* --- unfinished games --------------------------------------------------------------------------*/

static void open_store(struct play *play)
{
    if (play->store.command)
        return; /* already open: the full screen could not start after all */
    play_store_open(&play->store, "play");
    play->store.may_learn = &play->settings.learn;
    play_store_sweep(&play->store);
}

/* If a program is named with --bot, only games against it count. */
static bool is_against_named_bot(const struct play *play)
{
    const char *bot = session_bot(play->flow.session, SIDE_B);
    const char *named = play->given->opponents.named;

    return !named[0] || (bot && strcmp(bot, named) == 0);
}

/* Resumes the latest unfinished game; `*modified` is the time of its last move. Files that cannot
 * be read are skipped; if there is nothing else, the message is about the latest of them. With
 * --continue, a game against a program that was not named is an error, not skipped. */
static enum error resume_latest(struct play *play, int64_t *modified, struct message *message)
{
    struct opponents *opponents = &play->given->opponents;
    struct unfinished_game list[MAX_UNFINISHED];
    struct message reason;
    bool has_reason = false;
    int count = 0;
    enum error error = play->flow.keeper.list(&play->store, list, &count, message);

    for (int i = 0; !error && i < count; i++) {
        opponents->has_refused = false;
        *modified = list[i].modified;
        error = flow_resume(&play->flow, list[i].id, &reason);
        if (!error && !session_is_over(play->flow.session) && is_against_named_bot(play))
            return OK;
        flow_release(&play->flow);
        if (!error)
            continue;
        error = OK;
        if (!has_reason)
            message_set(message, "the latest unfinished game cannot be continued: %s", reason.text);
        has_reason = true;
        if (opponents->has_refused && play->given->resume && !opponents->named[0])
            return error_set(ERR_UNAVAILABLE, message, "%s", reason.text);
        if (opponents->has_refused && !play->given->resume)
            note(reason.text);
    }
    if (error)
        return error;
    if (has_reason)
        return ERR_UNAVAILABLE;
    return error_set(ERR_UNAVAILABLE, message,
                     saves_are_played()
                         ? "the unfinished game is in use: another process is playing it"
                         : "there is no unfinished game");
}

/* A file from elsewhere is only read: the game continues in a file of our own. */
static enum error import_game(struct play *play, const char *path, struct message *message)
{
    struct buffer text;
    enum error error;

    buffer_init(&text, SAVE_CAP);
    error = buffer_read_file(&text, path, message);
    if (!error) {
        error = flow_import(&play->flow, (struct slice){text.data, text.length}, message);
        if (error)
            message_prefix(message, "%s", path);
    }
    buffer_release(&text);
    return error;
}

static enum error load_game(struct play *play, struct message *message)
{
    const char *path = play->given->load;
    char with_slash[USER_FILE_SIZE];
    enum error error;

    if (!play_store_contains(path)) {
        error = import_game(play, path, message);
    } else {
        snprintf(with_slash, sizeof with_slash, "%s%s", strchr(path, '/') ? "" : "./", path);
        error = flow_resume(&play->flow, with_slash, message);
    }
    if (!error && session_is_over(play->flow.session))
        error = error_set(ERR_OVER, message,
                          "%s: this game is over; 'broadside replay %s' shows it", path, path);
    return error;
}

/* --- new games ---------------------------------------------------------------------------------*/

static enum error start_game(struct play *play, const struct plain_setup *setup,
                             const struct rules *rules, const char *bot, struct message *message)
{
    const char *opponent = setup->two_people ? NULL : bot;
    const char *bot_name = opponent && guest_is_spec(bot) ? NULL : bot; /* guests say their name */
    struct session_terms terms = {.rules = rules,
                                  .name = {setup->name[0], opponent ? bot_name : setup->name[1]},
                                  .bot = {NULL, opponent},
                                  .has_seed = play->given->has_seed,
                                  .seed = play->given->seed};

    return flow_start(&play->flow, &terms, message);
}

static void fill_setup(const struct play *play, struct plain_setup *setup)
{
    const struct play_options *given = play->given;
    const struct settings *settings = &play->settings;

    *setup = (struct plain_setup){.name = {"Player", "Player 2"}, .two_people = given->two_player};
    if (settings->name[0])
        text_printable(setup->name[0], NAME_SIZE, settings->name);
    for (int i = 0; i < given->names.count; i++)
        text_printable(setup->name[i], NAME_SIZE, given->names.value[i]);
    snprintf(setup->rules, sizeof setup->rules, "%s", settings_rules(settings));
    snprintf(setup->opponent, sizeof setup->opponent, "%s", settings->opponent);
    setup->mine = settings->mine;
}

/* Asks about the unfinished games that the player deletes, and then for the rest of the setup.
 * False if the player leaves. */
static bool ask_setup(struct play *play, struct plain_setup *setup)
{
    char description[GAME_DESCRIPTION_SIZE];
    struct message ignored;
    int64_t modified;
    bool going;

    do {
        setup->unfinished = NULL;
        if (resume_latest(play, &modified, &ignored) == OK) {
            flow_describe(&play->flow, modified, description);
            setup->unfinished = description;
        }
        going = plain_ask_setup(&play->plain, setup, check_setup);
        if (going && setup->discard)
            flow_discard(&play->flow);
    } while (going && setup->discard);
    return going;
}

/* The plain game asks: continue the unfinished game, or start a new one? */
static enum error ask_for_game(struct play *play, struct message *message)
{
    struct plain_setup setup;
    struct rules rules;
    enum error error;

    open_store(play);
    fill_setup(play, &setup);
    if (!ask_setup(play, &setup)) {
        flow_release(&play->flow);
        return OK;
    }
    if (setup.resume) {
        remember(play, NULL, false);
        return OK;
    }
    flow_release(&play->flow);
    error = find_rules(&setup, &rules, message);
    if (!error)
        error = start_game(play, &setup, &rules, setup.opponent, message);
    if (!error)
        remember(play, &setup, true);
    return error;
}

/* Options alone, except that missing names of two people are asked for. */
static enum error start_by_options(struct play *play, struct message *message)
{
    const struct play_options *given = play->given;
    struct plain_setup setup;
    struct rules rules;
    enum error error = args_rules(given->rules, &given->changes, &rules, message);

    if (error)
        return error;
    fill_setup(play, &setup);
    if (given->two_player && given->names.count < 2 && !play->on_screen &&
        !plain_ask_names(&play->plain, &setup, given->names.count))
        return OK;
    error = start_game(play, &setup, &rules, given->bot, message);
    if (error)
        return error;
    open_store(play); /* only now: a wrong option is reported alone, without warnings about files */
    remember(play, &setup, false);
    return OK;
}

/* --- front ends --------------------------------------------------------------------------------*/

static void announce(const struct session *session, bool can_clear)
{
    const char *rules = game_rules(session_game(session))->name;

    if (session_people(session) == 2)
        printf("Broadside: %s rules, %s against %s.\n", rules, session_name(session, 0),
               session_name(session, 1));
    else
        printf("Broadside: %s rules against %s.\n", rules,
               session_name(session, session_is_bot(session, SIDE_A) ? SIDE_A : SIDE_B));
    if (session_people(session) == 2 && !can_clear && isatty(STDOUT_FILENO))
        printf("This terminal cannot be cleared: look away when it is not your turn.\n");
}

/* On the screen, the tutorial begins there. */
static enum error open_tutorial(struct play *play, struct message *message)
{
    struct plain_setup setup;

    remember(play, NULL, false);
    if (play->on_screen) {
        open_store(play);
        return OK;
    }
    fill_setup(play, &setup);
    return plain_tutorial(&play->plain, setup.name[0], play->flow.pace, message);
}

static enum error open_game(struct play *play, struct message *message)
{
    const struct play_options *given = play->given;
    bool chosen = is_chosen_by_options(given);
    int64_t modified;
    enum error error = OK;

    if (given->tutorial)
        return open_tutorial(play, message);
    if (chosen && !given->load && !given->resume)
        return start_by_options(play, message);
    if (!chosen && !play->on_screen)
        return ask_for_game(play, message);
    open_store(play);
    if (given->load)
        error = load_game(play, message);
    else if (given->resume)
        error = resume_latest(play, &modified, message);
    if (!error)
        remember(play, NULL, false);
    return error;
}

/* What the bot knows about the player already, or that this game does not count. */
static void announce_learning(const struct play *play)
{
    static char text[MESSAGE_SIZE]; /* the compiler may make it part of the stack of a game */
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    session_print_past_fleets(play->flow.session, &writer);
    if (play->settings.learn && session_seed_given(play->flow.session))
        writer_put(&writer, "Bots do not learn from this game, because its seed was given.");
    if (text[0])
        printf("%s\n", text);
}

static enum error play_plain(struct play *play, struct message *message)
{
    announce(play->flow.session, play->plain.terminal);
    announce_learning(play);
    return plain_play(&play->flow, &play->plain, message);
}

static enum error play_on_screen(struct play *play, struct message *message)
{
    struct screen_backend backend = {.history = play->store.history,
                                     .no_history = play->store.no_history.text,
                                     .settings = &play->settings,
                                     .ascii = play->given->term.ascii};
    struct screen_host host = screen_backend_host(&backend);
    struct keyboard keyboard;
    struct screen_choice choice;

    if (play->warning.text[0])
        screen_backend_warn(&backend, play->warning.text);
    if (!play->store.history)
        screen_backend_warn(&backend, play->store.no_history.text);
    screen_backend_keyboard(&backend, &keyboard);
    screen_backend_choice(&backend, &choice);
    choice.pace = play->flow.pace;
    choice.tutorial = play->given->tutorial;
    if (play->given->tutorial && play->given->names.count > 0)
        text_printable(choice.name[0], NAME_SIZE, play->given->names.value[0]);
    return screen_run(&host, &play->flow, &keyboard, &choice, &play->given->term, message);
}

/* If the full screen cannot start, the same game continues as lines of text. */
static enum error run_front_end(struct play *play, struct message *message)
{
    enum error error = OK;

    if (play->on_screen)
        error = play_on_screen(play, message);
    if (play->on_screen && error == ERR_TERMINAL) {
        note(message->text);
        play->on_screen = false;
        error = play->flow.session ? OK : open_game(play, message);
    }
    if (error || play->on_screen || !play->flow.session)
        return error;
    return play_plain(play, message);
}

static enum error erase_fleets(const struct play *play, struct message *message)
{
    static char path[USER_FILE_SIZE]; /* the compiler may make it part of the stack of a game */
    struct plain_setup setup;
    struct message warning = {""};
    int count;
    enum error error = user_file_path(USER_FILE_FLEETS, path, message);

    fill_setup(play, &setup);
    if (!error)
        error = past_fleets_erase(setup.name[0], &count, &warning, message);
    if (warning.text[0])
        note(warning.text);
    if (!error)
        printf("Deleted %d fleet%s of %s from the file %s. Finished games stay in the history.%s\n",
               count, text_s((uint64_t)count), setup.name[0], path,
               play->settings.learn ? " Bots still learn from new games; --learn off stops that."
                                    : "");
    return error;
}

static enum error play_game(struct play *play, struct message *message)
{
    enum error error = read_settings(play, message);

    if (!error && play->given->record) /* fail before the game, not after it */
        error = outfile_probe(play->given->record, message);
    if (error)
        return error;
    play->on_screen = !should_erase(play->given) && should_use_screen(play);
    if (!play->on_screen && play->warning.text[0])
        note(play->warning.text);
    remember_permission(play);
    if (should_erase(play->given))
        return erase_fleets(play, message);
    error = open_game(play, message);
    if (!error)
        error = run_front_end(play, message);
    flow_release(&play->flow);
    rescue_offer(&play->store.rescue, stdin, stdout);
    if (!error && play->store.failure.text[0])
        error = error_set(ERR_IO, message, "%s", play->store.failure.text);
    play_store_close(&play->store);
    return error;
}

static bool can_clear_screen(void)
{
    const char *term = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0;
}

static int run(void *target, const struct args *args)
{
    struct play_options *given = target;
    struct play play = {.given = given,
                        .plain = {.in = stdin,
                                  .out = stdout,
                                  .terminal = can_clear_screen(),
                                  .resume_command = "broadside play --continue"}};
    struct message message;
    enum error error;

    given->rules_given = args_given(args, "--rules");
    given->bot_given = args_given(args, "--bot");
    given->has_seed = args_given(args, "--seed");
    error = check_options(given, &message);
    if (!error)
        error = opponents_init(&given->opponents, given->bot, &message);
    if (given->opponents.named[0]) {
        given->bot = given->opponents.named;
        play.plain.resume_command = given->opponents.resume_command;
    }
    play.store.may_learn = &play.settings.learn;
    play.flow = (struct flow){.keeper = play_store_keeper(&play.store),
                              .opener = &given->opponents.opener,
                              .record = given->record};
    if (!error)
        error = play_game(&play, &message);
    return error ? command_refused("play", error, &message) : command_finish("play");
}

const struct command command_play = {
    .name = "play",
    .summary = "play against a bot, or two people at one keyboard",
    .about = "On a terminal the game uses the full screen, which needs at least 60x20. Without "
             "options that say what to play, it opens a menu.\n"
             "Elsewhere, and with --plain, it prints text and reads moves from standard input, and "
             "asks for whatever "
             "the options leave open.",
    .options = options,
    .size = sizeof(struct play_options),
    .run = run,
};
