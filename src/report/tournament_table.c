#include "report/tournament_table.h"

#include "base/columns.h"
#include "contest/reveal.h"
#include "contest/standings.h"
#include "report/bot_facts.h"
#include "report/figure.h"
#include "report/secret.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CUT_SIZE = 256, NAME_WIDTH = 22, NAME_END = 6, ID_WIDTH = 8, TIME_SIZE = 32 };

struct ranking {
    struct rank rank[MAX_ENTRANTS];
    int count;
};

static enum error make_table(const struct contest *contest, const char *league,
                             struct ranking **table, struct message *message)
{
    enum error error;

    *table = malloc(sizeof **table);
    if (!*table)
        return error_set(ERR_MEMORY, message, "out of memory");
    error = standings_fill(contest, league, (*table)->rank, &(*table)->count, message);
    if (error) {
        free(*table);
        *table = NULL;
    }
    return error;
}

static struct entrant_label label_of(const struct contest *contest, const struct rank *rank)
{
    return entrant_label(&contest->entrants[rank->entrant]);
}

/* --- tables ------------------------------------------------------------------------------------*/

/* The end of the text, of at most this width. */
static const char *end_of(const char *text, int width)
{
    size_t bytes;

    while (columns_of(text) > width) {
        columns_next(slice_of(text), &bytes);
        text += bytes;
    }
    return text;
}

/* A name and two blanks. A long name is cut in the middle, because bots with the same name differ
 * at the end. */
static void print_name(const char *name, int width, FILE *file)
{
    int end = width > 2 * NAME_END ? NAME_END : 2;
    char cut[CUT_SIZE];

    if (columns_of(name) > width) {
        snprintf(cut, sizeof cut, "%.*s~%s", (int)columns_bytes(name, width - 1 - end), name,
                 end_of(name, end));
        name = cut;
    }
    fprintf(file, "%s  ", columns_pad(name, width).text);
}

/* The width of the column of IDs; 0 if there is none, because all IDs are names. */
static int id_width(const struct contest *contest, const struct ranking *table)
{
    int width = 0;

    for (int i = 0; i < table->count; i++) {
        const struct entrant *entrant = &contest->entrants[table->rank[i].entrant];
        int characters = entrant_has_id(entrant) ? columns_of(entrant->id) : 0;

        width = characters > width ? characters : width;
    }
    if (width == 0)
        return 0;
    return width < 2 ? 2 : width > ID_WIDTH ? ID_WIDTH : width;
}

/* The ID, if there is a column for it, and the name, in as many columns as names alone take. */
static void print_bot(const char *id, const char *name, int width, FILE *file)
{
    if (width > 0)
        print_name(id, width, file);
    print_name(name, width > 0 ? NAME_WIDTH - width - 2 : NAME_WIDTH, file);
}

static void print_row(const struct contest *contest, const struct rank *rank, int width, FILE *file)
{
    const struct entrant *entrant = &contest->entrants[rank->entrant];

    fprintf(file, "%4d. ", rank->rank);
    print_bot(entrant_has_id(entrant) ? entrant->id : "", entrant->name, width, file);
    fprintf(file, "%+6d %4d %4d %4d %9" PRIu64 " %6s %2s %-4s %6s %6s %6" PRIu64 "\n", rank->points,
            rank->won, rank->drawn, rank->lost, rank->rounds_won, figure_number(rank->elo, 0).text,
            isfinite(rank->elo_error) ? "+-" : "",
            isfinite(rank->elo_error) ? figure_number(rank->elo_error, 0).text : "",
            figure_number(rank->mean_shots, 2).text, figure_number(rank->enemy_shots, 2).text,
            bot_facts_broken_sum(rank->broken));
}

static void print_table(const struct contest *contest, const struct ranking *table, FILE *file)
{
    int width = id_width(contest, table);

    fputs("      ", file);
    print_bot("ID", "bot", width, file);
    fputs("points    W    D    L    rounds    Elo          shots  enemy broken\n", file);
    for (int i = 0; i < table->count; i++)
        print_row(contest, &table->rank[i], width, file);
}

