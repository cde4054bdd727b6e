/* What the server answers to a request for a file of the page.
 *
 * A pure function of the site and the request: no sockets, no files. A path is looked up in a
 * table, so nothing else can be reached. All texts and files belong to the caller and outlive the
 * answer. */
#ifndef BROADSIDE_WEB_WEB_ANSWER_H
#define BROADSIDE_WEB_WEB_ANSWER_H

#include "base/text.h"

struct web_file {
    const char *path; /* below the root, without a leading slash: "engine.wasm" */
    const char *type; /* the MIME type */
    const char *hash; /* of the contents, in hexadecimal */
    const unsigned char *data;
    size_t size;
    const unsigned char *gzip; /* the same, compressed; NULL if that would not be smaller */
    size_t gzip_size;
};

struct web_site {
    const struct web_file *files;
    size_t count;
    const char *host; /* the address it listens on, as in a URL: "127.0.0.1" or "[::1]" */
    /* Answer under every name. Otherwise only under `host` and the names of this machine for
     * itself: a page from elsewhere whose name is made to lead here (DNS rebinding) gets nothing.
     */
    bool any_host;
};

enum web_method { WEB_GET, WEB_HEAD, WEB_OTHER };

/* Headers that are missing are empty. */
struct web_request {
    enum web_method method;
    bool has_body;
    struct slice path; /* decoded, without the query */
    struct slice host, accept_encoding, if_none_match;
};

enum { WEB_HEAD_SIZE = 1536 };

struct web_answer {
    int status;
    char head[WEB_HEAD_SIZE]; /* status line and headers, with the empty line */
    size_t head_length;
    const unsigned char *body;
    size_t size;
    bool closes; /* the connection ends after this answer */
};

void web_answer_choose(const struct web_site *site, const struct web_request *request,
                       struct web_answer *answer);

#endif
