/* See feed.h. The file is read line by line. A question is asked when its recorded answer is read,
 * or when the next line of the arena shows that there was none. A bot that breaks is restarted for
 * the next round, as in the arena. */
#include "guest/feed.h"

#include "base/buffer.h"
#include "guest/transcript.h"

#include <inttypes.h>
#include <string.h>

enum {
    PREAMBLE_CAP = 65536,
    HELLO_LINES = 64,
    QUIT_GRACE_MS = 500,
    MAX_TERMS = 128 /* `match 1000 seed 18446744073709551615 from 1000` */
};

struct feeder {
    const struct feed *feed;
    struct feed_result *result;
    struct process *process;
    struct buffer rules; /* the `rule` lines, for a new process */
    struct slice terms;  /* the line `match ...` up to its `from` */
    struct slice question;
    uint64_t question_line;
    uint64_t round;   /* current; 0 before the first */
    size_t log_shown; /* bytes of its standard error already shown */
    bool asked;       /* a question is open */
    bool in_hello;    /* skipping the recorded lines of a hello */
    bool differed;    /* in this round */
    bool found;       /* the selected round */
};

static bool first_word_is(struct slice line, const char *word, struct slice *rest)
{
    struct slice first;

    *rest = line;
    return slice_word(rest, &first) && slice_is(first, word);
}

bool feed_is_question(struct slice line)
{
    struct slice rest;

    return first_word_is(line, "place", &rest) || first_word_is(line, "act", &rest);
}

static void tell(struct feeder *feeder, struct slice line)
{
    const struct feed_listener *listener = &feeder->feed->listener;

    if (!feeder->process)
        return;
    if (listener->line)
        listener->line(listener->context, false, line);
    process_tell(feeder->process, line);
}

/* Shows what was written to standard error since the last time. */
static void show_log(struct feeder *feeder)
{
    const struct feed_listener *listener = &feeder->feed->listener;
    uint64_t dropped;
    struct slice log = process_log(feeder->process, &dropped);

    if (listener->log && log.length > feeder->log_shown)
        listener->log(listener->context, feeder->round,
                      (struct slice){log.text + feeder->log_shown, log.length - feeder->log_shown});
    feeder->log_shown = log.length;
}

static void end_process(struct feeder *feeder)
{
    process_free(feeder->process, QUIT_GRACE_MS);
    feeder->process = NULL;
    feeder->log_shown = 0;
}

/* Reads one line from the bot. */
static enum broken ask(struct feeder *feeder, unsigned timeout_ms, struct slice *answer,
                       uint64_t *used_us)
{
    const struct feed_listener *listener = &feeder->feed->listener;
    enum broken broken = process_ask(feeder->process, timeout_ms, answer, used_us);

    if (!broken && listener->line)
        listener->line(listener->context, true, *answer);
    return broken;
}

static enum error say_hello(struct feeder *feeder, struct message *message)
{
    struct slice line;
    uint64_t used_us;

    tell(feeder, slice_of("broadside 1"));
    for (int i = 0; i < HELLO_LINES; i++) {
        enum broken broken = ask(feeder, feeder->feed->launch->limits.start_ms, &line, &used_us);

        if (broken) {
            show_log(feeder);
            return error_set(ERR_IO, message, "the bot did not say hello: %s: %s",
                             bot_broken_word(broken), process_trouble(feeder->process));
        }
        if (slice_is(slice_trim(line), "ready"))
            return OK;
    }
    return error_set(ERR_IO, message, "the bot did not say hello: %d lines without 'ready'",
                     HELLO_LINES);
}

/* Starts a process, reads its hello and, for a round, sends the rules and the match. */
static enum error start_process(struct feeder *feeder, uint64_t round, struct message *message)
{
    struct slice rest = {feeder->rules.data, feeder->rules.length}, line;
    char memory[MAX_TERMS];
    struct writer terms;
    enum error error;

    end_process(feeder);
    error = process_start(feeder->feed->launch, &feeder->process, message);
    if (!error)
        error = say_hello(feeder, message);
    if (error || round == 0)
        return error;
    while (rest.text && slice_cut(&rest, '\n', &line))
        tell(feeder, line);
    if (feeder->terms.text) {
        writer_init(&terms, memory, sizeof memory);
        writer_format(&terms, "%.*s", (int)feeder->terms.length, feeder->terms.text);
        if (round > 1)
            writer_format(&terms, " from %" PRIu64, round);
        tell(feeder, slice_of(memory));
    }
    return OK;
}

