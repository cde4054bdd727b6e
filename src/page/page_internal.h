/* Shared by the files of the page. A verb reads its request, and writes its reply between
 * reply_begin and reply_end, which page_call adds. After an error, what it wrote is dropped and the
 * message becomes the reply. */
#ifndef BROADSIDE_PAGE_INTERNAL_H
#define BROADSIDE_PAGE_INTERNAL_H

#include "page/page.h"
#include "page/reply.h"
#include "session/flow.h"
#include "session/heat.h"
#include "session/known.h"
#include "session/placing.h"
#include "session/playback.h"
#include "session/recorded_game.h"

struct coach;
struct posterior;
struct puzzle;
struct verdict;

/* The moves of the current game in words, as JSON: for each side what it may read, and for NOBODY
 * everything. Kept, because telling a game again for every reply would take longer than the game.
 */
struct page_log {
    int moves;
    struct move move; /* the latest, if there is one */
    struct outcome outcome;
    struct buffer items[3];
};

struct page {
    struct flow flow;
    bool has_coach;
    struct page_log log;
    struct placing placing;
    int placing_side; /* whose fleet `placing` is; NOBODY if it is not in use */
    struct heat_cache *heat;
    struct playback *replay; /* NULL if no record is open */
    struct buffer replay_record;
    struct coach *coach;
    struct posterior *posterior;
    struct puzzle *puzzle; /* NULL if none is open */
    bool is_hinted;        /* the puzzle */
    struct reply reply;
};

struct request {
    struct slice arguments; /* the rest of the first line, trimmed */
    struct slice body;      /* the lines after it */
};

typedef enum error page_verb(struct page *page, const struct request *request,
                             struct message *message);

page_verb page_about, page_seed, page_rules, page_rules_help;
page_verb page_new_game, page_resume, page_saved, page_record, page_state;
page_verb page_placing, page_put, page_ends, page_rotate, page_fits, page_random_ship, page_random,
    page_clear, page_undo, page_restore, page_ready;
page_verb page_preview, page_move, page_bot, page_command;
page_verb page_heat, page_advise, page_review, page_verify;
page_verb page_replay, page_replay_at, page_judge, page_summary, page_statistics;
page_verb page_analyze, page_position_of;
page_verb page_puzzle, page_puzzle_number, page_puzzle_hint, page_puzzle_answer, page_training;

/* Makes the move of the person whose turn it is. */
enum error page_make_move(struct page *page, struct slice text, struct message *message);

/* --- reading requests --------------------------------------------------------------------------*/

/* The next word as a side: 0, 1, or -1 for NOBODY if that is allowed. */
enum error page_read_side(struct slice *rest, bool may_be_nobody, int *side,
                          struct message *message);
enum error page_read_cell(struct slice *rest, const struct rules *rules, int *cell,
                          struct message *message);

enum error page_read_number(struct slice *rest, int *number, struct message *message);

/* ERR_SYNTAX if there is more. */
enum error page_read_end(struct slice rest, struct message *message);

/* The game in progress or just over. */
enum error page_need_game(const struct page *page, struct message *message);

enum error page_need_replay(const struct page *page, struct message *message);
enum error page_need_coach(struct page *page, struct message *message);

/* The person who looks at the screen: the one whose turn it is, else the first person. */
int page_person_at_screen(const struct page *page);

/* --- parts of replies --------------------------------------------------------------------------*/

void page_write_rules(struct reply *reply, const char *key, const struct rules *rules);

/* Rules as a text that rules_parse reads. */
void page_write_rules_text(struct reply *reply, const char *key, const struct rules *rules);
void page_write_state(struct page *page, const char *key, int viewer);

/* A set as an array of names. */
void page_write_cells(struct reply *reply, const char *key, const struct rules *rules,
                      const struct cellset *cells);

void page_write_cell(struct reply *reply, const struct rules *rules, int cell, const char *mark,
                     bool is_open, const char *word);

/* All marks, with words for the legend. */
void page_write_legend(struct reply *reply, const char *key);

/* An array of CELL: the player's own board, or what the player knows of the enemy's. */
void page_write_own_board(struct reply *reply, const char *key, const struct view *view);
void page_write_enemy_board(struct reply *reply, const char *key, const struct view *view);

/* Whether the map shows that the player has shot at the cell, and `why` says so. */
bool page_is_shot(const struct view *view, int cell, struct message *why);

void page_write_own_fleet(struct reply *reply, const char *key, const struct view *view);
void page_write_enemy_fleet(struct reply *reply, const char *key, const struct view *view);

/* The kinds of move of the rules, for the side whose view it is. */
void page_write_moves(struct reply *reply, const char *key, const struct view *view);

/* The cells that a move would touch, on the board that it is about. */
void page_move_cells(const struct rules *rules, const struct move *move, struct cellset *cells);

/* HEAT; null if it is not known. Without a key, its fields go into the open object. `best`, which
 * the legend shows, says what the marked cells are. */
#define PAGE_LIKELIEST "most likely"
void page_write_heat(struct reply *reply, const char *key, const struct heat_numbers *heat,
                     const struct rules *rules, const char *best);
void page_write_heat_cells(struct reply *reply, const struct heat_numbers *heat,
                           const struct rules *rules, int decimals);

/* What the colours and marks mean: the least and the greatest chance, in words. */
void page_write_heat_legend(struct reply *reply, const struct heat_numbers *heat,
                            const struct rules *rules, const char *best);

/* An array of the cells that are as likely as the best one. */
void page_write_heat_best(struct reply *reply, const char *key, const struct heat_numbers *heat,
                          const struct rules *rules);

/* The fields of a verdict. */
void page_write_verdict(struct reply *reply, const struct rules *rules,
                        const struct verdict *verdict);

/* The fields of the end of a game. The seed is NULL if it is not known. */
void page_write_end(struct reply *reply, const struct status *status, const char *const names[2],
                    const struct seed *seed);

/* The same from a record that was read to its end. */
void page_write_record_end(struct reply *reply, const struct record_reader *reader);

/* The comments before a record, as "notes". */
void page_write_notes(struct reply *reply, const struct game_notes *notes);

/* The field "last": a move that was made, with the cells that it touched. */
void page_write_last(struct reply *reply, const struct last_move *last, int mover);

/* Starts a sentence with a capital letter. */
void page_capitalise(char *text);

/* Messages are parts of sentences; a page shows whole ones. */
void page_write_message(struct reply *reply, const char *key, const struct message *message);

/* Text without the newline that narration ends with. */
void page_write_line(struct reply *reply, const char *key, const char *text);

/* --- the log -----------------------------------------------------------------------------------*/

void page_log_init(struct page_log *log);
void page_log_release(struct page_log *log);
void page_log_clear(struct page_log *log);

/* `game` is the game after the move. */
void page_log_add(struct page_log *log, const struct move *move, const struct outcome *outcome,
                  const struct game *game, const char *const names[2]);

/* The latest move in words, as `side` may read it; "" if there is none. */
void page_log_tell_last(const struct page_log *log, const struct session *session, int side,
                        struct writer *writer);

/* Tells the record of a session from its start. */
void page_log_read(struct page_log *log, struct slice record);

#endif
