/* broadside replay: shows a recorded game move by move, from a file or from the history: in the
 * viewer on a suitable terminal, as lines of text elsewhere, or as the coach sees it. Every move is
 * replayed and compared; a record that does not match is refused with the line number. */
#include "base/buffer.h"
#include "cli/command.h"
#include "cli/play_store.h"
#include "cli/screen_backend.h"
#include "report/secret.h"
#include "rules/record.h"
#include "session/board_text.h"
#include "session/coach.h"
#include "session/narrate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RECORD_FILE_CAP = 64 << 20, REVIEW_CAP = 4 << 20 };

struct replay {
    struct record_reader reader;
    struct buffer file;
    struct slice text; /* the record, or the whole file if it has no other */
    const char *name[2];
    uint64_t from, game;
    bool boards, json, coach, plain;
    bool interactive, on_screen; /* a person can press keys; the viewer can be drawn */
    bool quit;
    struct settings settings;
};

static const struct option options[] = {
    {.name = "GAME",
     .kind = OPTION_OPERAND,
     .required = true,
     .words = "last",
     .offers = OFFER_FILES,
     .help = "A record file, the number of one of your games ('broadside stats --list' shows "
             "them), or 'last' for the latest."},
    {.name = "--game",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .least = 1,
     .most = 9999999,
     .offset = offsetof(struct replay, game),
     .help = "Show record N of a file with several. 'broadside stats FILE --list' shows the "
             "numbers of its finished games."},
    {.name = "--from",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .most = 9999999,
     .offset = offsetof(struct replay, from),
     .help = "Start at move N."},
    {.name = "--boards",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct replay, boards),
     .help = "Print text, with both boards after every move. On a terminal, Enter continues, a "
             "number jumps to that move and q quits."},
    {.name = "--coach",
     .kind = OPTION_FLAG,
     .excludes = "--from --boards",
     .offset = offsetof(struct replay, coach),
     .help = "Compare every shot of both sides with the best shot at that point."},
    {.name = "--plain",
     .kind = OPTION_FLAG,
     .offset = offsetof(struct replay, plain),
     .help = "Print text without waiting for keys."},
    OPTION_JSON(struct replay, json),
    {.name = NULL},
};

static void show_boards(const struct replay *replay)
{
    char text[BOARD_TEXT_SIZE], heading[2][NAME_SIZE + 16];
    struct board_side side[2];
    struct writer writer;

    for (int i = 0; i < 2; i++) {
        snprintf(heading[i], sizeof heading[i], "%s's fleet", replay->name[i]);
        side[i] = (struct board_side){heading[i], &replay->reader.game.view[i], false};
    }
    writer_init(&writer, text, sizeof text);
    if (replay->reader.record.solo)
        board_text_print(&side[1], NULL, &writer);
    else
        board_text_print(&side[0], &side[1], &writer);
    fputs(text, stdout);
}

static void show_head(const struct replay *replay)
{
    const struct record *record = &replay->reader.record;

    if (record->solo)
        printf("%s (a) shoots alone at a fleet placed by %s (b), %s rules; the fleet matches "
               "its commitment.\n",
               record->name[0], record->name[1], record->rules.name);
    else
        printf("%s (a) against %s (b), %s rules, %s moves first; both fleets match their "
               "commitments.\n",
               record->name[0], record->name[1], record->rules.name, record->name[record->first]);
    if (replay->boards)
        show_boards(replay);
}

static void show_move(const struct replay *replay, const struct move *move,
                      const struct outcome *outcome)
{
    char text[NARRATION_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_move(move, outcome, &replay->reader.game, replay->name, NOBODY, &writer);
    printf("%d. %s", replay->reader.moves, text);
    if (replay->boards)
        show_boards(replay);
}

/* Enter continues, a number jumps to that move, q quits. */
static void wait_for_key(struct replay *replay)
{
    char line[64];
    uint64_t number;

    fputs("[Enter, a move number, or q] ", stdout);
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin)) {
        replay->quit = true;
        return;
    }
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == 'q')
        replay->quit = true;
    else if (slice_number(slice_trim(slice_of(line)), 9999999, &number))
        replay->from = number;
}

