/* Standings and cross tables of the page. Empty columns are left out. */
#include "report/bot_facts.h"
#include "report/html.h"
#include "report/page_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    bool authors, wasted, wrecks, time, broken;
    double low, high; /* ends of the Elo axis */
};

static struct columns columns_of(const struct tournament_page *page, const struct page_table *table)
{
    struct columns columns = {.low = -10, .high = 10};

    for (int i = 0; i < table->count; i++) {
        const struct rank *rank = &table->ranks[i];
        const struct entrant *entrant = &page->entrants[rank->entrant];

        columns.authors |= entrant->authors[0] != '\0';
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
    fputs("<th scope=\"col\" class=\"name\">Bot</th>", file);
    if (columns->authors)
        fputs("<th scope=\"col\" class=\"name\">Authors</th>", file);
    put_column(file, "Points", "Matches won minus matches lost");
    put_column(file, "Matches", "Won, drawn, lost");
    put_column(file, "Rounds won", "Rounds won, and their share");
    put_column(file, "Elo", "Rating, and half of its 95 % interval; 0 is the mean of the table");
    put_column(file, "Interval", "The rating with its 95 % interval");
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

    fprintf(file, "<tr><td>%d</td><th scope=\"row\" class=\"name\">", rank->rank);
    page_link(page, rank->entrant, file);
    if (entrant->id[0] && strcmp(entrant->id, entrant->name) != 0) {
        fputs(" <small><bdi>", file);
        html_text(file, entrant->id);
        fputs("</bdi></small>", file);
    }
    fputs("</th>", file);
    if (columns->authors) {
        fputs("<td class=\"name\"><bdi>", file);
        html_text(file, entrant->authors);
        fputs("</bdi></td>", file);
    }
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

static void put_strength(const struct rank *rank, const struct rank *next,
                         const struct columns *columns, FILE *file)
{
    double share = rank->rounds ? 100 * (double)rank->rounds_won / (double)rank->rounds : 0;

    fprintf(file, "<td data-v=\"%d\"><b>", rank->points);
    put_signed(file, rank->points, 0);
    fprintf(file, "</b></td><td data-v=\"%d\">%d&ndash;%d&ndash;%d</td><td data-v=\"%" PRIu64 "\">",
            rank->won - rank->lost, rank->won, rank->drawn, rank->lost, rank->rounds_won);
    html_count(file, rank->rounds_won);
    fprintf(file, " <small>%.1f&nbsp;%%</small></td><td data-v=\"%.4f\">", share, rank->elo);
    put_signed(file, rank->elo, 0);
    fprintf(file, " <small>&plusmn;%.0f</small></td>", rank->elo_error);
    put_whisker(rank, columns, file);
    if (next) {
        double chance = 100 * standings_superiority(rank, next);

        fprintf(file, "<td data-v=\"%.4f\">%s%.*f&nbsp;%%</td>", chance,
                chance > 99.9 ? "&gt;" : "", chance > 99.9 ? 1 : 0, chance > 99.9 ? 99.9 : chance);
    } else {
        fputs("<td data-v=\"-1\"></td>", file);
    }
}

static void put_row(const struct tournament_page *page, const struct rank *rank,
                    const struct rank *next, const struct columns *columns, FILE *file)
{
    put_bot(page, rank, columns, file);
    put_strength(rank, next, columns, file);
    fprintf(file, "<td>%.2f</td><td>%.2f</td>", rank->mean_shots, rank->enemy_shots);
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

/* The heading of a league; nothing if there is only one table. */
void page_league(const struct tournament_page *page, const struct page_table *table, FILE *file)
{
    if (page->tables_count < 2)
        return;
    fputs("<h3><bdi>", file);
    html_text(file, table->league ? table->league : "Total war: all bots");
    fputs("</bdi></h3>\n", file);
}

void page_standings(const struct tournament_page *page, int table, FILE *file)
{
    const struct page_table *shown = &page->tables[table];
    struct columns columns = columns_of(page, shown);

    if (shown->count == 0)
        return;
    page_league(page, shown, file);
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Standings\">"
          "<table class=\"standings sort\">\n<caption class=\"quiet\">Standings",
          file);
    if (shown->league) {
        fputs(" of <bdi>", file);
        html_text(file, shown->league);
        fputs("</bdi>", file);
    }
    fputs("</caption>\n", file);
    put_columns(&columns, file);
    fputs("<tbody>\n", file);
    for (int i = 0; i < shown->count; i++)
        put_row(page, &shown->ranks[i], i + 1 < shown->count ? &shown->ranks[i + 1] : NULL,
                &columns, file);
    fputs("</tbody></table></div>\n", file);
}

/* --- cross table -------------------------------------------------------------------------------*/

/* All matches of the row's bot against the column's bot. */
struct meeting {
    uint64_t won, lost, drawn;
    int matches, points;
};

static void add_match(const struct contest_match *match, int side, struct meeting *meeting)
{
    meeting->won += match->side[side].won;
    meeting->lost += match->side[1 - side].won;
    meeting->drawn += match->drawn;
    meeting->points += contest_match_points(match, side);
    meeting->matches++;
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

static void put_meeting(const struct tournament_page *page, int row, int column,
                        const struct meeting *meeting, FILE *file)
{
    uint64_t rounds = meeting->won + meeting->lost + meeting->drawn;
    double share =
        rounds ? ((double)meeting->won + 0.5 * (double)meeting->drawn) / (double)rounds : 0.5;

    if (meeting->matches == 0) {
        fputs("<td></td>", file);
        return;
    }
    fprintf(file, "<td class=\"w%d\" title=\"", (int)lround(share * 10));
    html_text(file, page->entrants[row].name);
    fputs(" : ", file);
    html_text(file, page->entrants[column].name);
    fprintf(file, "&#10;rounds %" PRIu64 " : %" PRIu64, meeting->won, meeting->lost);
    if (meeting->drawn)
        fprintf(file, ", drawn %" PRIu64, meeting->drawn);
    fprintf(file, " (%.1f %%)&#10;points ", 100 * share);
    put_signed(file, meeting->points, 0);
    if (meeting->matches > 1)
        fprintf(file, " in %d matches", meeting->matches);
    fputs("\">", file);
    html_count(file, meeting->won);
    fputs("<small>", file);
    put_signed(file, meeting->points, 0);
    fputs("</small></td>", file);
}

static void put_heads(const struct tournament_page *page, const struct page_table *table, int count,
                      FILE *file)
{
    fputs("<thead><tr><td></td>", file);
    for (int i = 0; i < count; i++) {
        fputs("<th scope=\"col\"><span>", file);
        page_name(page, table->ranks[i].entrant, file);
        fputs("</span></th>", file);
    }
    fputs("</tr></thead>\n<tbody>\n", file);
}

static void put_meetings(const struct tournament_page *page, const struct page_table *table,
                         int count, const struct meeting *meetings, FILE *file)
{
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Cross table\">"
          "<table class=\"cross\">\n<caption class=\"quiet\">Rounds won by row against "
          "column</caption>\n",
          file);
    put_heads(page, table, count, file);
    for (int row = 0; row < count; row++) {
        fputs("<tr><th scope=\"row\" class=\"name\">", file);
        fprintf(file, "<small>%d</small> ", table->ranks[row].rank);
        page_link(page, table->ranks[row].entrant, file);
        fputs("</th>", file);
        for (int column = 0; column < count; column++)
            if (row == column)
                fputs("<td class=\"self\"></td>", file);
            else
                put_meeting(page, table->ranks[row].entrant, table->ranks[column].entrant,
                            &meetings[row * count + column], file);
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
    page_league(page, shown, file);
    put_meetings(page, shown, count, meetings, file);
    if (count < shown->count)
        fprintf(file, "<p class=\"note\">The top %d of %d bots.</p>\n", count, shown->count);
    free(meetings);
    return OK;
}
