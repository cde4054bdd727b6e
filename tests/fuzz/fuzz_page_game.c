/* The requests of a visit to the page: a game is begun, placed, played, saved, resumed and
 * replayed, a position analysed, a puzzle solved. The bytes choose each request and its arguments.
 * Texts that the engine wrote come back to it, whole or with one byte changed. Each reply is one
 * JSON object; a request that fails leaves the game as it was; texts that are whole are accepted.
 */
#include "page/page.h"

#include "support/json_text.h"
#include "support/patience.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 60, REQUEST_SIZE = 1 << 17, MOST_VOLLEYS = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Small boards: the work for a large one is bounded but takes seconds. */
static const char *const rules[] = {
    "board = 5x5\nfleet = Boat 3, Raft 2\n",
    "preset = classic\n",
    "preset = advanced\nboard = 8x8\nfleet = Carrier 4, Destroyer 3, Submarine 2\n",
    "board = 6x6\nfleet = Boat 2, Boat 2, Ship 3\ntouch = no\nannounce = none\n",
    "board = 6x6\nfleet = Boat 2, Ship 3\nsalvo = yes\nhints = 2\nhint-after = 1\n",
    "board = 7x6\nfleet = Boat 2, Ship 3\nwrecks = yes\nequal-turns = yes\n",
    "board = 6x6\nfleet = Boat 2, Ship 3\nrace = yes\nannounce = each-hit\n",
};

/* %c is a cell, %n a small number, %v a direction, %b a bot, %r rules, %d a day; upper-case letters
 * are texts from earlier replies. */
static const char *const templates[] = {
    "new\nbot = %b\nname = Ann\nseed = %n\ncoach = yes\n\n%r",
    "new\nname = Ann\nsecond = Ben\nseed = %n\n\n%r",
    "random",
    "clear",
    "undo",
    "put %n %c %v",
    "put %n %c %v anyway",
    "rotate %n",
    "random-ship %n",
    "fits %n %c %v",
    "ends %c %c",
    "restore placed %L",
    "restore drawn %L",
    "ready",
    "ready",
    "bot",
    "move %c",
    "move fire %c",
    "move radar %c",
    "move smoke %c",
    "move artillery %c",
    "move torpedo %n",
    "move raise Boat %c %v",
    "move hint",
    "move resign",
    "preview fire %c %c",
    "preview radar %c",
    "command hint",
    "command log",
    "command fleet",
    "command %c",
    "heat 0",
    "heat 1",
    "advise",
    "state 1",
    "state -1",
    "verify",
    "review 0",
    "resume\n%S",
    "resume coach\n%S",
    "replay\n%R",
    "replay-at %n",
    "judge %n",
    "position-of %n 0",
    "position-of %n 1",
    "analyze\n%P\n%r",
    "analyze\n%c=miss %c=hit\n%r",
    "summary\n%R",
    "statistics\n%R%R",
    "puzzle-number %n",
    "puzzle-hint",
    "puzzle-answer %c %d",
    "training %d\n%T",
    "rules\n%r",
    "rules-help\n%r",
};
enum { TEMPLATES = sizeof templates / sizeof templates[0] };

