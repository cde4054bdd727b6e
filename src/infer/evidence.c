/* Turns a view into evidence. */
#include "infer/evidence.h"

#include <string.h>

static void add_class(struct evidence *evidence, struct ship_class add)
{
    for (int i = 0; i < evidence->classes; i++) {
        struct ship_class *have = &evidence->ship_class[i];

        if (have->length == add.length && have->kind == add.kind && !have->raised && !add.raised) {
            have->count = (uint8_t)(have->count + add.count);
            return;
        }
    }
    evidence->ship_class[evidence->classes++] = add;
}

/* A ship that is raised has been sunk before. If several have its name, this says nothing about a
 * single one; nor if it may have been a wreck from the start. */
static void note_raised(const struct view *view, struct evidence *evidence)
{
    if (view->rules.reinforce_kind != REINFORCE_RAISE || view->rules.wrecks)
        return;
    for (int i = 0; i < evidence->classes; i++) {
        struct ship_class *ship = &evidence->ship_class[i];

        if (ship->kind == view->enemy_raised - 1 && ship->count == 1)
            ship->sunk_before = view->enemy_raised_after;
    }
}

/* Lists the ships the enemy started with. Under wrecks some are missing: those that were not afloat
 * when the game began. */
static void list_ships(const struct view *view, struct evidence *evidence)
{
    const struct rules *rules = &view->rules;
    uint8_t missing[MAX_SLOTS] = {0};

    if (rules->wrecks) {
        for (int ship = 0; ship < rules->ships; ship++)
            missing[rules->fleet[ship].kind]++;
        for (int kind = 0; kind < rules->ships; kind++)
            missing[kind] = (uint8_t)(missing[kind] - view->enemy_afloat[kind]);
        for (int i = 0; i < view->tracking.shots; i++)
            if (view->tracking.order[i].answer == ANSWER_SUNK &&
                view->tracking.order[i].ship != NO_SHIP)
                missing[view->tracking.order[i].ship]--;
        if (view->enemy_raised)
            missing[view->enemy_raised - 1]++;
    }
    for (int ship = 0; ship < rules->ships; ship++) {
        uint8_t kind = rules->fleet[ship].kind;

        if (missing[kind] > 0 && missing[kind] <= rules->ships)
            missing[kind]--;
        else
            add_class(evidence, (struct ship_class){
                                    .length = rules->fleet[ship].length, .kind = kind, .count = 1});
    }
    if (view->enemy_raised) {
        int kind = view->enemy_raised - 1;
        struct ship ship = kind < rules->ships ? rules->fleet[kind] : rules_new_ship(rules);

        note_raised(view, evidence);
        add_class(evidence, (struct ship_class){.length = ship.length,
                                                .kind = (uint8_t)kind,
                                                .count = 1,
                                                .raised = 1,
                                                .never_before = view->enemy_raised_after});
    }
    for (int i = 0; i < evidence->classes; i++)
        evidence->ships += evidence->ship_class[i].count;
}

static enum error read_shots(const struct view *view, struct evidence *evidence,
                             struct message *message)
{
    const struct track *track = &view->tracking;
    int ship_cells = 0;

    for (int i = 0; i < evidence->classes; i++)
        ship_cells += evidence->ship_class[i].length * evidence->ship_class[i].count;
    evidence->hit = track->hit;
    for (int i = 0; i < CELLSET_WORDS; i++)
        evidence->no_fleet.word[i] = evidence->no_raised.word[i] =
            track->shot.word[i] & ~track->hit.word[i];
    for (int i = 0; i < track->shots; i++) {
        const struct shot *shot = &track->order[i];

        evidence->time[shot->cell] = (int16_t)i;
        evidence->answer[shot->cell] = shot->answer;
        evidence->named[shot->cell] = shot->ship;
        evidence->hits += shot->answer != ANSWER_MISS;
        if (cellset_has(&track->gained, shot->cell))
            evidence->answer[shot->cell] = ANSWER_SUNK;
        if (evidence->answer[shot->cell] == ANSWER_SUNK)
            cellset_add(&evidence->sunk, shot->cell);
    }
    evidence->shots = track->shots;
    if (evidence->hits > ship_cells)
        return error_set(ERR_MISMATCH, message, "%d hits, but the fleet has only %d cells",
                         evidence->hits, ship_cells);
    return OK;
}

