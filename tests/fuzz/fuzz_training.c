/* Results of puzzles: any text can be read, and a line that is read can be printed and read again.
 */
#include "session/training.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size}, rest = text, line;
    struct puzzle_date today = {2026, 3, 1};
    struct training training;
    int found = 0;

    training_read(text, today, &training);
    assert(training.best <= training.answers && training.days <= training.answers);
    assert(training.streak <= training.longest && training.longest <= training.days);
    assert(training_next(text) >= 1);
    while (slice_cut(&rest, '\n', &line)) {
        struct slice after, puzzle;
        struct training_result result, again;
        char name[32], print[TRAINING_LINE_SIZE];
        struct writer writer;

        after = line;
        if (!slice_word(&after, &puzzle) || !slice_word(&after, &puzzle) ||
            puzzle.length >= sizeof name)
            continue;
        memcpy(name, puzzle.text, puzzle.length);
        name[puzzle.length] = '\0';
        if (!training_find(line, name, &result))
            continue;
        found++;
        writer_init(&writer, print, sizeof print);
        training_print_line(&result, &writer);
        assert(!writer.full && training_find(slice_of(print), result.puzzle, &again));
        assert(again.score == result.score && strcmp(again.shot, result.shot) == 0);
    }
    assert(found <= training.answers);
    return 0;
}
