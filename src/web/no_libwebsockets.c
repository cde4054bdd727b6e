/* The server of a program built without libwebsockets: web_server_new reports the missing packages,
 * and the other functions are never called. */
#ifndef HAVE_WEBSOCKETS
#include "web/web_server.h"

#include <unistd.h>

enum error web_server_new(const struct web_site *site, int listening, struct web_server **server,
                          struct message *message)
{
    (void)site;
    close(listening);
    *server = NULL;
    return error_set(ERR_MISSING, message,
                     "this program was built without a web server; install libwebsockets-dev and "
                     "libssl-dev and build again");
}

void web_server_free(struct web_server *server)
{
    (void)server;
}

enum error web_server_run(struct web_server *server, struct message *message)
{
    (void)server;
    return error_set(ERR_MISSING, message, "no web server");
}

void web_server_stop(struct web_server *server)
{
    (void)server;
}
#endif
