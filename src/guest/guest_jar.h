/* Jars of the Java tournament framework: what is to be started for one.
 *
 * A jar is played by the host of the Java bridge (bridges/java), one virtual machine for each bot
 * and match, which speaks the bot protocol like any other guest. Inside its jail it sees the jar,
 * the bridge and the system: not the folder that the jar lies in, where its enemies lie too. */
#ifndef BROADSIDE_GUEST_GUEST_JAR_H
#define BROADSIDE_GUEST_GUEST_JAR_H

#include "guest/guest_spec.h"

/* Fills the launch for the file at the absolute `path`. ERR_MISSING with a sentence where there
 * is no Java or no bridge; ERR_SYNTAX for what is no jar. */
enum error guest_jar_resolve(const char *path, const struct guest_config *config,
                             struct guest_spec *spec, struct message *message);

/* Where the example bot E1 (0) or E2 (1) lies; false if there is none. */
bool guest_jar_example(const struct guest_config *config, int number, char *path, size_t size);

/* The class of the bridge that plays, and the one that only looks. */
#define JAR_HOST "broadside.host.Host"
#define JAR_INSPECTOR "broadside.host.Inspect"

#endif
