/* Any text as the CSV file of a simulation: it is read, or rejected with a line number. What was
 * read fits the file: no more games than lines, and a name for every bot. */
#include "contest/games_csv.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = {(const char *)data, size}, line;
    struct message message = {""};
    struct games_csv csv;
    size_t games = 0;
    enum error error = OK;

    games_csv_init(&csv);
    while (!error && rest.length > 0) {
        slice_cut(&rest, '\n', &line);
        error = games_csv_add(&csv, line, &message);
    }
    assert(!error || strncmp(message.text, "line ", 5) == 0);
    for (int i = 0; i < csv.bots; i++) {
        assert(csv.bot[i].name[0] != '\0' && csv.bot[i].games <= csv.bot[i].room);
        assert(csv.bot[i].board >= 1 && csv.bot[i].board <= csv.board);
        games += csv.bot[i].games;
    }
    assert(games <= csv.lines);
    games_csv_release(&csv);
    return 0;
}