static enum error check_sinkings(const struct evidence *evidence, struct message *message)
{
    int sunk[MAX_SLOTS + 1] = {0}, all = 0;

    for (int word = 0; word < CELLSET_WORDS; word++)
        for (uint64_t rest = evidence->sunk.word[word]; rest; rest &= rest - 1) {
            int named = evidence->named[64 * word + __builtin_ctzll(rest)];

            all++;
            if (named != NO_SHIP)
                sunk[named]++;
        }
    if (all > evidence->ships)
        return error_set(ERR_MISMATCH, message, "%d sinkings, but there are only %d ships", all,
                         evidence->ships);
    for (int kind = 0; kind <= evidence->rules.ships && all > 0; kind++) {
        int have = 0;

        for (int i = 0; i < evidence->classes; i++)
            have += evidence->ship_class[i].kind == kind ? evidence->ship_class[i].count : 0;
        if (sunk[kind] > have)
            return error_set(ERR_MISMATCH, message,
                             "the %s is sunk %d times, but the fleet has only %d",
                             rules_kind_name(&evidence->rules, kind), sunk[kind], have);
    }
    return OK;
}

int evidence_sighting_cells(const struct rules *rules, const struct sighting *sighting,
                            int cells[SIGHTING_CELLS])
{
    if (!sighting->is_hint)
        return view_area_cells(rules, sighting->cell, cells);
    for (int i = 0; i < SIGHTING_CELLS; i++)
        cells[i] = sighting->cell + i / 3 * rules->width + i % 3;
    return SIGHTING_CELLS;
}

/* The cells of a sighting that had not been shot yet when it was made. */
static struct block open_block(const struct evidence *evidence, const struct sighting *sighting)
{
    int cells[SIGHTING_CELLS];
    int count = evidence_sighting_cells(&evidence->rules, sighting, cells);
    struct block block = {0};

    for (int i = 0; i < count; i++)
        if (evidence->time[cells[i]] < 0 || evidence->time[cells[i]] >= sighting->after)
            block.cell[block.count++] = (uint16_t)cells[i];
    return block;
}

static bool is_within(const struct block *small, const struct block *large)
{
    for (int i = 0; i < small->count; i++) {
        bool found = false;

        for (int j = 0; j < large->count; j++)
            found |= small->cell[i] == large->cell[j];
        if (!found)
            return false;
    }
    return true;
}

/* A block that contains a smaller one adds nothing. */
static bool follows_from(const struct block *large, const struct block *small)
{
    return is_within(small, large) && (small->before_raise || !large->before_raise);
}

static void add_block(struct evidence *evidence, const struct block *block)
{
    int kept = 0;

    for (int i = 0; i < evidence->blocks; i++)
        if (follows_from(block, &evidence->block[i]))
            return;
    for (int i = 0; i < evidence->blocks; i++)
        if (!follows_from(&evidence->block[i], block))
            evidence->block[kept++] = evidence->block[i];
    evidence->block[kept++] = *block;
    evidence->blocks = kept;
}

/* Can the hit at this time be on a reinforcement that arrived after the sighting? */
static bool came_later(const struct view *view, const struct sighting *sighting, int time)
{
    return view->enemy_raised && !sighting->raised && time >= view->enemy_raised_after;
}

/* Has a later hit shown that a negative sweep missed a ship, because smoke hid it? */
static bool is_refuted(const struct view *view, const struct sighting *sighting)
{
    int cells[4], count = view_area_cells(&view->rules, sighting->cell, cells);

    for (int time = sighting->after; time < view->tracking.shots; time++) {
        const struct shot *shot = &view->tracking.order[time];

        for (int i = 0; i < count; i++)
            if (shot->cell == cells[i] && shot->answer != ANSWER_MISS &&
                !came_later(view, sighting, time))
                return true;
    }
    return false;
}

