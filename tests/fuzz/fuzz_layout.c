/* Any text as a layout; the first byte chooses the rules. A layout that parses also prints, and
 * parses back to the same layout. */
#include "rules/layout.h"

#include "support/play.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const choices[][2] = {
        {"classic", ""},
        {"tournament", ""},
        {"russian", ""},
        {"grid30", ""},
        {"tournament", "board=32x32;fleet=A1 3, h 2, 1x9"},
        {"equal-turns", "wrecks=yes"},
    };
    enum { COUNT = sizeof choices / sizeof choices[0] };
    static struct rules made[COUNT];
    const struct rules *rules;
    struct layout layout, again;
    struct message message = {""};
    struct writer writer;
    char text[4096];

    for (int i = 0; i < COUNT && made[i].ships == 0; i++)
        made[i] = rules_from(choices[i][0], choices[i][1]);
    if (size == 0)
        return 0;
    rules = &made[data[0] % COUNT];
    if (layout_parse((struct slice){(const char *)data + 1, size - 1}, rules, &layout, &message) !=
        OK) {
        assert(message.text[0] != '\0');
        return 0;
    }
    assert(layout_check(&layout, rules, NULL) == OK);
    assert(rules->wrecks || layout_wrecked(&layout, rules) == 0);
    writer_init(&writer, text, sizeof text);
    layout_print(&layout, rules, &writer);
    assert(!writer.full);
    assert(layout_parse(slice_of(text), rules, &again, &message) == OK);
    assert(memcmp(&layout, &again, sizeof layout) == 0);
    return 0;
}
