/* See check_round.h. A break has a name already (enum broken); what a person wants to know is one
 * step finer: was the illegal move a repetition, a print for debugging, or a second answer? */
#include "check/check_round.h"

#include "check/check_start.h"

#include <stdio.h>
#include <string.h>

enum { TOLD_CAP = 65536, LOG_LINES = 12 };

static void keep_text(char *to, size_t size, struct slice line)
{
    snprintf(to, size, "%.*s", (int)(line.length < size ? line.length : size - 1), line.text);
}

/* `outcome fire B3 -> B3=wasted`: at an old cell, or `-`, off the board. */
static void count_wasted(struct ear *ear, struct slice line)
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
            ear->lost++;
        else
            ear->repeats++;
    }
}

static void forget_process(struct ear *ear)
{
    buffer_release(&ear->told);
    buffer_init(&ear->told, TOLD_CAP);
    ear->too_long = false;
    ear->heard = 0;
}

static void hear(void *context, bool from_guest, struct slice line)
{
    struct ear *ear = context;
    struct slice rest = line, word;

    if (from_guest) {
        ear->heard++;
        keep_text(ear->answer, sizeof ear->answer, line);
        for (size_t i = 0; i < line.length; i++)
            ear->hash = rng_mix_seed(ear->hash, (uint8_t)line.text[i]);
        return;
    }
    if (slice_word(&rest, &word) && slice_is(word, "broadside"))
        forget_process(ear);
    if (slice_is(word, "place") || slice_is(word, "act")) {
        keep_text(ear->question, sizeof ear->question, line);
        ear->answer[0] = '\0';
    }
    count_wasted(ear, line);
    if (buffer_append(&ear->told, line.text, line.length) != OK ||
        buffer_put(&ear->told, "\n") != OK)
        ear->too_long = true;
}

void ear_init(struct ear *ear, uint64_t hello_lines)
{
    *ear = (struct ear){.dialogue = {.line = hear, .context = ear}};
    buffer_init(&ear->told, TOLD_CAP);
    ear->heard = hello_lines;
    ear->too_long = buffer_put(&ear->told, "broadside 1\n") != OK;
}

void ear_release(struct ear *ear)
{
    buffer_release(&ear->told);
}

void ear_new_round(struct ear *ear)
{
    ear->hash = ear->repeats = ear->lost = 0;
    ear->question[0] = ear->answer[0] = '\0';
}

/* Does it look like the answer to `act`, legal or not? */
static bool is_like_move(struct slice line)
{
    struct slice word;

    if (!slice_word(&line, &word))
        return false;
    for (int kind = 0; kind < MOVE_KINDS; kind++)
        if (slice_is_nocase(word, move_word((enum move_kind)kind)))
            return true;
    return false;
}

/* Does it look like the answer to `place`: is there a direction in it, or a ship not placed? */
static bool is_like_layout(struct slice line)
{
    static const char *const words[] = {"h", "v", "horizontal", "vertical", "-", "random"};
    struct slice part, word;

    while (slice_cut(&line, ',', &part))
        while (slice_word(&part, &word))
            for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
                if (slice_is_nocase(word, words[i]))
                    return true;
    return false;
}

/* A shot at cells that were shot before, all of them. */
static bool is_repetition(const struct ear *ear, const struct game *game)
{
    const struct rules *rules = game_rules(game);
    struct move move;

    if (move_parse(slice_of(ear->answer), rules, &move, NULL) != OK || move.kind != MOVE_FIRE)
        return false;
    for (int i = 0; i < move.count; i++)
        if (move.cell[i] != NO_CELL && cellset_has(&game->view[0].tracking.shot, move.cell[i]))
            return true;
    return false;
}

/* What the text in a sentence like `it said 'fire B3' unasked` is: between the outer quotes. */
static bool quotes_answer(const char *sentence)
{
    const char *start = strchr(sentence, '\''), *end = strrchr(sentence, '\'');
    struct slice text;

    if (!start || end <= start)
        return false;
    text = (struct slice){start + 1, (size_t)(end - start) - 1};
    return is_like_move(text) || is_like_layout(text);
}

