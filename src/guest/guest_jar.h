/* Jars of the Java tournament framework: what to start for one.
 *
 * The host of the Java bridge (bridges/java) plays a jar, with one virtual machine for each bot and
 * match. It uses the bot protocol like any other guest. Its jail contains the jar, the bridge and
 * the system, but not the folder of the jar, which may contain its opponents. */
#ifndef BROADSIDE_GUEST_GUEST_JAR_H
#define BROADSIDE_GUEST_GUEST_JAR_H

#include "guest/guest_spec.h"

/* Fills the launch for the file at the absolute `path`. ERR_MISSING with a message if there is no
 * Java or no bridge, ERR_SYNTAX if the file is not a jar. */
enum error guest_jar_resolve(const char *path, const struct guest_config *config,
                             struct guest_spec *spec, struct message *message);

/* The path of the example bot E1 (0) or E2 (1); false if there is none. */
bool guest_jar_example(const struct guest_config *config, int number, char *path, size_t size);

/* The bridge's commands that play and that inspect a jar. */
#define JAR_PLAY "play"
#define JAR_INSPECT "inspect"

#endif
