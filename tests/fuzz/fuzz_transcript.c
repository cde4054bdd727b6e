/* Any text as a transcript: it is parsed, or rejected with a line number. The parsed lines are
 * parts of the text, in order, and a transcript written from them parses to the same number of
 * lines. */
#include "guest/feed.h"
#include "guest/transcript.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char first[] = "# broadside transcript 1\n";

/* The lines without comments, as a transcript. */
struct copy {
    char *text;
    size_t length;
};

static void copy_line(struct copy *copy, const struct transcript_line *line)
{
    char *at = copy->text + copy->length;

    at[0] = line->side == SIDE_A ? 'a' : 'b';
    at[1] = line->from_bot ? '<' : '>';
    at[2] = ' ';
    memcpy(at + 3, line->text.text, line->text.length);
    at[3 + line->text.length] = '\n';
    copy->length += line->text.length + 4;
}

static uint64_t read_lines(struct slice text, struct copy *copy, bool *whole)
{
    struct transcript_reader reader;
    struct transcript_line line;
    struct message message = {""};
    enum error error = transcript_read(&reader, text, &message);
    const char *last = text.text;
    uint64_t lines = 0, number = 1;

    while (!error && (error = transcript_next(&reader, &line, &message)) == OK) {
        assert(line.side == SIDE_A || line.side == SIDE_B);
        assert(line.number > number);
        assert(line.text.text >= last);
        assert(line.text.text + line.text.length < text.text + text.length);
        assert(!memchr(line.text.text, '\n', line.text.length));
        assert(!memchr(line.text.text, '\0', line.text.length));
        (void)feed_is_question(line.text);
        last = line.text.text + line.text.length;
        number = line.number;
        lines++;
        if (copy)
            copy_line(copy, &line);
    }
    assert(error == ERR_OVER || strncmp(message.text, "line ", 5) == 0);
    *whole = error == ERR_OVER;
    return lines;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice text = {(const char *)data, size};
    struct copy copy = {malloc(size + sizeof first), sizeof first - 1};
    uint64_t lines;
    bool whole;

    if (!copy.text)
        return 0;
    memcpy(copy.text, first, copy.length);
    lines = read_lines(text, &copy, &whole);
    if (whole) {
        uint64_t again = read_lines((struct slice){copy.text, copy.length}, NULL, &whole);

        assert(whole && again == lines);
    }
    free(copy.text);
    return 0;
}
