/* Reads the CSV file of a simulation: a header, then a line for each game, in the order of the
 * boards. report/sim_csv.h writes it.
 *
 * Two bots of one simulation can have the same name. Then each board has two lines with it, and the
 * first of them belongs to the first bot. */
#ifndef BROADSIDE_CONTEST_GAMES_CSV_H
#define BROADSIDE_CONTEST_GAMES_CSV_H

#include "base/text.h"
#include "contest/sim_stats.h"

#define GAMES_CSV_HEADER "board,bot,shots,turns,result"

/* A line is no longer than this, and a bot's name fits in it even if all of it is quoted. */
enum { GAMES_CSV_NAME = 4000, GAMES_CSV_LINE = 2 * GAMES_CSV_NAME + 128 };

/* The games of a bot that count: those it did not break. */
struct games_csv_bot {
    char *name;
    uint32_t *shots, *turns;
    size_t games, room;
    uint64_t board; /* its last one */
};

struct games_csv {
    struct games_csv_bot bot[MAX_SIM_BOTS]; /* in the order of the file */
    int bots;
    uint64_t lines, board; /* read so far */
    bool turns_decide;     /* a turn of these games can have several shots, or none */
    bool has_step;
    int64_t step; /* shots minus turns of the first sunk fleet */
};

void games_csv_init(struct games_csv *csv);
void games_csv_release(struct games_csv *csv);

/* Reads the next line, without its line feed; the first one is the header. The message starts with
 * `line N: `. */
enum error games_csv_add(struct games_csv *csv, struct slice line, struct message *message);

#endif
