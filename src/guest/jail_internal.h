/* What the files of the jail share. */
#ifndef BROADSIDE_GUEST_JAIL_INTERNAL_H
#define BROADSIDE_GUEST_JAIL_INTERNAL_H

#include "guest/jail.h"

#include <limits.h>

/* What this machine offers, looked up once. An empty path: the tool is not installed. */
struct jail_support {
    char bwrap[PATH_MAX], prlimit[PATH_MAX], setpriv[PATH_MAX];
    bool has_namespaces; /* bwrap is installed and works */
    bool switches_user;  /* we are root: each guest runs as a separate user */
    uint32_t first_uid, uids;
    struct message missing;
};
const struct jail_support *jail_support(void);

/* The command line for the given support, complete or not. */
enum error jail_compose(const struct jail_support *support, const struct launch *launch,
                        int status_fd, int filter_fd, struct jail_line *line,
                        struct message *message);

/* A user number for a jail, different from those of all other jails on this machine; 0 if none is
 * free. Release it when all processes of the jail have ended. Thread-safe. */
uint32_t jail_user_take(const struct jail_support *support);
void jail_user_release(uint32_t user);

bool jail_is_program(const char *path); /* an executable file? */

/* Finds a program on a search path (`A:B:C`). */
bool jail_search(const char *path, const char *name, char found[PATH_MAX]);
extern const char jail_search_path[]; /* the one of guests */

/* Is this a JVM, or may it start one? Then it gets more memory and a more lenient filter. */
bool jail_may_be_jvm(const struct launch *launch);

/* One word of the guest's command as seen from inside: paths into the folder become paths into
 * /bot.
 */
enum error jail_word(const struct launch *launch, int word, char *inside, size_t size,
                     struct message *message);

/* Can the command run inside? With `switches_user` the guest has only the permissions of others. */
enum error jail_check_launch(const struct launch *launch, bool switches_user,
                             struct message *message);

#endif
