/* From the store to the page. Rounds are read match by match and only counted, so that a long
 * tournament takes no more memory than a short one; of what is quoted (logs, records) the page gets
 * so much and no more. */
#include "cli/tourney_report.h"

#include "base/outfile.h"
#include "cli/report_records.h"
#include "report/tournament_page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MOST_TROUBLES = 5, /* of a bot */
    MOST_LOG = 2000,   /* bytes of an excerpt: its end */
    TEXT_CAP = 64 << 20,
};

/* All that a page points to. */
struct gathered {
    struct tournament_db *db;
    struct tournament_page page;
    struct page_bot *bots;
    struct contest_match *scores; /* those that count */
    struct page_table *tables;
    struct rank *ranks;
    struct page_trouble *troubles;
    struct buffer texts; /* of troubles */
    size_t *text_starts; /* two of each trouble, as the buffer may move */
    struct report_records *records;
};

static void release(struct gathered *gathered)
{
    free(gathered->bots);
    free(gathered->scores);
    free(gathered->tables);
    free(gathered->ranks);
    free(gathered->troubles);
    free(gathered->text_starts);
    report_records_free(gathered->records);
    buffer_release(&gathered->texts);
    free(gathered);
}

/* --- rounds -------------------------------------------------------------------------------------
 */

struct counting {
    const struct gathered *gathered;
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
    struct counting *counting = context;
    uint64_t bins = (uint64_t)counting->gathered->page.bins;
    uint64_t bin = counting->rounds ? round * bins / counting->rounds : 0;

    for (int side = 0; side < 2; side++)
        count_side(counting->bot[side], note, side, (int)(bin < bins ? bin : bins - 1));
    counting->played += note->first != NOBODY || note->broken[0] || note->broken[1];
    return true;
}

static enum error count_heat(const struct counting *counting, const struct contest_match *score,
                             int side, struct message *message)
{
    const struct gathered *gathered = counting->gathered;
    struct page_bot *bot = counting->bot[side];
    struct heat_counts heat;
    enum error error = tournament_heat(gathered->db->store, gathered->db->contest.id,
                                       score->pairing.number, side, &heat, message);

    if (error == ERR_UNKNOWN)
        return OK;
    if (error)
        return error;
    for (int i = 0; i < rules_cells(&gathered->db->contest.terms.rules); i++) {
        bot->placed[i] += heat.placed[i];
        bot->fired[i] += heat.fired[i];
    }
    bot->heat_rounds += counting->played;
    return OK;
}

static enum error count_match(struct gathered *gathered, const struct contest_match *score,
                              struct message *message)
{
    struct counting counting = {
        .gathered = gathered,
        .bot = {&gathered->bots[score->pairing.a], &gathered->bots[score->pairing.b]},
        .rounds = gathered->db->contest.terms.rounds};
    enum error error = tournament_rounds(gathered->db->store, gathered->db->contest.id,
                                         score->pairing.number, count_round, &counting, message);

    for (int side = 0; !error && side < 2; side++)
        error = count_heat(&counting, score, side, message);
    return error;
}

/* --- trouble ------------------------------------------------------------------------------------
 */

/* The end of the log that was appended from `start` on. */
static bool cut_log(struct buffer *texts, size_t start)
{
    size_t length = texts->length - start;

    if (length <= MOST_LOG)
        return false;
    memmove(texts->data + start, texts->data + start + length - MOST_LOG, MOST_LOG);
    texts->length = start + MOST_LOG;
    texts->data[texts->length] = '\0';
    return true;
}

