/* What the files of the jail share; for nobody else. */
#ifndef BROADSIDE_GUEST_JAIL_INTERNAL_H
#define BROADSIDE_GUEST_JAIL_INTERNAL_H

#include "guest/jail.h"

#include <limits.h>

/* How this machine can jail; found out once. An empty path: the tool is not there. */
struct jail_support {
    char bwrap[PATH_MAX], prlimit[PATH_MAX], setpriv[PATH_MAX];
    bool has_namespaces; /* bwrap is there and works */
    bool switches_user;  /* we are root and can become anybody: guests get a user of their own */
    uint32_t first_uid, uids;
    struct message missing;
};
const struct jail_support *jail_support(void);

/* The line for given support, whether or not all is there. */
enum error jail_compose(const struct jail_support *support, const struct launch *launch,
                        int status_fd, int filter_fd, struct jail_line *line,
                        struct message *message);

/* Where a program is on a search path (`A:B:C`); false when it is not. `found` has PATH_MAX. */
bool jail_search(const char *path, const char *name, char *found);
extern const char jail_search_path[]; /* that of guests */

/* Is this a JVM, or may one run in it? Then it gets more memory, and its habits are forgiven. */
bool jail_may_be_jvm(const struct launch *launch);

/* One word of the guest's command as it reads inside: paths into the folder become paths into
 * /bot. */
enum error jail_word(const struct launch *launch, int word, char *inside, size_t size,
                     struct message *message);

/* Can the command run inside? `switches_user` as above: the guest is then nobody's friend and needs
 * the permissions of others. */
enum error jail_check_launch(const struct launch *launch, bool switches_user,
                             struct message *message);

#endif
