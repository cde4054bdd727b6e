/* Any text at both ends of the protocol: as the hello and answers of a bot, and as lines of an
 * arena after a valid opening. Whatever parses also prints, and parses back to the same. */
#include "guest/host_bot.h"

#include "support/play.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const choices[][2] = {
    {"classic", "hit-again=yes"},
    {"salvo", "equal-turns=yes;hints=2;hint-after=1"},
    {"tournament", ""},
    {"advanced", "reinforce=1;hints=3;hint-after=1"},
    {"advanced", "reinforce=1;reinforce-kind=new;fleet=Boat 1x3;smoke=shield;board=32x32"},
};

enum { CHOICES = sizeof choices / sizeof choices[0], MOST_LINES = 200 };

static void try_hello(struct slice text)
{
    struct hello hello = {.ready = false};
    struct slice line;
    char again[HELLO_TEXT];

    while (slice_cut(&text, '\n', &line))
        protocol_parse_hello(&hello, line);
    assert(hello.plays <= FEATURE_ALL);
    text_printable(again, sizeof again, hello.name);
    assert(strcmp(again, hello.name) == 0);
    text_printable(again, sizeof again, hello.authors);
    assert(strcmp(again, hello.authors) == 0);
}

static void try_layout(struct slice line, const struct rules *rules)
{
    struct layout layout, again;
    struct message message = {""};
    char printed[4096];
    struct writer writer;
    struct rng rng;

    rng_seed(&rng, 1);
    if (protocol_parse_layout(line, rules, &rng, &layout, &message) != OK) {
        assert(message.text[0] != '\0');
        return;
    }
    writer_init(&writer, printed, sizeof printed);
    layout_print(&layout, rules, &writer);
    assert(!writer.full);
    assert(layout_parse(slice_of(printed), rules, &again, &message) == OK);
}

static void try_words(struct slice line, const struct rules *rules)
{
    struct slice word;

    while (slice_word(&line, &word)) {
        struct event event, again;
        struct message message = {""};
        char printed[256];
        struct writer writer;

        if (event_parse(word, rules, &event, &message) != OK) {
            assert(message.text[0] != '\0');
            continue;
        }
        writer_init(&writer, printed, sizeof printed);
        event_print(&event, rules, &writer);
        assert(!writer.full);
        assert(event_parse(slice_of(printed), rules, &again, &message) == OK);
        assert(event.kind == again.kind && event.answer == again.answer &&
               event.ship == again.ship && event.cell == again.cell);
    }
}

static void send_line(void *host, struct slice line)
{
    char said[PROTOCOL_LINE];
    struct message message = {""};
    struct writer answer;
    bool leave;

    writer_init(&answer, said, sizeof said);
    if (host_bot_handle(host, line, &answer, &leave, &message) != OK)
        assert(message.text[0] != '\0');
    assert(!answer.full);
    assert(answer.length == 0 || said[answer.length - 1] == '\n');
}

static void open_match(struct host_bot *host, const struct rules *rules)
{
    rules_send(rules, send_line, host);
    send_line(host, slice_of("match 3 seed 1"));
    send_line(host, slice_of("round 1 side b"));
    send_line(host, slice_of("place"));
    send_line(host, slice_of("start you"));
}

/* Skips rule lines: checking whether rules are playable is slow, and fuzz_rules.c covers it. */
static void try_arena(struct slice text, const struct rules *rules)
{
    struct slice line, rest;
    struct host_bot *host;
    struct bot *bot = NULL;

    if (bot_new("random", &bot, NULL) != OK)
        return;
    host = host_bot_new(bot);
    assert(host);
    open_match(host, rules);
    for (int i = 0; i < MOST_LINES && slice_cut(&text, '\n', &line); i++)
        if (protocol_line_kind(line, &rest) != PROTOCOL_RULE &&
            protocol_line_kind(line, &rest) != PROTOCOL_MATCH)
            send_line(host, line);
    host_bot_free(host);
    bot_free(bot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct rules parsed[CHOICES];
    const struct rules *rules;
    struct slice text, rest, line;

    if (size == 0)
        return 0;
    rules = rules_choose(data[0], choices, CHOICES, parsed);
    text = (struct slice){(const char *)data + 1, size - 1};
    try_hello(text);
    rest = text;
    for (int i = 0; i < MOST_LINES && slice_cut(&rest, '\n', &line); i++) {
        try_layout(line, rules);
        try_words(line, rules);
    }
    try_arena(text, rules);
    return 0;
}