/* Neighbours in the table whose order is not certain, or probably wrong. */
static void print_superiority(const struct contest *contest, const struct ranking *table,
                              FILE *file)
{
    for (int i = 0; i + 1 < table->count; i++) {
        const struct rank *above = &table->rank[i], *below = &table->rank[i + 1];
        double chance = standings_superiority(above, below);
        bool is_reverse = chance < 0.495;
        const struct rank *stronger = is_reverse ? below : above;
        double percent = 100 * (is_reverse ? 1 - chance : chance);

        if (chance < 0.95 && above->matches > 0 && below->matches > 0)
            fprintf(file, "%s is stronger than %s with %s%.0f %% probability%s\n",
                    label_of(contest, stronger).text,
                    label_of(contest, is_reverse ? above : below).text, percent > 99 ? "over " : "",
                    fmin(percent, 99), is_reverse ? ", although it has a lower place" : "");
    }
}

static void print_faults(const struct contest *contest, const struct ranking *table, FILE *file)
{
    for (int i = 0; i < table->count; i++) {
        const struct rank *rank = &table->rank[i];

        bot_facts_print_faults(label_of(contest, rank).text, rank->broken, NULL, rank->wrecks,
                               rank->wasted, file);
    }
}

static void print_byes(const struct contest *contest, const struct ranking *table, FILE *file)
{
    for (int i = 0; i < table->count; i++) {
        const struct rank *rank = &table->rank[i];

        if (rank->byes == 1)
            fprintf(file, "%s had a bye, which counts as a match won with all rounds\n",
                    label_of(contest, rank).text);
        else if (rank->byes > 1)
            fprintf(file, "%s had %d byes, each of which counts as a match won with all rounds\n",
                    label_of(contest, rank).text, rank->byes);
    }
}

static void print_excluded(const struct contest *contest, FILE *file)
{
    for (int i = 0; i < contest->entrants_count; i++)
        if (contest->entrants[i].is_out && !contest->entrants[i].is_gone)
            fprintf(file, "excluded: %s: %s\n", entrant_label(&contest->entrants[i]).text,
                    contest->entrants[i].why);
}

static void print_head(const struct contest *contest, FILE *file)
{
    fprintf(file,
            "tournament %" PRId64 ": %s%s%s rules, %s, %" PRIu64 " round%s per match, seed %" PRIu64
            ", %d match%s played%s\n",
            contest->id, contest->terms.title, contest->terms.title[0] ? ", " : "",
            contest->terms.rules.name,
            contest_format_word((enum contest_format)contest->terms.format), contest->terms.rounds,
            text_s(contest->terms.rounds), contest->terms.seed.number, contest->matches_count,
            text_es((uint64_t)contest->matches_count),
            contest->is_complete ? "" : ", not complete");
}

/* Calls `show` for each table: one for each league, then that of all bots, for which the league is
 * NULL. The latter is left out if bots of different leagues never met. */
static enum error each_table(const struct contest *contest,
                             void (*show)(const struct contest *contest, const char *league,
                                          const struct ranking *table, FILE *file),
                             FILE *file, struct message *message)
{
    const char *league = NULL;
    enum error error = OK;

    for (int i = 0; !error && (i == 0 || league); i++) {
        struct ranking *table;

        league = contest_league(contest, i);
        if (!league && i > 0 && !contest_is_total(contest))
            break;
        error = make_table(contest, league, &table, message);
        if (!error)
            show(contest, league, table, file);
        free(table);
    }
    return error;
}

/* The framework calls the contest of all leagues total war. */
static void print_heading(const struct contest *contest, const char *league, FILE *file)
{
    if (league)
        fprintf(file, "\nleague %s", league);
    else if (contest_league(contest, 0))
        fputs("\ntotal war: all bots of all leagues", file);
    fputc('\n', file);
}

static void show_table(const struct contest *contest, const char *league,
                       const struct ranking *table, FILE *file)
{
    print_heading(contest, league, file);
    print_table(contest, table, file);
    fputc('\n', file);
    print_superiority(contest, table, file);
    print_byes(contest, table, file);
    print_faults(contest, table, file);
}

enum error tournament_table_print(const struct contest *contest, FILE *file,
                                  struct message *message)
{
    enum error error;

