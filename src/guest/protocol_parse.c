/* The bot's half of the protocol: parsing the arena's lines. */
#include "guest/protocol.h"

#include <string.h>

static const char *const kinds[] = {
    [PROTOCOL_BROADSIDE] = "broadside",
    [PROTOCOL_RULE] = "rule",
    [PROTOCOL_MATCH] = "match",
    [PROTOCOL_ROUND] = "round",
    [PROTOCOL_PLACE] = "place",
    [PROTOCOL_FLEET] = "fleet",
    [PROTOCOL_START] = "start",
    [PROTOCOL_AFLOAT] = "afloat",
    [PROTOCOL_STOCK] = "stock",
    [PROTOCOL_ACT] = "act",
    [PROTOCOL_OUTCOME] = "outcome",
    [PROTOCOL_ENEMY] = "enemy",
    [PROTOCOL_END] = "end",
    [PROTOCOL_OVER] = "over",
    [PROTOCOL_QUIT] = "quit",
};

enum protocol_line protocol_line_kind(struct slice line, struct slice *rest)
{
    struct slice word;
    int kind = 0;

    *rest = line;
    slice_word(rest, &word);
    *rest = slice_trim(*rest);
    while (kind < PROTOCOL_OTHER && !slice_is(word, kinds[kind]))
        kind++;
    return (enum protocol_line)kind;
}

static bool take_word(struct slice *rest, const char *wanted)
{
    struct slice word;

    return slice_word(rest, &word) && slice_is(word, wanted);
}

static bool take_number(struct slice *rest, uint64_t most, uint64_t *number)
{
    struct slice word;

    return slice_word(rest, &word) && slice_number(word, most, number);
}

enum error protocol_parse_match(struct slice rest, uint64_t *rounds, uint64_t *seed,
                                struct message *message)
{
    struct slice line = rest;

    if (!take_number(&rest, UINT64_MAX, rounds) || !take_word(&rest, "seed") ||
        !take_number(&rest, UINT64_MAX, seed))
        return error_set(ERR_SYNTAX, message,
                         "'match %s': expected something like match 1000 seed 4711",
                         slice_quote(line).text);
    return OK;
}

enum error protocol_parse_round(struct slice rest, uint64_t *round, int *side,
                                struct message *message)
{
    struct slice line = rest, word;
    bool fine = take_number(&rest, UINT64_MAX, round);

    *side = SIDE_A;
    if (fine && slice_word(&rest, &word) && slice_is(word, "side")) {
        fine = slice_word(&rest, &word) && (slice_is(word, "a") || slice_is(word, "b"));
        *side = fine && slice_is(word, "b") ? SIDE_B : SIDE_A;
    }
    return fine ? OK
                : error_set(ERR_SYNTAX, message,
                            "'round %s': expected something like round 1 side a",
                            slice_quote(line).text);
}

enum error protocol_parse_afloat(struct slice rest, const struct rules *rules,
                                 uint8_t afloat[MAX_SLOTS], struct message *message)
{
    struct slice entry;

    memset(afloat, 0, MAX_SLOTS);
    while (slice_cut(&rest, ',', &entry)) {
        int kind = 0;

        entry = slice_trim(entry);
        while (kind <= rules->ships && !slice_is(entry, rules_kind_name(rules, kind)))
            kind++;
        if (kind > rules->ships || afloat[kind] == MAX_SLOTS)
            return error_set(ERR_SYNTAX, message, "afloat: '%s' is not a ship in these rules",
                             slice_quote(entry).text);
        afloat[kind]++;
    }
    return OK;
}

enum error protocol_parse_end(struct slice rest, enum round_result *result, int *mine, int *theirs,
                              enum reason *reason, struct message *message)
{
    static const char *const results[] = {"won", "lost", "drawn"};
    struct slice line = rest, word;
    uint64_t points[2] = {0, 0};
    int found = 0, why = REASON_SUNK;

