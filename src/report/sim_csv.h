/* Writes the games of a simulation to a CSV file, which contest/games_csv.h describes. Lines are
 * written while the simulation runs and always whole, so that the file is of use at any time and
 * after Ctrl-C. It takes a fixed amount of memory.
 *
 * Unlike outfile.h, this replaces an existing file from the start. */
#ifndef BROADSIDE_REPORT_SIM_CSV_H
#define BROADSIDE_REPORT_SIM_CSV_H

#include "base/text.h"
#include "contest/sim_stats.h"

struct sim_csv {
    const char *path;       /* the caller's */
    const char *const *bot; /* the caller's */
    int bots, descriptor;
    uint64_t board;   /* the last one in the buffer */
    uint64_t written; /* the last one in the file */
    double flushed;   /* when the buffer was last written */
    int reason;       /* errno of the first write that failed */
    size_t used;
    char text[1 << 16];
};

/* ERR_IO, and the message names the file. Standard output (`/dev/stdout`) is not opened again, so
 * that lines and the rest of the output follow each other. */
enum error sim_csv_open(struct sim_csv *csv, const char *path, const char *const *bot, int bots,
                        struct message *message);

/* Adds the games of a board, one of each bot; unplayed ones are left out. Boards come in order.
 * False once a line could not be written. */
bool sim_csv_add(struct sim_csv *csv, uint64_t board, const struct sim_game *games);

/* Reports the first error of all. */
enum error sim_csv_close(struct sim_csv *csv, struct message *message);

#endif
