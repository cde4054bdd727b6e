/* Standings and cross tables of the page. Empty columns are left out. */
#include "report/bot_facts.h"
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* A proper minus sign, so that columns of figures line up. */
static void put_signed(FILE *file, double value, int digits)
{
    double rounded = fabs(value) < 0.5 * pow(10, -digits) ? 0 : value;

    fprintf(file, "%s%.*f",
            rounded < 0   ? "&minus;"
            : rounded > 0 ? "+"
                          : "",
            digits, fabs(rounded));
}

/* --- standings ---------------------------------------------------------------------------------*/

/* Which columns the table has. */
struct columns {
    bool ids, wasted, wrecks, time, broken;
    double low, high; /* ends of the Elo axis */
};

static struct columns columns_of(const struct tournament_page *page, const struct page_table *table)
{
    struct columns columns = {.low = -10, .high = 10};

    for (int i = 0; i < table->count; i++) {
        const struct rank *rank = &table->ranks[i];

        columns.ids |= page_has_id(page, rank->entrant);
        columns.wasted |= rank->wasted > 0;
        columns.wrecks |= rank->wrecks > 0;
        columns.time |= rank->micros_per_answer > 0;
        columns.broken |= bot_facts_broken_sum(rank->broken) > 0;
        columns.low = fmin(columns.low, rank->elo - rank->elo_error);
        columns.high = fmax(columns.high, rank->elo + rank->elo_error);
    }
    return columns;
}

static void put_column(FILE *file, const char *name, const char *about)
{
    fprintf(file, "<th scope=\"col\" title=\"%s\">%s</th>", about, name);
}

static void put_columns(const struct columns *columns, FILE *file)
{
    fputs("<thead><tr>", file);
    put_column(file, "#", "Place");
    if (columns->ids)
        fputs("<th scope=\"col\" class=\"id\" title=\"What the bot is called by\">ID</th>", file);
    fputs("<th scope=\"col\" class=\"name\">Bot</th>", file);
    put_column(file, "Points", "Matches won minus matches lost");
    put_column(file, "Matches", "Won, drawn, lost; a bye counts as won");
    put_column(file, "Rounds won", "Rounds won, and their share");
    put_column(file, "Elo", "Rating, and half of its 95 % interval; 0 is the mean of the table");
    fputs(
        "<th scope=\"col\" class=\"elo\" title=\"The rating with its 95 % interval\">Interval</th>",
        file);
    put_column(file, "Above the next",
               "Probability of being stronger than the bot one place below");
    put_column(file, "Shots", "Mean shots fired in a whole round");
    put_column(file, "Enemy shots", "Mean shots that its opponents fired in a whole round");
    if (columns->wasted)
        put_column(file, "Wasted", "Shots off the board or on cells already shot");
    if (columns->wrecks)
        put_column(file, "Wrecks", "Ships lost to bad placement");
    if (columns->time)
        put_column(file, "Time per answer",
                   "A guest&rsquo;s mean time to answer, and its slowest answer");
    if (columns->broken)
        put_column(file, "Broken", "Rounds that the bot broke");
    fputs("</tr></thead>\n", file);
}

/* The rating and its interval, on an axis that all rows share. */
static void put_whisker(const struct rank *rank, const struct columns *columns, FILE *file)
{
    double scale = 112 / (columns->high - columns->low);
    double zero = 4 - scale * columns->low, half = scale * rank->elo_error;
    double middle = zero + scale * rank->elo;

    fprintf(file,
            "<td class=\"elo\" data-v=\"%.4f\"><svg viewBox=\"0 0 120 16\" role=\"img\" "
            "aria-label=\"from %.0f to %.0f\"><path class=\"zero\" d=\"M%.1f 0V16\"/>"
            "<path class=\"bar\" d=\"M%.1f 8H%.1f\"/><circle cx=\"%.1f\" cy=\"8\" r=\"3.5\"/>"
            "</svg></td>",
            rank->elo_error, rank->elo - rank->elo_error, rank->elo + rank->elo_error, zero,
            middle - half, middle + half, middle);
}

