/* A table of what to do with each kind of line. The view is made of the same calls as the engine's:
 * view_init, view_place, view_start, view_note. Two things are put off until the text that belongs
 * to them has come: the start until `afloat` has told who is missing, and the outcome that ends a
 * round until `end` has told the points. */
#include "guest/host_bot.h"

#include <stdlib.h>
#include <string.h>

enum { RULES_TEXT = 4096 };

struct speaker {
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

struct speaker *speaker_new(struct bot *bot)
{
    struct speaker *speaker = calloc(1, sizeof *speaker);

    if (speaker) {
        speaker->bot = bot;
        writer_init(&speaker->rules_writer, speaker->rules_text, sizeof speaker->rules_text);
    }
    return speaker;
}

void speaker_free(struct speaker *speaker)
{
    free(speaker);
}

const struct view *speaker_view(const struct speaker *speaker)
{
    return &speaker->view;
}

static enum error hear_broadside(struct speaker *speaker, struct slice rest, struct writer *answer,
                                 struct message *message)
{
    struct slice word;
    uint64_t version;

    slice_word(&rest, &word);
    if (!slice_number(word, UINT64_MAX, &version) || version != PROTOCOL_VERSION)
        return error_set(ERR_SYNTAX, message,
                         "the arena speaks version '%s' of the protocol, this program %d",
                         slice_quote(word).text, PROTOCOL_VERSION);
    hello_print(speaker->bot->kind, answer);
    return OK;
}

static enum error hear_rule(struct speaker *speaker, struct slice rest, struct writer *answer,
                            struct message *message)
{
    (void)answer;
    if (speaker->has_match) { /* the rules of the next match */
        writer_init(&speaker->rules_writer, speaker->rules_text, sizeof speaker->rules_text);
        speaker->has_match = speaker->in_round = false;
    }
    writer_format(&speaker->rules_writer, "%.*s\n", (int)rest.length, rest.text);
    return speaker->rules_writer.full ? error_set(ERR_SYNTAX, message, "the rules are too long")
                                      : OK;
}

static enum error hear_match(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct match_terms terms = {.rules = &speaker->rules};
    enum error error = parse_match(rest, &terms.rounds, &terms.seed, message);

    (void)answer;
    if (!error)
        error = rules_parse((struct slice){speaker->rules_text, speaker->rules_writer.length},
                            &speaker->rules, message);
    if (!error)
        error = bot_accepts(speaker->bot->kind, &speaker->rules, message);
    if (error)
        return error;
    speaker->seed = terms.seed;
    speaker->has_match = true;
    bot_match_start(speaker->bot, &terms);
    return OK;
}

static enum error hear_round(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    int side;
    enum error error = parse_round(rest, &speaker->round, &side, message);

    (void)answer;
    if (error)
        return error;
    view_init(&speaker->view, &speaker->rules, side);
    speaker->in_round = true;
    speaker->has_start = speaker->has_started = speaker->has_last = false;
    memset(speaker->afloat, 0, sizeof speaker->afloat);
    for (int ship = 0; ship < speaker->rules.ships; ship++)
        speaker->afloat[speaker->rules.fleet[ship].kind]++;
    rng_seed(&speaker->bot->rng, rng_mix_seed(speaker->seed, speaker->round));
    bot_round_start(speaker->bot, &speaker->view, speaker->round);
    return OK;
}

static enum error check_unplaced(const struct speaker *speaker, struct message *message)
{
    return speaker->view.own.slots == 0 && !speaker->has_start
               ? OK
               : error_set(ERR_SYNTAX, message, "the fleet of this round is placed already");
}

static enum error hear_place(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct layout layout = {{{0}}};
    enum error error = check_unplaced(speaker, message);

    (void)rest;
    if (error)
        return error;
    if (bot_place(speaker->bot, &speaker->view, &layout) != BROKEN_NONE) {
        writer_put(answer, "(no layout)\n"); /* which the arena calls by its name */
        return OK;
    }
    layout_print(&layout, &speaker->rules, answer);
    writer_put(answer, "\n");
    if (layout_check(&layout, &speaker->rules, NULL) == OK)
        view_place(&speaker->view, &layout);
    return OK;
}

static enum error hear_fleet(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct layout layout;
    enum error error = check_unplaced(speaker, message);

    (void)answer;
    if (!error)
        error = layout_parse(rest, &speaker->rules, &layout, message);
    if (!error)
        view_place(&speaker->view, &layout);
    return error;
}

static enum error hear_start(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    struct slice word;
    int side = speaker->view.side;

    (void)answer;
    slice_word(&rest, &word);
    if (!slice_is(word, "you") && !slice_is(word, "enemy"))
        return error_set(ERR_SYNTAX, message, "'start %s': it is you or enemy",
                         slice_quote(word).text);
    if (speaker->has_start)
        return error_set(ERR_SYNTAX, message, "this round has started already");
    speaker->first = slice_is(word, "you") ? side : 1 - side;
    speaker->has_start = true;
    return OK;
}

static enum error hear_afloat(struct speaker *speaker, struct slice rest, struct writer *answer,
                              struct message *message)
{
    uint8_t afloat[MAX_SLOTS];
    enum error error = parse_afloat(rest, &speaker->rules, afloat, message);

