/* Parses words separated by spaces or newlines and applies each to the view as an event. */
#include "infer/position.h"

#include <string.h>

static enum error parse_cell(struct slice text, const struct rules *rules, int *cell,
                             struct message *message)
{
    return cell_parse(text, rules->width, rules->height, cell, message);
}

static enum error find_ship(struct slice name, const struct rules *rules, uint8_t *kind,
                            struct message *message)
{
    for (int i = 0; i < rules->ships; i++) {
        if (slice_is_nocase(name, rules->fleet[i].name)) {
            *kind = rules->fleet[i].kind;
            return OK;
        }
    }
    return error_set(ERR_SYNTAX, message, "there is no ship called '%s' in this fleet",
                     slice_quote(name).text);
}

/* Do the rules make such an announcement? */
static enum error check_announcement(const struct event *event, struct slice word,
                                     const struct rules *rules, struct message *message)
{
    bool named = event->ship != NO_SHIP;

    if (event->answer == ANSWER_SUNK && rules->announce == ANNOUNCE_NONE)
        return error_set(ERR_SYNTAX, message, "'%s': these rules do not announce sinkings",
                         slice_quote(word).text);
    if (event->answer == ANSWER_SUNK && rules->announce == ANNOUNCE_UNNAMED && named)
        return error_set(ERR_SYNTAX, message, "'%s': these rules announce sinkings without a name",
                         slice_quote(word).text);
    if (event->answer == ANSWER_HIT && rules->announce != ANNOUNCE_EACH_HIT && named)
        return error_set(ERR_SYNTAX, message, "'%s': these rules do not name the ship that is hit",
                         slice_quote(word).text);
    if (event->answer == ANSWER_HIT && rules->announce == ANNOUNCE_EACH_HIT && !named)
        return error_set(ERR_SYNTAX, message, "'%s': these rules name the ship: hit:SHIP",
                         slice_quote(word).text);
    return OK;
}

static enum error parse_answer(struct slice answer, struct slice word, const struct rules *rules,
                               struct event *event, struct message *message)
{
    struct slice ship = answer, kind;
    enum error error = OK;

    slice_cut(&ship, ':', &kind);
    event->ship = NO_SHIP;
    if (slice_is_nocase(answer, "miss"))
        event->answer = ANSWER_MISS;
    else if (slice_is_nocase(kind, "hit"))
        event->answer = ANSWER_HIT;
    else if (slice_is_nocase(kind, "sunk"))
        event->answer = ANSWER_SUNK;
    else
        return error_set(ERR_SYNTAX, message, "'%s': an answer is miss, hit, sunk or sunk:SHIP",
                         slice_quote(word).text);
    if (kind.length < answer.length) /* there is a colon */
        error = find_ship(ship, rules, &event->ship, message);
    return error ? error : check_announcement(event, word, rules, message);
}

static enum error parse_shot(struct slice word, const struct rules *rules, struct view *view,
                             struct message *message)
{
    struct slice answer = word, cell_text;
    struct event event = {.kind = EVENT_SHOT};
    struct move move = {.kind = MOVE_FIRE, .count = 1};
    int cell;
    enum error error;

    slice_cut(&answer, '=', &cell_text);
    if (cell_text.length == word.length)
        return error_set(ERR_SYNTAX, message, "'%s' is not of the form E5=miss",
                         slice_quote(word).text);
    error = parse_cell(cell_text, rules, &cell, message);
    if (!error)
        error = parse_answer(answer, word, rules, &event, message);
    if (error)
        return error;
    if (cellset_has(&view->tracking.shot, cell))
        return error_set(ERR_MISMATCH, message, "%s is shot at twice",
                         cell_name(cell, rules->width).text);
    event.cell = (uint16_t)cell;
    if (event.answer == ANSWER_SUNK && event.ship != NO_SHIP && view->enemy_afloat[event.ship] == 0)
        return error_set(ERR_MISMATCH, message, "more ships of type %s are sunk than the fleet has",
                         rules->fleet[event.ship].name);
    view_event(view, view->side, &move, &event);
    return OK;
}

static int count_sightings(const struct view *view, bool is_hint)
{
    int count = 0;

    for (int i = 0; i < view->sightings; i++)
        count += view->sighting[i].is_hint == is_hint;
    return count;
}

/* Do the rules have one more of these? */
static enum error check_stock(int stock, int used, const char *what, struct slice word,
                              struct message *message)
{
    if (stock == 0)
        return error_set(ERR_SYNTAX, message, "'%s': these rules have no %ss",
                         slice_quote(word).text, what);
    if (used >= stock)
        return error_set(ERR_SYNTAX, message, "'%s': these rules have only %d %s%s",
                         slice_quote(word).text, stock, what, stock == 1 ? "" : "s");
    return OK;
}

/* The enemy has a screen for each of our ships that it sinks. */
static enum error parse_smoke(struct slice word, const struct rules *rules, struct view *view,
                              struct message *message)
{
    enum error error = check_stock(rules->specials & SPECIAL_SMOKE ? rules->ships : 0,
                                   view->enemy_screens, "smoke screen", word, message);
    struct slice cell_text = word, name;
    int cell;