static void put_bot(const struct tournament_page *page, const struct rank *rank,
                    const struct columns *columns, FILE *file)
{
    const struct entrant *entrant = &page->entrants[rank->entrant];

    fprintf(file, "<tr><td>%d</td>", rank->rank);
    if (columns->ids) {
        fputs("<td class=\"id\">", file);
        if (page_has_id(page, rank->entrant))
            page_id(page, rank->entrant, file);
        fputs("</td>", file);
    }
    fputs("<th scope=\"row\" class=\"name\">", file);
    page_link(page, rank->entrant, file);
    if (entrant->authors[0]) {
        fputs(" <small><bdi>", file);
        html_text(file, entrant->authors);
        fputs("</bdi></small>", file);
    }
    fputs("</th>", file);
}

static void put_time(FILE *file, double micros)
{
    if (micros >= 1e6)
        fprintf(file, "%.2f&nbsp;s", micros / 1e6);
    else if (micros >= 1e3)
        fprintf(file, "%.1f&nbsp;ms", micros / 1e3);
    else
        fprintf(file, "%.0f&nbsp;&micro;s", micros);
}

/* Never rounded to 0 or 100, which would be certain. */
static void put_chance(FILE *file, double percent)
{
    bool is_extreme = percent < 0.95 || percent >= 99.5;

    fprintf(file, "%s%.*f&nbsp;%%",
            percent > 99.9  ? "&gt;"
            : percent < 0.1 ? "&lt;"
                            : "",
            is_extreme ? 1 : 0, fmin(fmax(percent, 0.1), 99.9));
}

/* A cell with a number; empty if there is none, and sorted last. */
static void put_number(FILE *file, double number)
{
    if (isfinite(number))
        fprintf(file, "<td>%.2f</td>", number);
    else
        fputs("<td data-v=\"-1\">&ndash;</td>", file);
}

static void put_rating(const struct rank *rank, const struct columns *columns, FILE *file)
{
    if (!isfinite(rank->elo)) {
        fputs("<td data-v=\"-1e9\">&ndash;</td><td class=\"elo\" data-v=\"1e9\"></td>", file);
        return;
    }
    fprintf(file, "<td data-v=\"%.4f\">", rank->elo);
    put_signed(file, rank->elo, 0);
    fprintf(file, " <small>&plusmn;%.0f</small></td>", rank->elo_error);
    put_whisker(rank, columns, file);
}

static void put_strength(const struct rank *rank, const struct rank *next,
                         const struct columns *columns, FILE *file)
{
    fprintf(file, "<td class=\"points\" data-v=\"%d\"><b>", rank->points);
    put_signed(file, rank->points, 0);
    fprintf(file, "</b></td><td data-v=\"%d\">%d&ndash;%d&ndash;%d", rank->won - rank->lost,
            rank->won, rank->drawn, rank->lost);
    if (rank->byes > 0)
        fprintf(file, " <small>with %d bye%s</small>", rank->byes, text_s((uint64_t)rank->byes));
    fprintf(file, "</td><td data-v=\"%" PRIu64 "\"><span class=\"rounds\">", rank->rounds_won);
    html_count(file, rank->rounds_won);
    fputs("</span>", file);
    if (rank->rounds > 0)
        fprintf(file, " <small>%.1f&nbsp;%%</small>",
                100 * (double)rank->rounds_won / (double)rank->rounds);
    fputs("</td>", file);
    put_rating(rank, columns, file);
    if (next && rank->matches > 0 && next->matches > 0) {
        double chance = 100 * standings_superiority(rank, next);

        fprintf(file, "<td data-v=\"%.4f\">", chance);
        put_chance(file, chance);
        fputs("</td>", file);
    } else {
        fputs("<td data-v=\"-1\"></td>", file);
    }
}

