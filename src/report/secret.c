#include "report/secret.h"

#include "contest/contest.h"

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

    seed_print_secret(seed, text);
    json_set(object, "seed", json_uint(seed->number));
    if (seed->has_secret)
        json_set(object, "secret", json_text(text));
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
        fprintf(file, "to repeat %d match%s: --seed %s\n", secrets[i].matches,
                secrets[i].matches == 1 ? "" : "es", text);
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