/* The bot broke: the rest of the round is skipped. */
static void note_break(struct feeder *feeder)
{
    feeder->result->broke++;
    show_log(feeder);
    end_process(feeder);
    feeder->result->given_up = feeder->result->broke >= FEED_MOST_BROKEN;
}

/* Asks the open question. `recorded` is NULL if the file has no answer to it. */
static void ask_question(struct feeder *feeder, const struct slice *recorded)
{
    const struct feed_listener *listener = &feeder->feed->listener;
    struct feed_difference difference = {.line = feeder->question_line,
                                         .round = feeder->round,
                                         .question = feeder->question,
                                         .is_recorded = recorded != NULL,
                                         .is_first = !feeder->differed,
                                         .trouble = ""};
    uint64_t used_us;

    feeder->asked = false;
    if (!feeder->process)
        return;
    feeder->result->answers++;
    difference.broken =
        ask(feeder, feeder->feed->launch->limits.move_ms, &difference.now, &used_us);
    if (recorded)
        difference.recorded = slice_trim(*recorded);
    if (difference.broken)
        difference.trouble = process_trouble(feeder->process);
    else
        difference.now = slice_trim(difference.now);
    if (difference.broken || !recorded || difference.now.length != difference.recorded.length ||
        memcmp(difference.now.text, difference.recorded.text, difference.now.length) != 0) {
        feeder->result->differed++;
        feeder->differed = true;
        if (listener->differs)
            listener->differs(listener->context, &difference);
    }
    if (difference.broken)
        note_break(feeder);
}

/* Ends a round and checks for unasked output. */
static void end_round(struct feeder *feeder)
{
    const struct feed_listener *listener = &feeder->feed->listener;

    if (feeder->process && feeder->round > 0) {
        struct feed_difference difference = {.line = feeder->question_line,
                                             .round = feeder->round,
                                             .question = slice_of("the end of the round"),
                                             .is_first = !feeder->differed};

        difference.broken = process_check_quiet(feeder->process);
        if (difference.broken) {
            difference.trouble = process_trouble(feeder->process);
            feeder->result->differed++;
            if (listener->differs)
                listener->differs(listener->context, &difference);
            note_break(feeder);
        } else if (feeder->feed->round) {
            show_log(feeder);
        }
    }
    feeder->round = 0;
    if (feeder->feed->round)
        end_process(feeder);
}

static bool is_selected(const struct feeder *feeder, uint64_t round)
{
    return feeder->feed->round == 0 || feeder->feed->round == round;
}

static enum error begin_round(struct feeder *feeder, const struct transcript_line *line,
                              struct slice number, struct message *message)
{
    struct slice word;
    uint64_t round;
    enum error error = OK;

    end_round(feeder);
    if (!slice_word(&number, &word) || !slice_number(word, UINT64_MAX, &round) || round == 0)
        return error_set(ERR_SYNTAX, message, "line %" PRIu64 ": '%s' is not the number of a round",
                         line->number, slice_quote(number).text);
    if (!is_selected(feeder, round) || feeder->result->given_up)
        return OK;
    feeder->found = true;
    feeder->differed = false;
    feeder->result->rounds++;
    if (!feeder->process)
        error = start_process(feeder, round, message);
    if (error)
        return error;
    feeder->round = round;
    process_new_round(feeder->process);
    tell(feeder, line->text);
    return OK;
}

/* `match 1000 seed 7 from 12` without its `from 12`. */
static struct slice terms_without_from(struct slice line)
{
    struct slice rest = line, word;

    while (slice_word(&rest, &word))
        if (slice_is(word, "from"))
            return slice_trim((struct slice){line.text, (size_t)(word.text - line.text)});
    return line;
}

