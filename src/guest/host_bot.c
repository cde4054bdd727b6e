/* A table with a handler for each kind of line. The view is built by the same calls as the
 * engine's: view_init, view_place, view_start, view_note. Two of them wait for a later line: the
 * start for `afloat`, which says which ships are missing, and the outcome that ends a round for
 * `end`, which has the points. */
#include "guest/host_bot.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_TEXT = 4096 };

struct host_bot {
    struct bot *bot;
    char rules_text[RULES_TEXT];
    struct writer rules_writer;
    bool has_match, in_round, has_start, has_started;
    uint64_t seed, round;
    struct rules rules;
    struct view view;
    int first;
    uint8_t afloat[MAX_SLOTS];
    bool has_last; /* the outcome that ended the round waits for `end` */
    struct move last_move;
    struct outcome last;
    bool leave;
};

struct host_bot *host_bot_new(struct bot *bot)
{
    struct host_bot *host = calloc(1, sizeof *host);

    if (host) {
        host->bot = bot;
        writer_init(&host->rules_writer, host->rules_text, sizeof host->rules_text);
    }
    return host;
}

void host_bot_free(struct host_bot *host)
{
    free(host);
}

const struct view *host_bot_view(const struct host_bot *host)
{
    return &host->view;
}

static enum error handle_broadside(struct host_bot *host, struct slice rest, struct writer *answer,
                                   struct message *message)
{
    struct slice word;
    uint64_t version;

    slice_word(&rest, &word);
    if (!slice_number(word, UINT64_MAX, &version) || version != PROTOCOL_VERSION)
        return error_set(ERR_SYNTAX, message,
                         "the arena uses version '%s' of the protocol, this program version %d",
                         slice_quote(word).text, PROTOCOL_VERSION);
    protocol_print_hello(host->bot->kind, answer);
    return OK;
}

static enum error handle_rule(struct host_bot *host, struct slice rest, struct writer *answer,
                              struct message *message)
{
    (void)answer;
    if (host->has_match) { /* rules of the next match */
        writer_init(&host->rules_writer, host->rules_text, sizeof host->rules_text);
        host->has_match = host->in_round = false;
    }
    writer_format(&host->rules_writer, "%.*s\n", (int)rest.length, rest.text);
    return host->rules_writer.full ? error_set(ERR_SYNTAX, message, "the rules are too long") : OK;
}

static enum error handle_match(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    struct match_terms terms = {.rules = &host->rules};
    enum error error = protocol_parse_match(rest, &terms.rounds, &terms.seed, message);

    (void)answer;
    if (!error)
        error = rules_parse((struct slice){host->rules_text, host->rules_writer.length},
                            &host->rules, message);
    if (!error)
        error = bot_accepts(host->bot->kind, &host->rules, message);
    if (error)
        return error;
    host->seed = terms.seed;
    host->has_match = true;
    bot_match_start(host->bot, &terms);
    return OK;
}

static enum error handle_round(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    int side;
    enum error error = protocol_parse_round(rest, &host->round, &side, message);

    (void)answer;
    if (error)
        return error;
    view_init(&host->view, &host->rules, side);
    host->in_round = true;
    host->has_start = host->has_started = host->has_last = false;
    memset(host->afloat, 0, sizeof host->afloat);
    for (int ship = 0; ship < host->rules.ships; ship++)
        host->afloat[host->rules.fleet[ship].kind]++;
    rng_seed(&host->bot->rng, rng_mix_seed(host->seed, host->round));
    bot_round_start(host->bot, &host->view, host->round);
    return OK;
}

static enum error check_unplaced(const struct host_bot *host, struct message *message)
{
    return host->view.own.slots == 0 && !host->has_start
               ? OK
               : error_set(ERR_SYNTAX, message, "the fleet of this round has already been placed");
}

static enum error handle_place(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    struct layout layout = {{{0}}};
    enum error error = check_unplaced(host, message);

    (void)rest;
    if (error)
        return error;
    if (bot_place(host->bot, &host->view, &layout) != BROKEN_NONE) {
        writer_put(answer, "(no layout)\n"); /* the arena reports the error */
        return OK;
    }
    layout_print(&layout, &host->rules, answer);
    writer_put(answer, "\n");
    if (layout_check(&layout, &host->rules, NULL) == OK)
        view_place(&host->view, &layout);
    return OK;
}

static enum error handle_fleet(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    struct layout layout;
    enum error error = check_unplaced(host, message);

    (void)answer;
    if (!error)
        error = layout_parse(rest, &host->rules, &layout, message);
    if (!error)
        view_place(&host->view, &layout);
    return error;
}

