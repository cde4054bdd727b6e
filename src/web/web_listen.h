/* The socket on which the server listens. */
#ifndef BROADSIDE_WEB_WEB_LISTEN_H
#define BROADSIDE_WEB_WEB_LISTEN_H

#include "base/error.h"

#include <stdbool.h>

struct web_listen {
    int fd; /* the caller closes it or gives it to a server */
    unsigned port;
    bool is_loopback; /* only this machine can reach it */
    char host[64];    /* the address as in a URL, "[::1]"; that of this machine if it is any */
};

/* Listens on a numeric address or the name of one, and on a port or, with 0, on a free one. The
 * message names the option to change. */
enum error web_listen_open(const char *address, unsigned port, struct web_listen *listening,
                           struct message *message);

#endif