    slice_word(&rest, &word);
    while (found < 3 && !slice_is(word, results[found]))
        found++;
    if (found == 3 || !take_number(&rest, MAX_CELLS, &points[0]) ||
        !take_number(&rest, MAX_CELLS, &points[1]))
        return error_set(ERR_SYNTAX, message, "'end %s': expected something like end won 45 31",
                         slice_quote(line).text);
    *result = (enum round_result)found;
    *mine = (int)points[0];
    *theirs = (int)points[1];
    slice_word(&rest, &word);
    while (why <= REASON_WRECKED && !slice_is(word, event_reason_word((enum reason)why)))
        why++;
    *reason = why <= REASON_WRECKED ? (enum reason)why : REASON_NONE;
    return OK;
}

enum error protocol_parse_over(struct slice rest, uint64_t counts[3], struct message *message)
{
    struct slice line = rest;

    for (int i = 0; i < 3; i++)
        if (!take_number(&rest, UINT64_MAX, &counts[i]))
            return error_set(ERR_SYNTAX, message,
                             "'over %s': expected something like over 612 380 8",
                             slice_quote(line).text);
    return OK;
}

/* Also accepts moves that cannot be typed, and moves without the parts that are hidden from the
 * enemy.
 */
static enum error parse_reported_move(struct slice text, const struct rules *rules,
                                      struct move *move, struct message *message)
{
    struct slice rest = text, word, name;
    bool bare;

    slice_word(&rest, &word);
    bare = slice_trim(rest).length == 0;
    if (bare && (slice_is(word, "pass") || slice_is(word, "smoke"))) {
        memset(move, 0, sizeof *move);
        move->kind = slice_is(word, "pass") ? MOVE_PASS : MOVE_SMOKE;
        move->cell[0] = move->kind == MOVE_SMOKE ? NO_CELL : 0;
        return OK;
    }
    if (slice_is(word, "raise") && slice_word(&rest, &name) && slice_trim(rest).length == 0) {
        for (int kind = 0; kind <= rules->ships; kind++) {
            if (slice_is(name, rules_kind_name(rules, kind))) {
                memset(move, 0, sizeof *move);
                move->kind = MOVE_RAISE;
                move->ship = (uint8_t)kind;
                move->cell[0] = NO_CELL;
                return OK;
            }
        }
    }
    return move_parse(text, rules, move, message);
}

/* The words of an outcome, including `again` and `last`. */
static enum error parse_words(struct slice rest, const struct rules *rules, struct outcome *outcome,
                              bool *again, struct message *message)
{
    struct slice word;
    enum error error = OK;

    while (!error && slice_word(&rest, &word)) {
        if (slice_is(word, "again"))
            *again = true;
        else if (slice_is(word, "last"))
            outcome->last_move = 1;
        else
            error = outcome_parse_word(word, rules, outcome, message);
    }
    return error;
}

/* Derives what the words do not say: whose turn it is, and the number of shots. */
static void derive_rest(const struct view *view, const struct move *move, bool again,
                        struct outcome *outcome)
{
    bool solo = view->own.slots == 0;

    for (int i = 0; i < outcome->count; i++)
        if (outcome->event[i].kind == EVENT_SHOT ||
            (outcome->event[i].kind == EVENT_LOST && view->rules.race))
            outcome->shots++;
    outcome->turn_over = !again && !view->rules.race && move->kind != MOVE_RESIGN;
    outcome->next = (uint8_t)(outcome->over   ? NOBODY
                              : again || solo ? outcome->mover
                                              : 1 - outcome->mover);
    if (outcome->over)
        outcome->last_move = view->status.last_move;
}