static enum error handle_start(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    struct slice word;
    int side = host->view.side;

    (void)answer;
    slice_word(&rest, &word);
    if (!slice_is(word, "you") && !slice_is(word, "enemy"))
        return error_set(ERR_SYNTAX, message, "'start %s': expected 'you' or 'enemy'",
                         slice_quote(word).text);
    if (host->has_start)
        return error_set(ERR_SYNTAX, message, "this round has already started");
    host->first = slice_is(word, "you") ? side : 1 - side;
    host->has_start = true;
    return OK;
}

static enum error handle_afloat(struct host_bot *host, struct slice rest, struct writer *answer,
                                struct message *message)
{
    uint8_t afloat[MAX_SLOTS];
    enum error error = protocol_parse_afloat(rest, &host->rules, afloat, message);

    (void)answer;
    if (!error && !host->has_started) /* later the view keeps track */
        memcpy(host->afloat, afloat, sizeof afloat);
    return error;
}

/* Starts the view before the first move of the round. */
static enum error begin_play(struct host_bot *host, struct message *message)
{
    struct status status = {.started = 1,
                            .first = (uint8_t)host->first,
                            .turn = (uint8_t)host->first,
                            .winner = NOBODY};

    if (!host->has_start)
        return error_set(ERR_SYNTAX, message, "the round has not started");
    if (host->has_last)
        return error_set(ERR_SYNTAX, message, "the round is over");
    if (host->has_started)
        return OK;
    host->has_started = true;
    if (host->view.own.slots == 0) /* shooting alone: no ship is ever lost */
        host->view.stock.salvo = host->rules.ships;
    view_start(&host->view, &status, host->afloat);
    return OK;
}

static enum error check_salvo(const struct host_bot *host, struct slice rest,
                              struct message *message)
{
    int salvo = view_salvo(&host->view);
    struct slice word;
    uint64_t wanted;

    if (!host->rules.salvo || !slice_word(&rest, &word))
        return OK;
    if (!slice_number(word, MAX_SLOTS, &wanted) || (int)wanted != salvo)
        return error_set(ERR_MISMATCH, message, "'act %s', but this salvo has %d shots",
                         slice_quote(word).text, salvo);
    return OK;
}

static enum error handle_act(struct host_bot *host, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct move move;
    enum error error = begin_play(host, message);

    if (!error)
        error = check_salvo(host, rest, message);
    if (error)
        return error;
    host->view.status.turn = host->view.side;
    if (bot_act(host->bot, &host->view, &move) == BROKEN_NONE)
        move_print(&move, &host->rules, answer);
    else
        writer_put(answer, "(no move)");
    writer_put(answer, "\n");
    return OK;
}

static void apply_move(struct host_bot *host, const struct move *move,
                       const struct outcome *outcome)
{
    view_note(&host->view, move, outcome);
    if (outcome->mover == host->view.side)
        bot_outcome(host->bot, &host->view, move, outcome);
    else
        bot_enemy_move(host->bot, &host->view, move, outcome);
}

static enum error handle_move(struct host_bot *host, struct slice rest, int mover,
                              struct message *message)
{
    enum error error = begin_play(host, message);

    if (!error)
        error = protocol_parse_outcome(rest, &host->view, mover, &host->last_move, &host->last,
                                       message);
    if (error)
        return error;
    host->has_last = host->last.over;
    if (!host->has_last)
        apply_move(host, &host->last_move, &host->last);
    return OK;
}

static enum error handle_outcome(struct host_bot *host, struct slice rest, struct writer *answer,
                                 struct message *message)
{
    (void)answer;
    return handle_move(host, rest, host->view.side, message);
}

static enum error handle_enemy(struct host_bot *host, struct slice rest, struct writer *answer,
                               struct message *message)
{
    (void)answer;
    return handle_move(host, rest, 1 - host->view.side, message);
}

static enum error handle_end(struct host_bot *host, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct status *status = &host->view.status;
    int side = host->view.side, points[2];
    enum round_result result;
    enum reason reason;
    enum error error =
        protocol_parse_end(rest, &result, &points[side], &points[1 - side], &reason, message);

    (void)answer;
    if (error)
        return error;
    if (host->has_last) {
        host->last.points[0] = points[0];
        host->last.points[1] = points[1];
        apply_move(host, &host->last_move, &host->last);
    } else if (reason != REASON_NONE) { /* decided before the first move */
        status->started = status->over = 1;
        status->turn = NOBODY;
        status->reason = (uint8_t)reason;
        status->winner = (uint8_t)(result == ROUND_WON    ? side
                                   : result == ROUND_LOST ? 1 - side
                                                          : NOBODY);
        status->points[0] = points[0];
        status->points[1] = points[1];
    }
    bot_round_end(host->bot, &host->view, host->round);
    host->in_round = false;
    return OK;
}

