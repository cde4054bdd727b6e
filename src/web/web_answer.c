/* See web_answer.h. */
#include "web/web_answer.h"

#include <string.h>

/* The page runs its own scripts, style sheets and WebAssembly, talks to nobody else, and cannot be
 * put in a frame. */
static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                             "style-src 'self'; img-src 'self'; connect-src 'self'; "
                             "worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'";

/* The answers that are not files, with the text of each. */
struct refusal {
    int status;
    const char *phrase, *text;
    bool closes;
};

static const struct refusal bad_request = {
    400, "Bad Request", "400: this server does not understand the request.\n", true};
static const struct refusal not_found = {
    404, "Not Found", "404: there is no such file here. The game is at /\n", false};
static const struct refusal not_allowed = {405, "Method Not Allowed",
                                           "405: this server only hands out files.\n", true};
static const struct refusal too_large = {413, "Content Too Large",
                                         "413: this server accepts no data.\n", true};
static const struct refusal misdirected = {
    421, "Misdirected Request",
    "421: this server does not answer under this name. Open the address that it printed.\n", true};

/* --- the request -------------------------------------------------------------------------------*/

/* "127.0.0.1:8017" is "127.0.0.1". The port may be any: tunnels change it. */
static bool is_host(struct slice host, const char *name)
{
    size_t length = strlen(name);
    struct slice front = {host.text, length};

    if (host.length < length || !slice_is_nocase(front, name))
        return false;
    if (host.length == length)
        return true;
    if (host.text[length] != ':' || host.length > length + 6)
        return false;
    for (size_t i = length + 1; i < host.length; i++)
        if (!text_is_digit(host.text[i]))
            return false;
    return true;
}

static bool is_ours(const struct web_site *site, struct slice host)
{
    return site->any_host || is_host(host, site->host) || is_host(host, "localhost") ||
           is_host(host, "127.0.0.1") || is_host(host, "[::1]");
}

static const struct web_file *find_file(const struct web_site *site, struct slice path)
{
    struct slice name;

    if (path.length == 0 || path.text[0] != '/')
        return NULL;
    name =
        path.length == 1 ? slice_of("index.html") : (struct slice){path.text + 1, path.length - 1};
    for (size_t i = 0; i < site->count; i++)
        if (slice_is(name, site->files[i].path))
            return &site->files[i];
    return NULL;
}

/* "q=0" and "q=0.000" say that a coding is not wanted. */
static bool is_refused(struct slice parameters)
{
    struct slice one;

    while (slice_cut(&parameters, ';', &one)) {
        one = slice_trim(one);
        if (one.length < 3 || text_lower(one.text[0]) != 'q' || one.text[1] != '=')
            continue;
        for (size_t i = 2; i < one.length; i++)
            if (one.text[i] != '0' && one.text[i] != '.')
                return false;
        return true;
    }
    return false;
}

static bool accepts_gzip(struct slice list)
{
    struct slice item, coding;

    while (slice_cut(&list, ',', &item))
        if (slice_cut(&item, ';', &coding) && slice_is_nocase(slice_trim(coding), "gzip"))
            return !is_refused(item);
    return false;
}

/* Does the list of tags, or "*", name this one? A weak tag counts. */
static bool has_tag(struct slice list, const char *tag)
{
    struct slice item;

    while (slice_cut(&list, ',', &item)) {
        item = slice_trim(item);
        if (item.length > 2 && item.text[0] == 'W' && item.text[1] == '/')
            item = (struct slice){item.text + 2, item.length - 2};
        if (slice_is(item, tag) || slice_is(item, "*"))
            return true;
    }
    return false;
}

/* --- the answer --------------------------------------------------------------------------------*/

static void start_head(struct writer *head, struct web_answer *answer, int status,
                       const char *phrase)
{
    answer->status = status;
    writer_init(head, answer->head, sizeof answer->head);
    writer_format(head, "HTTP/1.1 %d %s\r\n", status, phrase);
    writer_format(head, "Content-Security-Policy: %s\r\n", policy);
    writer_put(head, "X-Content-Type-Options: nosniff\r\n"
                     "Referrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Opener-Policy: same-origin\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n");
}

static void end_head(struct writer *head, struct web_answer *answer)
{
    if (answer->closes)
        writer_put(head, "Connection: close\r\n");
    writer_put(head, "\r\n");
    answer->head_length = head->length;
}

/* An answer to HEAD has the length of the body, but not the body. */
static void set_body(struct writer *head, struct web_answer *answer, enum web_method method,
                     const char *type, const void *body, size_t size)
{
    writer_format(head, "Content-Type: %s\r\nContent-Length: %zu\r\n", type, size);
    answer->body = body;
    answer->size = method == WEB_HEAD ? 0 : size;
}

static void refuse(const struct refusal *refusal, enum web_method method, struct web_answer *answer)
{
    struct writer head;

    answer->closes = refusal->closes;
    start_head(&head, answer, refusal->status, refusal->phrase);
    writer_put(&head, "Cache-Control: no-store\r\n");
    if (refusal == &not_allowed)
        writer_put(&head, "Allow: GET, HEAD\r\n");
    set_body(&head, answer, method, "text/plain; charset=utf-8", refusal->text,
             strlen(refusal->text));
    end_head(&head, answer);
}

/* The browser keeps the file and asks each time whether it is still the same. */
static void send_file(const struct web_file *file, const struct web_request *request,
                      struct web_answer *answer)
{
    bool packed = file->gzip && accepts_gzip(request->accept_encoding);
    struct writer head, writer;
    bool is_known;
    char tag[96];

    writer_init(&writer, tag, sizeof tag);
    writer_format(&writer, "\"%s%s\"", file->hash, packed ? "-gzip" : "");
    is_known = has_tag(request->if_none_match, tag);
    start_head(&head, answer, is_known ? 304 : 200, is_known ? "Not Modified" : "OK");
    writer_format(&head, "Cache-Control: no-cache\r\nETag: %s\r\n", tag);
    if (file->gzip)
        writer_put(&head, "Vary: Accept-Encoding\r\n");
    if (!is_known && packed)
        writer_put(&head, "Content-Encoding: gzip\r\n");
    if (!is_known)
        set_body(&head, answer, request->method, file->type, packed ? file->gzip : file->data,
                 packed ? file->gzip_size : file->size);
    end_head(&head, answer);
}

void web_answer_choose(const struct web_site *site, const struct web_request *request,
                       struct web_answer *answer)
{
    const struct web_file *file = find_file(site, request->path);

    answer->body = NULL;
    answer->size = 0;
    answer->closes = false;
    if (request->host.length == 0)
        refuse(&bad_request, request->method, answer);
    else if (!is_ours(site, request->host))
        refuse(&misdirected, request->method, answer);
    else if (request->method == WEB_OTHER)
        refuse(&not_allowed, request->method, answer);
    else if (request->has_body)
        refuse(&too_large, request->method, answer);
    else if (!file)
        refuse(&not_found, request->method, answer);
    else
        send_file(file, request, answer);
}
