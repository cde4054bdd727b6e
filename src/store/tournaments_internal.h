/* Shared by the files that write and read tournaments. */
#ifndef BROADSIDE_STORE_TOURNAMENTS_INTERNAL_H
#define BROADSIDE_STORE_TOURNAMENTS_INTERNAL_H

#include "store/tournaments.h"

enum {
    RULES_TEXT_SIZE = 8192, /* as rules_print writes them */
    BROKEN_TEXT_SIZE = BROKEN_KINDS * 48,
};

/* Reports a tournament that does not exist: ERR_UNKNOWN. */
enum error tournament_missing(const struct store *store, int64_t id, struct message *message);

/* The number of cells of the board. */
enum error tournament_cells(struct store *store, int64_t id, int *cells, struct message *message);

/* Are the rounds won, drawn and whole at most all rounds? */
bool tournament_adds_up(const struct contest_match *match);

#endif
