/* Whether pictures can be written. Pictures need cairo, animations also giflib. A program built
 * without them fails with ERR_MISSING and names the Debian packages.
 *
 * The same input gives the same bytes: there are no dates or counters. */
#ifndef BROADSIDE_REPORT_PICTURE_H
#define BROADSIDE_REPORT_PICTURE_H

#include "base/error.h"

#include <stdbool.h>

bool picture_available(void);
bool picture_animation_available(void);

/* Checks, before long work, that a picture (.svg, .png, .pdf) or an animation (.gif) can be written
 * to this path. ERR_MISSING without the library, ERR_SYNTAX for another extension, ERR_IO if the
 * folder is missing or read-only. */
enum error picture_check(const char *path, struct message *message);
enum error picture_animation_check(const char *path, struct message *message);

#endif
