/* Any bytes as requests of the page, separated by the byte 0: each gets one JSON object as its
 * reply. Boards are small, because the work for a large one is bounded but takes seconds. */
#define _GNU_SOURCE /* memmem */
#include "page/page.h"

#include "support/json_text.h"
#include "support/patience.h"

#include <assert.h>
#include <string.h>

enum { MOST_REQUESTS = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Puzzles, and boards that the fuzzer makes larger than those of the seeds. */
static bool is_slow(struct slice request)
{
    static const char *const slow[] = {"puzzle", "grid", "board", "admiral", "russian"};

    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++)
        if (memmem(request.text, request.length, slow[i], strlen(slow[i])))
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct page *page = page_new();
    struct slice rest = {(const char *)data, size}, request;
    int requests = 0;

    assert(page);
    while (requests++ < MOST_REQUESTS && slice_cut(&rest, '\0', &request)) {
        struct slice reply;

        if (is_slow(request))
            continue;
        reply = page_call(page, request);
        assert(reply.length > 0 && reply.text[0] == '{' && reply.text[reply.length] == '\0');
        assert(json_text_is_valid(reply));
    }
    page_free(page);
    return 0;
}
