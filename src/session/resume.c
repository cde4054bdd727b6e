/* Resumes a saved game. The record is checked line by line like any record, while the session is
 * rebuilt beside it. Every bot is asked for its moves again, to restore its memory; if it moves
 * differently now (another version, or past fleets that were erased), it still learns the recorded
 * move. The text of the session is
 * written from scratch, which also repairs an end that a crash cut off. */
#include "base/entropy.h"
#include "bots/bot.h"
#include "session/session_internal.h"

#include <stdlib.h>
#include <string.h>

struct head {
    char bot[2][SPEC_CAP];
    bool has_seed, seed_given, is_fleet_drawn[2];
    struct seed seed;
};

static bool starts_with(struct slice text, const char *words)
{
    size_t length = strlen(words);

    return text.length >= length && memcmp(text.text, words, length) == 0;
}

bool session_saved_has_result(struct slice saved)
{
    struct slice line;

    while (slice_cut(&saved, '\n', &line))
        if (starts_with(line, "result "))
            return true;
    return false;
}

/* Moves are lines like `12 b fire A1 -> ...`. */
bool session_saved_is_untouched(struct slice saved)
{
    struct slice line, word, side;
    bool is_bot[2] = {false, false}, has_record = false;
    uint64_t number;

    while (slice_cut(&saved, '\n', &line)) {
        slice_word(&line, &word);
        slice_word(&line, &side);
        if (!slice_is(side, "a") && !slice_is(side, "b"))
            has_record |= slice_is(word, "record");
        else if (!has_record && slice_is(word, "bot"))
            is_bot[slice_is(side, "b")] = true;
        else if (slice_number(word, UINT64_MAX, &number) && !is_bot[slice_is(side, "b")])
            return false;
    }
    return has_record;
}

/* Everything up to the last newline. The two lines of a raise come together or not at all. */
static struct slice whole_lines(struct slice text)
{
    size_t start;

    while (text.length > 0 && text.text[text.length - 1] != '\n')
        text.length--;
    if (text.length == 0)
        return text;
    start = text.length - 1;
    while (start > 0 && text.text[start - 1] != '\n')
        start--;
    if (starts_with((struct slice){text.text + start, text.length - start}, "commit "))
        text.length = start;
    return text;
}

static enum error read_bot(struct head *head, struct slice rest, struct message *message)
{
    struct slice word;
    int side;

    slice_word(&rest, &word);
    side = slice_is(word, "a") ? SIDE_A : SIDE_B;
    rest = slice_trim(rest);
    if ((!slice_is(word, "a") && !slice_is(word, "b")) || rest.length == 0 ||
        rest.length >= sizeof head->bot[side] || memchr(rest.text, '\0', rest.length))
        return error_set(ERR_SYNTAX, message, "expected 'bot a BOT' or 'bot b BOT'");
    memcpy(head->bot[side], rest.text, rest.length);
    head->bot[side][rest.length] = '\0';
    return OK;
}

static enum error read_seed(struct head *head, struct slice rest, struct message *message)
{
    struct slice number, how;

    slice_word(&rest, &number);
    slice_word(&rest, &how);
    if (seed_parse(number, &head->seed, NULL) != OK ||
        (!slice_is(how, "given") && !slice_is(how, "drawn") && !slice_is(how, "unknown")))
        return error_set(ERR_SYNTAX, message,
                         "expected 'seed NUMBER' with given, drawn or unknown, where a secret may "
                         "follow the number as NUMBER:SECRET");
    head->seed_given = slice_is(how, "given");
    head->seed.is_unknown = slice_is(how, "unknown");
    head->has_seed = true;
    return OK;
}

static enum error read_fleet(struct head *head, struct slice rest, struct message *message)
{
    struct slice side, how;

    slice_word(&rest, &side);
    slice_word(&rest, &how);
    if ((!slice_is(side, "a") && !slice_is(side, "b")) || !slice_is(how, "drawn") || rest.length)
        return error_set(ERR_SYNTAX, message, "expected 'fleet a drawn' or 'fleet b drawn'");
    head->is_fleet_drawn[slice_is(side, "b")] = true;
    return OK;
}

/* The lines before the record. */
static enum error read_head(struct slice *text, struct head *head, struct message *message)
{
    struct slice line, word, whole;
    int number = 0;
    enum error error = OK;

    while (!error) {
        number++;
        if (!slice_cut(text, '\n', &line))
            return error_set(ERR_SYNTAX, message, "the file ends before the record");
        whole = line;
        slice_word(&line, &word);
        if (number == 1 && !slice_is(whole, "broadside save 1"))
            error =
                error_set(ERR_SYNTAX, message,
                          "expected 'broadside save 1', found '%s': not a saved game, or one from "
                          "a later version",
                          slice_quote(whole).text);
        else if (number > 1 && slice_is(word, "bot"))
            error = read_bot(head, line, message);
        else if (number > 1 && slice_is(word, "seed"))
            error = read_seed(head, line, message);
        else if (number > 1 && slice_is(word, "fleet"))
            error = read_fleet(head, line, message);
        else if (slice_is(whole, "record"))
            break;
        else if (number > 1)
            error = error_set(ERR_SYNTAX, message, "unexpected line '%s'", slice_quote(whole).text);
    }
    if (error)
        message_prefix(message, "line %d", number);
    else if (!head->has_seed)
        error = error_set(ERR_SYNTAX, message, "there is no seed line");
    return error;
}

/* A record alone does not say who was a bot; assume that players with the name of a bot were. It
 * does not say either whether the seed was given, nor which one it was before the game is over, nor
 * whether the fleets were drawn at random. */