    (void)answer;
    if (!error && !speaker->has_started) /* later the view knows by itself */
        memcpy(speaker->afloat, afloat, sizeof afloat);
    return error;
}

/* Before anything that happens in the round. */
static enum error begin(struct speaker *speaker, struct message *message)
{
    struct status status = {.started = 1,
                            .first = (uint8_t)speaker->first,
                            .turn = (uint8_t)speaker->first,
                            .winner = NOBODY};

    if (!speaker->has_start)
        return error_set(ERR_SYNTAX, message, "the round has not started");
    if (speaker->has_last)
        return error_set(ERR_SYNTAX, message, "the round is over");
    if (speaker->has_started)
        return OK;
    speaker->has_started = true;
    if (speaker->view.own.slots == 0) /* shooting alone, as with a fleet nobody shoots at */
        speaker->view.stock.salvo = speaker->rules.ships;
    view_start(&speaker->view, &status, speaker->afloat);
    return OK;
}

static enum error check_salvo(const struct speaker *speaker, struct slice rest,
                              struct message *message)
{
    int salvo = view_salvo(&speaker->view);
    struct slice word;
    uint64_t wanted;

    if (!speaker->rules.salvo || !slice_word(&rest, &word))
        return OK;
    if (!slice_number(word, MAX_SLOTS, &wanted) || (int)wanted != salvo)
        return error_set(ERR_MISMATCH, message,
                         "'act %s', but by what was told there are %d shots in this salvo",
                         slice_quote(word).text, salvo);
    return OK;
}

static enum error hear_act(struct speaker *speaker, struct slice rest, struct writer *answer,
                           struct message *message)
{
    struct move move;
    enum error error = begin(speaker, message);

    if (!error)
        error = check_salvo(speaker, rest, message);
    if (error)
        return error;
    speaker->view.status.turn = speaker->view.side;
    if (bot_act(speaker->bot, &speaker->view, &move) == BROKEN_NONE)
        move_print(&move, &speaker->rules, answer);
    else
        writer_put(answer, "(no move)");
    writer_put(answer, "\n");
    return OK;
}

static void take_in(struct speaker *speaker, const struct move *move, const struct outcome *outcome)
{
    view_note(&speaker->view, move, outcome);
    if (outcome->mover == speaker->view.side)
        bot_outcome(speaker->bot, &speaker->view, move, outcome);
    else
        bot_enemy_move(speaker->bot, &speaker->view, move, outcome);
}

static enum error hear_news(struct speaker *speaker, struct slice rest, int mover,
                            struct message *message)
{
    enum error error = begin(speaker, message);

    if (!error)
        error =
            parse_news(rest, &speaker->view, mover, &speaker->last_move, &speaker->last, message);
    if (error)
        return error;
    speaker->has_last = speaker->last.over;
    if (!speaker->has_last)
        take_in(speaker, &speaker->last_move, &speaker->last);
    return OK;
}

static enum error hear_outcome(struct speaker *speaker, struct slice rest, struct writer *answer,
                               struct message *message)
{
    (void)answer;
    return hear_news(speaker, rest, speaker->view.side, message);
}

static enum error hear_enemy(struct speaker *speaker, struct slice rest, struct writer *answer,
                             struct message *message)
{
    (void)answer;
    return hear_news(speaker, rest, 1 - speaker->view.side, message);
}

static enum error hear_end(struct speaker *speaker, struct slice rest, struct writer *answer,
                           struct message *message)
{
    struct status *status = &speaker->view.status;
    int side = speaker->view.side, points[2];
    enum round_result result;
    enum reason reason;
    enum error error =
        parse_end_line(rest, &result, &points[side], &points[1 - side], &reason, message);

