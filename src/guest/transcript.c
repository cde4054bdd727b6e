/* See transcript.h. The stream is flushed after every line, because the last lines before a crash
 * are the interesting ones. */
#include "guest/transcript.h"

#include "guest/guest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char first_line[] = "# broadside transcript 1";

struct transcript_side {
    struct transcript *transcript;
    struct dialogue dialogue;
    char letter;
};

struct transcript {
    FILE *stream;
    char *path;
    struct transcript_side side[2];
    int trouble; /* errno of the first failure; nothing is written after it */
};

/* Remembers the first error. */
static void note_failure(struct transcript *transcript)
{
    if (transcript->trouble == 0)
        transcript->trouble = errno ? errno : EIO;
}

static void put_line(struct transcript *transcript, const char *start, struct slice line)
{
    if (transcript->trouble)
        return;
    errno = 0;
    if (fputs(start, transcript->stream) == EOF ||
        fwrite(line.text, 1, line.length, transcript->stream) != line.length ||
        putc('\n', transcript->stream) == EOF || fflush(transcript->stream) != 0)
        note_failure(transcript);
}

static void record_line(void *context, bool from_guest, struct slice line)
{
    const struct transcript_side *listener = context;
    char start[] = {listener->letter, from_guest ? '<' : '>', ' ', '\0'};

    put_line(listener->transcript, start, line);
}

enum error transcript_open(const char *path, struct transcript **transcript,
                           struct message *message)
{
    struct transcript *made = calloc(1, sizeof *made);
    int reason;

    *transcript = NULL;
    if (!made)
        return error_set(ERR_MEMORY, message, "out of memory for a transcript");
    made->path = strdup(path);
    made->stream = fopen(path, "we");
    reason = errno;
    if (!made->path || !made->stream) {
        if (made->stream)
            fclose(made->stream);
        free(made->path);
        free(made);
        return error_set(ERR_IO, message, "%s: %s", path, strerror(reason));
    }
    for (int side = 0; side < 2; side++)
        made->side[side] = (struct transcript_side){
            made, {.line = record_line, .context = &made->side[side]}, side ? 'b' : 'a'};
    put_line(made, "", slice_of(first_line));
    *transcript = made;
    return OK;
}

void transcript_comment(struct transcript *transcript, const char *text)
{
    char line[MESSAGE_SIZE];

    text_printable(line, sizeof line, text);
    put_line(transcript, "# ", slice_of(line));
}

const struct dialogue *transcript_dialogue(const struct transcript *transcript, int side)
{
    return &transcript->side[side].dialogue;
}

void transcript_listen(struct transcript *transcript, int side, struct bot *bot)
{
    const struct transcript_side *listener = &transcript->side[side];
    char text[MESSAGE_SIZE];

    if (guest_report(bot)) {
        snprintf(text, sizeof text, "%c is %s, which has already said hello", listener->letter,
                 bot->kind->name);
        guest_listen(bot, &listener->dialogue);
    } else {
        snprintf(text, sizeof text, "%c is %s, which is built in and has no dialogue",
                 listener->letter, bot->kind->name);
    }
    transcript_comment(transcript, text);
}

enum error transcript_close(struct transcript *transcript, struct message *message)
{
    enum error error = OK;

    if (!transcript)
        return OK;
    errno = 0;
    if (fclose(transcript->stream) != 0)
        note_failure(transcript);
    if (transcript->trouble)
        error = error_set(ERR_IO, message, "the transcript is not complete: %s: %s",
                          transcript->path, strerror(transcript->trouble));
    free(transcript->path);
    free(transcript);
    return error;
}

/* Takes a whole line off the front; false when no newline is left. */
static bool take_line(struct transcript_reader *reader, struct slice *line)
{
    if (reader->rest.length == 0 || !memchr(reader->rest.text, '\n', reader->rest.length))
        return false;
    slice_cut(&reader->rest, '\n', line);
    if (line->length > 0 && line->text[line->length - 1] == '\r')
        line->length--;
    reader->number++;
    return true;
}

enum error transcript_read(struct transcript_reader *reader, struct slice text,
                           struct message *message)
{
    struct slice line;

    *reader = (struct transcript_reader){.rest = text};
    if (!take_line(reader, &line) || !slice_is(line, first_line))
        return error_set(ERR_SYNTAX, message,
                         "line 1: not a transcript: it does not begin with '%s'", first_line);
    return OK;
}

/* `a> TEXT` or `b< TEXT`; a line of a bot may be empty. */
static bool parse_line(struct slice line, struct transcript_line *parsed)
{
    if (line.length < 3 || (line.text[0] != 'a' && line.text[0] != 'b') ||
        (line.text[1] != '>' && line.text[1] != '<') || line.text[2] != ' ')
        return false;
    parsed->side = line.text[0] == 'a' ? SIDE_A : SIDE_B;
    parsed->from_bot = line.text[1] == '<';
    parsed->text = (struct slice){line.text + 3, line.length - 3};
    return true;
}

enum error transcript_next(struct transcript_reader *reader, struct transcript_line *line,
                           struct message *message)
{
    struct slice text;

    while (take_line(reader, &text)) {
        if (memchr(text.text, '\0', text.length))
            return error_set(ERR_SYNTAX, message, "line %llu: it contains a NUL byte",
                             (unsigned long long)reader->number);
        if (text.length == 0 || text.text[0] == '#')
            continue;
        if (!parse_line(text, line))
            return error_set(ERR_SYNTAX, message,
                             "line %llu: '%s': expected 'a> TEXT' or 'a< TEXT'",
                             (unsigned long long)reader->number, slice_quote(text).text);
        line->number = reader->number;
        return OK;
    }
    return ERR_OVER;
}
