/* What the arena remembers of a bot when its match is over and it is gone. */
#ifndef BROADSIDE_ARENA_LEDGER_H
#define BROADSIDE_ARENA_LEDGER_H

#include "guest/guest.h"

enum { GUEST_NAME_SIZE = 64 };

/* The first round or game that a bot broke. */
struct trouble {
    uint64_t match, round; /* round 0 if there was none */
    enum broken kind;
    struct message sentence;
};

/* Only the first one is noted. */
void trouble_note(struct trouble *trouble, uint64_t match, uint64_t round, enum broken kind,
                  const char *sentence);

struct guest_facts {
    bool is_guest; /* otherwise there is nothing to tell */
    char name[GUEST_NAME_SIZE], id[GUEST_NAME_SIZE];
    struct guest_report report; /* without its id, which went with the bot */
};

/* Of any bot, as long as it is there. */
void guest_facts_take(struct guest_facts *facts, const struct bot *bot);
void guest_facts_add(struct guest_facts *sum, const struct guest_facts *part);

#endif
