/* Any bytes as a record: it is read to the end, or rejected with a line number. The game never
 * breaks its own rules. */
#include "rules/record.h"

#include "support/patience.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct record_reader reader;
    struct message message = {""};
    struct move move;
    struct outcome outcome;
    enum error error = record_open(&reader, (struct slice){(const char *)data, size}, &message);
    bool more = true;

    while (!error && more) {
        int moves = reader.moves;

        error = record_step(&reader, &move, &outcome, &more, &message);
        assert(error || reader.moves == moves + more);
        assert(!more || !error);
    }
    if (error) {
        assert(strncmp(message.text, "line ", 5) == 0);
        return 0;
    }
    for (int side = 0; side < 2; side++) {
        const struct view *view = &reader.game.view[side];

        assert(rules_check(&view->rules, NULL) == OK);
        assert(view->tracking.shots <= rules_cells(&view->rules));
        assert(view->tracking.hits == reader.game.view[1 - side].incoming.hits);
    }
    return 0;
}
