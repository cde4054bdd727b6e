/* See flow.h. A game in a list is described from its record alone: resuming it would cost as much
 * time as its bots took to think. */
#include "session/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAVED_CAP = 16 << 20 };

static void close_current(struct flow *flow)
{
    if (flow->keeper.close)
        flow->keeper.close(flow->keeper.context);
}

/* Leaves the game of the session. One without a move is not kept. */
static void leave_current(struct flow *flow)
{
    if (flow->session && flow->keeper.discard && session_is_untouched(flow->session))
        flow->keeper.discard(flow->keeper.context);
    else
        close_current(flow);
}

void flow_release(struct flow *flow)
{
    leave_current(flow);
    session_free(flow->session);
    flow->session = NULL;
}

void flow_discard(struct flow *flow)
{
    if (flow->keeper.discard)
        flow->keeper.discard(flow->keeper.context);
    session_free(flow->session);
    flow->session = NULL;
}

static void set_session(struct flow *flow, struct session *session)
{
    session_free(flow->session);
    flow->session = session;
    session_set_keeper(session, &flow->keeper);
}

void flow_default_name(const char *first, const char *wanted, char second[NAME_SIZE])
{
    char copy[NAME_SIZE];

    snprintf(copy, sizeof copy, "%s", wanted);
    if (slice_is_nocase(slice_of(copy), first))
        snprintf(copy, sizeof copy, "Player 2");
    if (slice_is_nocase(slice_of(copy), first))
        snprintf(copy, sizeof copy, "Player");
    memcpy(second, copy, sizeof copy);
}

enum error flow_start(struct flow *flow, const struct session_terms *terms, struct message *message)
{
    struct session_terms complete = *terms;
    struct session *fresh;
    enum error error;

    complete.opener = flow->opener;
    complete.keeper = &flow->keeper;
    if (!terms->bot[0] && !terms->bot[1] &&
        slice_is_nocase(slice_of(terms->name[0]), terms->name[1]))
        return error_set(ERR_SYNTAX, message, "the two players need different names");
    error = session_new(&complete, &fresh, message);
    if (error)
        return error;
    close_current(flow);
    set_session(flow, fresh);
    return OK;
}

enum error flow_rematch(struct flow *flow, struct message *message)
{
    const struct session *old = flow->session;
    struct session_terms terms = {
        .rules = game_rules(session_game(old)),
        .name = {session_name(old, 0), session_name(old, 1)},
        .bot = {session_bot(old, 0), session_bot(old, 1)},
    };

    return flow_start(flow, &terms, message);
}

enum error flow_resume(struct flow *flow, const char *id, struct message *message)
{
    struct session *resumed = NULL;
    struct buffer saved;
    enum error error;

    flow_release(flow);
    buffer_init(&saved, SAVED_CAP);
    error = flow->keeper.open(flow->keeper.context, id, &saved, message);
    if (!error) {
        error = session_resume((struct slice){saved.data, saved.length}, flow->opener,
                               &flow->keeper, &resumed, message);
        if (error)
            message_prefix(message, "%s",
                           flow->keeper.path ? flow->keeper.path(flow->keeper.context) : id);
    }
    buffer_release(&saved);
    if (error)
        close_current(flow);
    else
        set_session(flow, resumed);
    return error;
}

enum error flow_import(struct flow *flow, struct slice saved, struct message *message)
{
    struct session *resumed;
    enum error error = session_resume(saved, flow->opener, &flow->keeper, &resumed, message);

    if (error)
        return error;
    flow_release(flow);
    set_session(flow, resumed);
    return OK;
}

/* --- games to be continued ---------------------------------------------------------------------*/

static void print_game(const char *rules, const char *const name[2], int moves, int64_t modified,
                       char text[GAME_DESCRIPTION_SIZE])
{
    time_t seconds = (time_t)modified;
    struct tm local;
    char date[32] = "";

    if (localtime_r(&seconds, &local))
        strftime(date, sizeof date, ", %Y-%m-%d %H:%M", &local);
    snprintf(text, GAME_DESCRIPTION_SIZE, "%s rules, %s against %s, %d move%s%s", rules, name[0],
             name[1], moves, text_s((uint64_t)moves), date);
}

void flow_describe(const struct flow *flow, int64_t modified, char text[GAME_DESCRIPTION_SIZE])
{
    const struct session *session = flow->session;
    const char *const names[2] = {session_name(session, 0), session_name(session, 1)};

    print_game(game_rules(session_game(session))->name, names, session_moves(session), modified,
               text);
}

