/* See web_server.h.
 *
 * libwebsockets reads requests and writes answers; what to answer is decided in web_answer.c. It
 * gets sockets that are accepted in web_clients.c. */
#ifdef HAVE_WEBSOCKETS
#include "web/web_server_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    OTHER_FDS = 32, /* descriptors for everything but clients */
    HEADER_BYTES = 16384,
    HEADER_SECONDS = 10,
    IDLE_SECONDS = 15,
    SEND_SECONDS = 20, /* for each piece */
    MOST_IDLE_TURNS = 1000
};

/* --- requests ----------------------------------------------------------------------------------*/

/* A header that is longer than the buffer counts as missing. */
static struct slice read_header(struct lws *wsi, enum lws_token_indexes token, char *buffer,
                                int size)
{
    int length = lws_hdr_copy(wsi, buffer, size, token);

    return (struct slice){buffer, length > 0 ? (size_t)length : 0};
}

static bool has_body(struct lws *wsi)
{
    char text[32];
    struct slice length = read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);

    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 && !slice_is(length, "0"));
}

static enum web_method read_method(struct lws *wsi)
{
    char *path;
    int length;

    switch (lws_http_get_uri_and_method(wsi, &path, &length)) {
    case LWSHUMETH_GET:
        return WEB_GET;
    case LWSHUMETH_HEAD:
        return WEB_HEAD;
    default:
        return WEB_OTHER;
    }
}

/* libwebsockets keeps what the socket does not take and sends it later. False if it cannot. */
static bool send_bytes(struct web_server *server, struct lws *wsi, const void *data, size_t size,
                       enum lws_write_protocol kind)
{
    memcpy(server->piece + LWS_PRE, data, size);
    return lws_write(wsi, server->piece + LWS_PRE, size, kind) >= 0;
}

/* Nonzero closes the connection, as in all callbacks. */
static int finish_answer(struct lws *wsi)
{
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int answer_request(struct web_server *server, struct lws *wsi, struct transfer *transfer,
                          struct slice path)
{
    char host[256], coding[512], tags[512];
    struct web_request request = {
        .method = read_method(wsi), .has_body = has_body(wsi), .path = path};
    struct web_answer answer;

    if (!web_clients_note(server, wsi))
        return -1;
    request.host = read_header(wsi, WSI_TOKEN_HOST, host, sizeof host);
    request.accept_encoding =
        read_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, coding, sizeof coding);
    request.if_none_match = read_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, tags, sizeof tags);
    web_answer_choose(server->site, &request, &answer);
    transfer->data = answer.body;
    transfer->size = answer.size;
    if (!send_bytes(server, wsi, answer.head, answer.head_length, LWS_WRITE_HTTP_HEADERS))
        return -1;
    if (answer.closes) {
        if (answer.size > 0)
            send_bytes(server, wsi, answer.body, answer.size, LWS_WRITE_HTTP_FINAL);
        return -1;
    }
    if (answer.size == 0)
        return finish_answer(wsi);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_piece(struct web_server *server, struct lws *wsi, struct transfer *transfer)
{
    size_t size = transfer->size < PIECE ? transfer->size : PIECE;
    bool is_last = size == transfer->size;

    if (transfer->size == 0)
        return 0;
    if (!send_bytes(server, wsi, transfer->data, size,
                    is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP))
        return -1;
    transfer->data += size;
    transfer->size -= size;
    if (is_last)
        return finish_answer(wsi);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SEND_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

/* --- libwebsockets -----------------------------------------------------------------------------*/

static int on_client(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    struct web_server *server = lws_context_user(lws_get_context(wsi));

    switch (reason) {
    case LWS_CALLBACK_HTTP:
        server->events++;
        return answer_request(server, wsi, user, (struct slice){in, length});
    case LWS_CALLBACK_HTTP_WRITEABLE:
        server->events++;
        return send_piece(server, wsi, user);
    case LWS_CALLBACK_WSI_DESTROY:
        web_clients_forget(server, wsi);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: /* to WebSocket or HTTP/2: not here */
    case LWS_CALLBACK_RAW_ADOPT:            /* CONNECT */
        return -1;
    default:
        return 0;
    }
}

static int on_listening(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length)
{
    struct web_server *server = lws_context_user(lws_get_context(wsi));

    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE) {
        server->events++;
        web_clients_accept(server, (int)lws_get_socket_fd(wsi));
    }
    return 0;
}

