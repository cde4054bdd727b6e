/* What `broadside sim` shows and writes: the table, the JSON answer, and the files. */
#ifndef BROADSIDE_CLI_SIM_OUT_H
#define BROADSIDE_CLI_SIM_OUT_H

#include "arena/sim.h"
#include "cli/command.h"
#include "cli/guests.h"

/* A simulation with its figures; all pointers are the caller's. */
struct sim_answer {
    const struct sim_terms *terms;
    const struct sim *sim;
    const struct sim_summary *summary; /* one per bot */
    const struct guests *guests;
};

void sim_print_table(const struct sim_answer *answer);
void sim_fill_json(const struct sim_answer *answer, struct json_value *root);

/* A line per game that was played: board, bot, shots, turns, result. */
enum error sim_write_csv(const struct sim_answer *answer, const char *path,
                         struct message *message);
enum error sim_write_chart(const struct sim_answer *answer, const char *path,
                           struct message *message);

/* The folder of the records, made if it is missing; and a `keep` of struct sim_terms that writes
 * each game into its file there, `BOT-BOARD.record`. */
enum { RECORD_NAME_SIZE = 80 };
struct sim_records {
    const char *folder;
    char name[MAX_SIM_BOTS][RECORD_NAME_SIZE]; /* safe as file names, and all different */
};
enum error sim_records_init(struct sim_records *records, const char *folder,
                            const struct sim_terms *terms, struct message *message);
enum error sim_keep_record(void *records, int bot, uint64_t board, struct slice record,
                           struct message *message);

#endif