static enum error guess_head(const struct record *record, struct head *head,
                             struct message *message)
{
    for (int side = 0; side < 2; side++) {
        struct bot *bot;

        if (bot_new(record->name[side], &bot, NULL) == OK)
            memcpy(head->bot[side], record->name[side], NAME_SIZE);
        bot_free(bot);
        head->is_fleet_drawn[side] = !head->bot[side][0];
    }
    head->seed.is_unknown = true;
    if (entropy_seed(&head->seed.number) != OK)
        return error_set(ERR_IO, message, "cannot get random numbers from the system");
    return OK;
}

/* Opens the bots and takes them to the start of the battle. */
static enum error restart_bots(struct session *session, const struct head *head,
                               const struct keeper *keeper, struct message *message)
{
    enum error error = OK;

    for (int side = 0; !error && side < 2; side++)
        if (head->bot[side][0])
            error =
                session_open_bot(session, side, head->bot[side], !head->bot[1 - side][0], message);
    if (!error)
        session_show_past_fleets(session, keeper);
    for (int side = 0; !error && side < 2; side++) {
        const struct view *view = &session->game.view[side];
        struct layout layout = {{{0}}};

        if (!session->bot[side])
            continue;
        bot_round_start(session->bot[side], view, 1);
        bot_place(session->bot[side], view, &layout);
    }
    return error;
}

/* Counts the requests for advice before the next move; `rest` is what follows them. */
static enum error read_advice(struct session *session, struct slice *rest, struct message *message)
{
    struct slice line;
    enum error error = OK;

    while (!error && starts_with(*rest, "#") && slice_cut(rest, '\n', &line))
        for (int side = 0; !error && side < 2; side++)
            if (starts_with(line, ADVICE_MARK) && line.length == sizeof ADVICE_MARK + 1 &&
                slice_is((struct slice){line.text + line.length - 1, 1}, event_side_word(side)))
                error = session_record_advice(session, side, message);
    return error;
}

/* Replays one recorded move. */
static enum error replay_move(struct session *session, struct record_reader *reader, bool *more,
                              struct message *message)
{
    int mover = game_status(&session->game)->turn;
    char nonce[NONCE_SIZE] = "";
    struct outcome outcome;
    struct move move, chosen = {0};
    enum error error;

    if (mover != NOBODY) {
        memcpy(nonce, reader->record.nonce[mover], sizeof nonce);
        if (session->bot[mover])
            bot_act(session->bot[mover], &session->game.view[mover], &chosen);
    }
    error = record_step(reader, &move, &outcome, more, message);
    if (error || !*more)
        return error;
    if (move.kind == MOVE_HINT)
        game_draw(&session->game, &session->chance, &(struct move){.kind = MOVE_HINT});
    session->game = reader->game;
    error = session_record_move(
        session, &move, &outcome,
        strcmp(nonce, reader->record.nonce[mover]) != 0 ? reader->record.nonce[mover] : NULL,
        message);
    if (!error)
        session_inform_bots(session, &move, &outcome);
    return error;
}

static enum error replay_moves(struct session *session, struct record_reader *reader,
                               struct message *message)
{
    bool more = true;
    enum error error = OK;

    while (!error && more) {
        struct slice rest = reader->rest;

        error = read_advice(session, &rest, message);
        if (rest.length == 0)
            break;
        if (!error)
            error = replay_move(session, reader, &more, message);
    }
    return error;
}

static enum error rebuild(struct session *session, struct head *head, bool is_save,
                          const struct keeper *keeper, struct record_reader *reader,
                          struct message *message)
{
    enum error error = OK;

    if (reader->record.solo)
        return error_set(ERR_UNAVAILABLE, message,
                         "a game in which a bot shoots alone cannot be continued");
    if (!is_save)
        error = guess_head(&reader->record, head, message);
    if (error)
        return error;
    session->record = reader->record;
    session->seed = head->seed;
    session->seed_given = head->seed_given;
    memcpy(session->is_fleet_drawn, head->is_fleet_drawn, sizeof head->is_fleet_drawn);
    session_start_chance(session);
    game_first(&session->record.rules, 1, &session->chance);
    game_init(&session->game, &session->record.rules, session->record.first);
    error = restart_bots(session, head, keeper, message);
    session->game = reader->game;
    if (!error)
        error = session_write_head(session, message);
    return error ? error : replay_moves(session, reader, message);
}

/* A record may have notes before its first line. */
static bool is_record(struct slice text)
{
    struct slice line = {text.text, 0};

    while (starts_with(text, "#") && slice_cut(&text, '\n', &line))
        continue;
    return starts_with(text, "broadside record ");
}

static enum error read_saved(struct session *session, struct record_reader *reader,
                             struct slice text, const struct keeper *keeper,
                             struct message *message)
{
    bool is_save = !is_record(text);
    struct head head = {0};
    enum error error = is_save ? read_head(&text, &head, message) : OK;

    if (error)
        return error;
    error = record_open(reader, text, message);
    if (!error)
        error = rebuild(session, &head, is_save, keeper, reader, message);
    if (error && is_save)
        message_prefix(message, "in the record");
    return error;
}

enum error session_resume(struct slice saved, const struct bot_opener *opener,
                          const struct keeper *keeper, struct session **session,
                          struct message *message)
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct session *fresh = session_alloc(message);
    enum error error = ERR_MEMORY;

    *session = NULL;
    if (fresh)
        fresh->opener = opener;
    if (reader && fresh)
        error = read_saved(fresh, reader, slice_skip_bom(whole_lines(saved)), keeper, message);
    else
        message_set(message, "out of memory");
    free(reader);
    if (error)
        session_free(fresh);
    else
        *session = fresh;
    return error;
}