static void put_row(const struct tournament_page *page, const struct rank *rank,
                    const struct rank *next, const struct columns *columns, FILE *file)
{
    put_bot(page, rank, columns, file);
    put_strength(rank, next, columns, file);
    put_number(file, rank->mean_shots);
    put_number(file, rank->enemy_shots);
    if (columns->wasted) {
        fprintf(file, "<td data-v=\"%" PRIu64 "\">", rank->wasted);
        html_count(file, rank->wasted);
        fputs("</td>", file);
    }
    if (columns->wrecks) {
        fprintf(file, "<td data-v=\"%" PRIu64 "\">", rank->wrecks);
        html_count(file, rank->wrecks);
        fputs("</td>", file);
    }
    if (columns->time && rank->micros_per_answer > 0) {
        fprintf(file, "<td data-v=\"%.3f\">", rank->micros_per_answer);
        put_time(file, rank->micros_per_answer);
        fputs(" <small>slowest ", file);
        put_time(file, rank->slowest_ms * 1000);
        fputs("</small></td>", file);
    } else if (columns->time) {
        fputs("<td data-v=\"-1\"></td>", file);
    }
    if (columns->broken) {
        fprintf(file, "<td data-v=\"%" PRIu64 "\"%s>", bot_facts_broken_sum(rank->broken),
                bot_facts_broken_sum(rank->broken) ? " class=\"bad\"" : "");
        html_count(file, bot_facts_broken_sum(rank->broken));
        fputs("</td>", file);
    }
    fputs("</tr>\n", file);
}

void page_standings(const struct tournament_page *page, int table, FILE *file)
{
    const struct page_table *shown = &page->tables[table];
    struct columns columns = columns_of(page, shown);

    if (shown->count == 0)
        return;
    page_league(page, table, true, file);
    fprintf(file,
            "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Standings\">"
            "<table class=\"standings sort%s\">\n<caption class=\"quiet\">Standings: ",
            shown->league ? "" : " all");
    page_league_name(shown, file);
    fputs("</caption>\n", file);
    put_columns(&columns, file);
    fputs("<tbody>\n", file);
    for (int i = 0; i < shown->count; i++)
        put_row(page, &shown->ranks[i], i + 1 < shown->count ? &shown->ranks[i + 1] : NULL,
                &columns, file);
    fputs("</tbody></table></div>\n", file);
    page_league_end(page, file);
}

/* --- cross table -------------------------------------------------------------------------------*/

/* All matches of the row's bot against the column's bot. */
struct meeting {
    uint64_t won, lost, drawn;
    uint64_t first; /* the number of the first match */
    int matches, points;
};

/* What is in a cell depends on how many of them have to fit beside each other. */
enum density { ROOMY, NARROW, DENSE, TOO_WIDE };
static const char *const density_classes[] = {"roomy", "narrow", "dense", "dense too-wide"};

static enum density density_of(int count)
{
    return count <= 12 ? ROOMY : count <= 24 ? NARROW : count <= 40 ? DENSE : TOO_WIDE;
}

static void add_match(const struct contest_match *match, int side, struct meeting *meeting)
{
    meeting->won += match->side[side].won;
    meeting->lost += match->side[1 - side].won;
    meeting->drawn += match->drawn;
    meeting->points += contest_match_points(match, side);
    if (meeting->matches++ == 0)
        meeting->first = match->pairing.number;
}

static void collect(const struct tournament_page *page, const struct page_table *table, int count,
                    struct meeting *meetings)
{
    int place[MAX_ENTRANTS];

    for (int i = 0; i < MAX_ENTRANTS; i++)
        place[i] = -1;
    for (int i = 0; i < count; i++)
        place[table->ranks[i].entrant] = i;
    for (int i = 0; i < page->matches_count; i++) {
        const struct pairing *pairing = &page->matches[i].pairing;
        int a = place[pairing->a], b = place[pairing->b];

        if (a >= 0 && b >= 0) {
            add_match(&page->matches[i], 0, &meetings[a * count + b]);
            add_match(&page->matches[i], 1, &meetings[b * count + a]);
        }
    }
}

/* Links to the matches after the first, by their points. */
static void put_more_matches(const struct tournament_page *page, int row, int column, FILE *file)
{
    bool is_first = true;

    for (int i = 0; i < page->matches_count; i++) {
        const struct contest_match *match = &page->matches[i];
        const struct pairing *pairing = &match->pairing;

        if (pairing->a + pairing->b != row + column || (pairing->a != row && pairing->b != row))
            continue;
        if (!is_first) {
            fprintf(file, "<a href=\"#match-%" PRIu64 "\"><small>", pairing->number);
            put_signed(file, contest_match_points(match, pairing->a == row ? 0 : 1), 0);
            fputs("</small></a>", file);
        }
        is_first = false;
    }
}

