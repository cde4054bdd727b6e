/* The text of a session is the saved game: a head with the bots and the seed, then the record,
 * which grows by one line per move and is complete at all times. */
#include "session/session.h"

#include "base/entropy.h"
#include "base/outfile.h"
#include "bots/bot.h"
#include "session/coach.h"
#include "session/prompt.h"
#include "session/recorded_game.h"
#include "session/session_internal.h"

#include <stdlib.h>
#include <string.h>

enum { SAVED_CAP = 16 << 20 };

/* Without a given seed, nonces come from the system, not from the seed of the game: otherwise one
 * could claim that the seed was chosen to fit a fleet. A given seed repeats the nonces too. */
static enum error draw_nonce(struct session *session, int side, struct message *message)
{
    uint8_t bytes[16];
    struct rng rng;

    if (session->seed_given) {
        rng_derive(&rng, &session->seed, "nonce", (uint64_t)session->moves, (uint64_t)side);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
    } else if (entropy_fill(bytes, sizeof bytes) != OK) {
        return error_set(ERR_IO, message, "cannot get random numbers from the system");
    }
    record_nonce(bytes, session->record.nonce[side]);
    return OK;
}

enum error session_open_bot(struct session *session, int side, const char *spec,
                            bool enemy_is_person, struct message *message)
{
    struct match_terms terms = {.rules = &session->record.rules,
                                .rounds = 1,
                                .seed = rng_derive_seed(&session->seed, "bot", 0, (uint64_t)side),
                                .enemy_is_person = enemy_is_person};
    enum error error;

    for (const char *c = spec; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f) /* it is written to a line of the record */
            return error_set(ERR_SYNTAX, message, "'%s' is not the name of a bot",
                             slice_quote(slice_of(spec)).text);
    if (strlen(spec) >= SPEC_CAP)
        return error_set(ERR_SYNTAX, message, "the name of the bot is longer than %d bytes",
                         SPEC_CAP - 1);
    error = bot_open(session->opener, spec, &session->bot[side], message);
    if (!error)
        error = bot_accepts(session->bot[side]->kind, &session->record.rules, message);
    if (!error) {
        bot_match_start(session->bot[side], &terms);
        if (buffer_put(&session->spec[side], spec) != OK)
            error = error_set(ERR_MEMORY, message, "out of memory");
    }
    return error;
}

static void show_past_fleets(struct session *session, int side, const struct keeper *keeper)
{
    struct layout *list = calloc(MAX_PAST_FLEETS, sizeof *list);
    int count = 0;

    if (list)
        count = keeper->past_fleets(keeper->context, session->record.name[1 - side],
                                    &session->record.rules, list);
    for (int i = 0; i < count; i++)
        bot_study(session->bot[side], &list[i]);
    session->past_fleets = count;
    free(list);
}

void session_show_past_fleets(struct session *session, const struct keeper *keeper)
{
    if (!keeper || !keeper->past_fleets || session->seed_given)
        return;
    for (int side = 0; side < 2; side++)
        if (session->bot[side] && session->bot[side]->kind->study && !session->bot[1 - side])
            show_past_fleets(session, side, keeper);
}

/* A bot that fails ends the game; the message says which bot and how. */
static enum error report_failure(const struct session *session, int side, enum broken broken,
                                 struct message *message)
{
    const char *trouble = bot_trouble(session->bot[side]);

    return error_set(ERR_MISMATCH, message, "%s failed (%s)%s%s", session->record.name[side],
                     bot_broken_word(broken), trouble[0] ? ": " : "", trouble);
}

/* The same if `message` already says which rule was broken. */
static enum error report_violation(const struct session *session, int side, enum broken broken,
                                   struct message *message)
{
    message_prefix(message, "%s failed (%s)", session->record.name[side], bot_broken_word(broken));
    return ERR_MISMATCH;
}

static enum error place_bot(struct session *session, int side, struct message *message)
{
    const struct view *view = &session->game.view[side];
    struct layout layout = {{{0}}};
    enum broken broken;