/* A bot that shoots alone has no opponent: only the number of shots counts. */
static void show_solo_end(const struct replay *replay)
{
    const struct game *game = &replay->reader.game;
    int shots = game_status(game)->shots[SIDE_A];

    if (!game_status(game)->over)
        printf("The game is not over after %d shot%s.\n", shots, text_s((uint64_t)shots));
    else
        printf("The fleet is %s after %d shot%s.\n",
               game->view[SIDE_B].own.afloat ? "not sunk" : "sunk", shots, text_s((uint64_t)shots));
}

static void show_end(const struct replay *replay)
{
    const struct status *status = game_status(&replay->reader.game);
    char text[NARRATION_SIZE], seed[SEED_TEXT_SIZE];
    struct writer writer;

    if (replay->reader.record.solo) {
        show_solo_end(replay);
    } else {
        writer_init(&writer, text, sizeof text);
        narrate_end(status, replay->name, &writer);
        fputs(text, stdout);
    }
    if (!replay->boards)
        show_boards(replay);
    if (replay->reader.record.has_seed) {
        seed_print(&replay->reader.record.seed, seed);
        printf("Seed %s.\n", seed);
    }
}

static enum error show(struct replay *replay, struct message *message)
{
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error = OK;

    show_head(replay);
    while (!error && !replay->quit) {
        error = record_step(&replay->reader, &move, &outcome, &more, message);
        if (error || !more)
            break;
        if ((uint64_t)replay->reader.moves < replay->from)
            continue;
        show_move(replay, &move, &outcome);
        if (replay->interactive)
            wait_for_key(replay);
    }
    if (!error && !replay->quit)
        show_end(replay);
    return error;
}

/* --- the coach ---------------------------------------------------------------------------------*/

/* A side that never shoots has nothing to review. */
static bool is_reviewed(const struct replay *replay, int side)
{
    return side == SIDE_A || !replay->reader.record.solo;
}

static enum error print_review(const struct replay *replay, int side, struct message *message)
{
    struct review review;
    struct buffer text;
    enum error error = coach_review(replay->text, side, &review, message);

    if (error)
        return error;
    buffer_init(&text, REVIEW_CAP);
    error = coach_review_print(&review, &replay->reader.record.rules, replay->name[side], &text);
    if (error)
        error_set(error, message, "the review is too long");
    else
        printf("\n%s's moves:\n%s", replay->name[side], text.data);
    buffer_release(&text);
    coach_review_release(&review);
    return error;
}

static enum error show_reviews(const struct replay *replay, struct message *message)
{
    enum error error = OK;

    show_head(replay);
    for (int side = 0; !error && side < 2; side++)
        if (is_reviewed(replay, side))
            error = print_review(replay, side, message);
    return error;
}

static struct json_value *verdict_json(const struct verdict *verdict, const struct rules *rules)
{
    struct json_value *object = json_new_object();
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    json_set(object, "number", json_uint((uint64_t)verdict->number));
    writer_init(&writer, text, sizeof text);
    move_print(&verdict->move, rules, &writer);
    json_set(object, "move", json_text(text));
    json_set(object, "chance", json_double(verdict->chance));
    writer_init(&writer, text, sizeof text);
    move_print(&verdict->best, rules, &writer);
    json_set(object, "best", json_text(text));
    json_set(object, "best_chance", json_double(verdict->best_chance));
    json_set(object, "hits", json_uint((uint64_t)verdict->hits));
    json_set(object, "exact", json_bool(verdict->is_exact));
    return object;
}

static enum error reviews_json(struct json_value *root, const struct replay *replay,
                               struct message *message)
{
    struct json_value *reviews = json_new_object();
    enum error error = OK;

    for (int side = 0; !error && side < 2; side++) {
        struct json_value *verdicts;
        struct review review;

        if (!is_reviewed(replay, side))
            continue;
        error = coach_review(replay->text, side, &review, message);
        if (error)
            break;
        verdicts = json_new_array();
        for (int i = 0; i < review.count; i++)
            json_append(verdicts, verdict_json(&review.verdict[i], &replay->reader.record.rules));
        json_set(reviews, event_side_word(side), verdicts);
        coach_review_release(&review);
    }
    json_set(root, "review", reviews);
    return error;
}

/* --- JSON --------------------------------------------------------------------------------------*/