static enum error remember_rule(struct feeder *feeder, const struct transcript_line *line,
                                struct message *message)
{
    if (feeder->terms.text) { /* a later process starts over */
        buffer_release(&feeder->rules);
        buffer_init(&feeder->rules, PREAMBLE_CAP);
        feeder->terms = (struct slice){0};
    }
    if (buffer_append(&feeder->rules, line->text.text, line->text.length) != OK ||
        buffer_put(&feeder->rules, "\n") != OK)
        return error_set(ERR_FULL, message, "line %" PRIu64 ": too many rules", line->number);
    return OK;
}

/* At this point of the recording a new process was started. */
static enum error handle_hello(struct feeder *feeder, struct message *message)
{
    end_round(feeder);
    feeder->in_hello = true;
    if (feeder->feed->round || feeder->result->given_up)
        return OK;
    return start_process(feeder, 0, message);
}

static enum error handle_arena_line(struct feeder *feeder, const struct transcript_line *line,
                                    struct message *message)
{
    bool all = feeder->feed->round == 0 && !feeder->result->given_up;
    enum error error = OK;
    struct slice rest;

    if (feeder->asked)
        ask_question(feeder, NULL);
    if (first_word_is(line->text, "broadside", &rest))
        return handle_hello(feeder, message);
    feeder->in_hello = false;
    if (first_word_is(line->text, "round", &rest))
        return begin_round(feeder, line, rest, message);
    if (first_word_is(line->text, "rule", &rest))
        error = remember_rule(feeder, line, message);
    else if (first_word_is(line->text, "match", &rest))
        feeder->terms = terms_without_from(line->text);
    else if (first_word_is(line->text, "over", &rest) || first_word_is(line->text, "quit", &rest))
        end_round(feeder);
    if (error)
        return error;
    if (!feeder->process && feeder->round == 0 && all && feeder->result->rounds == 0)
        error = start_process(feeder, 0, message); /* the file begins after the hello */
    if (error)
        return error;
    tell(feeder, line->text);
    if (feeder->process && feeder->round > 0 && feed_is_question(line->text)) {
        feeder->asked = true;
        feeder->question = line->text;
        feeder->question_line = line->number;
    }
    return OK;
}

static enum error replay_lines(struct feeder *feeder, struct message *message)
{
    struct transcript_reader reader;
    struct transcript_line line;
    enum error error = transcript_read(&reader, feeder->feed->text, message);

    while (!error && (error = transcript_next(&reader, &line, message)) == OK) {
        if (line.side != feeder->result->side)
            continue;
        if (!line.from_bot)
            error = handle_arena_line(feeder, &line, message);
        else if (feeder->asked && !feeder->in_hello)
            ask_question(feeder, &line.text);
    }
    if (error != ERR_OVER)
        return error;
    if (feeder->asked)
        ask_question(feeder, NULL);
    end_round(feeder);
    return OK;
}

/* Checks the whole file before a bot is started, and chooses the side. */
static enum error check_file(const struct feed *feed, int *side, struct message *message)
{
    struct transcript_reader reader;
    struct transcript_line line;
    uint64_t lines[2] = {0, 0};
    enum error error = transcript_read(&reader, feed->text, message);

    while (!error && (error = transcript_next(&reader, &line, message)) == OK)
        lines[line.side]++;
    if (error != ERR_OVER)
        return error;
    *side = feed->side != NOBODY ? feed->side : lines[SIDE_A] ? SIDE_A : SIDE_B;
    if (lines[*side] == 0)
        return error_set(ERR_RANGE, message, "this transcript has no dialogue%s%s",
                         feed->side == NOBODY ? "" : " of ",
                         feed->side == NOBODY ? "" : event_side_word(*side));
    return OK;
}

enum error feed_play(const struct feed *feed, struct feed_result *result, struct message *message)
{
    struct feeder feeder = {.feed = feed, .result = result};
    enum error error;

    *result = (struct feed_result){.side = SIDE_A};
    error = check_file(feed, &result->side, message);
    if (error)
        return error;
    buffer_init(&feeder.rules, PREAMBLE_CAP);
    error = replay_lines(&feeder, message);
    if (!error && feed->round && !feeder.found)
        error = error_set(ERR_RANGE, message, "this transcript has no round %" PRIu64 " of %s",
                          feed->round, event_side_word(result->side));
    end_process(&feeder);
    buffer_release(&feeder.rules);
    return error;
}
