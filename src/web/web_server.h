/* The server of the page: HTTP/1.1 for the files of a site. Only this file's implementation knows
 * libwebsockets. One thread does everything.
 *
 * Clients are not trusted. Requests have a largest size, every wait has a time limit, and only so
 * many clients are connected at a time: a new one takes the place of the one that has been silent
 * for longest. */
#ifndef BROADSIDE_WEB_WEB_SERVER_H
#define BROADSIDE_WEB_WEB_SERVER_H

#include "base/error.h"
#include "web/web_answer.h"

struct web_server;

/* Takes over the listening socket, even if it fails; the site must outlive the server. ERR_MISSING
 * if the program was built without libwebsockets. */
enum error web_server_new(const struct web_site *site, int listening, struct web_server **server,
                          struct message *message);
void web_server_free(struct web_server *server);

/* Serves until web_server_stop is called, which may be from a signal handler. */
enum error web_server_run(struct web_server *server, struct message *message);
void web_server_stop(struct web_server *server);

#endif