/* Reads a saved game up to its last complete line; false if it is not one that can be continued. */
static bool describe_saved(struct slice saved, int64_t modified, char text[GAME_DESCRIPTION_SIZE])
{
    struct record_reader *reader = calloc(1, sizeof *reader);
    struct slice line = {NULL, 0};
    struct outcome outcome;
    struct move move;
    bool more = true, is_open;

    while (slice_cut(&saved, '\n', &line) && !slice_is(line, "record"))
        ;
    is_open = reader && slice_is(line, "record") && record_open(reader, saved, NULL) == OK;
    while (is_open && record_step(reader, &move, &outcome, &more, NULL) == OK && more)
        ;
    is_open = is_open && !game_status(&reader->game)->over;
    if (is_open) {
        const char *const names[2] = {reader->record.name[0], reader->record.name[1]};

        print_game(reader->record.rules.name, names, reader->moves, modified, text);
    }
    free(reader);
    return is_open;
}

enum error flow_list(struct flow *flow, struct unfinished_game list[MAX_UNFINISHED], int *count,
                     struct message *message)
{
    const struct keeper *keeper = &flow->keeper;
    int found = 0;
    enum error error = OK;

    *count = 0;
    if (keeper->list && keeper->open)
        error = keeper->list(keeper->context, list, &found, message);
    for (int i = 0; !error && i < found; i++) {
        struct buffer saved;

        buffer_init(&saved, SAVED_CAP);
        if (keeper->open(keeper->context, list[i].id, &saved, NULL) == OK &&
            describe_saved((struct slice){saved.data, saved.length}, list[i].modified,
                           list[i].text))
            list[(*count)++] = list[i];
        close_current(flow);
        buffer_release(&saved);
    }
    return error;
}

enum error flow_delete(struct flow *flow, const char *id, struct message *message)
{
    const struct keeper *keeper = &flow->keeper;
    struct buffer saved;
    enum error error;

    buffer_init(&saved, SAVED_CAP);
    error = keeper->open(keeper->context, id, &saved, message);
    if (!error)
        keeper->discard(keeper->context);
    buffer_release(&saved);
    return error;
}

/* --- the game under way ------------------------------------------------------------------------*/

enum flow_step flow_next(const struct flow *flow, int *side)
{
    const struct game *game = session_game(flow->session);
    const struct status *status = game_status(game);

    *side = status->turn;
    if (status->over)
        return FLOW_OVER;
    for (int i = 0; i < 2; i++)
        if (!game->placed[i]) {
            *side = i;
            return FLOW_PLACE;
        }
    return session_is_bot(flow->session, status->turn) ? FLOW_BOT : FLOW_PERSON;
}

int flow_pause(const struct flow *flow)
{
    return pace_milliseconds(flow->pace);
}

/* --- the end -----------------------------------------------------------------------------------*/

static void move_to_history(struct flow *flow, struct message *notice)
{
    struct message reason;
    int64_t number = 0;
    enum error error = flow->keeper.finish(flow->keeper.context, flow->session, &number, &reason);

    if (!error)
        message_set(notice, "This is game %lld in your history.", (long long)number);
    else if (error != ERR_MISSING) /* reported before the game */
        message_set(notice, "The game is not in your history: %s.", reason.text);
}

/* Adds a sentence to the notice. */
static void add_notice(struct message *notice, const char *sentence)
{
    size_t used = strlen(notice->text);

    snprintf(notice->text + used, sizeof notice->text - used, "%s%s", used ? " " : "", sentence);
}

enum error flow_finish(struct flow *flow, struct message *notice, struct message *message)
{
    const char *record = flow->record;
    bool is_over = session_is_over(flow->session);
    struct message sentence = {""};
    enum error error;

    message_set(notice, "%s", "");
    if (is_over && flow->keeper.keep_fleet)
        flow->keeper.keep_fleet(flow->keeper.context, flow->session, &sentence);
    if (is_over && flow->keeper.finish)
        move_to_history(flow, notice);
    else
        leave_current(flow);
    if (sentence.text[0])
        add_notice(notice, sentence.text);
    if (!record || session_record(flow->session).length == 0)
        return OK;
    flow->record = NULL; /* a rematch does not overwrite it */
    error = session_write_record(flow->session, record, message);
    if (!error) {
        message_set(&sentence, "The record is in %s; broadside replay shows it.", record);
        add_notice(notice, sentence.text);
    }
    return error;
}
