/* What the two files of the server share. Included by src/web/web_server.c and
 * src/web/web_clients.c only. */
#ifndef BROADSIDE_WEB_WEB_SERVER_INTERNAL_H
#define BROADSIDE_WEB_WEB_SERVER_INTERNAL_H

#include "web/web_server.h"

#include <libwebsockets.h>

enum {
    MOST_CLIENTS = 256,
    LEAST_CLIENTS = 8,
    BURST = 16, /* clients accepted at a time; those they replace are closed after that */
    PIECE = 32768
};

struct web_server {
    const struct web_site *site;
    struct lws_context *context;
    int wake[2]; /* web_server_stop writes a byte to it */
    bool is_stopped;
    uint64_t events; /* of clients; libwebsockets also calls back each time it wakes up */
    int count, most;
    struct lws *client[MOST_CLIENTS]; /* the one that has been silent for longest comes first */
    unsigned char piece[LWS_PRE + PIECE];
};

/* What is left to send to a client. */
struct transfer {
    const unsigned char *data;
    size_t size;
};

/* Accepts up to BURST clients. Each replaces another one if there are too many. */
void web_clients_accept(struct web_server *server, int listening);

/* This client has sent a request. False if it is to be closed. */
bool web_clients_note(struct web_server *server, struct lws *wsi);

/* This connection is gone. */
void web_clients_forget(struct web_server *server, const struct lws *wsi);

/* Closes the connection of a client that keeps the server busy by sending while it is being
 * answered. */
void web_clients_drop_impatient(struct web_server *server);

#endif