static struct json_value *move_json(const struct record_reader *reader, const struct move *move,
                                    const struct outcome *outcome)
{
    const struct rules *rules = &reader->record.rules;
    struct json_value *object = json_new_object(), *events = json_new_array();
    char text[RECORD_LINE_SIZE];
    struct writer writer;
    struct slice rest, word;

    json_set(object, "number", json_uint((uint64_t)reader->moves));
    json_set(object, "side", json_text(event_side_word(outcome->mover)));
    writer_init(&writer, text, sizeof text);
    move_print(move, rules, &writer);
    json_set(object, "move", json_text(text));
    writer_init(&writer, text, sizeof text);
    outcome_print(outcome, rules, &writer);
    rest = slice_of(text);
    while (slice_cut(&rest, ' ', &word)) {
        char event[128];

        snprintf(event, sizeof event, "%.*s", (int)word.length, word.text);
        json_append(events, json_text(event));
    }
    json_set(object, "events", events);
    return object;
}

static void head_json(struct json_value *root, const struct replay *replay)
{
    const struct record *record = &replay->reader.record;
    struct json_value *players = json_new_object(), *fleets = json_new_object(),
                      *hashes = json_new_object();

    json_set(root, "rules", json_text(record->rules.name));
    json_set(root, "written_by", json_text(record->version));
    json_set(root, "solo", json_bool(record->solo));
    for (int side = 0; side < 2; side++) {
        char text[RECORD_LINE_SIZE];
        struct writer writer;

        json_set(players, event_side_word(side), json_text(record->name[side]));
        if (record->solo && side == SIDE_A)
            continue;
        writer_init(&writer, text, sizeof text);
        layout_print(&record->layout[side], &record->rules, &writer);
        json_set(fleets, event_side_word(side), json_text(text));
        json_set(hashes, event_side_word(side), json_text(replay->reader.commitment[side]));
    }
    json_set(root, "players", players);
    json_set(root, "first", json_text(event_side_word(record->first)));
    json_set(root, "fleets", fleets);
    json_set(root, "commitments", hashes);
}

static void end_json(struct json_value *root, const struct replay *replay)
{
    const struct status *status = game_status(&replay->reader.game);

    json_set(root, "over", json_bool(status->over));
    if (status->over) {
        json_set(root, "winner", json_text(event_side_word(status->winner)));
        json_set(root, "reason", json_text(event_reason_word((enum reason)status->reason)));
    }
    if (replay->reader.record.has_seed)
        secret_set_json(&replay->reader.record.seed, root);
}

static enum error fill_json(struct replay *replay, struct json_value *root, struct message *message)
{
    struct json_value *moves = json_new_array();
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    head_json(root, replay);
    while ((error = record_step(&replay->reader, &move, &outcome, &more, message)) == OK && more)
        if ((uint64_t)replay->reader.moves >= replay->from)
            json_append(moves, move_json(&replay->reader, &move, &outcome));
    json_set(root, "moves", moves);
    end_json(root, replay);
    if (!error && replay->coach)
        error = reviews_json(root, replay, message);
    return error;
}

/* --- the command -------------------------------------------------------------------------------*/

/* Is it the number of a game in the history, or `last` (0)? A file of that name comes first. */
static bool is_in_history(const char *operand, uint64_t *id)
{
    *id = 0;
    if (access(operand, F_OK) == 0)
        return false;
    return strcmp(operand, "last") == 0 ||
           (slice_number(slice_of(operand), INT64_MAX, id) && *id > 0);
}

static enum error read_history(int64_t id, struct buffer *record, struct message *message)
{
    struct store *store = NULL;
    enum error error = play_store_read_history(&store, message);

    if (!error && !store)
        error = error_set(ERR_IO, message, "there are no games in the history yet");
    if (!error)
        error = store_game_record(store, id, record, message);
    store_close(store);
    return error;
}

static enum error read_record(struct replay *replay, const char *operand, struct message *message)
{
    uint64_t id;

    if (is_in_history(operand, &id))
        return read_history((int64_t)id, &replay->file, message);
    return buffer_read_file(&replay->file, operand, message);
}

/* Finds the record that --game names, or the only one. */
static enum error choose_record(struct replay *replay, struct listed_record *chosen,
                                struct message *message)
{
    struct slice whole = {replay->file.data, replay->file.length};
    struct record_list list = record_list_of(whole);
    struct listed_record record;
    uint64_t count = 0;

