/* Any text as rules: rules that parse also print, and parse back to the same rules. */
#include "rules/layout.h"

#include "support/patience.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rules rules, again;
    struct message message = {""};
    struct layout layout;
    struct writer writer;
    struct rng rng;
    char text[4096];

    if (rules_parse((struct slice){(const char *)data, size}, &rules, &message) != OK) {
        assert(message.text[0] != '\0');
        return 0;
    }
    writer_init(&writer, text, sizeof text);
    rules_print(&rules, &writer);
    assert(!writer.full);
    assert(rules_parse(slice_of(text), &again, &message) == OK);
    assert(rules_equal(&rules, &again) && strcmp(rules.name, again.name) == 0);
    rng_seed(&rng, 1);
    assert(layout_random(&rules, &rng, &layout) == OK);
    assert(layout_check(&layout, &rules, &message) == OK);
    return 0;
}
