/* The fleets that players placed in games that are over: a small text file, from which bots learn
 * where a player puts ships. One line per game, with tabs between its parts:
 *
 *     20260301-201405  Ann  10x10 Carrier 5, Battleship 4, ...  Carrier A1 h, Battleship B3 v, ...
 *
 * These are the end of the game in UTC, the player, the board and fleet of the rules, and where the
 * ships were. Only fleets of the same board and fleet are comparable. The last MAX_PAST_FLEETS
 * lines of each player are kept.
 *
 * People may edit the file. An invalid line is ignored, with a warning, and stays. The file is
 * replaced as a whole or not at all, and only its owner can read it. */
#ifndef BROADSIDE_STORE_PAST_FLEETS_H
#define BROADSIDE_STORE_PAST_FLEETS_H

#include "rules/layout.h"
#include "session/keeper.h"

/* Lists a player's fleets under these rules, the oldest first. `until` is a time as in
 * store/saves.h: later games are left out; empty for all. A missing file is not an error. */
enum error past_fleets_read(const char *player, const struct rules *rules, const char *until,
                            struct layout list[MAX_PAST_FLEETS], int *count,
                            struct message *message);

/* Adds a fleet; `when` is the end of the game in seconds since 1970. `warning` says which lines of
 * the file are invalid, or is empty. */
enum error past_fleets_add(const char *player, const struct rules *rules,
                           const struct layout *fleet, int64_t when, struct message *warning,
                           struct message *message);

/* Deletes all lines of a player; `*count` is their number. `warning` is as for past_fleets_add: an
 * invalid line stays, whoever it is about. */
enum error past_fleets_erase(const char *player, int *count, struct message *warning,
                             struct message *message);

#endif