static enum finding_kind classify(const struct judged *judged)
{
    static const enum finding_kind kinds[BROKEN_KINDS] = {
        [BROKEN_NONE] = FINDING_KINDS,          [BROKEN_CRASH] = FINDING_CRASH,
        [BROKEN_EXIT] = FINDING_EXIT,           [BROKEN_STALL] = FINDING_STALL,
        [BROKEN_MOVE_TIMEOUT] = FINDING_LOOP,   [BROKEN_TIME_BANK] = FINDING_BANK,
        [BROKEN_PLACEMENT] = FINDING_PLACEMENT, [BROKEN_MOVE] = FINDING_MOVE,
        [BROKEN_MEMORY] = FINDING_MEMORY,       [BROKEN_OUTPUT] = FINDING_FLOOD,
        [BROKEN_JAIL] = FINDING_JAIL,           [BROKEN_PROTOCOL] = FINDING_PROTOCOL,
    };
    enum broken broken = judged->round->broken[0];
    const char *trouble = judged->round->trouble[0].text;
    const struct ear *ear = judged->ear;
    struct slice answer;

    if (!ear)
        return kinds[broken];
    answer = slice_of(ear->answer);
    if (broken == BROKEN_STALL && judged->unflushed)
        return FINDING_FLUSH;
    if (broken == BROKEN_PROTOCOL && strchr(trouble, '\''))
        return quotes_answer(trouble) ? FINDING_TWICE : FINDING_TALKS;
    if (broken == BROKEN_PLACEMENT && !is_like_layout(answer))
        return is_like_move(answer) ? FINDING_TWICE : FINDING_TALKS;
    if (broken == BROKEN_MOVE && !is_like_move(answer))
        return is_like_layout(answer) ? FINDING_TWICE : FINDING_TALKS;
    if (broken == BROKEN_MOVE && is_repetition(ear, judged->game))
        return FINDING_REPEATS;
    return kinds[broken];
}

/* Fills in where a finding was first met. */
static void locate(struct finding *finding, const struct judged *judged)
{
    finding->round = judged->number;
    snprintf(finding->rules, sizeof finding->rules, "%s", judged->rules->name);
}

static void set_example(struct finding *finding, const struct judged *judged)
{
    const char *trouble = judged->round->trouble[0].text;
    const struct ear *ear = judged->ear;

    if (strncmp(trouble, "it answered", strlen("it answered")) == 0)
        message_set(&finding->example, "%s", trouble);
    else if (ear && ear->answer[0] && ear->question[0])
        message_set(&finding->example, "to '%s' it answered '%s': %s", ear->question,
                    slice_quote(slice_of(ear->answer)).text, trouble);
    else if (ear && ear->question[0])
        message_set(&finding->example, "to '%s': %s", ear->question, trouble);
    else
        message_set(&finding->example, "%s", trouble);
}

/* Breaks that the bot's own words may explain. */
static bool has_log(enum finding_kind kind)
{
    return kind == FINDING_CRASH || kind == FINDING_EXIT || kind == FINDING_MODULE ||
           kind == FINDING_JAIL || kind == FINDING_MEMORY || kind == FINDING_PROTOCOL ||
           kind == FINDING_STALL;
}

/* What passes under these rules and does the bot no good. */
static void note_follies(const struct judged *judged, struct check_report *report)
{
    const struct view *view = &judged->game->view[0];
    uint64_t wasted = (uint64_t)view->tracking.wasted;
    uint64_t repeats = judged->ear ? judged->ear->repeats : 0;
    uint64_t amounts[] = {(uint64_t)judged->round->wrecks[0], repeats,
                          judged->ear ? judged->ear->lost : wasted};
    static const enum finding_kind kinds[] = {FINDING_WRECKS, FINDING_REPEATS, FINDING_WASTED};
    static const char *const what[] = {"ships sank before the first shot",
                                       "shots fell where it had shot before",
                                       "shots fell outside the board"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct finding *finding;

        if (amounts[i] == 0)
            continue;
        finding = check_note(report, kinds[i]);
        if (finding->count > 1)
            continue;
        locate(finding, judged);
        message_set(&finding->example, "%d %s", (int)amounts[i], what[i]);
    }
}

enum finding_kind check_round(const struct judged *judged, struct check_report *report)
{
    enum finding_kind kind = classify(judged);
    struct finding *finding;
    struct message missing;
    bool is_missing = kind == FINDING_CRASH && check_missing(judged->log, &missing);

    if (kind == FINDING_KINDS) {
        note_follies(judged, report);
        return kind;
    }
    if (is_missing)
        kind = FINDING_MODULE;
    finding = check_note(report, kind);
    if (finding->count > 1)
        return kind;
    locate(finding, judged);
    set_example(finding, judged);
    if (is_missing)
        finding->example = missing;
    if (has_log(kind))
        check_show(finding, judged->log, LOG_LINES);
    return kind;
}
