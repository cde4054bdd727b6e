/* The desktop's web browser. */
#ifndef BROADSIDE_CLI_OPEN_BROWSER_H
#define BROADSIDE_CLI_OPEN_BROWSER_H

#include "base/error.h"

/* Starts xdg-open with the address and returns at once. If no browser starts after all, a line on
 * standard error says so later. ERR_MISSING if xdg-open is not installed. */
enum error open_browser(const char *url, struct message *message);

#endif