static enum error add_trouble(struct gathered *gathered, const struct contest_match *score,
                              int side, struct message *message)
{
    int entrant = side == 0 ? score->pairing.a : score->pairing.b;
    struct page_trouble *trouble = &gathered->troubles[gathered->page.troubles_count];
    size_t *starts = &gathered->text_starts[2 * gathered->page.troubles_count];
    struct buffer log;
    enum error error;

    buffer_init(&log, 2 * KEPT_LOG);
    starts[0] = gathered->texts.length;
    error = tournament_trouble(gathered->db->store, gathered->db->contest.id, score->pairing.number,
                               side, &gathered->texts, &log, message);
    starts[1] = gathered->texts.length;
    if (!error && log.length > 0)
        error = buffer_append(&gathered->texts, log.data, log.length);
    buffer_release(&log);
    if (error)
        return error;
    *trouble = (struct page_trouble){.entrant = entrant,
                                     .enemy = score->pairing.a + score->pairing.b - entrant,
                                     .match = score->pairing.number,
                                     .is_cut = cut_log(&gathered->texts, starts[1])};
    trouble->sentence.length = starts[1] - starts[0];
    trouble->log.length = gathered->texts.length - starts[1];
    gathered->page.troubles_count++;
    return OK;
}

static enum error gather_troubles(struct gathered *gathered, struct message *message)
{
    int taken[MAX_ENTRANTS] = {0};
    enum error error = OK;

    for (int i = 0; !error && i < gathered->page.scores_count; i++)
        for (int side = 0; !error && side < 2; side++) {
            const struct contest_match *score = &gathered->scores[i];
            int entrant = side == 0 ? score->pairing.a : score->pairing.b;

            if (contest_side_broken(&score->side[side]) == 0)
                continue;
            if (taken[entrant]++ < MOST_TROUBLES)
                error = add_trouble(gathered, score, side, message);
            else
                gathered->bots[entrant].troubles_left_out++;
        }
    for (int i = 0; !error && i < gathered->page.troubles_count; i++) {
        const char *texts = gathered->texts.data ? gathered->texts.data : "";

        gathered->troubles[i].sentence.text = texts + gathered->text_starts[2 * i];
        gathered->troubles[i].log.text = texts + gathered->text_starts[2 * i + 1];
    }
    return error;
}

/* --- tables -------------------------------------------------------------------------------------
 */

static enum error add_table(struct gathered *gathered, const char *league, struct message *message)
{
    const struct contest *contest = &gathered->db->contest;
    struct rank *ranks = gathered->ranks + gathered->page.tables_count * contest->entrants_count;
    struct page_table *table = &gathered->tables[gathered->page.tables_count];
    enum error error = standings_fill(contest, league, ranks, &table->count, message);

    table->league = league;
    table->ranks = ranks;
    gathered->page.tables_count += !error && table->count > 0;
    return error;
}

/* That of all where all meet, and those of the leagues. */
static enum error gather_tables(struct gathered *gathered, struct message *message)
{
    const struct contest *contest = &gathered->db->contest;
    int leagues = 0;
    enum error error = OK;

    while (contest_league(contest, leagues))
        leagues++;
    gathered->tables = calloc((size_t)leagues + 1, sizeof *gathered->tables);
    gathered->ranks = calloc(((size_t)leagues + 1) * ((size_t)contest->entrants_count + 1),
                             sizeof *gathered->ranks);
    if (!gathered->tables || !gathered->ranks)
        return error_set(ERR_MEMORY, message, "out of memory");
    if (leagues == 0 || contest->terms.total)
        error = add_table(gathered, NULL, message);
    for (int i = 0; !error && i < leagues; i++)
        error = add_table(gathered, contest_league(contest, i), message);
    return error;
}

/* --- all of it ----------------------------------------------------------------------------------
 */

/* Matches of those who were taken out do not count. */
static bool counts(const struct contest *contest, const struct contest_match *score)
{
    return entrant_plays(&contest->entrants[score->pairing.a]) &&
           entrant_plays(&contest->entrants[score->pairing.b]);
}

static enum error make_room(struct gathered *gathered, struct message *message)
{
    size_t count = (size_t)gathered->db->contest.entrants_count + 1;