    bot_round_start(session->bot[side], view, 1);
    broken = bot_place(session->bot[side], view, &layout);
    if (broken)
        return report_failure(session, side, broken, message);
    return session_place(session, side, &layout, message) == OK
               ? OK
               : report_violation(session, side, BROKEN_PLACEMENT, message);
}

void session_start_chance(struct session *session)
{
    rng_derive(&session->chance, &session->seed, "chance", 0, 0);
    rng_derive(&session->fleets, &session->seed, "fleets", 0, 0);
}

static void set_names(struct session *session, const struct session_terms *terms)
{
    for (int side = 0; side < 2; side++) {
        char *name = session->record.name[side];
        const struct bot *bot = session->bot[side];

        text_printable(name, NAME_SIZE,
                       terms->name[side] ? terms->name[side]
                       : bot             ? bot->kind->name
                                         : "");
        if (name[0] == '\0')
            text_printable(name, NAME_SIZE, side == SIDE_A ? "A" : "B");
    }
}

static enum error set_up(struct session *session, const struct session_terms *terms,
                         struct message *message)
{
    enum error error = OK;

    session->seed_given = terms->has_seed;
    session->seed = terms->seed;
    if (!session->seed_given && entropy_seed(&session->seed.number) != OK)
        return error_set(ERR_IO, message, "cannot get random numbers from the system");
    for (int side = 0; !error && side < 2; side++)
        if (terms->bot[side] && !bot_is_built_in(terms->bot[side]) && !session->seed.has_secret)
            error = seed_draw_secret(&session->seed, message);
    if (error)
        return error;
    session_start_chance(session);
    session->record.first = game_first(terms->rules, 1, &session->chance);
    game_init(&session->game, terms->rules, session->record.first);
    for (int side = 0; !error && side < 2; side++)
        error = draw_nonce(session, side, message);
    for (int side = 0; !error && side < 2; side++)
        if (terms->bot[side])
            error =
                session_open_bot(session, side, terms->bot[side], !terms->bot[1 - side], message);
    if (!error) {
        set_names(session, terms);
        session_show_past_fleets(session, terms->keeper);
    }
    for (int side = 0; !error && side < 2; side++)
        if (terms->bot[side])
            error = place_bot(session, side, message);
    return error;
}

struct session *session_alloc(struct message *message)
{
    struct session *fresh = calloc(1, sizeof *fresh);

    if (!fresh) {
        message_set(message, "out of memory");
        return NULL;
    }
    buffer_init(&fresh->text, SAVED_CAP);
    for (int side = 0; side < 2; side++)
        buffer_init(&fresh->spec[side], SPEC_CAP);
    return fresh;
}

enum error session_new(const struct session_terms *terms, struct session **session,
                       struct message *message)
{
    struct session *fresh = session_alloc(message);
    enum error error;

    *session = NULL;
    if (!fresh)
        return ERR_MEMORY;
    fresh->record.rules = *terms->rules;
    text_printable(fresh->record.version, sizeof fresh->record.version, BROADSIDE_VERSION);
    fresh->opener = terms->opener;
    error = set_up(fresh, terms, message);
    if (error)
        session_free(fresh);
    else
        *session = fresh;
    return error;
}

void session_free(struct session *session)
{
    if (!session)
        return;
    for (int side = 0; side < 2; side++) {
        bot_free(session->bot[side]);
        buffer_release(&session->spec[side]);
    }
    buffer_release(&session->text);
    free(session);
}

const struct game *session_game(const struct session *session)
{
    return &session->game;
}

const char *session_name(const struct session *session, int side)
{
    return session->record.name[side];
}

bool session_is_bot(const struct session *session, int side)
{
    return session->bot[side] != NULL;
}

const char *session_bot(const struct session *session, int side)
{
    return session->bot[side] ? session->spec[side].data : NULL;
}

int session_people(const struct session *session)
{
    return !session->bot[0] + !session->bot[1];
}