    print_head(contest, file);
    print_excluded(contest, file);
    error = each_table(contest, show_table, file, message);
    secret_print_contest(contest, file);
    return error;
}

/* --- from the last place up --------------------------------------------------------------------*/

static bool is_interactive(FILE *file)
{
    return isatty(STDIN_FILENO) && isatty(fileno(file));
}

/* Returns false if the audience has seen enough: `q`, or no more input. */
static bool wait_for_enter(FILE *file)
{
    int c, first;

    if (!is_interactive(file))
        return true;
    fflush(file);
    first = c = getchar();
    while (c != '\n' && c != EOF)
        c = getchar();
    return c != EOF && first != 'q';
}

static void print_slide(const struct reveal_slide *slide, FILE *file)
{
    const struct entrant *entrant = slide->entrant;

    if (slide->is_heading) {
        fprintf(file, "\n%s\n", slide->heading);
        return;
    }
    fprintf(file, "%d. %s%s%s%s: %s\n", slide->rank.rank, entrant_label(entrant).text,
            entrant->authors[0] ? " (" : "", entrant->authors, entrant->authors[0] ? ")" : "",
            reveal_figures(slide).text);
}

enum error tournament_table_reveal(const struct contest *contest, struct message *message)
{
    struct reveal_slide *slides;
    int count;
    enum error error = reveal_make(contest, &slides, &count, message);

    if (!error)
        print_head(contest, stdout);
    if (!error && is_interactive(stdout))
        puts("Press Enter for the next place, or q and Enter to stop.");
    for (int i = 0; !error && i < count; i++) {
        if (!slides[i].is_heading && !wait_for_enter(stdout))
            break;
        print_slide(&slides[i], stdout);
    }
    free(slides);
    return error;
}

/* --- JSON --------------------------------------------------------------------------------------*/

