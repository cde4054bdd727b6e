/* See session.h. The record grows by one line per move and is complete at every moment. */
#include "session/session.h"

#include "base/entropy.h"
#include "bots/bot.h"
#include "rules/record.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_CAP = 16 << 20 };

struct session {
    struct game game;
    struct record record;
    struct bot *bot[2];
    struct rng chance, fleets;
    bool seed_given;
    uint64_t seed;
    int moves;
    struct buffer text;
};

/* Nonces are random even where nobody gave a seed: who learns the seed at the end of a game must
 * not be able to say that it was chosen to fit. A given seed repeats the game, nonces included. */
static enum error draw_nonce(struct session *session, int side, struct message *message)
{
    uint8_t bytes[16];
    struct rng rng;

    if (session->seed_given) {
        rng_seed(&rng,
                 seed_derive(session->seed, "nonce", (uint64_t)session->moves, (uint64_t)side));
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)rng_next(&rng);
    } else if (entropy_fill(bytes, sizeof bytes) != OK) {
        return refuse(ERR_IO, message, "the system gives no random numbers");
    }
    record_nonce(bytes, session->record.nonce[side]);
    return OK;
}

static enum error open_bot(struct session *session, int side, const char *spec,
                           struct message *message)
{
    struct match_terms terms = {&session->record.rules, 1,
                                seed_derive(session->seed, "bot", 0, (uint64_t)side)};
    enum error error = bot_new(spec, &session->bot[side], message);

    if (!error)
        error = bot_accepts(session->bot[side]->kind, &session->record.rules, message);
    if (!error)
        bot_match_start(session->bot[side], &terms);
    return error;
}

/* A bot that breaks in front of people ends the game; the sentence says who and how. */
static enum error broke(const struct session *session, int side, enum broken broken,
                        struct message *message)
{
    return refuse(ERR_MISMATCH, message, "%s has broken the game (%s)", session->record.name[side],
                  broken_word(broken));
}

static enum error place_bot(struct session *session, int side, struct message *message)
{
    const struct view *view = &session->game.view[side];
    struct layout layout = {{{0}}};
    enum broken broken;

    bot_round_start(session->bot[side], view, 1);
    broken = bot_place(session->bot[side], view, &layout);
    return broken ? broke(session, side, broken, message)
                  : session_place(session, side, &layout, message);
}

static enum error set_up(struct session *session, const struct session_terms *terms,
                         struct message *message)
{
    enum error error = OK;

    session->seed_given = terms->has_seed;
    session->seed = terms->seed;
    if (!session->seed_given && entropy_seed(&session->seed) != OK)
        return refuse(ERR_IO, message, "the system gives no random numbers");
    rng_seed(&session->chance, seed_derive(session->seed, "chance", 0, 0));
    rng_seed(&session->fleets, seed_derive(session->seed, "fleets", 0, 0));
    session->record.first = game_first(terms->rules, 1, &session->chance);
    game_init(&session->game, terms->rules, session->record.first);
    for (int side = 0; !error && side < 2; side++)
        error = draw_nonce(session, side, message);
    for (int side = 0; !error && side < 2; side++)
        if (terms->bot[side])
            error = open_bot(session, side, terms->bot[side], message);
    for (int side = 0; !error && side < 2; side++)
        if (terms->bot[side])
            error = place_bot(session, side, message);
    return error;
}

enum error session_new(const struct session_terms *terms, struct session **session,
                       struct message *message)
{
    struct session *fresh = calloc(1, sizeof *fresh);
    enum error error;

