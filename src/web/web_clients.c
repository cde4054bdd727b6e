/* The clients of the server: who is connected, and who has to go.
 *
 * Sockets are accepted here and then given to libwebsockets. Its own listener tries again and
 * again, at full load, when the process has no descriptor left. */
#ifdef HAVE_WEBSOCKETS
#include "web/web_server_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <time.h>

void web_clients_forget(struct web_server *server, const struct lws *wsi)
{
    for (int i = 0; i < server->count; i++)
        if (server->client[i] == wsi) {
            server->count--;
            for (; i < server->count; i++)
                server->client[i] = server->client[i + 1];
            return;
        }
}

/* Closes the connection before the next wait, without waiting for the client. */
static void drop_client(struct web_server *server, struct lws *wsi)
{
    web_clients_forget(server, wsi);
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

bool web_clients_note(struct web_server *server, struct lws *wsi)
{
    int before = server->count;

    web_clients_forget(server, wsi);
    if (server->count == before)
        return false;
    server->client[server->count++] = wsi;
    return true;
}

/* Closes the connection of a client that sends while it is being answered. libwebsockets does not
 * use what it gets then, yet wakes up for it again and again. If it has read that data already, we
 * cannot see whose it is: then clients that have not got all of their answer go first, and those
 * that have been silent for longest. */
void web_clients_drop_impatient(struct web_server *server)
{
    struct lws *chosen = NULL;
    int best = -1;

    for (int i = 0; i < server->count; i++) {
        const struct transfer *transfer = lws_wsi_user(server->client[i]);
        int waiting = 0, rank;

        if (!transfer) /* no request yet */
            continue;
        ioctl(lws_get_socket_fd(server->client[i]), FIONREAD, &waiting);
        rank = waiting > 0 ? 2 : transfer->size > 0;
        if (rank > best) {
            best = rank;
            chosen = server->client[i];
        }
    }
    if (chosen)
        drop_client(server, chosen);
}

/* No descriptor is left, although the number of clients allows for that: somebody else uses them
 * up. */
static void make_room(struct web_server *server)
{
    const struct timespec pause = {.tv_nsec = 100000000};

    if (server->count > 0)
        drop_client(server, server->client[0]);
    else
        nanosleep(&pause, NULL);
}

void web_clients_accept(struct web_server *server, int listening)
{
    int on = 1;

    for (int i = 0; i < BURST; i++) {
        int fd = accept(listening, NULL, NULL);
        struct lws *wsi;

        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                make_room(server);
            return;
        }
        fcntl(fd, F_SETFD, FD_CLOEXEC);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        if (server->count == server->most)
            drop_client(server, server->client[0]);
        wsi = lws_adopt_socket(server->context, fd);
        if (wsi)
            server->client[server->count++] = wsi;
    }
}
#endif
