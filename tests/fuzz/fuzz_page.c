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

/* Does the text set a board of more than 10x10, here or in a record? */
static bool has_large_board(struct slice text)
{
    static const char knob[] = "board";
    const char *at;

    while ((at = memmem(text.text, text.length, knob, strlen(knob)))) {
        int side[2] = {0, 0}, i = 0;

        text.length -= (size_t)(at - text.text) + strlen(knob);
        text.text = at + strlen(knob);
        for (size_t k = 0; k < text.length && strchr(" =x0123456789", text.text[k]) && i < 2; k++)
            if (text.text[k] == 'x')
                i++;
            else if (text.text[k] >= '0' && text.text[k] <= '9' && side[i] < 100)
                side[i] = 10 * side[i] + text.text[k] - '0';
        if (side[0] > 10 || side[1] > 10)
            return true;
    }
    return false;
}

/* Puzzles of days, and rules and bots that take long. */
static bool is_slow(struct slice request)
{
    static const char *const slow[] = {"puzzle 2", "grid", "admiral", "russian"};

    for (size_t i = 0; i < sizeof slow / sizeof slow[0]; i++)
        if (memmem(request.text, request.length, slow[i], strlen(slow[i])))
            return true;
    return has_large_board(request);
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
