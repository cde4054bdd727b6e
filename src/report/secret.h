/* How a run that guests played can be repeated: its seed with the secret. Call this only once the
 * run is over. */
#ifndef BROADSIDE_REPORT_SECRET_H
#define BROADSIDE_REPORT_SECRET_H

#include "base/seed.h"
#include "report/json.h"

#include <stdio.h>

struct contest;
struct contest_secret;

/* Prints the option to repeat the run; nothing if the seed has no secret. */
void secret_print(const struct seed *seed, FILE *file);

/* Sets `seed`, the number, and `secret` if there is one. */
void secret_set_json(const struct seed *seed, struct json_value *object);

/* The same for a tournament, whose secret is not shown before it is complete. */
void secret_print_contest(const struct contest *contest, FILE *file);

/* The matches that were played with a secret, by their numbers: `matches 7-10, with Ann`. */
struct message secret_name_matches(const struct contest *contest,
                                   const struct contest_secret *secret);

/* The seed of a tournament, with its latest secret once it is complete. */
struct seed secret_of_contest(const struct contest *contest);

#endif
