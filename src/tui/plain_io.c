/* Input and output of lines. A line longer than any command is read to its end and treated as one
 * invalid line, so that no input can exhaust memory. */
#include "tui/plain_internal.h"
#include "tui/term_text.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

enum {
    ANSWER_CAP = 128 * 1024, /* enough for a long run of enemy shots */
    NEWS_CAP = 256 * 1024,
    SENTENCE_SIZE = 4096
};

void plain_init(struct plain *plain, struct session *session, const struct plain_options *options)
{
    *plain = (struct plain){.session = session, .options = options, .at_keyboard = NO_PLAYER};
    buffer_init(&plain->answer, ANSWER_CAP);
    buffer_init(&plain->news, NEWS_CAP);
}

void plain_release(struct plain *plain)
{
    buffer_release(&plain->answer);
    buffer_release(&plain->news);
}

/* A player who sees no output cannot play: end the game. */
static void notice_write_error(struct plain *plain)
{
    if (plain->write_error || !ferror(plain->options->out))
        return;
    plain->write_error = errno ? errno : EIO;
    plain->quit = true;
}

/* A text that continues a line is printed as it is up to the end of that line. */
static void put_wrapped(struct plain *plain, const char *text)
{
    size_t begun = plain->is_in_line ? strcspn(text, "\n") : 0, length = strlen(text);
    struct term_text rest = {.continues = false};
    FILE *out = plain->options->out;
    struct slice line;
    int indent;

    if (plain->is_in_line && text[begun])
        begun++;
    fwrite(text, 1, begun, out);
    rest.rest = slice_of(text + begun);
    while (term_text_next(&rest, plain->options->columns, &line, &indent)) {
        const char *end = line.text + line.length;

        fprintf(out, "%*s%.*s", indent, "", (int)line.length, line.text);
        if (rest.rest.length > 0)
            putc('\n', out);
        else
            fputs(end, out); /* the end of the text, with its blanks */
    }
    if (length > 0)
        plain->is_in_line = text[length - 1] != '\n';
}

void plain_show(struct plain *plain, const char *text)
{
    if (plain->write_error)
        return;
    if (plain->options->columns > 0)
        put_wrapped(plain, text);
    else
        fputs(text, plain->options->out);
    notice_write_error(plain);
}

void plain_say(struct plain *plain, const char *text)
{
    plain_show(plain, text);
    if (plain->answer_is_complete)
        plain->answer.length = 0;
    plain->answer_is_complete = false;
    if (buffer_put(&plain->answer, text) != OK) { /* keep the latest part */
        plain->answer.length = 0;
        buffer_put(&plain->answer, text);
    }
}

void plain_sayf(struct plain *plain, const char *format, ...)
{
    char text[SENTENCE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    plain_say(plain, text);
}

void plain_repeat(struct plain *plain)
{
    plain_show(plain,
               plain->answer.length > 0 ? plain->answer.data : "There is nothing to repeat yet.\n");
}

static bool read_line(FILE *in, char line[LINE_SIZE])
{
    size_t length = 0;
    int c;

    while ((c = getc(in)) != EOF && c != '\n') {
        if (length < LINE_SIZE - 1)
            line[length] = c == '\0' ? '?' : (char)c;
        length += length < LINE_SIZE;
    }
    if (c == EOF && length == 0)
        return false;
    line[length < LINE_SIZE ? length : LINE_SIZE - 1] = '\0';
    if (length > 0 && length < LINE_SIZE && line[length - 1] == '\r')
        line[length - 1] = '\0';
    return true;
}

bool plain_ask(struct plain *plain, const char *question, char line[LINE_SIZE])
{
    plain_show(plain, question);
    if (!plain->write_error && fflush(plain->options->out) != 0)
        notice_write_error(plain);
    if (plain->write_error || !read_line(plain->options->in, line)) {
        if (!plain->write_error && ferror(plain->options->in))
            plain->read_error = errno ? errno : EIO;
        line[0] = '\0';
        plain->quit = true;
        return false;
    }
    plain->answer_is_complete = true;
    plain->is_in_line = false; /* the player pressed Enter */
    return true;
}

void plain_clear(struct plain *plain)
{
    plain_show(plain, plain->options->terminal
                          ? "\033[H\033[2J\033[3J"
                          : "\n------------------------------------------------------------\n");
    plain->is_in_line = false;
}

void plain_pause(const struct plain *plain)
{
    if (!plain->options->terminal)
        return;
    fflush(plain->options->out);
    poll(NULL, 0, flow_pause(plain->flow));
}

bool plain_line_is(const char *line, const char *word)
{
    return slice_is_nocase(slice_trim(slice_of(line)), word);
}