int session_moves(const struct session *session)
{
    return session->moves;
}

bool session_is_over(const struct session *session)
{
    return game_status(&session->game)->over;
}

bool session_is_untouched(const struct session *session)
{
    const struct status *status = game_status(&session->game);

    for (int side = 0; side < 2; side++)
        if (!session->bot[side] && (status->turns[side] > 0 || status->shots[side] > 0))
            return false;
    return !status->over;
}

static void save_game(struct session *session)
{
    if (session->keeper.save && session->text.length > 0)
        session->is_unsaved = session->keeper.save(session->keeper.context, session_saved(session),
                                                   &session->save_error) != OK;
}

void session_set_keeper(struct session *session, const struct keeper *keeper)
{
    session->keeper = *keeper;
    save_game(session);
}

const char *session_save_error(const struct session *session)
{
    return session->is_unsaved ? session->save_error.text : NULL;
}

static enum error add_text(struct session *session, const struct writer *writer,
                           struct message *message)
{
    if (writer->full || buffer_put(&session->text, writer->text) != OK)
        return error_set(ERR_FULL, message, "the record of this game is full");
    return OK;
}

/* The bots and the seed, then the head of the record. */
enum error session_write_head(struct session *session, struct message *message)
{
    char text[RECORD_LINE_SIZE * 2], seed[SEED_TEXT_SIZE];
    struct seed known = session->seed;
    struct writer writer;
    enum error error;

    known.is_unknown = false; /* the game continues with it in any case */
    seed_print(&known, seed);
    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "broadside save %d\n", SAVE_VERSION);
    for (int side = 0; side < 2; side++)
        if (session->bot[side])
            writer_format(&writer, "bot %s %s\n", event_side_word(side), session->spec[side].data);
    for (int side = 0; side < 2; side++)
        if (session->is_fleet_drawn[side])
            writer_format(&writer, "fleet %s drawn\n", event_side_word(side));
    writer_format(&writer, "seed %s %s\nrecord\n", seed,
                  session->seed.is_unknown ? "unknown"
                  : session->seed_given    ? "given"
                                           : "drawn");
    error = add_text(session, &writer, message);
    session->record_at = session->text.length;
    writer_init(&writer, text, sizeof text);
    record_write_head(&session->record, &writer);
    if (game_status(&session->game)->over)
        record_write_end(game_status(&session->game), &session->seed, &writer);
    for (int side = 0; side < 2; side++)
        session_commitment(session, side, session->announced[side]);
    return error ? error : add_text(session, &writer, message);
}

/* Every step of the game is recorded before it counts. If the record cannot take it, the session
 * returns to the checkpoint. */
static void set_checkpoint(struct session *session)
{
    struct checkpoint *checkpoint = &session->checkpoint;

    checkpoint->game = session->game;
    checkpoint->chance = session->chance;
    checkpoint->moves = session->moves;
    checkpoint->text_length = session->text.length;
    memcpy(checkpoint->nonce, session->record.nonce, sizeof checkpoint->nonce);
}

static void roll_back(struct session *session)
{
    const struct checkpoint *checkpoint = &session->checkpoint;

    session->game = checkpoint->game;
    session->chance = checkpoint->chance;
    session->moves = checkpoint->moves;
    session->text.length = checkpoint->text_length;
    if (session->text.data)
        session->text.data[checkpoint->text_length] = '\0';
    memcpy(session->record.nonce, checkpoint->nonce, sizeof checkpoint->nonce);
}

enum error session_place(struct session *session, int side, const struct layout *layout,
                         struct message *message)
{
    enum error error;

    set_checkpoint(session);
    error = game_place(&session->game, side, layout, message);
    if (error)
        return error;
    session->record.layout[side] = session->game.view[side].own.layout;
    if (!session->game.placed[1 - side])
        return OK;
    error = session_write_head(session, message);
    if (error)
        roll_back(session);
    else
        save_game(session);
    return error;
}

enum error session_place_drawn(struct session *session, int side, const struct layout *layout,
                               struct message *message)
{
    enum error error;

