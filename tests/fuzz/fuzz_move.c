/* Any text as a move, under rules with different grammars. A move that parses also prints, and
 * parses back to the same move. */
#include "rules/move.h"

#include "support/play.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void try_rules(const struct rules *rules, struct slice text)
{
    struct message message = {""};
    struct move move, again;
    struct writer writer;
    char printed[1024];

    if (move_parse(text, rules, &move, &message) != OK) {
        assert(message.text[0] != '\0');
        return;
    }
    writer_init(&writer, printed, sizeof printed);
    move_print(&move, rules, &writer);
    assert(!writer.full);
    assert(move_parse(slice_of(printed), rules, &again, &message) == OK);
    assert(memcmp(&move, &again, sizeof move) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const choices[][2] = {
        {"classic", ""},
        {"salvo", "repeat-shot=wasted"},
        {"tournament", ""},
        {"advanced", "board=32x32;reinforce=1"},
        {"advanced", "reinforce=1;reinforce-kind=new;fleet=Boat 1x3"},
        {"advanced", "reinforce=1;wrecks=yes;fleet=Boat 1x3"},
    };
    static struct rules rules[sizeof choices / sizeof choices[0]];

    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (rules[i].ships == 0)
            rules[i] = rules_from(choices[i][0], choices[i][1]);
        try_rules(&rules[i], (struct slice){(const char *)data, size});
    }
    return 0;
}
