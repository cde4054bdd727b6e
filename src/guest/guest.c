/* A guest is a bot whose calls turn into lines of the protocol. Lines wait in the process's buffer
 * until the next question. What a bot can do without until then (who starts, what is afloat or in
 * stock) is sent just before a question, and only if it has changed.
 *
 * A round that the guest breaks ends its process. The next round starts a new one; if that fails as
 * well, the failure breaks the round. */
#include "guest/guest.h"

#include "base/buffer.h"
#include "base/clock.h"
#include "guest/guest_spec.h"
#include "guest/plugin_load.h"
#include "guest/protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    QUIT_GRACE_MS = 200, /* to exit after `quit` */
    RULES_TEXT = 4096,
};

/* The last lines that it was told together; the last one is a question. */
struct told {
    struct quoted line[4];
    size_t count;
};

struct guest {
    struct bot_kind kind; /* filled from its hello */
    struct guest_spec spec;
    struct hello hello;
    struct process *process; /* NULL if it is broken */
    enum broken broken;      /* what breaks this round before the first question */
    enum broken pending;     /* found after the end of a round: breaks the next one */
    struct message trouble;
    enum error start_error; /* of the last process */

    struct rules rules;
    uint64_t rounds, seed;
    bool in_match, has_bank;
    int64_t bank_us;

    struct told told, queued; /* up to its last answer, and after that */

    bool placed, started; /* `place` was asked; `start` was sent */
    bool open;            /* a move has no outcome yet */
    bool sent_afloat, sent_stock;
    uint8_t afloat[MAX_SLOTS]; /* as last sent */
    struct stock stock;

    struct guest_report report;
    struct buffer log, shown; /* of past processes; the same plus the current one */
    uint64_t log_dropped;     /* of past processes */
    struct dialogue dialogue;
    char line[PROTOCOL_LINE];
};

/* --- lines -------------------------------------------------------------------------------------*/

static void tell(struct guest *guest, struct slice line)
{
    enum { LINES = sizeof guest->queued.line / sizeof guest->queued.line[0] };
    struct told *queued = &guest->queued;

    if (!guest->process)
        return;
    if (queued->count == LINES)
        memmove(queued->line, queued->line + 1, --queued->count * sizeof queued->line[0]);
    queued->line[queued->count++] = slice_quote(line);
    process_tell(guest->process, line);
    if (guest->dialogue.line)
        guest->dialogue.line(guest->dialogue.context, false, line);
}

static struct writer begin_line(struct guest *guest)
{
    struct writer writer;

    writer_init(&writer, guest->line, sizeof guest->line);
    return writer;
}

static void tell_written(struct guest *guest, const struct writer *writer)
{
    tell(guest, (struct slice){writer->text, writer->length});
}

/* --- its process -------------------------------------------------------------------------------*/

/* Returns how much did not fit. */
static size_t append_log(struct buffer *log, struct slice text)
{
    size_t room = log->cap - log->length, kept = text.length < room ? text.length : room;

    return buffer_append(log, text.text, kept) == OK ? text.length - kept : text.length;
}

static void end_process(struct guest *guest, unsigned grace_ms)
{
    uint64_t dropped;

    if (!guest->process)
        return;
    process_leave(guest->process, grace_ms);
    guest->log_dropped += append_log(&guest->log, process_log(guest->process, &dropped));
    guest->log_dropped += dropped;
    process_free(guest->process, 0);
    guest->process = NULL;
}