static void put_meeting(const struct tournament_page *page, int row, int column,
                        const struct meeting *meeting, enum density density, FILE *file)
{
    uint64_t rounds = meeting->won + meeting->lost + meeting->drawn;
    double share =
        rounds ? ((double)meeting->won + 0.5 * (double)meeting->drawn) / (double)rounds : 0.5;

    if (meeting->matches == 0) {
        fputs("<td></td>", file);
        return;
    }
    fprintf(file, "<td class=\"w%d\"><a href=\"#match-%" PRIu64 "\" title=\"",
            (int)lround(share * 10), meeting->first);
    html_text(file, page_id_text(page, row));
    fputs(" : ", file);
    html_text(file, page_id_text(page, column));
    fprintf(file, "&#10;rounds %" PRIu64 " : %" PRIu64, meeting->won, meeting->lost);
    if (meeting->drawn)
        fprintf(file, ", drawn %" PRIu64, meeting->drawn);
    fprintf(file, " (%.1f %%)&#10;points ", 100 * share);
    put_signed(file, meeting->points, 0);
    if (meeting->matches > 1)
        fprintf(file, " in %d matches", meeting->matches);
    fputs("\">", file);
    if (density >= DENSE) {
        fprintf(file, "%.0f</a>", 100 * share);
    } else {
        html_count(file, meeting->won);
        fputs("<small>", file);
        put_signed(file, meeting->points, 0);
        fputs("</small></a>", file);
    }
    if (meeting->matches > 1)
        put_more_matches(page, row, column, file);
    fputs("</td>", file);
}

/* A heading: the bot's ID, which the style cuts if it is too long. */
static void put_head(const struct tournament_page *page, int entrant, FILE *file)
{
    fprintf(file, "<a href=\"#bot-%d\" title=\"", entrant);
    html_text(file, page->entrants[entrant].name);
    fputs("\">", file);
    page_id(page, entrant, file);
    fputs("</a>", file);
}

static void put_meetings(const struct tournament_page *page, const struct page_table *table,
                         int count, const struct meeting *meetings, FILE *file)
{
    enum density density = density_of(count);

    fprintf(file,
            "<p class=\"note\">%s</p>\n<div class=\"wide %s\" tabindex=\"0\" role=\"group\" "
            "aria-label=\"Cross table\"><table class=\"cross\">\n<caption class=\"quiet\">The "
            "row's bot against the column's bot</caption>\n<thead><tr><td></td>",
            density >= DENSE ? "The share of rounds won in percent; a drawn round counts as half."
                             : "Rounds won, with the match points below.",
            density_classes[density]);
    for (int i = 0; i < count; i++) {
        fputs("<th scope=\"col\">", file);
        put_head(page, table->ranks[i].entrant, file);
        fprintf(file, " <small>%d</small></th>", table->ranks[i].rank);
    }
    fputs("</tr></thead>\n<tbody>\n", file);
    for (int row = 0; row < count; row++) {
        fprintf(file, "<tr><th scope=\"row\"><small>%d</small> ", table->ranks[row].rank);
        put_head(page, table->ranks[row].entrant, file);
        fputs("</th>", file);
        for (int column = 0; column < count; column++)
            if (row == column)
                fputs("<td class=\"self\"></td>", file);
            else
                put_meeting(page, table->ranks[row].entrant, table->ranks[column].entrant,
                            &meetings[row * count + column], density, file);
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

enum error page_cross(const struct tournament_page *page, int table, FILE *file,
                      struct message *message)
{
    const struct page_table *shown = &page->tables[table];
    int count = shown->count < PAGE_CROSS ? shown->count : PAGE_CROSS;
    struct meeting *meetings;

    if (count < 2)
        return OK;
    meetings = calloc((size_t)count * (size_t)count, sizeof *meetings);
    if (!meetings)
        return error_set(ERR_MEMORY, message, "out of memory");
    collect(page, shown, count, meetings);
    page_league(page, table, page_opens(page, table), file);
    put_meetings(page, shown, count, meetings, file);
    if (count < shown->count)
        fprintf(file, "<p class=\"note\">The top %d of %d bots.</p>\n", count, shown->count);
    page_league_end(page, file);
    free(meetings);
    return OK;
}
