/* See tournament_report.h. Rounds are read match by match and only counted, so a long tournament
 * takes no more memory than a short one. Logs and records are quoted only up to a limit. */
#include "report/tournament_report.h"

#include "base/folder.h"
#include "base/outfile.h"
#include "contest/standings.h"
#include "report/page_records.h"
#include "report/secret.h"
#include "report/tournament_page.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TROUBLES = 5, /* of a bot */
    MOST_LOG = 4500,   /* bytes of an excerpt: its end */
    TEXT_CAP = 64 << 20,
    LOG_CAP = 64 << 10,
};

/* Everything that a page points to. */
struct report_data {
    const struct contest *contest;
    const struct tournament_source *source;
    struct tournament_page page;
    struct page_bot *bots;
    struct contest_match *matches; /* those that count */
    struct page_table *tables;
    struct rank *ranks;
    struct page_trouble *troubles;
    struct buffer texts; /* of troubles */
    size_t *text_starts; /* two for each trouble, as offsets, because the buffer may move */
    struct page_records *records;
    struct contest_secret secrets[MAX_SECRETS];
    struct message secret_matches[MAX_SECRETS];
};

static void release(struct report_data *data)
{
    free(data->bots);
    free(data->matches);
    free(data->tables);
    free(data->ranks);
    free(data->troubles);
    free(data->text_starts);
    page_records_free(data->records);
    buffer_release(&data->texts);
    free(data);
}

/* --- rounds ------------------------------------------------------------------------------------*/

struct match_counter {
    const struct report_data *data;
    struct page_bot *bot[2];
    uint64_t rounds; /* of a match, by the terms */
    uint64_t played; /* of this one */
};

static void count_side(struct page_bot *bot, const struct round_note *note, int side, int bin)
{
    struct page_bin *stretch = &bot->bin[bin];
    int shots = note->shots[side] < PAGE_SHOTS ? note->shots[side] : PAGE_SHOTS - 1;
    bool is_won = note->winner == side;

    stretch->rounds++;
    stretch->won += is_won;
    if (note->first == NOBODY || note->broken[0] || note->broken[1])
        return;
    bot->shots[is_won][shots]++;
    if (is_won) {
        stretch->clean++;
        stretch->shots += shots;
        stretch->squares += (double)shots * shots;
    }
}

static bool count_round(void *context, uint64_t round, const struct round_note *note)
{
    struct match_counter *counter = context;
    uint64_t bins = (uint64_t)counter->data->page.bins;
    uint64_t bin = counter->rounds ? round * bins / counter->rounds : 0;

    for (int side = 0; side < 2; side++)
        count_side(counter->bot[side], note, side, (int)(bin < bins ? bin : bins - 1));
    counter->played += note->first != NOBODY || note->broken[0] || note->broken[1];
    return true;
}

static enum error count_heat(const struct match_counter *counter, const struct contest_match *match,
                             int side, struct message *message)
{
    const struct report_data *data = counter->data;
    struct page_bot *bot = counter->bot[side];
    struct heat_counts heat;
    enum error error =
        data->source->heat(data->source->context, match->pairing.number, side, &heat, message);

    if (error == ERR_UNKNOWN)
        return OK;
    if (error)
        return error;
    for (int i = 0; i < rules_cells(&data->contest->terms.rules); i++) {
        bot->placed[i] += heat.placed[i];
        bot->fired[i] += heat.fired[i];
    }
    bot->heat_rounds += counter->played;
    return OK;
}

static enum error count_match(struct report_data *data, const struct contest_match *match,
                              struct message *message)
{
    struct match_counter counter = {
        .data = data,
        .bot = {&data->bots[match->pairing.a], &data->bots[match->pairing.b]},
        .rounds = data->contest->terms.rounds};
    enum error error = data->source->rounds(data->source->context, match->pairing.number,
                                            count_round, &counter, message);

    for (int side = 0; !error && side < 2; side++)
        error = count_heat(&counter, match, side, message);
    return error;
}

/* --- trouble -----------------------------------------------------------------------------------*/

