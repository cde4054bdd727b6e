/* High scores and ratings of people (contest/personal_stats.h) from the history. `stats` and the
 * screen game both show them. */
#ifndef BROADSIDE_CLI_PLAYER_STATS_H
#define BROADSIDE_CLI_PLAYER_STATS_H

#include "contest/personal_stats.h"
#include "report/json.h"
#include "store/store.h"

/* Reads the games that pass the filter; its limit does not matter. The caller releases the stats.
 */
enum error player_stats_read(struct store *store, const struct history_filter *filter,
                             struct personal_stats *stats, struct message *message);

/* Prints both as text, or nothing if there are none. */
enum error player_stats_print(const struct personal_stats *stats, bool ascii, struct buffer *text);

/* Adds both to an object. */
void player_stats_json(const struct personal_stats *stats, struct json_value *object);

/* Can block characters be printed in this locale? */
bool player_stats_locale_has_blocks(void);

#endif