    *chosen = (struct listed_record){.text = whole};
    while (record_list_next(&list, &record))
        if (++count == replay->game)
            *chosen = record;
    if (replay->game > count)
        return error_set(ERR_RANGE, message,
                         "there is no record %" PRIu64 ": the file has %" PRIu64 " record%s",
                         replay->game, count, text_s(count));
    if (count > 1 && replay->game == 0)
        return error_set(ERR_UNKNOWN, message,
                         "the file has %" PRIu64 " records; choose one with --game N "
                         "('broadside stats FILE --list' shows the numbers)",
                         count);
    return OK;
}

/* The viewer and the coach count lines from the start of the record. So a record that is part of a
 * file is checked first, with the lines of the file. */
static enum error open_record(struct replay *replay, struct message *message)
{
    struct listed_record chosen;
    struct outcome outcome;
    struct move move;
    bool more;
    enum error error = choose_record(replay, &chosen, message);

    if (error)
        return error;
    replay->text = chosen.text;
    error = record_open_part(&replay->reader, chosen.text, chosen.before, message);
    more = !error && chosen.before > 0;
    while (!error && more)
        error = record_step(&replay->reader, &move, &outcome, &more, message);
    return error || chosen.before == 0
               ? error
               : record_open_part(&replay->reader, chosen.text, chosen.before, message);
}

static bool can_use_viewer(const struct settings *settings)
{
    const char *term = getenv("TERM"), *plain = getenv("BROADSIDE_PLAIN");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && term[0] &&
           strcmp(term, "dumb") != 0 && !(plain && plain[0]) && !settings->plain &&
           !settings->speak;
}

/* Opens the viewer; prints text if that is not possible. */
static enum error view(struct replay *replay, struct message *message)
{
    struct screen_backend backend = {.settings = &replay->settings};
    struct term_options term = {0};
    struct keyboard keyboard;
    struct message failure;
    int speed = replay->settings.speed;
    enum error error;

    screen_backend_keyboard(&backend, &keyboard);
    for (int i = 0; i < backend.warnings; i++)
        fprintf(stderr, "broadside replay: %s\n", backend.warning[i].text);
    error = screen_replay(replay->text, (int)replay->from, &keyboard, &term, &speed, message);
    if (!error && speed != replay->settings.speed) {
        replay->settings.speed = speed;
        if (settings_write(&replay->settings, &failure) != OK)
            fprintf(stderr, "broadside replay: %s\n", failure.text);
    }
    return error == ERR_TERMINAL ? show(replay, message) : error;
}

static enum error show_record(struct replay *replay, struct message *message)
{
    if (replay->coach)
        return show_reviews(replay, message);
    return replay->on_screen ? view(replay, message) : show(replay, message);
}

static int replay_record(struct replay *replay, const struct args *args)
{
    const char *operand = args->value[0];
    struct message message;
    struct json_value *root;
    bool is_read;
    enum error error = read_record(replay, operand, &message);

    is_read = !error;
    if (!error) {
        error = open_record(replay, &message);
        replay->name[0] = replay->reader.record.name[0];
        replay->name[1] = replay->reader.record.name[1];
    }
    if (!error && replay->json) {
        root = command_json(args);
        error = fill_json(replay, root, &message);
        if (!error)
            return command_print_json("replay", root);
        json_free(root);
    } else if (!error) {
        error = show_record(replay, &message);
    }
    if (error) {
        fflush(stdout);
        if (is_read) /* errors of reading name the file */
            message_prefix(&message, "%s", operand);
        command_refused("replay", error, &message);
        return EXIT_FAILED;
    }
    return command_finish("replay");
}

static int run(void *target, const struct args *args)
{
    struct replay *replay = target;
    struct message ignored;
    int status;

    buffer_init(&replay->file, RECORD_FILE_CAP);
    replay->interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !replay->plain;
    settings_init(&replay->settings);
    if (settings_read(&replay->settings, &ignored, &ignored) != OK)
        settings_init(&replay->settings);
    replay->on_screen = !replay->plain && !replay->boards && can_use_viewer(&replay->settings);
    replay->boards |= replay->interactive && !replay->coach;
    status = replay_record(replay, args);
    buffer_release(&replay->file);
    return status;
}

const struct command command_replay = {
    .name = "replay",
    .summary = "show a recorded game move by move",
    .about = "On a terminal this opens a viewer with both boards and heat maps; '?' lists its "
             "keys. Elsewhere, and with --boards or --plain, it prints text. Every move is "
             "replayed and checked; a record that contradicts itself is rejected with the line "
             "number.",
    .options = options,
    .size = sizeof(struct replay),
    .run = run,
};
