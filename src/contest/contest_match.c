#include "contest/contest_match.h"

#include "base/text.h"

#include <assert.h>

int contest_match_points(const struct contest_match *match, int side)
{
    uint64_t own = match->side[side].won, others = match->side[1 - side].won;

    return (own > others) - (own < others);
}

void contest_match_detach(struct contest_match *match)
{
    match->notes = NULL;
    match->record = NULL;
    match->records = 0;
    for (int side = 0; side < 2; side++) {
        match->side[side].heat = NULL;
        match->side[side].log = (struct slice){0};
    }
}

uint64_t contest_side_broken(const struct contest_side *side)
{
    uint64_t count = 0;

    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        count += side->broken[kind];
    return count;
}

void trouble_note(struct trouble *trouble, uint64_t match, uint64_t round, enum broken kind,
                  const char *sentence)
{
    if (trouble->round)
        return;
    trouble->match = match;
    trouble->round = round;
    trouble->kind = kind;
    text_printable(trouble->sentence.text, sizeof trouble->sentence.text, sentence);
}

/* --- sums --------------------------------------------------------------------------------------*/

static void add_guest(struct guest_facts *sum, const struct guest_facts *part)
{
    if (!part->is_guest)
        return;
    if (!sum->is_guest) {
        *sum = *part;
        return;
    }
    sum->answers += part->answers;
    sum->used_us += part->used_us;
    sum->starts += part->starts;
    sum->strange += part->strange;
    if (part->slowest_us > sum->slowest_us)
        sum->slowest_us = part->slowest_us;
    if (part->start_us > sum->start_us)
        sum->start_us = part->start_us;
    sum->jailed = sum->jailed && part->jailed;
    sum->grouped = sum->grouped && part->grouped;
}

void contest_match_add(struct contest_match *sum, const struct contest_match *part)
{
    sum->rounds += part->rounds;
    sum->drawn += part->drawn;
    sum->whole += part->whole;
    for (int i = 0; i < MATCH_PAIR_RESULTS; i++)
        sum->pairs[i] += part->pairs[i];
    sum->unplayed += part->unplayed;
    sum->signature += part->signature;
    sum->seconds += part->seconds;
    for (int i = 0; i < 2; i++) {
        struct contest_side *side = &sum->side[i];
        const struct contest_side *more = &part->side[i];

        sum->first[i] += part->first[i];
        side->won += more->won;
        for (int first = 0; first < 2; first++)
            side->won_by_first[first] += more->won_by_first[first];
        side->won_turns += more->won_turns;
        side->won_turn_squares += more->won_turn_squares;
        side->shots += more->shots;
        side->turns += more->turns;
        side->wasted += more->wasted;
        side->wrecks += more->wrecks;
        for (int kind = 0; kind < BROKEN_KINDS; kind++)
            side->broken[kind] += more->broken[kind];
        if (!side->trouble.round)
            side->trouble = more->trouble;
        add_guest(&side->guest, &more->guest);
    }
}

/* --- rounds as bytes ---------------------------------------------------------------------------*/

uint16_t round_note_count(int64_t count)
{
    return (uint16_t)(count < 0 ? 0 : count < UINT16_MAX ? count : UINT16_MAX);
}

static void put16(uint8_t *bytes, uint16_t value)
{
    bytes[0] = (uint8_t)(value & 0xff);
    bytes[1] = (uint8_t)(value >> 8);
}

static uint16_t get16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static bool is_possible(const struct round_note *note)
{
    return note->winner <= NOBODY && note->first <= NOBODY && note->broken[0] < BROKEN_KINDS &&
           note->broken[1] < BROKEN_KINDS;
}

/* The low byte of a number comes first on every machine. */
void round_note_pack(const struct round_note *note, uint8_t bytes[ROUND_BYTES])
{
    assert(is_possible(note));
    bytes[0] = note->winner;
    bytes[1] = note->broken[0];
    bytes[2] = note->broken[1];
    bytes[3] = note->first;
    for (int side = 0; side < 2; side++) {
        put16(bytes + 4 + 2 * side, note->shots[side]);
        put16(bytes + 8 + 2 * side, note->points[side]);
    }
}

enum error round_note_unpack(const uint8_t bytes[ROUND_BYTES], struct round_note *note)
{
    struct round_note read = {
        .winner = bytes[0],
        .broken = {bytes[1], bytes[2]},
        .first = bytes[3],
        .shots = {get16(bytes + 4), get16(bytes + 6)},
        .points = {get16(bytes + 8), get16(bytes + 10)},
    };

    if (!is_possible(&read))
        return ERR_RANGE;
    *note = read;
    return OK;
}