/* Under `smoke = cells` and `shield` a screen is permanent and may be anywhere, so after the first
 * screen no negative sweep is certain. Under `smoke = sweep` a sweep clears the screens it touches,
 * and a negative sweep is certain in two cases: when as many earlier sweeps were refuted by later
 * hits as screens were laid, since each of those cost the enemy at least one screen; and when
 * earlier sweeps have covered all of its cells since the last screen was laid. */
bool evidence_sweep_is_certain(const struct view *view, int number)
{
    const struct sighting *sighting = &view->sighting[number];
    int cells[4], count = view_area_cells(&view->rules, sighting->cell, cells),
                  left = sighting->screens;
    struct cellset clear = {{0}};
    bool all_clear = true;

    if (left == 0)
        return true;
    if (view->rules.smoke != SMOKE_SWEEP)
        return false;
    for (int i = 0; i < number; i++) {
        const struct sighting *earlier = &view->sighting[i];
        int swept[4], many = view_area_cells(&view->rules, earlier->cell, swept);

        if (earlier->is_hint)
            continue;
        if (!earlier->found && earlier->screens > 0 && is_refuted(view, earlier))
            left--;
        for (int j = 0; j < many && earlier->screens == sighting->screens; j++)
            cellset_add(&clear, swept[j]);
    }
    for (int i = 0; i < count; i++)
        all_clear &= cellset_has(&clear, cells[i]);
    return all_clear || left <= 0;
}

/* Adds a block of the cells that may hold the ship seen, unless a hit explains the sighting
 * already. A hit that may be on a later reinforcement does not explain it and stays in the block.
 */
static void read_positive(const struct view *view, const struct sighting *sighting,
                          const struct block *block, struct evidence *evidence)
{
    struct block open = {.before_raise = view->enemy_raised && !sighting->raised};

    for (int i = 0; i < block->count; i++) {
        int cell = block->cell[i], time = evidence->time[cell];

        if (time < 0 || (evidence->answer[cell] != ANSWER_MISS && came_later(view, sighting, time)))
            open.cell[open.count++] = (uint16_t)cell;
        else if (evidence->answer[cell] != ANSWER_MISS)
            return;
    }
    add_block(evidence, &open);
}

/* In how many positions three cells in a row, on a side of `size` cells, contain the cell `at`. */
static int positions_around(int at, int size)
{
    int first = at > 2 ? at - 2 : 0, last = at < size - 3 ? at : size - 3;

    return last - first + 1;
}

/* Adds the weights of the cells that may hold the ship of the hint. */
static void read_hint(const struct view *view, const struct sighting *sighting,
                      const struct block *block, struct evidence *evidence)
{
    const struct rules *rules = &view->rules;
    struct hint hint = {.before_raise = view->enemy_raised && !sighting->raised};

    for (int i = 0; i < block->count; i++) {
        int cell = block->cell[i], time = evidence->time[cell];
        int weight = HINT_UNIT / (positions_around(cell % rules->width, rules->width) *
                                  positions_around(cell / rules->width, rules->height));

        if (time < 0 ||
            (evidence->answer[cell] != ANSWER_MISS && came_later(view, sighting, time))) {
            hint.cell[hint.count] = (uint16_t)cell;
            hint.weight[hint.count++] = (uint8_t)weight;
        } else if (evidence->answer[cell] != ANSWER_MISS) {
            hint.settled = (uint16_t)(hint.settled + weight);
        }
    }
    if (hint.count > 0 || hint.settled == 0)
        evidence->hint[evidence->hints++] = hint;
}

void evidence_drop_weights(struct evidence *evidence)
{
    for (int i = 0; i < evidence->hints; i++) {
        const struct hint *hint = &evidence->hint[i];
        struct block block = {.count = hint->count, .before_raise = hint->before_raise};

        if (hint->settled > 0)
            continue;
        memcpy(block.cell, hint->cell, sizeof block.cell);
        add_block(evidence, &block);
    }
    evidence->hints = 0;
}

