/* See check_round.h. The findings are finer than enum broken: was the illegal move a repeated shot,
 * debug output, or a second answer? */
#include "check/check_round.h"

#include "check/check_start.h"
#include "guest/protocol.h"

#include <stdio.h>
#include <string.h>

enum { INPUT_CAP = 65536, LOG_LINES = 12 };

static void copy_text(char *to, size_t size, struct slice line)
{
    snprintf(to, size, "%.*s", (int)(line.length < size ? line.length : size - 1), line.text);
}

/* `outcome fire B3 -> B3=wasted`: at an old cell; with `-`, off the board. */
static void count_wasted(struct check_listener *listener, struct slice line)
{
    static const char wasted[] = "=wasted";
    struct slice rest = line, word;

    slice_word(&rest, &word);
    if (!slice_is(word, "outcome"))
        return;
    while (slice_word(&rest, &word)) {
        size_t size = sizeof wasted - 1;

        if (word.length <= size || memcmp(word.text + word.length - size, wasted, size) != 0)
            continue;
        if (word.text[0] == '-')
            listener->lost++;
        else
            listener->repeats++;
    }
}

static void forget_process(struct check_listener *listener)
{
    buffer_release(&listener->input);
    buffer_init(&listener->input, INPUT_CAP);
    listener->is_truncated = false;
    listener->lines_seen = 0;
}

static void record_line(void *context, bool from_guest, struct slice line)
{
    struct check_listener *listener = context;
    struct slice rest = line, word;

    if (listener->next)
        listener->next->line(listener->next->context, from_guest, line);
    if (from_guest) {
        listener->lines_seen++;
        copy_text(listener->answer, sizeof listener->answer, line);
        for (size_t i = 0; i < line.length; i++)
            listener->hash = rng_mix_seed(listener->hash, (uint8_t)line.text[i]);
        return;
    }
    if (slice_word(&rest, &word) && slice_is(word, "broadside"))
        forget_process(listener);
    if (slice_is(word, "place") || slice_is(word, "act")) {
        copy_text(listener->question, sizeof listener->question, line);
        listener->answer[0] = '\0';
    }
    count_wasted(listener, line);
    if (buffer_append(&listener->input, line.text, line.length) != OK ||
        buffer_put(&listener->input, "\n") != OK)
        listener->is_truncated = true;
}

void check_listener_init(struct check_listener *listener, uint64_t hello_lines)
{
    *listener = (struct check_listener){.dialogue = {.line = record_line, .context = listener}};
    buffer_init(&listener->input, INPUT_CAP);
    listener->lines_seen = hello_lines;
    listener->is_truncated = buffer_put(&listener->input, "broadside 1\n") != OK;
}

void check_listener_release(struct check_listener *listener)
{
    buffer_release(&listener->input);
}

void check_listener_new_round(struct check_listener *listener)
{
    listener->hash = listener->repeats = listener->lost = 0;
    listener->question[0] = listener->answer[0] = '\0';
}

/* Does the answer shoot at a cell that was shot at before? */
static bool is_repetition(const struct check_listener *listener, const struct game *game)
{
    const struct rules *rules = game_rules(game);
    struct move move;

    if (move_parse(slice_of(listener->answer), rules, &move, NULL) != OK || move.kind != MOVE_FIRE)
        return false;
    for (int i = 0; i < move.count; i++)
        if (move.cell[i] != NO_CELL && cellset_has(&game->view[0].tracking.shot, move.cell[i]))
            return true;
    return false;
}

static enum check_finding_kind classify(const struct check_round *played)
{
    static const enum check_finding_kind kinds[BROKEN_KINDS] = {
        [BROKEN_NONE] = FINDING_KINDS,          [BROKEN_CRASH] = FINDING_CRASH,
        [BROKEN_EXIT] = FINDING_EXIT,           [BROKEN_STALL] = FINDING_STALL,
        [BROKEN_MOVE_TIMEOUT] = FINDING_LOOP,   [BROKEN_TIME_BANK] = FINDING_BANK,
        [BROKEN_PLACEMENT] = FINDING_PLACEMENT, [BROKEN_MOVE] = FINDING_MOVE,
        [BROKEN_MEMORY] = FINDING_MEMORY,       [BROKEN_OUTPUT] = FINDING_FLOOD,
        [BROKEN_JAIL] = FINDING_JAIL,           [BROKEN_PROTOCOL] = FINDING_PROTOCOL,
    };
    enum broken broken = played->round->broken[0];
    const struct check_listener *listener = played->listener;
    struct slice answer, unasked = slice_of(played->unasked);

