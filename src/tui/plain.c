/* A loop of question and answer. Lines are read with a bound: what is longer than any command is
 * read to its end and treated as one wrong line, so that no input can make the program grow. */
#include "tui/plain.h"

#include "base/outfile.h"
#include "session/board_text.h"
#include "session/narrate.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { LINE_SIZE = 1024, LOG_LINES = 20 };

struct plain {
    struct session *session;
    FILE *in, *out;
    const char *save_path;
    bool quit; /* by word or by end of input */
};

/* Reads a line without its end; false at the end of input. NUL bytes and overlong lines come back
 * as text that is no command. */
static bool read_line(struct plain *plain, char line[LINE_SIZE])
{
    size_t length = 0;
    int c;

    while ((c = getc(plain->in)) != EOF && c != '\n') {
        if (length < LINE_SIZE - 1)
            line[length] = c == '\0' ? '?' : (char)c;
        length++;
    }
    if (c == EOF && length == 0) {
        plain->quit = true;
        return false;
    }
    line[length < LINE_SIZE ? length : LINE_SIZE - 1] = '\0';
    if (length > 0 && length < LINE_SIZE && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return true;
}

static bool ask(struct plain *plain, const char *question, char line[LINE_SIZE])
{
    fputs(question, plain->out);
    fflush(plain->out);
    return read_line(plain, line);
}

static const struct view *view_of(const struct plain *plain, int side)
{
    return &session_game(plain->session)->view[side];
}

static void show_boards(const struct plain *plain, int side)
{
    char text[BOARD_TEXT_SIZE], enemy_heading[80], own_heading[80];
    const struct view *view = view_of(plain, side);
    struct board_side enemy = {enemy_heading, view, tracking_char};
    struct board_side own = {own_heading, view, own_char};
    bool shows_own = view->rules.own_map == OWN_MAP_SHOWN || view->status.over;
    struct writer writer;

    snprintf(enemy_heading, sizeof enemy_heading, "%s's waters",
             session_name(plain->session, 1 - side));
    snprintf(own_heading, sizeof own_heading, "%s's fleet", session_name(plain->session, side));
    writer_init(&writer, text, sizeof text);
    board_print(&enemy, shows_own ? &own : NULL, &writer);
    fputs(text, plain->out);
}

/* Where everything really was, once it is over. */
static void show_truth(const struct plain *plain)
{
    char text[BOARD_TEXT_SIZE], heading[2][80];
    struct board_side side[2];
    struct writer writer;

    for (int i = 0; i < 2; i++) {
        snprintf(heading[i], sizeof heading[i], "%s's fleet", session_name(plain->session, i));
        side[i] = (struct board_side){heading[i], view_of(plain, i), own_char};
    }
    writer_init(&writer, text, sizeof text);
    board_print(&side[0], &side[1], &writer);
    fputs(text, plain->out);
}

static void show_help(const struct plain *plain)
{
    const struct rules *rules = game_rules(session_game(plain->session));

    fputs("Moves:\n"
          "  B3, fire B3         fire at a cell\n",
          plain->out);
    if (rules->salvo)
        fputs("  fire A1 B2 C3       a salvo: as many cells as you have ships afloat\n",
              plain->out);
    if (rules->specials & SPECIAL_RADAR)
        fputs("  radar B3            look at the 2x2 area whose top-left cell is B3\n", plain->out);
    if (rules->specials & SPECIAL_SMOKE)
        fputs("  smoke B3            hide an own 2x2 area\n", plain->out);
    if (rules->specials & SPECIAL_ARTILLERY)
        fputs("  artillery B3        fire at a 2x2 area\n", plain->out);
    if (rules->specials & SPECIAL_TORPEDO)
        fputs("  torpedo B           fire at a whole column; torpedo 7 at a whole row\n",
              plain->out);
    if (rules->hints)
        fputs("  hint                a block that holds a ship, after misses in a row\n",
              plain->out);
    if (rules->reinforce)
        fputs("  raise SHIP B3 h     bring a ship afloat for all your special moves\n", plain->out);
    fputs("  resign              give up\n"
          "Questions, which never cost a turn: help, board, fleet, stock, log, save, quit.\n"
          "On the boards ~ is water, o a miss, * a hit, # a ship of yours, . surely water.\n",
          plain->out);
}

static void show_fleet(const struct plain *plain, int side)
{
    const struct view *view = view_of(plain, side);
    const struct rules *rules = &view->rules;

    fprintf(plain->out, "%s's ships:", session_name(plain->session, side));
    for (int slot = 0; slot < view->own.slots; slot++)
        fprintf(plain->out, "%s %s (%d)%s", slot ? "," : "", view_own_ship(view, slot)->name,
                view_own_ship(view, slot)->length, view->own.afloat >> slot & 1 ? "" : " sunk");
    fprintf(plain->out, ".\n%s's ships", session_name(plain->session, 1 - side));
    if (rules->announce == ANNOUNCE_UNNAMED) {
        fprintf(plain->out, ": %d of %d sunk.\n", view->enemy_sunk, rules->ships);
        return;
    }
    if (rules->announce == ANNOUNCE_NONE) {
        fprintf(plain->out, ": %d, and sinkings are not announced.\n", rules->ships);
        return;
    }
    fputs(" afloat:", plain->out);
    for (int kind = 0; kind <= rules->ships; kind++)
        for (int i = 0; i < view->enemy_afloat[kind]; i++)
            fprintf(plain->out, " %s (%d)", rules_kind_name(rules, kind),
                    kind < rules->ships ? rules->fleet[kind].length : rules_new_ship(rules).length);
    fputs(".\n", plain->out);
}

static void show_stock(const struct plain *plain, int side)
{
    const struct view *view = view_of(plain, side);
    const struct stock *stock = &view->stock;
    const struct rules *rules = &view->rules;

    if (!rules->specials && !rules->hints) {
        fputs("These rules have no special moves.\n", plain->out);
        return;
    }
    if (rules->specials & SPECIAL_RADAR)
        fprintf(plain->out, "Radar sweeps: %d. ", stock->radar);
    if (rules->specials & SPECIAL_SMOKE)
        fprintf(plain->out, "Smoke screens: %d. ", stock->smoke);
    if (rules->specials & SPECIAL_ARTILLERY)
        fprintf(plain->out, "Artillery: %s. ",
                stock->unlocked & SPECIAL_ARTILLERY ? "unlocked" : "locked");
    if (rules->specials & SPECIAL_TORPEDO)
        fprintf(plain->out, "Torpedo: %s. ",
                stock->unlocked & SPECIAL_TORPEDO ? "unlocked" : "locked");
    if (rules->hints)
        fprintf(plain->out, "Hints: %d, after %d misses in a row (now %d). ", stock->hints,
                rules->hint_after, stock->misses);
    fputs("\n", plain->out);
}

/* The last own shots and their answers. */
static void show_log(const struct plain *plain, int side)
{
    const struct track *track = &view_of(plain, side)->tracking;
    int from = track->shots > LOG_LINES ? track->shots - LOG_LINES : 0;

    fprintf(plain->out, "Shots so far: %d", track->shots);
    for (int i = from; i < track->shots; i++)
        fprintf(plain->out, "%s %s %s", i == from ? ":" : ",",
                cell_name(track->order[i].cell, view_of(plain, side)->rules.width).text,
                answer_word((enum answer)track->order[i].answer));
    fputs(".\n", plain->out);
}

/* The record holds fleets that are still secret: the file is for its owner's eyes only. */
static enum error save_record(const struct plain *plain, const char *path, struct message *message)
{
    struct slice record = session_record(plain->session);
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    fchmod(fileno(file.stream), S_IRUSR | S_IWUSR);
    fwrite(record.text, 1, record.length, file.stream);
    return outfile_commit(&file, message);
}

static void save(const struct plain *plain)
{
    const char *path = plain->save_path ? plain->save_path : "broadside.record";
    struct message message;

    if (save_record(plain, path, &message) != OK)
        fprintf(plain->out, "Not saved: %s.\n", message.text);
    else
        fprintf(plain->out, "Saved to %s. It holds both fleets: no peeking before the end.\n",
                path);
}

/* Bad placement is allowed where it wrecks ships; at least it is said. */
static void tell_wrecks(const struct plain *plain, int side)
{
    const struct view *view = view_of(plain, side);

    for (int slot = 0; slot < view->own.slots; slot++)
        if (!(view->own.afloat >> slot & 1))
            fprintf(plain->out, "%s's %s is wrecked by its placement.\n",
                    session_name(plain->session, side), view_own_ship(view, slot)->name);
}

/* Asks for every ship of a person's fleet; an empty answer lays the whole fleet out at random. */
static enum error place_fleet(struct plain *plain, int side, struct message *message)
{
    const struct rules *rules = game_rules(session_game(plain->session));
    struct layout layout = {{{0}}};
    char line[LINE_SIZE], question[160];
    struct message reason;
    enum error error;

    fprintf(plain->out,
            "%s, place your fleet: the left or top end and a direction, as in B3 h or B3 v;\n"
            "Enter lays the whole fleet out at random.\n",
            session_name(plain->session, side));
    for (int ship = 0; ship < rules->ships;) {
        struct placement placement;

        snprintf(question, sizeof question, "%s (length %d): ", rules->fleet[ship].name,
                 rules->fleet[ship].length);
        if (!ask(plain, question, line) || slice_is_nocase(slice_trim(slice_of(line)), "quit")) {
            plain->quit = true;
            return OK;
        }
        if (slice_trim(slice_of(line)).length == 0 ||
            slice_is_nocase(slice_trim(slice_of(line)), "random"))
            return session_place_randomly(plain->session, side, &layout, message);
        error =
            placement_parse(slice_of(line), rules, rules->fleet[ship].length, &placement, &reason);
        if (!error && !rules->wrecks)
            error = layout_fits(&layout, rules, ship, placement, &reason);
        if (error)
            fprintf(plain->out, "Not there: %s.\n", reason.text);
        else
            layout.ship[ship++] = placement;
    }
    error = session_place(plain->session, side, &layout, message);
    if (!error)
        tell_wrecks(plain, side);
    return error;
}

static void tell(const struct plain *plain, const struct move *move, const struct outcome *outcome,
                 bool hide)
{
    const char *const names[2] = {session_name(plain->session, 0), session_name(plain->session, 1)};
    char text[NARRATION_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_move(move, outcome, game_rules(session_game(plain->session)), names, hide, &writer);
    fputs(text, plain->out);
}

static void answer_question(struct plain *plain, enum command command, int side)
{
    switch (command) {
    case COMMAND_HELP:
        show_help(plain);
        break;
    case COMMAND_BOARD:
        show_boards(plain, side);
        break;
    case COMMAND_FLEET:
        show_fleet(plain, side);
        break;
    case COMMAND_STOCK:
        show_stock(plain, side);
        break;
    case COMMAND_LOG:
        show_log(plain, side);
        break;
    case COMMAND_SAVE:
        save(plain);
        break;
    case COMMAND_QUIT:
        plain->quit = true;
        break;
    default:
        break;
    }
}

/* One line of a person: a move, a question, or something that is neither. */
static enum error person_turn(struct plain *plain, int side, struct message *message)
{
    char line[LINE_SIZE], question[80];
    struct message reason;
    struct outcome outcome;
    struct move move;
    enum command command;
    enum error error;

    if (view_of(plain, side)->rules.salvo)
        snprintf(question, sizeof question, "%s, %d shots> ", session_name(plain->session, side),
                 view_salvo(view_of(plain, side)));
    else
        snprintf(question, sizeof question, "%s> ", session_name(plain->session, side));
    if (!ask(plain, question, line))
        return OK;
    error = command_parse(slice_of(line), game_rules(session_game(plain->session)), &command, &move,
                          &reason);
    if (command != COMMAND_MOVE) {
        answer_question(plain, command, side);
        return OK;
    }
    if (error) {
        fprintf(plain->out, "%s.\n", reason.text);
        if (game_rules(session_game(plain->session))->invalid_input == INVALID_AGAIN)
            return OK;
    }
    error = session_command(plain->session, slice_of(line), &move, &outcome, &reason);
    if (error == ERR_FULL || error == ERR_IO)
        return refuse(error, message, "%s", reason.text);
    if (error) {
        fprintf(plain->out, "No: %s.\n", reason.text);
        return OK;
    }
    if (outcome.count > 0 && outcome.event[0].kind == EVENT_LOST && move.kind != MOVE_PASS)
        fprintf(plain->out, "%s.\n", reason.text);
    tell(plain, &move, &outcome, false);
    if (!outcome.over && outcome.next == side)
        show_boards(plain, side);
    return OK;
}

static enum error bot_turn(struct plain *plain, struct message *message)
{
    struct outcome outcome;
    struct move move;
    enum error error = session_bot_move(plain->session, &move, &outcome, message);

    if (!error)
        tell(plain, &move, &outcome, true);
    return error;
}

static enum error battle(struct plain *plain, struct message *message)
{
    int shown_turns = -1;
    enum error error = OK;

    while (!error && !plain->quit && !game_status(session_game(plain->session))->over) {
        const struct status *status = game_status(session_game(plain->session));
        int side = status->turn;

        if (session_is_bot(plain->session, side)) {
            error = bot_turn(plain, message);
            continue;
        }
        if (status->turns[side] != shown_turns) {
            shown_turns = status->turns[side];
            show_boards(plain, side);
        }
        error = person_turn(plain, side, message);
    }
    return error;
}

static void epilogue(const struct plain *plain)
{
    const struct status *status = game_status(session_game(plain->session));
    const char *const names[2] = {session_name(plain->session, 0), session_name(plain->session, 1)};
    char text[NARRATION_SIZE], hex[SHA256_HEX_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    narrate_end(status, names, &writer);
    fprintf(plain->out, "\n%s", text);
    show_truth(plain);
    for (int side = 0; side < 2; side++) {
        session_commitment(plain->session, side, hex);
        fprintf(plain->out, "%s's fleet: SHA-256 %s, shots fired: %d.\n", names[side], hex,
                status->shots[side]);
    }
    fprintf(plain->out, "Seed %llu.\n", (unsigned long long)session_seed(plain->session));
}

static void prologue(const struct plain *plain)
{
    char hex[SHA256_HEX_SIZE];

    for (int side = 0; side < 2; side++) {
        session_commitment(plain->session, side, hex);
        fprintf(plain->out, "%s has committed to a fleet: SHA-256 %s\n",
                session_name(plain->session, side), hex);
    }
    fputs("Type a cell to fire, help for everything else.\n\n", plain->out);
}

enum error plain_play(struct session *session, FILE *in, FILE *out, const char *save_path,
                      struct message *message)
{
    struct plain plain = {session, in, out, save_path, false};
    enum error error = OK;

    for (int side = 0; !error && !plain.quit && side < 2; side++)
        if (!session_is_bot(session, side))
            error = place_fleet(&plain, side, message);
    if (!error && !plain.quit) {
        prologue(&plain);
        error = battle(&plain, message);
    }
    if (!error && game_status(session_game(session))->over)
        epilogue(&plain);
    else if (!error)
        fputs("\nGoodbye.\n", out);
    if (!error && save_path && session_record(session).length > 0) {
        error = save_record(&plain, save_path, message);
        if (!error)
            fprintf(out, "The record is in %s; broadside replay shows it.\n", save_path);
    }
    if (fflush(out) != 0 && !error)
        error = refuse(ERR_IO, message, "writing failed: %s", strerror(errno));
    return error;
}