/* Reads sweeps and hints. If a negative sweep is certain, its cells are empty. */
static void read_sightings(const struct view *view, struct evidence *evidence)
{
    for (int i = 0; i < view->sightings; i++) {
        const struct sighting *sighting = &view->sighting[i];
        struct block block = open_block(evidence, sighting);
        int empty = EMPTY_OF_FLEET | (sighting->raised ? EMPTY_OF_RAISED : 0);

        if (sighting->is_hint)
            read_hint(view, sighting, &block, evidence);
        else if (sighting->found)
            read_positive(view, sighting, &block, evidence);
        else if (evidence_sweep_is_certain(view, i))
            for (int j = 0; j < block.count; j++)
                evidence->empty[block.cell[j]] |= (uint8_t)empty;
    }
}

/* Clears what the counts in the struct and the size of the board say is in use, except `rules`. */
static void clear(struct evidence *evidence, int cells)
{
    evidence->classes = evidence->ships = evidence->hits = evidence->blocks = evidence->hints = 0;
    evidence->sunk = (struct cellset){{0}};
    memset(evidence->time, 0xff, (size_t)cells * sizeof evidence->time[0]);
    memset(evidence->answer, 0, (size_t)cells * sizeof evidence->answer[0]);
    memset(evidence->named, 0, (size_t)cells * sizeof evidence->named[0]);
    memset(evidence->empty, 0, (size_t)cells * sizeof evidence->empty[0]);
}

enum error evidence_from_view(const struct view *view, struct evidence *evidence,
                              struct message *message)
{
    bool may_be_empty = view->sightings > 0 || !view->rules.touch;
    enum error error;

    clear(evidence, rules_cells(&view->rules));
    evidence->rules = view->rules;
    list_ships(view, evidence);
    error = read_shots(view, evidence, message);
    if (!error)
        error = check_sinkings(evidence, message);
    if (error)
        return error;
    read_sightings(view, evidence);
    for (int cell = 0; cell < rules_cells(&view->rules) && !view->rules.touch; cell++)
        if (cellset_has(&view->tracking.water, cell))
            evidence->empty[cell] |= EMPTY_OF_FLEET;
    for (int cell = 0; cell < rules_cells(&view->rules) && may_be_empty; cell++) {
        if (evidence->empty[cell] & EMPTY_OF_FLEET)
            cellset_add(&evidence->no_fleet, cell);
        if (evidence->empty[cell] & EMPTY_OF_RAISED)
            cellset_add(&evidence->no_raised, cell);
    }
    return OK;
}

/* Is there a placement of the class that explains the hit? */
static bool class_explains(const struct evidence *evidence, int ship_class, int cell)
{
    const struct rules *rules = &evidence->rules;
    int length = evidence->ship_class[ship_class].length;
    int column = cell % rules->width, row = cell / rules->width;

    for (int back = 0; back < length; back++) {
        struct placement across = {(int16_t)(column - back), (int16_t)row, 0, 1};
        struct placement down = {(int16_t)column, (int16_t)(row - back), 1, 1};

        if (across.column >= 0 && across.column + length <= rules->width &&
            evidence_allows(evidence, ship_class, across))
            return true;
        if (length > 1 && down.row >= 0 && down.row + length <= rules->height &&
            evidence_allows(evidence, ship_class, down))
            return true;
    }
    return false;
}

enum error evidence_explain_hits(const struct evidence *evidence, struct message *message)
{
    const struct rules *rules = &evidence->rules;

    for (int cell = 0; cell < rules_cells(rules); cell++) {
        int named = evidence->named[cell];
        bool explained = evidence->time[cell] < 0 || evidence->answer[cell] == ANSWER_MISS;

        for (int c = 0; c < evidence->classes && !explained; c++)
            explained = class_explains(evidence, c, cell);
        if (!explained)
            return error_set(ERR_MISMATCH, message, "no ship position fits the %s%s%s at %s",
                             evidence->answer[cell] == ANSWER_SUNK ? "sinking" : "hit",
                             named == NO_SHIP                        ? ""
                             : evidence->answer[cell] == ANSWER_SUNK ? " of the "
                                                                     : " on the ",
                             named == NO_SHIP ? "" : rules_kind_name(rules, named),
                             cell_name(cell, rules->width).text);
    }
    return OK;
}

