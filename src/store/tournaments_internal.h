/* What writing and reading of tournaments share. For these two files only. */
#ifndef BROADSIDE_STORE_TOURNAMENTS_INTERNAL_H
#define BROADSIDE_STORE_TOURNAMENTS_INTERNAL_H

#include "store/tournaments.h"

enum {
    RULES_TEXT_SIZE = 8192, /* as rules_print writes them */
    BROKEN_TEXT_SIZE = BROKEN_KINDS * 48,
};

/* The sentence for a tournament that is not there. ERR_UNKNOWN. */
enum error tournament_missing(const struct store *store, int64_t id, struct message *message);

/* How many cells the board has. */
enum error tournament_cells(struct store *store, int64_t id, int *cells, struct message *message);

/* Rounds won, drawn and whole are not more than all rounds. */
bool tournament_adds_up(const struct contest_match *match);

#endif