static void set_time(struct json_value *object, const char *key, int64_t when)
{
    time_t seconds = (time_t)when;
    char text[TIME_SIZE];
    struct tm parts;

    if (when && gmtime_r(&seconds, &parts) &&
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
        json_set(object, key, json_text(text));
}

static struct json_value *rank_json(const struct contest *contest, const struct rank *rank)
{
    const struct entrant *entrant = &contest->entrants[rank->entrant];
    struct json_value *row = json_new_object(), *seconds = json_new_object();

    json_set(row, "rank", json_int(rank->rank));
    json_set(row, "bot", json_text(entrant->name));
    json_set(row, "id", json_text(entrant->id));
    json_set(row, "authors", json_text(entrant->authors));
    json_set(row, "hash", json_text(entrant->hash));
    if (entrant->league[0] && contest_league(contest, 0))
        json_set(row, "league", json_text(entrant->league));
    json_set(row, "points", json_int(rank->points));
    json_set(row, "won", json_int(rank->won));
    json_set(row, "lost", json_int(rank->lost));
    json_set(row, "drawn", json_int(rank->drawn));
    if (contest->terms.format == FORMAT_SWISS)
        json_set(row, "byes", json_int(rank->byes));
    json_set(row, "rounds", json_uint(rank->rounds));
    json_set(row, "rounds_won", json_uint(rank->rounds_won));
    json_set(row, "rounds_lost", json_uint(rank->rounds_lost));
    json_set(row, "rounds_drawn", json_uint(rank->rounds_drawn));
    json_set(row, "elo", json_double(rank->elo));
    json_set(row, "elo_error", json_double(rank->elo_error));
    json_set(row, "mean_shots", json_double(rank->mean_shots));
    json_set(row, "enemy_shots", json_double(rank->enemy_shots));
    json_set(row, "wasted", json_uint(rank->wasted));
    json_set(row, "wrecks", json_uint(rank->wrecks));
    json_set(row, "broken", bot_facts_broken_json(rank->broken));
    json_set(seconds, "answer", json_double(1e-6 * rank->micros_per_answer));
    json_set(seconds, "slowest", json_double(1e-3 * rank->slowest_ms));
    json_set(row, "seconds", seconds);
    return row;
}

static struct json_value *table_json(const struct contest *contest, const struct ranking *table)
{
    struct json_value *rows = json_new_array();

    for (int i = 0; i < table->count; i++) {
        struct json_value *row = rank_json(contest, &table->rank[i]);

        if (i + 1 < table->count)
            json_set(row, "superiority",
                     json_double(standings_superiority(&table->rank[i], &table->rank[i + 1])));
        json_append(rows, row);
    }
    return rows;
}

static struct json_value *side_json(const struct contest *contest,
                                    const struct contest_match *match, int side)
{
    const struct contest_side *figures = &match->side[side];
    int entrant = side == 0 ? match->pairing.a : match->pairing.b;
    struct json_value *object = json_new_object();

    json_set(object, "bot", json_text(contest->entrants[entrant].name));
    json_set(object, "id", json_text(contest->entrants[entrant].id));
    json_set(object, "points", json_int(contest_match_points(match, side)));
    json_set(object, "won", json_uint(figures->won));
    json_set(object, "mean_shots",
             json_double(match->whole ? (double)figures->shots / (double)match->whole : NAN));
    json_set(object, "broken", bot_facts_broken_json(figures->broken));
    return object;
}

static int by_number(const void *a, const void *b)
{
    uint64_t left = ((const struct contest_match *)a)->pairing.number;
    uint64_t right = ((const struct contest_match *)b)->pairing.number;

    return (left > right) - (left < right);
}

/* Sorted by number, whatever the order in which they were played. */
static enum error matches_json(const struct contest *contest, struct json_value *root,
                               struct message *message)
{
    struct json_value *array = json_new_array();
    struct seed shown = secret_of_contest(contest);
    char signature[17], secret[SECRET_TEXT_SIZE];
    size_t size = (size_t)contest->matches_count * sizeof(struct contest_match);
    struct contest_match *order = malloc(size + 1);

    if (!order) {
        json_free(array);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    if (size)
        memcpy(order, contest->matches, size);
    qsort(order, (size_t)contest->matches_count, sizeof *order, by_number);
    for (int i = 0; i < contest->matches_count; i++) {
        const struct contest_match *match = &order[i];
        struct json_value *object = json_new_object();

        json_set(object, "match", json_uint(match->pairing.number));
        if (contest->terms.format == FORMAT_SWISS)
            json_set(object, "stage", json_int(match->pairing.stage + 1));
        snprintf(signature, sizeof signature, "%016" PRIx64, match->signature);
        json_set(object, "signature", json_text(signature));
        json_set(object, "a", side_json(contest, match, 0));
        json_set(object, "b", side_json(contest, match, 1));
        json_set(object, "drawn", json_uint(match->drawn));
        json_set(object, "rounds", json_uint(match->rounds));
        json_set(object, "seconds", json_double(match->seconds));
        seed_print_secret(&match->seed, secret);
        if (contest->is_complete && secret[0] && !seed_same_secret(&match->seed, &shown))
            json_set(object, "secret", json_text(secret));
        json_append(array, object);
    }
    json_set(root, "matches", array);
    free(order);
    return OK;
}

static void excluded_json(const struct contest *contest, struct json_value *root)
{
    struct json_value *array = json_new_array();

    for (int i = 0; i < contest->entrants_count; i++)
        if (contest->entrants[i].is_out && !contest->entrants[i].is_gone) {
            struct json_value *object = json_new_object();

            json_set(object, "bot", json_text(contest->entrants[i].name));
            json_set(object, "id", json_text(contest->entrants[i].id));
            json_set(object, "why", json_text(contest->entrants[i].why));
            json_append(array, object);
        }
    json_set(root, "out", array);
}

static enum error leagues_json(const struct contest *contest, struct json_value *root,
                               struct message *message)
{
    struct json_value *object = json_new_object();
    const char *league;
    enum error error = OK;

    for (int i = 0; !error && (league = contest_league(contest, i)) != NULL; i++) {
        struct ranking *table;

        error = make_table(contest, league, &table, message);
        if (!error)
            json_set(object, league, table_json(contest, table));
        free(table);
    }
    json_set(root, "leagues", object);
    return error;
}

enum error tournament_table_fill_json(const struct contest *contest, struct json_value *root,
                                      struct message *message)
{
    struct json_value *seconds;
    struct ranking *table;
    struct seed seed;
    enum error error = make_table(contest, NULL, &table, message);

    if (error)
        return error;
    seconds = json_new_object();
    json_set(root, "id", json_int(contest->id));
    json_set(root, "title", json_text(contest->terms.title));
    json_set(root, "rules", json_text(contest->terms.rules.name));
    seed = secret_of_contest(contest);
    secret_set_json(&seed, root);
    json_set(root, "rounds", json_uint(contest->terms.rounds));
    json_set(root, "format",
             json_text(contest_format_word((enum contest_format)contest->terms.format)));
    if (contest->terms.format == FORMAT_GAUNTLET)
        json_set(root, "leaders", json_int(contest->terms.leaders));
    json_set(root, "paired", json_bool(contest->terms.paired));
    json_set(root, "total", json_bool(contest_league(contest, 0) && contest_is_total(contest)));
    json_set(root, "max_broken", json_int(contest->terms.max_broken));
    json_set(root, "limits", bot_facts_limits_json(&contest->terms.limits));
    json_set(root, "complete", json_bool(contest->is_complete));
    set_time(seconds, "started", contest->started);
    set_time(seconds, "ended", contest->ended);
    json_set(root, "seconds", seconds);
    json_set(root, "standings", table_json(contest, table));
    free(table);
    excluded_json(contest, root);
    if (contest_league(contest, 0))
        error = leagues_json(contest, root, message);
    return error ? error : matches_json(contest, root, message);
}

/* --- CSV ---------------------------------------------------------------------------------------*/

/* A quoted field and a comma. A text that a spreadsheet would take for a formula gets an
 * apostrophe. */
static void print_field(const char *text, FILE *file)
{
    fputc('"', file);
    if (text[0] && strchr("=+-@\t\r", text[0]))
        fputc('\'', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputs("\",", file);
}

/* A number and a comma. The field is empty if there is no number. */
static void print_csv_number(double number, int digits, FILE *file)
{
    if (isfinite(number))
        fprintf(file, "%.*f", digits, number);
    fputc(',', file);
}

static void print_csv_row(const struct contest *contest, const struct rank *rank, FILE *file)
{
    const struct entrant *entrant = &contest->entrants[rank->entrant];

    fprintf(file, "%d,", rank->rank);
    print_field(entrant->name, file);
    print_field(entrant->id, file);
    print_field(entrant->authors, file);
    print_field(contest_league(contest, 0) ? entrant->league : "", file);
    fprintf(file, "%d,%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", rank->points, rank->won,
            rank->drawn, rank->lost, rank->rounds_won, rank->rounds_drawn, rank->rounds_lost);
    print_csv_number(rank->elo, 1, file);
    print_csv_number(rank->elo_error, 1, file);
    print_csv_number(rank->mean_shots, 4, file);
    print_csv_number(rank->enemy_shots, 4, file);
    fprintf(file, "%" PRIu64 ",%" PRIu64, rank->wasted, rank->wrecks);
    fputc(',', file);
    if (isfinite(rank->micros_per_answer))
        fprintf(file, "%.2f", rank->micros_per_answer);
    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        fprintf(file, ",%" PRIu64, rank->broken[kind]);
    fputc('\n', file);
}

/* Each bot has one line: in the table of all bots if there is one, otherwise in its league's. */
static void print_csv_table(const struct contest *contest, const char *league,
                            const struct ranking *table, FILE *file)
{
    for (int i = 0; (!league || !contest_is_total(contest)) && i < table->count; i++)
        print_csv_row(contest, &table->rank[i], file);
}

enum error tournament_table_print_csv(const struct contest *contest, FILE *file,
                                      struct message *message)
{
    fputs("rank,bot,id,authors,league,points,won,drawn,lost,rounds_won,rounds_drawn,rounds_lost,"
          "elo,elo_error,mean_shots,enemy_shots,wasted,wrecks,microseconds_per_answer",
          file);
    for (int kind = 1; kind < BROKEN_KINDS; kind++)
        fprintf(file, ",%s", bot_broken_word((enum broken)kind));
    fputc('\n', file);
    return each_table(contest, print_csv_table, file, message);
}
