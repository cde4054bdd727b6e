#include "report/secret.h"

#include "base/text.h"
#include "contest/contest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void secret_print(const struct seed *seed, FILE *file)
{
    char text[SEED_TEXT_SIZE];

    seed_print(seed, text);
    if (seed->has_secret)
        fprintf(file, "to repeat this: --seed %s\n", text);
}

void secret_set_json(const struct seed *seed, struct json_value *object)
{
    char text[SECRET_TEXT_SIZE];

    if (seed->is_unknown)
        return;
    seed_print_secret(seed, text);
    json_set(object, "seed", json_uint(seed->number));
    if (seed->has_secret)
        json_set(object, "secret", json_text(text));
}

static int by_value(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

    return (left > right) - (left < right);
}

/* Is this entrant in all matches with this secret? */
static bool is_in_all(const struct contest *contest, const struct seed *seed, int entrant)
{
    for (int i = 0; i < contest->matches_count; i++) {
        const struct contest_match *match = &contest->matches[i];

        if (seed_same_secret(&match->seed, seed) && match->pairing.a != entrant &&
            match->pairing.b != entrant)
            return false;
    }
    return true;
}

/* Adds the entrants that are in all matches with this secret: a bot that was added or replaced. */
static void put_common(const struct contest *contest, const struct seed *seed,
                       struct message *names)
{
    const char *before = ", with";

    for (int i = 0; i < contest->entrants_count; i++)
        if (is_in_all(contest, seed, i)) {
            size_t length = strlen(names->text);

            snprintf(names->text + length, sizeof names->text - length, "%s %s", before,
                     entrant_label(&contest->entrants[i]).text);
            before = " and";
        }
}

/* The sorted numbers as ranges: 1-3, 5, 7-10. */
static void put_ranges(const uint64_t *numbers, int count, struct writer *writer)
{
    for (int i = 0, last; i < count; i = last + 1) {
        last = i;
        while (last + 1 < count && numbers[last + 1] == numbers[last] + 1)
            last++;
        writer_format(writer, "%s%" PRIu64, i > 0 ? ", " : "", numbers[i]);
        if (last > i)
            writer_format(writer, "-%" PRIu64, numbers[last]);
    }
}

struct message secret_name_matches(const struct contest *contest,
                                   const struct contest_secret *secret)
{
    uint64_t *numbers = calloc((size_t)contest->matches_count + 1, sizeof *numbers);
    char text[sizeof((struct message *)0)->text / 2];
    struct message names;
    struct writer writer;
    int count = 0;

    writer_init(&writer, text, sizeof text);
    for (int i = 0; numbers && i < contest->matches_count; i++)
        if (seed_same_secret(&contest->matches[i].seed, &secret->seed))
            numbers[count++] = contest->matches[i].pairing.number;
    if (numbers)
        qsort(numbers, (size_t)count, sizeof *numbers, by_value);
    put_ranges(numbers, count, &writer);
    free(numbers);
    if (writer.full || count != secret->matches)
        message_set(&names, "%d match%s", secret->matches, text_es((uint64_t)secret->matches));
    else
        message_set(&names, "match%s %s", text_es((uint64_t)count), text);
    put_common(contest, &secret->seed, &names);
    return names;
}

void secret_print_contest(const struct contest *contest, FILE *file)
{
    struct contest_secret secrets[MAX_SECRETS];
    int count = contest_secrets(contest, secrets);
    char text[SEED_TEXT_SIZE];

    if (count == 1)
        secret_print(&secrets[0].seed, file);
    for (int i = 0; count > 1 && i < count; i++) {
        seed_print(&secrets[i].seed, text);
        fprintf(file, "to repeat %s: --seed %s\n", secret_name_matches(contest, &secrets[i]).text,
                text);
    }
}

struct seed secret_of_contest(const struct contest *contest)
{
    struct contest_secret secrets[MAX_SECRETS];
    int count = contest_secrets(contest, secrets);

    for (int i = 0; i < count; i++)
        if (seed_same_secret(&secrets[i].seed, &contest->terms.seed))
            return secrets[i].seed;
    return count > 0 ? secrets[0].seed : (struct seed){.number = contest->terms.seed.number};
}