static enum error handle_over(struct host_bot *host, struct slice rest, struct writer *answer,
                              struct message *message)
{
    uint64_t counts[3];
    enum error error = protocol_parse_over(rest, counts, message);

    (void)answer;
    if (!error)
        bot_match_end(host->bot, counts[0], counts[1], counts[2]);
    return error;
}

static enum error handle_quit(struct host_bot *host, struct slice rest, struct writer *answer,
                              struct message *message)
{
    (void)rest;
    (void)answer;
    (void)message;
    host->leave = true;
    return OK;
}

/* The handler of each line, and where the line may come. */
enum phase { ANYWHERE, IN_MATCH, IN_ROUND };
static const struct {
    enum error (*handle)(struct host_bot *host, struct slice rest, struct writer *answer,
                         struct message *message);
    enum phase phase;
} handlers[PROTOCOL_OTHER] = {
    [PROTOCOL_BROADSIDE] = {handle_broadside, ANYWHERE},
    [PROTOCOL_RULE] = {handle_rule, ANYWHERE},
    [PROTOCOL_MATCH] = {handle_match, ANYWHERE},
    [PROTOCOL_ROUND] = {handle_round, IN_MATCH},
    [PROTOCOL_PLACE] = {handle_place, IN_ROUND},
    [PROTOCOL_FLEET] = {handle_fleet, IN_ROUND},
    [PROTOCOL_START] = {handle_start, IN_ROUND},
    [PROTOCOL_AFLOAT] = {handle_afloat, IN_ROUND},
    [PROTOCOL_STOCK] = {NULL, IN_ROUND}, /* the view keeps track */
    [PROTOCOL_ACT] = {handle_act, IN_ROUND},
    [PROTOCOL_OUTCOME] = {handle_outcome, IN_ROUND},
    [PROTOCOL_ENEMY] = {handle_enemy, IN_ROUND},
    [PROTOCOL_END] = {handle_end, IN_ROUND},
    [PROTOCOL_OVER] = {handle_over, IN_MATCH},
    [PROTOCOL_QUIT] = {handle_quit, ANYWHERE},
};

enum error host_bot_handle(struct host_bot *host, struct slice line, struct writer *answer,
                           bool *leave, struct message *message)
{
    struct slice rest;
    enum protocol_line kind = protocol_line_kind(line, &rest);
    enum error error = OK;

    if (kind < PROTOCOL_OTHER && handlers[kind].phase >= IN_MATCH && !host->has_match)
        error = error_set(ERR_SYNTAX, message, "'%s' before the match", slice_quote(line).text);
    else if (kind < PROTOCOL_OTHER && handlers[kind].phase == IN_ROUND && !host->in_round)
        error = error_set(ERR_SYNTAX, message, "'%s' outside a round", slice_quote(line).text);
    else if (kind < PROTOCOL_OTHER && handlers[kind].handle)
        error = handlers[kind].handle(host, rest, answer, message);
    *leave = host->leave;
    return error;
}

/* Reads a line without its newline, truncated to the buffer. False at the end of the input. */
static bool read_line(FILE *in, char *text, size_t size, struct slice *line)
{
    int c;

    *line = (struct slice){text, 0};
    while ((c = getc(in)) != EOF && c != '\n')
        if (line->length < size)
            text[line->length++] = (char)c;
    return c != EOF || line->length > 0;
}

enum error host_bot_run(struct bot *bot, FILE *in, FILE *out, struct message *message)
{
    struct host_bot *host = host_bot_new(bot);
    char input[PROTOCOL_LINE], output[PROTOCOL_LINE];
    struct writer answer;
    struct slice line;
    bool leave = false;
    enum error error = OK;

    if (!host)
        return error_set(ERR_MEMORY, message, "out of memory");
    for (uint64_t number = 1; !error && !leave && read_line(in, input, sizeof input, &line);
         number++) {
        writer_init(&answer, output, sizeof output);
        error = host_bot_handle(host, line, &answer, &leave, message);
        if (error)
            message_prefix(message, "line %llu", (unsigned long long)number);
        if (answer.length && (fputs(output, out) == EOF || fflush(out) != 0))
            leave = true; /* the arena is gone */
    }
    host_bot_free(host);
    return error;
}
