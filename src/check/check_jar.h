/* The part of a check that is about jars of the Java framework: their names, the Java they were
 * compiled for, what their callbacks throw, how they do against the two example bots. */
#ifndef BROADSIDE_CHECK_CHECK_JAR_H
#define BROADSIDE_CHECK_CHECK_JAR_H

#include "check/check.h"

bool check_jar_is_jar(const char *bot);

/* Before anything of it runs: names and versions. */
enum error check_jar_look(const struct check_terms *terms, struct check_report *report,
                          struct message *message);

/* What the host of the bridge says at the end of a process, found in the log of a whole match. */
void check_jar_read_log(struct check_report *report, struct slice log);

/* Matches against E1 and E2, which come with the bridge. */
enum error check_jar_play(const struct check_terms *terms, struct check_report *report,
                          struct message *message);

/* What is good to know of a jar, a line each; nothing for other bots. */
void check_jar_print(const struct check_report *report, struct writer *writer);

#endif