    if (!listener)
        return kinds[broken];
    answer = slice_of(listener->answer);
    if (broken == BROKEN_STALL && played->unflushed)
        return FINDING_FLUSH;
    if (broken == BROKEN_PROTOCOL && unasked.length > 0)
        return protocol_is_like_move(unasked) || protocol_is_like_layout(unasked) ? FINDING_TWICE
                                                                                  : FINDING_TALKS;
    if (broken == BROKEN_PLACEMENT && !protocol_is_like_layout(answer) &&
        !protocol_names_cells(answer))
        return protocol_is_like_move(answer) ? FINDING_TWICE : FINDING_TALKS;
    if (broken == BROKEN_MOVE && !protocol_is_like_move(answer))
        return protocol_is_like_layout(answer) ? FINDING_TWICE : FINDING_TALKS;
    if (broken == BROKEN_MOVE && is_repetition(listener, played->game))
        return FINDING_REPEATS;
    return kinds[broken];
}

/* Fills in where a finding first occurred. */
static void locate(struct check_finding *finding, const struct check_round *played)
{
    finding->round = played->number;
    snprintf(finding->rules, sizeof finding->rules, "%s", played->rules->name);
}

static void set_example(struct check_finding *finding, const struct check_round *played)
{
    const char *trouble = played->round->trouble[0].text;
    const struct check_listener *listener = played->listener;
    enum broken broken = played->round->broken[0];

    if (broken == BROKEN_PLACEMENT || broken == BROKEN_MOVE || played->unasked[0])
        message_set(&finding->example, "%s", trouble);
    else if (listener && listener->answer[0] && listener->question[0])
        message_set(&finding->example, "to '%s' it answered '%s': %s", listener->question,
                    slice_quote(slice_of(listener->answer)).text, trouble);
    else if (listener && listener->question[0])
        message_set(&finding->example, "to '%s': %s", listener->question, trouble);
    else
        message_set(&finding->example, "%s", trouble);
}

/* Breaks that the bot's error output may explain. */
static bool shows_log(enum check_finding_kind kind)
{
    return kind == FINDING_CRASH || kind == FINDING_EXIT || kind == FINDING_MODULE ||
           kind == FINDING_JAIL || kind == FINDING_MEMORY || kind == FINDING_PROTOCOL ||
           kind == FINDING_STALL;
}

/* Legal under these rules, but bad play. */
static void note_poor_play(const struct check_round *played, struct check_report *report)
{
    const struct view *view = &played->game->view[0];
    uint64_t wasted = (uint64_t)view->tracking.wasted;
    uint64_t repeats = played->listener ? played->listener->repeats : 0;
    uint64_t amounts[] = {(uint64_t)played->round->wrecks[0], repeats,
                          played->listener ? played->listener->lost : wasted};
    static const enum check_finding_kind kinds[] = {FINDING_WRECKS, FINDING_REPEATS,
                                                    FINDING_WASTED};
    static const char *const what[][2] = {{"ship", " sank before the first shot"},
                                          {"shot", " at cells it had already shot at"},
                                          {"shot", " off the board"}};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct check_finding *finding;

        if (amounts[i] == 0)
            continue;
        finding = check_note(report, kinds[i]);
        if (finding->count > 1)
            continue;
        locate(finding, played);
        message_set(&finding->example, "%d %s%s%s", (int)amounts[i], what[i][0], text_s(amounts[i]),
                    what[i][1]);
    }
}

enum check_finding_kind check_round_judge(const struct check_round *played,
                                          struct check_report *report)
{
    enum check_finding_kind kind = classify(played);
    struct check_finding *finding;
    struct message missing;
    bool is_missing = kind == FINDING_CRASH && check_start_missing(played->log, &missing);

    if (kind == FINDING_KINDS) {
        note_poor_play(played, report);
        return kind;
    }
    if (is_missing)
        kind = FINDING_MODULE;
    finding = check_note(report, kind);
    if (finding->count > 1)
        return kind;
    locate(finding, played);
    set_example(finding, played);
    if (is_missing)
        finding->example = missing;
    if (shows_log(kind))
        check_show(finding, played->log, LOG_LINES);
    return kind;
}
