#include "contest/plan.h"

#include "base/seed.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)PLAN_KEY_SIZE == (int)SECRET_TEXT_SIZE, "a key is printed like a secret");

enum error plan_init(struct plan *plan, struct message *message)
{
    struct seed drawn = {.number = 0};
    enum error error = seed_draw_secret(&drawn, message);

    if (error)
        return error;
    *plan = (struct plan){.key = ""};
    seed_print_secret(&drawn, plan->key);
    snprintf(plan->version, sizeof plan->version, "%s", BROADSIDE_VERSION);
    return OK;
}

bool plan_exists(const struct plan *plan)
{
    return plan->key[0] != '\0';
}

enum error plan_check_version(const struct plan *plan, const char *path, struct message *message)
{
    if (strcmp(plan->version, BROADSIDE_VERSION) == 0)
        return OK;
    return error_set(ERR_MISMATCH, message,
                     "%s was planned with Broadside %s, and this is %s; all parts need the version "
                     "of the plan",
                     path, plan->version, BROADSIDE_VERSION);
}
