/* Sessions for tests, and a keeper in memory. */
#ifndef BROADSIDE_TESTS_SESSION_H
#define BROADSIDE_TESTS_SESSION_H

#include "session/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* A session of Ann and Ben, or of bots; people have no fleets yet. */
static inline struct session *new_session(const struct rules *rules, const char *a, const char *b,
                                          uint64_t seed)
{
    struct session_terms terms = {.rules = rules,
                                  .name = {a ? a : "Ann", b ? b : "Ben"},
                                  .bot = {a, b},
                                  .has_seed = true,
                                  .seed = {.number = seed}};
    struct message message = {""};
    struct session *session;

    if (session_new(&terms, &session, &message) != OK)
        fail_msg("%s", message.text);
    return session;
}

static inline void place_people(struct session *session)
{
    struct message message = {""};
    struct layout layout;

    for (int side = 0; side < 2; side++)
        if (!session_is_bot(session, side) &&
            session_place_randomly(session, side, &layout, &message) != OK)
            fail_msg("%s", message.text);
}

static inline void make_move(struct session *session, const char *text)
{
    struct message message = {""};
    struct outcome outcome;
    struct move move;

    if (session_move_text(session, slice_of(text), &move, &outcome, &message) != OK)
        fail_msg("%s: %s", text, message.text);
}

/* Two people with the same fleet, and their moves in turn up to a NULL. */
static inline struct session *play_moves(const struct rules *rules, const struct layout *fleet,
                                         const char *const *moves)
{
    struct session *session = new_session(rules, NULL, NULL, 1);
    struct message message = {""};

    for (int side = 0; side < 2; side++)
        if (session_place(session, side, fleet, &message) != OK)
            fail_msg("%s", message.text);
    for (; *moves; moves++)
        make_move(session, *moves);
    return session;
}

/* --- a keeper that holds one game ------------------------------------------------------------- */

struct memory_keeper {
    char text[1 << 20];
    size_t length;
    int saves, closes, discards, finishes;
    bool fails; /* from now on */
};

static inline enum error memory_save(void *context, struct slice saved, struct message *message)
{
    struct memory_keeper *memory = context;

    memory->saves++;
    if (memory->fails)
        return error_set(ERR_IO, message, "the disk is full");
    assert_true(saved.length < sizeof memory->text);
    assert_true(saved.length >= memory->length); /* it only grows */
    assert_memory_equal(saved.text, memory->text, memory->length);
    memcpy(memory->text, saved.text, saved.length);
    memory->length = saved.length;
    return OK;
}

static inline enum error memory_list(void *context, struct unfinished_game list[MAX_UNFINISHED],
                                     int *count, struct message *message)
{
    struct memory_keeper *memory = context;

    if (memory->fails)
        return error_set(ERR_IO, message, "the disk is broken");
    *count = memory->length > 0;
    list[0] = (struct unfinished_game){.id = "the game"};
    return OK;
}

static inline enum error memory_open(void *context, const char *id, struct buffer *saved,
                                     struct message *message)
{
    struct memory_keeper *memory = context;

    if (strcmp(id, "the game") != 0)
        return error_set(ERR_UNKNOWN, message, "there is no saved game '%s'", id);
    return buffer_append(saved, memory->text, memory->length);
}

static inline void memory_close(void *context)
{
    struct memory_keeper *memory = context;

    memory->closes++;
}

static inline void memory_discard(void *context)
{
    struct memory_keeper *memory = context;

    memory->discards++;
    memory->length = 0;
}

static inline enum error memory_finish(void *context, const struct session *session,
                                       int64_t *number, struct message *message)
{
    struct memory_keeper *memory = context;

    assert_true(session_is_over(session));
    if (memory->fails)
        return error_set(ERR_IO, message, "the disk is full");
    *number = ++memory->finishes;
    memory->length = 0;
    return OK;
}

static inline struct keeper memory_keeper(struct memory_keeper *memory)
{
    return (struct keeper){.context = memory,
                           .save = memory_save,
                           .list = memory_list,
                           .open = memory_open,
                           .close = memory_close,
                           .discard = memory_discard,
                           .finish = memory_finish};
}

#endif