    session->is_fleet_drawn[side] = true; /* part of the saved game, which starts with the fleets */
    error = session_place(session, side, layout, message);
    if (error)
        session->is_fleet_drawn[side] = false;
    return error;
}

enum error session_draw_fleet(struct session *session, struct layout *layout,
                              struct message *message)
{
    enum error error = layout_random(&session->record.rules, &session->fleets, layout);

    return error ? error_set(error, message, "cannot find a random fleet for these rules") : OK;
}

enum error session_place_randomly(struct session *session, int side, struct layout *layout,
                                  struct message *message)
{
    enum error error = session_draw_fleet(session, layout, message);

    return error ? error : session_place_drawn(session, side, layout, message);
}

const struct layout *session_fleet(const struct session *session, int side)
{
    return &session->record.layout[side];
}

bool session_fleet_is_drawn(const struct session *session, int side)
{
    return session->is_fleet_drawn[side];
}

void session_commitment(const struct session *session, int side, char hex[SHA256_HEX_SIZE])
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    view_print_fleet(&session->game.view[side], &writer);
    record_commitment(session->record.nonce[side], text, hex);
}

const char *session_first_commitment(const struct session *session, int side)
{
    return session->announced[side];
}

enum error session_verify(const struct session *session, struct message *message)
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct outcome outcome;
    struct move move;
    bool more = true;
    enum error error;

    if (!reader)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = record_open(reader, session_record(session), message);
    for (int side = 0; !error && side < 2; side++)
        if (strcmp(reader->commitment[side], session->announced[side]) != 0)
            error = error_set(ERR_MISMATCH, message, "%s committed to a different fleet",
                              session->record.name[side]);
    while (!error && more)
        error = record_step(reader, &move, &outcome, &more, message);
    free(reader);
    return error;
}

/* The game was a match of one round. */
static void dismiss_bots(struct session *session)
{
    int winner = game_status(&session->game)->winner;

    for (int side = 0; side < 2; side++) {
        if (!session->bot[side])
            continue;
        bot_round_end(session->bot[side], &session->game.view[side], 1);
        bot_match_end(session->bot[side], winner == side, winner == 1 - side, winner == NOBODY);
    }
}

enum error session_record_move(struct session *session, const struct move *move,
                               const struct outcome *outcome, const char *nonce,
                               struct message *message)
{
    char text[RECORD_LINE_SIZE * 2];
    struct writer writer;
    int mover = outcome->mover;
    enum error error = OK;

    session->moves++;
    writer_init(&writer, text, sizeof text);
    record_write_move(&session->record.rules, session->moves, move, outcome, &writer);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_RAISE) {
        if (nonce)
            memcpy(session->record.nonce[mover], nonce, NONCE_SIZE);
        else
            error = draw_nonce(session, mover, message);
        record_write_fleet(&session->game.view[mover], session->record.nonce[mover], &writer);
    }
    if (outcome->over)
        record_write_end(game_status(&session->game), &session->seed, &writer);
    return error ? error : add_text(session, &writer, message);
}

void session_inform_bots(struct session *session, const struct move *move,
                         const struct outcome *outcome)
{
    int mover = outcome->mover;

    if (session->bot[mover])
        bot_outcome(session->bot[mover], &session->game.view[mover], move, outcome);
    if (session->bot[1 - mover]) {
        struct move seen_move = *move;
        struct outcome seen = *outcome;

        outcome_conceal(&seen_move, &seen);
        bot_enemy_move(session->bot[1 - mover], &session->game.view[1 - mover], &seen_move, &seen);
    }
    if (outcome->over)
        dismiss_bots(session);
}

/* Call after a move was applied to the game. */
static enum error finish_move(struct session *session, const struct move *move,
                              const struct outcome *outcome, struct message *message)
{
    enum error error = session_record_move(session, move, outcome, NULL, message);

    if (error) {
        roll_back(session);
        return error;
    }
    session_inform_bots(session, move, outcome);
    save_game(session);
    return OK;
}

