/* Events as text, and hiding what the enemy must not see. */
#include "rules/event.h"

static const char *const answer_words[] = {"miss", "hit", "sunk", "stopped", "wasted"};
static const char *const lost_words[] = {"invalid", "unavailable", "repeat"};
static const char *const reason_words[] = {"none",  "sunk",     "both",   "points",
                                           "limit", "resigned", "wrecked"};
static const char *const side_words[] = {"a", "b", "tie"};

const char *event_answer_word(enum answer answer)
{
    return answer_words[answer];
}

const char *event_reason_word(enum reason reason)
{
    return reason_words[reason];
}

const char *event_side_word(int side)
{
    return side_words[side];
}

void outcome_conceal(struct move *move, struct outcome *outcome)
{
    if (move->kind != MOVE_SMOKE && move->kind != MOVE_HINT && move->kind != MOVE_RAISE)
        return;
    move->cell[0] = NO_CELL;
    move->placement = (struct placement){0};
    for (int i = 0; i < outcome->count; i++)
        outcome->event[i].cell = NO_CELL;
}

static const char *const gain_words[] = {"radar", "smoke", "artillery", "torpedo"};

static void print_gain(int gain, struct writer *writer)
{
    const char *separator = "gain:";

    for (int bit = 0; bit < 4; bit++) {
        if (gain >> bit & 1) {
            writer_format(writer, "%s%s", separator, gain_words[bit]);
            separator = ",";
        }
    }
    if (gain == 0)
        writer_put(writer, "gain:nothing");
}

void event_print(const struct event *event, const struct rules *rules, struct writer *writer)
{
    struct cell_name cell = cell_name(event->cell, rules->width);

    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        writer_format(writer, "%s=%s", cell.text, answer_words[event->answer]);
        if (event->ship != NO_SHIP)
            writer_format(writer, ":%s", rules_kind_name(rules, event->ship));
        break;
    case EVENT_RADAR:
        writer_format(writer, "radar:%s=%s", cell.text,
                      event->answer == ANSWER_HIT ? "found" : "none");
        break;
    case EVENT_SMOKE:
        writer_format(writer, "smoke:%s", cell.text);
        break;
    case EVENT_HINT:
        writer_format(writer, "hint:%s", cell.text);
        break;
    case EVENT_RAISE:
        writer_format(writer, "raised:%s", rules_kind_name(rules, event->ship));
        break;
    case EVENT_GAIN:
        print_gain(event->answer, writer);
        break;
    case EVENT_LOST:
        writer_format(writer, "lost:%s", lost_words[event->answer]);
        break;
    }
}

void outcome_print(const struct outcome *outcome, const struct rules *rules, struct writer *writer)
{
    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind == EVENT_GAIN && event->answer == 0)
            continue; /* a sinking that counts but grants nothing */
        writer_put(writer, i ? " " : "");
        event_print(event, rules, writer);
    }
    if (outcome->over)
        writer_format(writer, "%send:%s:%s", outcome->count ? " " : "", side_words[outcome->winner],
                      reason_words[outcome->reason]);
}

/* Finds the kind of ship with this name. */
static enum error parse_kind(struct slice name, const struct rules *rules, uint8_t *kind,
                             struct message *message)
{
    struct ship fresh = rules_new_ship(rules);

    for (int i = 0; i < rules->ships; i++) {
        if (slice_is(name, rules->fleet[i].name)) {
            *kind = rules->fleet[i].kind;
            return OK;
        }
    }
    if (rules->reinforce_kind != REINFORCE_NEW || !slice_is(name, fresh.name))
        return error_set(ERR_SYNTAX, message, "there is no ship called '%s' in these rules",
                         slice_quote(name).text);
    *kind = fresh.kind;
    return OK;
}

static enum error find_word(struct slice word, const char *const *words, int count, uint8_t *index,
                            struct message *message)
{
    for (int i = 0; i < count; i++) {
        if (slice_is(word, words[i])) {
            *index = (uint8_t)i;
            return OK;
        }
    }
    return error_set(ERR_SYNTAX, message, "unknown word '%s'", slice_quote(word).text);
}

/* A cell, or `-` if it is hidden. */
static enum error parse_cell(struct slice text, const struct rules *rules, uint16_t *cell,
                             struct message *message)
{
    int parsed = NO_CELL;
    enum error error = OK;

    if (!slice_is(text, "-"))
        error = cell_parse(text, rules->width, rules->height, &parsed, message);
    *cell = (uint16_t)parsed;
    return error;
}

static enum error parse_gain(struct slice list, struct event *event, struct message *message)
{
    struct slice name;