/* It broke the round: stores the message and ends the process. */
static enum broken fail(struct guest *guest, enum broken broken, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static enum broken fail(struct guest *guest, enum broken broken, const char *format, ...)
{
    char text[MESSAGE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0)
        text[0] = '\0';
    va_end(arguments);
    message_set(&guest->trouble, "%s", text);
    if (guest->process)
        guest->report.unasked = process_unasked(guest->process);
    end_process(guest, 0);
    return broken;
}

/* `'outcome fire A1 -> A1=miss' and 'act'` */
static struct message told_words(const struct told *told)
{
    struct message words;
    struct writer writer;

    writer_init(&writer, words.text, sizeof words.text);
    for (size_t i = 0; i < told->count; i++)
        writer_format(&writer, "%s'%s'",
                      i == 0                ? ""
                      : i < told->count - 1 ? ", "
                                            : " and ",
                      told->line[i].text);
    return words;
}

/* Fails with what the process says. Lines that break the protocol come with what they followed,
 * because a bot may answer a line that needs no answer. */
static enum broken fail_process(struct guest *guest, enum broken broken, const char *when)
{
    bool is_unasked = broken == BROKEN_PROTOCOL && process_unasked(guest->process).text[0];

    if (is_unasked && guest->told.count > 0)
        return fail(guest, broken, "%s%s, after %s", when, process_trouble(guest->process),
                    told_words(&guest->told).text);
    return fail(guest, broken, "%s%s", when, process_trouble(guest->process));
}

/* Fails with an answer that cannot be accepted. */
static enum broken fail_answer(struct guest *guest, enum broken broken, struct slice answer,
                               bool is_like_one, const struct message *reason)
{
    const char *question = broken == BROKEN_MOVE ? "act" : "place";

    if (is_like_one || answer.length == 0)
        return fail(guest, broken, "it answered '%s' to %s: %s", slice_quote(answer).text, question,
                    reason->text);
    return fail(guest, broken, "it wrote '%s', which is not an answer to %s, after %s",
                slice_quote(answer).text, question, told_words(&guest->told).text);
}

static enum broken read_line(struct guest *guest, unsigned timeout_ms, struct slice *line,
                             uint64_t *used_us)
{
    uint64_t sent = process_facts(guest->process).sent;
    enum broken broken = process_ask(guest->process, timeout_ms, line, used_us);

    if (process_facts(guest->process).sent > sent) {
        guest->told = guest->queued;
        guest->queued.count = 0;
    }
    if (!broken && guest->dialogue.line)
        guest->dialogue.line(guest->dialogue.context, true, *line);
    return broken;
}

static enum broken say_hello(struct guest *guest, struct hello *hello)
{
    struct writer writer = begin_line(guest);
    struct slice line;
    uint64_t used_us;

    writer_format(&writer, "broadside %d", PROTOCOL_VERSION);
    tell_written(guest, &writer);
    for (int i = 0; !hello->ready; i++) {
        enum broken broken = read_line(guest, guest->spec.launch.limits.start_ms, &line, &used_us);

        if (broken)
            return fail_process(guest, broken, "before it was ready: ");
        if (i == HELLO_LINES)
            return fail(guest, BROKEN_PROTOCOL, "its hello has %d lines without 'ready': '%s'",
                        HELLO_LINES, slice_quote(line).text);
        protocol_parse_hello(hello, line);
    }
    return BROKEN_NONE;
}

static void tell_match(struct guest *guest, uint64_t from)
{
    char text[RULES_TEXT];
    struct writer writer;
    struct slice rest, line;

    writer_init(&writer, text, sizeof text);
    rules_print(&guest->rules, &writer);
    rest = (struct slice){text, writer.length};
    while (slice_cut(&rest, '\n', &line)) {
        writer = begin_line(guest);
        writer_format(&writer, "rule %.*s", (int)line.length, line.text);
        tell_written(guest, &writer);
    }
    writer = begin_line(guest);
    protocol_print_match(guest->rounds, guest->seed, from, &writer);
    tell_written(guest, &writer);
}

/* Starts a process and reads its hello. Only the first hello of a guest counts. */
static enum broken start_process(struct guest *guest, struct hello *hello)
{
    struct message message;

    guest->start_error = process_start(&guest->spec.launch, &guest->process, &message);
    if (guest->start_error) {
        guest->process = NULL;
        return fail(guest, BROKEN_CRASH, "%s", message.text);
    }
    guest->told.count = guest->queued.count = 0;
    guest->report.starts++;
    guest->report.jailed = process_facts(guest->process).jailed;
    guest->report.grouped = process_facts(guest->process).grouped;
    return say_hello(guest, hello);
}

static enum broken fail_bank(struct guest *guest)
{
    return fail(guest, BROKEN_TIME_BANK, "its answers used up the time bank of the match");
}

static enum broken restart(struct guest *guest, uint64_t round)
{
    struct hello again = {.ready = false};
    enum broken broken;

    if (guest->has_bank && guest->bank_us <= 0)
        return fail_bank(guest);
    broken = start_process(guest, &again);
    if (!broken && guest->in_match)
        tell_match(guest, round);
    return broken;
}

/* --- questions ---------------------------------------------------------------------------------*/

static void count_answer(struct guest *guest, uint64_t used_us)
{
    guest->report.answers++;
    guest->report.used_us += used_us;
    if (used_us > guest->report.slowest_us)
        guest->report.slowest_us = used_us;
}

/* Reads the answer to the question that was queued last. */
static enum broken ask(struct guest *guest, struct slice *answer)
{
    unsigned timeout_ms = guest->spec.launch.limits.move_ms;
    bool bank_decides = false;
    enum broken broken;
    uint64_t used_us;

    if (guest->has_bank && guest->bank_us <= 0)
        return fail_bank(guest);
    if (guest->has_bank && guest->bank_us < (int64_t)timeout_ms * 1000) {
        timeout_ms = (unsigned)((guest->bank_us + 999) / 1000);
        bank_decides = true;
    }
    broken = read_line(guest, timeout_ms, answer, &used_us);
    guest->bank_us -= (int64_t)used_us;
    if (bank_decides && (broken == BROKEN_STALL || broken == BROKEN_MOVE_TIMEOUT))
        return fail_bank(guest);
    if (broken)
        return fail_process(guest, broken, "");
    count_answer(guest, used_us);
    return BROKEN_NONE;
}

/* What breaks the round before the first question. */
static enum broken check_alive(const struct guest *guest)
{
    if (guest->process)
        return BROKEN_NONE;
    return guest->broken ? guest->broken : BROKEN_CRASH;
}

static void tell_start(struct guest *guest, const struct view *view)
{
    struct writer writer;

    if (guest->started)
        return;
    guest->started = true;
    if (!guest->placed && view->own.slots > 0) {
        writer = begin_line(guest);
        writer_put(&writer, "fleet ");
        layout_print(&view->own.layout, &view->rules, &writer);
        tell_written(guest, &writer);
    }
    tell(guest, slice_of(view->status.first == view->side ? "start you" : "start enemy"));
}

/* Sends what has changed since the last time. */
static void tell_afloat(struct guest *guest, const struct view *view)
{
    struct writer writer;

    if (!protocol_uses_afloat(&view->rules) ||
        (guest->sent_afloat && (!protocol_announces_sinkings(&view->rules) ||
                                memcmp(guest->afloat, view->enemy_afloat, MAX_SLOTS) == 0)))
        return;
    guest->sent_afloat = true;
    memcpy(guest->afloat, view->enemy_afloat, MAX_SLOTS);
    writer = begin_line(guest);
    protocol_print_afloat(view, &writer);
    tell_written(guest, &writer);
}

static void tell_stock(struct guest *guest, const struct view *view)
{
    const struct stock *now = &view->stock, *then = &guest->stock;
    struct writer writer;

    if (!protocol_uses_stock(&view->rules) ||
        (guest->sent_stock && now->radar == then->radar && now->smoke == then->smoke &&
         now->hints == then->hints && now->unlocked == then->unlocked))
        return;
    guest->sent_stock = true;
    guest->stock = *now;
    writer = begin_line(guest);
    protocol_print_stock(view, &writer);
    tell_written(guest, &writer);
}

/* --- the slots ---------------------------------------------------------------------------------*/

static void guest_match_start(struct bot *bot, const struct match_terms *terms)
{
    struct guest *guest = bot->state;
    const struct limits *limits = &guest->spec.launch.limits;

    guest->rules = *terms->rules;
    guest->rounds = terms->rounds;
    guest->seed = terms->seed;
    guest->in_match = true;
    guest->has_bank = limits->bank_ms > 0;
    guest->bank_us = (int64_t)limits_bank_ms(limits, terms->rounds) * 1000;
    tell_match(guest, 1);
}

static void guest_round_start(struct bot *bot, const struct view *view, uint64_t round)
{
    struct guest *guest = bot->state;
    struct writer writer;

    guest->broken = guest->pending;
    guest->pending = BROKEN_NONE;
    guest->placed = guest->started = guest->open = false;
    guest->sent_afloat = guest->sent_stock = false;
    if (!guest->broken && !guest->process)
        guest->broken = restart(guest, round);
    if (!guest->process)
        return;
    process_new_round(guest->process);
    writer = begin_line(guest);
    protocol_print_round(round, view->side, &writer);
    tell_written(guest, &writer);
}

static enum broken guest_place(struct bot *bot, const struct view *view, struct layout *layout)
{
    struct guest *guest = bot->state;
    struct message message = {""};
    enum broken broken = check_alive(guest);
    struct slice answer;

    if (broken)
        return broken;
    guest->placed = true;
    tell(guest, slice_of("place"));
    broken = ask(guest, &answer);
    if (!broken && protocol_parse_layout(answer, &view->rules, &bot->rng, layout, &message) != OK)
        broken =
            fail_answer(guest, BROKEN_PLACEMENT, answer,
                        protocol_is_like_layout(answer) || protocol_names_cells(answer), &message);
    return broken;
}

static enum broken guest_act(struct bot *bot, const struct view *view, struct move *move)
{
    struct guest *guest = bot->state;
    struct message message = {""};
    enum broken broken = check_alive(guest);
    struct writer writer;
    struct slice answer;

    if (broken)
        return broken;
    tell_start(guest, view);
    tell_afloat(guest, view);
    tell_stock(guest, view);
    writer = begin_line(guest);
    protocol_print_act(view, &writer);
    tell_written(guest, &writer);
    broken = ask(guest, &answer);
    if (!broken && (move_parse(answer, &view->rules, move, &message) != OK ||
                    view_check(view, move, &message) != OK))
        broken = fail_answer(guest, BROKEN_MOVE, answer, protocol_is_like_move(answer), &message);
    guest->open = !broken;
    return broken;
}

static void tell_outcome(struct guest *guest, const struct view *view, const struct move *move,
                         const struct outcome *outcome)
{
    struct writer writer;

    if (!guest->process)
        return;
    tell_start(guest, view);
    writer = begin_line(guest);
    protocol_print_outcome(view, move, outcome, &writer);
    tell_written(guest, &writer);
}

static void guest_outcome(struct bot *bot, const struct view *view, const struct move *move,
                          const struct outcome *outcome)
{
    struct guest *guest = bot->state;

    guest->open = false;
    tell_outcome(guest, view, move, outcome);
}

static void guest_enemy_move(struct bot *bot, const struct view *view, const struct move *move,
                             const struct outcome *outcome)
{
    tell_outcome(bot->state, view, move, outcome);
}

static void guest_round_end(struct bot *bot, const struct view *view, uint64_t round)
{
    struct guest *guest = bot->state;
    const struct status *status = &view->status;
    bool lost = status->over ? status->winner == 1 - view->side : guest->open;
    bool drawn = status->over && status->winner == NOBODY;
    bool is_broken = !status->over || status->reason == REASON_NONE; /* not decided by a rule */
    struct writer writer;

    (void)round;
    if (!guest->process)
        return;
    writer = begin_line(guest);
    protocol_print_end(drawn  ? ROUND_DRAWN
                       : lost ? ROUND_LOST
                              : ROUND_WON,
                       status->points[view->side], status->points[1 - view->side],
                       is_broken ? "broken" : event_reason_word((enum reason)status->reason),
                       &writer);
    tell_written(guest, &writer);
    if (is_broken && (lost || drawn)) { /* its fleet or move was not accepted */
        end_process(guest, QUIT_GRACE_MS);
        return;
    }
    guest->pending = process_check_quiet(guest->process);
    if (guest->pending)
        fail_process(guest, guest->pending, "at the end of a round: ");
}

static void guest_match_end(struct bot *bot, uint64_t won, uint64_t lost, uint64_t drawn)
{
    struct guest *guest = bot->state;
    struct writer writer = begin_line(guest);

    protocol_print_over(won, lost, drawn, &writer);
    tell_written(guest, &writer);
    guest->in_match = false;
}

static void guest_release(struct bot *bot)
{
    struct guest *guest = bot->state;

    tell(guest, slice_of("quit"));
    end_process(guest, QUIT_GRACE_MS);
    buffer_release(&guest->log);
    buffer_release(&guest->shown);
}

static const char *guest_trouble(const struct bot *bot)
{
    const struct guest *guest = bot->state;

    return guest->trouble.text;
}

/* --- from outside ------------------------------------------------------------------------------*/

static const struct bot_kind guest_kind = {
    .summary = "a guest",
    .learns = true, /* it may */
    .release = guest_release,
    .match_start = guest_match_start,
    .round_start = guest_round_start,
    .place = guest_place,
    .act = guest_act,
    .outcome = guest_outcome,
    .enemy_move = guest_enemy_move,
    .round_end = guest_round_end,
    .match_end = guest_match_end,
    .trouble = guest_trouble,
};

static const char *seen_path(struct guest_spec *spec)
{
    const struct launch *launch = &spec->launch;
    char path[SPEC_PATH];
    struct writer writer;
    const char *kept;

    if (launch->is_file)
        return launch->extra_file;
    if (!launch->only_file)
        return launch->folder;
    writer_init(&writer, path, sizeof path);
    writer_format(&writer, "%s/%s", launch->folder, launch->only_file);
    kept = guest_spec_keep(spec, slice_of(path));
    return kept ? kept : launch->folder;
}

/* Starts the first process and fills the kind from its hello. */
static enum error introduce(struct guest *guest, struct message *message)
{
    int64_t begin_ns = clock_ns();
    enum broken broken = start_process(guest, &guest->hello);

    if (broken && guest->report.starts == 0) /* it could not be started */
        return error_set(guest->start_error == ERR_JAIL ? ERR_JAIL : ERR_IO, message, "%s",
                         guest->trouble.text);
    if (broken)
        return error_set(ERR_IO, message, "%s: %s: %s", guest->spec.name, bot_broken_word(broken),
                         guest->trouble.text);
    if (!guest->hello.name[0])
        memcpy(guest->hello.name, guest->spec.name, sizeof guest->hello.name);
    if (!guest->hello.authors[0])
        memcpy(guest->hello.authors, guest->spec.authors, sizeof guest->hello.authors);
    guest->kind.name = guest->hello.name;
    guest->kind.authors = guest->hello.authors;
    guest->kind.plays = guest->hello.plays;
    guest->report.id = guest->hello.id[0] ? guest->hello.id : guest->hello.name;
    guest->report.sees = seen_path(&guest->spec);
    guest->report.strange = guest->hello.strange;
    guest->report.start_us = (uint64_t)(clock_ns() - begin_ns) / CLOCK_NS_PER_US;
    return OK;
}

static enum error guest_new(const struct guest_config *config, const char *text, struct bot **bot,
                            struct message *message)
{
    struct guest *guest = calloc(1, sizeof *guest);
    size_t log_cap = (size_t)config->limits.log_kb * 1024;
    enum error error;

    *bot = calloc(1, sizeof **bot);
    if (!guest || !*bot) {
        free(guest);
        free(*bot);
        *bot = NULL;
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    guest->kind = guest_kind;
    buffer_init(&guest->log, log_cap);
    buffer_init(&guest->shown, log_cap);
    (*bot)->kind = &guest->kind;
    (*bot)->state = guest;
    rng_seed(&(*bot)->rng, 0);
    error = guest_spec_resolve(text, config, &guest->spec, message);
    if (!error && guest->spec.plugin[0]) { /* which does not run as a guest */
        char path[SPEC_PATH];

        memcpy(path, guest->spec.plugin, sizeof path);
        bot_free(*bot);
        return plugin_load(path, bot, message);
    }
    if (!error)
        error = introduce(guest, message);
    if (error) {
        bot_free(*bot);
        *bot = NULL;
    }
    return error;
}

/* An unknown name may be a folder whose `./` was forgotten. */
static enum error open_built_in(const char *spec, struct bot **bot, struct message *message)
{
    enum error error = bot_new(spec, bot, message);
    struct stat facts;

    if (error == ERR_UNKNOWN && message && stat(spec, &facts) == 0 &&
        (S_ISDIR(facts.st_mode) || S_ISREG(facts.st_mode))) {
        char said[MESSAGE_SIZE];

        memcpy(said, message->text, sizeof said);
        message_set(message, "%s; did you mean ./%s?", said, slice_quote(slice_of(spec)).text);
    }
    return error;
}

enum error guest_open(void *config, const char *spec, struct bot **bot, struct message *message)
{
    *bot = NULL;
    if (!guest_is_spec(spec))
        return open_built_in(spec, bot, message);
    return guest_new(config, spec, bot, message);
}

static struct guest *as_guest(const struct bot *bot)
{
    return bot->kind->act == guest_act ? bot->state : NULL;
}

const struct guest_report *guest_report(const struct bot *bot)
{
    const struct guest *guest = as_guest(bot);

    return guest ? &guest->report : NULL;
}

struct guest_usage guest_usage(const struct bot *bot)
{
    const struct guest *guest = as_guest(bot);
    struct guest_usage usage = {0};

    if (guest && guest->process) {
        process_usage(guest->process, &usage.cpu_us, &usage.waited_us);
        usage.arena_us = process_arena_delay_us();
    }
    return usage;
}

void guest_finish(struct bot *bot, unsigned grace_ms)
{
    struct guest *guest = as_guest(bot);

    if (!guest)
        return;
    tell(guest, slice_of("quit"));
    end_process(guest, grace_ms);
}

struct slice guest_log(struct bot *bot, uint64_t *dropped)
{
    struct guest *guest = as_guest(bot);
    uint64_t dropped_now = 0;

    *dropped = 0;
    if (!guest)
        return (struct slice){"", 0};
    guest->shown.length = 0;
    append_log(&guest->shown, (struct slice){guest->log.data, guest->log.length});
    if (guest->process)
        *dropped = append_log(&guest->shown, process_log(guest->process, &dropped_now));
    *dropped += dropped_now + guest->log_dropped;
    return (struct slice){guest->shown.data ? guest->shown.data : "", guest->shown.length};
}

struct slice guest_log_note(uint64_t dropped, char memory[LOG_NOTE])
{
    struct writer writer;

    writer_init(&writer, memory, LOG_NOTE);
    if (dropped > 0)
        writer_format(&writer, "broadside: %" PRIu64 " more bytes of standard error were dropped\n",
                      dropped);
    return (struct slice){memory, writer.length};
}

void guest_listen(struct bot *bot, const struct dialogue *dialogue)
{
    struct guest *guest = as_guest(bot);

    if (guest)
        guest->dialogue = dialogue ? *dialogue : (struct dialogue){NULL, NULL};
}
