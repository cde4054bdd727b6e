/* The sections of the page that tournament_page.c writes. */
#ifndef BROADSIDE_REPORT_PAGE_INTERNAL_H
#define BROADSIDE_REPORT_PAGE_INTERNAL_H

#include "report/tournament_page.h"

/* The parts of the page that scripts/embed-report makes from src/report/assets and from the replay
 * viewer in web/: the style sheet, the script that sets the theme and the main one, the script of
 * the worker that runs the engine, and the signs of the viewer. */
extern const char page_css[], theme_js[], page_js[], worker_js[], signs_svg[];
extern const size_t page_css_size, theme_js_size, page_js_size, worker_js_size, signs_svg_size;

/* The name of a bot, in an element that keeps its writing direction to itself. */
void page_name(const struct tournament_page *page, int entrant, FILE *file);

/* The same as a link to its charts. */
void page_link(const struct tournament_page *page, int entrant, FILE *file);

/* The ID of a bot, or its name if it has none of its own. */
const char *page_id_text(const struct tournament_page *page, int entrant);
void page_id(const struct tournament_page *page, int entrant, FILE *file);

/* The ID in small letters; nothing if it is the name. */
void page_id_note(const struct tournament_page *page, int entrant, FILE *file);

/* Whether the ID says more than the name. */
bool page_has_id(const struct tournament_page *page, int entrant);

/* Starts a section, which the reader can fold. `title` is markup. */
void page_section(const char *id, const char *title, FILE *file);
void page_section_end(FILE *file);

/* Starts the part of a league, which the reader can fold; nothing if there is only one table. */
void page_league(const struct tournament_page *page, int table, bool is_open, FILE *file);
void page_league_end(const struct tournament_page *page, FILE *file);

/* Whether the details of a table are open at first: not those of a league that repeat what the
 * table of all bots shows. */
bool page_opens(const struct tournament_page *page, int table);
void page_league_name(const struct page_table *table, FILE *file);

/* page_tables.c */
void page_standings(const struct tournament_page *page, int table, FILE *file);
enum error page_cross(const struct tournament_page *page, int table, FILE *file,
                      struct message *message);

/* page_charts.c: charts as SVG. All bots of a page share one range of shots. */
struct page_range {
    int least, most; /* shots */
    int width, bins; /* of a histogram */
};
struct page_range page_range(const struct tournament_page *page);
void page_chart_histogram(const struct page_bot *bot, const struct page_range *range, FILE *file);
void page_chart_learning(const struct tournament_page *page, const struct page_bot *bot,
                         FILE *file);
void page_chart_winning(const struct tournament_page *page, const struct page_bot *bot, FILE *file);

/* The first `series` bots of a table in one chart. */
enum { PAGE_SERIES = 6 };
void page_chart_cumulative(const struct tournament_page *page, const struct page_range *range,
                           const int *entrants, int series, FILE *file);
void page_chart_learning_all(const struct tournament_page *page, const int *entrants, int series,
                             FILE *file);

/* page_heat.c: a board as a heat map; `rounds` is at least 1. */
void page_chart_heat(const struct rules *rules, const uint64_t *counts, uint64_t rounds,
                     const char *what, FILE *file);

/* page_bots.c */
void page_best(const struct tournament_page *page, int table, const struct page_range *range,
               FILE *file);
void page_bots(const struct tournament_page *page, const struct page_range *range, FILE *file);

/* page_trouble.c */
void page_trouble(const struct tournament_page *page, FILE *file);
void page_excluded(const struct tournament_page *page, FILE *file);

/* page_matches.c: the list of all matches, to which the cells of the cross tables lead. */
enum error page_matches(const struct tournament_page *page, FILE *file, struct message *message);

/* Links to the recorded rounds of a match that a side broke. */
enum { PAGE_ANY_SIDE = -1 };
void page_broken_links(const struct tournament_page *page, uint64_t match, int side, FILE *file);

/* The next comment of a record that says who broke the round, and how; false after the last. */
bool page_next_broken(struct slice *text, int *side, struct slice *why);

/* page_viewer.c */
void page_viewer(const struct tournament_page *page, FILE *file);

/* Whether rounds can be replayed in the page. */
bool page_has_engine(const struct tournament_page *page);

#endif