/* Every shot must be at a new cell, and every sunk ship must have been afloat. */
static bool are_shots_possible(const struct view *view, const struct outcome *outcome)
{
    bool own = outcome->mover == view->side;
    struct cellset shot = own ? view->tracking.shot : view->incoming.shot;
    int sunk = view->enemy_sunk;
    uint8_t afloat[MAX_SLOTS];

    memcpy(afloat, view->enemy_afloat, sizeof afloat);
    for (int i = 0; i < outcome->count; i++) {
        const struct event *event = &outcome->event[i];

        if (event->kind != EVENT_SHOT || event->answer >= ANSWER_STOPPED)
            continue;
        if (cellset_has(&shot, event->cell))
            return false;
        cellset_add(&shot, event->cell);
        if (!own || event->answer != ANSWER_SUNK)
            continue;
        if (sunk++ >= MAX_SLOTS || (event->ship != NO_SHIP && afloat[event->ship]-- == 0))
            return false;
    }
    return true;
}

/* Is the event possible with the stock and the ships in this view? */
static bool is_event_possible(const struct view *view, const struct move *move,
                              const struct outcome *outcome, const struct event *event)
{
    bool own = outcome->mover == view->side;
    bool known = !own || event->cell != NO_CELL;

    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        return true;
    case EVENT_RADAR:
        return move->kind == MOVE_RADAR && outcome->count == 1 && (!own || view->stock.radar > 0);
    case EVENT_SMOKE:
        return move->kind == MOVE_SMOKE && outcome->count == 1 && known &&
               (own ? view->stock.smoke > 0 && view->own.screens < MAX_SLOTS
                    : view->enemy_screens < UINT8_MAX);
    case EVENT_HINT:
        return move->kind == MOVE_HINT && outcome->count == 1 && known &&
               (!own || view->stock.hints > 0);
    case EVENT_RAISE:
        return move->kind == MOVE_RAISE && outcome->count == 1 && event->ship < MAX_SLOTS &&
               (own ? move->placement.placed && !view->stock.raised && view->own.slots > 0
                    : !view->enemy_raised);
    case EVENT_GAIN:
        return !own || (view->stock.sunk < MAX_SLOTS && view->stock.smoke < MAX_SLOTS);
    case EVENT_LOST:
        return outcome->count == 1;
    }
    return false;
}

/* Some moves have exactly one event, which is not a shot. */
static bool is_move_possible(const struct move *move, const struct outcome *outcome)
{
    bool quiet = move->kind == MOVE_RADAR || move->kind == MOVE_SMOKE || move->kind == MOVE_HINT ||
                 move->kind == MOVE_RAISE;

    return !quiet || (outcome->count == 1 && outcome->event[0].kind != EVENT_SHOT);
}

enum error protocol_parse_outcome(struct slice rest, const struct view *view, int mover,
                                  struct move *move, struct outcome *outcome,
                                  struct message *message)
{
    struct slice text = rest, line = rest;
    bool again = false, possible;
    enum error error;

    while (rest.length > 1 && memcmp(rest.text, "->", 2) != 0) {
        rest.text++;
        rest.length--;
    }
    if (rest.length < 2)
        return error_set(ERR_SYNTAX, message, "'%s': expected something like fire B3 -> B3=miss",
                         slice_quote(line).text);
    text.length -= rest.length;
    rest.text += 2;
    rest.length -= 2;
    memset(outcome, 0, offsetof(struct outcome, event));
    outcome->mover = (uint8_t)mover;
    outcome->winner = NOBODY;
    error = parse_reported_move(text, &view->rules, move, message);
    if (!error)
        error = parse_words(rest, &view->rules, outcome, &again, message);
    if (error)
        return error;
    derive_rest(view, move, again, outcome);
    possible = are_shots_possible(view, outcome) && is_move_possible(move, outcome);
    for (int i = 0; possible && i < outcome->count; i++)
        possible = is_event_possible(view, move, outcome, &outcome->event[i]);
    if (!possible)
        return error_set(ERR_MISMATCH, message, "'%s' cannot have happened in this round",
                         slice_quote(line).text);
    if (move->kind == MOVE_HINT)
        move->cell[0] = outcome->event[0].cell;
    return OK;
}
