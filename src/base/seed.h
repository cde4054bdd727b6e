/* The master seed of a run, from which all its random numbers follow: `N` or `N:SECRET`.
 *
 * The number is short enough to be guessed: a bot that gets a value derived from it can try numbers
 * until one fits. So a run in which guests play mixes it with a secret from the system. With the
 * same number and secret the run can be repeated. The secret is shown only once the run is over;
 * until then it goes nowhere but into the store. */
#ifndef BROADSIDE_BASE_SEED_H
#define BROADSIDE_BASE_SEED_H

#include "base/error.h"
#include "base/text.h"

/* The largest number that users see and give. It fits the signed integers of every JSON parser. */
#define MAX_SEED ((uint64_t)INT64_MAX)

enum {
    SECRET_SIZE = 16,
    SECRET_TEXT_SIZE = 2 * SECRET_SIZE + 1,
    SEED_TEXT_SIZE = 20 + 1 + SECRET_TEXT_SIZE
};

struct seed {
    uint64_t number;
    bool has_secret;
    bool is_unknown; /* a game continued from its record: this seed does not repeat its start */
    uint8_t secret[SECRET_SIZE]; /* zeros without one */
};

/* Reads `N` or `N:SECRET`: a number up to MAX_SEED and 32 hexadecimal digits. */
enum error seed_parse(struct slice text, struct seed *seed, struct message *message);

/* Reads the secret alone; an empty text means that there is none. */
enum error seed_parse_secret(struct slice text, struct seed *seed, struct message *message);

/* Prints `N` or `N:SECRET`, or `unknown`. */
void seed_print(const struct seed *seed, char text[SEED_TEXT_SIZE]);

/* Prints the secret alone; empty without one. */
void seed_print_secret(const struct seed *seed, char text[SECRET_TEXT_SIZE]);

/* Do both have the same secret, or none? */
bool seed_same_secret(const struct seed *a, const struct seed *b);

/* Takes a new secret from the system. ERR_IO if it provides no random bytes. */
enum error seed_draw_secret(struct seed *seed, struct message *message);

#endif