    *session = NULL;
    if (!fresh)
        return refuse(ERR_MEMORY, message, "out of memory");
    buffer_init(&fresh->text, RECORD_CAP);
    fresh->record.rules = *terms->rules;
    text_printable(fresh->record.version, sizeof fresh->record.version, BROADSIDE_VERSION);
    for (int side = 0; side < 2; side++) {
        text_printable(fresh->record.name[side], NAME_SIZE, terms->name[side]);
        if (fresh->record.name[side][0] == '\0')
            text_printable(fresh->record.name[side], NAME_SIZE, side == SIDE_A ? "A" : "B");
    }
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
    bot_free(session->bot[0]);
    bot_free(session->bot[1]);
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

static enum error keep(struct session *session, const struct writer *writer,
                       struct message *message)
{
    if (writer->full || buffer_put(&session->text, writer->text) != OK)
        return refuse(ERR_FULL, message, "the record of this game cannot grow any more");
    return OK;
}

enum error session_place(struct session *session, int side, const struct layout *layout,
                         struct message *message)
{
    char text[RECORD_LINE_SIZE * 2];
    struct writer writer;
    enum error error = game_place(&session->game, side, layout, message);

    if (error)
        return error;
    session->record.layout[side] = session->game.view[side].own.layout;
    if (!session->game.placed[1 - side])
        return OK;
    writer_init(&writer, text, sizeof text);
    record_write_head(&session->record, &writer);
    if (game_status(&session->game)->over)
        record_write_end(game_status(&session->game), true, session->seed, &writer);
    return keep(session, &writer, message);
}

enum error session_place_randomly(struct session *session, int side, struct layout *layout,
                                  struct message *message)
{
    enum error error = layout_random(&session->record.rules, &session->fleets, layout);

    if (error)
        return refuse(error, message, "no random fleet can be found for these rules");
    return session_place(session, side, layout, message);
}

void session_commitment(const struct session *session, int side, char hex[SHA256_HEX_SIZE])
{
    char text[RECORD_LINE_SIZE];
    struct writer writer;

    writer_init(&writer, text, sizeof text);
    view_print_fleet(&session->game.view[side], &writer);
    record_commitment(session->record.nonce[side], text, hex);
}

/* Records a move that was applied, and tells bots about it. */
static enum error after_move(struct session *session, const struct move *move,
                             const struct outcome *outcome, struct message *message)
{
    char text[RECORD_LINE_SIZE * 2];
    struct writer writer;
    int mover = outcome->mover;
    enum error error = OK;

    session->moves++;
    writer_init(&writer, text, sizeof text);
    record_write_move(&session->record.rules, session->moves, move, outcome, &writer);
    if (outcome->count > 0 && outcome->event[0].kind == EVENT_RAISE) {
        error = draw_nonce(session, mover, message);
        record_write_fleet(&session->game.view[mover], session->record.nonce[mover], &writer);
    }
    if (outcome->over)
        record_write_end(game_status(&session->game), true, session->seed, &writer);
    if (!error)
        error = keep(session, &writer, message);
    if (session->bot[mover])
        bot_outcome(session->bot[mover], &session->game.view[mover], move, outcome);
    if (session->bot[1 - mover]) {
        struct move seen_move = *move;
        struct outcome seen = *outcome;

        outcome_conceal(&seen_move, &seen);
        bot_enemy_move(session->bot[1 - mover], &session->game.view[1 - mover], &seen_move, &seen);
    }
    return error;
}

enum error session_command(struct session *session, struct slice text, struct move *move,
                           struct outcome *outcome, struct message *message)
{
    enum error error = game_command(&session->game, text, &session->chance, move, outcome, message);

    return error ? error : after_move(session, move, outcome, message);
}

enum error session_bot_move(struct session *session, struct move *move, struct outcome *outcome,
                            struct message *message)
{
    int side = game_status(&session->game)->turn;
    enum broken broken;

    memset(move, 0, sizeof *move);
    broken = bot_act(session->bot[side], &session->game.view[side], move);
    if (broken)
        return broke(session, side, broken, message);
    game_draw(&session->game, &session->chance, move);
    if (game_apply_legal(&session->game, move, outcome, message) != OK)
        return broke(session, side, BROKEN_MOVE, message);
    return after_move(session, move, outcome, message);
}

uint64_t session_seed(const struct session *session)
{
    return session->seed;
}

const struct buffer *session_record(const struct session *session)
{
    return &session->text;
}