enum error session_move(struct session *session, struct move *move, struct outcome *outcome,
                        struct message *message)
{
    enum error error;

    set_checkpoint(session);
    game_draw(&session->game, &session->chance, move);
    error = game_apply(&session->game, move, outcome, message);
    return error ? error : finish_move(session, move, outcome, message);
}

enum error session_move_text(struct session *session, struct slice text, struct move *move,
                             struct outcome *outcome, struct message *message)
{
    enum error error;

    if (prompt_parse(text) != PROMPT_MOVE)
        return error_set(ERR_SYNTAX, message, "'%s' is not a move",
                         slice_quote(slice_trim(text)).text);
    set_checkpoint(session);
    error = game_apply_text(&session->game, text, &session->chance, move, outcome, message);
    return error ? error : finish_move(session, move, outcome, message);
}

enum error session_bot_move(struct session *session, struct move *move, struct outcome *outcome,
                            struct message *message)
{
    int side = game_status(&session->game)->turn;
    enum broken broken;

    memset(move, 0, sizeof *move);
    broken = bot_act(session->bot[side], &session->game.view[side], move);
    if (broken)
        return report_failure(session, side, broken, message);
    set_checkpoint(session);
    game_draw(&session->game, &session->chance, move);
    if (game_apply_legal(&session->game, move, outcome, message) != OK)
        return report_violation(session, side, BROKEN_MOVE, message);
    return finish_move(session, move, outcome, message);
}

enum error session_record_advice(struct session *session, int side, struct message *message)
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;
    enum error error;

    writer_init(&writer, text, sizeof text);
    writer_format(&writer, "%s %s\n", ADVICE_MARK, event_side_word(side));
    error = add_text(session, &writer, message);
    session->advised[side] += !error;
    return error;
}

enum error session_advise(struct session *session, struct advice *advice, struct message *message)
{
    const struct status *status = game_status(&session->game);
    enum error error;

    if (!status->started || status->over || session->bot[status->turn])
        return error_set(ERR_OVER, message, "the coach only advises a player whose turn it is");
    if (session->record.rules.hints > 0)
        return error_set(ERR_UNAVAILABLE, message,
                         "the coach gives no advice because these rules have their own hints");
    error = coach_advise(&session->game.view[status->turn], advice, message);
    if (!error)
        error = session_record_advice(session, status->turn, message);
    if (!error)
        save_game(session);
    return error;
}

int session_advised(const struct session *session, int side)
{
    return session->advised[side];
}

const struct seed *session_seed(const struct session *session)
{
    return &session->seed;
}

bool session_seed_given(const struct session *session)
{
    return session->seed_given;
}

void session_print_past_fleets(const struct session *session, struct writer *writer)
{
    int bot = session->bot[SIDE_A] ? SIDE_A : SIDE_B;

    if (session->past_fleets > 0)
        writer_format(writer, "%s knows %d earlier fleet%s of %s.", session->record.name[bot],
                      session->past_fleets, text_s((uint64_t)session->past_fleets),
                      session->record.name[1 - bot]);
}

struct slice session_saved(const struct session *session)
{
    return session->text.length > 0 ? (struct slice){session->text.data, session->text.length}
                                    : (struct slice){"", 0};
}

struct slice session_record(const struct session *session)
{
    struct slice saved = session_saved(session);

    return (struct slice){saved.text + session->record_at, saved.length - session->record_at};
}

enum error session_write_record(const struct session *session, const char *path,
                                struct message *message)
{
    struct slice record = session_record(session);
    struct game_notes notes;
    char text[NOTES_SIZE];
    struct writer writer;
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    outfile_make_private(&file);
    recorded_game_describe(session, &notes);
    writer_init(&writer, text, sizeof text);
    recorded_game_write_notes(&notes, &writer);
    outfile_write(&file, text, strlen(text));
    outfile_write(&file, record.text, record.length);
    return outfile_commit(&file, message);
}
