/* The files of the page that 'broadside serve' hands out, embedded in the program.
 * scripts/embed-web writes the tables when the program is built. */
#ifndef BROADSIDE_CLI_WEB_PAGE_H
#define BROADSIDE_CLI_WEB_PAGE_H

#include "web/web_answer.h"

extern const struct web_file web_page[];
extern const size_t web_page_count; /* 0 if the page could not be built */

/* The packages that were missing then; empty if none. */
extern const char web_page_missing[];

#endif
