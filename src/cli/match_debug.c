#include "cli/match_debug.h"

#include "base/buffer.h"
#include "guest/feed.h"
#include "guest/guest_spec.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FEED_CAP = 1 << 30, LINE_SIZE = 4200, MOST_SHOWN = 20 };

/* --- transcripts -------------------------------------------------------------------------------*/

enum error match_debug_open(struct match_debug *debug, struct match *match, struct message *message)
{
    char text[MESSAGE_SIZE];
    enum error error;

    if (!debug->transcript)
        return OK;
    error = transcript_open(debug->transcript, &debug->open, message);
    if (error)
        return error;
    match->threads = 1; /* one dialogue after the other */
    snprintf(text, sizeof text, "%s against %s, %s rules, %" PRIu64 " round%s, seed %" PRIu64,
             match->bot[0], match->bot[1], match->rules->name, match->rounds, text_s(match->rounds),
             match->seed.number);
    transcript_comment(debug->open, text);
    return OK;
}

void match_debug_opened(struct match_debug *debug, int side, struct bot *bot)
{
    if (debug->open)
        transcript_listen(debug->open, side, bot);
}

enum error match_debug_close(struct match_debug *debug, struct message *message)
{
    enum error error = transcript_close(debug->open, message);

    debug->open = NULL;
    return error;
}

/* --- feeding -----------------------------------------------------------------------------------*/

struct feed_output {
    const struct feed_result *result; /* for the side, which is known before the first callback */
    bool shows_dialogue;
    uint64_t shown;
};

/* Prints text from a bot without control characters. */
static void print_clean(const char *start, struct slice line)
{
    char clean[LINE_SIZE];

    slice_printable(clean, sizeof clean, line);
    printf("%s%s\n", start, clean);
}

static void print_line(void *context, bool from_bot, struct slice line)
{
    const struct feed_output *output = context;
    char start[] = {event_side_word(output->result->side)[0], from_bot ? '<' : '>', ' ', '\0'};

    if (output->shows_dialogue)
        print_clean(start, line);
}

static void print_difference(void *context, const struct feed_difference *difference)
{
    struct feed_output *output = context;

    if (!difference->is_first && !difference->broken && !output->shows_dialogue)
        return;
    if (++output->shown > MOST_SHOWN && !output->shows_dialogue)
        return;
    printf("line %" PRIu64 ", round %" PRIu64 ": ", difference->line, difference->round);
    print_clean("", difference->question);
    if (difference->is_recorded)
        print_clean("    recorded: ", difference->recorded);
    else
        printf("    recorded: no answer\n");
    if (difference->broken)
        printf("    now:      %s: %s\n", bot_broken_word(difference->broken), difference->trouble);
    else
        print_clean("    now:      ", difference->now);
}

static void print_log(void *context, uint64_t round, struct slice text)
{
    struct slice line;

    (void)context;
    printf("standard error of round %" PRIu64 ":\n", round);
    while (slice_cut(&text, '\n', &line))
        print_clean("    | ", line);
}

static void print_summary(const struct feed_result *result)
{
    printf("%" PRIu64 " answer%s of side %s in %" PRIu64 " round%s: ", result->answers,
           text_s(result->answers), event_side_word(result->side), result->rounds,
           text_s(result->rounds));
    if (result->differed == 0)
        printf("all the same as in the transcript");
    else
        printf("%" PRIu64 " differ%s from the transcript", result->differed,
               result->differed == 1 ? "s" : "");
    if (result->broke > 0 && result->broke < result->differed)
        printf(", %" PRIu64 " of them", result->broke);
    if (result->broke > 0)
        printf("%s because the bot broke the round", result->broke == result->differed ? "," : "");
    if (result->given_up)
        printf("; stopped after %d broken rounds", FEED_MOST_BROKEN);
    putchar('\n');
}

static enum error feed_bot(const struct match_debug *debug, const char *bot,
                           const struct guests *guests, struct feed_result *result,
                           struct message *message)
{
    struct guest_spec *spec = malloc(sizeof *spec);
    struct feed_output output = {result, debug->round > 0, 0};
    struct feed feed = {.side = NOBODY,
                        .round = debug->round,
                        .listener = {print_line, print_difference, print_log, &output}};
    struct buffer text;
    enum error error;

    if (!spec)
        return error_set(ERR_MEMORY, message, "out of memory");
    if (debug->side)
        feed.side = strcmp(debug->side, "b") == 0 ? SIDE_B : SIDE_A;
    buffer_init(&text, FEED_CAP);
    error = buffer_read_file(&text, debug->feed, message);
    if (!error)
        error = guest_spec_resolve(bot, &guests->config, spec, message);
    if (!error) {
        feed.text = (struct slice){text.data, text.length};
        feed.launch = &spec->launch;
        error = feed_play(&feed, result, message);
        if (error == ERR_SYNTAX || error == ERR_RANGE)
            message_prefix(message, "%s", debug->feed);
    }
    buffer_release(&text);
    free(spec);
    return error;
}

int match_debug_feed(const struct match_debug *debug, const char *bot, const struct guests *guests)
{
    struct feed_result result = {.side = SIDE_A};
    struct message message;
    enum error error;

    if (!guest_is_spec(bot)) {
        message_set(&message, "--feed needs a guest, and %s is built in",
                    slice_quote(slice_of(bot)).text);
        return command_refused("match", ERR_SYNTAX, &message);
    }
    error = feed_bot(debug, bot, guests, &result, &message);
    if (error)
        return command_refused("match", error, &message);
    print_summary(&result);
    if (command_finish("match") != EXIT_FINE)
        return EXIT_FAILED;
    return result.differed ? EXIT_FAILED : EXIT_FINE;
}