/* Does the answer to a shot always show that it sank a ship of this class? Without announcements, a
 * sinking shows if it gains a special move; sinking a reinforcement does not. */
static bool sinkings_show(const struct rules *rules, const struct ship_class *ship)
{
    return rules->announce != ANNOUNCE_NONE ||
           (rules->specials & (SPECIAL_SMOKE | SPECIAL_ARTILLERY) && !ship->raised);
}

bool evidence_allows(const struct evidence *evidence, int ship_class, struct placement placement)
{
    const struct ship_class *ship = &evidence->ship_class[ship_class];
    const struct rules *rules = &evidence->rules;
    int step = placement.vertical ? rules->width : 1;
    int first = placement.row * rules->width + placement.column, latest = -1, hits = 0;

    for (int i = 0; i < ship->length; i++) {
        int cell = first + i * step, time = evidence->time[cell];

        if (evidence->empty[cell] & (ship->raised ? EMPTY_OF_RAISED : EMPTY_OF_FLEET))
            return false;
        if (time < 0)
            continue;
        if (evidence->answer[cell] == ANSWER_MISS)
            return false;
        if (ship->raised && time < ship->never_before)
            return false;
        if (evidence->named[cell] != NO_SHIP && evidence->named[cell] != ship->kind)
            return false;
        latest = time > latest ? time : latest;
        hits++;
    }
    if (ship->sunk_before && (hits < ship->length || latest >= ship->sunk_before))
        return false;
    for (int i = 0; i < ship->length && hits > 0; i++) {
        int cell = first + i * step;
        bool sinks = hits == ship->length && evidence->time[cell] == latest;

        if (evidence->time[cell] < 0)
            continue;
        if (evidence->answer[cell] == ANSWER_SUNK && !sinks)
            return false;
        if (evidence->answer[cell] == ANSWER_HIT && sinks && sinkings_show(rules, ship))
            return false;
    }
    return true;
}

int evidence_places(const struct evidence *evidence, int ship_class, struct placement *place)
{
    const struct rules *rules = &evidence->rules;
    int length = evidence->ship_class[ship_class].length, count = 0;

    for (int vertical = 0; vertical < (length > 1 ? 2 : 1); vertical++) {
        int columns = rules->width - (vertical ? 0 : length - 1);
        int rows = rules->height - (vertical ? length - 1 : 0);

        for (int row = 0; row < rows; row++)
            for (int column = 0; column < columns; column++) {
                place[count] =
                    (struct placement){(int16_t)column, (int16_t)row, (uint8_t)vertical, 1};
                count += evidence_allows(evidence, ship_class, place[count]);
            }
    }
    return count;
}

bool evidence_may_overflow(const struct evidence *evidence, const int *places)
{
    double product = 1;

    for (int c = 0; c < evidence->classes; c++)
        for (int i = 0; i < evidence->ship_class[c].count; i++)
            product *= places[c] > 0 ? places[c] : 1;
    for (int i = 0; i < evidence->hints; i++)
        product *= HINT_UNIT * SIGHTING_CELLS;
    return product > 1e36;
}

bool evidence_sinks(const struct evidence *evidence, int ship_class, struct placement placement,
                    int cell)
{
    int width = evidence->rules.width, length = evidence->ship_class[ship_class].length;
    int first = placement.row * width + placement.column, step = placement.vertical ? width : 1;
    bool meets = false;

    for (int i = 0; i < length; i++) {
        int at = first + i * step;

        meets |= at == cell;
        if (at != cell && evidence->time[at] < 0)
            return false;
    }
    return meets && evidence->time[cell] < 0;
}
