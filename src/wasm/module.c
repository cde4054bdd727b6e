/* The exports of the WebAssembly module: one page. The caller writes the request where page_input
 * says, calls page_run, and reads the reply where that says. */
#include "page/page.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { REQUEST_CAP = 16 << 20 };

static struct page *page;
static char *request;
static size_t reply_length;

EXPORT("page_input") char *module_input(size_t size);
EXPORT("page_run") const char *module_run(size_t length);
EXPORT("page_reply_length") size_t module_reply_length(void);

/* Returns NULL if there is no memory for a request of this size. */
char *module_input(size_t size)
{
    free(request);
    request = size <= REQUEST_CAP ? malloc(size + 1) : NULL;
    return request;
}

const char *module_run(size_t length)
{
    struct slice reply = slice_of("{\"error\":\"Out of memory.\"}");

    if (!page)
        page = page_new();
    if (page && request)
        reply = page_call(page, (struct slice){request, length});
    reply_length = reply.length;
    return reply.text;
}

size_t module_reply_length(void)
{
    return reply_length;
}
