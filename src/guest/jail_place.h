/* What a jail needs on this machine while a guest runs: a user number, if root runs the arena, and
 * a private copy of the bot's files. */
#ifndef BROADSIDE_GUEST_JAIL_PLACE_H
#define BROADSIDE_GUEST_JAIL_PLACE_H

#include "guest/jail.h"
#include "guest/private_copy.h"

struct jail_place {
    struct private_copy copy;
    uint32_t user; /* 0 for none */
};

/* Prepares a jail and completes the launch with it. The place must outlive the launch. On a machine
 * without jails it does nothing. ERR_JAIL if the machine is to blame, ERR_IO or ERR_FULL if the
 * bot's files are. After an error there is nothing to release. */
enum error jail_place_make(struct launch *launch, struct jail_place *place,
                           struct message *message);

/* While a build step runs: ERR_FULL if its folder has become too large to be copied back. `more`
 * bytes are in files that are not in the folder any longer. */
enum error jail_place_check(const struct jail_place *place, uint64_t more, struct message *message);

/* After a build step has succeeded: copies its results to the folder. */
enum error jail_place_keep(const struct jail_place *place, const struct launch *launch,
                           struct message *message);

/* All processes of the jail have ended. May be called twice. */
void jail_place_release(struct jail_place *place);

#endif