    gathered->bots = calloc(count, sizeof *gathered->bots);
    gathered->scores =
        calloc((size_t)gathered->db->contest.matches_count + 1, sizeof(struct contest_match));
    gathered->troubles = calloc(count * MOST_TROUBLES, sizeof *gathered->troubles);
    gathered->text_starts = calloc(2 * count * MOST_TROUBLES, sizeof *gathered->text_starts);
    return gathered->bots && gathered->scores && gathered->troubles && gathered->text_starts
               ? OK
               : error_set(ERR_MEMORY, message, "out of memory");
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct contest_match *)a)->pairing.number;
    uint64_t right = ((const struct contest_match *)b)->pairing.number;

    return (left > right) - (left < right);
}

static void set_terms(struct gathered *gathered)
{
    const struct contest *contest = &gathered->db->contest;
    struct tournament_page *page = &gathered->page;

    page->terms = &contest->terms;
    page->id = contest->id;
    page->started = contest->started;
    page->ended = contest->ended;
    page->is_complete = contest->is_complete;
    page->entrants = contest->entrants;
    page->count = contest->entrants_count;
    page->bots = gathered->bots;
    page->scores = gathered->scores;
    page->troubles = gathered->troubles;
    page->bins = contest->terms.rounds < PAGE_BINS ? (int)contest->terms.rounds : PAGE_BINS;
    page->bins = page->bins < 1 ? 1 : page->bins;
    for (int i = 0; i < contest->matches_count; i++)
        if (counts(contest, &contest->matches[i]))
            gathered->scores[page->scores_count++] = contest->matches[i];
    qsort(gathered->scores, (size_t)page->scores_count, sizeof *gathered->scores, by_number);
}

static enum error gather(struct gathered *gathered, struct message *message)
{
    struct tournament_page *page = &gathered->page;
    enum error error = make_room(gathered, message);

    if (error)
        return error;
    set_terms(gathered);
    error = gather_tables(gathered, message);
    page->tables = gathered->tables;
    for (int i = 0; !error && i < page->scores_count; i++)
        error = count_match(gathered, &gathered->scores[i], message);
    if (!error)
        error = gather_troubles(gathered, message);
    if (!error)
        error = report_records_gather(gathered->db, page, &gathered->records, message);
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

static enum error make_folder(const char *folder, struct message *message)
{
    struct stat about;

    if (*folder == '\0')
        return error_set(ERR_IO, message, "--report: the name of the folder is empty");
    if (mkdir(folder, 0777) == 0)
        return OK;
    if (errno == EEXIST && stat(folder, &about) == 0 && S_ISDIR(about.st_mode))
        return OK;
    return error_set(ERR_IO, message, "%s: %s", folder,
                     errno == EEXIST ? "it is no folder" : strerror(errno));
}

/* FOLDER/index.html, to be freed; the folder is made. */
static enum error find_path(const char *folder, char **path, struct message *message)
{
    size_t room = strlen(folder) + sizeof "/index.html";

    *path = malloc(room);
    if (!*path)
        return error_set(ERR_MEMORY, message, "out of memory");
    snprintf(*path, room, "%s/index.html", folder);
    return make_folder(folder, message);
}

enum error tourney_report_check(const char *folder, struct message *message)
{
    char *path;
    enum error error = find_path(folder, &path, message);

    if (!error)
        error = outfile_probe(path, message);
    free(path);
    return error;
}

enum error tourney_report(struct tournament_db *db, const char *folder, struct message *message)
{
    struct gathered *gathered = calloc(1, sizeof *gathered);
    char *path;
    enum error error;

    if (!gathered)
        return error_set(ERR_MEMORY, message, "out of memory");
    gathered->db = db;
    buffer_init(&gathered->texts, TEXT_CAP);
    error = find_path(folder, &path, message);
    if (!error)
        error = gather(gathered, message);
    if (!error)
        error = write_page(&gathered->page, path, message);
    release(gathered);
    free(path);
    return error;
}
