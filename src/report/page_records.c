/* See page_records.h. The records are listed first, then chosen, and only the texts of the chosen
 * ones are held in memory. */
#include "report/page_records.h"

#include "base/buffer.h"
#include "report/page_internal.h"

#include <stdlib.h>

enum {
    MOST_RECORDS = 1000, /* a round of each match of forty bots, and more */
    MOST_FIRST_BROKEN = 500,
    MOST_BYTES = 8 << 20, /* of all texts */
};

enum tier { FIRST_BROKEN, LAST_OF_MATCH, OTHER_BROKEN, OTHER };

struct candidate {
    int match;  /* its index in the page */
    int places; /* the sum of both bots' places: small for the best bots */
    uint64_t round;
    enum tier tier;
    size_t start, length; /* of the text */
    bool is_taken;
};

struct page_records {
    struct candidate *candidates;
    int count, room;
    struct buffer texts;
    struct page_record *shown;
    int place[MAX_ENTRANTS];
};

void page_records_free(struct page_records *records)
{
    if (!records)
        return;
    free(records->candidates);
    free(records->shown);
    buffer_release(&records->texts);
    free(records);
}

/* --- listing -----------------------------------------------------------------------------------*/

struct record_listing {
    struct page_records *records;
    struct candidate first; /* what all records of a match share */
    bool has_broken;
    enum error error;
};

static bool is_broken(struct slice text)
{
    struct slice why;
    int side;

    return page_next_broken(&text, &side, &why);
}

static bool list_one(void *context, uint64_t round, struct slice text)
{
    struct record_listing *listing = context;
    struct page_records *records = listing->records;
    struct candidate candidate = listing->first;

    if (records->count == records->room) {
        int room = records->room ? 2 * records->room : 256;
        struct candidate *more = realloc(records->candidates, (size_t)room * sizeof *more);

        if (!more) {
            listing->error = ERR_MEMORY;
            return false;
        }
        records->candidates = more;
        records->room = room;
    }
    candidate.round = round;
    candidate.length = text.length;
    candidate.tier = !is_broken(text) ? OTHER : listing->has_broken ? OTHER_BROKEN : FIRST_BROKEN;
    listing->has_broken |= candidate.tier == FIRST_BROKEN;
    records->candidates[records->count++] = candidate;
    return true;
}

static enum error list_match(const struct tournament_source *source, struct page_records *records,
                             const struct contest_match *match, int index, struct message *message)
{
    const struct pairing *pairing = &match->pairing;
    struct record_listing listing = {
        .records = records,
        .first = {.match = index,
                  .places = records->place[pairing->a] + records->place[pairing->b]}};
    int before = records->count;
    enum error error =
        source->records(source->context, pairing->number, list_one, &listing, message);

    if (!error && listing.error)
        error = error_set(listing.error, message, "out of memory");
    if (records->count > before && records->candidates[records->count - 1].tier == OTHER)
        records->candidates[records->count - 1].tier = LAST_OF_MATCH;
    return error;
}

/* --- choosing ----------------------------------------------------------------------------------*/

static int compare_matches(const struct candidate *a, const struct candidate *b)
{
    if (a->places != b->places)
        return a->places < b->places ? -1 : 1;
    if (a->match != b->match)
        return a->match < b->match ? -1 : 1;
    return (a->round > b->round) - (a->round < b->round);
}

static int by_tier(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;

    if (a->tier != b->tier)
        return a->tier < b->tier ? -1 : 1;
    return compare_matches(a, b);
}

static int by_match(const void *left, const void *right)
{
    return compare_matches(left, right);
}

static int take(struct page_records *records)
{
    size_t bytes = 0;
    int taken = 0, kept = 0;

    qsort(records->candidates, (size_t)records->count, sizeof *records->candidates, by_tier);
    for (int i = 0; i < records->count && taken < MOST_RECORDS; i++) {
        struct candidate *candidate = &records->candidates[i];

        if ((candidate->tier == FIRST_BROKEN && taken >= MOST_FIRST_BROKEN) ||
            bytes + candidate->length > MOST_BYTES)
            continue;
        candidate->is_taken = true;
        bytes += candidate->length;
        taken++;
    }
    for (int i = 0; i < records->count; i++)
        if (records->candidates[i].is_taken)
            records->candidates[kept++] = records->candidates[i];
    qsort(records->candidates, (size_t)taken, sizeof *records->candidates, by_match);
    return taken;
}

/* --- loading -----------------------------------------------------------------------------------*/

struct record_loading {
    struct page_records *records;
    int match, taken;
    enum error error;
};

static bool load_one(void *context, uint64_t round, struct slice text)
{
    struct record_loading *loading = context;
    struct page_records *records = loading->records;

    for (int i = 0; i < loading->taken; i++) {
        struct candidate *candidate = &records->candidates[i];

        if (candidate->match != loading->match || candidate->round != round)
            continue;
        candidate->start = records->texts.length;
        candidate->length = text.length;
        loading->error = buffer_append(&records->texts, text.text, text.length);
    }
    return loading->error == OK;
}

static enum error load_texts(const struct tournament_source *source,
                             const struct tournament_page *page, struct page_records *records,
                             int taken, struct message *message)
{
    struct record_loading loading = {.records = records, .taken = taken};
    enum error error = OK;

    for (int i = 0; i < taken; i++)
        records->candidates[i].length = 0; /* stays 0 if the record is gone by now */
    for (int i = 0; !error && i < taken; i++) {
        if (i > 0 && records->candidates[i].match == records->candidates[i - 1].match)
            continue;
        loading.match = records->candidates[i].match;
        error = source->records(source->context, page->matches[loading.match].pairing.number,
                                load_one, &loading, message);
        if (!error && loading.error)
            error = error_set(loading.error, message, "out of memory for records");
    }
    return error;
}

static void show(const struct page_records *records, int taken, struct tournament_page *page)
{
    for (int i = 0; i < taken; i++) {
        const struct candidate *candidate = &records->candidates[i];
        const struct pairing *pairing = &page->matches[candidate->match].pairing;

        if (candidate->length > 0)
            records->shown[page->records_count++] = (struct page_record){
                .a = pairing->a,
                .b = pairing->b,
                .match = pairing->number,
                .round = candidate->round,
                .text = {records->texts.data + candidate->start, candidate->length}};
    }
    page->records = records->shown;
}

static void note_places(const struct tournament_page *page, struct page_records *records)
{
    for (int i = 0; i < page->tables_count; i++)
        for (int k = 0; k < page->tables[i].count; k++) {
            int *place = &records->place[page->tables[i].ranks[k].entrant];

            if (*place == 0)
                *place = k + 1;
        }
}

enum error page_records_choose(const struct tournament_source *source, struct tournament_page *page,
                               struct page_records **result, struct message *message)
{
    struct page_records *records = calloc(1, sizeof *records);
    enum error error = OK;
    int listed, taken;

    *result = records;
    if (!records)
        return error_set(ERR_MEMORY, message, "out of memory");
    buffer_init(&records->texts, 2 * MOST_BYTES);
    records->shown = calloc(MOST_RECORDS, sizeof *records->shown);
    if (!records->shown)
        return error_set(ERR_MEMORY, message, "out of memory");
    note_places(page, records);
    for (int i = 0; !error && i < page->matches_count; i++)
        error = list_match(source, records, &page->matches[i], i, message);
    if (error || records->count == 0)
        return error;
    listed = records->count;
    taken = take(records);
    error = load_texts(source, page, records, taken, message);
    if (error)
        return error;
    show(records, taken, page);
    page->records_left_out = (uint64_t)(listed - page->records_count);
    return OK;
}