/* Texts of replies that later requests contain. */
static const struct {
    const char *key;
    char letter;
} kinds[] = {{"saved", 'S'}, {"record", 'R'}, {"layout", 'L'}, {"position", 'P'}, {"result", 'T'}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

struct visit {
    struct page *page;
    struct slice bytes;
    char *kept[KINDS];
    char request[REQUEST_SIZE];
    bool is_damaged; /* the text in the request */
    bool has_puzzle; /* making one takes long */
    char *saved;     /* the reply to "saved" after the latest request */
};

/* The next byte, below a bound. */
static unsigned draw(struct visit *visit, unsigned bound)
{
    unsigned byte = 0;

    if (visit->bytes.length > 0) {
        byte = (unsigned char)visit->bytes.text[0];
        visit->bytes.text++;
        visit->bytes.length--;
    }
    return byte % bound;
}

static struct slice call(struct visit *visit, const char *request)
{
    struct slice reply = page_call(visit->page, slice_of(request));

    assert(reply.length > 0 && reply.text[0] == '{' && reply.text[reply.length] == '\0');
    assert(json_text_is_valid(reply));
    return reply;
}

static bool is_error(struct slice reply)
{
    return strncmp(reply.text, "{\"error\":", strlen("{\"error\":")) == 0;
}

/* Keeps the text of a key, if the reply has one. */
static void keep(struct visit *visit, struct slice reply, int kind)
{
    char mark[32], *text;
    const char *from;
    size_t length = 0;

    snprintf(mark, sizeof mark, "\"%s\":\"", kinds[kind].key);
    from = strstr(reply.text, mark);
    if (!from)
        return;
    text = malloc(reply.length);
    assert(text);
    for (from += strlen(mark); *from != '"'; from++) {
        if (*from == '\\')
            from++;
        text[length++] = from[-1] == '\\' && *from == 'n' ? '\n' : *from;
    }
    text[length] = '\0';
    free(visit->kept[kind]);
    visit->kept[kind] = text;
}

static void put_text(struct visit *visit, char letter, struct writer *writer)
{
    for (int kind = 0; kind < KINDS; kind++) {
        size_t start = writer->length;

        if (kinds[kind].letter != letter || !visit->kept[kind])
            continue;
        writer_put(writer, visit->kept[kind]);
        if (draw(visit, 3) == 0 && writer->length > start) {
            size_t at = 256u * draw(visit, 256) + draw(visit, 256);

            visit->request[start + at % (writer->length - start)] = (char)draw(visit, 256);
            visit->is_damaged = true;
        }
    }
}

static void put_argument(struct visit *visit, char letter, struct writer *writer)
{
    static const char *const bots[] = {"easy", "medium", "hard", "random", "hunt", "nobody"};

    switch (letter) {
    case 'c':
        writer_format(writer, "%c%u", 'A' + (int)draw(visit, 8), 1 + draw(visit, 8));
        break;
    case 'n':
        writer_format(writer, "%u", draw(visit, 64));
        break;
    case 'v':
        writer_put(writer, draw(visit, 2) ? "h" : "v");
        break;
    case 'b':
        writer_put(writer, bots[draw(visit, sizeof bots / sizeof bots[0])]);
        break;
    case 'r':
        writer_put(writer, rules[draw(visit, sizeof rules / sizeof rules[0])]);
        break;
    case 'd':
        writer_format(writer, "2026-11-%02u", 1 + draw(visit, 31));
        break;
    default:
        put_text(visit, letter, writer);
    }
}

static void write_request(struct visit *visit, const char *template)
{
    struct writer writer;

    visit->is_damaged = false;
    writer_init(&writer, visit->request, sizeof visit->request);
    for (; *template; template ++) {
        if (template[0] == '%' && template[1])
            put_argument(visit, *++template, &writer);
        else
            writer_format(&writer, "%c", *template);
    }
}

/* Asks how the game is saved now. Returns whether that is as before. */
static bool is_saved_as_before(struct visit *visit)
{
    struct slice saved = call(visit, "saved");
    bool is_same = visit->saved && strcmp(visit->saved, saved.text) == 0;

    keep(visit, saved, 0);
    if (!is_same) {
        free(visit->saved);
        visit->saved = strdup(saved.text);
        assert(visit->saved);
    }
    return is_same;
}

/* After a request that failed, the game is saved as before. */
static void ask(struct visit *visit, const char *template)
{
    bool is_puzzle = strncmp(template, "puzzle-number", strlen("puzzle-number")) == 0;
    struct slice reply;

    if (is_puzzle && visit->has_puzzle)
        return;
    visit->has_puzzle = visit->has_puzzle || is_puzzle;
    if (!visit->saved)
        is_saved_as_before(visit);
    write_request(visit, template);
    reply = call(visit, visit->request);
    if (is_error(reply)) {
        bool is_summary = strncmp(template, "summary", strlen("summary")) == 0;

        assert(!is_summary || !visit->kept[1] || visit->is_damaged);
        assert(is_saved_as_before(visit));
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        keep(visit, reply, kind);
    is_saved_as_before(visit);
}

/* Plays on until the game is over, so that long records come about. */
static void play_on(struct visit *visit)
{
    for (int i = 0; i < MOST_VOLLEYS; i++) {
        ask(visit, "move %c");
        ask(visit, "bot");
    }
    ask(visit, "move resign");
    ask(visit, "record");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct visit *visit = calloc(1, sizeof *visit);

    assert(visit);
    visit->page = page_new();
    assert(visit->page);
    visit->bytes = (struct slice){(const char *)data, size};
    for (int i = 0; i < MOST_STEPS && visit->bytes.length > 0; i++) {
        unsigned chosen = draw(visit, TEMPLATES + 1);

        if (chosen < TEMPLATES)
            ask(visit, templates[chosen]);
        else
            play_on(visit);
    }
    page_free(visit->page);
    free(visit->saved);
    for (int kind = 0; kind < KINDS; kind++)
        free(visit->kept[kind]);
    free(visit);
    return 0;
}