/* Cuts the log that starts at `start` to its end. Returns how many bytes were cut. */
static uint64_t cut_log(struct buffer *texts, size_t start)
{
    size_t length = texts->length - start;

    if (length <= MOST_LOG)
        return 0;
    memmove(texts->data + start, texts->data + start + length - MOST_LOG, MOST_LOG);
    texts->length = start + MOST_LOG;
    texts->data[texts->length] = '\0';
    return length - MOST_LOG;
}

static enum error add_trouble(struct report_data *data, const struct contest_match *match, int side,
                              struct message *message)
{
    int entrant = side == 0 ? match->pairing.a : match->pairing.b;
    struct page_trouble *trouble = &data->troubles[data->page.troubles_count];
    size_t *starts = &data->text_starts[2 * data->page.troubles_count];
    struct buffer log;
    enum error error;

    buffer_init(&log, LOG_CAP);
    starts[0] = data->texts.length;
    error = data->source->trouble(data->source->context, match->pairing.number, side, &data->texts,
                                  &log, message);
    starts[1] = data->texts.length;
    if (!error && log.length > 0)
        error = buffer_append(&data->texts, log.data, log.length);
    buffer_release(&log);
    if (error)
        return error;
    *trouble = (struct page_trouble){.entrant = entrant,
                                     .enemy = match->pairing.a + match->pairing.b - entrant,
                                     .match = match->pairing.number,
                                     .log_left_out = cut_log(&data->texts, starts[1])};
    trouble->sentence.length = starts[1] - starts[0];
    trouble->log.length = data->texts.length - starts[1];
    data->page.troubles_count++;
    return OK;
}

static enum error gather_troubles(struct report_data *data, struct message *message)
{
    int taken[MAX_ENTRANTS] = {0};
    enum error error = OK;

    for (int i = 0; !error && i < data->page.matches_count; i++)
        for (int side = 0; !error && side < 2; side++) {
            const struct contest_match *match = &data->matches[i];
            int entrant = side == 0 ? match->pairing.a : match->pairing.b;

            if (contest_side_broken(&match->side[side]) == 0)
                continue;
            if (taken[entrant]++ < MOST_TROUBLES)
                error = add_trouble(data, match, side, message);
            else
                data->bots[entrant].troubles_left_out++;
        }
    for (int i = 0; !error && i < data->page.troubles_count; i++) {
        const char *texts = data->texts.data ? data->texts.data : "";

        data->troubles[i].sentence.text = texts + data->text_starts[2 * i];
        data->troubles[i].log.text = texts + data->text_starts[2 * i + 1];
    }
    return error;
}

/* --- tables ------------------------------------------------------------------------------------*/

static enum error add_table(struct report_data *data, const char *league, struct message *message)
{
    const struct contest *contest = data->contest;
    struct rank *ranks = data->ranks + data->page.tables_count * contest->entrants_count;
    struct page_table *table = &data->tables[data->page.tables_count];
    enum error error = standings_fill(contest, league, ranks, &table->count, message);

    table->league = league;
    table->ranks = ranks;
    data->page.tables_count += !error && table->count > 0;
    return error;
}

/* The table of all bots, unless leagues did not meet, and those of the leagues. */
static enum error gather_tables(struct report_data *data, struct message *message)
{
    const struct contest *contest = data->contest;
    int leagues = 0;
    enum error error = OK;

    while (contest_league(contest, leagues))
        leagues++;
    data->tables = calloc((size_t)leagues + 1, sizeof *data->tables);
    data->ranks =
        calloc(((size_t)leagues + 1) * ((size_t)contest->entrants_count + 1), sizeof *data->ranks);
    if (!data->tables || !data->ranks)
        return error_set(ERR_MEMORY, message, "out of memory");
    if (contest_is_total(contest))
        error = add_table(data, NULL, message);
    for (int i = 0; !error && i < leagues; i++)
        error = add_table(data, contest_league(contest, i), message);
    return error;
}

/* --- all of it ---------------------------------------------------------------------------------*/

/* Matches of excluded or removed bots do not count. */
static bool counts(const struct contest *contest, const struct contest_match *match)
{
    return entrant_plays(&contest->entrants[match->pairing.a]) &&
           entrant_plays(&contest->entrants[match->pairing.b]);
}

