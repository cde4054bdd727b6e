/* What all pictures have in common. Pictures are drawn by cairo, animations written by giflib; a
 * program built without them refuses with ERR_MISSING and names the Debian package.
 *
 * The same input gives the same bytes: no dates, no counters. */
#ifndef BROADSIDE_REPORT_PICTURE_H
#define BROADSIDE_REPORT_PICTURE_H

#include "base/error.h"

#include <stdbool.h>

bool picture_available(void);
bool animation_available(void);

/* To be asked before work that takes long: could a picture (.svg, .png, .pdf) or an animation
 * (.gif) be written under this name? ERR_MISSING without the library, ERR_SYNTAX for another
 * extension, ERR_IO where its folder does not let us. */
enum error picture_check(const char *path, struct message *message);
enum error animation_check(const char *path, struct message *message);

#endif