    (void)answer;
    if (error)
        return error;
    if (speaker->has_last) {
        speaker->last.points[0] = points[0];
        speaker->last.points[1] = points[1];
        take_in(speaker, &speaker->last_move, &speaker->last);
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
    bot_round_end(speaker->bot, &speaker->view, speaker->round);
    speaker->in_round = false;
    return OK;
}

static enum error hear_over(struct speaker *speaker, struct slice rest, struct writer *answer,
                            struct message *message)
{
    uint64_t counts[3];
    enum error error = parse_over(rest, counts, message);

    (void)answer;
    if (!error)
        bot_match_end(speaker->bot, counts[0], counts[1], counts[2]);
    return error;
}

static enum error hear_quit(struct speaker *speaker, struct slice rest, struct writer *answer,
                            struct message *message)
{
    (void)rest;
    (void)answer;
    (void)message;
    speaker->leave = true;
    return OK;
}

/* What each line does, and what must have come before it. */
enum place { ANYWHERE, IN_MATCH, IN_ROUND };
static const struct {
    enum error (*hear)(struct speaker *speaker, struct slice rest, struct writer *answer,
                       struct message *message);
    enum place place;
} ears[LINE_OTHER] = {
    [LINE_BROADSIDE] = {hear_broadside, ANYWHERE},
    [LINE_RULE] = {hear_rule, ANYWHERE},
    [LINE_MATCH] = {hear_match, ANYWHERE},
    [LINE_ROUND] = {hear_round, IN_MATCH},
    [LINE_PLACE] = {hear_place, IN_ROUND},
    [LINE_FLEET] = {hear_fleet, IN_ROUND},
    [LINE_START] = {hear_start, IN_ROUND},
    [LINE_AFLOAT] = {hear_afloat, IN_ROUND},
    [LINE_STOCK] = {NULL, IN_ROUND}, /* the view counts for itself */
    [LINE_ACT] = {hear_act, IN_ROUND},
    [LINE_OUTCOME] = {hear_outcome, IN_ROUND},
    [LINE_ENEMY] = {hear_enemy, IN_ROUND},
    [LINE_END] = {hear_end, IN_ROUND},
    [LINE_OVER] = {hear_over, IN_MATCH},
    [LINE_QUIT] = {hear_quit, ANYWHERE},
};

enum error speaker_hear(struct speaker *speaker, struct slice line, struct writer *answer,
                        bool *leave, struct message *message)
{
    struct slice rest;
    enum line_kind kind = line_kind(line, &rest);
    enum error error = OK;

    if (kind < LINE_OTHER && ears[kind].place >= IN_MATCH && !speaker->has_match)
        error =
            error_set(ERR_SYNTAX, message, "'%s' comes before the match", slice_quote(line).text);
    else if (kind < LINE_OTHER && ears[kind].place == IN_ROUND && !speaker->in_round)
        error =
            error_set(ERR_SYNTAX, message, "'%s' comes outside of a round", slice_quote(line).text);
    else if (kind < LINE_OTHER && ears[kind].hear)
        error = ears[kind].hear(speaker, rest, answer, message);
    *leave = speaker->leave;
    return error;
}

/* The next line without its newline, cut at the size of the buffer; false at the end. */
static bool read_line(FILE *in, char *text, size_t size, struct slice *line)
{
    int c;

    *line = (struct slice){text, 0};
    while ((c = getc(in)) != EOF && c != '\n')
        if (line->length < size)
            text[line->length++] = (char)c;
    return c != EOF || line->length > 0;
}

enum error speak(struct bot *bot, FILE *in, FILE *out, struct message *message)
{
    struct speaker *speaker = speaker_new(bot);
    char heard[PROTOCOL_LINE], said[PROTOCOL_LINE];
    struct writer answer;
    struct slice line;
    bool leave = false;
    enum error error = OK;

    if (!speaker)
        return error_set(ERR_MEMORY, message, "out of memory");
    for (uint64_t number = 1; !error && !leave && read_line(in, heard, sizeof heard, &line);
         number++) {
        writer_init(&answer, said, sizeof said);
        error = speaker_hear(speaker, line, &answer, &leave, message);
        if (error)
            message_prefix(message, "line %llu", (unsigned long long)number);
        if (answer.length && (fputs(said, out) == EOF || fflush(out) != 0))
            leave = true; /* nobody listens any more */
    }
    speaker_free(speaker);
    return error;
}