    slice_cut(&cell_text, ':', &name);
    if (!error && name.length < word.length) /* records say where it was laid */
        error = parse_cell(cell_text, rules, &cell, message);

    if (!error)
        view->enemy_screens++;
    return error;
}

/* What the shot just before gained, as in a record. Without announcements it shows a sinking. */
static enum error parse_gain(struct slice word, const struct rules *rules, struct view *view,
                             struct message *message)
{
    const struct track *track = &view->tracking;

    if (track->shots == 0 || track->order[track->shots - 1].answer == ANSWER_MISS)
        return error_set(ERR_SYNTAX, message, "'%s': a gain comes after a hit",
                         slice_quote(word).text);
    if (!(rules->specials & ~SPECIAL_RADAR))
        return error_set(ERR_SYNTAX, message, "'%s': these rules have no special moves to gain",
                         slice_quote(word).text);
    if (rules->announce == ANNOUNCE_NONE)
        cellset_add(&view->tracking.gained, track->order[track->shots - 1].cell);
    return OK;
}

static enum error parse_sighting(struct slice word, bool is_hint, const struct rules *rules,
                                 struct view *view, struct message *message)
{
    struct slice rest = word, cell_text;
    int cell, cells[4];
    bool found = true;
    enum error error;

    slice_cut(&rest, ':', &cell_text);
    slice_cut(&rest, '=', &cell_text);
    error = parse_cell(cell_text, rules, &cell, message);
    if (error)
        return error;
    if (!is_hint) {
        found = slice_is_nocase(rest, "found");
        if (!found && !slice_is_nocase(rest, "none"))
            return error_set(ERR_SYNTAX, message,
                             "'%s': a sweep is radar:B3=found or radar:B3=none",
                             slice_quote(word).text);
        if (view_area_cells(rules, cell, cells) == 0)
            return error_set(ERR_RANGE, message, "'%s': the area extends beyond the board",
                             slice_quote(word).text);
    } else if (rest.length > 0 || cell % rules->width + 3 > rules->width ||
               cell / rules->width + 3 > rules->height) {
        return error_set(ERR_RANGE, message, "'%s': a hint names the top-left cell of a 3x3 block",
                         slice_quote(word).text);
    }
    error = check_stock(is_hint                           ? rules->hints
                        : rules->specials & SPECIAL_RADAR ? rules->radar
                                                          : 0,
                        count_sightings(view, is_hint), is_hint ? "hint" : "radar sweep", word,
                        message);
    if (error)
        return error;
    view->sighting[view->sightings++] =
        (struct sighting){(uint16_t)cell,      (uint16_t)view->tracking.shots, is_hint, found,
                          view->enemy_screens, view->enemy_raised != 0};
    return OK;
}

static bool starts_with(struct slice word, const char *start)
{
    struct slice head = {word.text, strlen(start)};

    return word.length >= head.length && slice_is_nocase(head, start);
}

enum error position_parse(struct slice text, const struct rules *rules, struct view *view,
                          struct message *message)
{
    struct status status = {.started = 1, .turn = SIDE_A, .winner = NOBODY};
    uint8_t afloat[MAX_SLOTS] = {0};
    struct slice line, word;
    enum error error = OK;

    text = slice_skip_bom(text);
    view_init(view, rules, SIDE_A);
    for (int ship = 0; ship < rules->ships; ship++)
        afloat[rules->fleet[ship].kind]++;
    view_start(view, &status, afloat);
    while (!error && slice_cut(&text, '\n', &line)) {
        struct slice rest = line;

        slice_cut(&rest, '#', &line); /* comments, in files */
        while (!error && slice_word(&line, &word)) {
            if (starts_with(word, "radar:"))
                error = parse_sighting(word, false, rules, view, message);
            else if (starts_with(word, "hint:"))
                error = parse_sighting(word, true, rules, view, message);
            else if (starts_with(word, "gain:"))
                error = parse_gain(word, rules, view, message);
            else if (slice_is_nocase(word, "smoke") || starts_with(word, "smoke:"))
                error = parse_smoke(word, rules, view, message);
            else
                error = parse_shot(word, rules, view, message);
        }
    }
    return error;
}

static bool is_in_position(const struct event *event, bool is_own)
{
    switch ((enum event_kind)event->kind) {
    case EVENT_SHOT:
        return is_own && event->cell != NO_CELL && event->answer <= ANSWER_SUNK;
    case EVENT_RADAR:
    case EVENT_HINT:
    case EVENT_GAIN:
        return is_own;
    case EVENT_SMOKE:
        return !is_own;
    default:
        return false;
    }
}

void position_print(const struct outcome *outcome, int side, const struct rules *rules,
                    struct writer *writer)
{
    bool is_own = outcome->mover == side;

    for (int i = 0; i < outcome->count; i++) {
        struct event event = outcome->event[i];

        if (!is_in_position(&event, is_own))
            continue;
        writer_put(writer, " ");
        if (event.kind == EVENT_SMOKE)
            writer_put(writer, "smoke"); /* the enemy does not say where */
        else
            event_print(&event, rules, writer);
    }
}
