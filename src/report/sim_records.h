/* The records of a simulation: one file for each game, `BOT-BOARD.record`. */
#ifndef BROADSIDE_REPORT_SIM_RECORDS_H
#define BROADSIDE_REPORT_SIM_RECORDS_H

#include "contest/sim_stats.h"
#include "report/record_folder.h"

struct sim_records {
    const char *folder;
    char name[MAX_SIM_BOTS][RECORD_NAME_SIZE - 32]; /* safe in file names, and all different */
};

/* Creates the folder if it is missing, and checks that it can be written. */
enum error sim_records_init(struct sim_records *records, const char *folder,
                            const char *const *bots, int count, struct message *message);

/* Writes one record; the `keep` function of struct sim_terms. */
enum error sim_records_keep(void *records, int bot, uint64_t board, struct slice record,
                            struct message *message);

#endif