    event->kind = EVENT_GAIN;
    if (slice_is(list, "nothing"))
        return OK;
    if (list.length == 0)
        return error_set(ERR_SYNTAX, message, "'gain:' must name a special move");
    while (slice_cut(&list, ',', &name)) {
        uint8_t bit = 0;
        enum error error = find_word(name, gain_words, 4, &bit, message);

        if (error)
            return error;
        event->answer = (uint8_t)(event->answer | 1 << bit);
    }
    return OK;
}

/* `B3=hit:Carrier` */
static enum error parse_shot(struct slice word, const struct rules *rules, struct event *event,
                             struct message *message)
{
    struct slice rest = word, cell, answer;
    enum error error;

    event->kind = EVENT_SHOT;
    if (!slice_cut(&rest, '=', &cell) || cell.length == word.length)
        return error_set(ERR_SYNTAX, message, "unknown word '%s'", slice_quote(word).text);
    slice_cut(&rest, ':', &answer);
    if (word.text[word.length - 1] == ':')
        return error_set(ERR_SYNTAX, message, "'%s': the ship's name is missing",
                         slice_quote(word).text);
    error = parse_cell(cell, rules, &event->cell, message);
    if (!error)
        error = find_word(answer, answer_words, ANSWER_WASTED + 1, &event->answer, message);
    if (!error && event->cell == NO_CELL && event->answer != ANSWER_WASTED)
        error = error_set(ERR_SYNTAX, message, "'%s': only a wasted shot has no cell",
                          slice_quote(word).text);
    if (!error && rest.length > 0 && event->answer != ANSWER_HIT && event->answer != ANSWER_SUNK)
        error = error_set(ERR_SYNTAX, message, "'%s': only a hit or a sinking names a ship",
                          slice_quote(word).text);
    return error || rest.length == 0 ? error : parse_kind(rest, rules, &event->ship, message);
}

static enum error parse_radar(struct slice rest, const struct rules *rules, struct event *event,
                              struct message *message)
{
    struct slice cell;
    int parsed = NO_CELL;
    enum error error;

    event->kind = EVENT_RADAR;
    slice_cut(&rest, '=', &cell);
    event->answer = slice_is(rest, "found") ? ANSWER_HIT : ANSWER_MISS;
    if (event->answer == ANSWER_MISS && !slice_is(rest, "none"))
        return error_set(ERR_SYNTAX, message, "a radar sweep gives 'found' or 'none', not '%s'",
                         slice_quote(rest).text);
    error = cell_parse(cell, rules->width, rules->height, &parsed, message);
    event->cell = (uint16_t)parsed;
    return error;
}

static enum error parse_end(struct slice rest, struct outcome *outcome, struct message *message)
{
    struct slice side;
    enum error error;

    slice_cut(&rest, ':', &side);
    outcome->over = 1;
    error = find_word(side, side_words, NOBODY + 1, &outcome->winner, message);
    return error ? error
                 : find_word(rest, reason_words, REASON_WRECKED + 1, &outcome->reason, message);
}

enum error event_parse(struct slice word, const struct rules *rules, struct event *event,
                       struct message *message)
{
    struct slice rest = word, name;

    *event = (struct event){EVENT_SHOT, ANSWER_MISS, NO_SHIP, NO_CELL};
    slice_cut(&rest, ':', &name);
    if (slice_is(name, "radar"))
        return parse_radar(rest, rules, event, message);
    if (slice_is(name, "smoke") || slice_is(name, "hint")) {
        event->kind = slice_is(name, "hint") ? EVENT_HINT : EVENT_SMOKE;
        return parse_cell(rest, rules, &event->cell, message);
    }
    if (slice_is(name, "raised")) {
        event->kind = EVENT_RAISE;
        return parse_kind(rest, rules, &event->ship, message);
    }
    if (slice_is(name, "gain"))
        return parse_gain(rest, event, message);
    if (slice_is(name, "lost")) {
        event->kind = EVENT_LOST;
        return find_word(rest, lost_words, LOST_REPEAT + 1, &event->answer, message);
    }
    return parse_shot(word, rules, event, message);
}

enum error outcome_parse_word(struct slice word, const struct rules *rules, struct outcome *outcome,
                              struct message *message)
{
    enum error error;

    if (outcome->over)
        return error_set(ERR_SYNTAX, message, "unexpected '%s' after the end",
                         slice_quote(word).text);
    if (word.length > 4 && slice_is((struct slice){word.text, 4}, "end:"))
        return parse_end((struct slice){word.text + 4, word.length - 4}, outcome, message);
    if (outcome->count == MAX_EVENTS)
        return error_set(ERR_SYNTAX, message, "more than %d events in one move", MAX_EVENTS);
    error = event_parse(word, rules, &outcome->event[outcome->count], message);
    outcome->count = (uint8_t)(outcome->count + (error == OK));
    return error;
}
