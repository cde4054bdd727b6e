/* The part of a check for jars of the Java framework: their names, the Java they were compiled for,
 * what their callbacks throw, and their results against the two example bots. */
#ifndef BROADSIDE_CHECK_CHECK_JAR_H
#define BROADSIDE_CHECK_CHECK_JAR_H

#include "check/check.h"

bool check_jar_is_jar(const char *bot);

/* Checks names and versions before the bot runs. */
enum error check_jar_look(const struct check_terms *terms, struct check_report *report,
                          struct message *message);

/* Reads the summary that the bridge writes at the end of a process from the log of a match. */
void check_jar_read_log(struct check_report *report, struct slice log);

/* Plays matches against E1 and E2, which come with the bridge. */
enum error check_jar_play(const struct check_terms *terms, struct check_report *report,
                          struct message *message);

/* Facts about a jar, one per line; nothing for other bots. */
void check_jar_print(const struct check_report *report, struct writer *writer);

#endif