static enum error make_room(struct report_data *data, struct message *message)
{
    size_t count = (size_t)data->contest->entrants_count + 1;

    data->bots = calloc(count, sizeof *data->bots);
    data->matches = calloc((size_t)data->contest->matches_count + 1, sizeof(struct contest_match));
    data->troubles = calloc(count * MOST_TROUBLES, sizeof *data->troubles);
    data->text_starts = calloc(2 * count * MOST_TROUBLES, sizeof *data->text_starts);
    return data->bots && data->matches && data->troubles && data->text_starts
               ? OK
               : error_set(ERR_MEMORY, message, "out of memory");
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct contest_match *)a)->pairing.number;
    uint64_t right = ((const struct contest_match *)b)->pairing.number;

    return (left > right) - (left < right);
}

static void set_terms(struct report_data *data)
{
    const struct contest *contest = data->contest;
    struct tournament_page *page = &data->page;

    page->terms = &contest->terms;
    page->id = contest->id;
    page->started = contest->started;
    page->ended = contest->ended;
    page->is_complete = contest->is_complete;
    page->secrets = data->secrets;
    page->secret_matches = data->secret_matches;
    page->secrets_count = contest_secrets(contest, data->secrets);
    for (int i = 0; i < page->secrets_count; i++)
        data->secret_matches[i] = secret_name_matches(contest, &data->secrets[i]);
    page->entrants = contest->entrants;
    page->count = contest->entrants_count;
    page->bots = data->bots;
    page->matches = data->matches;
    page->troubles = data->troubles;
    page->engine = data->source->engine;
    page->bins = contest->terms.rounds < PAGE_BINS ? (int)contest->terms.rounds : PAGE_BINS;
    page->bins = page->bins < 1 ? 1 : page->bins;
    for (int i = 0; i < contest->matches_count; i++)
        if (counts(contest, &contest->matches[i]))
            data->matches[page->matches_count++] = contest->matches[i];
    qsort(data->matches, (size_t)page->matches_count, sizeof *data->matches, by_number);
}

static enum error gather(struct report_data *data, struct message *message)
{
    struct tournament_page *page = &data->page;
    enum error error = make_room(data, message);

    if (error)
        return error;
    set_terms(data);
    error = gather_tables(data, message);
    page->tables = data->tables;
    for (int i = 0; !error && i < page->matches_count; i++)
        error = count_match(data, &data->matches[i], message);
    if (!error)
        error = gather_troubles(data, message);
    if (!error)
        error = page_records_choose(data->source, page, &data->records, message);
    return error;
}

static enum error write_page(const struct tournament_page *page, const char *path,
                             struct message *message)
{
    struct outfile file;
    enum error error = outfile_open(&file, path, message);

    if (error)
        return error;
    error = tournament_page_write(page, file.stream, message);
    if (error) {
        outfile_abandon(&file);
        return error;
    }
    return outfile_commit(&file, message);
}

/* FOLDER/index.html; the caller frees it. Creates the folder. */
static enum error find_path(const char *folder, char **path, struct message *message)
{
    size_t room = strlen(folder) + sizeof "/index.html";

    *path = malloc(room);
    if (!*path)
        return error_set(ERR_MEMORY, message, "out of memory");
    snprintf(*path, room, "%s/index.html", folder);
    return *folder ? folder_make(folder, 0777, message)
                   : error_set(ERR_IO, message, "--report needs the name of a folder");
}

enum error tournament_report_check(const char *folder, struct message *message)
{
    char *path;
    enum error error = find_path(folder, &path, message);

    if (!error)
        error = outfile_probe(path, message);
    free(path);
    return error;
}

enum error tournament_report_write(const struct contest *contest,
                                   const struct tournament_source *source, const char *folder,
                                   struct message *message)
{
    struct report_data *data = calloc(1, sizeof *data);
    char *path;
    enum error error;

    if (!data)
        return error_set(ERR_MEMORY, message, "out of memory");
    data->contest = contest;
    data->source = source;
    buffer_init(&data->texts, TEXT_CAP);
    error = find_path(folder, &path, message);
    if (!error)
        error = gather(data, message);
    if (!error)
        error = write_page(&data->page, path, message);
    release(data);
    free(path);
    return error;
}