static int on_wake(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length)
{
    struct web_server *server = lws_context_user(lws_get_context(wsi));

    (void)user;
    (void)in;
    (void)length;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        server->is_stopped = true;
    return 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "http",
     .callback = on_client,
     .per_session_data_size = sizeof(struct transfer),
     .tx_packet_size = PIECE},
    {.name = "listen", .callback = on_listening},
    {.name = "wake", .callback = on_wake},
    {.name = NULL},
};

/* For the few answers that libwebsockets gives itself, to malformed requests. */
static const struct lws_protocol_vhost_options own_headers[] = {
    {&own_headers[1], NULL, "content-security-policy:", "default-src 'none'"},
    {&own_headers[2], NULL, "x-content-type-options:", "nosniff"},
    {NULL, NULL, "referrer-policy:", "no-referrer"},
};

/* How many clients the limit of descriptors allows. */
static enum error limit_clients(struct web_server *server, struct message *message)
{
    struct rlimit limit;

    server->most = MOST_CLIENTS;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < MOST_CLIENTS + BURST + OTHER_FDS)
        server->most = (int)limit.rlim_cur - BURST - OTHER_FDS;
    if (server->most < LEAST_CLIENTS)
        return error_set(ERR_IO, message,
                         "this process may open only %d files; allow more with 'ulimit -n %d'",
                         (int)limit.rlim_cur, MOST_CLIENTS + BURST + OTHER_FDS);
    return OK;
}

/* Gives a descriptor to libwebsockets, which closes it with the context. */
static bool adopt(struct web_server *server, int fd, const char *protocol)
{
    struct lws_vhost *vhost = lws_get_vhost_by_name(server->context, "default");
    lws_sock_file_fd_type descriptor = {.filefd = fd};

    return vhost &&
           lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, protocol, NULL);
}

static enum error start(struct web_server *server, int listening, struct message *message)
{
    struct lws_context_creation_info info;
    int wake = server->wake[0];

    memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER;
    info.protocols = protocols;
    info.user = server;
    info.gid = -1;
    info.uid = -1;
    info.headers = own_headers;
    info.server_string = "broadside";
    info.fd_limit_per_thread = (unsigned)server->most + BURST + OTHER_FDS;
    info.max_http_header_data = HEADER_BYTES;
    info.timeout_secs = HEADER_SECONDS;
    info.timeout_secs_ah_idle = HEADER_SECONDS;
    info.keepalive_timeout = IDLE_SECONDS;
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&info);
    if (!server->context) {
        close(listening);
        close(wake);
        return error_set(ERR_MEMORY, message, "cannot start the web server: out of memory");
    }
    if (adopt(server, listening, "listen") && adopt(server, wake, "wake"))
        return OK;
    return error_set(ERR_MEMORY, message, "cannot start the web server: out of memory");
}

enum error web_server_new(const struct web_site *site, int listening, struct web_server **server,
                          struct message *message)
{
    struct web_server *made = calloc(1, sizeof *made);
    enum error error;

    *server = NULL;
    if (!made) {
        close(listening);
        return error_set(ERR_MEMORY, message, "out of memory");
    }
    made->site = site;
    error = limit_clients(made, message);
    if (!error && pipe(made->wake) != 0)
        error = error_set(ERR_IO, message, "cannot create a pipe: %s", strerror(errno));
    if (error) {
        close(listening);
        free(made);
        return error;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(made->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(made->wake[i], F_SETFL, O_NONBLOCK);
    }
    error = start(made, listening, message);
    if (error) {
        web_server_free(made);
        return error;
    }
    *server = made;
    return OK;
}

void web_server_free(struct web_server *server)
{
    if (!server)
        return;
    if (server->context)
        lws_context_destroy(server->context);
    close(server->wake[1]);
    free(server);
}

enum error web_server_run(struct web_server *server, struct message *message)
{
    int idle = 0;

    while (!server->is_stopped) {
        uint64_t before = server->events;

        if (lws_service(server->context, 0) < 0)
            return error_set(ERR_IO, message, "the web server failed");
        idle = server->events == before ? idle + 1 : 0;
        if (idle == MOST_IDLE_TURNS) {
            web_clients_drop_impatient(server);
            idle = 0;
        }
    }
    return OK;
}

void web_server_stop(struct web_server *server)
{
    int reason = errno;

    /* If the pipe is full, the server has been told before. */
    (void)!write(server->wake[1], "", 1);
    errno = reason;
}
#endif
