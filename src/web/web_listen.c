/* See web_listen.h. */
#include "web/web_listen.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 64 };

static enum error refuse(const char *address, unsigned port, struct message *message)
{
    struct quoted name = slice_quote(slice_of(address));

    switch (errno) {
    case EADDRINUSE:
        return error_set(ERR_BUSY, message,
                         "port %u of %s is in use; choose another one with --port, or --port 0 for "
                         "any that is free",
                         port, name.text);
    case EACCES:
        return error_set(ERR_IO, message,
                         "you may not listen on port %u; choose one above 1023 with --port", port);
    case EADDRNOTAVAIL:
        return error_set(ERR_IO, message, "--listen '%s': this machine does not have that address",
                         name.text);
    default:
        return error_set(ERR_IO, message, "cannot listen on port %u of %s: %s", port, name.text,
                         strerror(errno));
    }
}

/* Fills in what the caller wants to know from the address that the socket has. */
static bool describe(struct web_listen *listening)
{
    struct sockaddr_storage storage;
    socklen_t size = sizeof storage;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&storage;
    const struct sockaddr_in *four = (const struct sockaddr_in *)&storage;
    char text[INET6_ADDRSTRLEN];

    if (getsockname(listening->fd, (struct sockaddr *)&storage, &size) != 0)
        return false;
    if (storage.ss_family == AF_INET6) {
        bool is_any = IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr);

        listening->port = ntohs(six->sin6_port);
        listening->is_loopback = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
        inet_ntop(AF_INET6, is_any ? &in6addr_loopback : &six->sin6_addr, text, sizeof text);
        snprintf(listening->host, sizeof listening->host, "[%s]", text);
    } else {
        struct in_addr loopback = {htonl(INADDR_LOOPBACK)};
        bool is_any = four->sin_addr.s_addr == htonl(INADDR_ANY);

        listening->port = ntohs(four->sin_port);
        listening->is_loopback = ntohl(four->sin_addr.s_addr) >> 24 == 127;
        inet_ntop(AF_INET, is_any ? &loopback : &four->sin_addr, text, sizeof text);
        snprintf(listening->host, sizeof listening->host, "%s", text);
    }
    return true;
}

static int open_socket(const struct addrinfo *place)
{
    int fd = socket(place->ai_family, place->ai_socktype, place->ai_protocol), on = 1, reason;

    if (fd < 0)
        return -1;
    /* Without this, a server that was stopped cannot start again on its port for a minute. */
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fcntl(fd, F_SETFD, FD_CLOEXEC) == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) == 0 &&
        bind(fd, place->ai_addr, place->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

enum error web_listen_open(const char *address, unsigned port, struct web_listen *listening,
                           struct message *message)
{
    struct addrinfo wanted = {.ai_family = AF_UNSPEC,
                              .ai_socktype = SOCK_STREAM,
                              .ai_flags = AI_PASSIVE | AI_NUMERICSERV},
                    *places = NULL;
    char service[16];
    int status;

    snprintf(service, sizeof service, "%u", port);
    status = getaddrinfo(address, service, &wanted, &places);
    if (status != 0)
        return error_set(ERR_UNKNOWN, message, "--listen '%s': %s",
                         slice_quote(slice_of(address)).text,
                         status == EAI_SYSTEM ? strerror(errno) : gai_strerror(status));
    listening->fd = open_socket(places);
    freeaddrinfo(places);
    if (listening->fd < 0)
        return refuse(address, port, message);
    if (!describe(listening)) {
        refuse(address, port, message);
        close(listening->fd);
        return ERR_IO;
    }
    return OK;
}
