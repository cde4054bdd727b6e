/* What the arena remembers of a guest when its match is over and its process is gone. */
#ifndef BROADSIDE_GUEST_GUEST_FACTS_H
#define BROADSIDE_GUEST_GUEST_FACTS_H

#include "contest/contest_match.h"

/* Leaves the facts as they are for bots that are not guests. */
void guest_facts_take(struct guest_facts *facts, const struct bot *bot);

#endif
